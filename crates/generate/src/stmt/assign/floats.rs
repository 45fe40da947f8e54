//! Assignments of exact floating values.

use crate::expr::float_expr;
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::assign::inexact as inexact_values;
use crate::stmt::blocks;
use crate::types::inexact;
use ir::{BinaryOp, BlockId, IncDec, Stmt};

/// `f = …`, `f += …` or `f++`.
pub fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    if inexact::is_on(m) {
        return inexact_values::assign(m, block);
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = float_expr::lvalue(m, &mut cx, Use::Write)?;
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let e = match m.grow.ch.weighted("float-statement", m.grow.policy.weights.float_statements.into_iter())? {
        0 => {
            let op = *m.grow.ch.pick("float-step", &IncDec::ALL)?;
            m.grow.p.inc_dec(op, lhs).ok()?
        }
        1 => {
            let op = *m.grow.ch.pick("float-compound", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
            let rhs = float_expr::expr(m, &mut cx);
            m.grow.p.assign_op(op, lhs, rhs).ok()?
        }
        _ => {
            let rhs = float_expr::expr(m, &mut cx);
            m.grow.p.assign(lhs, rhs).ok()?
        }
    };
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}
