//! Short vectors of GCC and clang: types, values, assignments, and what becomes of a lane that would be undefined.
//!
//! Divisors and shift counts are made so that no lane can fail. What can overflow is left to the repair, which computes in the
//! unsigned type of the same width: that gives the same wherever the operation was defined, so it fits any history. Vectors of
//! floating elements are in [`floating`].

use crate::expr::{float_vector_expr, lvalue, operators};
use crate::policy::VectorValues;
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::types::{constants, floats, variables, vectors};
use ir::{BinaryOp, ExprId, Init, InitItem, IntKind, Storage, Ty, UnaryOp, VarId};
use machine::View;

pub fn is_allowed(g: &Gen, cx: &Cx, op: BinaryOp) -> bool {
    operators::is_on(g, op) && g.quiet(cx.block).allows(op)
}

pub fn is_signed(g: &Gen, ty: Ty) -> bool {
    g.p.types.lanes(ty).and_then(|(element, _)| g.p.types.int_type(element)).is_some_and(|t| t.signed)
}

pub type Build = fn(&mut Gen, &View, &mut Cx, Shape) -> Option<ExprId>;

/// What a vector value under construction is to be.
#[derive(Clone, Copy)]
pub struct Shape {
    pub element: Ty,
    pub lanes: u32,
    /// Canonical.
    pub ty: Ty,
}

/// The weight of a row.
type Weight = fn(&VectorValues) -> u32;

/// How a vector value is made, in the order of the policy's weights.
const ROWS: [(Weight, Build); 10] = [
    (|w| w.variable, variable),
    (|w| w.arithmetic, arithmetic),
    (|w| w.shift, shifted),
    (|w| w.division, divided),
    (|w| w.unary, negated),
    (|w| w.comparison, compared),
    (|w| w.cast, reinterpreted),
    (|w| w.conversion, converted),
    (|w| w.list, listed),
    (|w| w.conditional, chosen),
];

/// An expression whose value is a vector of the type.
pub fn value(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let ty = g.p.types.canonical(ty).unqualified();
    let (element, lanes) = g.p.types.lanes(ty)?;
    let shape = Shape { element, lanes, ty };
    cx.budget -= 2;
    if cx.budget > 0 && g.p.types.is_float(element) {
        if let Some(e) = float_vector_expr::value(g, view, cx, shape) {
            return Some(e);
        }
    } else if cx.budget > 0 {
        let weights = &g.policy.weights.vector_values;
        let drawn = g.ch.weighted("vector-value", ROWS.iter().map(|(weight, _)| weight(weights)));
        let (_, build) = ROWS[drawn.unwrap_or(0)];
        if let Some(e) = build(g, view, cx, shape) {
            return Some(e);
        }
    }
    variable(g, view, cx, shape)
}

pub fn same(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    value(g, view, cx, shape.ty)
}

/// A vector that is there, or a new one.
pub fn variable(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let fits = |g: &Gen, ty: Ty| g.p.types.canonical(ty).unqualified() == shape.ty;
    if let Some(e) = lvalue::lvalue(g, view, cx, Use::Read, fits) {
        return Some(e);
    }
    if cx.is_private() || g.quiet(cx.block).hides(Use::Read) {
        return Some(literal(g, cx, shape, |g, _| lane_constant(g, shape)));
    }
    let ty = vectors::named(g, shape.element, shape.lanes);
    let var = known(g, cx, shape.ty).unwrap_or_else(|| variables::plain_global(g, view, ty));
    Some(g.p.var(var))
}

/// A global of the vector type that can be read here.
pub fn known(g: &mut Gen, cx: &Cx, ty: Ty) -> Option<VarId> {
    let fits = |g: &Gen, v: &VarId| {
        g.p.types.canonical(g.p.vars[*v].ty) == ty
            && g.info(*v).part.allows(Use::Read)
            && !cx.used.iter().any(|(used, written)| used == v && *written)
    };
    let known: Vec<VarId> = g.p.globals.iter().copied().filter(|v| fits(g, v)).collect();
    g.ch.pick("known-vector", &known).copied()
}

/// The second operand: a vector, or a scalar for all lanes.
pub fn operand(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    if !g.ch.chance("vector-scalar", g.policy.odds.vector_scalar) {
        return same(g, view, cx, shape);
    }
    if g.ch.chance("vector-constant", g.policy.odds.vector_constant) {
        let value = constants::value(g, int_kind(g, shape));
        return Some(lane_literal(g, shape, value));
    }
    let e = grammar::int(g, view, cx);
    g.p.cast(e, shape.element).ok()
}

/// The kind of the elements, which are integers.
pub fn int_kind(g: &Gen, shape: Shape) -> IntKind {
    g.p.types.int_kind(shape.element).unwrap_or(IntKind::Int)
}

/// A constant of the element's type, which any compiler spreads.
fn lane_literal(g: &mut Gen, shape: Shape, value: i128) -> ExprId {
    let kind = int_kind(g, shape).max(IntKind::Int);
    constants::literal(g, value, kind)
}

pub fn arithmetic(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let all = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
    let ops: Vec<BinaryOp> = all.into_iter().filter(|op| is_allowed(g, cx, *op)).collect();
    let op = *g.ch.pick("vector-operator", &ops)?;
    let (a, b) = (same(g, view, cx, shape)?, operand(g, view, cx, shape)?);
    g.p.binary(op, a, b).ok()
}

/// A shift by a count that is in range in every lane.
pub fn shifted(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let ops: Vec<BinaryOp> =
        [BinaryOp::Shl, BinaryOp::Shr].into_iter().filter(|op| is_allowed(g, cx, *op)).collect();
    let op = *g.ch.pick("vector-shift", &ops)?;
    let bits = g.p.target().int_type(int_kind(g, shape)).bits;
    let a = same(g, view, cx, shape)?;
    let count = if g.ch.chance("vector-constant", g.policy.odds.vector_constant) {
        let n = g.ch.below("vector-count", usize::from(bits));
        lane_literal(g, shape, n as i128)
    } else {
        let count = same(g, view, cx, shape)?;
        let most = lane_literal(g, shape, i128::from(bits - 1));
        g.p.binary(BinaryOp::And, count, most).ok()?
    };
    g.p.binary(op, a, count).ok()
}

/// A division by what is not zero in any lane; of signed numbers by a positive constant, since the least of them has no negative.
pub fn divided(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let ops: Vec<BinaryOp> =
        [BinaryOp::Div, BinaryOp::Rem].into_iter().filter(|op| is_allowed(g, cx, *op)).collect();
    let op = *g.ch.pick("vector-division", &ops)?;
    let a = same(g, view, cx, shape)?;
    let constant = g.ch.chance("vector-constant", g.policy.odds.vector_constant);
    let divisor = if constant || is_signed(g, shape.ty) {
        let value = constants::value(g, int_kind(g, shape));
        lane_literal(g, shape, value.checked_abs().filter(|v| *v > 0 && fits(g, shape, *v)).unwrap_or(3))
    } else {
        let b = same(g, view, cx, shape)?;
        let one = lane_literal(g, shape, 1);
        g.p.binary(BinaryOp::Or, b, one).ok()?
    };
    g.p.binary(op, a, divisor).ok()
}

pub fn fits(g: &Gen, shape: Shape, value: i128) -> bool {
    ir::arith::int::fits(g.p.target().int_type(int_kind(g, shape)), value)
}

pub fn negated(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let a = same(g, view, cx, shape)?;
    let op = *g.ch.pick("vector-unary", &[UnaryOp::BitNot, UnaryOp::Neg])?;
    g.p.unary(op, a).ok()
}

/// A comparison, whose lanes are 0 or -1, as vectors of the type.
pub fn compared(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let floating = float_vector_expr::as_wide(g, shape);
    let element = if let Some(floating) = floating {
        floating
    } else if g.ch.chance("vector-unsigned", g.policy.odds.vector_unsigned) {
        Ty::int(int_kind(g, shape).to_unsigned())
    } else {
        shape.element
    };
    let compared = g.p.types.vector(element, shape.lanes);
    let a = value(g, view, cx, compared)?;
    let of = Shape { element, ty: compared, ..shape };
    let b = if floating.is_some() { value(g, view, cx, compared)? } else { operand(g, view, cx, of)? };
    let op = *g.ch.pick("vector-comparison", &operators::COMPARISONS)?;
    let e = g.p.binary(op, a, b).ok()?;
    as_type(g, e, shape)
}

/// A cast to the type, unless the value has it.
fn as_type(g: &mut Gen, e: ExprId, shape: Shape) -> Option<ExprId> {
    if g.p.value_type(e) == shape.ty {
        return Some(e);
    }
    let to = vectors::named(g, shape.element, shape.lanes);
    g.p.cast(e, to).ok()
}

/// The bytes of a vector with other elements.
fn reinterpreted(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let size = g.p.types.size(shape.ty);
    let other = vectors::any_element(g);
    let lanes = size / g.p.types.size(other);
    if lanes == 0 {
        return None;
    }
    let from = g.p.types.vector(other, lanes as u32);
    let e = value(g, view, cx, from)?;
    as_type(g, e, shape)
}

/// Each lane converted from another width.
pub fn converted(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let other = vectors::any_element(g);
    if g.p.types.is_float(other) && !float_vector_expr::has_room(g, shape, other) {
        return None;
    }
    let size = g.p.types.size(other) * u64::from(shape.lanes);
    if !(8..=32).contains(&size) {
        return None;
    }
    let from = g.p.types.vector(other, shape.lanes);
    let e = value(g, view, cx, from)?;
    let to = vectors::named(g, shape.element, shape.lanes);
    g.p.convert_lanes(e, to).ok()
}

/// A list of lanes of other vectors, which shuffles them, and of constants.
pub fn listed(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let (a, b) = (variable(g, view, cx, shape)?, variable(g, view, cx, shape)?);
    let shuffled = g.p.is_lvalue(a) && g.p.is_lvalue(b) && g.p.is_pure(a) && g.p.is_pure(b);
    Some(literal(g, cx, shape, |g, lanes| {
        if !shuffled || g.ch.chance("lane-constant", g.policy.odds.lane_constant) {
            return lane_constant(g, shape);
        }
        let from = *g.ch.pick("lane-of", &[a, b]).unwrap_or(&a);
        let from = g.p.copy_expr(from);
        let lane = g.ch.below("lane", lanes as usize) as u64;
        let at = g.p.int_lit(lane, IntKind::Int);
        g.p.index(from, at).ok()
    }))
}

pub fn lane_constant(g: &mut Gen, shape: Shape) -> Option<ExprId> {
    if g.p.types.is_float(shape.element) {
        return floats::constant_of(g, shape.element);
    }
    let value = constants::value(g, int_kind(g, shape));
    let e = lane_literal(g, shape, value);
    Some(g.p.convert(e, shape.element))
}

/// A compound literal of lanes.
pub fn literal(
    g: &mut Gen,
    cx: &Cx,
    shape: Shape,
    mut lane: impl FnMut(&mut Gen, u32) -> Option<ExprId>,
) -> ExprId {
    let ty = vectors::named(g, shape.element, shape.lanes);
    let func = g.funcs[g.block(cx.block).func].id;
    let items = (0..shape.lanes).filter_map(|place| {
        let e = lane(g, shape.lanes)?;
        let init = g.p.push_init(Init::Expr(e));
        Some(InitItem { place, init, designated: false })
    });
    let items = items.collect();
    let var = g.p.add_local("", ty, Storage::Auto, func);
    g.p.vars[var].init = Some(g.p.push_init(Init::List(items)));
    g.p.compound_lit(var)
}

/// One of two vectors, by a number.
pub fn chosen(g: &mut Gen, view: &View, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let cond = grammar::int(g, view, cx);
    let (then, els) = (same(g, view, cx, shape)?, same(g, view, cx, shape)?);
    g.p.cond(cond, then, els).ok()
}
