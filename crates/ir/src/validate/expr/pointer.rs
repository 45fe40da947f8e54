//! Binary operators with a pointer among their operands.

use super::gives;
use super::operand::{promotes, value};
use super::operator::refusal;
use crate::expr::BinaryOp;
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::Ty;
use crate::validate::typing::{alike, steppable, value_type, written};
use crate::validate::{Outcome, ViolationKind as V, consts, ensure};

pub(super) fn binary(p: &Program, e: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Outcome {
    match op {
        BinaryOp::Add => sum(p, e, a, b),
        BinaryOp::Sub => difference(p, e, a, b),
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => relation(p, e, a, b),
        BinaryOp::Eq | BinaryOp::Ne => equality(p, e, a, b),
        BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => Err(refusal(op)),
    }
}

fn sum(p: &Program, e: ExprId, a: ExprId, b: ExprId) -> Outcome {
    let (pointer, offset) = if p.types.is_pointer(p.exprs[a].ty) { (a, b) } else { (b, a) };
    moved(p, e, pointer, offset)
}

/// A pointer plus or minus an integer.
fn moved(p: &Program, e: ExprId, pointer: ExprId, offset: ExprId) -> Outcome {
    let ty = value(p, pointer)?;
    ensure(p.types.is_integer(value_type(p, written(p, offset))), V::AdditiveOperands)?;
    steppable(p, ty)?;
    promotes(p, offset)?;
    gives(p, e, ty)
}

fn difference(p: &Program, e: ExprId, a: ExprId, b: ExprId) -> Outcome {
    ensure(p.types.is_pointer(p.exprs[a].ty), V::AdditiveOperands)?;
    if !p.types.is_pointer(p.exprs[b].ty) {
        return moved(p, e, a, b);
    }
    let (x, y) = pointees(p, a, b, V::AdditiveOperands)?;
    alike(p, x, y, V::AdditiveOperands)?;
    steppable(p, value_type(p, a))?;
    steppable(p, value_type(p, b))?;
    gives(p, e, p.types.ptrdiff_t())
}

/// What two operands point to that C does not convert.
fn pointees(p: &Program, a: ExprId, b: ExprId, otherwise: V) -> Outcome<(Ty, Ty)> {
    let (a, b) = (value(p, a)?, value(p, b)?);
    Ok((p.types.pointee(a).ok_or(otherwise)?, p.types.pointee(b).ok_or(otherwise)?))
}

/// Pointers to compatible object types, complete or not (C17 6.5.8p2).
fn relation(p: &Program, e: ExprId, a: ExprId, b: ExprId) -> Outcome {
    let (x, y) = pointees(p, a, b, V::RelationalOperands)?;
    ensure(!p.types.is_function(x) && !p.types.is_function(y), V::RelationalOperands)?;
    alike(p, x, y, V::RelationalOperands)?;
    gives(p, e, Ty::INT)
}

/// A null pointer constant takes the type of the other side; else nothing is converted (C17 6.5.9p2).
fn equality(p: &Program, e: ExprId, a: ExprId, b: ExprId) -> Outcome {
    if !is_null_beside(p, a, b) && !is_null_beside(p, b, a) {
        let (x, y) = pointees(p, a, b, V::EqualityOperands)?;
        let object_and_void = |x: Ty, y: Ty| p.types.is_void(x) && !p.types.is_function(y);
        if !object_and_void(x, y) && !object_and_void(y, x) {
            alike(p, x, y, V::EqualityOperands)?;
        }
    }
    gives(p, e, Ty::INT)
}

/// Whether the one operand is a null pointer constant, in the type of the other, which is a pointer.
fn is_null_beside(p: &Program, null: ExprId, other: ExprId) -> bool {
    let ty = value_type(p, other);
    p.types.is_pointer(ty)
        && written(p, other) == other
        && value_type(p, null) == ty
        && consts::is_null(p, written(p, null))
}
