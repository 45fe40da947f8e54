//! Pointers replaced by what they point to, and elements of arrays by one that is named.

use super::Group;
use crate::edit::Edit;
use crate::interesting::facts::Facts;
use ir::visit;
use ir::{ExprId, ExprKind, ObjectPath, PathStep};

pub fn propose(facts: &Facts) -> Vec<Group> {
    let p = &facts.program;
    let all = visit::expressions(p).into_iter();
    all.filter_map(|e| Some(vec![Edit::Place(e, place(facts, e)?)])).collect()
}

/// The variable that an lvalue behind a pointer designates each time.
fn place(facts: &Facts, e: ExprId) -> Option<ObjectPath> {
    let p = &facts.program;
    match p.exprs[e].kind {
        ExprKind::Deref(pointer) => facts.target(pointer).cloned(),
        ExprKind::Arrow { base, field } => {
            let mut target = facts.target(base)?.clone();
            target.steps.push(PathStep::Field(field));
            Some(target)
        }
        // What is indexed by a name already stays as it is.
        ExprKind::Index { base, index } if !matches!(p.exprs[base].kind, ExprKind::Decay(_)) => {
            let is_zero = facts.constant(index).is_some_and(|lit| lit == crate::edit::Lit::ZERO);
            if is_zero { facts.target(base).cloned() } else { None }
        }
        _ => None,
    }
}
