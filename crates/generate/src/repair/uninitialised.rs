//! Variables that are read before they have a value.

use crate::expr::lvalue;
use crate::repair::{declaration, site};
use crate::state::Run;
use crate::state::census::RepairKind;
use crate::stmt::storage;
use crate::types::constants;
use ir::{ExprId, ExprKind, IntKind, Storage};

/// A variable that was declared without a value gets one: nobody has seen that it had none.
pub fn initialise(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let mut e = site;
    let var = loop {
        match m.grow.p.exprs[e].kind {
            ExprKind::Var(v) => break v,
            ExprKind::Member { base, .. } | ExprKind::Decay(base) => e = base,
            ExprKind::Index { base, .. } if matches!(m.grow.p.exprs[base].kind, ExprKind::Decay(_)) => {
                e = base
            }
            ExprKind::Deref(p) | ExprKind::Arrow { base: p, .. } | ExprKind::Index { base: p, .. } => {
                break lvalue::target_now(m, p)?;
            }
            ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs) => e = lhs,
            _ => return None,
        }
    };
    if m.grow.p.vars[var].storage != Storage::Auto {
        // A member of a union that was not stored last.
        let replaced = site::is_fresh(m, site) && replace_read(m, site).is_some();
        return replaced.then_some(RepairKind::AnotherVariable);
    }
    let share = m.grow.policy.repairs.another_variable;
    if site::is_fresh(m, site)
        && m.grow.ch.chance("another-variable", share)
        && replace_read(m, site).is_some()
    {
        return Some(RepairKind::AnotherVariable);
    }
    if m.grow.p.vars[var].init.is_some() || m.grow.info(var).skippable {
        return declaration::hoist(m, var);
    }
    let init = storage::zero_of(m, m.grow.p.vars[var].ty);
    m.grow.p.vars[var].init = Some(init);
    m.amend().zero_uninitialised(var);
    m.grow.tokens += 4;
    Some(RepairKind::Initialise)
}

/// A constant in place of an integer that is read.
fn replace_read(m: &mut Run, site: ExprId) -> Option<()> {
    let e = m.grow.p.exprs[site];
    let is_read = matches!(
        e.kind,
        ExprKind::Var(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Deref(_)
            | ExprKind::Arrow { .. }
    );
    // A bit-field is promoted by its width, which nothing else has.
    if !is_read || m.grow.p.bit_field_width(site).is_some() {
        return None;
    }
    let ty = m.grow.p.types.canonical(e.ty).unqualified();
    let kind = m.grow.p.types.int_kind(ty)?;
    let value = constants::value(m, kind);
    let kind = if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind };
    let constant = constants::literal(m, value, kind);
    m.grow.p.set_expr(site, ExprKind::Cast(constant), ty);
    m.grow.tokens += 4;
    Some(())
}
