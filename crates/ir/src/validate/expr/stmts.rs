//! Statement expressions: what their value is, and that no jump leaves them.

use super::gives;
use crate::ids::{BlockId, ExprId, FuncId};
use crate::program::Program;
use crate::stmt::Stmt;
use crate::types::Ty;
use crate::validate::typing::value_type;
use crate::validate::{Outcome, ViolationKind as V, ensure};

pub(super) fn check(p: &Program, e: ExprId, block: BlockId, func: Option<FuncId>) -> Outcome {
    ensure(func.is_some(), V::StatementExpression)?;
    ensure(p.blocks.get(block).is_some() && !crate::build::leaves(p, block), V::StatementExpression)?;
    let last = p.blocks[block].last().map(|last| p.stmts[*last]);
    gives(
        p,
        e,
        match last {
            Some(Stmt::Expr(value)) => value_type(p, value),
            _ => Ty::VOID,
        },
    )
}
