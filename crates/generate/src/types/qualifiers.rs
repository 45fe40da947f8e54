//! Qualifiers at all levels of a type, and pointers inside of records: constant and volatile fields, pointers to volatile
//! objects, constant pointers, pointers to such pointers, constant tables.

use crate::state::Gen;
use crate::types::{function_pointers, variables};
use ir::{Quals, Ty};
use machine::View;

/// Adds `const` and `volatile` with these probabilities.
fn qualified(g: &mut Gen, ty: Ty, constant: u32, volatile: u32) -> Ty {
    let mut quals = Quals::NONE;
    if g.ch.chance("const-level", constant) {
        quals = quals.with(Quals::CONST);
    }
    if g.ch.chance("volatile-level", volatile) {
        quals = quals.with(Quals::VOLATILE);
    }
    g.p.types.qualify(ty, quals)
}

/// A pointer that another pointer is to.
pub fn inner_pointer(g: &mut Gen, pointer: Ty) -> Ty {
    let (constant, volatile) = (g.policy.levels.inner_const, g.policy.levels.inner_volatile);
    qualified(g, pointer, constant, volatile)
}

/// The type of a field that is a pointer, if the policy wants one here. Functions come first: there are few of them.
pub fn pointer_field(g: &mut Gen, view: &View) -> Option<Ty> {
    // What a pointer points to may be a new record, and so on.
    const MOST_NESTED: u32 = 8;
    if g.unfinished_records > MOST_NESTED {
        return None;
    }
    let levels = &g.policy.levels;
    let (function, pointer) = (levels.function_field, levels.pointer_field);
    if let Some(ty) = function_pointers::maybe_type(g, view, function) {
        return Some(ty);
    }
    g.ch.chance("pointer-field", pointer).then(|| variables::pointer_type(g, view))
}

pub fn field(g: &mut Gen, ty: Ty) -> Ty {
    let (constant, volatile) = (g.policy.levels.const_field, g.policy.levels.volatile_field);
    // The copy of a record does not count as an access to volatile parts, so those are numbers.
    let volatile = if g.p.types.is_arithmetic(ty) { volatile } else { 0 };
    qualified(g, ty, constant, volatile)
}

/// A local or a parameter.
pub fn local(g: &mut Gen, ty: Ty) -> Ty {
    let (constant, volatile) = (g.policy.levels.const_local, g.policy.levels.volatile_local);
    let volatile = if g.p.types.is_scalar(ty) { volatile } else { 0 };
    qualified(g, ty, constant, volatile)
}

/// A global that is no number: a pointer, or an array.
pub fn global(g: &mut Gen, ty: Ty, may_be_const: bool) -> Ty {
    let levels = &g.policy.levels;
    let (constant, volatile) = if g.p.types.is_pointer(ty) {
        (levels.const_pointer, levels.volatile_pointer)
    } else if g.p.types.is_array(ty) {
        (levels.const_array, 0)
    } else {
        (0, 0)
    };
    qualified(g, ty, if may_be_const { constant } else { 0 }, volatile)
}

/// Whether a variable of the type, or the elements of one, are constant.
pub fn is_const(g: &Gen, mut ty: Ty) -> bool {
    while let Some((element, _)) = g.p.types.element(ty) {
        ty = element;
    }
    g.p.types.canonical(ty).quals().is_const()
}

/// Whether something of the type holds a pointer, for which bytes of zero are no value.
pub fn has_pointer(g: &Gen, ty: Ty) -> bool {
    holds(g, ty, &|g, ty| g.p.types.is_pointer(ty))
}

/// Whether something of the type holds a pointer to functions, which is never null.
pub fn has_function(g: &Gen, ty: Ty) -> bool {
    holds(g, ty, &function_pointers::is_pointer)
}

/// Whether something of the type holds an inexact float, which is never zero.
pub fn has_inexact(g: &Gen, ty: Ty) -> bool {
    g.policy.types.is_inexact() && holds(g, ty, &|g, ty| g.p.types.is_float(ty))
}

fn holds(g: &Gen, ty: Ty, wanted: &dyn Fn(&Gen, Ty) -> bool) -> bool {
    let types = &g.p.types;
    if let Some((element, _)) = types.element(ty) {
        return holds(g, element, wanted);
    }
    match types.record(ty) {
        Some(id) => types.records[id].fields.iter().any(|f| holds(g, f.ty, wanted)),
        None => wanted(g, ty),
    }
}

/// An integer, or an array of them: records could be copied without values, and pointers to functions are never null.
pub fn is_of_integers(g: &Gen, mut ty: Ty) -> bool {
    while let Some((element, _)) = g.p.types.element(ty) {
        ty = element;
    }
    g.p.types.is_integer(ty)
}
