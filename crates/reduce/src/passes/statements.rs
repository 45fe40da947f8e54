//! Statements, with all that is in them.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit::{self, Site};

/// Those of functions' bodies.
pub fn outer(trace: &Trace) -> Vec<Group> {
    drops(trace, |site| site.depth == 0)
}

pub fn all(trace: &Trace) -> Vec<Group> {
    drops(trace, |_| true)
}

/// The last first: what comes early is used by what comes later.
fn drops(trace: &Trace, wanted: impl Fn(&Site) -> bool) -> Vec<Group> {
    let sites = visit::statements(&trace.program);
    sites.iter().rev().filter(|site| wanted(site)).map(|site| vec![Edit::Drop(site.stmt)]).collect()
}
