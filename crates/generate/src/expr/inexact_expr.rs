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
use crate::policy::InexactNode;
use crate::state::Gen;
use crate::state::access::{GlobalRole, Use};
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::types::floats::kind_of;
use crate::types::{floats, inexact, roles, variables};
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, IntKind, UnaryOp, VarId};
use machine::View;

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
pub fn allowance(g: &Gen, level: u8) -> f64 {
    match level {
        0 => 0.0,
        level => 4f64.powi(i32::from(level) - i32::from(LEVELS) - 1) / f64::from(g.policy.types.one_in),
    }
}

/// What a tree may be made of.
#[derive(Clone, Copy)]
pub struct Source {
    /// Only objects below this level are read.
    pub level: u8,
    /// Elements at this counter of a loop are preferred; arrays have at least so many.
    pub counter: Option<(VarId, u64)>,
}

/// The level of a variable with all that is in it.
fn level_of(g: &mut Gen, var: VarId) -> u8 {
    if g.info(var).part == GlobalRole::Input {
        return 0;
    }
    if let Some(level) = g.info(var).level_of_error {
        return level;
    }
    let level = g.ch.between("float-level", 1, u32::from(LEVELS)) as u8;
    g.info_mut(var).level_of_error = Some(level);
    level
}

/// The variable that an lvalue is a part of, if no pointer leads there.
pub fn root_of(g: &Gen, e: ExprId) -> Option<VarId> {
    match g.p.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member { base, .. } => root_of(g, base),
        ExprKind::Index { base, .. } => match g.p.exprs[base].kind {
            ExprKind::Decay(array) => root_of(g, array),
            _ => None,
        },
        _ => None,
    }
}

pub const TRIES: usize = 4;

pub fn lvalue(g: &mut Gen, view: &View, cx: &mut Cx, usage: Use) -> Option<(ExprId, u8)> {
    for _ in 0..TRIES {
        let e = lvalue::lvalue(g, view, cx, usage, |g, ty| g.p.types.is_float(ty))?;
        if let Some(var) = root_of(g, e).filter(|_| g.p.is_pure(e)) {
            return Some((e, level_of(g, var)));
        }
    }
    None
}

/// A global array of floating elements for this use, of a level that fits.
pub fn array(
    g: &mut Gen,
    view: &View,
    len: u64,
    usage: Use,
    fits: impl Fn(u8) -> bool,
) -> Option<(VarId, u8)> {
    let mut known = Vec::new();
    for var in g.p.globals.clone() {
        let element = g.p.types.element(g.p.vars[var].ty);
        let Some((element, Some(n))) = element else { continue };
        let plain = g.p.types.canonical(element);
        if g.p.types.is_float(plain) && plain.quals().is_empty() && n >= len {
            let level = level_of(g, var);
            if g.info(var).part.allows(usage) && fits(level) {
                known.push((var, level));
            }
        }
    }
    let again = g.policy.odds.known_array;
    if !known.is_empty() && g.ch.chance("known-float-array", again) {
        return g.ch.pick("float-array", &known).copied();
    }
    let element = floats::any_type(g);
    let ty = g.p.types.array(element, len);
    let levels: Vec<u8> = (1..=LEVELS).filter(|level| fits(*level)).collect();
    let part = if levels.is_empty() { GlobalRole::Input } else { roles::draw(g, usage) };
    let level = if part == GlobalRole::Input { 0 } else { *g.ch.pick("array-level", &levels)? };
    let var = variables::new_global(g, view, ty, part);
    g.info_mut(var).level_of_error = Some(level);
    Some((var, level))
}

pub fn element(g: &mut Gen, array: VarId, counter: VarId) -> Option<ExprId> {
    let (a, i) = (g.p.var(array), g.p.var(counter));
    g.p.index(a, i).ok()
}

pub fn exact(g: &Gen, e: ExprId, low: f64, high: f64) -> Term {
    let single = kind_of(g, g.p.value_type(e)) == Some(FloatKind::Float);
    Term { e, low, high, inherited: 0.0, roundings: 0.0, single }
}

pub fn number(g: &mut Gen, like: &Term, value: f64) -> Term {
    let kind = kind_of(g, g.p.value_type(like.e)).unwrap_or(FloatKind::Double);
    let e = inexact::literal(g, kind, value);
    exact(g, e, value, value)
}

pub fn leaf(g: &mut Gen, view: &View, cx: &mut Cx, source: Source) -> Option<Term> {
    cx.budget -= 1;
    if let Some((counter, len)) = source.counter
        && g.ch.chance("float-element", g.policy.odds.float_element)
    {
        let (var, level) = array(g, view, len, Use::Read, |level| level < source.level)?;
        let e = element(g, var, counter)?;
        return Some(Term { inherited: allowance(g, level), ..exact(g, e, LOW, HIGH) });
    }
    let share = g.policy.expressions.float_constant;
    if !g.ch.chance("float-constant", share)
        && let Some((e, level)) = object(g, view, cx, source.level)
    {
        return Some(Term { inherited: allowance(g, level), ..exact(g, e, LOW, HIGH) });
    }
    let ty = floats::any_type(g);
    let kind = kind_of(g, ty).unwrap_or(FloatKind::Double);
    let e = inexact::constant(g, kind);
    Some(exact(g, e, LOW, HIGH))
}

/// An object below the level; a new one that is only read, where there is none.
pub fn object(g: &mut Gen, view: &View, cx: &mut Cx, below: u8) -> Option<(ExprId, u8)> {
    for _ in 0..TRIES {
        if let Some((e, level)) = lvalue(g, view, cx, Use::Read).filter(|(_, level)| *level < below) {
            return Some((e, level));
        }
    }
    let var = fresh(g, view, cx, Use::Read, GlobalRole::Input)?;
    Some((g.p.var(var), 0))
}

/// What is assigned to, and its level.
pub fn target(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<(ExprId, u8)> {
    if let Some(found) = lvalue(g, view, cx, Use::Write) {
        return Some(found);
    }
    let part = roles::draw(g, Use::Write);
    let var = fresh(g, view, cx, Use::Write, part)?;
    Some((g.p.var(var), level_of(g, var)))
}

/// A new global, unless there are enough of them.
pub fn fresh(g: &mut Gen, view: &View, cx: &Cx, usage: Use, part: GlobalRole) -> Option<VarId> {
    let enough = g.p.globals.len() >= 8 + g.tokens as usize / 150;
    if enough || cx.is_private() || g.quiet(cx.block).hides(usage) {
        return None;
    }
    let ty = floats::any_type(g);
    Some(variables::new_global(g, view, ty, part))
}

pub fn tree(g: &mut Gen, view: &View, cx: &mut Cx, source: Source) -> Option<Term> {
    if cx.budget <= 2 {
        return leaf(g, view, cx, source);
    }
    match g.policy.weights.inexact_nodes.draw(&mut g.ch, "inexact-node")? {
        InexactNode::Arithmetic => {
            let op =
                *g.ch.pick("inexact-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div])?;
            let budget = cx.budget - 2;
            cx.budget = budget / 2;
            let a = tree(g, view, cx, source)?;
            cx.budget = budget / 2;
            let b = tree(g, view, cx, source)?;
            combined(g, op, a, b)
        }
        InexactNode::Negation => {
            cx.budget -= 1;
            let a = tree(g, view, cx, source)?;
            negated(g, a)
        }
        InexactNode::Conversion => converted(g, view, cx, source),
        InexactNode::Conditional => chosen(g, view, cx, source),
        InexactNode::Integer => from_int(g, view, cx),
    }
}

fn combined(g: &mut Gen, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    let known = match op {
        BinaryOp::Mul | BinaryOp::Div => scaled(op, a, b),
        _ => return sum(g, op, a, b),
    };
    let e = g.p.binary(op, a.e, b.e).ok()?;
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
pub fn sum(g: &mut Gen, op: BinaryOp, a: Term, mut b: Term) -> Option<Term> {
    let minus = op == BinaryOp::Sub;
    let opposed = (a.low < 0.0) != ((b.low < 0.0) != minus);
    if opposed && a.least() - b.most() < LEAST_LEFT * (a.most() + b.most()) {
        let part = 2f64.powf((a.least() / b.most() / 4.0).log2().floor());
        let factor = number(g, &b, part);
        b = combined(g, BinaryOp::Mul, b, factor)?;
    }
    let (low, high) = if minus { (a.low - b.high, a.high - b.low) } else { (a.low + b.low, a.high + b.high) };
    let lost = if opposed { (a.most() + b.most()) / (a.least() - b.most()) } else { 1.0 };
    let e = g.p.binary(op, a.e, b.e).ok()?;
    let inherited = lost * a.inherited.max(b.inherited);
    let roundings = lost * (a.roundings + b.roundings + OPERATION);
    Some(Term { e, low, high, inherited, roundings, single: a.single || b.single })
}

pub fn negated(g: &mut Gen, a: Term) -> Option<Term> {
    let e = g.p.unary(UnaryOp::Neg, a.e).ok()?;
    Some(Term { e, low: -a.high, high: -a.low, ..a })
}

pub fn converted(g: &mut Gen, view: &View, cx: &mut Cx, source: Source) -> Option<Term> {
    let ty = floats::any_type(g);
    cx.budget -= 3;
    let a = tree(g, view, cx, source)?;
    let e = g.p.cast(a.e, ty).ok()?;
    let single = a.single || kind_of(g, ty) == Some(FloatKind::Float);
    Some(Term { e, single, roundings: a.roundings + OPERATION, ..a })
}

/// One of two, by an integer.
pub fn chosen(g: &mut Gen, view: &View, cx: &mut Cx, source: Source) -> Option<Term> {
    let budget = cx.budget - 3;
    cx.budget = 4;
    let cond = grammar::int(g, view, cx);
    cx.budget = budget / 2;
    let a = tree(g, view, cx, source)?;
    cx.budget = budget / 2;
    let mut b = tree(g, view, cx, source)?;
    if (a.low < 0.0) != (b.low < 0.0) {
        b = negated(g, b)?;
    }
    let e = g.p.cond(cond, a.e, b.e).ok().filter(|_| g.p.is_pure(cond))?;
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
pub fn from_int(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<Term> {
    const MASK: u32 = 63;
    cx.budget = (cx.budget - 5).clamp(1, 5);
    let a = grammar::int(g, view, cx);
    let mask = g.p.int_lit(u64::from(MASK), IntKind::Int);
    let small = g.p.binary(BinaryOp::And, a, mask).ok().filter(|_| g.p.is_pure(a))?;
    let ty = floats::any_type(g);
    let e = g.p.cast(small, ty).ok()?;
    let count = exact(g, e, 0.0, f64::from(MASK));
    let more = number(g, &count, f64::from(MASK + 1));
    sum(g, BinaryOp::Add, count, more)
}

/// Brought into the range of objects: `(e + d) * c`, where that is needed.
pub fn in_range(g: &mut Gen, mut t: Term) -> Option<Term> {
    if t.low < 0.0 {
        t = negated(g, t)?;
    }
    if t.low >= LOW && t.high <= HIGH {
        return Some(t);
    }
    if t.high > RATIO * t.low {
        let more = short((t.high - RATIO * t.low) / (RATIO - 1.0) * 1.01);
        let more = number(g, &t, more);
        t = sum(g, BinaryOp::Add, t, more)?;
    }
    let factor = number(g, &t, short(0.51 / t.low));
    t = combined(g, BinaryOp::Mul, t, factor)?;
    (t.low >= LOW && t.high <= HIGH).then_some(t)
}

/// A number of few digits nearby.
pub fn short(value: f64) -> f64 {
    let scale = 2f64.powf(7.0 - value.log2().floor());
    (value * scale).round() / scale
}

/// A value for an object of the level.
pub fn value(g: &mut Gen, view: &View, cx: &mut Cx, kind: Option<FloatKind>, source: Source) -> Option<Term> {
    let most = allowance(g, source.level);
    let mut budget = cx.budget.min(g.policy.expressions.float_tokens as i32);
    while budget > 0 {
        cx.budget = budget;
        let built = tree(g, view, cx, source).and_then(|t| in_range(g, t));
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
    let e = inexact::constant(g, kind.unwrap_or(FloatKind::Double));
    Some(exact(g, e, LOW, HIGH))
}

/// A value for any floating object that is computed.
pub fn expr(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    // `float` is the least precise of what it may be converted to.
    let source = Source { level: 1, counter: None };
    let t = cx.without_effects(|cx| value(g, view, cx, Some(FloatKind::Float), source));
    Some(t?.e)
}

/// A comparison whose outcome no rounding can change, for integer expressions.
pub fn compare(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let source = Source { level: LEVELS + 1, counter: None };
    let t = cx.without_effects(|cx| value(g, view, cx, None, source));
    let bound = *g.ch.pick("robust-bound", &[0.25, 0.375, 1.25, 2.0])?;
    let bound = number(g, &t?, bound);
    let op = *g.ch.pick("robust-comparison", &[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge])?;
    g.p.binary(op, t?.e, bound.e).ok()
}
