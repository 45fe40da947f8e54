//! Initialisers: their shape against the type of the object, and constants for static ones.

use super::expr::operand::assigned;
use super::tree::Reached;
use super::{Check, Outcome, Place, ViolationKind as V, consts, ensure};
use crate::decl::{Init, InitItem};
use crate::expr::ExprKind;
use crate::ids::{ExprId, InitId, RecordId};
use crate::program::Program;
use crate::types::{Class, RecordKind, Ty, TypeKind};

pub(super) fn check(cx: &mut Check, reached: &Reached) {
    for (var, _) in &reached.vars {
        let object = &cx.p.vars[*var];
        let when = if object.storage.is_static() { When::Before } else { When::Running };
        if let Some(id) = object.init {
            init(cx, id, object.ty, when);
        }
    }
}

/// When an object is initialised: before the program starts, from constants, or by running code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Before,
    Running,
}

fn init(cx: &mut Check, id: InitId, ty: Ty, when: When) {
    let p = cx.p;
    match &p.inits[id] {
        Init::Expr(e) => cx.note(Place::Init(id), whole(p, *e, ty, when)),
        Init::List(items) => match p.types.kind(ty) {
            TypeKind::Array(element, len) => array(cx, id, items, element, len, when),
            TypeKind::Vector(element, lanes) => array(cx, id, items, element, Some(u64::from(lanes)), when),
            TypeKind::Record(record) => members(cx, id, items, record, when),
            _ => cx.report(Place::Init(id), V::InitShape),
        },
    }
}

/// One value for the whole object.
fn whole(p: &Program, e: ExprId, ty: Ty, when: When) -> Outcome {
    match p.types.class(ty) {
        Class::Array => return string(p, e, ty),
        Class::Int(_) | Class::Float(_) | Class::Pointer | Class::Vector | Class::Record => {}
        Class::Void | Class::Function | Class::VaList => return Err(V::InitShape),
    }
    assigned(p, e, ty, V::InitType)?;
    if when == When::Before { consts::initialiser(p, e) } else { Ok(()) }
}

/// The final zero of a string need not fit (C17 6.7.9p14).
fn string(p: &Program, e: ExprId, ty: Ty) -> Outcome {
    let ExprKind::Str(id) = p.exprs[e].kind else { return Err(V::InitShape) };
    let Some((element, len)) = p.types.element(ty) else { return Err(V::InitShape) };
    ensure(p.types.is_character(element), V::InitShape)?;
    ensure(len.is_none_or(|n| p.strings[id].bytes.len() as u64 <= n), V::InitString)
}

fn array(cx: &mut Check, id: InitId, items: &[InitItem], element: Ty, len: Option<u64>, when: When) {
    cx.note(Place::Init(id), in_order(items));
    for item in items {
        if len.is_some_and(|n| u64::from(item.place) >= n) {
            cx.report(Place::Init(item.init), V::InitRange);
        } else {
            init(cx, item.init, element, when);
        }
    }
}

fn members(cx: &mut Check, id: InitId, items: &[InitItem], record: RecordId, when: When) {
    let p = cx.p;
    let record = &p.types.records[record];
    let one = record.kind == RecordKind::Struct || items.len() <= 1;
    cx.note(Place::Init(id), in_order(items).and(ensure(one, V::InitUnion)));
    for item in items {
        match record.fields.get(item.place as usize) {
            None => cx.report(Place::Init(item.init), V::InitRange),
            Some(f) if f.name.is_none() && (f.bits.is_some() || !p.types.is_record(f.ty)) => {
                cx.report(Place::Init(item.init), V::InitUnnamed);
            }
            Some(f) => {
                if let Some((_, None)) = p.types.element(f.ty) {
                    cx.report(Place::Init(item.init), V::InitFlexible);
                }
                init(cx, item.init, f.ty, when);
            }
        }
    }
}

fn in_order(items: &[InitItem]) -> Outcome {
    ensure(items.is_sorted_by(|a, b| a.place < b.place), V::InitOrder)
}
