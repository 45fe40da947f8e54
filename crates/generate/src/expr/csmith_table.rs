//! Csmith's table of expressions, with calls within them. It takes the place of the engine's own if the policy asks for it.
//!
//! A call within an expression may write whatever it can reach, and nothing orders it against the operands beside it. So
//! such an expression reads only *private* variables: locals whose address is never taken, neither before nor later.

use crate::expr::{ints, operators};
use crate::policy::Expressions;
use crate::state::Run;
use crate::state::cx::{Calls, Cx, SideEffects};
use crate::state::grammar;
use crate::types::functions;
use ir::{BinaryOp, ExprId, LogicOp, Ty, UnaryOp};

/// A row of Csmith's table of expressions.
pub struct Row {
    name: &'static str,
    weight: fn(&Expressions) -> u32,
    build: fn(&mut Run, &mut Cx) -> Option<ExprId>,
    effect: bool,
}

pub const ROWS: [Row; 5] = [
    Row { name: "call", weight: |e| e.call, build: invocation, effect: false },
    Row {
        name: "constant",
        weight: |e| e.constant,
        build: |m, _| Some(ints::constant_leaf(m)),
        effect: false,
    },
    Row { name: "variable", weight: |e| e.variable, build: ints::variable, effect: false },
    Row { name: "comma", weight: |e| e.comma, build: comma, effect: false },
    Row { name: "assignment", weight: |e| e.assign, build: assignment, effect: true },
];

/// An expression by Csmith's table.
pub fn expression(m: &mut Run, cx: &mut Cx) -> ExprId {
    let most = m.grow.policy.manner.max_expression_depth;
    if cx.budget <= 2 || (most > 0 && cx.depth + 1 >= most) {
        return ints::leaf(m, cx);
    }
    let effects = cx.effects == SideEffects::Allowed;
    let weights =
        ROWS.map(|row| if row.effect && !effects { 0 } else { (row.weight)(&m.grow.policy.expressions) });
    let Some(chosen) = m.grow.ch.weighted("csmith-expression", weights.into_iter()) else {
        return ints::leaf(m, cx);
    };
    *m.grow.stats.expressions.entry(ROWS[chosen].name).or_default() += 1;
    cx.depth += 1;
    let made = (ROWS[chosen].build)(m, cx);
    cx.depth -= 1;
    made.unwrap_or_else(|| ints::leaf(m, cx))
}

/// A call where there can be one; else an operation.
fn invocation(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    call(m, cx, None).or_else(|| operation(m, cx))
}

#[derive(Clone, Copy)]
pub enum Operator {
    Binary(BinaryOp),
    Logic(LogicOp),
}

pub fn operation(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let share = m.grow.policy.manner.unary;
    if m.grow.ch.chance("operation-unary", share) {
        return unary(m, cx);
    }
    match operator(m)? {
        Operator::Binary(op) if op.is_shift() => ints::shift(m, cx, op),
        Operator::Binary(op) => {
            let (a, b) = ints::two(m, cx, 2);
            m.grow.p.binary(op, a, b).ok()
        }
        Operator::Logic(op) => {
            let (a, b) = ints::two(m, cx, 1);
            m.grow.p.logic(op, a, b).ok()
        }
    }
}

/// All operators alike, but for those that are switched off.
pub fn operator(m: &mut Run) -> Option<Operator> {
    let mut all: Vec<Operator> =
        BinaryOp::ALL.into_iter().filter(|op| operators::is_on(m, *op)).map(Operator::Binary).collect();
    all.extend([Operator::Logic(LogicOp::And), Operator::Logic(LogicOp::Or)]);
    m.grow.ch.pick("csmith-operator", &all).copied()
}

pub fn unary(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let plus = m.grow.policy.manner.unary_plus;
    let ops: Vec<UnaryOp> = UnaryOp::ALL.into_iter().filter(|op| plus || *op != UnaryOp::Plus).collect();
    let op = *m.grow.ch.pick("csmith-unary", &ops)?;
    cx.budget -= 1;
    let a = grammar::int(m, cx);
    m.grow.p.unary(op, a).ok()
}

pub fn comma(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (a, b) = ints::two(m, cx, 1);
    Some(m.grow.p.comma(a, b))
}

pub fn assignment(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let share = m.grow.policy.manner.embedded_step;
    if m.grow.ch.chance("embedded-step", share) {
        return ints::increment(m, cx);
    }
    ints::embedded_assign(m, cx)
}

/// A call, of a function that is made for it or an older one. Only one in an expression, but for its arguments.
pub fn call(m: &mut Run, cx: &mut Cx, ret: Option<Ty>) -> Option<ExprId> {
    if std::mem::replace(&mut cx.calls, Calls::None) == Calls::None {
        return None;
    }
    let index = functions::function_for(m, cx.block, ret)?;
    let caller = m.grow.block(cx.block).func;
    m.grow.funcs[caller].calls.push(index);
    let func = m.grow.funcs[index].id;
    let share = m.grow.policy.manner.nested_call;
    cx.calls = if m.grow.ch.chance("nested-call", share) { Calls::One } else { Calls::None };
    let params: Vec<Ty> = m.grow.p.types.fn_type(m.grow.p.funcs[func].ty)?.params.clone();
    let mut args = Vec::new();
    for (i, ty) in params.into_iter().enumerate() {
        cx.budget = 6;
        let limits = m.grow.funcs[index].depth_param == Some(m.grow.p.funcs[func].params[i]);
        args.push(if limits { functions::first_depth(m) } else { grammar::value_of(m, cx, ty)? });
        cx.calls = Calls::None;
    }
    cx.calls = Calls::None;
    *m.grow.stats.expressions.entry("call-made").or_default() += 1;
    m.grow.p.call_func(func, &args).ok()
}
