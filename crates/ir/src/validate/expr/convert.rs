//! Conversions: casts, the implicit ones, and the decay of arrays and functions.

use super::access::points_to;
use super::operand::{plain, value};
use super::vector;
use crate::expr::ExprKind;
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::{Class, Ty, TypeKind};
use crate::validate::lvalue::{is_lvalue, is_register};
use crate::validate::typing::{assignable_pointers, value_type};
use crate::validate::{Outcome, ViolationKind as V, consts, ensure};

/// A cast is to void, or between scalars (C17 6.5.4p2).
pub(super) fn cast(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    let types = &p.types;
    let (from, to) = (plain(p, a)?, value_type(p, e));
    if types.is_void(to) {
        return Ok(());
    }
    ensure(!types.is_void(from), V::VoidValue)?;
    if types.is_vector(to) && types.is_vector(from) {
        return ensure(types.size(to) == types.size(from), V::CastTypes);
    }
    ensure(types.is_scalar(from) && types.is_scalar(to), V::CastTypes)?;
    let mixed = |x: Ty, y: Ty| types.is_pointer(x) && types.is_float(y);
    ensure(!mixed(from, to) && !mixed(to, from), V::CastPointerFloat)?;
    let to_function = |ty: Ty| types.pointee(ty).is_some_and(|to| types.is_function(to));
    let both = types.is_pointer(from) && types.is_pointer(to);
    let crosses = both && to_function(from) != to_function(to);
    ensure(!crosses || consts::is_null(p, a), V::CastFunctionPointer)
}

/// What C converts without being asked: numbers, and pointers as an assignment does (C17 6.5.16.1p1).
pub(super) fn implicit(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    let types = &p.types;
    let (from, to) = (value(p, a)?, p.exprs[e].ty);
    ensure(to.quals().is_empty(), V::ResultType)?;
    match (types.class(to), types.class(from)) {
        (Class::Int(_) | Class::Float(_), Class::Int(_) | Class::Float(_)) => Ok(()),
        (Class::Int(_), Class::Pointer) if to == Ty::BOOL => Ok(()),
        (Class::Pointer, Class::Int(_)) => ensure(consts::is_null(p, a), V::NotNullConstant),
        (Class::Pointer, Class::Pointer) => match (types.pointee(to), types.pointee(from)) {
            (Some(to), Some(from)) if !consts::is_null(p, a) => assignable_pointers(p, to, from),
            _ => Ok(()),
        },
        // An operand of an operator on vectors, which says whether C spreads it over the lanes.
        (Class::Vector, Class::Int(_) | Class::Float(_)) => Ok(()),
        _ => Err(V::ImplicitConversion),
    }
}

pub(super) fn decay(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    match p.types.kind(p.exprs[a].ty) {
        TypeKind::Array(element, _) => {
            // An array within a value that a function returned decays as well (C17 6.2.4p8).
            let is_object = is_lvalue(p, a) || matches!(p.exprs[a].kind, ExprKind::Member { .. });
            ensure(is_object && !is_register(p, a), V::DecayOperand)?;
            points_to(p, e, element)
        }
        TypeKind::Vector(..) => vector::lanes(p, e, a),
        TypeKind::Function(_) => points_to(p, e, p.exprs[a].ty),
        _ => Err(V::DecayOperand),
    }
}
