//! Global variables that only one function mentions become local to it.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprKind, FuncId, Program, Storage, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut users: FxHashMap<VarId, FxHashSet<FuncId>> = FxHashMap::default();
    for site in visit::statements(p) {
        for root in visit::roots(p, site.stmt) {
            visit::tree(p, root, &mut |e| {
                if let ExprKind::Var(var) = p.exprs[e].kind {
                    users.entry(var).or_default().insert(site.func);
                }
            });
        }
    }
    // The address of a local is no constant (C17 6.6p9).
    let fixed: FxHashSet<VarId> =
        visit::global_expressions(p).into_iter().filter_map(|e| variable(p, e)).collect();
    let free = p.globals.iter().filter(|v| p.vars[**v].storage != Storage::Extern && !fixed.contains(v));
    free.filter_map(|var| {
        let mut only = users.get(var)?.iter();
        match (only.next(), only.next()) {
            (Some(func), None) => Some(vec![Edit::LocalGlobal(*var, *func)]),
            _ => None,
        }
    })
    .collect()
}

fn variable(p: &Program, e: ir::ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}
