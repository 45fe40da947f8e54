//! Floating types and constants. Values are whole numbers within the mantissa, unless the policy asks for inexact ones.

use crate::state::Run;
use crate::types::inexact;
use ir::arith::float;
use ir::{ExprId, ExprKind, FloatKind, Init, InitId, IntType, Ty, UnaryOp};

pub const KINDS: [FloatKind; 3] = [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble];

/// A floating type, if the policy wants one here.
pub fn maybe_type(m: &mut Run) -> Option<Ty> {
    let share = m.grow.policy.types.float;
    m.grow.ch.chance("float", share).then(|| any_type(m))
}

pub fn any_type(m: &mut Run) -> Ty {
    let weights = m.grow.policy.types.floats;
    let i = m.grow.ch.weighted("float-kind", weights.into_iter()).unwrap_or(1);
    Ty::float(KINDS[i])
}

pub fn kind_of(m: &Run, ty: Ty) -> Option<FloatKind> {
    let ty = m.grow.p.types.canonical(ty).unqualified();
    KINDS.into_iter().find(|k| Ty::float(*k) == ty)
}

/// Whole numbers below two to this power are exact.
pub fn precision(kind: FloatKind) -> u32 {
    if kind == FloatKind::Float { 24 } else { 53 }
}

pub fn whole(m: &mut Run, kind: FloatKind, value: i64) -> ExprId {
    let format = m.grow.p.target().float_format(kind);
    let magnitude = float::from_int(i128::from(value.unsigned_abs()), IntType::unsigned(64), format);
    let hex = m.grow.ch.chance("hex-float", m.grow.policy.odds.hex_float);
    let e = m.grow.p.float_lit(kind, magnitude.to_bits(), hex);
    if value >= 0 { e } else { m.grow.p.push_expr(ExprKind::Unary(UnaryOp::Neg, e), Ty::float(kind)) }
}

/// A constant: mostly small, sometimes near the limit.
pub fn constant(m: &mut Run, kind: FloatKind) -> ExprId {
    let value = if m.grow.ch.chance("large-float", m.grow.policy.odds.large_float) {
        let amounts = &m.grow.policy.amounts;
        let (fewest, near) = (amounts.large_float_bits, amounts.large_float_near);
        let most = precision(kind) - 1;
        let bits = m.grow.ch.between("float-bits", fewest.min(most), most);
        (1i64 << bits) - m.grow.ch.below("float-offset", near as usize + 1) as i64
    } else {
        let amounts = &m.grow.policy.amounts;
        let (more, most) = (amounts.more_small_float, amounts.most_small_float);
        i64::from(m.grow.ch.steps("small-float", more, most))
    };
    let negative = m.grow.ch.chance("negative-float", m.grow.policy.odds.negative_float);
    whole(m, kind, if negative { -value } else { value })
}

/// A constant of a floating type.
pub fn constant_of(m: &mut Run, ty: Ty) -> Option<ExprId> {
    let kind = kind_of(m, ty)?;
    Some(if inexact::is_on(m) { inexact::constant(m, kind) } else { constant(m, kind) })
}

/// An initialiser of a constant.
pub fn init(m: &mut Run, ty: Ty) -> Option<InitId> {
    let e = constant_of(m, ty)?;
    Some(m.grow.p.push_init(Init::Expr(e)))
}
