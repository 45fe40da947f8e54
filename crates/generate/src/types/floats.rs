//! Floating types and constants. Values are whole numbers within the mantissa, unless the policy asks for inexact ones.

use crate::state::Gen;
use crate::types::inexact;
use ir::arith::float;
use ir::{ExprId, ExprKind, FloatKind, Init, InitId, IntType, Ty, UnaryOp};

pub const KINDS: [FloatKind; 3] = [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble];

/// A floating type, if the policy wants one here.
pub fn maybe_type(g: &mut Gen) -> Option<Ty> {
    let share = g.policy.types.float;
    g.ch.chance("float", share).then(|| any_type(g))
}

pub fn any_type(g: &mut Gen) -> Ty {
    let drawn = g.policy.types.floats.draw(&mut g.ch, "float-kind");
    Ty::float(drawn.unwrap_or(FloatKind::Double))
}

pub fn kind_of(g: &Gen, ty: Ty) -> Option<FloatKind> {
    let ty = g.p.types.canonical(ty).unqualified();
    KINDS.into_iter().find(|k| Ty::float(*k) == ty)
}

/// Whole numbers below two to this power are exact.
pub fn precision(kind: FloatKind) -> u32 {
    if kind == FloatKind::Float { 24 } else { 53 }
}

pub fn whole(g: &mut Gen, kind: FloatKind, value: i64) -> ExprId {
    let format = g.p.target().float_format(kind);
    let magnitude = float::from_int(i128::from(value.unsigned_abs()), IntType::unsigned(64), format);
    let hex = g.ch.chance("hex-float", g.policy.odds.hex_float);
    let e = g.p.float_lit(kind, magnitude.to_bits(), hex);
    if value >= 0 { e } else { g.p.push_expr(ExprKind::Unary(UnaryOp::Neg, e), Ty::float(kind)) }
}

/// A constant: mostly small, sometimes near the limit.
pub fn constant(g: &mut Gen, kind: FloatKind) -> ExprId {
    let value = if g.ch.chance("large-float", g.policy.odds.large_float) {
        let amounts = &g.policy.amounts;
        let (fewest, near) = (amounts.large_float_bits, amounts.large_float_near);
        let most = precision(kind) - 1;
        let bits = g.ch.between("float-bits", fewest.min(most), most);
        (1i64 << bits) - g.ch.below("float-offset", near as usize + 1) as i64
    } else {
        let amounts = &g.policy.amounts;
        let (more, most) = (amounts.more_small_float, amounts.most_small_float);
        i64::from(g.ch.steps("small-float", more, most))
    };
    let negative = g.ch.chance("negative-float", g.policy.odds.negative_float);
    whole(g, kind, if negative { -value } else { value })
}

/// A constant of a floating type.
pub fn constant_of(g: &mut Gen, ty: Ty) -> Option<ExprId> {
    let kind = kind_of(g, ty)?;
    Some(if inexact::is_on(g) { inexact::constant(g, kind) } else { constant(g, kind) })
}

/// An initialiser of a constant.
pub fn init(g: &mut Gen, ty: Ty) -> Option<InitId> {
    let e = constant_of(g, ty)?;
    Some(g.p.push_init(Init::Expr(e)))
}
