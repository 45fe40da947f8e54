//! A call replaced by what the function does. Only where it returns at its end, once.

use super::{Made, Rebuild, Refused};
use ir::{ExprId, ExprKind, ExprList, FuncId, Stmt, StmtId, VarId};

/// Where the result of the call goes.
#[derive(Clone, Copy)]
enum Goes {
    Nowhere,
    Into(ExprId),
    /// Into a variable that is declared here.
    Declares(VarId),
}

impl Rebuild<'_> {
    pub(super) fn inlined(&mut self, stmt: Stmt) -> Made<Vec<StmtId>> {
        let (call, goes) = self.call_of(stmt).ok_or(Refused)?;
        let ExprKind::Call { callee, args } = self.src.exprs[call].kind else { return Err(Refused) };
        let ExprKind::Func(func) = self.src.exprs[callee].kind else { return Err(Refused) };
        if self.inlining.contains(&func) {
            return Err(Refused);
        }
        self.inlining.push(func);
        let around = std::mem::take(&mut self.around);
        let result = self.body_for(func, args, goes);
        self.around = around;
        self.inlining.pop();
        result
    }

    /// The call in a statement that consists of it, but for where its result goes.
    fn call_of(&self, stmt: Stmt) -> Option<(ExprId, Goes)> {
        let (e, goes) = match stmt {
            Stmt::Expr(e) => match self.src.exprs[e].kind {
                ExprKind::Assign { lhs, rhs } => (rhs, Goes::Into(lhs)),
                _ => (e, Goes::Nowhere),
            },
            Stmt::Decl(var) => match self.src.vars[var].init.map(|init| &self.src.inits[init]) {
                Some(ir::Init::Expr(e)) => (*e, Goes::Declares(var)),
                _ => return None,
            },
            _ => return None,
        };
        let e = match self.src.exprs[e].kind {
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => inner,
            _ => e,
        };
        matches!(self.src.exprs[e].kind, ExprKind::Call { .. }).then_some((e, goes))
    }

    fn body_for(&mut self, func: FuncId, args: ExprList, goes: Goes) -> Made<Vec<StmtId>> {
        let f = self.src.funcs[func].clone();
        let body = f.body.ok_or(Refused)?;
        let args = self.src.args(args).to_vec();
        if args.len() != f.params.len() {
            return Err(Refused);
        }
        // The arguments are the caller's; only then the parameters mean the copies here.
        let mut values = Vec::new();
        for arg in args {
            values.push(self.expr(arg)?);
        }
        let outer: Vec<(VarId, Option<VarId>)> =
            f.params.iter().map(|p| (*p, self.vars.get(p).copied())).collect();
        let labels = std::mem::take(&mut self.labels);
        let mut stmts = Vec::new();
        for (param, value) in f.params.iter().zip(values) {
            if !self.table.is_gone(*param) {
                stmts.push(self.declare_with(*param, Some(value))?);
            }
        }
        let (last, rest) = match self.src.blocks[body].split_last() {
            Some((last, rest)) => (Some(*last), rest.to_vec()),
            None => (None, Vec::new()),
        };
        for stmt in rest {
            self.refuse_return(stmt)?;
            stmts.extend(self.stmt(stmt)?);
        }
        stmts.extend(self.last(last, goes)?);
        self.labels = labels;
        for (param, before) in outer {
            match before {
                Some(before) => drop(self.vars.insert(param, before)),
                None => drop(self.vars.remove(&param)),
            }
        }
        Ok(stmts)
    }

    /// The last statement of the body gives the result.
    fn last(&mut self, last: Option<StmtId>, goes: Goes) -> Made<Vec<StmtId>> {
        let value = match last.map(|stmt| (stmt, self.src.stmts[stmt])) {
            None => None,
            Some((_, Stmt::Return(value))) => value,
            Some((stmt, _)) => {
                self.refuse_return(stmt)?;
                let mut stmts = self.stmt(stmt)?;
                return match goes {
                    Goes::Nowhere => Ok(stmts),
                    Goes::Declares(var) => {
                        stmts.push(self.declare_with(var, None)?);
                        Ok(stmts)
                    }
                    Goes::Into(_) => Err(Refused),
                };
            }
        };
        let stmt = match (goes, value) {
            (Goes::Nowhere, None) => None,
            (Goes::Nowhere, Some(value)) => self.expr_stmt(value)?,
            (Goes::Into(lhs), Some(value)) => {
                let assign = self.assign(lhs, value)?;
                Some(self.out.push_stmt(Stmt::Expr(assign)))
            }
            (Goes::Declares(var), Some(value)) => {
                let value = self.expr(value)?;
                Some(self.declare_with(var, Some(value))?)
            }
            (Goes::Into(_) | Goes::Declares(_), None) => return Err(Refused),
        };
        Ok(stmt.into_iter().collect())
    }

    fn refuse_return(&self, stmt: StmtId) -> Made<()> {
        if matches!(self.src.stmts[stmt], Stmt::Return(_)) {
            return Err(Refused);
        }
        let mut inner = Ok(());
        self.src.stmts[stmt].for_each_block(|block| {
            for stmt in &self.src.blocks[block] {
                inner = inner.and(self.refuse_return(*stmt));
            }
        });
        inner
    }
}
