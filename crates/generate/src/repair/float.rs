//! Floating results that are no whole numbers within the mantissa. A guard computes the operation and compares with the limit, a
//! power of two: rounding cannot carry a value across it.

use crate::expr::guard;
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Run, sites, tokens};
use crate::types::{floats, variables};
use ir::arith::float;
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, IncDec, IntKind, LogicOp, Ty, UnaryOp};
use machine::{Ub, Value};

/// What becomes of a site whose value would leave the range of exact whole numbers.
pub fn mend(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    if let Some(kind) = floats::kind_of(m, e.ty).filter(|_| is_bulky(m, site) && site::is_fresh(m, site)) {
        let constant = floats::constant(m, kind);
        let ty = m.grow.p.types.canonical(e.ty);
        m.grow.p.set_expr(site, m.grow.p.exprs[constant].kind, ty);
        return Some(RepairKind::FloatConstant);
    }
    match e.kind {
        ExprKind::Cast(_) | ExprKind::Convert(_) if matches!(ub, Ub::FloatToInt { .. }) => {
            guard_cast(m, site)
        }
        ExprKind::Cast(a) | ExprKind::Convert(a) => bound_operand(m, site, a, held),
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let kind = floats::kind_of(m, e.ty)?;
            let zero = floats::whole(m, kind, 0);
            m.grow.p.set_expr(site, ExprKind::Binary(BinaryOp::Sub, zero, a), e.ty);
            Some(RepairKind::FloatNegation)
        }
        ExprKind::Binary(op, a, b) => operation(m, site, op, (a, b), held),
        ExprKind::AssignOp { op, lhs, rhs, calc } => compound(m, site, op, (lhs, rhs), calc),
        ExprKind::IncDec(op, lhs) => step(m, site, op, lhs),
        _ => None,
    }
}

/// Too large to be written twice. What has a history has no other way, and may be larger.
fn is_bulky(m: &Run, e: ExprId) -> bool {
    let pure = m.grow.p.exprs[e].effects.is_pure();
    pure && tokens::of_expr(&m.grow.p, e) > m.grow.policy.repairs.max_copied_tokens
}

fn guard_cast(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let (ExprKind::Cast(a) | ExprKind::Convert(a)) = e.kind else { return None };
    // Only a cast may be spelled with an alias, not the guard around it.
    let ty = m.grow.p.types.canonical(e.ty);
    m.grow.p.set_expr(site, ExprKind::Cast(a), ty);
    guard::guard(m, site)
}

/// `(float)a` becomes `(float)(a < LIMIT ? a : 0)`.
fn bound_operand(m: &mut Run, site: ExprId, a: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let kind = floats::kind_of(m, e.ty)?;
    let side = held.iter().find(|(h, _)| *h == a).map(|(_, v)| side_of(m, a, *v))?;
    let cond = within(m, a, kind, side)?;
    let zero = constant_like(m, a, 0)?;
    let chosen = m.grow.p.cond(cond, a, zero).ok()?;
    let new = match e.kind {
        ExprKind::Cast(_) => ExprKind::Cast(chosen),
        _ => ExprKind::Convert(chosen),
    };
    m.grow.p.set_expr(site, new, e.ty);
    m.grow.tokens += 8;
    Some(RepairKind::FloatBound)
}

/// On which side of zero a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Positive,
    Negative,
}

fn side_of(m: &Run, e: ExprId, value: Value) -> Side {
    let negative = match value {
        Value::Float(f) => f.is_negative(),
        other => {
            let t = m.grow.p.types.int_type(m.grow.p.ty(e));
            t.and_then(|t| other.wide(t).map(|v| t.signed && v < 0)).unwrap_or(false)
        }
    };
    if negative { Side::Negative } else { Side::Positive }
}

/// A constant of the operand's own type.
fn constant_like(m: &mut Run, e: ExprId, value: i64) -> Option<ExprId> {
    let ty = m.grow.p.promoted_type(e);
    match floats::kind_of(m, ty) {
        Some(kind) => Some(floats::whole(m, kind, value)),
        None => {
            let int = m.grow.p.types.int_kind(ty)?;
            Some(m.grow.p.int_const(i128::from(value), Ty::int(int)))
        }
    }
}

/// Whether a copy can be tested: it must not be so large that guards within guards fill the program.
fn may_be_tested(m: &Run, e: ExprId) -> bool {
    m.grow.p.is_pure(e) && tokens::of_expr(&m.grow.p, e) <= 8 * m.grow.policy.repairs.max_copied_tokens
}

/// `e < LIMIT` or `e > -LIMIT`, with the limit of a kind. The copy that is tested may leave the range.
pub fn within(m: &mut Run, e: ExprId, kind: FloatKind, side: Side) -> Option<ExprId> {
    if !may_be_tested(m, e) {
        return None;
    }
    let copy = sites::copy(m, e);
    m.grow.set_lenient(copy);
    let value = 1i64 << floats::precision(kind);
    let (op, value) = match side {
        Side::Positive => (BinaryOp::Lt, value),
        Side::Negative => (BinaryOp::Gt, -value),
    };
    let limit = constant_like(m, e, value)?;
    m.grow.set_lenient(limit);
    m.grow.p.binary(op, copy, limit).ok()
}

/// Another operator where nothing depends on this one yet; a sum with zero for a negative zero; else a guard.
pub fn operation(
    m: &mut Run,
    site: ExprId,
    op: BinaryOp,
    (a, b): (ExprId, ExprId),
    held: &[(ExprId, Value)],
) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let kind = floats::kind_of(m, e.ty)?;
    let value = |e: ExprId| match held.iter().find(|(h, _)| *h == e) {
        Some((_, Value::Float(f))) => Some(*f),
        _ => None,
    };
    let (x, y) = (value(a)?, value(b)?);
    if op == BinaryOp::Mul && (x.is_zero() || y.is_zero()) {
        let product = m.grow.p.push_expr(e.kind, e.ty);
        m.grow.set_lenient(product);
        let zero = floats::whole(m, kind, 0);
        m.grow.p.set_expr(site, ExprKind::Binary(BinaryOp::Add, product, zero), e.ty);
        return Some(RepairKind::FloatZero);
    }
    let fresh = site::is_fresh(m, site) && !m.grow.is_rewritten(site);
    m.grow.set_rewritten(site);
    let flip = m.grow.policy.repairs.flip;
    if fresh && m.grow.ch.chance("float-flip", flip) {
        let other = if op == BinaryOp::Sub { BinaryOp::Add } else { BinaryOp::Sub };
        m.grow.p.set_expr(site, ExprKind::Binary(other, a, b), e.ty);
        return Some(RepairKind::FloatFlip);
    }
    let result = match op {
        BinaryOp::Add => Some(float::add(x, y)),
        BinaryOp::Sub => Some(float::sub(x, y)),
        BinaryOp::Mul => Some(float::mul(x, y)),
        _ => None,
    };
    let raw = m.grow.p.push_expr(e.kind, e.ty);
    let cond = match result {
        Some(f) => within(m, raw, kind, if f.is_negative() { Side::Negative } else { Side::Positive })?,
        None => divides(m, kind, a, b)?,
    };
    let els = floats::constant(m, kind);
    m.grow.p.set_expr(site, ExprKind::Cond { cond, then: raw, els }, e.ty);
    m.grow.tokens += 10;
    Some(RepairKind::FloatGuard)
}

/// `(b > 0 || a != 0 && b < 0) && (long long)a % (long long)b == 0`: the quotient of whole numbers is one, and no negative
/// zero. That holds for all operands with which the division has gone well, and for no others.
fn divides(m: &mut Run, kind: FloatKind, a: ExprId, b: ExprId) -> Option<ExprId> {
    if !may_be_tested(m, a) || !may_be_tested(m, b) {
        return None;
    }
    let wide = holding(m, kind)?;
    let compare = |m: &mut Run, op: BinaryOp, e: ExprId| {
        let tested = sites::copy(m, e);
        let zero = constant_like(m, e, 0)?;
        m.grow.p.binary(op, tested, zero).ok()
    };
    let positive = compare(m, BinaryOp::Gt, b)?;
    let (something, negative) = (compare(m, BinaryOp::Ne, a)?, compare(m, BinaryOp::Lt, b)?);
    let not_zero = m.grow.p.logic(LogicOp::And, something, negative).ok()?;
    let defined = m.grow.p.logic(LogicOp::Or, positive, not_zero).ok()?;
    let [left, right] = [a, b].map(|e| {
        let copied = sites::copy(m, e);
        m.grow.p.cast(copied, Ty::int(wide)).ok()
    });
    let rest = m.grow.p.binary(BinaryOp::Rem, left?, right?).ok()?;
    let zero = m.grow.p.int_lit(0, wide);
    let none = m.grow.p.binary(BinaryOp::Eq, rest, zero).ok()?;
    m.grow.tokens += 30;
    m.grow.p.logic(LogicOp::And, defined, none).ok()
}

/// An integer type that holds all exact whole numbers of a floating one.
fn holding(m: &Run, kind: FloatKind) -> Option<IntKind> {
    let holds = |int: &IntKind| u32::from(m.grow.p.target().int_type(*int).bits) > floats::precision(kind);
    [IntKind::Long, IntKind::LongLong]
        .into_iter()
        .find(|int| holds(int) && (*int == IntKind::Long || variables::is_on(m, *int)))
}

/// `f op= e` becomes `f = f op e`, with a sum where that could be a negative zero; what fails in there is mended there.
pub fn compound(
    m: &mut Run,
    site: ExprId,
    op: BinaryOp,
    (lhs, rhs): (ExprId, ExprId),
    calc: Ty,
) -> Option<RepairKind> {
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let ty = m.grow.p.ty(site);
    let left = sites::copy(m, lhs);
    let left = m.grow.p.convert(left, calc);
    let raw = m.grow.p.push_expr(ExprKind::Binary(op, left, rhs), calc);
    let value = m.grow.p.convert(raw, ty);
    m.grow.p.set_expr(site, ExprKind::Assign { lhs, rhs: value }, ty);
    m.grow.tokens += 4;
    Some(RepairKind::FloatCompound)
}

/// `f++` at the limit: `f < LIMIT - 1 ? f++ : f`.
pub fn step(m: &mut Run, site: ExprId, op: IncDec, lhs: ExprId) -> Option<RepairKind> {
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let e = m.grow.p.exprs[site];
    let kind = floats::kind_of(m, e.ty)?;
    let last = (1i64 << floats::precision(kind)) - 1;
    let (compare, value) = if op.is_inc() { (BinaryOp::Lt, last) } else { (BinaryOp::Gt, -last) };
    let end = floats::whole(m, kind, value);
    let tested = sites::copy(m, lhs);
    let cond = m.grow.p.binary(compare, tested, end).ok()?;
    let els = sites::copy(m, lhs);
    let then = m.grow.p.push_expr(e.kind, e.ty);
    m.grow.p.set_expr(site, ExprKind::Cond { cond, then, els }, e.ty);
    m.grow.tokens += 10;
    Some(RepairKind::FloatStep)
}
