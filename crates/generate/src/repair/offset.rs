//! Pointers that are about to leave their array: another offset the first time, later what is left out is the failing pointer.

use crate::expr::{lvalue, pointer_arith};
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Gen, sites};
use crate::stmt::walks;
use ir::{BinaryOp, ExprId, ExprKind, IntKind, Ty, TypeKind};
use machine::{Pointer, Value, View};

/// What becomes of an offset that fails. One that is evaluated for the first time gets another offset; later, the pointer
/// that fails is excluded: `p == &a[3] ? p : p + k`, or `p ? p + k : p`.
pub fn repair(g: &mut Gen, view: &View, site: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let pointer = match e.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, p, _)
        | ExprKind::Index { base: p, .. }
        | ExprKind::IncDec(_, p)
        | ExprKind::AssignOp { lhs: p, .. } => p,
        _ => return None,
    };
    if !g.p.types.is_pointer(g.p.ty(pointer)) || !g.p.is_pure(pointer) {
        return None;
    }
    let value = match held.iter().find(|(h, _)| *h == pointer) {
        Some((_, Value::Pointer(p))) => *p,
        _ => lvalue::pointer_now(g, view, pointer)?,
    };
    if value.is_object()
        && site::is_fresh(g, view, site)
        && let Some(kind) = another(g, site, pointer, value)
    {
        return Some(kind);
    }
    exclude(g, view, site, pointer, value)
}

pub fn another(g: &mut Gen, site: ExprId, pointer: ExprId, at: Pointer) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let to = g.p.types.pointee(g.p.ty(pointer))?;
    let k = pointer_arith::step(g, at, to).unwrap_or(0);
    let kind = match e.kind {
        ExprKind::Index { base, .. } => {
            let index = g.p.int_const(i128::from(k), Ty::INT);
            ExprKind::Index { base, index }
        }
        ExprKind::Binary(_, p, _) => {
            let op = if k < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            let k = g.p.int_lit(k.unsigned_abs(), IntKind::Int);
            ExprKind::Binary(op, p, k)
        }
        // Where there is no way to go, the pointer stays.
        ExprKind::IncDec(_, lhs) if k == 0 => g.p.exprs[lhs].kind,
        ExprKind::IncDec(_, lhs) => ExprKind::IncDec(walks::one_step(g, k < 0), lhs),
        ExprKind::AssignOp { lhs, calc, .. } => {
            let op = if k < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            let rhs = g.p.int_lit(k.unsigned_abs(), IntKind::Int);
            ExprKind::AssignOp { op, lhs, rhs, calc }
        }
        _ => return None,
    };
    g.p.set_expr(site, kind, e.ty);
    Some(RepairKind::AnotherOffset)
}

pub fn exclude(g: &mut Gen, view: &View, site: ExprId, pointer: ExprId, at: Pointer) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let ty = g.p.value_type(pointer);
    let tested = sites::copy(g, pointer);
    let cond = if at.is_null() {
        let zero = g.p.int_lit(0, IntKind::Int);
        g.p.binary(BinaryOp::Eq, tested, zero).ok()?
    } else {
        let address = named(g, view, at, g.p.types.pointee(ty)?)?;
        g.p.binary(BinaryOp::Eq, tested, address).ok()?
    };
    let same = sites::copy(g, pointer);
    g.tokens += 12;
    match e.kind {
        ExprKind::Binary(..) | ExprKind::IncDec(..) => {
            let els = g.p.push_expr(e.kind, e.ty);
            g.p.set_expr(site, ExprKind::Cond { cond, then: same, els }, e.ty);
            Some(RepairKind::ExcludePointer)
        }
        ExprKind::AssignOp { op, lhs, rhs, .. } => {
            let copy = sites::copy(g, lhs);
            let els = g.p.push_expr(ExprKind::Binary(op, copy, rhs), ty);
            let rhs = g.p.push_expr(ExprKind::Cond { cond, then: same, els }, ty);
            g.p.set_expr(site, ExprKind::Assign { lhs, rhs }, e.ty);
            Some(RepairKind::ExcludePointer)
        }
        // A null pointer is not dereferenced either way.
        ExprKind::Index { base, index } if !at.is_null() => {
            let els = g.p.push_expr(ExprKind::Binary(BinaryOp::Add, base, index), ty);
            let chosen = g.p.push_expr(ExprKind::Cond { cond, then: same, els }, ty);
            g.p.set_expr(site, ExprKind::Deref(chosen), e.ty);
            Some(RepairKind::ExcludePointer)
        }
        _ => None,
    }
}

/// An expression for the address of an element of a global, which can stand anywhere.
pub fn named(g: &mut Gen, view: &View, at: Pointer, to: Ty) -> Option<ExprId> {
    let var = view.target_of(at).filter(|v| g.p.globals.contains(v))?;
    let mut e = g.p.var(var);
    let mut offset = u64::from(at.offset);
    let wanted = g.p.types.canonical(to).unqualified();
    loop {
        let ty = g.p.types.canonical(g.p.ty(e));
        if offset == 0 && ty.unqualified() == wanted {
            return g.p.addr_of(e).ok();
        }
        e = match g.p.types.kind(ty) {
            TypeKind::Array(element, Some(_)) => {
                let size = g.p.types.size(element).max(1);
                let i = g.p.int_lit(offset / size, IntKind::Int);
                offset %= size;
                g.p.index(e, i).ok()?
            }
            TypeKind::Record(id) => {
                let fields = &g.p.types.layout(id).fields;
                let n =
                    (0..fields.len()).rev().find(|n| fields[*n].width == 0 && fields[*n].offset <= offset)?;
                offset -= fields[n].offset;
                g.p.member(e, n as u32).ok()?
            }
            _ => return None,
        };
    }
}
