//! Short vectors of `float` and `double`. Their lanes are exact, as all floats of such programs are: whole numbers within the
//! mantissa. What would leave that range becomes zero in the lane that does, by a mask; in all other lanes it is what it was.

use crate::expr::vector_expr;
use crate::expr::vector_expr::{Build, Shape, chosen, listed, same, variable};
use crate::state::Run;
use crate::state::cx::Cx;
use crate::types::floats::{kind_of, precision};
use crate::types::vectors::named;
use crate::types::{floats, vectors};
use ir::{BinaryOp, ExprId, FloatKind, IntKind, Ty, UnaryOp};

/// The floating type whose comparisons give vectors of this shape, now and then.
pub fn as_wide(m: &mut Run, shape: Shape) -> Option<Ty> {
    let element = vectors::maybe_element(m)?;
    let same = m.grow.p.types.size(element) == m.grow.p.types.size(shape.element);
    same.then_some(element)
}

/// Whether every exact value of a floating type can be converted to the integers of the shape.
pub fn has_room(m: &Run, shape: Shape, from: Ty) -> bool {
    let kind = kind_of(m, from).unwrap_or(FloatKind::Double);
    let int = m.grow.p.types.int_type(shape.element);
    int.is_some_and(|int| int.signed && u32::from(int.bits) > precision(kind) + 1)
}

/// How a value is made, in the order of the policy's weights.
pub const ROWS: [Build; 6] = [variable, arithmetic, negated, converted, listed, chosen];

pub fn value(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let weights = m.grow.policy.weights.float_vector_values;
    let row = m.grow.ch.weighted("float-vector-value", weights.into_iter()).unwrap_or(0);
    ROWS[row](m, cx, shape)
}

pub fn arithmetic(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let op = *m.grow.ch.pick("float-op", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
    let a = same(m, cx, shape)?;
    let b = if m.grow.ch.chance("vector-scalar", m.grow.policy.odds.vector_scalar) {
        floats::constant_of(m, shape.element)?
    } else {
        same(m, cx, shape)?
    };
    m.grow.p.binary(op, a, b).ok()
}

pub fn negated(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let a = same(m, cx, shape)?;
    m.grow.p.unary(UnaryOp::Neg, a).ok()
}

/// Integers that every lane has room for, or that are made so by a mask.
pub fn converted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    const MASK: i128 = 0x3fff;
    let kind = vectors::element(m);
    let int = m.grow.p.target().int_type(kind);
    let size = m.grow.p.target().int_size(kind).size * u64::from(shape.lanes);
    if !(8..=32).contains(&size) {
        return None;
    }
    let from = m.grow.p.types.vector(Ty::int(kind), shape.lanes);
    let mut e = vector_expr::value(m, cx, from)?;
    let room = precision(kind_of(m, shape.element)?);
    if u32::from(int.bits) > room {
        let mask = m.grow.p.int_const(MASK, Ty::int(kind.max(IntKind::Int)));
        e = m.grow.p.binary(BinaryOp::And, e, mask).ok()?;
    }
    let to = named(m, shape.element, shape.lanes);
    m.grow.p.convert_lanes(e, to).ok()
}
