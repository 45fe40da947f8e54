//! Qualifiers at all levels of a type, and pointers inside of records: constant and volatile fields, pointers to volatile
//! objects, constant pointers, pointers to such pointers, constant tables.

use crate::state::Run;
use crate::types::{function_pointers, variables};
use ir::{Quals, Ty};

/// Adds `const` and `volatile` with these probabilities.
fn qualified(m: &mut Run, ty: Ty, constant: u32, volatile: u32) -> Ty {
    let mut quals = Quals::NONE;
    if m.grow.ch.chance("const-level", constant) {
        quals = quals.with(Quals::CONST);
    }
    if m.grow.ch.chance("volatile-level", volatile) {
        quals = quals.with(Quals::VOLATILE);
    }
    m.grow.p.types.qualify(ty, quals)
}

/// A pointer that another pointer is to.
pub fn inner_pointer(m: &mut Run, pointer: Ty) -> Ty {
    let (constant, volatile) = (m.grow.policy.levels.inner_const, m.grow.policy.levels.inner_volatile);
    qualified(m, pointer, constant, volatile)
}

/// The type of a field that is a pointer, if the policy wants one here. Functions come first: there are few of them.
pub fn pointer_field(m: &mut Run) -> Option<Ty> {
    // What a pointer points to may be a new record, and so on.
    const MOST_NESTED: u32 = 8;
    if m.grow.unfinished_records > MOST_NESTED {
        return None;
    }
    let levels = &m.grow.policy.levels;
    let (function, pointer) = (levels.function_field, levels.pointer_field);
    if let Some(ty) = function_pointers::maybe_type(m, function) {
        return Some(ty);
    }
    m.grow.ch.chance("pointer-field", pointer).then(|| variables::pointer_type(m))
}

pub fn field(m: &mut Run, ty: Ty) -> Ty {
    let (constant, volatile) = (m.grow.policy.levels.const_field, m.grow.policy.levels.volatile_field);
    // The copy of a record does not count as an access to volatile parts, so those are numbers.
    let volatile = if m.grow.p.types.is_arithmetic(ty) { volatile } else { 0 };
    qualified(m, ty, constant, volatile)
}

/// A local or a parameter.
pub fn local(m: &mut Run, ty: Ty) -> Ty {
    let (constant, volatile) = (m.grow.policy.levels.const_local, m.grow.policy.levels.volatile_local);
    let volatile = if m.grow.p.types.is_scalar(ty) { volatile } else { 0 };
    qualified(m, ty, constant, volatile)
}

/// A global that is no number: a pointer, or an array.
pub fn global(m: &mut Run, ty: Ty, may_be_const: bool) -> Ty {
    let levels = &m.grow.policy.levels;
    let (constant, volatile) = if m.grow.p.types.is_pointer(ty) {
        (levels.const_pointer, levels.volatile_pointer)
    } else if m.grow.p.types.is_array(ty) {
        (levels.const_array, 0)
    } else {
        (0, 0)
    };
    qualified(m, ty, if may_be_const { constant } else { 0 }, volatile)
}

/// Whether a variable of the type, or the elements of one, are constant.
pub fn is_const(m: &Run, mut ty: Ty) -> bool {
    while let Some((element, _)) = m.grow.p.types.element(ty) {
        ty = element;
    }
    m.grow.p.types.canonical(ty).quals().is_const()
}

/// Whether something of the type holds a pointer, for which bytes of zero are no value.
pub fn has_pointer(m: &Run, ty: Ty) -> bool {
    holds(m, ty, &|m, ty| m.grow.p.types.is_pointer(ty))
}

/// Whether something of the type holds a pointer to functions, which is never null.
pub fn has_function(m: &Run, ty: Ty) -> bool {
    holds(m, ty, &function_pointers::is_pointer)
}

/// Whether something of the type holds an inexact float, which is never zero.
pub fn has_inexact(m: &Run, ty: Ty) -> bool {
    m.grow.policy.types.is_inexact() && holds(m, ty, &|m, ty| m.grow.p.types.is_float(ty))
}

fn holds(m: &Run, ty: Ty, wanted: &dyn Fn(&Run, Ty) -> bool) -> bool {
    let types = &m.grow.p.types;
    if let Some((element, _)) = types.element(ty) {
        return holds(m, element, wanted);
    }
    match types.record(ty) {
        Some(id) => types.records[id].fields.iter().any(|f| holds(m, f.ty, wanted)),
        None => wanted(m, ty),
    }
}

/// An integer, or an array of them: records could be copied without values, and pointers to functions are never null.
pub fn is_of_integers(m: &Run, mut ty: Ty) -> bool {
    while let Some((element, _)) = m.grow.p.types.element(ty) {
        ty = element;
    }
    m.grow.p.types.is_integer(ty)
}
