//! Assignments of all kinds, increments among them.

use super::operand::{assigned, promotes, source};
use super::operator::numbers;
use super::{gives, vector};
use crate::expr::BinaryOp;
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::Ty;
use crate::validate::lvalue::modifiable;
use crate::validate::typing::{common, promoted, steppable, value_type, written};
use crate::validate::{Outcome, ViolationKind as V, ensure};

pub(super) fn plain(p: &Program, e: ExprId, lhs: ExprId, rhs: ExprId) -> Outcome {
    modifiable(p, lhs)?;
    let ty = value_type(p, lhs);
    assigned(p, rhs, ty, V::AssignmentType)?;
    gives(p, e, ty)
}

pub(super) fn compound(p: &Program, e: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, calc: Ty) -> Outcome {
    modifiable(p, lhs)?;
    ensure(!op.is_comparison(), V::CompoundOperands)?;
    let ty = value_type(p, lhs);
    let wanted = if p.types.is_pointer(ty) {
        moved(p, op, ty, rhs)?
    } else if p.types.is_vector(ty) {
        vector::operand(p, op, rhs, ty)?;
        ty
    } else {
        combined(p, op, lhs, rhs)?
    };
    ensure(calc == wanted, V::CompoundCalculation)?;
    gives(p, e, ty)
}

/// `p += n` and `p -= n`
fn moved(p: &Program, op: BinaryOp, pointer: Ty, rhs: ExprId) -> Outcome<Ty> {
    let (_, offset) = source(p, rhs)?;
    let fits = matches!(op, BinaryOp::Add | BinaryOp::Sub) && p.types.is_integer(offset);
    ensure(fits, V::CompoundOperands)?;
    steppable(p, pointer)?;
    promotes(p, rhs)?;
    Ok(pointer)
}

/// The type that `lhs op rhs` is calculated in, for numbers.
fn combined(p: &Program, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Outcome<Ty> {
    let (_, right) = source(p, rhs)?;
    numbers(&p.types, op, value_type(p, lhs), right).map_err(|_| V::CompoundOperands)?;
    if op.is_shift() {
        promotes(p, rhs)?;
        return promoted(p, lhs);
    }
    let ty = common(p, lhs, written(p, rhs))?;
    ensure(value_type(p, rhs) == ty, V::UsualConversions)?;
    Ok(ty)
}

pub(super) fn increment(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    modifiable(p, a)?;
    let ty = value_type(p, a);
    ensure(p.types.is_scalar(ty), V::IncrementOperand)?;
    if p.types.is_pointer(ty) {
        steppable(p, ty)?;
    }
    gives(p, e, ty)
}
