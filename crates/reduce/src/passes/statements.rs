//! Statements, with all that is in them.

use super::Group;
use crate::edit::Edit;
use crate::interesting::facts::Facts;
use ir::visit::{self, Site};

/// Those of functions' bodies.
pub fn outer(facts: &Facts) -> Vec<Group> {
    drops(facts, |site| site.depth == 0)
}

pub fn all(facts: &Facts) -> Vec<Group> {
    drops(facts, |_| true)
}

/// The last first: what comes early is used by what comes later.
fn drops(facts: &Facts, wanted: impl Fn(&Site) -> bool) -> Vec<Group> {
    let sites = visit::statements(&facts.program);
    sites.iter().rev().filter(|site| wanted(site)).map(|site| vec![Edit::Drop(site.stmt)]).collect()
}
