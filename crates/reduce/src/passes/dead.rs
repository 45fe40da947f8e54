//! Statements that never ran: the machine knows, the compiler does not.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::{BlockId, Program, Stmt, StmtId};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut groups = Vec::new();
    for (_, f) in p.funcs.iter() {
        if let Some(body) = f.body {
            outermost(p, trace, body, &mut groups);
        }
    }
    groups
}

fn outermost(p: &Program, trace: &Trace, block: BlockId, groups: &mut Vec<Group>) {
    for stmt in &p.blocks[block] {
        if trace.runs(*stmt) == 0 && is_droppable(p, *stmt) {
            groups.push(vec![Edit::Drop(*stmt)]);
        } else {
            p.stmts[*stmt].for_each_block(|inner| outermost(p, trace, inner, groups));
        }
    }
}

/// Labels, cases and declarations do not run by themselves.
fn is_droppable(p: &Program, stmt: StmtId) -> bool {
    let marker =
        matches!(p.stmts[stmt], Stmt::Label(_) | Stmt::Case(_) | Stmt::Default | Stmt::Decl(_) | Stmt::Empty);
    !marker && !has_label(p, stmt)
}

/// A jump may enter here.
fn has_label(p: &Program, stmt: StmtId) -> bool {
    let mut found = matches!(p.stmts[stmt], Stmt::Label(_));
    p.stmts[stmt].for_each_block(|block| found |= p.blocks[block].iter().any(|s| has_label(p, *s)));
    found
}
