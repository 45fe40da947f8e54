//! The printed value as a check: `if (x != 5) __builtin_abort();`, so that no outputs have to be compared.

use super::{Group, printed};
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let sites = visit::statements(p);
    let mut groups = Vec::new();
    for site in sites.iter().filter(|site| trace.runs(site.stmt) == 1) {
        if let [value] = printed::values(p, site.stmt)
            && let Some(lit) = trace.constant(*value)
        {
            groups.push(vec![Edit::Abort(site.stmt, lit)]);
        }
    }
    groups
}
