//! What an expression designates: objects, bit-fields, register variables; and whether it can be modified.

use super::{Outcome, ViolationKind as V, ensure};
use crate::decl::Storage;
use crate::expr::{ExprKind, IncDec};
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::{Class, Field};

/// Whether the expression designates an object (C17 6.3.2.1p1). One of void type does not.
pub fn is_lvalue(p: &Program, e: ExprId) -> bool {
    let is_object = !matches!(p.types.class(p.exprs[e].ty), Class::Function | Class::Void);
    match p.exprs[e].kind {
        ExprKind::Var(_)
        | ExprKind::Str(_)
        | ExprKind::CompoundLit(_)
        | ExprKind::Arrow { .. }
        | ExprKind::Index { .. }
        | ExprKind::Deref(_) => is_object,
        ExprKind::Member { base, .. } => is_lvalue(p, base),
        ExprKind::Int { .. }
        | ExprKind::Float(_)
        | ExprKind::EnumConst(..)
        | ExprKind::Func(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Logic(..)
        | ExprKind::Cond { .. }
        | ExprKind::Comma(..)
        | ExprKind::Assign { .. }
        | ExprKind::AssignOp { .. }
        | ExprKind::IncDec(..)
        | ExprKind::Cast(_)
        | ExprKind::Convert(_)
        | ExprKind::ConvertLanes(_)
        | ExprKind::Decay(_)
        | ExprKind::Guard(..)
        | ExprKind::Call { .. }
        | ExprKind::Asm { .. }
        | ExprKind::Stmts(_)
        | ExprKind::SizeofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::AlignofType(_)
        | ExprKind::Offsetof(..)
        | ExprKind::VaStart(_)
        | ExprKind::VaArg(_)
        | ExprKind::VaEnd(_)
        | ExprKind::VaCopy { .. } => false,
    }
}

/// The field that a member access names.
pub(super) fn field(p: &Program, e: ExprId) -> Option<&Field> {
    let (record, field) = match p.exprs[e].kind {
        ExprKind::Member { base, field } => (p.types.record(p.exprs[base].ty)?, field),
        ExprKind::Arrow { base, field } => (p.types.record(p.types.pointee(p.exprs[base].ty)?)?, field),
        _ => return None,
    };
    p.types.records[record].fields.get(field as usize)
}

/// The width of the bit-field that an lvalue designates.
pub fn bit_field_width(p: &Program, e: ExprId) -> Option<u8> {
    field(p, e)?.bits
}

/// Where the value of an expression comes from, when that is a bit-field: it is promoted by its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BitSource {
    None,
    Width(u8),
    /// After `s.b++` GCC still knows the width, and clang does not.
    PostIncrement(u8),
}

/// GCC and clang both promote by the width also after an assignment, `++s.b`, and `0, s.b`.
pub(super) fn bit_source(p: &Program, mut e: ExprId) -> BitSource {
    loop {
        e = match p.exprs[e].kind {
            ExprKind::Member { .. } | ExprKind::Arrow { .. } => {
                return bit_field_width(p, e).map_or(BitSource::None, BitSource::Width);
            }
            ExprKind::IncDec(IncDec::PostInc | IncDec::PostDec, inner) => {
                return bit_field_width(p, inner).map_or(BitSource::None, BitSource::PostIncrement);
            }
            ExprKind::IncDec(IncDec::PreInc | IncDec::PreDec, inner) => inner,
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs,
            ExprKind::Comma(_, last) => last,
            _ => return BitSource::None,
        }
    }
}

/// Whether an lvalue is (part of) a register variable.
pub(super) fn is_register(p: &Program, mut e: ExprId) -> bool {
    loop {
        e = match p.exprs[e].kind {
            ExprKind::Var(var) => return p.vars[var].storage == Storage::Register,
            ExprKind::Member { base, .. } => base,
            _ => return false,
        }
    }
}

/// A modifiable lvalue is complete, no array, and has nothing const within (C17 6.3.2.1p1).
pub(super) fn modifiable(p: &Program, e: ExprId) -> Outcome {
    ensure(is_lvalue(p, e), V::NotLvalue)?;
    let ty = p.types.canonical(p.exprs[e].ty);
    let writable = match p.types.class(ty) {
        Class::Int(_) | Class::Float(_) | Class::Pointer | Class::Vector => true,
        Class::Record => {
            let layout = p.types.record(ty).and_then(|id| p.types.records[id].layout.as_ref());
            layout.is_some_and(|layout| !layout.has_const)
        }
        // On some targets va_list is an array.
        Class::Void | Class::Array | Class::Function | Class::VaList => false,
    };
    ensure(writable && !ty.quals().is_const(), V::NotModifiable)
}
