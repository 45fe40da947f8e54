//! Pointers replaced by what they point to, and elements of arrays by one that is named.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprId, ExprKind, ObjectPath, PathStep};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let all = visit::expressions(p).into_iter();
    all.filter_map(|e| Some(vec![Edit::Place(e, place(trace, e)?)])).collect()
}

/// The variable that an lvalue behind a pointer designates each time.
fn place(trace: &Trace, e: ExprId) -> Option<ObjectPath> {
    let p = &trace.program;
    match p.exprs[e].kind {
        ExprKind::Deref(pointer) => trace.target(pointer).cloned(),
        ExprKind::Arrow { base, field } => {
            let mut target = trace.target(base)?.clone();
            target.steps.push(PathStep::Field(field));
            Some(target)
        }
        // What is indexed by a name already stays as it is.
        ExprKind::Index { base, index } if !matches!(p.exprs[base].kind, ExprKind::Decay(_)) => {
            let is_zero = trace.constant(index).is_some_and(|lit| lit == crate::edit::Lit::ZERO);
            if is_zero { trace.target(base).cloned() } else { None }
        }
        _ => None,
    }
}
