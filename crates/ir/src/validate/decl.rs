//! Declarations by themselves: variables and functions. Where their names are visible is in `scope`, their
//! initialisers in `init`.

use super::tree::{self, Mention, Reached};
use super::{Check, Outcome, Place, ViolationKind as V, ensure};
use crate::decl::{Func, Storage, Var};
use crate::expr::ExprKind;
use crate::ids::{FuncId, Id, VarId};
use crate::program::Program;
use crate::types::{Class, FnType};

pub(super) fn check(cx: &mut Check, reached: &Reached) {
    let p = cx.p;
    globals(cx);
    for (var, func) in &reached.vars {
        let outcome = variable(p, &p.vars[*var]).and_then(|()| inline_variable(p, *var, *func));
        cx.note(Place::Var(*var), outcome);
    }
    for id in p.funcs.ids() {
        cx.note(Place::Func(id), function(p, id));
    }
    for (e, func) in &reached.exprs {
        cx.note(Place::Expr(*e), inline_use(p, p.exprs[*e].kind, *func));
    }
}

fn globals(cx: &mut Check) {
    let mut listed = vec![false; cx.p.vars.len()];
    for var in &cx.p.globals {
        let once = !std::mem::replace(&mut listed[var.index()], true);
        cx.note(Place::Var(*var), ensure(once && cx.p.vars[*var].owner.is_none(), V::Unlisted));
    }
}

fn variable(p: &Program, var: &Var) -> Outcome {
    ensure(has_object_type(p, var), V::VariableType)?;
    ensure(p.types.size(var.ty) <= largest_object(p), V::VariableSize)?;
    ensure(storage_fits(var), V::FileScopeStorage)?;
    let defined_here = !matches!(var.storage, Storage::Extern | Storage::Param);
    ensure(var.init.is_none() || defined_here, V::ExternInit)?;
    ensure(var.aligned.is_none_or(u64::is_power_of_two), V::Alignment)?;
    ensure(!var.thread || var.storage.is_static(), V::ThreadStorage)?;
    let alignable = !matches!(var.storage, Storage::Register | Storage::Param);
    ensure(var.aligned.is_none() || alignable, V::AlignedRegister)?;
    let leads_to_objects =
        p.types.pointee(var.ty).is_some_and(|to| !p.types.is_function(to) && p.types.is_complete(to));
    ensure(var.at_least == 0 || (var.storage == Storage::Param && leads_to_objects), V::StaticBound)
}

/// A variable that is defined elsewhere may be incomplete here (C17 6.9.2p3, 6.7p7).
fn has_object_type(p: &Program, var: &Var) -> bool {
    match p.types.class(var.ty) {
        Class::Void | Class::Function => false,
        Class::Array | Class::Record => var.storage == Storage::Extern || p.types.is_complete(var.ty),
        Class::Int(_) | Class::Float(_) | Class::Pointer | Class::Vector | Class::VaList => true,
    }
}

fn largest_object(p: &Program) -> u64 {
    let bits = u64::from(p.target().int_type(p.target().ptrdiff_t).bits);
    (1 << (bits - 1)) - 1
}

fn storage_fits(var: &Var) -> bool {
    match var.storage {
        Storage::Global | Storage::Extern => var.owner.is_none(),
        Storage::Static => true,
        Storage::Auto | Storage::Register | Storage::Param => var.owner.is_some(),
    }
}

fn function(p: &Program, id: FuncId) -> Outcome {
    let func = &p.funcs[id];
    let ty = p.types.fn_type(func.ty).ok_or(V::FunctionType)?;
    ensure(func.body.is_some() || !func.is_static, V::StaticUndefined)?;
    if func.body.is_some() {
        definition(p, id, func, ty)?;
    }
    if p.name(func.name) == "main" { main(p, func, ty) } else { Ok(()) }
}

fn definition(p: &Program, id: FuncId, func: &Func, ty: &FnType) -> Outcome {
    let types = &p.types;
    ensure(types.is_void(ty.ret) || types.is_complete(ty.ret), V::DefinitionReturn)?;
    ensure(func.params.len() == ty.params.len(), V::DefinitionParameters)?;
    for (param, wanted) in func.params.iter().zip(&ty.params) {
        let var = &p.vars[*param];
        let own = var.storage == Storage::Param && var.owner == Some(id);
        ensure(own && types.same_unqualified(var.ty, *wanted), V::DefinitionParameters)?;
    }
    Ok(())
}

fn main(p: &Program, func: &Func, ty: &FnType) -> Outcome {
    ensure(!func.inline, V::MainInline)?;
    ensure(p.is_main_type(ty), V::MainType)
}

fn is_shared_inline(p: &Program, func: Option<FuncId>) -> bool {
    func.is_some_and(|f| p.funcs[f].inline && !p.funcs[f].is_static)
}

fn inline_variable(p: &Program, var: VarId, func: Option<FuncId>) -> Outcome {
    let var = &p.vars[var];
    let modifiable = !p.types.canonical(var.ty).quals().is_const();
    let breaks = is_shared_inline(p, func) && var.storage == Storage::Static && modifiable;
    ensure(!breaks, V::InlineStatic)
}

fn inline_use(p: &Program, kind: ExprKind, func: Option<FuncId>) -> Outcome {
    let internal = match tree::mention(kind) {
        Mention::Var(var) => p.vars[var].storage == Storage::Static && p.vars[var].owner.is_none(),
        Mention::Func(f) => p.funcs[f].is_static,
        Mention::Nothing
        | Mention::Float(_)
        | Mention::Str(_)
        | Mention::Constant(..)
        | Mention::Literal(_)
        | Mention::Record(_)
        | Mention::Type(_)
        | Mention::OwnType
        | Mention::Asm(_)
        | Mention::Stmts(_) => false,
    };
    ensure(!(internal && is_shared_inline(p, func)), V::InlineStatic)
}
