//! Ways from one object to another: members, elements, indirection, addresses.

use super::operand::{plain, promotes, source, unconverted, value};
use super::{gives, vector};
use crate::expr::ExprKind;
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::{Class, Quals, Ty};
use crate::validate::lvalue::{bit_field_width, is_lvalue, is_register};
use crate::validate::typing::is_qualified;
use crate::validate::{Outcome, ViolationKind as V, ensure};

pub(super) fn member(p: &Program, e: ExprId, base: ExprId, field: u32) -> Outcome {
    plain(p, base)?;
    member_of(p, e, p.exprs[base].ty, field, V::MemberBase)
}

pub(super) fn arrow(p: &Program, e: ExprId, base: ExprId, field: u32) -> Outcome {
    let ty = value(p, base)?;
    let record = p.types.pointee(ty).ok_or(V::ArrowBase)?;
    member_of(p, e, record, field, V::ArrowBase)
}

/// A member has its own qualifiers and those of the whole (C17 6.5.2.3p3).
fn member_of(p: &Program, e: ExprId, record: Ty, field: u32, otherwise: V) -> Outcome {
    let record = p.types.canonical(record);
    let id = p.types.record(record).ok_or(otherwise)?;
    ensure(p.types.is_complete(record), otherwise)?;
    let field = p.types.records[id].fields.get(field as usize).ok_or(V::MemberName)?;
    let anonymous = field.bits.is_none() && p.types.is_record(field.ty);
    ensure(field.name.is_some() || anonymous, V::MemberName)?;
    let quals = record.quals().without(Quals::RESTRICT);
    ensure(is_qualified(p, p.exprs[e].ty, field.ty, quals), V::ResultType)
}

pub(super) fn index(p: &Program, e: ExprId, base: ExprId, index: ExprId) -> Outcome {
    let pointer = vector::subscripted(p, base)?;
    let element = p.types.pointee(pointer).ok_or(V::SubscriptOperands)?;
    ensure(p.types.is_complete(element), V::SubscriptOperands)?;
    let (_, offset) = source(p, index)?;
    ensure(p.types.is_integer(offset), V::SubscriptOperands)?;
    promotes(p, index)?;
    gives(p, e, p.types.canonical(element))
}

pub(super) fn deref(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    let pointer = value(p, a)?;
    let to = p.types.pointee(pointer).ok_or(V::IndirectionOperand)?;
    gives(p, e, p.types.canonical(to))
}

/// The address of a function, of an object that is not in a register, or of whatever `*` and `[]` give.
pub(super) fn address(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    unconverted(p, a)?;
    let ty = p.exprs[a].ty;
    let designates = match p.types.class(ty) {
        Class::Function => true,
        Class::Void => matches!(p.exprs[a].kind, ExprKind::Deref(_)),
        Class::Int(_)
        | Class::Float(_)
        | Class::Pointer
        | Class::Array
        | Class::Vector
        | Class::Record
        | Class::VaList => is_lvalue(p, a),
    };
    ensure(designates, V::AddressOperand)?;
    ensure(bit_field_width(p, a).is_none(), V::AddressOfBitField)?;
    ensure(!is_register(p, a), V::AddressOfRegister)?;
    ensure(!vector::is_lane(p, a), V::AddressOfLane)?;
    points_to(p, e, ty)
}

/// The node is an unqualified pointer to the type.
pub(super) fn points_to(p: &Program, e: ExprId, to: Ty) -> Outcome {
    let ty = p.exprs[e].ty;
    ensure(ty.quals().is_empty() && p.types.pointee(ty) == Some(p.types.canonical(to)), V::ResultType)
}
