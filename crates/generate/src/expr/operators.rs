//! Operators that the policy has, and the steps that may be written.

use crate::state::Run;
use ir::{BinaryOp, ExprId, IncDec, IntKind, VarId};

/// Whether the policy has the operator at all.
pub fn is_on(m: &Run, op: BinaryOp) -> bool {
    let o = &m.grow.policy.operators;
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
pub fn step(m: &mut Run) -> Option<IncDec> {
    let allowed: Vec<IncDec> = IncDec::ALL.into_iter().filter(|op| may_step(m, *op)).collect();
    m.grow.ch.pick("increment", &allowed).copied()
}

pub fn may_step(m: &Run, op: IncDec) -> bool {
    let [pre_inc, pre_dec, post_inc, post_dec] = m.grow.policy.manner.steps;
    match op {
        IncDec::PreInc => pre_inc,
        IncDec::PreDec => pre_dec,
        IncDec::PostInc => post_inc,
        IncDec::PostDec => post_dec,
    }
}

/// The counter after one step down, as an expression, in a form that may be written: `--x` or `x = x - 1`.
pub fn count_down(m: &mut Run, var: VarId) -> Option<ExprId> {
    let v = m.grow.p.var(var);
    if may_step(m, IncDec::PreDec) {
        return m.grow.p.inc_dec(IncDec::PreDec, v).ok();
    }
    let (old, one) = (m.grow.p.var(var), m.grow.p.int_lit(1, IntKind::Int));
    let less = m.grow.p.binary(BinaryOp::Sub, old, one).ok()?;
    m.grow.p.assign(v, less).ok()
}

pub const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
