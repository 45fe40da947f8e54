//! Floating point: variables and arithmetic whose every value is a whole number within the mantissa, so that rounding,
//! contraction and excess precision have nothing to disagree about. There are no negative zeros, infinities or NaNs.
//!
//! The machine refuses whatever leaves that range while the program grows; the repairs are in
//! [`crate::repair::float`].

use crate::expr::{inexact_expr, lvalue};
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::types::{floats, inexact, variables};
use ir::{BinaryOp, ExprId, FloatKind, UnaryOp};

pub fn lvalue(m: &mut Run, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    lvalue::lvalue(m, cx, usage, |m, ty| m.grow.p.types.is_float(ty))
}

/// An expression of some floating type; without side effects, because repairs write it several times.
pub fn expr(m: &mut Run, cx: &mut Cx) -> ExprId {
    if inexact::is_on(m) {
        return inexact_expr::expr(m, cx).unwrap_or_else(|| inexact::constant(m, FloatKind::Double));
    }
    cx.budget = cx.budget.min(m.grow.policy.expressions.float_tokens);
    cx.without_effects(|cx| tree(m, cx))
}

pub fn tree(m: &mut Run, cx: &mut Cx) -> ExprId {
    if cx.budget <= 2 {
        return leaf(m, cx);
    }
    let built = match m.grow.ch.weighted("float-node", m.grow.policy.weights.float_nodes.into_iter()) {
        Some(0) => binary(m, cx),
        Some(1) => negated(m, cx),
        Some(2) => from_int(m, cx),
        Some(3) => converted(m, cx),
        Some(4) => conditional(m, cx),
        _ => None,
    };
    built.unwrap_or_else(|| leaf(m, cx))
}

pub fn leaf(m: &mut Run, cx: &mut Cx) -> ExprId {
    cx.budget -= 1;
    let share = m.grow.policy.expressions.float_constant;
    if !m.grow.ch.chance("float-constant", share)
        && let Some(e) = lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))
    {
        return e;
    }
    let ty = floats::any_type(m);
    let kind = floats::kind_of(m, ty).unwrap_or(FloatKind::Double);
    floats::constant(m, kind)
}

pub fn binary(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let op = *m.grow.ch.pick("float-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
    let budget = cx.budget - 2;
    cx.budget = budget / 2;
    let a = tree(m, cx);
    cx.budget = budget / 2;
    let b = tree(m, cx);
    m.grow.p.binary(op, a, b).ok()
}

pub fn negated(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 1;
    let a = tree(m, cx);
    m.grow.p.unary(UnaryOp::Neg, a).ok()
}

/// An integer as a floating value; by a cast, so that it can be told from what it is made of.
pub fn from_int(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let ty = floats::any_type(m);
    cx.budget = (cx.budget - 3).min(5);
    let a = grammar::int(m, cx);
    if !m.grow.p.is_pure(a) {
        return None;
    }
    m.grow.p.cast(a, ty).ok()
}

pub fn converted(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let ty = floats::any_type(m);
    cx.budget -= 3;
    let a = tree(m, cx);
    m.grow.p.cast(a, ty).ok()
}

pub fn conditional(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let budget = cx.budget - 3;
    cx.budget = 4;
    let cond = grammar::int(m, cx);
    if !m.grow.p.is_pure(cond) {
        return None;
    }
    cx.budget = budget / 2;
    let a = tree(m, cx);
    cx.budget = budget / 2;
    let b = tree(m, cx);
    m.grow.p.cond(cond, a, b).ok()
}

/// A comparison of two floating values, for integer expressions.
pub fn compare(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    if inexact::is_on(m) {
        return inexact_expr::compare(m, cx);
    }
    let ops = [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
    let op = *m.grow.ch.pick("float-comparison", &ops)?;
    let budget = cx.budget - 1;
    cx.budget = budget / 2;
    let a = expr(m, cx);
    cx.budget = budget / 2;
    let b = expr(m, cx);
    m.grow.p.binary(op, a, b).ok()
}

/// A floating value as an integer; never an inexact one.
pub fn to_int(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    if inexact::is_on(m) {
        return None;
    }
    cx.budget -= 3;
    let ty = variables::int_type(m);
    let a = expr(m, cx);
    m.grow.p.cast(a, ty).ok()
}
