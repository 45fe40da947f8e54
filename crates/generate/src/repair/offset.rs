//! Pointers that are about to leave their array: another offset the first time, later what is left out is the failing pointer.

use crate::expr::{lvalue, pointer_arith};
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Run, sites};
use crate::stmt::walks;
use ir::{BinaryOp, ExprId, ExprKind, IntKind, Ty, TypeKind};
use machine::{Pointer, Value};

/// What becomes of an offset that fails. One that is evaluated for the first time gets another offset; later, the pointer
/// that fails is excluded: `p == &a[3] ? p : p + k`, or `p ? p + k : p`.
pub fn mend(m: &mut Run, site: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let pointer = match e.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, p, _)
        | ExprKind::Index { base: p, .. }
        | ExprKind::IncDec(_, p)
        | ExprKind::AssignOp { lhs: p, .. } => p,
        _ => return None,
    };
    if !m.grow.p.types.is_pointer(m.grow.p.ty(pointer)) || !m.grow.p.is_pure(pointer) {
        return None;
    }
    let value = match held.iter().find(|(h, _)| *h == pointer) {
        Some((_, Value::Pointer(p))) => *p,
        _ => lvalue::pointer_now(m, pointer)?,
    };
    if value.is_object()
        && site::is_fresh(m, site)
        && let Some(kind) = another(m, site, pointer, value)
    {
        return Some(kind);
    }
    exclude(m, site, pointer, value)
}

pub fn another(m: &mut Run, site: ExprId, pointer: ExprId, at: Pointer) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let to = m.grow.p.types.pointee(m.grow.p.ty(pointer))?;
    let k = pointer_arith::step(m, at, to).unwrap_or(0);
    let kind = match e.kind {
        ExprKind::Index { base, .. } => {
            let index = m.grow.p.int_const(i128::from(k), Ty::INT);
            ExprKind::Index { base, index }
        }
        ExprKind::Binary(_, p, _) => {
            let op = if k < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            let k = m.grow.p.int_lit(k.unsigned_abs(), IntKind::Int);
            ExprKind::Binary(op, p, k)
        }
        // Where there is no way to go, the pointer stays.
        ExprKind::IncDec(_, lhs) if k == 0 => m.grow.p.exprs[lhs].kind,
        ExprKind::IncDec(_, lhs) => ExprKind::IncDec(walks::one_step(m, k < 0), lhs),
        ExprKind::AssignOp { lhs, calc, .. } => {
            let op = if k < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            let rhs = m.grow.p.int_lit(k.unsigned_abs(), IntKind::Int);
            ExprKind::AssignOp { op, lhs, rhs, calc }
        }
        _ => return None,
    };
    m.grow.p.set_expr(site, kind, e.ty);
    Some(RepairKind::AnotherOffset)
}

pub fn exclude(m: &mut Run, site: ExprId, pointer: ExprId, at: Pointer) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let ty = m.grow.p.value_type(pointer);
    let tested = sites::copy(m, pointer);
    let cond = if at.is_null() {
        let zero = m.grow.p.int_lit(0, IntKind::Int);
        m.grow.p.binary(BinaryOp::Eq, tested, zero).ok()?
    } else {
        let address = named(m, at, m.grow.p.types.pointee(ty)?)?;
        m.grow.p.binary(BinaryOp::Eq, tested, address).ok()?
    };
    let same = sites::copy(m, pointer);
    m.grow.tokens += 12;
    match e.kind {
        ExprKind::Binary(..) | ExprKind::IncDec(..) => {
            let els = m.grow.p.push_expr(e.kind, e.ty);
            m.grow.p.set_expr(site, ExprKind::Cond { cond, then: same, els }, e.ty);
            Some(RepairKind::ExcludePointer)
        }
        ExprKind::AssignOp { op, lhs, rhs, .. } => {
            let copy = sites::copy(m, lhs);
            let els = m.grow.p.push_expr(ExprKind::Binary(op, copy, rhs), ty);
            let rhs = m.grow.p.push_expr(ExprKind::Cond { cond, then: same, els }, ty);
            m.grow.p.set_expr(site, ExprKind::Assign { lhs, rhs }, e.ty);
            Some(RepairKind::ExcludePointer)
        }
        // A null pointer is not followed either way.
        ExprKind::Index { base, index } if !at.is_null() => {
            let els = m.grow.p.push_expr(ExprKind::Binary(BinaryOp::Add, base, index), ty);
            let chosen = m.grow.p.push_expr(ExprKind::Cond { cond, then: same, els }, ty);
            m.grow.p.set_expr(site, ExprKind::Deref(chosen), e.ty);
            Some(RepairKind::ExcludePointer)
        }
        _ => None,
    }
}

/// An expression for the address of an element of a global, which can stand anywhere.
pub fn named(m: &mut Run, at: Pointer, to: Ty) -> Option<ExprId> {
    let var = m.target_of(at).filter(|v| m.grow.p.globals.contains(v))?;
    let mut e = m.grow.p.var(var);
    let mut offset = u64::from(at.offset);
    let wanted = m.grow.p.types.canonical(to).unqualified();
    loop {
        let ty = m.grow.p.types.canonical(m.grow.p.ty(e));
        if offset == 0 && ty.unqualified() == wanted {
            return m.grow.p.addr_of(e).ok();
        }
        e = match m.grow.p.types.kind(ty) {
            TypeKind::Array(element, Some(_)) => {
                let size = m.grow.p.types.size(element).max(1);
                let i = m.grow.p.int_lit(offset / size, IntKind::Int);
                offset %= size;
                m.grow.p.index(e, i).ok()?
            }
            TypeKind::Record(id) => {
                let fields = &m.grow.p.types.layout(id).fields;
                let n =
                    (0..fields.len()).rev().find(|n| fields[*n].width == 0 && fields[*n].offset <= offset)?;
                offset -= fields[n].offset;
                m.grow.p.member(e, n as u32).ok()?
            }
            _ => return None,
        };
    }
}
