//! Statements of the copy. One statement may become none, or several.

use super::table::StmtEdit;
use super::{Around, Made, Rebuild, Refused};
use crate::edit::Part;
use ir::{BlockId, ExprId, ExprKind, LabelId, Stmt, StmtId};

impl Rebuild<'_> {
    /// The statements that a block becomes.
    pub(super) fn stmts(&mut self, block: BlockId) -> Made<Vec<StmtId>> {
        let mut all = Vec::new();
        for stmt in &self.src.blocks[block] {
            all.extend(self.stmt(*stmt)?);
        }
        Ok(all)
    }

    pub(super) fn block(&mut self, block: BlockId) -> Made<BlockId> {
        let stmts = self.stmts(block)?;
        Ok(self.block_of(stmts))
    }

    pub(super) fn stmt(&mut self, id: StmtId) -> Made<Vec<StmtId>> {
        let stmt = self.src.stmts[id];
        match self.table.stmts.get(&id).copied() {
            Some(StmtEdit::Drop) => Ok(Vec::new()),
            Some(StmtEdit::Unwrap(part)) => self.unwrapped(stmt, part),
            Some(StmtEdit::Unroll(times)) => self.unrolled(stmt, times),
            Some(StmtEdit::Inline) => self.inlined(stmt),
            Some(StmtEdit::PrintOne(n)) => self.printing_one(stmt, n),
            Some(StmtEdit::Abort(lit)) => self.aborting(stmt, lit),
            None => {
                if let Stmt::Decl(var) = stmt {
                    return self.declare_local(var);
                }
                let copy = self.whole_stmt(stmt)?;
                self.keep_marks(id, copy);
                Ok(copy.into_iter().collect())
            }
        }
    }

    /// What stands beside a statement: how often a loop is to be unrolled, where a range of cases ends.
    fn keep_marks(&mut self, id: StmtId, copy: Option<StmtId>) {
        let Some(copy) = copy.filter(|_| !self.table.plain_stmts.contains(&id)) else { return };
        self.src.unrolls.get(&id).map(|times| self.out.unrolls.insert(copy, *times));
        self.src.case_ends.get(&id).map(|last| self.out.case_ends.insert(copy, *last));
    }

    fn unwrapped(&mut self, stmt: Stmt, part: Part) -> Made<Vec<StmtId>> {
        match (stmt, part) {
            (Stmt::Block(body), Part::Body) => self.stmts(body),
            (Stmt::If { then, .. }, Part::Then) => self.stmts(then),
            (Stmt::If { els, .. }, Part::Else) => els.map_or(Ok(Vec::new()), |els| self.stmts(els)),
            (Stmt::For { init, body, .. }, Part::Body) => {
                let mut all = self.stmts(init)?;
                all.extend(self.within(Around { is_loop: true, gone: true }, |r| r.stmts(body))?);
                Ok(all)
            }
            (Stmt::While { body, .. } | Stmt::DoWhile { body, .. }, Part::Body) => {
                self.within(Around { is_loop: true, gone: true }, |r| r.stmts(body))
            }
            (Stmt::Switch { body, .. }, Part::Body) => {
                self.within(Around { is_loop: false, gone: true }, |r| r.stmts(body))
            }
            _ => Err(Refused),
        }
    }

    pub(super) fn within<T>(&mut self, around: Around, f: impl FnOnce(&mut Self) -> T) -> T {
        self.around.push(around);
        let result = f(self);
        self.around.pop();
        result
    }

    fn loop_body(&mut self, body: BlockId) -> Made<BlockId> {
        self.within(Around { is_loop: true, gone: false }, |r| r.block(body))
    }

    fn whole_stmt(&mut self, stmt: Stmt) -> Made<Option<StmtId>> {
        let copy = match stmt {
            Stmt::Empty => return Ok(None),
            Stmt::Hole => Stmt::Hole,
            // One declaration may become several: `stmt` has seen to it.
            Stmt::Decl(_) => return Err(Refused),
            Stmt::Expr(e) => return self.expr_stmt(e),
            Stmt::Block(body) => Stmt::Block(self.block(body)?),
            Stmt::If { cond, then, els } => {
                let cond = self.condition(cond)?;
                let then = self.block(then)?;
                let els = els.map(|els| self.block(els)).transpose()?;
                let els = els.filter(|els| !self.out.blocks[*els].is_empty());
                Stmt::If { cond, then, els }
            }
            Stmt::For { init, cond, step, body } => self.for_loop(init, cond, step, body)?,
            Stmt::While { cond, body } => {
                let cond = self.condition(cond)?;
                Stmt::While { cond, body: self.loop_body(body)? }
            }
            Stmt::DoWhile { body, cond } => {
                let body = self.loop_body(body)?;
                Stmt::DoWhile { body, cond: self.condition(cond)? }
            }
            Stmt::Switch { on, body } => self.switch(on, body)?,
            Stmt::Case(value) => match self.innermost(|a| !a.is_loop) {
                Some(Around { gone: true, .. }) => return Ok(None),
                _ => Stmt::Case(self.case_value(value)?),
            },
            Stmt::Default => match self.innermost(|a| !a.is_loop) {
                Some(Around { gone: true, .. }) => return Ok(None),
                _ => Stmt::Default,
            },
            Stmt::Break => match self.innermost(|_| true) {
                Some(Around { gone: true, .. }) => return Ok(None),
                _ => Stmt::Break,
            },
            Stmt::Continue => match self.innermost(|a| a.is_loop) {
                Some(Around { gone: true, .. }) => return Ok(None),
                _ => Stmt::Continue,
            },
            Stmt::Goto(label) | Stmt::Label(label) if self.table.labels.contains(&label) => return Ok(None),
            Stmt::Goto(label) => Stmt::Goto(self.label(label)?),
            Stmt::Label(label) => Stmt::Label(self.label(label)?),
            Stmt::Return(value) => return self.returned(value),
        };
        Ok(Some(self.out.push_stmt(copy)))
    }

    fn innermost(&self, wanted: impl Fn(&Around) -> bool) -> Option<Around> {
        self.around.iter().rev().copied().find(|a| wanted(a))
    }

    fn condition(&mut self, e: ExprId) -> Made<ExprId> {
        let e = self.expr(e)?;
        Ok(self.out.condition(e)?)
    }

    /// What neither does nor says anything is left out.
    pub(super) fn expr_stmt(&mut self, e: ExprId) -> Made<Option<StmtId>> {
        let copy = self.expr(e)?;
        let is_idle = match self.out.exprs[copy].kind {
            ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::EnumConst(..) | ExprKind::Str(_) => true,
            ExprKind::Var(_) => self.out.exprs[copy].effects.is_pure(),
            ExprKind::Unary(_, inner) => matches!(self.out.exprs[inner].kind, ExprKind::Int { .. }),
            _ => false,
        };
        if is_idle {
            return Ok(None);
        }
        let copy = self.out.decay(copy);
        Ok(Some(self.out.push_stmt(Stmt::Expr(copy))))
    }

    fn for_loop(
        &mut self,
        init: BlockId,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: BlockId,
    ) -> Made<Stmt> {
        let init = self.block(init)?;
        let cond = cond.map(|cond| self.condition(cond)).transpose()?;
        let step = step.map(|step| self.expr(step)).transpose()?;
        let body = self.loop_body(body)?;
        Ok(Stmt::For { init, cond, step, body })
    }

    fn switch(&mut self, on: ExprId, body: BlockId) -> Made<Stmt> {
        let on = self.expr(on)?;
        if !self.is_integer(on) {
            return Err(Refused);
        }
        let on = self.out.promote(on);
        let kind = self.out.ty(on);
        self.switch_types.push(kind);
        let body = self.within(Around { is_loop: false, gone: false }, |r| r.block(body));
        self.switch_types.pop();
        Ok(Stmt::Switch { on, body: body? })
    }

    fn case_value(&mut self, value: ExprId) -> Made<ExprId> {
        let value = self.expr(value)?;
        let ty = self.switch_types.last().copied().ok_or(Refused)?;
        Ok(self.out.convert(value, ty))
    }

    pub(super) fn label(&mut self, label: LabelId) -> Made<LabelId> {
        if let Some(known) = self.labels.get(&label) {
            return Ok(*known);
        }
        let func = self.into.ok_or(Refused)?;
        let name = self.unique_label(self.src.name(self.src.labels[label].name));
        let copy = self.out.push_label(&name, func);
        self.labels.insert(label, copy);
        Ok(copy)
    }

    fn unique_label(&self, name: &str) -> String {
        let is_taken = |name: &str| {
            self.out.labels.iter().any(|(_, l)| Some(l.func) == self.into && self.out.name(l.name) == name)
        };
        let mut unique = name.to_owned();
        let mut n = 1;
        while is_taken(&unique) {
            n += 1;
            unique = format!("{name}_{n}");
        }
        unique
    }

    fn returned(&mut self, value: Option<ExprId>) -> Made<Option<StmtId>> {
        let ret = match self.into {
            Some(func) => self.out.types.fn_type(self.out.funcs[func].ty).ok_or(Refused)?.ret,
            None => return Err(Refused),
        };
        let Some(value) = value else { return Ok(Some(self.out.push_stmt(Stmt::Return(None)))) };
        if self.out.types.is_void(ret) && !self.src.types.is_void(self.src.ty(value)) {
            // The function has lost its result; what computed it may still do something.
            let copy = self.expr(value)?;
            if self.out.is_pure(copy) {
                return Ok(Some(self.out.push_stmt(Stmt::Return(None))));
            }
            return Err(Refused);
        }
        let value = self.expr(value)?;
        if self.out.types.is_void(self.out.ty(value)) {
            return Ok(Some(self.out.push_stmt(Stmt::Return(Some(value)))));
        }
        let value = self.out.assign_convert(value, ret)?;
        Ok(Some(self.out.push_stmt(Stmt::Return(Some(value)))))
    }
}
