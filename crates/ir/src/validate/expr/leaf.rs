//! Constants, names, string and compound literals.

use super::gives;
use crate::arith::float::Float;
use crate::arith::int;
use crate::decl::Storage;
use crate::expr::{Base, LitStyle};
use crate::ids::{EnumId, ExprId, FloatId, FuncId, StrId, VarId};
use crate::program::Program;
use crate::target::IntKind;
use crate::types::{Ty, TypeKind};
use crate::validate::types::has_constant;
use crate::validate::{Outcome, ViolationKind as V, ensure};

/// An integer constant has one of the types from `int` up (C17 6.4.4.1p5), of which none is extended.
pub(super) fn integer(p: &Program, e: ExprId, value: u64, style: LitStyle) -> Outcome {
    let ty = p.exprs[e].ty;
    let TypeKind::Int(kind) = p.types.kind(ty) else { return Err(V::IntegerConstantType) };
    let ranks = IntKind::Int.rank()..=IntKind::LongLong.rank();
    ensure(ranks.contains(&kind.rank()) && ty.quals().is_empty(), V::IntegerConstantType)?;
    if style.base == Base::Char {
        return ensure(kind == IntKind::Int && value <= 127, V::CharacterConstant);
    }
    ensure(int::fits(p.target().int_type(kind), i128::from(value)), V::IntegerConstantValue)
}

/// C has no floating constant that is negative, infinite or not a number.
pub(super) fn float(p: &Program, e: ExprId, id: FloatId) -> Outcome {
    let lit = &p.floats[id];
    let value = Float::from_bits(p.target().float_format(lit.kind), lit.bits);
    ensure(value.is_finite() && !value.is_negative(), V::FloatConstant)?;
    ensure(p.exprs[e].ty == Ty::float(lit.kind), V::FloatConstant)
}

pub(super) fn string(p: &Program, e: ExprId, id: StrId) -> Outcome {
    let len = p.strings[id].bytes.len() as u64 + 1;
    ensure(p.types.element(p.exprs[e].ty) == Some((Ty::CHAR, Some(len))), V::StringType)
}

pub(super) fn enum_constant(p: &Program, e: ExprId, id: EnumId, n: u32) -> Outcome {
    ensure(has_constant(&p.types, id, n) && p.exprs[e].ty == Ty::INT, V::EnumConstant)
}

pub(super) fn declared(p: &Program, e: ExprId, ty: Ty) -> Outcome {
    ensure(p.exprs[e].ty == p.types.canonical(ty), V::DeclaredType)
}

pub(super) fn compound_literal(p: &Program, e: ExprId, var: VarId, func: Option<FuncId>) -> Outcome {
    let object = &p.vars[var];
    let storage = if func.is_some() { Storage::Auto } else { Storage::Static };
    ensure(object.storage == storage && object.owner == func, V::LiteralObject)?;
    ensure(object.init.is_some(), V::LiteralInit)?;
    gives(p, e, p.types.canonical(object.ty))
}
