//! Operators that the policy has, and the steps that may be written.

use crate::state::Gen;
use ir::{BinaryOp, ExprId, IncDec, IntKind, VarId};

/// Whether the policy has the operator at all.
pub fn is_on(g: &Gen, op: BinaryOp) -> bool {
    let o = &g.policy.operators;
    let weight = match op {
        BinaryOp::Add => o.add,
        BinaryOp::Sub => o.sub,
        BinaryOp::Mul => o.mul,
        BinaryOp::Div => o.div,
        BinaryOp::Rem => o.rem,
        BinaryOp::Shl => o.shl,
        BinaryOp::Shr => o.shr,
        BinaryOp::And => o.and,
        BinaryOp::Or => o.or,
        BinaryOp::Xor => o.xor,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => 1,
    };
    weight > 0
}

/// One of the four steps that may be written.
pub fn step(g: &mut Gen) -> Option<IncDec> {
    let allowed: Vec<IncDec> = IncDec::ALL.into_iter().filter(|op| may_step(g, *op)).collect();
    g.ch.pick("increment", &allowed).copied()
}

pub fn may_step(g: &Gen, op: IncDec) -> bool {
    let manner = &g.policy.manner;
    match op {
        IncDec::PreInc => manner.pre_increment,
        IncDec::PreDec => manner.pre_decrement,
        IncDec::PostInc => manner.post_increment,
        IncDec::PostDec => manner.post_decrement,
    }
}

/// The counter after one step down, as an expression, in a form that may be written: `--x` or `x = x - 1`.
pub fn count_down(g: &mut Gen, var: VarId) -> Option<ExprId> {
    let v = g.p.var(var);
    if may_step(g, IncDec::PreDec) {
        return g.p.inc_dec(IncDec::PreDec, v).ok();
    }
    let (old, one) = (g.p.var(var), g.p.int_lit(1, IntKind::Int));
    let less = g.p.binary(BinaryOp::Sub, old, one).ok()?;
    g.p.assign(v, less).ok()
}

pub const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
