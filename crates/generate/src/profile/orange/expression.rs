//! Expressions of a given size and depth, by the paper's procedure: a node takes one operator, and its two operands share
//! the rest at random. Leaves are variables, never constants.

use crate::profile::orange::variables::Variables;
use crate::state::Run;
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
pub fn assignment(m: &mut Run, variables: &Variables, result: usize) -> Option<ExprId> {
    let a = &m.grow.policy.arithmetic;
    let (operators, depth) = (a.operators, a.depth.max(1));
    let var = variables.results[result];
    let volatile = is_volatile(m, var);
    let mut cx = Cx { variables, result, volatile };
    let value = make(m, &mut cx, operators.min(room(depth)), depth);
    let to = m.grow.p.var(var);
    m.grow.p.assign(to, value).ok()
}

fn is_volatile(m: &Run, var: VarId) -> bool {
    m.grow.p.vars[var].ty.quals().has(Quals::VOLATILE)
}

fn make(m: &mut Run, cx: &mut Cx, size: u32, depth: u32) -> ExprId {
    if size == 0 {
        return leaf(m, cx);
    }
    // Neither side gets more than its depth has room for.
    let (rest, most) = (size - 1, room(depth - 1));
    let left = m.grow.ch.between("left-operators", rest.saturating_sub(most), rest.min(most));
    match operator(m) {
        Operator::Binary(op) => {
            let a = make(m, cx, left, depth - 1);
            let b = make(m, cx, rest - left, depth - 1);
            binary(m, op, a, b)
        }
        Operator::Logic(op) => {
            // The sides are evaluated one after the other, so each may access a volatile object.
            let before = cx.volatile;
            let a = make(m, cx, left, depth - 1);
            let after = std::mem::replace(&mut cx.volatile, before);
            let b = make(m, cx, rest - left, depth - 1);
            cx.volatile |= after;
            m.grow.p.logic(op, a, b).unwrap_or(a)
        }
    }
}

/// Operands of operators that only integers have are cast.
fn binary(m: &mut Run, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let (a, b) = if is_for_integers(op) { (as_integer(m, a), as_integer(m, b)) } else { (a, b) };
    m.grow.p.binary(op, a, b).unwrap_or(a)
}

fn is_for_integers(op: BinaryOp) -> bool {
    use BinaryOp::{And, Or, Rem, Shl, Shr, Xor};
    matches!(op, Rem | Shl | Shr | And | Or | Xor)
}

fn as_integer(m: &mut Run, e: ExprId) -> ExprId {
    if !m.grow.p.types.is_float(m.grow.p.value_type(e)) {
        return e;
    }
    let kind = variables::int_kind(m);
    m.grow.p.cast(e, Ty::int(kind)).unwrap_or(e)
}

fn leaf(m: &mut Run, cx: &mut Cx) -> ExprId {
    let share = m.grow.policy.arithmetic.result_leaf;
    let results = &cx.variables.results;
    let others = results.len() - 1;
    let var = if others > 0 && m.grow.ch.chance("result-leaf", share) {
        let i = m.grow.ch.below("result", others);
        results[if i < cx.result { i } else { i + 1 }]
    } else {
        let inputs = &cx.variables.inputs;
        inputs[m.grow.ch.below("input", inputs.len())]
    };
    let var = if cx.volatile && is_volatile(m, var) { plain(m, cx, var) } else { var };
    cx.volatile |= is_volatile(m, var);
    m.grow.p.var(var)
}

/// The next variable that is not volatile.
fn plain(m: &Run, cx: &Cx, after: VarId) -> VarId {
    let own = cx.variables.results[cx.result];
    let all: Vec<VarId> = cx.variables.all().collect();
    let start = all.iter().position(|v| *v == after).unwrap_or(0);
    let mut from = all.iter().cycle().skip(start).take(all.len());
    from.find(|v| !is_volatile(m, **v) && **v != own).copied().unwrap_or(after)
}

enum Operator {
    Binary(BinaryOp),
    Logic(LogicOp),
}

const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];

fn operator(m: &mut Run) -> Operator {
    let (o, e) = (&m.grow.policy.operators, &m.grow.policy.expressions);
    let all = o.all();
    let (compare, logic) = (e.compare, e.logic);
    let weights = all.into_iter().map(|(_, weight)| weight).chain([compare, logic]);
    match m.grow.ch.weighted("operator", weights) {
        Some(i) if i < all.len() => Operator::Binary(all[i].0),
        Some(i) if i == all.len() => Operator::Binary(COMPARISONS[m.grow.ch.below("comparison", 6)]),
        Some(_) => Operator::Logic(if m.grow.ch.chance("and", m.grow.policy.odds.and) {
            LogicOp::And
        } else {
            LogicOp::Or
        }),
        None => Operator::Binary(BinaryOp::Add),
    }
}
