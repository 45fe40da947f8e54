//! Unary, binary, logical and comma operators, on numbers; those on pointers are in `pointer`.

use super::operand::{plain, promotes, scalar, source, usual};
use super::{gives, pointer, vector};
use crate::expr::{BinaryOp, ExprKind, UnaryOp};
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::{Ty, Types};
use crate::validate::typing::value_type;
use crate::validate::{Outcome, ViolationKind as V, ensure};

pub(super) fn unary(p: &Program, e: ExprId, op: UnaryOp, a: ExprId) -> Outcome {
    let (_, ty) = source(p, a)?;
    if p.types.is_vector(ty) {
        return vector::unary(p, e, op, a);
    }
    match op {
        UnaryOp::Plus | UnaryOp::Neg => ensure(p.types.is_arithmetic(ty), V::ArithmeticOperand)?,
        UnaryOp::BitNot => ensure(p.types.is_integer(ty), V::IntegerOperand)?,
        UnaryOp::Not => {
            scalar(p, a, V::ScalarOperand)?;
            return gives(p, e, Ty::INT);
        }
    }
    let ty = promotes(p, a)?;
    gives(p, e, ty)
}

pub(super) fn binary(p: &Program, e: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Outcome {
    let ((_, ta), (_, tb)) = (source(p, a)?, source(p, b)?);
    if p.types.is_pointer(ta) || p.types.is_pointer(tb) {
        return pointer::binary(p, e, op, a, b);
    }
    if p.types.is_vector(ta) || p.types.is_vector(tb) {
        return vector::binary(p, e, op, a, b);
    }
    numbers(&p.types, op, ta, tb)?;
    if op.is_shift() {
        promotes(p, b)?;
        let ty = promotes(p, a)?;
        return gives(p, e, ty);
    }
    let common = usual(p, a, b)?;
    gives(p, e, if op.is_comparison() { Ty::INT } else { common })
}

/// Whether the operator takes operands of these types, neither of which is a pointer.
pub(super) fn numbers(types: &Types, op: BinaryOp, a: Ty, b: Ty) -> Outcome {
    let fits = match op.is_integer_only() {
        true => types.is_integer(a) && types.is_integer(b),
        false => types.is_arithmetic(a) && types.is_arithmetic(b),
    };
    ensure(fits, refusal(op))
}

/// What an operator says about operands that it does not take.
pub(super) fn refusal(op: BinaryOp) -> V {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => V::MultiplicativeOperands,
        BinaryOp::Add | BinaryOp::Sub => V::AdditiveOperands,
        BinaryOp::Shl | BinaryOp::Shr => V::ShiftOperands,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => V::BitwiseOperands,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => V::RelationalOperands,
        BinaryOp::Eq | BinaryOp::Ne => V::EqualityOperands,
    }
}

pub(super) fn logic(p: &Program, e: ExprId, a: ExprId, b: ExprId) -> Outcome {
    scalar(p, a, V::LogicalOperands)?;
    scalar(p, b, V::LogicalOperands)?;
    gives(p, e, Ty::INT)
}

pub(super) fn comma(p: &Program, e: ExprId, a: ExprId, b: ExprId) -> Outcome {
    plain(p, a)?;
    let ty = plain(p, b)?;
    gives(p, e, ty)
}

/// A guard gives the left operand where the operation is undefined, or zero for a cast from a floating type.
pub(super) fn guard(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    let inner = &p.exprs[a];
    let guardable = match inner.kind {
        ExprKind::Unary(UnaryOp::Neg, _) => true,
        ExprKind::Binary(op, left, _) => {
            let may_fail = !op.is_comparison() && !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
            may_fail && p.types.is_arithmetic(inner.ty) && value_type(p, left) == inner.ty
        }
        ExprKind::Cast(from) => p.types.is_float(p.exprs[from].ty) && p.types.is_integer(inner.ty),
        _ => false,
    };
    ensure(guardable, V::GuardOperand)?;
    gives(p, e, value_type(p, a))
}
