//! Assignments of vectors.

use crate::expr::{lvalue, vector_expr};
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::blocks;
use crate::types::vectors;
use ir::{BinaryOp, BlockId, Stmt, Ty};
use machine::View;

/// An assignment to a vector, plain or compound.
pub fn assign(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let compound = g.ch.chance("vector-compound", g.policy.odds.vector_compound);
    let vector = |g: &Gen, ty| g.p.types.is_vector(ty);
    let lhs = match compound {
        true => cx.updating(|cx| lvalue::lvalue(g, view, cx, Use::Write, vector))?,
        false => lvalue::lvalue(g, view, &mut cx, Use::Write, vector)?,
    };
    cx.towards(g, lhs);
    let ty = g.p.value_type(lhs);
    let rhs = vector_expr::value(g, view, &mut cx, ty)?;
    let e = match compound_operator(g, &cx, ty).filter(|_| compound) {
        Some(op) => g.p.assign_op(op, lhs, rhs).ok()?,
        None => g.p.assign(lhs, rhs).ok()?,
    };
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An operator that no lane can be undefined for.
fn compound_operator(g: &mut Gen, cx: &Cx, ty: Ty) -> Option<BinaryOp> {
    if vectors::is_lanes(g, ty) {
        return None;
    }
    let all = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul];
    let count = if vector_expr::is_signed(g, ty) { 3 } else { 6 };
    let ops: Vec<BinaryOp> =
        all[..count].iter().copied().filter(|op| vector_expr::is_allowed(g, cx, *op)).collect();
    g.ch.pick("vector-operator", &ops).copied()
}
