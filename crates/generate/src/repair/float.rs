//! Floating results that are no whole numbers within the mantissa. A guard computes the operation and compares with the limit, a
//! power of two: rounding cannot carry a value across it.

use crate::expr::guard;
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Gen, sites, tokens};
use crate::types::{floats, variables};
use ir::arith::float;
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, IncDec, IntKind, LogicOp, Ty, UnaryOp};
use machine::{Ub, Value, View};

/// What becomes of a site whose value would leave the range of exact whole numbers.
pub fn repair(
    g: &mut Gen,
    view: &View,
    site: ExprId,
    ub: &Ub,
    held: &[(ExprId, Value)],
) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    if let Some(kind) =
        floats::kind_of(g, e.ty).filter(|_| is_bulky(g, site) && site::is_fresh(g, view, site))
    {
        let constant = floats::constant(g, kind);
        let ty = g.p.types.canonical(e.ty);
        g.p.set_expr(site, g.p.exprs[constant].kind, ty);
        return Some(RepairKind::FloatConstant);
    }
    match e.kind {
        ExprKind::Cast(_) | ExprKind::Convert(_) if matches!(ub, Ub::FloatToInt { .. }) => {
            guard_cast(g, site)
        }
        ExprKind::Cast(a) | ExprKind::Convert(a) => bound_operand(g, site, a, held),
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let kind = floats::kind_of(g, e.ty)?;
            let zero = floats::whole(g, kind, 0);
            g.p.set_expr(site, ExprKind::Binary(BinaryOp::Sub, zero, a), e.ty);
            Some(RepairKind::FloatNegation)
        }
        ExprKind::Binary(op, a, b) => operation(g, view, site, op, (a, b), held),
        ExprKind::AssignOp { op, lhs, rhs, calc } => compound(g, site, op, (lhs, rhs), calc),
        ExprKind::IncDec(op, lhs) => step(g, site, op, lhs),
        _ => None,
    }
}

/// Too large to be written twice. What has a history has no other way, and may be larger.
fn is_bulky(g: &Gen, e: ExprId) -> bool {
    let pure = g.p.exprs[e].effects.is_pure();
    pure && tokens::of_expr(&g.p, e) > g.policy.repairs.max_copied_tokens
}

fn guard_cast(g: &mut Gen, site: ExprId) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let (ExprKind::Cast(a) | ExprKind::Convert(a)) = e.kind else { return None };
    // Only a cast may be spelled with an alias, not the guard around it.
    let ty = g.p.types.canonical(e.ty);
    g.p.set_expr(site, ExprKind::Cast(a), ty);
    guard::guard(g, site)
}

/// `(float)a` becomes `(float)(a < LIMIT ? a : 0)`.
fn bound_operand(g: &mut Gen, site: ExprId, a: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let kind = floats::kind_of(g, e.ty)?;
    let side = held.iter().find(|(h, _)| *h == a).map(|(_, v)| side_of(g, a, *v))?;
    let cond = within(g, a, kind, side)?;
    let zero = constant_like(g, a, 0)?;
    let chosen = g.p.cond(cond, a, zero).ok()?;
    let new = match e.kind {
        ExprKind::Cast(_) => ExprKind::Cast(chosen),
        _ => ExprKind::Convert(chosen),
    };
    g.p.set_expr(site, new, e.ty);
    g.tokens += 8;
    Some(RepairKind::FloatBound)
}

/// On which side of zero a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Positive,
    Negative,
}

fn side_of(g: &Gen, e: ExprId, value: Value) -> Side {
    let negative = match value {
        Value::Float(f) => f.is_negative(),
        other => {
            let t = g.p.types.int_type(g.p.ty(e));
            t.and_then(|t| other.wide(t).map(|v| t.signed && v < 0)).unwrap_or(false)
        }
    };
    if negative { Side::Negative } else { Side::Positive }
}

/// A constant of the operand's own type.
fn constant_like(g: &mut Gen, e: ExprId, value: i64) -> Option<ExprId> {
    let ty = g.p.promoted_type(e);
    match floats::kind_of(g, ty) {
        Some(kind) => Some(floats::whole(g, kind, value)),
        None => {
            let int = g.p.types.int_kind(ty)?;
            Some(g.p.int_const(i128::from(value), Ty::int(int)))
        }
    }
}

/// Whether a copy can be tested: it must not be so large that guards within guards fill the program.
fn may_be_tested(g: &Gen, e: ExprId) -> bool {
    g.p.is_pure(e) && tokens::of_expr(&g.p, e) <= 8 * g.policy.repairs.max_copied_tokens
}

/// `e < LIMIT` or `e > -LIMIT`, with the limit of a kind. The copy that is tested may leave the range.
pub fn within(g: &mut Gen, e: ExprId, kind: FloatKind, side: Side) -> Option<ExprId> {
    if !may_be_tested(g, e) {
        return None;
    }
    let copy = sites::copy(g, e);
    g.set_lenient(copy);
    let value = 1i64 << floats::precision(kind);
    let (op, value) = match side {
        Side::Positive => (BinaryOp::Lt, value),
        Side::Negative => (BinaryOp::Gt, -value),
    };
    let limit = constant_like(g, e, value)?;
    g.set_lenient(limit);
    g.p.binary(op, copy, limit).ok()
}

/// Another operator where nothing depends on this one yet; a sum with zero for a negative zero; else a guard.
pub fn operation(
    g: &mut Gen,
    view: &View,
    site: ExprId,
    op: BinaryOp,
    (a, b): (ExprId, ExprId),
    held: &[(ExprId, Value)],
) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let kind = floats::kind_of(g, e.ty)?;
    let value = |e: ExprId| match held.iter().find(|(h, _)| *h == e) {
        Some((_, Value::Float(f))) => Some(*f),
        _ => None,
    };
    let (x, y) = (value(a)?, value(b)?);
    if op == BinaryOp::Mul && (x.is_zero() || y.is_zero()) {
        let product = g.p.push_expr(e.kind, e.ty);
        g.set_lenient(product);
        let zero = floats::whole(g, kind, 0);
        g.p.set_expr(site, ExprKind::Binary(BinaryOp::Add, product, zero), e.ty);
        return Some(RepairKind::FloatZero);
    }
    let fresh = site::is_fresh(g, view, site) && !g.is_rewritten(site);
    g.set_rewritten(site);
    let flip = g.policy.repairs.flip;
    if fresh && g.ch.chance("float-flip", flip) {
        let other = if op == BinaryOp::Sub { BinaryOp::Add } else { BinaryOp::Sub };
        g.p.set_expr(site, ExprKind::Binary(other, a, b), e.ty);
        return Some(RepairKind::FloatFlip);
    }
    let result = match op {
        BinaryOp::Add => Some(float::add(x, y)),
        BinaryOp::Sub => Some(float::sub(x, y)),
        BinaryOp::Mul => Some(float::mul(x, y)),
        _ => None,
    };
    let raw = g.p.push_expr(e.kind, e.ty);
    let cond = match result {
        Some(f) => within(g, raw, kind, if f.is_negative() { Side::Negative } else { Side::Positive })?,
        None => divides(g, kind, a, b)?,
    };
    let els = floats::constant(g, kind);
    g.p.set_expr(site, ExprKind::Cond { cond, then: raw, els }, e.ty);
    g.tokens += 10;
    Some(RepairKind::FloatGuard)
}

/// `(b > 0 || a != 0 && b < 0) && (long long)a % (long long)b == 0`: the quotient of whole numbers is one, and no negative
/// zero. That holds for all operands with which the division has gone well, and for no others.
fn divides(g: &mut Gen, kind: FloatKind, a: ExprId, b: ExprId) -> Option<ExprId> {
    if !may_be_tested(g, a) || !may_be_tested(g, b) {
        return None;
    }
    let wide = holding(g, kind)?;
    let compare = |g: &mut Gen, op: BinaryOp, e: ExprId| {
        let tested = sites::copy(g, e);
        let zero = constant_like(g, e, 0)?;
        g.p.binary(op, tested, zero).ok()
    };
    let positive = compare(g, BinaryOp::Gt, b)?;
    let (something, negative) = (compare(g, BinaryOp::Ne, a)?, compare(g, BinaryOp::Lt, b)?);
    let not_zero = g.p.logic(LogicOp::And, something, negative).ok()?;
    let defined = g.p.logic(LogicOp::Or, positive, not_zero).ok()?;
    let [left, right] = [a, b].map(|e| {
        let copied = sites::copy(g, e);
        g.p.cast(copied, Ty::int(wide)).ok()
    });
    let rest = g.p.binary(BinaryOp::Rem, left?, right?).ok()?;
    let zero = g.p.int_lit(0, wide);
    let none = g.p.binary(BinaryOp::Eq, rest, zero).ok()?;
    g.tokens += 30;
    g.p.logic(LogicOp::And, defined, none).ok()
}

/// An integer type that holds all exact whole numbers of a floating one.
fn holding(g: &Gen, kind: FloatKind) -> Option<IntKind> {
    let holds = |int: &IntKind| u32::from(g.p.target().int_type(*int).bits) > floats::precision(kind);
    [IntKind::Long, IntKind::LongLong]
        .into_iter()
        .find(|int| holds(int) && (*int == IntKind::Long || variables::is_on(g, *int)))
}

/// `f op= e` becomes `f = f op e`, with a sum where that could be a negative zero; what fails in there is repaired there.
pub fn compound(
    g: &mut Gen,
    site: ExprId,
    op: BinaryOp,
    (lhs, rhs): (ExprId, ExprId),
    calc: Ty,
) -> Option<RepairKind> {
    if !g.p.is_pure(lhs) {
        return None;
    }
    let ty = g.p.ty(site);
    let left = sites::copy(g, lhs);
    let left = g.p.convert(left, calc);
    let raw = g.p.push_expr(ExprKind::Binary(op, left, rhs), calc);
    let value = g.p.convert(raw, ty);
    g.p.set_expr(site, ExprKind::Assign { lhs, rhs: value }, ty);
    g.tokens += 4;
    Some(RepairKind::FloatCompound)
}

/// `f++` at the limit: `f < LIMIT - 1 ? f++ : f`.
pub fn step(g: &mut Gen, site: ExprId, op: IncDec, lhs: ExprId) -> Option<RepairKind> {
    if !g.p.is_pure(lhs) {
        return None;
    }
    let e = g.p.exprs[site];
    let kind = floats::kind_of(g, e.ty)?;
    let last = (1i64 << floats::precision(kind)) - 1;
    let (compare, value) = if op.is_inc() { (BinaryOp::Lt, last) } else { (BinaryOp::Gt, -last) };
    let end = floats::whole(g, kind, value);
    let tested = sites::copy(g, lhs);
    let cond = g.p.binary(compare, tested, end).ok()?;
    let els = sites::copy(g, lhs);
    let then = g.p.push_expr(e.kind, e.ty);
    g.p.set_expr(site, ExprKind::Cond { cond, then, els }, e.ty);
    g.tokens += 10;
    Some(RepairKind::FloatStep)
}
