//! Expressions of a given size and depth, by the paper's procedure: a node takes one operator, and its two operands share
//! the rest at random. Leaves are variables, never constants.

use crate::profile::orange::variables::Variables;
use crate::state::Gen;
use crate::types::variables;
use ir::{BinaryOp, ExprId, LogicOp, Quals, Ty, VarId};

/// Most operators of an expression of this depth.
pub fn room(depth: u32) -> u32 {
    1u32.checked_shl(depth).map_or(u32::MAX, |n| n - 1)
}

/// What the operands of an expression have in common.
struct Cx<'v> {
    variables: &'v Variables,
    /// Which t-variable the expression is for: it is not read in it.
    result: usize,
    /// A volatile object is accessed already: a second access would have no order.
    volatile: bool,
}

/// `t = …`, for the t-variable with this number.
pub fn assignment(g: &mut Gen, variables: &Variables, result: usize) -> Option<ExprId> {
    let a = &g.policy.arithmetic;
    let (operators, depth) = (a.operators, a.depth.max(1));
    let var = variables.results[result];
    let volatile = is_volatile(g, var);
    let mut cx = Cx { variables, result, volatile };
    let value = make(g, &mut cx, operators.min(room(depth)), depth);
    let to = g.p.var(var);
    g.p.assign(to, value).ok()
}

fn is_volatile(g: &Gen, var: VarId) -> bool {
    g.p.vars[var].ty.quals().has(Quals::VOLATILE)
}

fn make(g: &mut Gen, cx: &mut Cx, size: u32, depth: u32) -> ExprId {
    if size == 0 {
        return leaf(g, cx);
    }
    // Neither side gets more than its depth has room for.
    let (rest, most) = (size - 1, room(depth - 1));
    let left = g.ch.between("left-operators", rest.saturating_sub(most), rest.min(most));
    match operator(g) {
        Operator::Binary(op) => {
            let a = make(g, cx, left, depth - 1);
            let b = make(g, cx, rest - left, depth - 1);
            binary(g, op, a, b)
        }
        Operator::Logic(op) => {
            // The sides are evaluated one after the other, so each may access a volatile object.
            let before = cx.volatile;
            let a = make(g, cx, left, depth - 1);
            let after = std::mem::replace(&mut cx.volatile, before);
            let b = make(g, cx, rest - left, depth - 1);
            cx.volatile |= after;
            g.p.logic(op, a, b).unwrap_or(a)
        }
    }
}

/// Operands of operators that only integers have are cast.
fn binary(g: &mut Gen, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let (a, b) = if is_for_integers(op) { (as_integer(g, a), as_integer(g, b)) } else { (a, b) };
    g.p.binary(op, a, b).unwrap_or(a)
}

fn is_for_integers(op: BinaryOp) -> bool {
    use BinaryOp::{And, Or, Rem, Shl, Shr, Xor};
    matches!(op, Rem | Shl | Shr | And | Or | Xor)
}

fn as_integer(g: &mut Gen, e: ExprId) -> ExprId {
    if !g.p.types.is_float(g.p.value_type(e)) {
        return e;
    }
    let kind = variables::int_kind(g);
    g.p.cast(e, Ty::int(kind)).unwrap_or(e)
}

fn leaf(g: &mut Gen, cx: &mut Cx) -> ExprId {
    let share = g.policy.arithmetic.result_leaf;
    let results = &cx.variables.results;
    let others = results.len() - 1;
    let var = if others > 0 && g.ch.chance("result-leaf", share) {
        let i = g.ch.below("result", others);
        results[if i < cx.result { i } else { i + 1 }]
    } else {
        let inputs = &cx.variables.inputs;
        inputs[g.ch.below("input", inputs.len())]
    };
    let var = if cx.volatile && is_volatile(g, var) { plain(g, cx, var) } else { var };
    cx.volatile |= is_volatile(g, var);
    g.p.var(var)
}

/// The next variable that is not volatile.
fn plain(g: &Gen, cx: &Cx, after: VarId) -> VarId {
    let own = cx.variables.results[cx.result];
    let all: Vec<VarId> = cx.variables.all().collect();
    let start = all.iter().position(|v| *v == after).unwrap_or(0);
    let mut from = all.iter().cycle().skip(start).take(all.len());
    from.find(|v| !is_volatile(g, **v) && **v != own).copied().unwrap_or(after)
}

enum Operator {
    Binary(BinaryOp),
    Logic(LogicOp),
}

const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];

fn operator(g: &mut Gen) -> Operator {
    let (o, e) = (&g.policy.operators, &g.policy.expressions);
    let all = o.all();
    let (compare, logic) = (e.compare, e.logic);
    let weights = all.into_iter().map(|(_, weight)| weight).chain([compare, logic]);
    match g.ch.weighted("operator", weights) {
        Some(i) if i < all.len() => Operator::Binary(all[i].0),
        Some(i) if i == all.len() => Operator::Binary(COMPARISONS[g.ch.below("comparison", 6)]),
        Some(_) => {
            Operator::Logic(if g.ch.chance("and", g.policy.odds.and) { LogicOp::And } else { LogicOp::Or })
        }
        None => Operator::Binary(BinaryOp::Add),
    }
}
