//! GNU's short vectors: their operators, their lanes, and what is spread over them. What is allowed is what GCC and clang share.

use super::gives;
use super::operand::{plain, source};
use crate::arith::int;
use crate::expr::{BinaryOp, ExprKind, UnaryOp};
use crate::ids::ExprId;
use crate::program::Program;
use crate::target::IntKind;
use crate::types::{Class, Ty, TypeKind};
use crate::validate::lvalue::{bit_field_width, is_lvalue};
use crate::validate::typing::{value_type, written};
use crate::validate::{Outcome, ViolationKind as V, consts, ensure};

pub(super) fn unary(p: &Program, e: ExprId, op: UnaryOp, a: ExprId) -> Outcome {
    let ty = plain(p, a)?;
    let fits = match op {
        UnaryOp::Plus | UnaryOp::Neg => true,
        UnaryOp::BitNot => integral(p, ty),
        UnaryOp::Not => false,
    };
    ensure(fits, V::VectorOperands)?;
    gives(p, e, ty)
}

/// Lane by lane; a comparison gives 0 or -1 in signed integers of the same width.
pub(super) fn binary(p: &Program, e: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Outcome {
    let ty = value_type(p, a);
    operand(p, op, a, ty)?;
    operand(p, op, b, ty)?;
    if !op.is_comparison() {
        return gives(p, e, ty);
    }
    let (TypeKind::Vector(from, n), TypeKind::Vector(to, m)) =
        (p.types.kind(ty), p.types.kind(p.exprs[e].ty))
    else {
        return Err(V::ResultType);
    };
    let signed = matches!(
        p.types.kind(to),
        TypeKind::Int(IntKind::SChar | IntKind::Short | IntKind::Int | IntKind::Long | IntKind::LongLong)
    );
    // The first of the types of a width is the one.
    let first = to != Ty::LLONG || p.types.size(Ty::LONG) != p.types.size(Ty::LLONG);
    ensure(n == m && signed && first && p.types.size(from) == p.types.size(to), V::ResultType)
}

/// An operand of an operator on vectors of a type: one of them, or a scalar that is spread.
pub(super) fn operand(p: &Program, op: BinaryOp, e: ExprId, ty: Ty) -> Outcome {
    let (_, from) = source(p, e)?;
    ensure(!op.is_integer_only() || integral(p, ty), V::VectorOperands)?;
    ensure(value_type(p, e) == ty, V::VectorOperands)?;
    ensure(from == ty || spreads(p, written(p, e), ty), V::VectorOperands)
}

fn integral(p: &Program, ty: Ty) -> bool {
    matches!(p.types.kind(ty), TypeKind::Vector(element, _) if p.types.is_integer(element))
}

/// A scalar of the element's type, a narrower integer, or an integer constant that fits.
fn spreads(p: &Program, e: ExprId, vector: Ty) -> bool {
    let TypeKind::Vector(element, _) = p.types.kind(vector) else { return false };
    let ty = value_type(p, e);
    if bit_field_width(p, e).is_some() {
        return false;
    }
    match (p.types.class(ty), p.types.class(element)) {
        (Class::Int(from), Class::Int(to)) => {
            let constant = consts::integer(p, e).ok();
            ty == element || constant.map_or(from.bits < to.bits, |value| int::fits(to, value))
        }
        _ => ty == element,
    }
}

/// Each lane converted to another type.
pub(super) fn convert(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    let from = plain(p, a)?;
    match (p.types.kind(from), p.types.kind(p.exprs[e].ty)) {
        (TypeKind::Vector(_, n), TypeKind::Vector(_, m)) => ensure(n == m, V::ConvertedLanes),
        _ => Err(V::ConvertedLanes),
    }
}

/// A vector that is subscripted: an lvalue, whose lanes have its qualifiers.
pub(super) fn lanes(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    let ty = p.types.canonical(p.exprs[a].ty);
    let TypeKind::Vector(element, _) = p.types.kind(ty) else { return Err(V::DecayOperand) };
    ensure(is_lvalue(p, a), V::DecayOperand)?;
    let to = p.types.pointee(p.exprs[e].ty).ok_or(V::ResultType)?;
    ensure(to.unqualified() == element && to.quals() == ty.quals(), V::ResultType)
}

/// The pointer that is subscripted, which may be that to the lanes of a vector.
pub(super) fn subscripted(p: &Program, base: ExprId) -> Outcome<Ty> {
    ensure(written(p, base) == base, V::MisplacedConversion)?;
    let ty = p.exprs[base].ty;
    if turned(p, base) { Ok(ty) } else { super::operand::value(p, base) }
}

/// Whether an expression is a vector that turned into a pointer to its lanes.
pub(super) fn turned(p: &Program, e: ExprId) -> bool {
    matches!(p.exprs[e].kind, ExprKind::Decay(of) if p.types.is_vector(p.exprs[of].ty))
}

pub(super) fn is_lane(p: &Program, e: ExprId) -> bool {
    matches!(p.exprs[e].kind, ExprKind::Index { base, .. } if turned(p, base))
}
