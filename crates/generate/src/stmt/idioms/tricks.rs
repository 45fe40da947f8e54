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
    let (low, high) = (i128::from(low), i128::from(low + width));
    let (again, once_more) = (m.grow.p.copy_expr(x), m.grow.p.copy_expr(x));
    let bound = |m: &mut Run, n: i128| m.grow.p.int_const(n, Ty::INT);
    let (least, most) = (bound(m, low), bound(m, high));
    let above = m.grow.p.binary(BinaryOp::Gt, again, most).ok()?;
    let most = bound(m, high);
    let inner = m.grow.p.cond(above, most, once_more).ok()?;
    let below = m.grow.p.binary(BinaryOp::Lt, x, least).ok()?;
    let least = bound(m, low);
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
