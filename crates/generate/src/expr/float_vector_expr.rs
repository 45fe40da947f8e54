//! Short vectors of `float` and `double`. Their lanes are exact, as all floats of such programs are: whole numbers within the
//! mantissa. What would leave that range becomes zero in the lane that does, by a mask; in all other lanes it is what it was.

use crate::expr::vector_expr;
use crate::expr::vector_expr::{Build, Shape, chosen, listed, same, variable};
use crate::policy::FloatVectorValues;
use crate::state::Gen;
use crate::state::cx::Cx;
use crate::types::floats::{kind_of, precision};
use crate::types::vectors::named;
use crate::types::{floats, vectors};
use ir::{BinaryOp, ExprId, FloatKind, IntKind, Ty, UnaryOp};
use machine::View;

/// The floating type whose comparisons give vectors of this shape, now and then.
pub fn as_wide(g: &mut Gen, shape: Shape) -> Option<Ty> {
    let element = vectors::maybe_element(g)?;
    let same = g.p.types.size(element) == g.p.types.size(shape.element);
    same.then_some(element)
}

/// Whether every exact value of a floating type can be converted to the integers of the shape.
pub fn has_room(g: &Gen, shape: Shape, from: Ty) -> bool {
    let kind = kind_of(g, from).unwrap_or(FloatKind::Double);
    let int = g.p.types.int_type(shape.element);
    int.is_some_and(|int| int.signed && u32::from(int.bits) > precision(kind) + 1)
}

/// The weight of a row.
type Weight = fn(&FloatVectorValues) -> u32;

/// How a value is made, with its weight.
const ROWS: [(Weight, Build); 6] = [
    (|w| w.variable, variable),
    (|w| w.arithmetic, arithmetic),
    (|w| w.negation, negated),
    (|w| w.conversion, converted),
    (|w| w.list, listed),
    (|w| w.conditional, chosen),
];

pub fn value(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let weights = &g.policy.weights.float_vector_values;
    let drawn = g.ch.weighted("float-vector-value", ROWS.iter().map(|(weight, _)| weight(weights)));
    let (_, build) = ROWS[drawn.unwrap_or(0)];
    build(g, view, cx, shape)
}

pub fn arithmetic(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let op = *g.ch.pick("float-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
    let a = same(g, view, cx, shape)?;
    let b = if g.ch.chance("vector-scalar", g.policy.odds.vector_scalar) {
        floats::constant_of(g, shape.element)?
    } else {
        same(g, view, cx, shape)?
    };
    g.p.binary(op, a, b).ok()
}

pub fn negated(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let a = same(g, view, cx, shape)?;
    g.p.unary(UnaryOp::Neg, a).ok()
}

/// Integers that every lane has room for, or that are made so by a mask.
pub fn converted(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    const MASK: i128 = 0x3fff;
    let kind = vectors::element(g);
    let int = g.p.target().int_type(kind);
    let size = g.p.target().int_size(kind).size * u64::from(shape.lanes);
    if !(8..=32).contains(&size) {
        return None;
    }
    let from = g.p.types.vector(Ty::int(kind), shape.lanes);
    let mut e = vector_expr::value(g, view, cx, from)?;
    let room = precision(kind_of(g, shape.element)?);
    if u32::from(int.bits) > room {
        let mask = g.p.int_const(MASK, Ty::int(kind.max(IntKind::Int)));
        e = g.p.binary(BinaryOp::And, e, mask).ok()?;
    }
    let to = named(g, shape.element, shape.lanes);
    g.p.convert_lanes(e, to).ok()
}
