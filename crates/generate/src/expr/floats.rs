//! Floating point: variables and arithmetic whose every value is a whole number within the mantissa, so that rounding,
//! contraction and excess precision have nothing to disagree about. There are no negative zeros, infinities or NaNs.
//!
//! The machine refuses whatever leaves that range while the program grows; the repairs are here. A guard computes the
//! operation and compares with the limit, a power of two: rounding cannot carry a value across it.

use crate::expr::lvalue::Use;
use crate::expr::{Cx, inexact, lvalue};
use crate::state::census::RepairKind;
use crate::state::{Run, tokens};
use crate::types::variables;
use crate::{expr as ints, repair, stmt};
use ir::arith::float;
use ir::{
    BinaryOp, BlockId, ExprId, ExprKind, FloatKind, IncDec, Init, InitId, IntKind, IntType, LogicOp, Stmt,
    Ty, UnaryOp,
};
use machine::{Ub, Value};

const KINDS: [FloatKind; 3] = [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble];

/// A floating type, if the policy wants one here.
pub fn maybe_type(m: &mut Run) -> Option<Ty> {
    let share = m.grow.policy.types.float;
    m.grow.ch.chance("float", share).then(|| any_type(m))
}

pub fn any_type(m: &mut Run) -> Ty {
    let weights = m.grow.policy.types.floats;
    let i = m.grow.ch.weighted("float-kind", weights.into_iter()).unwrap_or(1);
    Ty::float(KINDS[i])
}

pub fn kind_of(m: &Run, ty: Ty) -> Option<FloatKind> {
    let ty = m.grow.p.types.canonical(ty).unqualified();
    KINDS.into_iter().find(|k| Ty::float(*k) == ty)
}

/// Whole numbers below two to this power are exact.
pub fn precision(kind: FloatKind) -> u32 {
    if kind == FloatKind::Float { 24 } else { 53 }
}

pub fn whole(m: &mut Run, kind: FloatKind, value: i64) -> ExprId {
    let format = m.grow.p.target().float_format(kind);
    let magnitude = float::from_int(i128::from(value.unsigned_abs()), IntType::unsigned(64), format);
    let hex = m.grow.ch.chance("hex-float", m.grow.policy.odds.hex_float);
    let e = m.grow.p.float_lit(kind, magnitude.to_bits(), hex);
    if value >= 0 { e } else { m.grow.p.push_expr(ExprKind::Unary(UnaryOp::Neg, e), Ty::float(kind)) }
}

/// A constant: mostly small, sometimes near the limit.
fn constant(m: &mut Run, kind: FloatKind) -> ExprId {
    let value = if m.grow.ch.chance("large-float", m.grow.policy.odds.large_float) {
        let amounts = &m.grow.policy.amounts;
        let (fewest, near) = (amounts.large_float_bits, amounts.large_float_near);
        let most = precision(kind) - 1;
        let bits = m.grow.ch.between("float-bits", fewest.min(most), most);
        (1i64 << bits) - m.grow.ch.below("float-offset", near as usize + 1) as i64
    } else {
        let amounts = &m.grow.policy.amounts;
        let (more, most) = (amounts.more_small_float, amounts.most_small_float);
        i64::from(m.grow.ch.steps("small-float", more, most))
    };
    let negative = m.grow.ch.chance("negative-float", m.grow.policy.odds.negative_float);
    whole(m, kind, if negative { -value } else { value })
}

/// A constant of a floating type.
pub fn constant_of(m: &mut Run, ty: Ty) -> Option<ExprId> {
    let kind = kind_of(m, ty)?;
    Some(if inexact::is_on(m) { inexact::constant(m, kind) } else { constant(m, kind) })
}

/// An initialiser of a constant.
pub fn init(m: &mut Run, ty: Ty) -> Option<InitId> {
    let e = constant_of(m, ty)?;
    Some(m.grow.p.push_init(Init::Expr(e)))
}

// --- expressions ---

fn lvalue(m: &mut Run, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    lvalue::lvalue(m, cx, usage, |m, ty| m.grow.p.types.is_float(ty))
}

/// An expression of some floating type; without side effects, because repairs write it several times.
pub fn expr(m: &mut Run, cx: &mut Cx) -> ExprId {
    if inexact::is_on(m) {
        return inexact::expr(m, cx).unwrap_or_else(|| inexact::constant(m, FloatKind::Double));
    }
    let outer = std::mem::replace(&mut cx.effects, false);
    cx.budget = cx.budget.min(m.grow.policy.expressions.float_tokens);
    let e = tree(m, cx);
    cx.effects = outer;
    e
}

fn tree(m: &mut Run, cx: &mut Cx) -> ExprId {
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

fn leaf(m: &mut Run, cx: &mut Cx) -> ExprId {
    cx.budget -= 1;
    let share = m.grow.policy.expressions.float_constant;
    if !m.grow.ch.chance("float-constant", share)
        && let Some(e) = lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))
    {
        return e;
    }
    let ty = any_type(m);
    let kind = kind_of(m, ty).unwrap_or(FloatKind::Double);
    constant(m, kind)
}

fn binary(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let op = *m.grow.ch.pick("float-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
    let budget = cx.budget - 2;
    cx.budget = budget / 2;
    let a = tree(m, cx);
    cx.budget = budget / 2;
    let b = tree(m, cx);
    m.grow.p.binary(op, a, b).ok()
}

fn negated(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 1;
    let a = tree(m, cx);
    m.grow.p.unary(UnaryOp::Neg, a).ok()
}

/// An integer as a floating value; by a cast, so that it can be told from what it is made of.
fn from_int(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let ty = any_type(m);
    cx.budget = (cx.budget - 3).min(5);
    let a = ints::expr(m, cx);
    if !m.grow.p.is_pure(a) {
        return None;
    }
    m.grow.p.cast(a, ty).ok()
}

fn converted(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let ty = any_type(m);
    cx.budget -= 3;
    let a = tree(m, cx);
    m.grow.p.cast(a, ty).ok()
}

fn conditional(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let budget = cx.budget - 3;
    cx.budget = 4;
    let cond = ints::expr(m, cx);
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
        return inexact::compare(m, cx);
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

// --- statements ---

/// `f = …`, `f += …` or `f++`.
pub fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    if inexact::is_on(m) {
        return inexact::assign(m, block);
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = lvalue(m, &mut cx, Use::Write)?;
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let e = match m.grow.ch.weighted("float-statement", m.grow.policy.weights.float_statements.into_iter())? {
        0 => {
            let op = *m.grow.ch.pick("float-step", &IncDec::ALL)?;
            m.grow.p.inc_dec(op, lhs).ok()?
        }
        1 => {
            let op = *m.grow.ch.pick("float-compound", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
            let rhs = expr(m, &mut cx);
            m.grow.p.assign_op(op, lhs, rhs).ok()?
        }
        _ => {
            let rhs = expr(m, &mut cx);
            m.grow.p.assign(lhs, rhs).ok()?
        }
    };
    stmt::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

// --- repairs ---

/// What becomes of a site whose value would leave the range of exact whole numbers.
pub fn mend(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    if let Some(kind) = kind_of(m, e.ty).filter(|_| is_bulky(m, site) && repair::is_fresh(m, site)) {
        let constant = constant(m, kind);
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
            let kind = kind_of(m, e.ty)?;
            let zero = whole(m, kind, 0);
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
    repair::guard(m, site)
}

/// `(float)a` becomes `(float)(a < LIMIT ? a : 0)`.
fn bound_operand(m: &mut Run, site: ExprId, a: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let kind = kind_of(m, e.ty)?;
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
enum Side {
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
    match kind_of(m, ty) {
        Some(kind) => Some(whole(m, kind, value)),
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
fn within(m: &mut Run, e: ExprId, kind: FloatKind, side: Side) -> Option<ExprId> {
    if !may_be_tested(m, e) {
        return None;
    }
    let copy = copy(m, e);
    m.grow.set_lenient(copy);
    let value = 1i64 << precision(kind);
    let (op, value) = match side {
        Side::Positive => (BinaryOp::Lt, value),
        Side::Negative => (BinaryOp::Gt, -value),
    };
    let limit = constant_like(m, e, value)?;
    m.grow.set_lenient(limit);
    m.grow.p.binary(op, copy, limit).ok()
}

/// A copy of the tree in which lenient nodes are lenient too.
pub fn copy(m: &mut Run, e: ExprId) -> ExprId {
    let new = m.grow.p.copy_expr(e);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    nodes(m, e, &mut from);
    nodes(m, new, &mut to);
    for (old, new) in from.into_iter().zip(to) {
        if m.grow.is_lenient(old) {
            m.grow.set_lenient(new);
        }
    }
    new
}

fn nodes(m: &Run, e: ExprId, into: &mut Vec<ExprId>) {
    into.push(e);
    m.grow.p.for_each_child(e, |child| nodes(m, child, into));
}

/// Another operator where nothing depends on this one yet; a sum with zero for a negative zero; else a guard.
fn operation(
    m: &mut Run,
    site: ExprId,
    op: BinaryOp,
    (a, b): (ExprId, ExprId),
    held: &[(ExprId, Value)],
) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let kind = kind_of(m, e.ty)?;
    let value = |e: ExprId| match held.iter().find(|(h, _)| *h == e) {
        Some((_, Value::Float(f))) => Some(*f),
        _ => None,
    };
    let (x, y) = (value(a)?, value(b)?);
    if op == BinaryOp::Mul && (x.is_zero() || y.is_zero()) {
        let product = m.grow.p.push_expr(e.kind, e.ty);
        m.grow.set_lenient(product);
        let zero = whole(m, kind, 0);
        m.grow.p.set_expr(site, ExprKind::Binary(BinaryOp::Add, product, zero), e.ty);
        return Some(RepairKind::FloatZero);
    }
    let fresh = repair::is_fresh(m, site) && !m.grow.is_rewritten(site);
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
    let els = constant(m, kind);
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
        let tested = copy(m, e);
        let zero = constant_like(m, e, 0)?;
        m.grow.p.binary(op, tested, zero).ok()
    };
    let positive = compare(m, BinaryOp::Gt, b)?;
    let (something, negative) = (compare(m, BinaryOp::Ne, a)?, compare(m, BinaryOp::Lt, b)?);
    let not_zero = m.grow.p.logic(LogicOp::And, something, negative).ok()?;
    let defined = m.grow.p.logic(LogicOp::Or, positive, not_zero).ok()?;
    let [left, right] = [a, b].map(|e| {
        let copied = copy(m, e);
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
    let holds = |int: &IntKind| u32::from(m.grow.p.target().int_type(*int).bits) > precision(kind);
    [IntKind::Long, IntKind::LongLong]
        .into_iter()
        .find(|int| holds(int) && (*int == IntKind::Long || variables::is_on(m, *int)))
}

/// `f op= e` becomes `f = f op e`, with a sum where that could be a negative zero; what fails in there is mended there.
fn compound(
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
    let left = copy(m, lhs);
    let left = m.grow.p.convert(left, calc);
    let raw = m.grow.p.push_expr(ExprKind::Binary(op, left, rhs), calc);
    let value = m.grow.p.convert(raw, ty);
    m.grow.p.set_expr(site, ExprKind::Assign { lhs, rhs: value }, ty);
    m.grow.tokens += 4;
    Some(RepairKind::FloatCompound)
}

/// `f++` at the limit: `f < LIMIT - 1 ? f++ : f`.
fn step(m: &mut Run, site: ExprId, op: IncDec, lhs: ExprId) -> Option<RepairKind> {
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let e = m.grow.p.exprs[site];
    let kind = kind_of(m, e.ty)?;
    let last = (1i64 << precision(kind)) - 1;
    let (compare, value) = if op.is_inc() { (BinaryOp::Lt, last) } else { (BinaryOp::Gt, -last) };
    let end = whole(m, kind, value);
    let tested = copy(m, lhs);
    let cond = m.grow.p.binary(compare, tested, end).ok()?;
    let els = copy(m, lhs);
    let then = m.grow.p.push_expr(e.kind, e.ty);
    m.grow.p.set_expr(site, ExprKind::Cond { cond, then, els }, e.ty);
    m.grow.tokens += 10;
    Some(RepairKind::FloatStep)
}
