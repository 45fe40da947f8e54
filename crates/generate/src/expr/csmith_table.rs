//! Csmith's table of expressions, with calls within them. It takes the place of the engine's own if the policy asks for it.
//!
//! A call within an expression may write whatever it can reach, and nothing orders it against the operands beside it. So
//! such an expression reads only *private* variables: locals whose address is never taken, neither before nor later.

use crate::expr::{csmith_pointers, ints, operators};
use crate::policy::Expressions;
use crate::state::Gen;
use crate::state::cx::{Calls, Cx, SideEffects};
use crate::state::grammar;
use crate::types::functions;
use ir::{BinaryOp, ExprId, LogicOp, Ty, UnaryOp};
use machine::View;

/// A row of Csmith's table of expressions.
pub struct Row {
    name: &'static str,
    weight: fn(&Expressions) -> u32,
    build: fn(&mut Gen, &View, &mut Cx) -> Option<ExprId>,
    effect: bool,
}

pub const ROWS: [Row; 5] = [
    Row { name: "call", weight: |e| e.call, build: invocation, effect: false },
    Row {
        name: "constant",
        weight: |e| e.constant,
        build: |g, _, _| Some(ints::constant_leaf(g)),
        effect: false,
    },
    Row { name: "variable", weight: |e| e.variable, build: ints::variable, effect: false },
    Row { name: "comma", weight: |e| e.comma, build: comma, effect: false },
    Row { name: "assignment", weight: |e| e.assign, build: assignment, effect: true },
];

/// An expression by Csmith's table.
pub fn expression(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    let most = g.policy.manner.max_expression_depth;
    if cx.budget <= 2 || (most > 0 && cx.depth + 1 >= most) {
        return ints::leaf(g, view, cx);
    }
    let effects = cx.effects == SideEffects::Allowed;
    let weights =
        ROWS.map(|row| if row.effect && !effects { 0 } else { (row.weight)(&g.policy.expressions) });
    let Some(chosen) = g.ch.weighted("csmith-expression", weights.into_iter()) else {
        return ints::leaf(g, view, cx);
    };
    *g.stats.expressions.entry(ROWS[chosen].name).or_default() += 1;
    cx.depth += 1;
    let made = (ROWS[chosen].build)(g, view, cx);
    cx.depth -= 1;
    made.unwrap_or_else(|| ints::leaf(g, view, cx))
}

/// A call where there can be one; else an operation.
fn invocation(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    call(g, view, cx, None).or_else(|| operation(g, view, cx))
}

#[derive(Clone, Copy)]
pub enum Operator {
    Binary(BinaryOp),
    Logic(LogicOp),
}

pub fn operation(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let share = g.policy.manner.unary;
    if g.ch.chance("operation-unary", share) {
        return unary(g, view, cx);
    }
    match operator(g)? {
        Operator::Binary(op) if op.is_shift() => ints::shift(g, view, cx, op),
        Operator::Binary(op) => {
            let (a, b) = ints::two(g, view, cx, 2);
            g.p.binary(op, a, b).ok()
        }
        Operator::Logic(op) => {
            let (a, b) = ints::two(g, view, cx, 1);
            g.p.logic(op, a, b).ok()
        }
    }
}

/// All operators alike, but for those that are switched off.
pub fn operator(g: &mut Gen) -> Option<Operator> {
    let mut all: Vec<Operator> =
        BinaryOp::ALL.into_iter().filter(|op| operators::is_on(g, *op)).map(Operator::Binary).collect();
    all.extend([Operator::Logic(LogicOp::And), Operator::Logic(LogicOp::Or)]);
    g.ch.pick("csmith-operator", &all).copied()
}

pub fn unary(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let plus = g.policy.manner.unary_plus;
    let ops: Vec<UnaryOp> = UnaryOp::ALL.into_iter().filter(|op| plus || *op != UnaryOp::Plus).collect();
    let op = *g.ch.pick("csmith-unary", &ops)?;
    cx.budget -= 1;
    let a = grammar::int(g, view, cx);
    g.p.unary(op, a).ok()
}

pub fn comma(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (a, b) = ints::two(g, view, cx, 1);
    Some(g.p.comma(a, b))
}

pub fn assignment(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let share = g.policy.manner.embedded_step;
    if g.ch.chance("embedded-step", share) {
        return ints::increment(g, view, cx);
    }
    csmith_pointers::embedded_assign(g, view, cx).or_else(|| ints::embedded_assign(g, view, cx))
}

/// A call, of a function that is made for it or an older one. Only one in an expression, but for its arguments.
pub fn call(g: &mut Gen, view: &View, cx: &mut Cx, ret: Option<Ty>) -> Option<ExprId> {
    if std::mem::replace(&mut cx.calls, Calls::None) == Calls::None {
        return None;
    }
    let index = functions::function_for(g, view, cx.block, ret)?;
    let caller = g.block(cx.block).func;
    g.funcs[caller].calls.push(index);
    let func = g.funcs[index].id;
    let share = g.policy.manner.nested_call;
    cx.calls = if g.ch.chance("nested-call", share) { Calls::One } else { Calls::None };
    let params: Vec<Ty> = g.p.types.fn_type(g.p.funcs[func].ty)?.params.clone();
    let mut args = Vec::new();
    for (i, ty) in params.into_iter().enumerate() {
        cx.budget = g.policy.manner.argument_tokens as i32;
        let limits = g.funcs[index].depth_param == Some(g.p.funcs[func].params[i]);
        args.push(if limits { functions::first_depth(g) } else { grammar::value_of(g, view, cx, ty)? });
        cx.calls = Calls::None;
    }
    cx.calls = Calls::None;
    *g.stats.expressions.entry("call-made").or_default() += 1;
    g.p.call_func(func, &args).ok()
}
