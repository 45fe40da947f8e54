//! What Csmith does before the first function and after the last: records up front, guards that go if they are not needed.

use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::types::variables;
use ir::ExprKind;
use machine::View;

/// Makes what Csmith makes before the first function: all struct and union types.
pub fn prepare(g: &mut Gen, view: &View) {
    let t = &g.policy.types;
    if !g.policy.manner.records_up_front || !t.records || t.max_records == 0 {
        return;
    }
    let most = t.max_records;
    let count = g.ch.between("records-up-front", 1, most);
    g.policy.types.max_records = count;
    while (g.records.len() as u32) < count {
        variables::new_record(g, view);
    }
}

/// Takes guards away that never had to step in; where the program is only compiled, any of them.
pub fn drop_guards(g: &mut Gen, view: &View) {
    let share = g.policy.manner.drop_unneeded;
    let all = g.policy.relax.compile_only;
    if share == 0 {
        return;
    }
    for site in g.p.exprs.ids().collect::<Vec<_>>() {
        let e = g.p.exprs[site];
        let ExprKind::Guard(inner, _) = e.kind else { continue };
        let needed = view.observed.stepped_in(inner) && !all;
        if !needed && g.ch.chance("drop-guard", share) {
            let kind = g.p.exprs[inner].kind;
            g.p.set_expr(site, kind, e.ty);
            g.stats.repair(RepairKind::DropGuard);
        }
    }
}
