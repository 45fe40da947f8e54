//! Floating point whose results may be inexact, as in YARPGen: they are compared within a tolerance, and decide nothing
//! else. Where a program has it, it has no exact floats.
//!
//! Nothing depends on the values of one run. Every floating object always holds a value between a half and one (the paper's
//! range), so an expression has bounds that are known when it is made, and none of its differences cancels much. What is assigned is brought back into
//! the range. Every object has a *level*: values of a level are computed from those of lower levels only, so that error does not
//! pile up in loops, and each level may have four times the error of the one below. The counts assume that compilers
//! reassociate, contract, and divide by multiplying.
//!
//! That this is enough is checked for every program: it must print the same under [`machine::is_stable`]'s noise.

use crate::expr::lvalue;
use crate::state::Run;
use crate::state::access::{GlobalRole, Use};
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::types::floats::kind_of;
use crate::types::{floats, inexact, roles, variables};
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, IntKind, UnaryOp, VarId};

/// Levels of objects that are computed; those that are only read have level zero, and no error.
const LEVELS: u8 = 3;

/// What objects hold; a little more than what is aimed at, for rounding.
pub const LOW: f64 = 0.4999;

pub const HIGH: f64 = 1.0001;

/// How much larger than the other end of its range a value may be before it is scaled.
const RATIO: f64 = 1.9;

/// A sum of terms of different signs is at least this part of them.
const LEAST_LEFT: f64 = 0.25;

/// Roundings that an operation may cost; a division by way of an approximate reciprocal costs more.
pub const OPERATION: f64 = 4.0;

const DIVISION: f64 = 16.0;

/// An expression under construction with what is known of its value, which is never zero.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub e: ExprId,
    pub low: f64,
    pub high: f64,
    /// Relative error of the objects that it is made of.
    pub inherited: f64,
    /// Roundings of its own, at most.
    pub roundings: f64,
    /// There is a `float` in it, so that all of it may be computed as such.
    pub single: bool,
}

impl Term {
    /// The relative error, at most.
    fn error(&self) -> f64 {
        self.inherited + self.roundings * unit(self.single)
    }

    fn least(&self) -> f64 {
        self.low.abs().min(self.high.abs())
    }

    fn most(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
}

/// Half a unit of the last place, relative; `long double` is rounded to `double` here and there.
pub fn unit(single: bool) -> f64 {
    if single { 2f64.powi(-24) } else { 2f64.powi(-53) }
}

/// The error that objects of a level may have. The check itself needs a part of the tolerance.
pub fn allowance(m: &Run, level: u8) -> f64 {
    match level {
        0 => 0.0,
        level => 4f64.powi(i32::from(level) - i32::from(LEVELS) - 1) / f64::from(m.grow.policy.types.one_in),
    }
}

/// What a tree may be made of.
#[derive(Clone, Copy)]
pub struct Source {
    /// Only objects below this level are read.
    pub level: u8,
    /// Elements at this counter of a loop are preferred; arrays have at least so many.
    pub turn: Option<(VarId, u64)>,
}

/// The level of a variable with all that is in it.
fn level_of(m: &mut Run, var: VarId) -> u8 {
    if m.grow.info(var).part == GlobalRole::Input {
        return 0;
    }
    if let Some(level) = m.grow.info(var).level_of_error {
        return level;
    }
    let level = m.grow.ch.between("float-level", 1, u32::from(LEVELS)) as u8;
    m.grow.info_mut(var).level_of_error = Some(level);
    level
}

/// The variable that an lvalue is a part of, if no pointer leads there.
pub fn root_of(m: &Run, e: ExprId) -> Option<VarId> {
    match m.grow.p.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member { base, .. } => root_of(m, base),
        ExprKind::Index { base, .. } => match m.grow.p.exprs[base].kind {
            ExprKind::Decay(array) => root_of(m, array),
            _ => None,
        },
        _ => None,
    }
}

pub const TRIES: usize = 4;

pub fn lvalue(m: &mut Run, cx: &mut Cx, usage: Use) -> Option<(ExprId, u8)> {
    for _ in 0..TRIES {
        let e = lvalue::lvalue(m, cx, usage, |m, ty| m.grow.p.types.is_float(ty))?;
        if let Some(var) = root_of(m, e).filter(|_| m.grow.p.is_pure(e)) {
            return Some((e, level_of(m, var)));
        }
    }
    None
}

/// A global array of floating elements for this use, of a level that fits.
pub fn array(m: &mut Run, len: u64, usage: Use, fits: impl Fn(u8) -> bool) -> Option<(VarId, u8)> {
    let mut known = Vec::new();
    for var in m.grow.p.globals.clone() {
        let element = m.grow.p.types.element(m.grow.p.vars[var].ty);
        let Some((element, Some(n))) = element else { continue };
        let plain = m.grow.p.types.canonical(element);
        if m.grow.p.types.is_float(plain) && plain.quals().is_empty() && n >= len {
            let level = level_of(m, var);
            if m.grow.info(var).part.allows(usage) && fits(level) {
                known.push((var, level));
            }
        }
    }
    let again = m.grow.policy.odds.known_array;
    if !known.is_empty() && m.grow.ch.chance("known-float-array", again) {
        return m.grow.ch.pick("float-array", &known).copied();
    }
    let element = floats::any_type(m);
    let ty = m.grow.p.types.array(element, len);
    let levels: Vec<u8> = (1..=LEVELS).filter(|level| fits(*level)).collect();
    let part = if levels.is_empty() { GlobalRole::Input } else { roles::draw(m, usage) };
    let level = if part == GlobalRole::Input { 0 } else { *m.grow.ch.pick("array-level", &levels)? };
    let var = variables::new_global(m, ty, part);
    m.grow.info_mut(var).level_of_error = Some(level);
    Some((var, level))
}

pub fn element(m: &mut Run, array: VarId, counter: VarId) -> Option<ExprId> {
    let (a, i) = (m.grow.p.var(array), m.grow.p.var(counter));
    m.grow.p.index(a, i).ok()
}

pub fn exact(m: &Run, e: ExprId, low: f64, high: f64) -> Term {
    let single = kind_of(m, m.grow.p.value_type(e)) == Some(FloatKind::Float);
    Term { e, low, high, inherited: 0.0, roundings: 0.0, single }
}

pub fn number(m: &mut Run, like: &Term, value: f64) -> Term {
    let kind = kind_of(m, m.grow.p.value_type(like.e)).unwrap_or(FloatKind::Double);
    let e = inexact::literal(m, kind, value);
    exact(m, e, value, value)
}

pub fn leaf(m: &mut Run, cx: &mut Cx, source: Source) -> Option<Term> {
    cx.budget -= 1;
    if let Some((counter, len)) = source.turn
        && m.grow.ch.chance("float-element", m.grow.policy.odds.float_element)
    {
        let (var, level) = array(m, len, Use::Read, |level| level < source.level)?;
        let e = element(m, var, counter)?;
        return Some(Term { inherited: allowance(m, level), ..exact(m, e, LOW, HIGH) });
    }
    let share = m.grow.policy.expressions.float_constant;
    if !m.grow.ch.chance("float-constant", share)
        && let Some((e, level)) = object(m, cx, source.level)
    {
        return Some(Term { inherited: allowance(m, level), ..exact(m, e, LOW, HIGH) });
    }
    let ty = floats::any_type(m);
    let kind = kind_of(m, ty).unwrap_or(FloatKind::Double);
    let e = inexact::constant(m, kind);
    Some(exact(m, e, LOW, HIGH))
}

/// An object below the level; a new one that is only read, where there is none.
pub fn object(m: &mut Run, cx: &mut Cx, below: u8) -> Option<(ExprId, u8)> {
    for _ in 0..TRIES {
        if let Some((e, level)) = lvalue(m, cx, Use::Read).filter(|(_, level)| *level < below) {
            return Some((e, level));
        }
    }
    let var = fresh(m, cx, Use::Read, GlobalRole::Input)?;
    Some((m.grow.p.var(var), 0))
}

/// What is assigned to, and its level.
pub fn target(m: &mut Run, cx: &mut Cx) -> Option<(ExprId, u8)> {
    if let Some(found) = lvalue(m, cx, Use::Write) {
        return Some(found);
    }
    let part = roles::draw(m, Use::Write);
    let var = fresh(m, cx, Use::Write, part)?;
    Some((m.grow.p.var(var), level_of(m, var)))
}

/// A new global, unless there are enough of them.
pub fn fresh(m: &mut Run, cx: &Cx, usage: Use, part: GlobalRole) -> Option<VarId> {
    let enough = m.grow.p.globals.len() >= 8 + m.grow.tokens as usize / 150;
    if enough || cx.is_private() || m.grow.quiet(cx.block).hides(usage) {
        return None;
    }
    let ty = floats::any_type(m);
    Some(variables::new_global(m, ty, part))
}

pub fn tree(m: &mut Run, cx: &mut Cx, source: Source) -> Option<Term> {
    if cx.budget <= 2 {
        return leaf(m, cx, source);
    }
    match m.grow.ch.weighted("inexact-node", m.grow.policy.weights.inexact_nodes.into_iter())? {
        0 => {
            let op = *m
                .grow
                .ch
                .pick("inexact-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div])?;
            let budget = cx.budget - 2;
            cx.budget = budget / 2;
            let a = tree(m, cx, source)?;
            cx.budget = budget / 2;
            let b = tree(m, cx, source)?;
            combined(m, op, a, b)
        }
        1 => {
            cx.budget -= 1;
            let a = tree(m, cx, source)?;
            negated(m, a)
        }
        2 => converted(m, cx, source),
        3 => chosen(m, cx, source),
        _ => from_int(m, cx),
    }
}

fn combined(m: &mut Run, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    let known = match op {
        BinaryOp::Mul | BinaryOp::Div => scaled(op, a, b),
        _ => return sum(m, op, a, b),
    };
    let e = m.grow.p.binary(op, a.e, b.e).ok()?;
    Some(Term { e, ..known })
}

/// A product or quotient: relative errors add up.
pub fn scaled(op: BinaryOp, a: Term, b: Term) -> Term {
    let ends = match op {
        BinaryOp::Div => [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high],
        _ => [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high],
    };
    let cost = if op == BinaryOp::Div { DIVISION } else { OPERATION };
    Term {
        low: ends.into_iter().fold(f64::INFINITY, f64::min),
        high: ends.into_iter().fold(f64::NEG_INFINITY, f64::max),
        inherited: a.inherited + b.inherited,
        roundings: a.roundings + b.roundings + cost,
        single: a.single || b.single,
        ..a
    }
}

/// A sum or difference. Where the terms are of different signs, the second is made small beside the first.
pub fn sum(m: &mut Run, op: BinaryOp, a: Term, mut b: Term) -> Option<Term> {
    let minus = op == BinaryOp::Sub;
    let opposed = (a.low < 0.0) != ((b.low < 0.0) != minus);
    if opposed && a.least() - b.most() < LEAST_LEFT * (a.most() + b.most()) {
        let part = 2f64.powf((a.least() / b.most() / 4.0).log2().floor());
        let factor = number(m, &b, part);
        b = combined(m, BinaryOp::Mul, b, factor)?;
    }
    let (low, high) = if minus { (a.low - b.high, a.high - b.low) } else { (a.low + b.low, a.high + b.high) };
    let lost = if opposed { (a.most() + b.most()) / (a.least() - b.most()) } else { 1.0 };
    let e = m.grow.p.binary(op, a.e, b.e).ok()?;
    let inherited = lost * a.inherited.max(b.inherited);
    let roundings = lost * (a.roundings + b.roundings + OPERATION);
    Some(Term { e, low, high, inherited, roundings, single: a.single || b.single })
}

pub fn negated(m: &mut Run, a: Term) -> Option<Term> {
    let e = m.grow.p.unary(UnaryOp::Neg, a.e).ok()?;
    Some(Term { e, low: -a.high, high: -a.low, ..a })
}

pub fn converted(m: &mut Run, cx: &mut Cx, source: Source) -> Option<Term> {
    let ty = floats::any_type(m);
    cx.budget -= 3;
    let a = tree(m, cx, source)?;
    let e = m.grow.p.cast(a.e, ty).ok()?;
    let single = a.single || kind_of(m, ty) == Some(FloatKind::Float);
    Some(Term { e, single, roundings: a.roundings + OPERATION, ..a })
}

/// One of two, by an integer.
pub fn chosen(m: &mut Run, cx: &mut Cx, source: Source) -> Option<Term> {
    let budget = cx.budget - 3;
    cx.budget = 4;
    let cond = grammar::int(m, cx);
    cx.budget = budget / 2;
    let a = tree(m, cx, source)?;
    cx.budget = budget / 2;
    let mut b = tree(m, cx, source)?;
    if (a.low < 0.0) != (b.low < 0.0) {
        b = negated(m, b)?;
    }
    let e = m.grow.p.cond(cond, a.e, b.e).ok().filter(|_| m.grow.p.is_pure(cond))?;
    Some(Term {
        e,
        low: a.low.min(b.low),
        high: a.high.max(b.high),
        inherited: a.inherited.max(b.inherited),
        roundings: a.roundings.max(b.roundings) + OPERATION,
        single: a.single || b.single,
    })
}

/// `(double)(i & 63) + 64.0`
pub fn from_int(m: &mut Run, cx: &mut Cx) -> Option<Term> {
    const MASK: u32 = 63;
    cx.budget = (cx.budget - 5).clamp(1, 5);
    let a = grammar::int(m, cx);
    let mask = m.grow.p.int_lit(u64::from(MASK), IntKind::Int);
    let small = m.grow.p.binary(BinaryOp::And, a, mask).ok().filter(|_| m.grow.p.is_pure(a))?;
    let ty = floats::any_type(m);
    let e = m.grow.p.cast(small, ty).ok()?;
    let count = exact(m, e, 0.0, f64::from(MASK));
    let more = number(m, &count, f64::from(MASK + 1));
    sum(m, BinaryOp::Add, count, more)
}

/// Brought into the range of objects: `(e + d) * c`, where that is needed.
pub fn in_range(m: &mut Run, mut t: Term) -> Option<Term> {
    if t.low < 0.0 {
        t = negated(m, t)?;
    }
    if t.low >= LOW && t.high <= HIGH {
        return Some(t);
    }
    if t.high > RATIO * t.low {
        let more = short((t.high - RATIO * t.low) / (RATIO - 1.0) * 1.01);
        let more = number(m, &t, more);
        t = sum(m, BinaryOp::Add, t, more)?;
    }
    let factor = number(m, &t, short(0.51 / t.low));
    t = combined(m, BinaryOp::Mul, t, factor)?;
    (t.low >= LOW && t.high <= HIGH).then_some(t)
}

/// A number of few digits nearby.
pub fn short(value: f64) -> f64 {
    let scale = 2f64.powf(7.0 - value.log2().floor());
    (value * scale).round() / scale
}

/// A value for an object of the level.
pub fn value(m: &mut Run, cx: &mut Cx, kind: Option<FloatKind>, source: Source) -> Option<Term> {
    let most = allowance(m, source.level);
    let mut budget = cx.budget.min(m.grow.policy.expressions.float_tokens);
    while budget > 0 {
        cx.budget = budget;
        let built = tree(m, cx, source).and_then(|t| in_range(m, t));
        if let Some(t) = built {
            let single = t.single || kind == Some(FloatKind::Float);
            let narrowed = Term { single, roundings: t.roundings + OPERATION, ..t };
            let copied = t.roundings == 0.0 && single == t.single;
            if narrowed.error() <= most || (copied && t.inherited <= most) {
                return Some(t);
            }
        }
        budget /= 2;
    }
    let e = inexact::constant(m, kind.unwrap_or(FloatKind::Double));
    Some(exact(m, e, LOW, HIGH))
}

/// A value for any floating object that is computed.
pub fn expr(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    // `float` is the least precise of what it may be converted to.
    let source = Source { level: 1, turn: None };
    let t = cx.without_effects(|cx| value(m, cx, Some(FloatKind::Float), source));
    Some(t?.e)
}

/// A comparison whose outcome no rounding can change, for integer expressions.
pub fn compare(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let source = Source { level: LEVELS + 1, turn: None };
    let t = cx.without_effects(|cx| value(m, cx, None, source));
    let bound = *m.grow.ch.pick("robust-bound", &[0.25, 0.375, 1.25, 2.0])?;
    let bound = number(m, &t?, bound);
    let op =
        *m.grow.ch.pick("robust-comparison", &[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge])?;
    m.grow.p.binary(op, t?.e, bound.e).ok()
}
