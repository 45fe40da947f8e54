//! Parameters: gone with their arguments, or local variables.

use super::Group;
use crate::edit::{Edit, Lit};
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprKind, VarId};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let main = p.main();
    let funcs = p.funcs.iter().filter(|(id, f)| f.body.is_some() && Some(*id) != main);
    let params: Vec<VarId> = funcs.flat_map(|(_, f)| f.params.iter().copied()).collect();
    let mut groups: Vec<Group> =
        params.iter().map(|var| vec![Edit::DropVar(*var, value(trace, *var))]).collect();
    groups.extend(params.iter().map(|var| vec![Edit::LocalParam(*var, value(trace, *var))]));
    // Both of main's, or none.
    if let Some(main) = main {
        let both: Group = p.funcs[main].params.iter().map(|var| Edit::DropVar(*var, Lit::ZERO)).collect();
        groups.extend((!both.is_empty()).then_some(both));
    }
    groups
}

/// What is seen of the parameter first.
fn value(trace: &Trace, var: VarId) -> Lit {
    let p = &trace.program;
    let reads = visit::expressions(p).into_iter().filter(|e| p.exprs[*e].kind == ExprKind::Var(var));
    reads.filter_map(|e| trace.first(e)).next().unwrap_or(Lit::ZERO)
}
