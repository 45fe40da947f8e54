//! Promises that have been broken are withdrawn: they never had an effect.

use crate::state::Run;
use crate::state::census::RepairKind;
use ir::{Attrs, ExprId, ExprKind, FuncId, IntKind, Program, Quals, Ty, VarId};
use machine::Promise;

/// A promise of a function or parameter that has been broken is no longer made.
pub fn withdraw(m: &mut Run, promise: Promise, func: FuncId, param: Option<VarId>) -> Option<RepairKind> {
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
            m.grow.p.vars[param?].at_least = 0;
            return Some(RepairKind::WithdrawElements);
        }
        Promise::Assumed => return None,
    };
    let attrs = &mut m.grow.p.funcs[func].attrs;
    *attrs = attrs.without(attr);
    Some(kind)
}

/// A function turns out to write something after all, and always to have done so: it is not pure, nor is what calls it.
pub fn withdraw_quiet(m: &mut Run, func: usize) {
    let quiet = Attrs::PURE.with(Attrs::CONST);
    for f in 0..m.grow.funcs.len() {
        if m.grow.reaches(f, func) {
            let attrs = &mut m.grow.p.funcs[m.grow.funcs[f].id].attrs;
            *attrs = attrs.without(quiet);
        }
    }
}

/// A parameter is not the only way to what it changes, and is not restrict.
pub fn withdraw_restrict(m: &mut Run, param: VarId) -> Option<RepairKind> {
    drop_restrict(&mut m.grow.p, param);
    Some(RepairKind::WithdrawRestrict)
}

fn drop_restrict(p: &mut Program, param: VarId) {
    let ty = p.vars[param].ty.without(Quals::RESTRICT);
    p.vars[param].ty = ty;
    let is_named = |kind| matches!(kind, ExprKind::Var(v) if v == param);
    let named: Vec<ExprId> = p.exprs.iter().filter(|(_, e)| is_named(e.kind)).map(|(id, _)| id).collect();
    let ty = p.types.canonical(ty);
    for id in named {
        p.exprs[id].ty = ty;
    }
}

/// A promise that has been broken is withdrawn: it never had an effect.
pub fn withdraw_site(m: &mut Run, site: ExprId, kind: RepairKind) -> Option<RepairKind> {
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    m.grow.p.set_expr(site, ExprKind::Cast(zero), Ty::VOID);
    Some(kind)
}
