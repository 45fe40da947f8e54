//! Orange's four rules that keep floating arithmetic exact, for sites that are evaluated for the first time: (1) every
//! value is a whole number within the mantissa, which the machine sees to; (2) a sum, difference or product that is not is
//! flipped; (3) a quotient with a fraction loses it, `x / y` becoming `(x - k) / y`; (4) a conversion that would overflow
//! has an addition inserted before it.
//!
//! Divisors of zero and negative zeros, which the paper does not mention, go the way of (4): neither is left.

use crate::repair::arithmetic;
use crate::repair::orange_int::{add, operand_of, within};
use crate::repair::site::Operand;
use crate::state::Run;
use crate::state::census::RepairKind;
use crate::types::floats::{kind_of, precision, whole};
use ir::arith::{float, int};
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, IntType, Ty};
use machine::{Ub, Value};

/// A floating operand with its value.
#[derive(Clone, Copy)]
struct Side {
    e: ExprId,
    value: i64,
}

pub fn mend(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    match m.grow.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (side(a, held)?, side(b, held)?);
            operation(m, site, op, a, b)
        }
        ExprKind::Cast(a) | ExprKind::Convert(a) => conversion(m, site, ub, a, held),
        _ => None,
    }
}

/// The value of an operand, which is whole.
fn side(e: ExprId, held: &[(ExprId, Value)]) -> Option<Side> {
    match held.iter().find(|(h, _)| *h == e)?.1 {
        Value::Float(f) => Some(Side { e, value: float::to_int(f, IntType::signed(64)).ok()? as i64 }),
        _ => None,
    }
}

/// The largest whole number of a kind: the next one is a power of two.
fn most(kind: FloatKind) -> i64 {
    (1 << precision(kind)) - 1
}

fn operation(m: &mut Run, site: ExprId, op: BinaryOp, a: Side, b: Side) -> Option<RepairKind> {
    let kind = kind_of(m, m.grow.p.ty(site))?;
    match op {
        BinaryOp::Mul if a.value == 0 || b.value == 0 => return insert_factor(m, site, kind, a, b),
        BinaryOp::Div if a.value == 0 && b.value != 0 => return insert_dividend(m, site, kind, a, b),
        _ => {}
    }
    let flipping = m.grow.policy.repairs.flip > 0;
    let (other, done) = match op {
        BinaryOp::Add => (BinaryOp::Sub, RepairKind::OrangeFloatAddFlip),
        BinaryOp::Sub => (BinaryOp::Add, RepairKind::OrangeFloatSubFlip),
        BinaryOp::Mul => (BinaryOp::Div, RepairKind::OrangeFloatMulFlip),
        BinaryOp::Div if b.value == 0 => return insert_divisor(m, site, kind, a, b),
        BinaryOp::Div => return remove_fraction(m, site, kind, a, b),
        _ => return None,
    };
    if !flipping {
        return insert(m, site, op, kind, a, b);
    }
    arithmetic::set_operands(m, site, other, a.e, b.e);
    Some(done)
}

/// `(a + k) op b`
fn insert(m: &mut Run, site: ExprId, op: BinaryOp, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let (most, y) = (most(kind), b.value);
    let (low, high) = match op {
        BinaryOp::Add => (-most - y, most - y),
        BinaryOp::Sub => (y - most, most + y),
        _ => (-(most / y.abs()), most / y.abs()),
    };
    let a = add_whole(m, a, kind, low, high)?;
    arithmetic::set_operands(m, site, op, a, b.e);
    Some(RepairKind::OrangeFloatInsert)
}

fn insert_divisor(m: &mut Run, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let b = add_whole(m, b, kind, 1, most(kind))?;
    arithmetic::set_operands(m, site, BinaryOp::Div, a.e, b);
    Some(RepairKind::OrangeFloatDivisor)
}

/// `(a - k) / b` is whole. It is not zero where that would be a negative one.
fn remove_fraction(m: &mut Run, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let rest = match a.value % b.value {
        rest if rest != a.value || b.value > 0 => rest,
        _ if a.value < 0 => a.value - b.value,
        _ => a.value + b.value,
    };
    let k = constant(m, kind, rest);
    let whole = m.grow.p.binary(BinaryOp::Sub, a.e, k).ok()?;
    arithmetic::set_operands(m, site, BinaryOp::Div, whole, b.e);
    Some(RepairKind::OrangeFloatFraction)
}

/// A factor of zero, beside a negative one.
fn insert_factor(m: &mut Run, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let most_beside = |other: Side| most(kind) / other.value.abs().max(1);
    let (mut left, mut right) = (a.e, b.e);
    if a.value == 0 {
        left = add_whole(m, a, kind, 1, most_beside(b))?;
    } else {
        right = add_whole(m, b, kind, 1, most_beside(a))?;
    }
    arithmetic::set_operands(m, site, BinaryOp::Mul, left, right);
    Some(RepairKind::OrangeFloatFactor)
}

/// A dividend of zero, with a negative divisor: it becomes the divisor.
fn insert_dividend(m: &mut Run, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let k = constant(m, kind, b.value);
    let sum = m.grow.p.binary(BinaryOp::Add, a.e, k).ok()?;
    arithmetic::set_operands(m, site, BinaryOp::Div, sum, b.e);
    Some(RepairKind::OrangeFloatDividend)
}

fn constant(m: &mut Run, kind: FloatKind, value: i64) -> ExprId {
    let literal = whole(m, kind, value);
    operand_of(m, Ty::float(kind), literal)
}

/// `a + k`, where the sum is within the range.
fn add_whole(m: &mut Run, a: Side, kind: FloatKind, low: i64, high: i64) -> Option<ExprId> {
    let most = most(kind);
    let low = low.max(a.value - most).max(-most);
    let high = high.min(a.value + most).min(most);
    let sum = within(m, i128::from(low), i128::from(high))? as i64;
    let k = constant(m, kind, sum - a.value);
    m.grow.p.binary(BinaryOp::Add, a.e, k).ok()
}

fn conversion(m: &mut Run, site: ExprId, ub: &Ub, a: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let from = kind_of(m, m.grow.p.ty(a));
    let to = kind_of(m, e.ty);
    let (sum, done) = match (from, to) {
        (None, Some(to)) => (from_int(m, a, to, held)?, RepairKind::OrangeToFloat),
        (Some(from), Some(to)) => {
            let a = side(a, held)?;
            (add_whole(m, a, from, -most(to), most(to))?, RepairKind::OrangeNarrower)
        }
        (Some(from), None) if matches!(ub, Ub::FloatToInt { .. }) => {
            let t = m.grow.p.types.int_type(e.ty)?;
            let limit = i128::from(most(FloatKind::Double));
            let (low, high) = (int::min::<i128>(t).max(-limit), int::max::<i128>(t).min(limit));
            let a = side(a, held)?;
            (add_whole(m, a, from, low as i64, high as i64)?, RepairKind::OrangeToInt)
        }
        _ => return None,
    };
    let kind = match e.kind {
        ExprKind::Cast(_) => ExprKind::Cast(sum),
        _ => ExprKind::Convert(sum),
    };
    m.grow.p.set_expr(site, kind, e.ty);
    Some(done)
}

fn from_int(m: &mut Run, a: ExprId, to: FloatKind, held: &[(ExprId, Value)]) -> Option<ExprId> {
    let ty = m.grow.p.types.int_type(m.grow.p.ty(a)).filter(|t| t.bits <= 64)?;
    let value = held.iter().find(|(h, _)| *h == a).and_then(|(_, v)| v.wide(ty))?;
    let most = i128::from(most(to));
    add(m, Operand { e: a, value, ty }, (-most, most))
}
