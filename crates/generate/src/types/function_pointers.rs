//! Pointers to functions: families of functions of one type.
//!
//! A call through a pointer can reach every function of the family, whatever the pointer holds at that moment. So the
//! call graph gets an edge to each, now and later, and stays free of circles but for those made on purpose: no run can
//! recurse by accident. Such pointers are never null.

use crate::state::Gen;
use crate::state::call_graph::Family;
use ir::{ExprId, Init, InitId, Ty};
use machine::View;

/// A type for pointers to functions, if there is a function to point to and the policy wants one here.
pub fn maybe_type(g: &mut Gen, view: &View, share: u32) -> Option<Ty> {
    if g.ch.chance("function-pointer", share) { pointer_type(g, view) } else { None }
}

pub fn pointer_type(g: &mut Gen, view: &View) -> Option<Ty> {
    let known = g.families.len();
    let most = g.policy.types.max_function_families as usize;
    let family = if known > 0 && (known >= most || g.ch.chance("known-family", g.policy.odds.known_family)) {
        g.ch.below("family", known)
    } else {
        new_family(g, view)?
    };
    let ty = g.families[family].ty;
    Some(g.p.types.pointer(ty))
}

fn new_family(g: &mut Gen, view: &View) -> Option<usize> {
    let fit: Vec<usize> = (1..g.funcs.len()).filter(|f| is_cheap(g, view, *f)).collect();
    let first = *g.ch.pick("first-of-family", &fit)?;
    let ty = g.p.types.canonical(g.p.funcs[g.funcs[first].id].ty);
    if let Some(known) = g.families.iter().position(|f| f.ty == ty) {
        return Some(known);
    }
    g.families.push(Family { ty, members: vec![first], callers: Vec::new() });
    Some(g.families.len() - 1)
}

/// Whether a function may be called from anywhere, with any arguments: it has run, and that was not too expensive.
fn is_cheap(g: &Gen, view: &View, f: usize) -> bool {
    let left = g.policy.shape.steps_to_grow().saturating_sub(view.steps(g));
    let func = &g.funcs[f];
    func.depth_param.is_none() && func.variable.is_empty() && func.cost.is_some_and(|c| c < left / 40)
}

fn family_of(g: &Gen, pointer: Ty) -> Option<usize> {
    let to = g.p.types.canonical(g.p.types.pointee(pointer)?).unqualified();
    g.families.iter().position(|f| f.ty == to)
}

/// Whether the type is that of pointers to functions.
pub fn is_pointer(g: &Gen, ty: Ty) -> bool {
    g.p.types.pointee(ty).is_some_and(|to| g.p.types.is_function(to))
}

/// The address of a function of the type: `f` or `&f`.
pub fn address(g: &mut Gen, view: &View, pointer: Ty) -> Option<ExprId> {
    let family = family_of(g, pointer)?;
    let member = member(g, view, family)?;
    let f = g.p.func(g.funcs[member].id);
    let e = if g.ch.chance("address-of-function", g.policy.odds.address_of_function) {
        g.p.addr_of(f).ok()?
    } else {
        g.p.decay(f)
    };
    Some(e)
}

/// A static initialiser, for a pointer that is not null.
pub fn init(g: &mut Gen, view: &View, pointer: Ty) -> Option<InitId> {
    let e = address(g, view, pointer)?;
    Some(g.p.push_init(Init::Expr(e)))
}

/// A function of the family; sometimes one that was not in it before.
pub fn member(g: &mut Gen, view: &View, family: usize) -> Option<usize> {
    if g.ch.chance("new-member", g.policy.odds.new_member) {
        let fit: Vec<usize> = (1..g.funcs.len()).filter(|f| may_join(g, view, family, *f)).collect();
        if let Some(f) = g.ch.pick("member-to-be", &fit).copied() {
            join(g, family, f);
            return Some(f);
        }
    }
    g.ch.pick("member", &g.families[family].members).copied()
}

/// Not if it could then call itself through a pointer.
fn may_join(g: &Gen, view: &View, family: usize, f: usize) -> bool {
    let Family { ty, members, callers } = &g.families[family];
    !members.contains(&f)
        && is_cheap(g, view, f)
        && g.p.types.canonical(g.p.funcs[g.funcs[f].id].ty) == *ty
        && callers.iter().all(|c| !g.reaches(f, *c))
}

pub fn join(g: &mut Gen, family: usize, f: usize) {
    g.families[family].members.push(f);
    for caller in g.families[family].callers.clone() {
        g.funcs[caller].calls.push(f);
    }
}
