//! Compound statements replaced by what is in them: branches that are always taken, loops that run once, or more often.

use super::Group;
use crate::edit::{Edit, Part};
use crate::interesting::facts::Facts;
use ir::visit;
use ir::{Stmt, StmtId};

pub fn propose(facts: &Facts) -> Vec<Group> {
    let sites = visit::statements(&facts.program);
    sites.iter().flat_map(|site| parts(facts, site.stmt)).collect()
}

fn parts(facts: &Facts, stmt: StmtId) -> Vec<Group> {
    let p = &facts.program;
    let parts: Vec<Part> = match p.stmts[stmt] {
        Stmt::If { then, els, .. } => {
            let ran = |block: Option<ir::BlockId>| {
                block.is_some_and(|b| p.blocks[b].iter().any(|s| facts.runs(*s) > 0))
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
