//! Constants: smaller values, in fewer digits; other operators.

use super::Group;
use crate::edit::{Edit, Lit, smallest_kind};
use crate::facts::Facts;
use crate::walk;
use ir::{ExprId, ExprKind, IntKind, Program};

pub fn propose(facts: &Facts) -> Vec<Group> {
    let p = &facts.program;
    let all = walk::expressions(p).into_iter().chain(walk::global_expressions(p));
    all.flat_map(|e| smaller(p, e)).map(|edit| vec![edit]).collect()
}

fn smaller(p: &Program, e: ExprId) -> Vec<Edit> {
    let ExprKind::Int { value, .. } = p.exprs[e].kind else { return float(p, e) };
    let value = i128::from(value);
    let plain = Lit::Int(value, smallest_kind(p, value));
    let candidates = [0, 1, 2, 3, 7, 8, 9, value / 256, value / 10, value / 2, value - 1];
    let mut edits = vec![Edit::Literal(e, plain)];
    for (n, candidate) in candidates.iter().enumerate() {
        if (0..value).contains(candidate) && !candidates[..n].contains(candidate) {
            edits.push(Edit::Literal(e, Lit::Int(*candidate, smallest_kind(p, *candidate))));
        }
    }
    edits
}

fn float(p: &Program, e: ExprId) -> Vec<Edit> {
    if !matches!(p.exprs[e].kind, ExprKind::Float(_)) {
        return Vec::new();
    }
    [0, 1, 2].map(|value| Edit::Literal(e, Lit::Int(value, IntKind::Int))).to_vec()
}
