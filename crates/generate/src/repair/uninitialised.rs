//! Variables that are read before they have a value.

use crate::expr::lvalue;
use crate::repair::{declaration, site};
use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::stmt::storage;
use crate::types::constants;
use ir::{ExprId, ExprKind, Storage};
use machine::{Amendment, View};

/// A variable that was declared without a value gets one: it was never observed without.
pub fn initialise(g: &mut Gen, view: &View, site: ExprId) -> Option<RepairKind> {
    let mut e = site;
    let var = loop {
        match g.p.exprs[e].kind {
            ExprKind::Var(v) => break v,
            ExprKind::Member { base, .. } | ExprKind::Decay(base) => e = base,
            ExprKind::Index { base, .. } if matches!(g.p.exprs[base].kind, ExprKind::Decay(_)) => e = base,
            ExprKind::Deref(p) | ExprKind::Arrow { base: p, .. } | ExprKind::Index { base: p, .. } => {
                break lvalue::target_now(g, view, p)?;
            }
            ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs) => e = lhs,
            _ => return None,
        }
    };
    if !matches!(g.p.vars[var].storage, Storage::Auto | Storage::Register) {
        // A member of a union that was not stored last.
        let replaced = site::is_fresh(g, view, site) && replace_read(g, site).is_some();
        return replaced.then_some(RepairKind::AnotherVariable);
    }
    let share = g.policy.repairs.another_variable;
    if site::is_fresh(g, view, site)
        && g.ch.chance("another-variable", share)
        && replace_read(g, site).is_some()
    {
        return Some(RepairKind::AnotherVariable);
    }
    if g.p.vars[var].init.is_some() || g.info(var).skippable {
        return declaration::hoist(g, view, var);
    }
    let init = storage::zero_of(g, g.p.vars[var].ty);
    g.p.vars[var].init = Some(init);
    g.amend(Amendment::ZeroUninitialised(var));
    g.tokens += 4;
    Some(RepairKind::Initialise)
}

/// A constant in place of an integer that is read.
fn replace_read(g: &mut Gen, site: ExprId) -> Option<()> {
    let e = g.p.exprs[site];
    let is_read = matches!(
        e.kind,
        ExprKind::Var(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Deref(_)
            | ExprKind::Arrow { .. }
    );
    // A bit-field is promoted by its width, which nothing else has.
    if !is_read || g.p.bit_field_width(site).is_some() {
        return None;
    }
    let ty = g.p.types.canonical(e.ty).unqualified();
    let kind = g.p.types.int_kind(ty)?;
    let value = constants::value(g, kind);
    let kind = constants::written_kind(g, kind);
    let constant = constants::literal(g, value, kind);
    g.p.set_expr(site, ExprKind::Cast(constant), ty);
    g.tokens += 4;
    Some(())
}
