//! Short vectors of GCC and clang: types, values, assignments, and what becomes of a lane that would be undefined.
//!
//! Divisors and shift counts are made so that no lane can fail. What can overflow is left to the repair, which computes in the
//! unsigned type of the same width: that gives the same wherever the operation was defined, so it fits any history. Vectors of
//! floating elements are in [`floating`].

use crate::expr::{float_vector_expr, lvalue, operators};
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::types::{constants, floats, variables, vectors};
use ir::{BinaryOp, ExprId, Init, InitItem, IntKind, Storage, Ty, UnaryOp, VarId};

pub fn is_allowed(m: &Run, cx: &Cx, op: BinaryOp) -> bool {
    operators::is_on(m, op) && m.grow.quiet(cx.block).allows(op)
}

pub fn is_signed(m: &Run, ty: Ty) -> bool {
    m.grow
        .p
        .types
        .lanes(ty)
        .and_then(|(element, _)| m.grow.p.types.int_type(element))
        .is_some_and(|t| t.signed)
}

pub type Build = fn(&mut Run, &mut Cx, Shape) -> Option<ExprId>;

/// What a vector value under construction is to be.
#[derive(Clone, Copy)]
pub struct Shape {
    pub element: Ty,
    pub lanes: u32,
    /// Canonical.
    pub ty: Ty,
}

/// How a vector value is made, in the order of the policy's weights.
pub const ROWS: [Build; 10] =
    [variable, arithmetic, shifted, divided, negated, compared, reinterpreted, converted, listed, chosen];

/// An expression whose value is a vector of the type.
pub fn value(m: &mut Run, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let ty = m.grow.p.types.canonical(ty).unqualified();
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let shape = Shape { element, lanes, ty };
    cx.budget -= 2;
    if cx.budget > 0 && m.grow.p.types.is_float(element) {
        if let Some(e) = float_vector_expr::value(m, cx, shape) {
            return Some(e);
        }
    } else if cx.budget > 0 {
        let weights = m.grow.policy.weights.vector_values;
        let row = m.grow.ch.weighted("vector-value", weights.into_iter()).unwrap_or(0);
        if let Some(e) = ROWS[row](m, cx, shape) {
            return Some(e);
        }
    }
    variable(m, cx, shape)
}

pub fn same(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    value(m, cx, shape.ty)
}

/// A vector that is there, or a new one.
pub fn variable(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let fits = |m: &Run, ty: Ty| m.grow.p.types.canonical(ty).unqualified() == shape.ty;
    if let Some(e) = lvalue::lvalue(m, cx, Use::Read, fits) {
        return Some(e);
    }
    if cx.is_private() || m.grow.quiet(cx.block).hides(Use::Read) {
        return Some(literal(m, cx, shape, |m, _| lane_constant(m, shape)));
    }
    let ty = vectors::named(m, shape.element, shape.lanes);
    let var = known(m, cx, shape.ty).unwrap_or_else(|| variables::plain_global(m, ty));
    Some(m.grow.p.var(var))
}

/// A global of the vector type that can be read here.
pub fn known(m: &mut Run, cx: &Cx, ty: Ty) -> Option<VarId> {
    let fits = |m: &Run, v: &VarId| {
        m.grow.p.types.canonical(m.grow.p.vars[*v].ty) == ty
            && m.grow.info(*v).part.allows(Use::Read)
            && !cx.used.iter().any(|(used, written)| used == v && *written)
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    m.grow.ch.pick("known-vector", &known).copied()
}

/// The second operand: a vector, or a scalar for all lanes.
pub fn operand(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    if !m.grow.ch.chance("vector-scalar", m.grow.policy.odds.vector_scalar) {
        return same(m, cx, shape);
    }
    if m.grow.ch.chance("vector-constant", m.grow.policy.odds.vector_constant) {
        let value = constants::value(m, int_kind(m, shape));
        return Some(lane_literal(m, shape, value));
    }
    let e = grammar::int(m, cx);
    m.grow.p.cast(e, shape.element).ok()
}

/// The kind of the elements, which are integers.
pub fn int_kind(m: &Run, shape: Shape) -> IntKind {
    m.grow.p.types.int_kind(shape.element).unwrap_or(IntKind::Int)
}

/// A constant of the element's type, which any compiler spreads.
fn lane_literal(m: &mut Run, shape: Shape, value: i128) -> ExprId {
    let kind = int_kind(m, shape).max(IntKind::Int);
    constants::literal(m, value, kind)
}

pub fn arithmetic(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let all = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
    let ops: Vec<BinaryOp> = all.into_iter().filter(|op| is_allowed(m, cx, *op)).collect();
    let op = *m.grow.ch.pick("vector-operator", &ops)?;
    let (a, b) = (same(m, cx, shape)?, operand(m, cx, shape)?);
    m.grow.p.binary(op, a, b).ok()
}

/// A shift by a count that is in range in every lane.
pub fn shifted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let ops: Vec<BinaryOp> =
        [BinaryOp::Shl, BinaryOp::Shr].into_iter().filter(|op| is_allowed(m, cx, *op)).collect();
    let op = *m.grow.ch.pick("vector-shift", &ops)?;
    let bits = m.grow.p.target().int_type(int_kind(m, shape)).bits;
    let a = same(m, cx, shape)?;
    let count = if m.grow.ch.chance("vector-constant", m.grow.policy.odds.vector_constant) {
        let n = m.grow.ch.below("vector-count", usize::from(bits));
        lane_literal(m, shape, n as i128)
    } else {
        let count = same(m, cx, shape)?;
        let most = lane_literal(m, shape, i128::from(bits - 1));
        m.grow.p.binary(BinaryOp::And, count, most).ok()?
    };
    m.grow.p.binary(op, a, count).ok()
}

/// A division by what is not zero in any lane; of signed numbers by a positive constant, since the least of them has no negative.
pub fn divided(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let ops: Vec<BinaryOp> =
        [BinaryOp::Div, BinaryOp::Rem].into_iter().filter(|op| is_allowed(m, cx, *op)).collect();
    let op = *m.grow.ch.pick("vector-division", &ops)?;
    let a = same(m, cx, shape)?;
    let constant = m.grow.ch.chance("vector-constant", m.grow.policy.odds.vector_constant);
    let divisor = if constant || is_signed(m, shape.ty) {
        let value = constants::value(m, int_kind(m, shape));
        lane_literal(m, shape, value.checked_abs().filter(|v| *v > 0 && fits(m, shape, *v)).unwrap_or(3))
    } else {
        let b = same(m, cx, shape)?;
        let one = lane_literal(m, shape, 1);
        m.grow.p.binary(BinaryOp::Or, b, one).ok()?
    };
    m.grow.p.binary(op, a, divisor).ok()
}

pub fn fits(m: &Run, shape: Shape, value: i128) -> bool {
    ir::arith::int::fits(m.grow.p.target().int_type(int_kind(m, shape)), value)
}

pub fn negated(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let a = same(m, cx, shape)?;
    let op = *m.grow.ch.pick("vector-unary", &[UnaryOp::BitNot, UnaryOp::Neg])?;
    m.grow.p.unary(op, a).ok()
}

/// A comparison, whose lanes are 0 or -1, as vectors of the type.
pub fn compared(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let floating = float_vector_expr::as_wide(m, shape);
    let element = if let Some(floating) = floating {
        floating
    } else if m.grow.ch.chance("vector-unsigned", m.grow.policy.odds.vector_unsigned) {
        Ty::int(int_kind(m, shape).to_unsigned())
    } else {
        shape.element
    };
    let compared = m.grow.p.types.vector(element, shape.lanes);
    let a = value(m, cx, compared)?;
    let of = Shape { element, ty: compared, ..shape };
    let b = if floating.is_some() { value(m, cx, compared)? } else { operand(m, cx, of)? };
    let op = *m.grow.ch.pick("vector-comparison", &operators::COMPARISONS)?;
    let e = m.grow.p.binary(op, a, b).ok()?;
    as_type(m, e, shape)
}

/// A cast to the type, unless the value has it.
fn as_type(m: &mut Run, e: ExprId, shape: Shape) -> Option<ExprId> {
    if m.grow.p.value_type(e) == shape.ty {
        return Some(e);
    }
    let to = vectors::named(m, shape.element, shape.lanes);
    m.grow.p.cast(e, to).ok()
}

/// The bytes of a vector with other elements.
fn reinterpreted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let size = m.grow.p.types.size(shape.ty);
    let other = vectors::any_element(m);
    let lanes = size / m.grow.p.types.size(other);
    if lanes == 0 {
        return None;
    }
    let from = m.grow.p.types.vector(other, lanes as u32);
    let e = value(m, cx, from)?;
    as_type(m, e, shape)
}

/// Each lane converted from another width.
pub fn converted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let other = vectors::any_element(m);
    if m.grow.p.types.is_float(other) && !float_vector_expr::has_room(m, shape, other) {
        return None;
    }
    let size = m.grow.p.types.size(other) * u64::from(shape.lanes);
    if !(8..=32).contains(&size) {
        return None;
    }
    let from = m.grow.p.types.vector(other, shape.lanes);
    let e = value(m, cx, from)?;
    let to = vectors::named(m, shape.element, shape.lanes);
    m.grow.p.convert_lanes(e, to).ok()
}

/// A list of lanes of other vectors, which shuffles them, and of constants.
pub fn listed(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let (a, b) = (variable(m, cx, shape)?, variable(m, cx, shape)?);
    let shuffled =
        m.grow.p.is_lvalue(a) && m.grow.p.is_lvalue(b) && m.grow.p.is_pure(a) && m.grow.p.is_pure(b);
    Some(literal(m, cx, shape, |m, lanes| {
        if !shuffled || m.grow.ch.chance("lane-constant", m.grow.policy.odds.lane_constant) {
            return lane_constant(m, shape);
        }
        let from = *m.grow.ch.pick("lane-of", &[a, b]).unwrap_or(&a);
        let from = m.grow.p.copy_expr(from);
        let lane = m.grow.ch.below("lane", lanes as usize) as u64;
        let at = m.grow.p.int_lit(lane, IntKind::Int);
        m.grow.p.index(from, at).ok()
    }))
}

pub fn lane_constant(m: &mut Run, shape: Shape) -> Option<ExprId> {
    if m.grow.p.types.is_float(shape.element) {
        return floats::constant_of(m, shape.element);
    }
    let value = constants::value(m, int_kind(m, shape));
    let e = lane_literal(m, shape, value);
    Some(m.grow.p.convert(e, shape.element))
}

/// A compound literal of lanes.
pub fn literal(
    m: &mut Run,
    cx: &Cx,
    shape: Shape,
    mut lane: impl FnMut(&mut Run, u32) -> Option<ExprId>,
) -> ExprId {
    let ty = vectors::named(m, shape.element, shape.lanes);
    let func = m.grow.funcs[m.grow.block(cx.block).func].id;
    let items = (0..shape.lanes).filter_map(|place| {
        let e = lane(m, shape.lanes)?;
        let init = m.grow.p.push_init(Init::Expr(e));
        Some(InitItem { place, init, designated: false })
    });
    let items = items.collect();
    let var = m.grow.p.add_local("", ty, Storage::Auto, func);
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::List(items)));
    m.grow.p.compound_lit(var)
}

/// One of two vectors, by a number.
pub fn chosen(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let cond = grammar::int(m, cx);
    let (then, els) = (same(m, cx, shape)?, same(m, cx, shape)?);
    m.grow.p.cond(cond, then, els).ok()
}
