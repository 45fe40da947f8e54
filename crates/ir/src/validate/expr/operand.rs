//! What an operator asks of an operand: to be a value, as it is written or implicitly converted.
//!
//! An implicit conversion is not printed, so it may only stand where C converts by itself, and to the type
//! that C converts to.

use crate::expr::ExprKind;
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::{Class, Ty};
use crate::validate::typing::{common, promoted, value_type, written};
use crate::validate::{Outcome, ViolationKind as V, ensure};

/// The type of an operand that is evaluated: a value, or void.
pub(crate) fn evaluated(p: &Program, e: ExprId) -> Outcome<Ty> {
    let ty = p.exprs[e].ty;
    ensure(!super::vector::turned(p, e), V::VectorSubscript)?;
    match p.types.class(ty) {
        Class::Array | Class::Function => Err(V::NotDecayed),
        Class::Record if !p.types.is_complete(ty) => Err(V::IncompleteValue),
        Class::Record
        | Class::Void
        | Class::Int(_)
        | Class::Float(_)
        | Class::Pointer
        | Class::Vector
        | Class::VaList => Ok(value_type(p, e)),
    }
}

/// An operand that C does not convert; void is fine.
pub(crate) fn plain(p: &Program, e: ExprId) -> Outcome<Ty> {
    ensure(written(p, e) == e, V::MisplacedConversion)?;
    evaluated(p, e)
}

/// An operand that has a value, and that C does not convert.
pub(crate) fn value(p: &Program, e: ExprId) -> Outcome<Ty> {
    let ty = plain(p, e)?;
    ensure(!p.types.is_void(ty), V::VoidValue)?;
    Ok(ty)
}

/// An operand that is compared with zero.
pub(crate) fn scalar(p: &Program, e: ExprId, otherwise: V) -> Outcome {
    let ty = value(p, e)?;
    ensure(p.types.is_scalar(ty), otherwise)
}

/// The operand as it is written, with its type there.
pub(crate) fn source(p: &Program, e: ExprId) -> Outcome<(ExprId, Ty)> {
    let from = written(p, e);
    let ty = evaluated(p, from)?;
    ensure(!p.types.is_void(ty), V::VoidValue)?;
    Ok((from, ty))
}

/// An operand that C converts to a type as if by assignment. Whether it can, the conversion itself says.
pub(crate) fn assigned(p: &Program, e: ExprId, to: Ty, otherwise: V) -> Outcome {
    source(p, e)?;
    ensure(value_type(p, e) == p.types.canonical(to).unqualified(), otherwise)
}

/// An operand that C promotes. Gives the promoted type.
pub(crate) fn promotes(p: &Program, e: ExprId) -> Outcome<Ty> {
    let (from, _) = source(p, e)?;
    let ty = promoted(p, from)?;
    ensure(value_type(p, e) == ty, V::Promotion)?;
    Ok(ty)
}

/// Two operands that C converts to their common type. Gives that type.
pub(crate) fn usual(p: &Program, a: ExprId, b: ExprId) -> Outcome<Ty> {
    let ty = common(p, written(p, a), written(p, b))?;
    ensure(value_type(p, a) == ty && value_type(p, b) == ty, V::UsualConversions)?;
    Ok(ty)
}

/// `sizeof` and `&` want the operand itself: nothing that is not printed may be in between.
pub(crate) fn unconverted(p: &Program, e: ExprId) -> Outcome {
    let is_conversion = matches!(p.exprs[e].kind, ExprKind::Convert(_) | ExprKind::Decay(_));
    ensure(!is_conversion, V::MisplacedConversion)
}
