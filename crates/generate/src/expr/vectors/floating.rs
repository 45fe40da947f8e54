//! Short vectors of `float` and `double`. Their lanes are exact, as all floats of such programs are: whole numbers within the
//! mantissa. What would leave that range becomes zero in the lane that does, by a mask; in all other lanes it is what it was.

use super::{Build, Shape, chosen, listed, named, same, variable};
use crate::expr::floats::{kind_of, precision, whole};
use crate::expr::{Cx, floats};
use crate::repair;
use crate::state::census::RepairKind;
use crate::state::{Run, tokens};
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, IntKind, Ty, UnaryOp};

/// The kinds of elements, and how their vectors are called.
const ELEMENTS: [(FloatKind, &str); 2] = [(FloatKind::Float, "float"), (FloatKind::Double, "double")];

/// A floating type of elements, if the policy wants one: not where values are inexact.
pub fn maybe_element(m: &mut Run) -> Option<Ty> {
    let types = &m.grow.policy.types;
    if types.float == 0 || types.is_inexact() || !m.grow.ch.chance("vector-float", types.vector_float) {
        return None;
    }
    let (kind, _) = m.grow.ch.pick("vector-float-kind", &ELEMENTS)?;
    Some(Ty::float(*kind))
}

pub fn word(m: &Run, element: Ty) -> &'static str {
    let kind = kind_of(m, element);
    ELEMENTS.iter().find(|(k, _)| Some(*k) == kind).map_or("float", |(_, word)| word)
}

/// Whether the type is a vector of floating elements.
pub fn is_lanes(m: &Run, ty: Ty) -> bool {
    m.grow.p.types.lanes(ty).is_some_and(|(element, _)| m.grow.p.types.is_float(element))
}

/// The floating type whose comparisons give vectors of this shape, now and then.
pub fn as_wide(m: &mut Run, shape: Shape) -> Option<Ty> {
    let element = maybe_element(m)?;
    let same = m.grow.p.types.size(element) == m.grow.p.types.size(shape.element);
    same.then_some(element)
}

/// Whether every exact value of a floating type can be converted to the integers of the shape.
pub fn has_room(m: &Run, shape: Shape, from: Ty) -> bool {
    let kind = kind_of(m, from).unwrap_or(FloatKind::Double);
    let int = m.grow.p.types.int_type(shape.element);
    int.is_some_and(|int| int.signed && u32::from(int.bits) > precision(kind) + 1)
}

// --- values ---

/// How a value is made, in the order of the policy's weights.
const ROWS: [Build; 6] = [variable, arithmetic, negated, converted, listed, chosen];

pub fn value(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let weights = m.grow.policy.weights.float_vector_values;
    let row = m.grow.ch.weighted("float-vector-value", weights.into_iter()).unwrap_or(0);
    ROWS[row](m, cx, shape)
}

fn arithmetic(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let op = *m.grow.ch.pick("float-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
    let a = same(m, cx, shape)?;
    let b = if m.grow.ch.chance("vector-scalar", m.grow.policy.odds.vector_scalar) {
        floats::constant_of(m, shape.element)?
    } else {
        same(m, cx, shape)?
    };
    m.grow.p.binary(op, a, b).ok()
}

fn negated(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let a = same(m, cx, shape)?;
    m.grow.p.unary(UnaryOp::Neg, a).ok()
}

/// Integers that every lane has room for, or that are made so by a mask.
fn converted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    const MASK: i128 = 0x3fff;
    let kind = super::element(m);
    let int = m.grow.p.target().int_type(kind);
    let size = m.grow.p.target().int_size(kind).size * u64::from(shape.lanes);
    if !(8..=32).contains(&size) {
        return None;
    }
    let from = m.grow.p.types.vector(Ty::int(kind), shape.lanes);
    let mut e = super::value(m, cx, from)?;
    let room = precision(kind_of(m, shape.element)?);
    if u32::from(int.bits) > room {
        let mask = m.grow.p.int_const(MASK, Ty::int(kind.max(IntKind::Int)));
        e = m.grow.p.binary(BinaryOp::And, e, mask).ok()?;
    }
    let to = named(m, shape.element, shape.lanes);
    m.grow.p.convert_lanes(e, to).ok()
}

// --- repairs ---

/// An operation of which a lane leaves the range of exact numbers, or is a negative zero.
pub fn mend(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let (element, lanes) = m.grow.p.types.lanes(e.ty)?;
    let kind = kind_of(m, element)?;
    match e.kind {
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let zero = spread(m, kind, 0, e.ty);
            m.grow.p.set_expr(site, ExprKind::Binary(BinaryOp::Sub, zero, a), e.ty);
            Some(RepairKind::FloatLanesNegation)
        }
        // One operand instead, where nothing depends on the result yet.
        ExprKind::Binary(_, a, _) if repair::is_fresh(m, site) && !is_small(m, site) => {
            let to = named(m, element, lanes);
            m.grow.p.set_expr(site, ExprKind::Cast(a), to);
            Some(RepairKind::FloatLanesOperand)
        }
        ExprKind::Binary(..) if m.grow.p.is_pure(site) => masked(m, site, kind),
        _ => None,
    }
}

fn is_small(m: &Run, e: ExprId) -> bool {
    let pure = m.grow.p.exprs[e].effects.is_pure();
    pure && tokens::of_expr(&m.grow.p, e) <= m.grow.policy.repairs.max_copied_tokens
}

/// `(v4_float)((v4_int)(a * b) & (a * b < LIMIT & a * b > -LIMIT)) + 0.0f`
fn masked(m: &mut Run, site: ExprId, kind: FloatKind) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let ty = m.grow.p.types.canonical(e.ty).unqualified();
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let raw = m.grow.p.push_expr(e.kind, ty);
    m.grow.set_lenient(raw);
    let limit = 1i64 << precision(kind);
    let mut tests = Vec::new();
    for (op, limit) in [(BinaryOp::Lt, limit), (BinaryOp::Gt, -limit)] {
        let copy = floats::copy(m, raw);
        let limit = spread(m, kind, limit, ty);
        tests.push(m.grow.p.binary(op, copy, limit).ok()?);
    }
    let [below, above] = tests[..] else { return None };
    let within = m.grow.p.binary(BinaryOp::And, below, above).ok()?;
    let truth = m.grow.p.types.truth_vector(ty)?;
    let (int, _) = m.grow.p.types.lanes(truth)?;
    let (as_int, as_float) = (named(m, int, lanes), named(m, element, lanes));
    let bits = m.grow.p.cast(raw, as_int).ok()?;
    let kept = m.grow.p.binary(BinaryOp::And, bits, within).ok()?;
    let back = m.grow.p.cast(kept, as_float).ok()?;
    let zero = spread(m, kind, 0, ty);
    m.grow.p.set_expr(site, ExprKind::Binary(BinaryOp::Add, back, zero), ty);
    m.grow.tokens += 20;
    Some(RepairKind::FloatLanesMask)
}

/// A number for all lanes.
fn spread(m: &mut Run, kind: FloatKind, value: i64, ty: Ty) -> ExprId {
    let e = whole(m, kind, value);
    m.grow.set_lenient(e);
    m.grow.p.convert(e, ty)
}
