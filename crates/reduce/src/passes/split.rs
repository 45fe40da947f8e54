//! Aggregates of which only parts are used: a variable for each part.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprKind, Program, TypeKind, VarId, constant};

/// More parts than this are no simplification.
const MOST_PARTS: usize = 8;

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let vars = visit::variables(p).into_iter();
    vars.filter_map(|var| Some(vec![Edit::Split(var, parts(p, var)?)])).collect()
}

/// The parts that are used; `None` if the whole is.
fn parts(p: &Program, var: VarId) -> Option<Vec<u32>> {
    if !matches!(p.types.kind(p.vars[var].ty), TypeKind::Record(_) | TypeKind::Array(..)) {
        return None;
    }
    let (mut parts, mut mentions, mut uses) = (Vec::new(), 0, 0);
    for e in visit::expressions(p).into_iter().chain(visit::global_expressions(p)) {
        let part = match p.exprs[e].kind {
            ExprKind::Var(v) if v == var => {
                mentions += 1;
                None
            }
            ExprKind::Member { base, field } if p.exprs[base].kind == ExprKind::Var(var) => Some(field),
            ExprKind::Index { base, index } => match p.exprs[base].kind {
                ExprKind::Decay(array) if p.exprs[array].kind == ExprKind::Var(var) => {
                    constant::int_value(p, index).and_then(|n| u32::try_from(n).ok())
                }
                _ => None,
            },
            _ => None,
        };
        uses += usize::from(part.is_some());
        parts.extend(part);
    }
    parts.sort_unstable();
    parts.dedup();
    (mentions > 0 && mentions == uses && parts.len() <= MOST_PARTS).then_some(parts)
}
