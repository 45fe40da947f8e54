//! What the program shows of itself: one printed value, or an abort where it is wrong.

use super::{Made, Rebuild, Refused};
use crate::edit::{Lit, Whole};
use ir::{BinaryOp, Builtin, ExprId, ExprKind, FloatKind, Stmt, StmtId, Ty, TypeKind};

impl Rebuild<'_> {
    /// Adds statements that print the watched scalars to the end of `main`, before it returns.
    pub(super) fn add_watch(&mut self) -> Made<()> {
        let mut stmts = Vec::new();
        for target in std::mem::take(&mut self.table.watch) {
            let value = self.target(&target)?;
            stmts.push(self.print(value)?);
        }
        if stmts.is_empty() {
            return Ok(());
        }
        let main = self.out.main().ok_or(Refused)?;
        let body = self.out.funcs[main].body.ok_or(Refused)?;
        let ends =
            self.out.blocks[body].last().is_some_and(|s| matches!(self.out.stmts[*s], Stmt::Return(_)));
        let at = self.out.blocks[body].len() - usize::from(ends);
        self.out.blocks[body].splice(at..at, stmts);
        Ok(())
    }

    /// `printf("%d\n", value);`
    fn print(&mut self, value: ExprId) -> Made<StmtId> {
        let (format, value) = self.printable(value)?;
        let printf = if self.prints_without_header() { Builtin::BuiltinPrintf } else { Builtin::Printf };
        let printf = self.out.builtin(printf);
        let format = self.out.str_lit(format!("{format}\n").as_bytes());
        let call = self.out.call_func(printf, &[format, value])?;
        Ok(self.out.push_stmt(Stmt::Expr(call)))
    }

    fn prints_without_header(&self) -> bool {
        let used = self.src.funcs.iter().any(|(_, f)| f.builtin == Some(Builtin::BuiltinPrintf));
        used || self.table.whole(Whole::BuiltinPrintf)
    }

    fn printable(&mut self, value: ExprId) -> Made<(&'static str, ExprId)> {
        let promoted = self.out.promoted_type(value);
        Ok(match self.out.types.kind(promoted) {
            TypeKind::Int(kind) => match kind {
                ir::IntKind::Int => ("%d", value),
                ir::IntKind::UInt => ("%u", value),
                ir::IntKind::Long => ("%ld", value),
                ir::IntKind::ULong => ("%lu", value),
                ir::IntKind::LongLong => ("%lld", value),
                ir::IntKind::ULongLong => ("%llu", value),
                _ => return Err(Refused),
            },
            TypeKind::Float(FloatKind::Float | FloatKind::Double) => ("%a", value),
            TypeKind::Float(FloatKind::LongDouble) => ("%a", self.out.cast(value, Ty::DOUBLE)?),
            TypeKind::Pointer(_) => {
                let null = self.literal(Lit::Null)?;
                ("%d", self.out.binary(BinaryOp::Ne, value, null)?)
            }
            _ => return Err(Refused),
        })
    }

    /// `printf("%d\\n", value);` with one of the values that a statement prints.
    pub(super) fn printing_one(&mut self, stmt: Stmt, n: usize) -> Made<Vec<StmtId>> {
        let Stmt::Expr(call) = stmt else { return Err(Refused) };
        let ExprKind::Call { args, .. } = self.src.exprs[call].kind else { return Err(Refused) };
        let value = self.src.args(args).get(n).copied().ok_or(Refused)?;
        let value = self.expr(value)?;
        Ok(vec![self.print(value)?])
    }

    /// `if (value != lit) __builtin_abort();` in the place of a statement that prints just the value.
    pub(super) fn aborting(&mut self, stmt: Stmt, lit: Lit) -> Made<Vec<StmtId>> {
        let Stmt::Expr(call) = stmt else { return Err(Refused) };
        let ExprKind::Call { args, .. } = self.src.exprs[call].kind else { return Err(Refused) };
        let [_, value] = self.src.args(args) else { return Err(Refused) };
        let (value, lit) = (self.expr(*value)?, self.literal(lit)?);
        let wrong = self.out.binary(BinaryOp::Ne, value, lit)?;
        let abort = self.out.builtin(Builtin::BuiltinAbort);
        let abort = self.out.call_func(abort, &[])?;
        let abort = self.out.push_stmt(Stmt::Expr(abort));
        let then = self.block_of(vec![abort]);
        Ok(vec![self.out.push_stmt(Stmt::If { cond: wrong, then, els: None })])
    }
}
