//! Orange's four rules that keep floating arithmetic exact, for sites that are evaluated for the first time: (1) every
//! value is a whole number within the mantissa, which the machine sees to; (2) a sum, difference or product that is not is
//! flipped; (3) a quotient with a fraction loses it, `x / y` becoming `(x - k) / y`; (4) a conversion that would overflow
//! has an addition inserted before it.
//!
//! Divisors of zero and negative zeros, which the paper does not mention, go the way of (4): neither is left.

use crate::repair::arithmetic;
use crate::repair::orange_int::{add, operand_of, within};
use crate::repair::site::Operand;
use crate::state::Gen;
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

pub fn repair(g: &mut Gen, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    match g.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (side(a, held)?, side(b, held)?);
            operation(g, site, op, a, b)
        }
        ExprKind::Cast(a) | ExprKind::Convert(a) => conversion(g, site, ub, a, held),
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

fn operation(g: &mut Gen, site: ExprId, op: BinaryOp, a: Side, b: Side) -> Option<RepairKind> {
    let kind = kind_of(g, g.p.ty(site))?;
    match op {
        BinaryOp::Mul if a.value == 0 || b.value == 0 => return insert_factor(g, site, kind, a, b),
        BinaryOp::Div if a.value == 0 && b.value != 0 => return insert_dividend(g, site, kind, a, b),
        _ => {}
    }
    let flipping = g.policy.repairs.flip > 0;
    let (other, done) = match op {
        BinaryOp::Add => (BinaryOp::Sub, RepairKind::OrangeFloatAddFlip),
        BinaryOp::Sub => (BinaryOp::Add, RepairKind::OrangeFloatSubFlip),
        BinaryOp::Mul => (BinaryOp::Div, RepairKind::OrangeFloatMulFlip),
        BinaryOp::Div if b.value == 0 => return insert_divisor(g, site, kind, a, b),
        BinaryOp::Div => return remove_fraction(g, site, kind, a, b),
        _ => return None,
    };
    if !flipping {
        return insert(g, site, op, kind, a, b);
    }
    arithmetic::set_operands(g, site, other, a.e, b.e);
    Some(done)
}

/// `(a + k) op b`
fn insert(g: &mut Gen, site: ExprId, op: BinaryOp, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let (most, y) = (most(kind), b.value);
    let (low, high) = match op {
        BinaryOp::Add => (-most - y, most - y),
        BinaryOp::Sub => (y - most, most + y),
        _ => (-(most / y.abs()), most / y.abs()),
    };
    let a = add_whole(g, a, kind, low, high)?;
    arithmetic::set_operands(g, site, op, a, b.e);
    Some(RepairKind::OrangeFloatInsert)
}

fn insert_divisor(g: &mut Gen, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let b = add_whole(g, b, kind, 1, most(kind))?;
    arithmetic::set_operands(g, site, BinaryOp::Div, a.e, b);
    Some(RepairKind::OrangeFloatDivisor)
}

/// `(a - k) / b` is whole. It is not zero where that would be a negative one.
fn remove_fraction(g: &mut Gen, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let rest = match a.value % b.value {
        rest if rest != a.value || b.value > 0 => rest,
        _ if a.value < 0 => a.value - b.value,
        _ => a.value + b.value,
    };
    let k = constant(g, kind, rest);
    let whole = g.p.binary(BinaryOp::Sub, a.e, k).ok()?;
    arithmetic::set_operands(g, site, BinaryOp::Div, whole, b.e);
    Some(RepairKind::OrangeFloatFraction)
}

/// A factor of zero, beside a negative one.
fn insert_factor(g: &mut Gen, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let most_beside = |other: Side| most(kind) / other.value.abs().max(1);
    let (mut left, mut right) = (a.e, b.e);
    if a.value == 0 {
        left = add_whole(g, a, kind, 1, most_beside(b))?;
    } else {
        right = add_whole(g, b, kind, 1, most_beside(a))?;
    }
    arithmetic::set_operands(g, site, BinaryOp::Mul, left, right);
    Some(RepairKind::OrangeFloatFactor)
}

/// A dividend of zero, with a negative divisor: it becomes the divisor.
fn insert_dividend(g: &mut Gen, site: ExprId, kind: FloatKind, a: Side, b: Side) -> Option<RepairKind> {
    let k = constant(g, kind, b.value);
    let sum = g.p.binary(BinaryOp::Add, a.e, k).ok()?;
    arithmetic::set_operands(g, site, BinaryOp::Div, sum, b.e);
    Some(RepairKind::OrangeFloatDividend)
}

fn constant(g: &mut Gen, kind: FloatKind, value: i64) -> ExprId {
    let literal = whole(g, kind, value);
    operand_of(g, Ty::float(kind), literal)
}

/// `a + k`, where the sum is within the range.
fn add_whole(g: &mut Gen, a: Side, kind: FloatKind, low: i64, high: i64) -> Option<ExprId> {
    let most = most(kind);
    let low = low.max(a.value - most).max(-most);
    let high = high.min(a.value + most).min(most);
    let sum = within(g, i128::from(low), i128::from(high))? as i64;
    let k = constant(g, kind, sum - a.value);
    g.p.binary(BinaryOp::Add, a.e, k).ok()
}

fn conversion(g: &mut Gen, site: ExprId, ub: &Ub, a: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let from = kind_of(g, g.p.ty(a));
    let to = kind_of(g, e.ty);
    let (sum, done) = match (from, to) {
        (None, Some(to)) => (from_int(g, a, to, held)?, RepairKind::OrangeToFloat),
        (Some(from), Some(to)) => {
            let a = side(a, held)?;
            (add_whole(g, a, from, -most(to), most(to))?, RepairKind::OrangeNarrower)
        }
        (Some(from), None) if matches!(ub, Ub::FloatToInt { .. }) => {
            let t = g.p.types.int_type(e.ty)?;
            let limit = i128::from(most(FloatKind::Double));
            let (low, high) = (int::min::<i128>(t).max(-limit), int::max::<i128>(t).min(limit));
            let a = side(a, held)?;
            (add_whole(g, a, from, low as i64, high as i64)?, RepairKind::OrangeToInt)
        }
        _ => return None,
    };
    let kind = match e.kind {
        ExprKind::Cast(_) => ExprKind::Cast(sum),
        _ => ExprKind::Convert(sum),
    };
    g.p.set_expr(site, kind, e.ty);
    Some(done)
}

fn from_int(g: &mut Gen, a: ExprId, to: FloatKind, held: &[(ExprId, Value)]) -> Option<ExprId> {
    let ty = g.p.types.int_type(g.p.ty(a)).filter(|t| t.bits <= 64)?;
    let value = held.iter().find(|(h, _)| *h == a).and_then(|(_, v)| v.wide(ty))?;
    let most = i128::from(most(to));
    add(g, Operand { e: a, value, ty }, (-most, most))
}
