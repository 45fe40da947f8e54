//! Null pointers that are about to be followed. The first time, another pointer may stand there. Later only what happens
//! for null may change: `*(p ? p : &g)`; a read becomes `p ? *p : 7`; a statement that writes is put under `if (p)`.

use crate::repair::sequence;
use crate::repair::site::{is_fresh, set_pointer};
use crate::state::census::RepairKind;
use crate::state::sites::Owner;
use crate::state::{Run, sites};
use crate::types::{constants, floats, variables};
use ir::{ExprId, ExprKind, Stmt, StmtId, Ty, TypeKind};

pub fn mend(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let fresh = is_fresh(m, site);
    let pointer = followed(m, site)?;
    let pure = m.grow.p.is_pure(pointer);
    let another = m.grow.policy.repairs.another_pointer;
    if fresh && pure && m.grow.ch.chance("another-pointer", another) {
        let (address, ty) = (global(m, pointer)?, m.grow.p.value_type(pointer));
        // Following a pointer converts nothing by itself.
        let same = m.grow.p.value_type(address) == ty;
        let address = if same { address } else { m.grow.p.cast(address, ty).ok()? };
        set_pointer(m, site, address)?;
        return Some(RepairKind::AnotherPointer);
    }
    if pure {
        let share = m.grow.policy.repairs.around_null;
        let around = has_no_effect(m, site) && m.grow.ch.chance("around-null", share);
        let done =
            around.then(|| read(m, site, pointer).or_else(|| write(m, site, pointer, fresh))).flatten();
        return done.or_else(|| guard(m, site, pointer));
    }
    guard_once(m, site, pointer)
}

fn followed(m: &Run, site: ExprId) -> Option<ExprId> {
    match m.grow.p.exprs[site].kind {
        ExprKind::Deref(p) | ExprKind::Arrow { base: p, .. } | ExprKind::Index { base: p, .. } => Some(p),
        _ => None,
    }
}

/// Whether finding the place does nothing that is missed where it is not looked for.
fn has_no_effect(m: &Run, site: ExprId) -> bool {
    match m.grow.p.exprs[site].kind {
        ExprKind::Index { index, .. } => m.grow.p.is_pure(index),
        _ => true,
    }
}

/// The address of a global of the type that the pointer points to.
fn global(m: &mut Run, pointer: ExprId) -> Option<ExprId> {
    let to = m.grow.p.types.pointee(m.grow.p.value_type(pointer))?;
    let plain = m.grow.p.types.canonical(to).unqualified();
    let var = variables::plain_global(m, plain);
    m.grow.info_mut(var).address_taken = true;
    let v = m.grow.p.var(var);
    m.grow.p.addr_of(v).ok()
}

/// `*(p ? p : &g)`.
fn guard(m: &mut Run, site: ExprId, pointer: ExprId) -> Option<RepairKind> {
    let ty = m.grow.p.value_type(pointer);
    let address = global(m, pointer)?;
    let els = m.grow.p.convert(address, ty);
    let cond = sites::copy(m, pointer);
    let new = m.grow.p.push_expr(ExprKind::Cond { cond, then: pointer, els }, ty);
    set_pointer(m, site, new)?;
    m.grow.tokens += 8;
    Some(RepairKind::NullGuard)
}

/// What must be evaluated only once, as a volatile pointer: `*(t = p, t ? t : &g)`.
fn guard_once(m: &mut Run, site: ExprId, pointer: ExprId) -> Option<RepairKind> {
    let ty = m.grow.p.value_type(pointer);
    let address = global(m, pointer)?;
    let els = m.grow.p.convert(address, ty);
    let stmt = m.grow.owner(site)?.stmt;
    let (first, then) = sequence::kept(m, stmt, pointer)?;
    let cond = sites::copy(m, then);
    let chosen = m.grow.p.push_expr(ExprKind::Cond { cond, then, els }, ty);
    let new = m.grow.p.comma(first, chosen);
    set_pointer(m, site, new)?;
    sequence::refresh(m, stmt);
    m.amend().forget_paths();
    m.grow.tokens += 8;
    Some(RepairKind::NullGuardOnce)
}

/// `p ? *p : 7`, of the same type.
fn read(m: &mut Run, site: ExprId, pointer: ExprId) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let ty = m.grow.p.value_type(site);
    if m.grow.p.bit_field_width(site).is_some() || is_place(m, site) {
        return None;
    }
    let els = match m.grow.p.types.kind(ty) {
        TypeKind::Int(kind) if ty == Ty::int(kind) => constants::constant(m, kind),
        TypeKind::Float(_) => floats::constant_of(m, ty)?,
        _ => return None,
    };
    let cond = sites::copy(m, pointer);
    let then = m.grow.p.push_expr(e.kind, e.ty);
    let chosen = m.grow.p.cond(cond, then, els).ok()?;
    // The operands of a conditional are promoted.
    let kind = if m.grow.p.ty(chosen) == ty { m.grow.p.exprs[chosen].kind } else { ExprKind::Cast(chosen) };
    m.grow.p.set_expr(site, kind, ty);
    m.grow.tokens += 6;
    Some(RepairKind::NullRead)
}

/// Whether anything needs the place that the node designates, and not only the value there.
fn is_place(m: &Run, site: ExprId) -> bool {
    m.grow.p.exprs.iter().any(|(_, e)| match e.kind {
        ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs) => {
            lhs == site
        }
        ExprKind::AddrOf(of) | ExprKind::Decay(of) | ExprKind::SizeofExpr(of) => of == site,
        ExprKind::Member { base, .. } => base == site,
        _ => false,
    })
}

/// `if (p) *p = …;`, for a statement that has run before. Nothing of it has been evaluated but the pointer.
fn write(m: &mut Run, site: ExprId, pointer: ExprId, fresh: bool) -> Option<RepairKind> {
    let Owner { stmt, body: None } = m.grow.owner(site)? else { return None };
    let Stmt::Expr(e) = m.grow.p.stmts[stmt] else { return None };
    let ExprKind::Assign { lhs, .. } = m.grow.p.exprs[e].kind else { return None };
    if fresh || lhs != site {
        return None;
    }
    // Another call of the function may be in the middle of the statement.
    if m.current_function().is_none_or(|func| m.activations(func) > 1) {
        return None;
    }
    let cond = sites::copy(m, pointer);
    under(m, stmt, cond)?;
    m.amend().forget_paths();
    m.grow.tokens += 6;
    Some(RepairKind::NullWrite)
}

/// Puts a statement under a condition.
fn under(m: &mut Run, stmt: StmtId, cond: ExprId) -> Option<()> {
    let (block, at) = sequence::place_of(m, stmt)?;
    let then = m.grow.p.blocks.push(vec![stmt]);
    let new = m.grow.p.push_stmt(Stmt::If { cond, then, els: None });
    m.grow.p.blocks[block][at] = new;
    Some(())
}
