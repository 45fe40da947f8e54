//! Expressions that compilers have a pattern for: choices between places, clamps, signs, isolated bits, averages and sums
//! without overflow, saturation, products of twice the width.

use crate::expr::lvalue;
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::idioms::{int, operand, unsigned};
use crate::types::{constants, variables};
use ir::{BinaryOp, ExprId, IntKind, Ty, UnaryOp};

/// A variable that can be written several times.
fn pure_lvalue(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    lvalue::int_lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))
}

/// `*(x < c ? &a : &b)`
pub fn chosen_place(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    if !m.grow.policy.types.pointers {
        return None;
    }
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::ULong];
    let ty = Ty::int(variables::one_of(m, "place-kind", &kinds));
    let x = pure_lvalue(m, cx)?;
    let c = constants::constant(m, IntKind::Int);
    let cond = m.grow.p.binary(BinaryOp::Lt, x, c).ok()?;
    let (a, b) = (lvalue::address(m, cx, ty, 0)?, lvalue::address(m, cx, ty, 0)?);
    let place = m.grow.p.cond(cond, a, b).ok()?;
    m.grow.p.deref(place).ok()
}

/// `x < low ? low : x > high ? high : x`
pub fn clamped(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let x = pure_lvalue(m, cx)?;
    let low = m.grow.ch.between("clamp-low", 0, m.grow.policy.idioms.max_clamp);
    let width = m.grow.ch.between("clamp-width", 1, m.grow.policy.idioms.max_clamp);
    let bound = |m: &mut Run, n: u32| m.grow.p.int_const(i128::from(n), Ty::INT);
    let (least, most) = (bound(m, low), bound(m, low + width));
    clamp(m, x, least, most)
}

/// The same with variables for bounds: they may be the wrong way round.
pub fn clamped_by_variables(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let [x, low, high] = [pure_lvalue(m, cx)?, pure_lvalue(m, cx)?, pure_lvalue(m, cx)?];
    clamp(m, x, low, high)
}

fn clamp(m: &mut Run, x: ExprId, low: ExprId, high: ExprId) -> Option<ExprId> {
    let (again, once_more) = (m.grow.p.copy_expr(x), m.grow.p.copy_expr(x));
    let (least, most) = (m.grow.p.copy_expr(low), m.grow.p.copy_expr(high));
    let above = m.grow.p.binary(BinaryOp::Gt, again, high).ok()?;
    let inner = m.grow.p.cond(above, most, once_more).ok()?;
    let below = m.grow.p.binary(BinaryOp::Lt, x, low).ok()?;
    m.grow.p.cond(below, least, inner).ok()
}

/// `(x > 0) - (x < 0)`
pub fn sign(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let x = pure_lvalue(m, cx)?;
    let again = m.grow.p.copy_expr(x);
    let (zero, null) = (int(m, 0), int(m, 0));
    let above = m.grow.p.binary(BinaryOp::Gt, x, zero).ok()?;
    let below = m.grow.p.binary(BinaryOp::Lt, again, null).ok()?;
    m.grow.p.binary(BinaryOp::Sub, above, below).ok()
}

/// `x & -x`, `x & (x - 1)`, `x ^ (x - 1)` or `x | (x + 1)`.
pub fn lowest_bit(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (kind, _) = unsigned(m)?;
    let x = operand(m, cx, kind)?;
    let copy = m.grow.p.copy_expr(x);
    let forms = [
        (BinaryOp::And, None),
        (BinaryOp::And, Some(BinaryOp::Sub)),
        (BinaryOp::Xor, Some(BinaryOp::Sub)),
        (BinaryOp::Or, Some(BinaryOp::Add)),
    ];
    let (op, inner) = *m.grow.ch.pick("lowest-bit", &forms)?;
    let other = match inner {
        None => m.grow.p.unary(UnaryOp::Neg, copy).ok()?,
        Some(step) => {
            let one = int(m, 1);
            m.grow.p.binary(step, copy, one).ok()?
        }
    };
    m.grow.p.binary(op, x, other).ok()
}

/// `(x & y) + ((x ^ y) >> 1)`, which does not overflow.
pub fn average(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (kind, _) = unsigned(m)?;
    let (x, y) = (operand(m, cx, kind)?, operand(m, cx, kind)?);
    let (again, once_more) = (m.grow.p.copy_expr(x), m.grow.p.copy_expr(y));
    let both = m.grow.p.binary(BinaryOp::And, x, y).ok()?;
    let either = m.grow.p.binary(BinaryOp::Xor, again, once_more).ok()?;
    let one = int(m, 1);
    let half = m.grow.p.binary(BinaryOp::Shr, either, one).ok()?;
    m.grow.p.binary(BinaryOp::Add, both, half).ok()
}

/// `(unsigned)(x + y) < x ? ~0u : x + y`
pub fn saturated(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let kinds = [IntKind::UInt, IntKind::ULong];
    let kind = *m.grow.ch.pick("saturated-kind", &kinds)?;
    if !variables::is_on(m, kind) {
        return None;
    }
    let (x, y) = (operand(m, cx, kind)?, operand(m, cx, kind)?);
    let sum = m.grow.p.binary(BinaryOp::Add, x, y).ok()?;
    let (again, left) = (m.grow.p.copy_expr(sum), m.grow.p.copy_expr(x));
    let wrapped = m.grow.p.binary(BinaryOp::Lt, sum, left).ok()?;
    let zero = m.grow.p.int_lit(0, kind);
    let most = m.grow.p.unary(UnaryOp::BitNot, zero).ok()?;
    m.grow.p.cond(wrapped, most, again).ok()
}

/// `(long long)x * y` of two `int`s, plain or added to something.
pub fn wide_product(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (narrow, wide) = (IntKind::Int, IntKind::LongLong);
    if !variables::is_on(m, wide) {
        return None;
    }
    let (x, y) = (operand(m, cx, narrow)?, operand(m, cx, narrow)?);
    let x = m.grow.p.cast(x, Ty::int(wide)).ok()?;
    m.grow.p.binary(BinaryOp::Mul, x, y).ok()
}

/// `(x & a) & (y & z) & (z & b)`: what cancels out only when it is put in order.
pub fn redundant(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (kind, _) = unsigned(m)?;
    let (x, y) = (operand(m, cx, kind)?, operand(m, cx, kind)?);
    let ops = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Add];
    let op = *m.grow.ch.pick("redundant-op", &ops)?;
    let (again, once_more) = (m.grow.p.copy_expr(x), m.grow.p.copy_expr(y));
    let (a, b) = (constants::constant(m, IntKind::Int), constants::constant(m, IntKind::Int));
    let (a, b) = (m.grow.p.cast(a, Ty::int(kind)).ok()?, m.grow.p.cast(b, Ty::int(kind)).ok()?);
    let first = m.grow.p.binary(op, x, a).ok()?;
    let second = m.grow.p.binary(op, y, again).ok()?;
    let third = m.grow.p.binary(op, once_more, b).ok()?;
    let sum = m.grow.p.binary(op, first, second).ok()?;
    m.grow.p.binary(op, sum, third).ok()
}

/// `(unsigned char)(x << (n & 7) | x >> (-n & 7))`, or with `8 - (n & 7)`: a narrow type, by a count that varies.
pub fn narrow_rotation(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let kinds = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong];
    let kind = variables::one_of(m, "rotated-kind", &kinds);
    let bits = u64::from(m.grow.p.target().int_type(kind).bits);
    let x = operand(m, cx, kind)?;
    let n = operand(m, cx, IntKind::UInt)?;
    let (copy, again) = (m.grow.p.copy_expr(x), m.grow.p.copy_expr(n));
    let mask = int(m, bits - 1);
    let left = m.grow.p.binary(BinaryOp::And, n, mask).ok()?;
    let mask = int(m, bits - 1);
    // By all bits of a type that is not promoted there is no shift.
    let negated = bits >= 32 || m.grow.ch.chance("rotated-by-negation", m.grow.policy.odds.idiom_form);
    let right = if negated {
        let minus = m.grow.p.unary(UnaryOp::Neg, again).ok()?;
        m.grow.p.binary(BinaryOp::And, minus, mask).ok()?
    } else {
        let low = m.grow.p.binary(BinaryOp::And, again, mask).ok()?;
        let width = int(m, bits);
        m.grow.p.binary(BinaryOp::Sub, width, low).ok()?
    };
    let a = m.grow.p.binary(BinaryOp::Shl, x, left).ok()?;
    let b = m.grow.p.binary(BinaryOp::Shr, copy, right).ok()?;
    let whole = m.grow.p.binary(BinaryOp::Or, a, b).ok()?;
    m.grow.p.cast(whole, Ty::int(kind)).ok()
}

/// `y & 1u << (x & 15)` or `y >> (x & 15) & 1`, plain or compared with zero.
pub fn bit_test(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::ULong];
    let kind = variables::one_of(m, "tested-kind", &kinds);
    let bits = u64::from(m.grow.p.target().int_type(kind).bits);
    let (y, x) = (operand(m, cx, kind)?, operand(m, cx, IntKind::UInt)?);
    let signed = kind == IntKind::Int;
    let mask = int(m, if signed { bits / 2 - 1 } else { bits - 1 });
    let at = m.grow.p.binary(BinaryOp::And, x, mask).ok()?;
    let shifted = signed || m.grow.ch.chance("bit-shifted", m.grow.policy.odds.idiom_form);
    let test = if shifted {
        let one = m.grow.p.int_lit(1, kind);
        let bit = m.grow.p.binary(BinaryOp::Shl, one, at).ok()?;
        m.grow.p.binary(BinaryOp::And, y, bit).ok()?
    } else {
        let (down, one) = (m.grow.p.binary(BinaryOp::Shr, y, at).ok()?, int(m, 1));
        m.grow.p.binary(BinaryOp::And, down, one).ok()?
    };
    if m.grow.ch.chance("bit-compared", m.grow.policy.odds.idiom_form) {
        let zero = int(m, 0);
        return m.grow.p.binary(BinaryOp::Ne, test, zero).ok();
    }
    Some(test)
}

/// `-(a == b)`, plain or as a mask.
pub fn negated_comparison(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (a, b) = (pure_lvalue(m, cx)?, pure_lvalue(m, cx)?);
    let op = *m.grow.ch.pick("negated-comparison", &crate::expr::operators::COMPARISONS)?;
    let test = m.grow.p.binary(op, a, b).ok()?;
    let mask = m.grow.p.unary(UnaryOp::Neg, test).ok()?;
    if m.grow.ch.chance("comparison-mask", m.grow.policy.odds.idiom_form) {
        let x = pure_lvalue(m, cx)?;
        return m.grow.p.binary(BinaryOp::And, mask, x).ok();
    }
    Some(mask)
}
