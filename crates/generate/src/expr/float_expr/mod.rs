//! Floating point: variables and arithmetic whose every value is a whole number within the mantissa, so that rounding,
//! contraction and excess precision have nothing to disagree about. There are no negative zeros, infinities or NaNs.
//!
//! The machine refuses whatever leaves that range while the program grows; the repairs are in
//! [`crate::repair::float`].

pub mod specials;

use crate::expr::{inexact_expr, lvalue};
use crate::policy::FloatNode;
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::types::{floats, inexact, variables};
use ir::{BinaryOp, ExprId, FloatKind, UnaryOp};
use machine::View;

pub fn lvalue(g: &mut Gen, view: &View, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    lvalue::lvalue(g, view, cx, usage, |g, ty| g.p.types.is_float(ty))
}

/// An expression of some floating type; without side effects, because repairs write it several times.
pub fn expr(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    if inexact::is_on(g) {
        return inexact_expr::expr(g, view, cx).unwrap_or_else(|| inexact::constant(g, FloatKind::Double));
    }
    cx.budget = cx.budget.min(g.policy.expressions.float_tokens as i32);
    cx.without_effects(|cx| tree(g, view, cx))
}

pub fn tree(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    if cx.budget <= 2 {
        return leaf(g, view, cx);
    }
    let built = match g.policy.weights.float_nodes.draw(&mut g.ch, "float-node") {
        Some(FloatNode::Arithmetic) => binary(g, view, cx),
        Some(FloatNode::Negation) => negated(g, view, cx),
        Some(FloatNode::Integer) => from_int(g, view, cx),
        Some(FloatNode::Conversion) => converted(g, view, cx),
        Some(FloatNode::Conditional) => conditional(g, view, cx),
        Some(FloatNode::Leaf) | None => None,
    };
    built.unwrap_or_else(|| leaf(g, view, cx))
}

pub fn leaf(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    cx.budget -= 1;
    let share = g.policy.expressions.float_constant;
    if !g.ch.chance("float-constant", share)
        && let Some(e) = lvalue(g, view, cx, Use::Read).filter(|e| g.p.is_pure(*e))
    {
        return e;
    }
    let ty = floats::any_type(g);
    let kind = floats::kind_of(g, ty).unwrap_or(FloatKind::Double);
    floats::constant(g, kind)
}

pub fn binary(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let op = *g.ch.pick("float-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
    let budget = cx.budget - 2;
    cx.budget = budget / 2;
    let a = tree(g, view, cx);
    cx.budget = budget / 2;
    let b = tree(g, view, cx);
    g.p.binary(op, a, b).ok()
}

pub fn negated(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 1;
    let a = tree(g, view, cx);
    g.p.unary(UnaryOp::Neg, a).ok()
}

/// An integer as a floating value; by a cast, so that it can be told from what it is made of.
pub fn from_int(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let ty = floats::any_type(g);
    cx.budget = (cx.budget - 3).min(5);
    let a = grammar::int(g, view, cx);
    if !g.p.is_pure(a) {
        return None;
    }
    g.p.cast(a, ty).ok()
}

pub fn converted(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let ty = floats::any_type(g);
    cx.budget -= 3;
    let a = tree(g, view, cx);
    g.p.cast(a, ty).ok()
}

pub fn conditional(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let budget = cx.budget - 3;
    cx.budget = 4;
    let cond = grammar::int(g, view, cx);
    if !g.p.is_pure(cond) {
        return None;
    }
    cx.budget = budget / 2;
    let a = tree(g, view, cx);
    cx.budget = budget / 2;
    let b = tree(g, view, cx);
    g.p.cond(cond, a, b).ok()
}

/// A comparison of two floating values, for integer expressions.
pub fn compare(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    if inexact::is_on(g) {
        return inexact_expr::compare(g, view, cx);
    }
    let ops = [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
    let op = *g.ch.pick("float-comparison", &ops)?;
    let budget = cx.budget - 1;
    cx.budget = budget / 2;
    let a = expr(g, view, cx);
    cx.budget = budget / 2;
    let b = expr(g, view, cx);
    g.p.binary(op, a, b).ok()
}

/// A floating value as an integer; never an inexact one.
pub fn to_int(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    if inexact::is_on(g) {
        return None;
    }
    cx.budget -= 3;
    let ty = variables::int_type(g);
    let a = expr(g, view, cx);
    g.p.cast(a, ty).ok()
}
