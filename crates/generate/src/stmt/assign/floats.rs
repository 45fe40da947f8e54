//! Assignments of exact floating values.

use crate::expr::float_expr;
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::assign::inexact as inexact_values;
use crate::stmt::blocks;
use crate::types::{inexact, variables};
use ir::{BinaryOp, BlockId, ExprId, ExprKind, IncDec, Stmt};

/// The place of plain assignments among the statements.
const PLAIN: usize = 2;

fn is_in_union(m: &Run, mut e: ExprId) -> bool {
    while let ExprKind::Member { base, .. } | ExprKind::Index { base, .. } | ExprKind::Decay(base) =
        m.grow.p.exprs[e].kind
    {
        if variables::is_union(m, m.grow.p.ty(base)) {
            return true;
        }
        e = base;
    }
    match m.grow.p.exprs[e].kind {
        ExprKind::Arrow { base, .. } => {
            m.grow.p.types.pointee(m.grow.p.value_type(base)).is_some_and(|to| variables::is_union(m, to))
        }
        _ => false,
    }
}

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
    let drawn = m.grow.ch.weighted("float-statement", m.grow.policy.weights.float_statements.into_iter())?;
    // What a union has is written, not calculated with: it may be any bits.
    let e = match if is_in_union(m, lhs) { PLAIN } else { drawn } {
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
