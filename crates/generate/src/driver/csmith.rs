//! What Csmith does before the first function and after the last: records up front, guards that go if they are not needed.

use crate::state::Run;
use crate::state::census::RepairKind;
use crate::types::variables;
use ir::ExprKind;

/// Makes what Csmith makes before the first function: all struct and union types.
pub fn prepare(m: &mut Run) {
    let t = &m.grow.policy.types;
    if !m.grow.policy.manner.records_up_front || !t.records || t.max_records == 0 {
        return;
    }
    let most = t.max_records;
    let count = m.grow.ch.between("records-up-front", 1, most);
    m.grow.policy.types.max_records = count;
    while (m.grow.records.len() as u32) < count {
        variables::new_record(m);
    }
}

/// Takes guards away that never had to step in; where the program is only compiled, any of them.
pub fn drop_guards(m: &mut Run) {
    let share = m.grow.policy.manner.drop_unneeded;
    let all = m.grow.policy.relax.compile_only;
    if share == 0 {
        return;
    }
    for site in m.grow.p.exprs.ids().collect::<Vec<_>>() {
        let e = m.grow.p.exprs[site];
        let ExprKind::Guard(inner, _) = e.kind else { continue };
        let needed = m.record.stepped_in(inner) && !all;
        if !needed && m.grow.ch.chance("drop-guard", share) {
            let kind = m.grow.p.exprs[inner].kind;
            m.grow.p.set_expr(site, kind, e.ty);
            m.grow.stats.repair(RepairKind::DropGuard);
        }
    }
}
