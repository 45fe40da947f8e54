//! Assignments of vectors.

use crate::expr::{lvalue, vector_expr};
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::blocks;
use crate::types::vectors;
use ir::{BinaryOp, BlockId, Stmt, Ty};

/// An assignment to a vector, plain or compound.
pub fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let compound = m.grow.ch.chance("vector-compound", m.grow.policy.odds.vector_compound);
    let vector = |m: &Run, ty| m.grow.p.types.is_vector(ty);
    let lhs = match compound {
        true => cx.updating(|cx| lvalue::lvalue(m, cx, Use::Write, vector))?,
        false => lvalue::lvalue(m, &mut cx, Use::Write, vector)?,
    };
    cx.towards(m, lhs);
    let ty = m.grow.p.value_type(lhs);
    let rhs = vector_expr::value(m, &mut cx, ty)?;
    let e = match compound_operator(m, &cx, ty).filter(|_| compound) {
        Some(op) => m.grow.p.assign_op(op, lhs, rhs).ok()?,
        None => m.grow.p.assign(lhs, rhs).ok()?,
    };
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An operator that no lane can be undefined for.
fn compound_operator(m: &mut Run, cx: &Cx, ty: Ty) -> Option<BinaryOp> {
    if vectors::is_lanes(m, ty) {
        return None;
    }
    let all = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul];
    let count = if vector_expr::is_signed(m, ty) { 3 } else { 6 };
    let ops: Vec<BinaryOp> =
        all[..count].iter().copied().filter(|op| vector_expr::is_allowed(m, cx, *op)).collect();
    m.grow.ch.pick("vector-operator", &ops).copied()
}
