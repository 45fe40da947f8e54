//! Variables: what reads one has its value instead, or zero.

use super::Group;
use crate::edit::{Edit, Lit};
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprKind, Storage, VarId};
use rustc_hash::FxHashMap;

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut values: FxHashMap<VarId, Lit> = FxHashMap::default();
    for e in visit::expressions(p) {
        if let ExprKind::Var(var) = p.exprs[e].kind
            && let Some(lit) = trace.first(e)
        {
            values.entry(var).or_insert(lit);
        }
    }
    let vars = visit::variables(p).into_iter().rev().filter(|v| p.vars[*v].storage != Storage::Param);
    vars.map(|var| vec![Edit::DropVar(var, values.get(&var).copied().unwrap_or(Lit::ZERO))]).collect()
}
