//! Compound statements replaced by what is in them: branches that are always taken, loops that run once, or more often.

use super::Group;
use crate::edit::{Edit, Part};
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{Stmt, StmtId};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let sites = visit::statements(&trace.program);
    sites.iter().flat_map(|site| parts(trace, site.stmt)).collect()
}

fn parts(trace: &Trace, stmt: StmtId) -> Vec<Group> {
    let p = &trace.program;
    let parts: Vec<Part> = match p.stmts[stmt] {
        Stmt::If { then, els, .. } => {
            let ran = |block: Option<ir::BlockId>| {
                block.is_some_and(|b| p.blocks[b].iter().any(|s| trace.runs(*s) > 0))
            };
            match (ran(Some(then)), ran(els)) {
                (false, true) => vec![Part::Else, Part::Then],
                (_, false) if els.is_none() => vec![Part::Then],
                _ => vec![Part::Then, Part::Else],
            }
        }
        Stmt::Block(_)
        | Stmt::For { .. }
        | Stmt::While { .. }
        | Stmt::DoWhile { .. }
        | Stmt::Switch { .. } => vec![Part::Body],
        Stmt::Empty
        | Stmt::Hole
        | Stmt::Decl(_)
        | Stmt::Expr(_)
        | Stmt::Case(_)
        | Stmt::Default
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Goto(_)
        | Stmt::Label(_)
        | Stmt::Return(_) => Vec::new(),
    };
    parts.into_iter().map(|part| vec![Edit::Unwrap(stmt, part)]).collect()
}
