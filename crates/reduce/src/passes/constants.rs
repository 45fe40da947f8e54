//! Constants: smaller values, in fewer digits; other operators.

use super::Group;
use crate::edit::{Edit, Lit, smallest_kind};
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprId, ExprKind, IntKind, Program};

/// What most constants can become.
pub fn propose(trace: &Trace) -> Vec<Group> {
    edits(&trace.program, |value| [0, 1].into_iter().chain(low(value)).collect())
}

/// Whatever is smaller.
pub fn all(trace: &Trace) -> Vec<Group> {
    edits(&trace.program, |value| {
        [0, 1, 2, 3, 7, 8, 9].into_iter().chain(low(value)).chain(fewer(value)).collect()
    })
}

fn edits(p: &Program, values: impl Fn(i128) -> Vec<i128>) -> Vec<Group> {
    let all = visit::expressions(p).into_iter().chain(visit::global_expressions(p));
    all.flat_map(|e| smaller(p, e, &values)).map(|edit| vec![edit]).collect()
}

fn smaller(p: &Program, e: ExprId, values: impl Fn(i128) -> Vec<i128>) -> Vec<Edit> {
    let value = match p.exprs[e].kind {
        ExprKind::Int { value, .. } => i128::from(value),
        // What is left of the least number of a type.
        ExprKind::Binary(_, a, b) if is_number(p, a) && is_number(p, b) => {
            return [-1, 0, 1].map(|value| Edit::Literal(e, Lit::Int(value, IntKind::Int))).to_vec();
        }
        _ => return float(p, e),
    };
    let candidates = values(value);
    let mut edits = vec![Edit::Literal(e, Lit::Int(value, smallest_kind(p, value)))];
    for (n, candidate) in candidates.iter().enumerate() {
        if (0..value).contains(candidate) && !candidates[..n].contains(candidate) {
            edits.push(Edit::Literal(e, Lit::Int(*candidate, smallest_kind(p, *candidate))));
        }
    }
    edits
}

/// The low bytes are what a narrower type makes of it.
fn low(value: i128) -> [i128; 3] {
    [value & 0xff, value & 0xffff, value & 0xffff_ffff]
}

/// Down to what is just enough in a few steps, wherever that is: its highest bit alone, and less by smaller and smaller
/// shares of it.
fn fewer(value: i128) -> impl Iterator<Item = i128> {
    let width = value.checked_ilog2().unwrap_or(0);
    let shares = (1..=width).step_by(3).map(move |bits| value - (value >> bits));
    [value / 256, value / 10, 1 << width].into_iter().chain(shares).chain([value - 1])
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

#[cfg(test)]
mod tests {
    use super::fewer;

    #[test]
    fn a_bound_is_reached_in_few_rounds() {
        for (from, bound) in
            [(208, 128), (1_000, 700), (4_000_000_000, 2_147_483_648), (1 << 40, 77_777), (300, 299)]
        {
            let mut value: i128 = from;
            let mut rounds = 0;
            while let Some(next) = fewer(value).find(|next| (bound..value).contains(next)) {
                value = next;
                rounds += 1;
            }
            assert_eq!(value, bound);
            assert!(rounds <= 40, "from {from} to {bound} in {rounds} rounds");
        }
    }
}
