//! Operators on values: one row for each, dispatching to the arithmetic of `ir`. No memory, no program; what
//! is undefined comes back as a value.

use crate::ub::{Arith, Ub};
use crate::value::Value;
use ir::arith::float::{self, Float};
use ir::arith::int::{self, Fault, ShiftRules, Word};
use ir::{BinaryOp, IntType, UnaryOp};

/// A binary operator on integers of one type. For shifts, `count` is the type of the right operand.
#[inline]
pub fn int_binary(
    op: BinaryOp,
    t: IntType,
    count: IntType,
    a: Value,
    b: Value,
    rules: ShiftRules,
) -> Result<Value, Ub> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && t.bits <= 64
    {
        return match word_binary(op, t, x, y, rules) {
            Ok(v) => Ok(Value::Int(v)),
            Err(fault) => Err(explain(fault, op, t, int::widen(t, x), int::widen(count, y))),
        };
    }
    let (Some(x), Some(y)) = (a.wide(t), b.wide(count)) else { return Err(Ub::MissingReturn) };
    match word_binary(op, t, x, y, rules) {
        Ok(v) if op.is_comparison() => Ok(Value::Int(v as i64)),
        Ok(v) => Ok(Value::from_wide(t, v)),
        Err(fault) => Err(explain(fault, op, t, x, y)),
    }
}

#[inline(always)]
pub(crate) fn word_binary<W: Word>(
    op: BinaryOp,
    t: IntType,
    a: W,
    b: W,
    rules: ShiftRules,
) -> Result<W, Fault> {
    let truth = |b: bool| Ok(if b { W::ONE } else { W::ZERO });
    let result = match op {
        BinaryOp::Add => int::add(t, a, b),
        BinaryOp::Sub => int::sub(t, a, b),
        BinaryOp::Mul => int::mul(t, a, b),
        BinaryOp::Div => int::div(t, a, b),
        BinaryOp::Rem => int::rem(t, a, b),
        BinaryOp::Shl => int::shl(t, a, b, rules),
        BinaryOp::Shr => match int::shr(t, a, b) {
            Ok(_) if rules == ShiftRules::Portable && t.signed && a < W::ZERO => Err(Fault::ShiftNegative),
            shifted => shifted,
        },
        BinaryOp::And => Ok(int::and(t, a, b)),
        BinaryOp::Or => Ok(int::or(t, a, b)),
        BinaryOp::Xor => Ok(int::xor(t, a, b)),
        BinaryOp::Lt => truth(int::lt(t, a, b)),
        BinaryOp::Gt => truth(int::gt(t, a, b)),
        BinaryOp::Le => truth(int::le(t, a, b)),
        BinaryOp::Ge => truth(int::ge(t, a, b)),
        BinaryOp::Eq => truth(int::eq(t, a, b)),
        BinaryOp::Ne => truth(int::ne(t, a, b)),
    };
    match result {
        Err(Fault::Overflow) if rules == ShiftRules::Wrapping => Ok(wrapped(op, t, a, b)),
        result => result,
    }
}

/// The result of an operation that overflows, modulo two to the power of the width.
#[cold]
fn wrapped<W: Word>(op: BinaryOp, t: IntType, a: W, b: W) -> W {
    let u = IntType::unsigned(t.bits);
    let (x, y) = (int::wrap(u, a), int::wrap(u, b));
    let result = match op {
        BinaryOp::Sub => int::sub(u, x, y),
        BinaryOp::Mul => int::mul(u, x, y),
        _ => int::add(u, x, y),
    };
    int::wrap(t, result.unwrap_or(a))
}

/// The arithmetic knows that something is wrong; here it gets its operands.
#[cold]
pub fn explain(fault: Fault, op: BinaryOp, ty: IntType, a: i128, b: i128) -> Ub {
    match fault {
        Fault::Overflow => Ub::SignedOverflow { op: Arith::Binary(op), ty, a, b },
        Fault::DivideByZero => Ub::DivideByZero { op },
        Fault::DivideOverflow => Ub::DivideOverflow { op, ty },
        Fault::ShiftCount => Ub::ShiftCount { width: ty.bits, count: b },
        Fault::ShiftNegative => Ub::ShiftNegative { value: a },
        Fault::ShiftOverflow => Ub::ShiftOverflow { value: a, count: b, width: ty.bits },
    }
}

/// A binary operator on floating values of one format.
pub fn float_binary(op: BinaryOp, a: Float, b: Float) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => Value::Float(float::add(a, b)),
        BinaryOp::Sub => Value::Float(float::sub(a, b)),
        BinaryOp::Mul => Value::Float(float::mul(a, b)),
        BinaryOp::Div => Value::Float(float::div(a, b)),
        BinaryOp::Lt => Value::from_bool(float::lt(a, b)),
        BinaryOp::Gt => Value::from_bool(float::gt(a, b)),
        BinaryOp::Le => Value::from_bool(float::le(a, b)),
        BinaryOp::Ge => Value::from_bool(float::ge(a, b)),
        BinaryOp::Eq => Value::from_bool(float::eq(a, b)),
        BinaryOp::Ne => Value::from_bool(float::ne(a, b)),
        BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            return None;
        }
    })
}

/// `+`, `-` and `~` on an integer; `!` has its own way, since any scalar can be its operand.
pub fn int_unary(op: UnaryOp, t: IntType, a: Value, rules: ShiftRules) -> Result<Value, Ub> {
    match a {
        Value::Int(x) => word_unary(op, t, x, rules).map(Value::Int),
        _ => {
            let x = a.wide(t).ok_or(Ub::MissingReturn)?;
            word_unary(op, t, x, rules).map(|v| Value::from_wide(t, v))
        }
    }
}

fn word_unary<W: Word>(op: UnaryOp, t: IntType, a: W, rules: ShiftRules) -> Result<W, Ub> {
    match op {
        UnaryOp::Plus => Ok(a),
        UnaryOp::BitNot => Ok(int::not(t, a)),
        UnaryOp::Not => Ok(if a == W::ZERO { W::ONE } else { W::ZERO }),
        // What has no counterpart is its own.
        UnaryOp::Neg if rules == ShiftRules::Wrapping => Ok(int::neg(t, a).unwrap_or(a)),
        UnaryOp::Neg => {
            int::neg(t, a).map_err(|_| Ub::SignedOverflow { op: Arith::Neg, ty: t, a: a.widened(t), b: 0 })
        }
    }
}

/// Whether a scalar compares unequal to zero.
#[inline]
pub fn truth(value: Value) -> Option<bool> {
    match value {
        Value::Int(v) => Some(v != 0),
        Value::Wide(v) => Some(v != [0, 0]),
        Value::Float(f) => Some(!f.is_zero()),
        Value::Pointer(p) => Some(!p.is_null()),
        Value::Void | Value::Record(_) | Value::Vector(_) | Value::VaList(_) => None,
    }
}
