//! Integer constant expressions (C17 6.6p6): array lengths, bit-field widths, cases, enumerators and
//! null pointer constants. Not address constants, nor floating arithmetic.

use crate::arith::float::{self, Float};
use crate::arith::int::{self, ShiftRules};
use crate::expr::{BinaryOp, ExprKind, LogicOp, UnaryOp};
use crate::ids::ExprId;
use crate::program::Program;
use crate::target::IntType;

/// The value of an integer constant expression; `None` if it is not one, or has no defined value.
pub fn int_value(p: &Program, e: ExprId) -> Option<i128> {
    evaluate(p, e).ok()
}

/// Why there is no value. An undefined operand that is not evaluated, as in `1 ? 2 : 1 / 0`, does no harm.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    NotConstant,
    Undefined,
}

type Value = Result<i128, Why>;

/// Walks down the first operands in a loop, so that the length of `a + b + c…` costs no stack.
fn evaluate(p: &Program, e: ExprId) -> Value {
    let mut spine = Vec::new();
    let mut at = e;
    while let Some(first) = first_operand(p, at) {
        spine.push(at);
        at = first;
    }
    let mut value = leaf(p, at);
    for e in spine.into_iter().rev() {
        value = combine(p, e, value);
        if value == Err(Why::NotConstant) {
            break;
        }
    }
    value
}

fn first_operand(p: &Program, e: ExprId) -> Option<ExprId> {
    let first = match p.exprs[e].kind {
        ExprKind::Unary(_, a)
        | ExprKind::Cast(a)
        | ExprKind::Convert(a)
        | ExprKind::Binary(_, a, _)
        | ExprKind::Logic(_, a, _)
        | ExprKind::Cond { cond: a, .. } => a,
        _ => return None,
    };
    p.types.is_integer(p.ty(first)).then_some(first)
}

fn leaf(p: &Program, e: ExprId) -> Value {
    let size = |size: u64| Ok(i128::from(size));
    match p.exprs[e].kind {
        ExprKind::Int { value, .. } => Ok(int::wrap(int_type(p, e)?, i128::from(value))),
        ExprKind::EnumConst(id, n) => Ok(p.types.enums[id].constants[n as usize].1),
        ExprKind::SizeofType(ty) => size(p.types.size(ty)),
        ExprKind::SizeofExpr(e) => size(p.types.size(p.ty(e))),
        ExprKind::AlignofType(ty) => size(p.types.align(ty)),
        ExprKind::Offsetof(record, field) => size(p.types.layout(record).fields[field as usize].offset),
        // A floating constant may be the immediate operand of a cast.
        ExprKind::Cast(inner) | ExprKind::Convert(inner) => truncated(p, e, inner),
        _ => Err(Why::NotConstant),
    }
}

fn truncated(p: &Program, cast: ExprId, operand: ExprId) -> Value {
    let ExprKind::Float(id) = p.exprs[operand].kind else { return Err(Why::NotConstant) };
    let to = int_type(p, cast)?;
    let lit = p.floats[id];
    let value = Float::from_bits(p.target().float_format(lit.kind), lit.bits);
    if to.is_bool() {
        return Ok(i128::from(!value.is_zero()));
    }
    float::to_int(value, to).map_err(|_| Why::Undefined)
}

fn int_type(p: &Program, e: ExprId) -> Result<IntType, Why> {
    p.types.int_type(p.ty(e)).ok_or(Why::NotConstant)
}

/// The value of a node whose first operand is known.
fn combine(p: &Program, e: ExprId, first: Value) -> Value {
    match p.exprs[e].kind {
        ExprKind::Unary(op, a) => unary(op, int_type(p, a)?, first?),
        ExprKind::Cast(a) | ExprKind::Convert(a) => {
            Ok(int::convert::<i128, i128>(int_type(p, a)?, int_type(p, e)?, first?))
        }
        ExprKind::Binary(op, a, b) => {
            let second = evaluate(p, b)?;
            binary(op, int_type(p, a)?, first?, second)
        }
        ExprKind::Logic(op, _, b) => logic(op, first?, evaluate(p, b)),
        ExprKind::Cond { then, els, .. } => choose(first?, evaluate(p, then), evaluate(p, els)),
        _ => Err(Why::NotConstant),
    }
}

fn unary(op: UnaryOp, t: IntType, a: i128) -> Value {
    match op {
        UnaryOp::Plus => Ok(a),
        UnaryOp::Neg => int::neg(t, a).map_err(|_| Why::Undefined),
        UnaryOp::BitNot => Ok(int::not(t, a)),
        UnaryOp::Not => Ok(i128::from(a == 0)),
    }
}

fn binary(op: BinaryOp, t: IntType, a: i128, b: i128) -> Value {
    let result = match op {
        BinaryOp::Add => int::add(t, a, b),
        BinaryOp::Sub => int::sub(t, a, b),
        BinaryOp::Mul => int::mul(t, a, b),
        BinaryOp::Div => int::div(t, a, b),
        BinaryOp::Rem => int::rem(t, a, b),
        BinaryOp::Shl => int::shl(t, a, b, ShiftRules::Classic),
        BinaryOp::Shr => int::shr(t, a, b),
        BinaryOp::And => Ok(int::and(t, a, b)),
        BinaryOp::Or => Ok(int::or(t, a, b)),
        BinaryOp::Xor => Ok(int::xor(t, a, b)),
        BinaryOp::Lt => Ok(i128::from(int::lt(t, a, b))),
        BinaryOp::Gt => Ok(i128::from(int::gt(t, a, b))),
        BinaryOp::Le => Ok(i128::from(int::le(t, a, b))),
        BinaryOp::Ge => Ok(i128::from(int::ge(t, a, b))),
        BinaryOp::Eq => Ok(i128::from(int::eq(t, a, b))),
        BinaryOp::Ne => Ok(i128::from(int::ne(t, a, b))),
    };
    result.map_err(|_| Why::Undefined)
}

fn logic(op: LogicOp, a: i128, second: Value) -> Value {
    let decided = match op {
        LogicOp::And => a == 0,
        LogicOp::Or => a != 0,
    };
    match second {
        Err(Why::NotConstant) => second,
        _ if decided => Ok(i128::from(a != 0)),
        _ => second.map(|b| i128::from(b != 0)),
    }
}

fn choose(cond: i128, then: Value, els: Value) -> Value {
    if then == Err(Why::NotConstant) || els == Err(Why::NotConstant) {
        return Err(Why::NotConstant);
    }
    if cond != 0 { then } else { els }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{IntKind, Target};
    use crate::types::Ty;

    #[test]
    fn values_and_refusals() {
        let mut p = Program::new(Target::LP64);
        let one = p.int_lit(1, IntKind::Int);
        let zero = p.int_lit(0, IntKind::Int);
        let div = p.binary(BinaryOp::Div, one, zero).unwrap();
        assert_eq!(int_value(&p, div), None);
        let safe = p.cond(one, one, div).unwrap();
        assert_eq!(int_value(&p, safe), Some(1));
        let and = p.logic(LogicOp::And, zero, div).unwrap();
        assert_eq!(int_value(&p, and), Some(0));
        let narrow = p.int_lit(300, IntKind::Int);
        let narrow = p.cast(narrow, Ty::UCHAR).unwrap();
        let not = p.unary(UnaryOp::BitNot, narrow).unwrap();
        assert_eq!(int_value(&p, not), Some(-45));
        let size = p.sizeof_type(Ty::LONG);
        let wrapped = p.unary(UnaryOp::Neg, size).unwrap();
        assert_eq!(int_value(&p, wrapped), Some((1 << 64) - 8));
        let half = p.float_lit(crate::target::FloatKind::Double, u128::from(2.5f64.to_bits()), false);
        let two = p.cast(half, Ty::INT).unwrap();
        assert_eq!(int_value(&p, two), Some(2));
        assert_eq!(int_value(&p, half), None);
    }

    #[test]
    fn long_sums_need_no_stack() {
        let mut p = Program::new(Target::LP64);
        let one = p.int_lit(1, IntKind::Int);
        let sum = (1..100_000).fold(one, |sum, _| p.binary(BinaryOp::Add, sum, one).unwrap());
        assert_eq!(int_value(&p, sum), Some(100_000));
    }
}
