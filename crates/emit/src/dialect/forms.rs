//! Which variables can have the form that was wished for. A container is no array of the language: its address is that of
//! its first element, it does not decay, and before C++20 nothing can be said about when a pointer to it is initialised.

use crate::lowering::{ArrayForm, Lowering, VarForm};
use ir::visit;
use ir::{ExprId, ExprKind, Id, Init, InitId, IntKind, Program, Stmt, Ty, TypeKind, VarId};

/// The form of each variable, by its index.
pub(crate) fn possible(p: &Program, lowering: &Lowering) -> Vec<VarForm> {
    let mut forms = vec![VarForm::default(); p.vars.len()];
    for (var, form) in &lowering.forms {
        let Some(slot) = forms.get_mut(var.index()) else { continue };
        *slot = VarForm { array: fitting(p, *var, form.array), ..*form };
        if p.vars[*var].owner.is_some() {
            slot.class = None;
        }
    }
    let mut plain = vec![false; p.vars.len()];
    misused(p, &mut plain);
    in_initialisers(p, &mut plain);
    for (form, plain) in forms.iter_mut().zip(plain) {
        if plain {
            form.array = ArrayForm::Plain;
        }
    }
    forms
}

/// What the type and the initialiser allow.
fn fitting(p: &Program, var: VarId, wanted: ArrayForm) -> ArrayForm {
    let v = &p.vars[var];
    let TypeKind::Array(_, Some(len)) = p.types.kind(v.ty) else { return ArrayForm::Plain };
    let element = p.types.canonical(base_element(p, v.ty));
    let is_text = v.init.is_some_and(|init| has_text(p, init, v.ty));
    // Allocators of old standards know no alignment as large as a vector's.
    let is_aligned = v.aligned.is_some() || p.types.is_vector(element) || p.types.align(element) > 16;
    if len == 0 || v.thread || is_aligned || is_text || element.quals().is_volatile() {
        return ArrayForm::Plain;
    }
    // A record with a constant member has neither a default constructor nor an assignment (C++17 15.1p5, 15.8.2p7).
    let is_fixed = p.types.record(element).is_some_and(|id| p.types.layout(id).has_const);
    match wanted {
        ArrayForm::Vector | ArrayForm::Valarray if is_fixed => ArrayForm::Array,
        // Its elements have no addresses.
        ArrayForm::Vector if p.types.kind(element) == TypeKind::Int(IntKind::Bool) => ArrayForm::Array,
        _ => wanted,
    }
}

pub(crate) fn base_element(p: &Program, mut ty: Ty) -> Ty {
    while let Some((element, _)) = p.types.element(ty) {
        ty = element;
    }
    ty
}

/// Whether an array is initialised by a string.
fn has_text(p: &Program, init: InitId, ty: Ty) -> bool {
    match (&p.inits[init], p.types.element(ty)) {
        (Init::Expr(_), element) => element.is_some(),
        (Init::List(items), Some((element, _))) => items.iter().any(|item| has_text(p, item.init, element)),
        (Init::List(_), None) => false,
    }
}

/// The variable whose array, or array within it, an expression is.
pub(crate) fn root(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Index { base, .. } => match p.exprs[base].kind {
            ExprKind::Decay(array) => root(p, array),
            _ => None,
        },
        _ => None,
    }
}

/// Marks variables that are used as only arrays of the language can be.
fn misused(p: &Program, plain: &mut [bool]) {
    for (_, e) in p.exprs.iter() {
        let index_base = match e.kind {
            ExprKind::Index { base, .. } => Some(base),
            _ => None,
        };
        let mut operand = |child: ExprId| {
            let whole = match (p.exprs[child].kind, e.kind) {
                // As a pointer: to the first element, which must not be an array again.
                (ExprKind::Decay(array), _) => {
                    let rows = p.types.element(p.ty(array)).is_some_and(|(row, _)| p.types.is_array(row));
                    (rows && index_base != Some(child)).then_some(array)
                }
                (_, ExprKind::Decay(_)) => None,
                _ => p.types.is_array(p.ty(child)).then_some(child),
            };
            if let Some(var) = whole.and_then(|array| root(p, array)) {
                plain[var.index()] = true;
            }
        };
        e.kind.for_each_operand(&mut operand);
        if let Some(list) = e.kind.list() {
            p.args(list).iter().copied().for_each(operand);
        }
    }
}

/// Marks variables that the initialisers of static ones mention.
fn in_initialisers(p: &Program, plain: &mut [bool]) {
    let locals = p.stmts.iter().filter_map(|(_, stmt)| match stmt {
        Stmt::Decl(var) => Some(*var),
        _ => None,
    });
    for var in p.globals.iter().copied().chain(locals) {
        let v = &p.vars[var];
        if let (true, Some(init)) = (v.storage.is_static(), v.init) {
            let mut roots = Vec::new();
            visit::init_roots(p, init, &mut roots);
            for root in roots {
                visit::tree(p, root, &mut |e| {
                    if let ExprKind::Var(var) = p.exprs[e].kind {
                        plain[var.index()] = true;
                    }
                });
            }
        }
    }
}
