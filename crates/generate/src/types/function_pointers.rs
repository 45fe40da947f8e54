//! Pointers to functions: families of functions of one type.
//!
//! A call through a pointer can reach every function of the family, whatever the pointer holds at that moment. So the
//! call graph gets an edge to each, now and later, and stays free of circles but for those made on purpose: no run can
//! recurse by accident. Such pointers are never null.

use crate::state::Run;
use crate::state::call_graph::Family;
use ir::{ExprId, Init, InitId, Ty};

/// A type for pointers to functions, if there is a function to point to and the policy wants one here.
pub fn maybe_type(m: &mut Run, share: u32) -> Option<Ty> {
    if m.grow.ch.chance("function-pointer", share) { pointer_type(m) } else { None }
}

pub fn pointer_type(m: &mut Run) -> Option<Ty> {
    let known = m.grow.families.len();
    let most = m.grow.policy.types.max_function_families as usize;
    let family = if known > 0
        && (known >= most || m.grow.ch.chance("known-family", m.grow.policy.odds.known_family))
    {
        m.grow.ch.below("family", known)
    } else {
        new_family(m)?
    };
    let ty = m.grow.families[family].ty;
    Some(m.grow.p.types.pointer(ty))
}

fn new_family(m: &mut Run) -> Option<usize> {
    let fit: Vec<usize> = (1..m.grow.funcs.len()).filter(|f| is_cheap(m, *f)).collect();
    let first = *m.grow.ch.pick("first-of-family", &fit)?;
    let ty = m.grow.p.types.canonical(m.grow.p.funcs[m.grow.funcs[first].id].ty);
    if let Some(known) = m.grow.families.iter().position(|f| f.ty == ty) {
        return Some(known);
    }
    m.grow.families.push(Family { ty, members: vec![first], callers: Vec::new() });
    Some(m.grow.families.len() - 1)
}

/// Whether a function may be called from anywhere, with any arguments: it has run, and that was not too expensive.
fn is_cheap(m: &Run, f: usize) -> bool {
    let left = m.grow.policy.shape.steps_to_grow().saturating_sub(m.steps());
    let func = &m.grow.funcs[f];
    func.depth_param.is_none() && func.cost.is_some_and(|c| c < left / 40)
}

fn family_of(m: &Run, pointer: Ty) -> Option<usize> {
    let to = m.grow.p.types.canonical(m.grow.p.types.pointee(pointer)?).unqualified();
    m.grow.families.iter().position(|f| f.ty == to)
}

/// Whether the type is that of pointers to functions.
pub fn is_pointer(m: &Run, ty: Ty) -> bool {
    m.grow.p.types.pointee(ty).is_some_and(|to| m.grow.p.types.is_function(to))
}

/// The address of a function of the type: `f` or `&f`.
pub fn address(m: &mut Run, pointer: Ty) -> Option<ExprId> {
    let family = family_of(m, pointer)?;
    let member = member(m, family)?;
    let f = m.grow.p.func(m.grow.funcs[member].id);
    let e = if m.grow.ch.chance("address-of-function", m.grow.policy.odds.address_of_function) {
        m.grow.p.addr_of(f).ok()?
    } else {
        m.grow.p.decay(f)
    };
    Some(e)
}

/// A static initialiser, for a pointer that is not null.
pub fn init(m: &mut Run, pointer: Ty) -> Option<InitId> {
    let e = address(m, pointer)?;
    Some(m.grow.p.push_init(Init::Expr(e)))
}

/// A function of the family; sometimes one that was not in it before.
pub fn member(m: &mut Run, family: usize) -> Option<usize> {
    if m.grow.ch.chance("new-member", m.grow.policy.odds.new_member) {
        let fit: Vec<usize> = (1..m.grow.funcs.len()).filter(|f| may_join(m, family, *f)).collect();
        if let Some(f) = m.grow.ch.pick("member-to-be", &fit).copied() {
            join(m, family, f);
            return Some(f);
        }
    }
    m.grow.ch.pick("member", &m.grow.families[family].members).copied()
}

/// Not if it could then call itself through a pointer.
fn may_join(m: &Run, family: usize, f: usize) -> bool {
    let Family { ty, members, callers } = &m.grow.families[family];
    !members.contains(&f)
        && is_cheap(m, f)
        && m.grow.p.types.canonical(m.grow.p.funcs[m.grow.funcs[f].id].ty) == *ty
        && callers.iter().all(|c| !m.grow.reaches(f, *c))
}

pub fn join(m: &mut Run, family: usize, f: usize) {
    m.grow.families[family].members.push(f);
    for caller in m.grow.families[family].callers.clone() {
        m.grow.funcs[caller].calls.push(f);
    }
}
