//! Expressions replaced by the value that they have in the run, or by zero and one.

use super::Group;
use crate::edit::{Edit, Lit};
use crate::interesting::trace::{Trace, is_constant};
use ir::visit;
use ir::{ExprId, ExprKind, IntKind, Program};

/// The value that was seen each time. What contains others comes first, so that large parts go at once.
pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let all = visit::expressions(p).into_iter().filter(|e| is_replaceable(p, *e));
    all.filter_map(|e| Some(vec![Edit::Literal(e, trace.constant(e)?)])).collect()
}

/// Zero and one, whatever the value was.
pub fn zero(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let all =
        visit::expressions(p).into_iter().filter(|e| is_replaceable(p, *e) && p.types.is_scalar(p.ty(*e)));
    let lits = [Lit::ZERO, Lit::Int(1, IntKind::Int)];
    all.flat_map(|e| lits.map(|lit| vec![Edit::Literal(e, lit)])).collect()
}

fn is_replaceable(p: &Program, e: ExprId) -> bool {
    let hidden = matches!(p.exprs[e].kind, ExprKind::Convert(_) | ExprKind::Decay(_) | ExprKind::Func(_));
    !hidden && !is_constant(p, e)
}
