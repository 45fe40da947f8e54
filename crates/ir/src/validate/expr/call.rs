//! Calls, and the macros for variable arguments.

use super::gives;
use super::operand::{assigned, source, value};
use crate::expr::ExprKind;
use crate::ids::{ExprId, FuncId};
use crate::program::Program;
use crate::types::{FnType, Ty, TypeKind};
use crate::validate::lvalue::is_lvalue;
use crate::validate::typing::{promoted, value_type};
use crate::validate::{Outcome, ViolationKind as V, ensure};

pub(super) fn call(p: &Program, e: ExprId, callee: ExprId, args: &[ExprId]) -> Outcome {
    let f = called(p, callee)?;
    ensure(p.types.is_void(f.ret) || p.types.is_complete(f.ret), V::Callee)?;
    let fits = match (f.prototype, f.variadic) {
        (false, _) => true,
        (true, true) => args.len() >= f.params.len(),
        (true, false) => args.len() == f.params.len(),
    };
    ensure(fits, V::ArgumentCount)?;
    for (i, arg) in args.iter().enumerate() {
        match f.params.get(i) {
            Some(param) => assigned(p, *arg, *param, V::ArgumentType)?,
            None => unnamed_argument(p, *arg)?,
        }
    }
    gives(p, e, p.types.canonical(f.ret).unqualified())
}

/// A function is called directly, or through a pointer.
fn called(p: &Program, callee: ExprId) -> Outcome<&FnType> {
    if let ExprKind::Func(_) = p.exprs[callee].kind {
        return p.types.fn_type(p.exprs[callee].ty).ok_or(V::Callee);
    }
    let to = p.types.pointee(value(p, callee)?).ok_or(V::Callee)?;
    p.types.fn_type(to).ok_or(V::Callee)
}

/// The default argument promotions (C17 6.5.2.2p6).
fn unnamed_argument(p: &Program, arg: ExprId) -> Outcome {
    let (from, ty) = source(p, arg)?;
    let wanted = if ty == Ty::FLOAT { Ty::DOUBLE } else { promoted(p, from)? };
    ensure(value_type(p, arg) == wanted, V::DefaultPromotion)
}

fn list(p: &Program, e: ExprId) -> Outcome {
    ensure(is_lvalue(p, e) && p.exprs[e].ty == Ty::VA_LIST, V::VaList)
}

pub(super) fn va_start(p: &Program, e: ExprId, a: ExprId, func: Option<FuncId>) -> Outcome {
    list(p, a)?;
    let variadic = func.and_then(|f| p.types.fn_type(p.funcs[f].ty)).is_some_and(|f| f.variadic);
    ensure(variadic, V::VaStart)?;
    gives(p, e, Ty::VOID)
}

/// The type is complete, and no array's or function's. One that no argument has after its promotion is undefined only where it
/// is asked for.
pub(super) fn va_arg(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    list(p, a)?;
    let ty = value_type(p, e);
    let fits = match p.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) => true,
        TypeKind::Pointer(_) | TypeKind::Vector(..) => true,
        TypeKind::Record(_) => p.types.is_complete(ty),
        TypeKind::Void | TypeKind::VaList | TypeKind::Array(..) | TypeKind::Function(_) => false,
        TypeKind::Alias(_) => false,
    };
    ensure(fits, V::VaArgType)
}

pub(super) fn va_end(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    list(p, a)?;
    gives(p, e, Ty::VOID)
}

pub(super) fn va_copy(p: &Program, e: ExprId, to: ExprId, from: ExprId) -> Outcome {
    list(p, to)?;
    list(p, from)?;
    gives(p, e, Ty::VOID)
}
