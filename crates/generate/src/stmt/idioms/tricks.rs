//! Expressions that compilers have a pattern for: choices between places, clamps, signs, isolated bits, averages and sums
//! without overflow, saturation, products of twice the width.

use crate::expr::lvalue;
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::idioms::{int, operand, unsigned};
use crate::types::{constants, variables};
use ir::{BinaryOp, ExprId, IntKind, Ty, UnaryOp};
use machine::View;

/// A variable that can be written several times.
fn pure_lvalue(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    lvalue::int_lvalue(g, view, cx, Use::Read).filter(|e| g.p.is_pure(*e))
}

/// `*(x < c ? &a : &b)`
pub fn chosen_place(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    if !g.policy.types.pointers {
        return None;
    }
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::ULong];
    let ty = Ty::int(variables::one_of(g, "place-kind", &kinds));
    let x = pure_lvalue(g, view, cx)?;
    let c = constants::constant(g, IntKind::Int);
    let cond = g.p.binary(BinaryOp::Lt, x, c).ok()?;
    let (a, b) = (lvalue::address(g, view, cx, ty, 0)?, lvalue::address(g, view, cx, ty, 0)?);
    let place = g.p.cond(cond, a, b).ok()?;
    g.p.deref(place).ok()
}

/// `x < low ? low : x > high ? high : x`
pub fn clamped(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let x = pure_lvalue(g, view, cx)?;
    let low = g.ch.between("clamp-low", 0, g.policy.idioms.max_clamp);
    let width = g.ch.between("clamp-width", 1, g.policy.idioms.max_clamp);
    let bound = |g: &mut Gen, n: u32| g.p.int_const(i128::from(n), Ty::INT);
    let (least, most) = (bound(g, low), bound(g, low + width));
    clamp(g, x, least, most)
}

/// The same with variables for bounds: they may be the wrong way round.
pub fn clamped_by_variables(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let [x, low, high] = [pure_lvalue(g, view, cx)?, pure_lvalue(g, view, cx)?, pure_lvalue(g, view, cx)?];
    clamp(g, x, low, high)
}

fn clamp(g: &mut Gen, x: ExprId, low: ExprId, high: ExprId) -> Option<ExprId> {
    let (again, once_more) = (g.p.copy_expr(x), g.p.copy_expr(x));
    let (least, most) = (g.p.copy_expr(low), g.p.copy_expr(high));
    let above = g.p.binary(BinaryOp::Gt, again, high).ok()?;
    let inner = g.p.cond(above, most, once_more).ok()?;
    let below = g.p.binary(BinaryOp::Lt, x, low).ok()?;
    g.p.cond(below, least, inner).ok()
}

/// `(x > 0) - (x < 0)`
pub fn sign(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let x = pure_lvalue(g, view, cx)?;
    let again = g.p.copy_expr(x);
    let (zero, null) = (int(g, 0), int(g, 0));
    let above = g.p.binary(BinaryOp::Gt, x, zero).ok()?;
    let below = g.p.binary(BinaryOp::Lt, again, null).ok()?;
    g.p.binary(BinaryOp::Sub, above, below).ok()
}

/// `x & -x`, `x & (x - 1)`, `x ^ (x - 1)` or `x | (x + 1)`.
pub fn lowest_bit(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (kind, _) = unsigned(g)?;
    let x = operand(g, view, cx, kind)?;
    let copy = g.p.copy_expr(x);
    let forms = [
        (BinaryOp::And, None),
        (BinaryOp::And, Some(BinaryOp::Sub)),
        (BinaryOp::Xor, Some(BinaryOp::Sub)),
        (BinaryOp::Or, Some(BinaryOp::Add)),
    ];
    let (op, inner) = *g.ch.pick("lowest-bit", &forms)?;
    let other = match inner {
        None => g.p.unary(UnaryOp::Neg, copy).ok()?,
        Some(step) => {
            let one = int(g, 1);
            g.p.binary(step, copy, one).ok()?
        }
    };
    g.p.binary(op, x, other).ok()
}

/// `(x & y) + ((x ^ y) >> 1)`, which does not overflow.
pub fn average(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (kind, _) = unsigned(g)?;
    let (x, y) = (operand(g, view, cx, kind)?, operand(g, view, cx, kind)?);
    let (again, once_more) = (g.p.copy_expr(x), g.p.copy_expr(y));
    let both = g.p.binary(BinaryOp::And, x, y).ok()?;
    let either = g.p.binary(BinaryOp::Xor, again, once_more).ok()?;
    let one = int(g, 1);
    let half = g.p.binary(BinaryOp::Shr, either, one).ok()?;
    g.p.binary(BinaryOp::Add, both, half).ok()
}

/// `(unsigned)(x + y) < x ? ~0u : x + y`
pub fn saturated(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let kinds = [IntKind::UInt, IntKind::ULong];
    let kind = *g.ch.pick("saturated-kind", &kinds)?;
    if !variables::is_on(g, kind) {
        return None;
    }
    let (x, y) = (operand(g, view, cx, kind)?, operand(g, view, cx, kind)?);
    let sum = g.p.binary(BinaryOp::Add, x, y).ok()?;
    let (again, left) = (g.p.copy_expr(sum), g.p.copy_expr(x));
    let wrapped = g.p.binary(BinaryOp::Lt, sum, left).ok()?;
    let zero = g.p.int_lit(0, kind);
    let most = g.p.unary(UnaryOp::BitNot, zero).ok()?;
    g.p.cond(wrapped, most, again).ok()
}

/// `(long long)x * y` of two `int`s, plain or added to something.
pub fn wide_product(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (narrow, wide) = (IntKind::Int, IntKind::LongLong);
    if !variables::is_on(g, wide) {
        return None;
    }
    let (x, y) = (operand(g, view, cx, narrow)?, operand(g, view, cx, narrow)?);
    let x = g.p.cast(x, Ty::int(wide)).ok()?;
    g.p.binary(BinaryOp::Mul, x, y).ok()
}

/// `(x & a) & (y & z) & (z & b)`: what cancels out only when it is put in order.
pub fn redundant(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (kind, _) = unsigned(g)?;
    let (x, y) = (operand(g, view, cx, kind)?, operand(g, view, cx, kind)?);
    let ops = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Add];
    let op = *g.ch.pick("redundant-op", &ops)?;
    let (again, once_more) = (g.p.copy_expr(x), g.p.copy_expr(y));
    let (a, b) = (constants::constant(g, IntKind::Int), constants::constant(g, IntKind::Int));
    let (a, b) = (g.p.cast(a, Ty::int(kind)).ok()?, g.p.cast(b, Ty::int(kind)).ok()?);
    let first = g.p.binary(op, x, a).ok()?;
    let second = g.p.binary(op, y, again).ok()?;
    let third = g.p.binary(op, once_more, b).ok()?;
    let sum = g.p.binary(op, first, second).ok()?;
    g.p.binary(op, sum, third).ok()
}

/// `(unsigned char)(x << (n & 7) | x >> (-n & 7))`, or with `8 - (n & 7)`: a narrow type, by a count that varies.
pub fn narrow_rotation(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let kinds = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong];
    let kind = variables::one_of(g, "rotated-kind", &kinds);
    let bits = u64::from(g.p.target().int_type(kind).bits);
    let x = operand(g, view, cx, kind)?;
    let n = operand(g, view, cx, IntKind::UInt)?;
    let (copy, again) = (g.p.copy_expr(x), g.p.copy_expr(n));
    let mask = int(g, bits - 1);
    let left = g.p.binary(BinaryOp::And, n, mask).ok()?;
    let mask = int(g, bits - 1);
    // By all bits of a type that is not promoted there is no shift.
    let negated = bits >= 32 || g.ch.chance("rotated-by-negation", g.policy.odds.idiom_form);
    let right = if negated {
        let minus = g.p.unary(UnaryOp::Neg, again).ok()?;
        g.p.binary(BinaryOp::And, minus, mask).ok()?
    } else {
        let low = g.p.binary(BinaryOp::And, again, mask).ok()?;
        let width = int(g, bits);
        g.p.binary(BinaryOp::Sub, width, low).ok()?
    };
    let a = g.p.binary(BinaryOp::Shl, x, left).ok()?;
    let b = g.p.binary(BinaryOp::Shr, copy, right).ok()?;
    let whole = g.p.binary(BinaryOp::Or, a, b).ok()?;
    g.p.cast(whole, Ty::int(kind)).ok()
}

/// `y & 1u << (x & 15)` or `y >> (x & 15) & 1`, plain or compared with zero.
pub fn bit_test(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::ULong];
    let kind = variables::one_of(g, "tested-kind", &kinds);
    let bits = u64::from(g.p.target().int_type(kind).bits);
    let (y, x) = (operand(g, view, cx, kind)?, operand(g, view, cx, IntKind::UInt)?);
    let signed = kind == IntKind::Int;
    let mask = int(g, if signed { bits / 2 - 1 } else { bits - 1 });
    let at = g.p.binary(BinaryOp::And, x, mask).ok()?;
    let shifted = signed || g.ch.chance("bit-shifted", g.policy.odds.idiom_form);
    let test = if shifted {
        let one = g.p.int_lit(1, kind);
        let bit = g.p.binary(BinaryOp::Shl, one, at).ok()?;
        g.p.binary(BinaryOp::And, y, bit).ok()?
    } else {
        let (down, one) = (g.p.binary(BinaryOp::Shr, y, at).ok()?, int(g, 1));
        g.p.binary(BinaryOp::And, down, one).ok()?
    };
    if g.ch.chance("bit-compared", g.policy.odds.idiom_form) {
        let zero = int(g, 0);
        return g.p.binary(BinaryOp::Ne, test, zero).ok();
    }
    Some(test)
}

/// `-(a == b)`, plain or as a mask.
pub fn negated_comparison(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (a, b) = (pure_lvalue(g, view, cx)?, pure_lvalue(g, view, cx)?);
    let op = *g.ch.pick("negated-comparison", &crate::expr::operators::COMPARISONS)?;
    let test = g.p.binary(op, a, b).ok()?;
    let mask = g.p.unary(UnaryOp::Neg, test).ok()?;
    if g.ch.chance("comparison-mask", g.policy.odds.idiom_form) {
        let x = pure_lvalue(g, view, cx)?;
        return g.p.binary(BinaryOp::And, mask, x).ok();
    }
    Some(mask)
}
