//! Promises that have been broken are withdrawn: they never had an effect.

use crate::state::Gen;
use crate::state::census::RepairKind;
use ir::{Attrs, ExprId, ExprKind, FuncId, IntKind, Program, Quals, Ty, VarId};
use machine::Promise;

/// A promise of a function or parameter that has been broken is no longer made.
pub fn withdraw(g: &mut Gen, promise: Promise, func: FuncId, param: Option<VarId>) -> Option<RepairKind> {
    let (attr, kind) = match promise {
        Promise::Pure => (Attrs::PURE, RepairKind::WithdrawPure),
        Promise::Const => (Attrs::CONST, RepairKind::WithdrawConst),
        Promise::Nonnull => (Attrs::NONNULL, RepairKind::WithdrawNonnull),
        Promise::ReturnsNonnull => (Attrs::RETURNS_NONNULL, RepairKind::WithdrawReturnsNonnull),
        Promise::Malloc => (Attrs::MALLOC, RepairKind::WithdrawMalloc),
        Promise::Aligned(n) => {
            let (_, attr) = Attrs::ALIGNMENTS.into_iter().find(|(align, _)| *align == n)?;
            (attr, RepairKind::WithdrawAlignment)
        }
        Promise::AtLeast(_) => {
            g.p.vars[param?].at_least = 0;
            return Some(RepairKind::WithdrawElements);
        }
        Promise::Assumed => return None,
    };
    let attrs = &mut g.p.funcs[func].attrs;
    *attrs = attrs.without(attr);
    Some(kind)
}

/// A function turns out to write something after all, and always to have done so: it is not pure, nor is what calls it.
pub fn withdraw_quiet(g: &mut Gen, func: usize) {
    let quiet = Attrs::PURE.with(Attrs::CONST);
    for f in 0..g.funcs.len() {
        if g.reaches(f, func) {
            let attrs = &mut g.p.funcs[g.funcs[f].id].attrs;
            *attrs = attrs.without(quiet);
        }
    }
}

/// A parameter is not the only way to what it changes, and is not restrict.
pub fn withdraw_restrict(g: &mut Gen, param: VarId) -> Option<RepairKind> {
    drop_restrict(&mut g.p, param);
    Some(RepairKind::WithdrawRestrict)
}

fn drop_restrict(p: &mut Program, param: VarId) {
    let ty = p.vars[param].ty.without(Quals::RESTRICT);
    p.vars[param].ty = ty;
    let is_named = |kind| matches!(kind, ExprKind::Var(v) if v == param);
    let named: Vec<ExprId> = p.exprs.iter().filter(|(_, e)| is_named(e.kind)).map(|(id, _)| id).collect();
    let ty = p.types.canonical(ty);
    for id in named {
        p.set_type(id, ty);
    }
}

/// A promise that has been broken is withdrawn: it never had an effect.
pub fn withdraw_site(g: &mut Gen, site: ExprId, kind: RepairKind) -> Option<RepairKind> {
    let zero = g.p.int_lit(0, IntKind::Int);
    g.p.set_expr(site, ExprKind::Cast(zero), Ty::VOID);
    Some(kind)
}
