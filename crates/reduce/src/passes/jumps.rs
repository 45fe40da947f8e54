//! Labels with all jumps to them.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::Stmt;
use ir::visit;

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let sites = visit::statements(p);
    let labels = sites.iter().filter_map(|site| match p.stmts[site.stmt] {
        Stmt::Label(label) => Some(label),
        _ => None,
    });
    labels.map(|label| vec![Edit::DropLabel(label)]).collect()
}
