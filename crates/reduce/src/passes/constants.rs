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
    let value = match p.exprs[e].kind {
        ExprKind::Int { value, .. } => i128::from(value),
        // What is left of the least number of a type.
        ExprKind::Binary(_, a, b) if is_number(p, a) && is_number(p, b) => {
            return [-1, 0, 1].map(|value| Edit::Literal(e, Lit::Int(value, IntKind::Int))).to_vec();
        }
        _ => return float(p, e),
    };
    let plain = Lit::Int(value, smallest_kind(p, value));
    // The low bytes are what a narrower type makes of it.
    let low = [value & 0xff, value & 0xffff, value & 0xffff_ffff];
    let simple = [0, 1, 2, 3, 7, 8, 9];
    let fewer = [value / 256, value / 10, value / 2, value - 1];
    let candidates: Vec<i128> = simple.into_iter().chain(low).chain(fewer).collect();
    let mut edits = vec![Edit::Literal(e, plain)];
    for (n, candidate) in candidates.iter().enumerate() {
        if (0..value).contains(candidate) && !candidates[..n].contains(candidate) {
            edits.push(Edit::Literal(e, Lit::Int(*candidate, smallest_kind(p, *candidate))));
        }
    }
    edits
}

/// A literal, or one with a minus sign.
fn is_number(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int { .. } => true,
        ExprKind::Unary(ir::UnaryOp::Neg, inner) | ExprKind::Convert(inner) => is_number(p, inner),
        _ => false,
    }
}

fn float(p: &Program, e: ExprId) -> Vec<Edit> {
    if !matches!(p.exprs[e].kind, ExprKind::Float(_)) {
        return Vec::new();
    }
    [0, 1, 2].map(|value| Edit::Literal(e, Lit::Int(value, IntKind::Int))).to_vec()
}
