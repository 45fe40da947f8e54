//! Null pointers that are about to be dereferenced. The first time, another pointer may stand there. Later only what happens
//! for null may change: `*(p ? p : &g)`; a read becomes `p ? *p : 7`; a statement that writes is put under `if (p)`.

use crate::repair::sequence;
use crate::repair::site::{is_fresh, set_pointer};
use crate::state::census::RepairKind;
use crate::state::sites::Owner;
use crate::state::{Gen, sites};
use crate::types::{constants, floats, variables};
use ir::{ExprId, ExprKind, Stmt, StmtId, Ty, TypeKind};
use machine::{Amendment, View};

pub fn repair(g: &mut Gen, view: &View, site: ExprId) -> Option<RepairKind> {
    let fresh = is_fresh(g, view, site);
    let pointer = dereferenced(g, site)?;
    let pure = g.p.is_pure(pointer);
    let another = g.policy.repairs.another_pointer;
    if fresh && pure && g.ch.chance("another-pointer", another) {
        let (address, ty) = (global(g, view, pointer)?, g.p.value_type(pointer));
        // Dereferencing a pointer converts nothing by itself.
        let same = g.p.value_type(address) == ty;
        let address = if same { address } else { g.p.cast(address, ty).ok()? };
        set_pointer(g, site, address)?;
        return Some(RepairKind::AnotherPointer);
    }
    if pure {
        let share = g.policy.repairs.around_null;
        let around = has_no_effect(g, site) && g.ch.chance("around-null", share);
        let done =
            around.then(|| read(g, site, pointer).or_else(|| write(g, view, site, pointer, fresh))).flatten();
        return done.or_else(|| guard(g, view, site, pointer));
    }
    guard_once(g, view, site, pointer)
}

fn dereferenced(g: &Gen, site: ExprId) -> Option<ExprId> {
    match g.p.exprs[site].kind {
        ExprKind::Deref(p) | ExprKind::Arrow { base: p, .. } | ExprKind::Index { base: p, .. } => Some(p),
        _ => None,
    }
}

/// Whether finding the place does nothing that is missed where it is not looked for.
fn has_no_effect(g: &Gen, site: ExprId) -> bool {
    match g.p.exprs[site].kind {
        ExprKind::Index { index, .. } => g.p.is_pure(index),
        _ => true,
    }
}

/// The address of a global of the type that the pointer points to.
fn global(g: &mut Gen, view: &View, pointer: ExprId) -> Option<ExprId> {
    let to = g.p.types.pointee(g.p.value_type(pointer))?;
    let plain = g.p.types.canonical(to).unqualified();
    let var = variables::plain_global(g, view, plain);
    g.info_mut(var).address_taken = true;
    let v = g.p.var(var);
    g.p.addr_of(v).ok()
}

/// `*(p ? p : &g)`.
fn guard(g: &mut Gen, view: &View, site: ExprId, pointer: ExprId) -> Option<RepairKind> {
    let ty = g.p.value_type(pointer);
    let address = global(g, view, pointer)?;
    let els = g.p.convert(address, ty);
    let cond = sites::copy(g, pointer);
    let new = g.p.push_expr(ExprKind::Cond { cond, then: pointer, els }, ty);
    set_pointer(g, site, new)?;
    g.tokens += 8;
    Some(RepairKind::NullGuard)
}

/// What must be evaluated only once, as a volatile pointer: `*(t = p, t ? t : &g)`.
fn guard_once(g: &mut Gen, view: &View, site: ExprId, pointer: ExprId) -> Option<RepairKind> {
    let ty = g.p.value_type(pointer);
    let address = global(g, view, pointer)?;
    let els = g.p.convert(address, ty);
    let stmt = g.owner(site)?.stmt;
    let (first, then) = sequence::kept(g, view, stmt, pointer)?;
    let cond = sites::copy(g, then);
    let chosen = g.p.push_expr(ExprKind::Cond { cond, then, els }, ty);
    let new = g.p.comma(first, chosen);
    set_pointer(g, site, new)?;
    sequence::refresh(g, stmt);
    g.amend(Amendment::ForgetPaths);
    g.tokens += 8;
    Some(RepairKind::NullGuardOnce)
}

/// `p ? *p : 7`, of the same type.
fn read(g: &mut Gen, site: ExprId, pointer: ExprId) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let ty = g.p.value_type(site);
    if g.p.bit_field_width(site).is_some() || is_place(g, site) {
        return None;
    }
    let els = match g.p.types.kind(ty) {
        TypeKind::Int(kind) if ty == Ty::int(kind) => constants::constant(g, kind),
        TypeKind::Float(_) => floats::constant_of(g, ty)?,
        _ => return None,
    };
    let cond = sites::copy(g, pointer);
    let then = g.p.push_expr(e.kind, e.ty);
    let chosen = g.p.cond(cond, then, els).ok()?;
    // The operands of a conditional are promoted.
    let kind = if g.p.ty(chosen) == ty { g.p.exprs[chosen].kind } else { ExprKind::Cast(chosen) };
    g.p.set_expr(site, kind, ty);
    g.tokens += 6;
    Some(RepairKind::NullRead)
}

/// Whether anything needs the place that the node designates, and not only the value there.
fn is_place(g: &Gen, site: ExprId) -> bool {
    g.p.exprs.iter().any(|(_, e)| match e.kind {
        ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs) => {
            lhs == site
        }
        ExprKind::AddrOf(of) | ExprKind::Decay(of) | ExprKind::SizeofExpr(of) => of == site,
        ExprKind::Member { base, .. } => base == site,
        _ => false,
    })
}

/// `if (p) *p = …;`, for a statement that has run before. Nothing of it has been evaluated but the pointer.
fn write(g: &mut Gen, view: &View, site: ExprId, pointer: ExprId, fresh: bool) -> Option<RepairKind> {
    let Owner { stmt, body: None } = g.owner(site)? else { return None };
    let Stmt::Expr(e) = g.p.stmts[stmt] else { return None };
    let ExprKind::Assign { lhs, .. } = g.p.exprs[e].kind else { return None };
    if fresh || lhs != site {
        return None;
    }
    // Another call of the function may be in the middle of the statement.
    if view.current_function().is_none_or(|func| view.activations(func) > 1) {
        return None;
    }
    let cond = sites::copy(g, pointer);
    under(g, stmt, cond)?;
    g.amend(Amendment::ForgetPaths);
    g.tokens += 6;
    Some(RepairKind::NullWrite)
}

/// Puts a statement under a condition.
fn under(g: &mut Gen, stmt: StmtId, cond: ExprId) -> Option<()> {
    let (block, at) = sequence::place_of(g, stmt)?;
    let then = g.p.blocks.push(vec![stmt]);
    let new = g.p.push_stmt(Stmt::If { cond, then, els: None });
    g.p.blocks[block][at] = new;
    Some(())
}
