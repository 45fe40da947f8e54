//! Short vectors of GCC and clang: types, values, assignments, and what becomes of a lane that would be undefined.
//!
//! Divisors and shift counts are made so that no lane can fail. What can overflow is left to the repair, which computes in the
//! unsigned type of the same width: that gives the same wherever the operation was defined, so it fits any history. Vectors of
//! floating elements are in [`floating`].

mod floating;

use crate::expr::lvalue::Use;
use crate::expr::{Cx, csmith, floats, lvalue};
use crate::state::Run;
use crate::state::census::RepairKind;
use crate::types::{constants, variables};
use crate::{expr, stmt};
use ir::{
    Alias, BinaryOp, BlockId, ExprId, ExprKind, Init, InitId, InitItem, IntKind, Stmt, Storage, Ty, UnaryOp,
    VarId,
};

/// The integer kinds of elements, and how their vectors are called.
const ELEMENTS: [(IntKind, &str); 10] = [
    (IntKind::UInt, "uint"),
    (IntKind::Int, "int"),
    (IntKind::UShort, "ushort"),
    (IntKind::Short, "short"),
    (IntKind::UChar, "uchar"),
    (IntKind::SChar, "schar"),
    (IntKind::ULong, "ulong"),
    (IntKind::Long, "long"),
    (IntKind::ULongLong, "ulonglong"),
    (IntKind::LongLong, "longlong"),
];

/// A vector type, if the policy wants one here.
pub fn maybe_type(m: &mut Run) -> Option<Ty> {
    let share = m.grow.policy.types.vector;
    if share == 0 || !m.grow.ch.chance("vector", share) {
        return None;
    }
    let element = any_element(m);
    let sizes = m.grow.policy.weights.vector_sizes;
    let bytes = 8u64 << m.grow.ch.weighted("vector-size", sizes.into_iter()).unwrap_or(1);
    let lanes = (bytes / m.grow.p.types.size(element)).max(1);
    Some(named(m, element, lanes as u32))
}

/// A vector type that can be a parameter or returned: larger ones are passed in ways that depend on the processor.
pub fn maybe_passed(m: &mut Run) -> Option<Ty> {
    maybe_type(m).filter(|ty| m.grow.p.types.size(*ty) <= 16)
}

/// An integer or floating type.
fn any_element(m: &mut Run) -> Ty {
    floating::maybe_element(m).unwrap_or_else(|| Ty::int(element(m)))
}

fn element(m: &mut Run) -> IntKind {
    let kinds: Vec<IntKind> =
        ELEMENTS.iter().map(|(kind, _)| *kind).filter(|kind| variables::is_on(m, *kind)).collect();
    *m.grow.ch.pick("vector-element", &kinds).unwrap_or(&IntKind::Int)
}

/// The type by its name, which is made at the first time.
fn named(m: &mut Run, element: Ty, lanes: u32) -> Ty {
    let word = match m.grow.p.types.int_kind(element) {
        Some(kind) => ELEMENTS.iter().find(|(k, _)| *k == kind).map_or("int", |(_, word)| word),
        None => floating::word(m, element),
    };
    let name = m.grow.p.names.intern(&format!("v{lanes}_{word}"));
    let known = m.grow.p.types.aliases.iter().find(|(_, alias)| alias.name == name).map(|(id, _)| id);
    match known {
        Some(id) => m.grow.p.types.alias_type(id),
        None => {
            let ty = m.grow.p.types.vector(element, lanes);
            m.grow.tokens += 10;
            m.grow.p.types.add_alias(Alias { name, ty, header: None })
        }
    }
}

/// A list of constants, one for each lane.
pub fn init(m: &mut Run, ty: Ty) -> Option<InitId> {
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let items = (0..lanes).filter_map(|place| {
        let init = match m.grow.p.types.int_kind(element) {
            Some(kind) => {
                let value = constants::value(m, kind);
                variables::int_init(m, value, element)
            }
            None => floats::init(m, element)?,
        };
        Some(InitItem { place, init, designated: false })
    });
    let items = items.collect();
    Some(m.grow.p.push_init(Init::List(items)))
}

/// An assignment to a vector, plain or compound.
pub fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let compound = m.grow.ch.chance("vector-compound", m.grow.policy.odds.vector_compound);
    cx.updates = compound;
    let lhs = lvalue::lvalue(m, &mut cx, Use::Write, |m, ty| m.grow.p.types.is_vector(ty))?;
    cx.updates = false;
    cx.towards(m, lhs);
    let ty = m.grow.p.value_type(lhs);
    let rhs = value(m, &mut cx, ty)?;
    let e = match compound_operator(m, &cx, ty).filter(|_| compound) {
        Some(op) => m.grow.p.assign_op(op, lhs, rhs).ok()?,
        None => m.grow.p.assign(lhs, rhs).ok()?,
    };
    stmt::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An operator that no lane can be undefined for.
fn compound_operator(m: &mut Run, cx: &Cx, ty: Ty) -> Option<BinaryOp> {
    if floating::is_lanes(m, ty) {
        return None;
    }
    let all = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul];
    let count = if is_signed(m, ty) { 3 } else { 6 };
    let ops: Vec<BinaryOp> = all[..count].iter().copied().filter(|op| is_allowed(m, cx, *op)).collect();
    m.grow.ch.pick("vector-operator", &ops).copied()
}

fn is_allowed(m: &Run, cx: &Cx, op: BinaryOp) -> bool {
    csmith::is_on(m, op) && m.grow.quiet(cx.block).allows(op)
}

fn is_signed(m: &Run, ty: Ty) -> bool {
    m.grow
        .p
        .types
        .lanes(ty)
        .and_then(|(element, _)| m.grow.p.types.int_type(element))
        .is_some_and(|t| t.signed)
}

// --- values ---

type Build = fn(&mut Run, &mut Cx, Shape) -> Option<ExprId>;

/// What a vector value under construction is to be.
#[derive(Clone, Copy)]
struct Shape {
    element: Ty,
    lanes: u32,
    /// Canonical.
    ty: Ty,
}

/// How a vector value is made, in the order of the policy's weights.
const ROWS: [Build; 10] =
    [variable, arithmetic, shifted, divided, negated, compared, reinterpreted, converted, listed, chosen];

/// An expression whose value is a vector of the type.
pub fn value(m: &mut Run, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let ty = m.grow.p.types.canonical(ty).unqualified();
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let shape = Shape { element, lanes, ty };
    cx.budget -= 2;
    if cx.budget > 0 && m.grow.p.types.is_float(element) {
        if let Some(e) = floating::value(m, cx, shape) {
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

fn same(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    value(m, cx, shape.ty)
}

/// A vector that is there, or a new one.
fn variable(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let fits = |m: &Run, ty: Ty| m.grow.p.types.canonical(ty).unqualified() == shape.ty;
    if let Some(e) = lvalue::lvalue(m, cx, Use::Read, fits) {
        return Some(e);
    }
    if cx.private || m.grow.quiet(cx.block).hides(Use::Read) {
        return Some(literal(m, cx, shape, |m, _| lane_constant(m, shape)));
    }
    let ty = named(m, shape.element, shape.lanes);
    let var = known(m, cx, shape.ty).unwrap_or_else(|| variables::plain_global(m, ty));
    Some(m.grow.p.var(var))
}

/// A global of the vector type that can be read here.
fn known(m: &mut Run, cx: &Cx, ty: Ty) -> Option<VarId> {
    let fits = |m: &Run, v: &VarId| {
        m.grow.p.types.canonical(m.grow.p.vars[*v].ty) == ty
            && m.grow.info(*v).part.allows(Use::Read)
            && !cx.used.iter().any(|(used, written)| used == v && *written)
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    m.grow.ch.pick("known-vector", &known).copied()
}

/// The second operand: a vector, or a scalar for all lanes.
fn operand(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    if !m.grow.ch.chance("vector-scalar", m.grow.policy.odds.vector_scalar) {
        return same(m, cx, shape);
    }
    if m.grow.ch.chance("vector-constant", m.grow.policy.odds.vector_constant) {
        let value = constants::value(m, int_kind(m, shape));
        return Some(lane_literal(m, shape, value));
    }
    let e = expr::expr(m, cx);
    m.grow.p.cast(e, shape.element).ok()
}

/// The kind of the elements, which are integers.
fn int_kind(m: &Run, shape: Shape) -> IntKind {
    m.grow.p.types.int_kind(shape.element).unwrap_or(IntKind::Int)
}

/// A constant of the element's type, which any compiler spreads.
fn lane_literal(m: &mut Run, shape: Shape, value: i128) -> ExprId {
    let kind = int_kind(m, shape).max(IntKind::Int);
    constants::literal(m, value, kind)
}

fn arithmetic(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let all = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
    let ops: Vec<BinaryOp> = all.into_iter().filter(|op| is_allowed(m, cx, *op)).collect();
    let op = *m.grow.ch.pick("vector-operator", &ops)?;
    let (a, b) = (same(m, cx, shape)?, operand(m, cx, shape)?);
    m.grow.p.binary(op, a, b).ok()
}

/// A shift by a count that is in range in every lane.
fn shifted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
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
fn divided(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
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

fn fits(m: &Run, shape: Shape, value: i128) -> bool {
    ir::arith::int::fits(m.grow.p.target().int_type(int_kind(m, shape)), value)
}

fn negated(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let a = same(m, cx, shape)?;
    let op = *m.grow.ch.pick("vector-unary", &[UnaryOp::BitNot, UnaryOp::Neg])?;
    m.grow.p.unary(op, a).ok()
}

/// A comparison, whose lanes are 0 or -1, as vectors of the type.
fn compared(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let floating = floating::as_wide(m, shape);
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
    let op = *m.grow.ch.pick("vector-comparison", &expr::COMPARISONS)?;
    let e = m.grow.p.binary(op, a, b).ok()?;
    as_type(m, e, shape)
}

/// A cast to the type, unless the value has it.
fn as_type(m: &mut Run, e: ExprId, shape: Shape) -> Option<ExprId> {
    if m.grow.p.value_type(e) == shape.ty {
        return Some(e);
    }
    let to = named(m, shape.element, shape.lanes);
    m.grow.p.cast(e, to).ok()
}

/// The bytes of a vector with other elements.
fn reinterpreted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let size = m.grow.p.types.size(shape.ty);
    let other = any_element(m);
    let lanes = size / m.grow.p.types.size(other);
    if lanes == 0 {
        return None;
    }
    let from = m.grow.p.types.vector(other, lanes as u32);
    let e = value(m, cx, from)?;
    as_type(m, e, shape)
}

/// Each lane converted from another width.
fn converted(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let other = any_element(m);
    if m.grow.p.types.is_float(other) && !floating::has_room(m, shape, other) {
        return None;
    }
    let size = m.grow.p.types.size(other) * u64::from(shape.lanes);
    if !(8..=32).contains(&size) {
        return None;
    }
    let from = m.grow.p.types.vector(other, shape.lanes);
    let e = value(m, cx, from)?;
    let to = named(m, shape.element, shape.lanes);
    m.grow.p.convert_lanes(e, to).ok()
}

/// A list of lanes of other vectors, which shuffles them, and of constants.
fn listed(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
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

fn lane_constant(m: &mut Run, shape: Shape) -> Option<ExprId> {
    if m.grow.p.types.is_float(shape.element) {
        return floats::constant_of(m, shape.element);
    }
    let value = constants::value(m, int_kind(m, shape));
    let e = lane_literal(m, shape, value);
    Some(m.grow.p.convert(e, shape.element))
}

/// A compound literal of lanes.
fn literal(
    m: &mut Run,
    cx: &Cx,
    shape: Shape,
    mut lane: impl FnMut(&mut Run, u32) -> Option<ExprId>,
) -> ExprId {
    let ty = named(m, shape.element, shape.lanes);
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
fn chosen(m: &mut Run, cx: &mut Cx, shape: Shape) -> Option<ExprId> {
    let cond = expr::expr(m, cx);
    let (then, els) = (same(m, cx, shape)?, same(m, cx, shape)?);
    m.grow.p.cond(cond, then, els).ok()
}

// --- repairs ---

/// Whether a site computes with vectors.
pub fn is_site(m: &Run, site: ExprId) -> bool {
    m.grow.p.types.is_vector(m.grow.p.ty(site))
}

/// An operation on signed lanes that has no value: the same on unsigned ones, which wraps around.
pub fn mend(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let ty = m.grow.p.ty(site);
    if floating::is_lanes(m, ty) {
        return floating::mend(m, site);
    }
    if !is_signed(m, ty) {
        return None;
    }
    let inner = match m.grow.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (unsigned(m, a)?, unsigned(m, b)?);
            m.grow.p.binary(op, a, b).ok()?
        }
        ExprKind::Unary(op, a) => {
            let a = unsigned(m, a)?;
            m.grow.p.unary(op, a).ok()?
        }
        _ => return None,
    };
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let to = named(m, element, lanes);
    m.grow.p.set_expr(site, ExprKind::Cast(inner), to);
    Some(RepairKind::UnsignedLanes)
}

/// An operand with unsigned lanes; a scalar is converted before it is spread.
fn unsigned(m: &mut Run, e: ExprId) -> Option<ExprId> {
    let (element, lanes) = m.grow.p.types.lanes(m.grow.p.ty(e))?;
    let kind = m.grow.p.types.int_kind(element)?.to_unsigned();
    if let ExprKind::Convert(scalar) = m.grow.p.exprs[e].kind {
        let scalar = m.grow.p.cast(scalar, Ty::int(kind)).ok()?;
        let vector = m.grow.p.types.vector(Ty::int(kind), lanes);
        return Some(m.grow.p.convert(scalar, vector));
    }
    let to = named(m, Ty::int(kind), lanes);
    m.grow.p.cast(e, to).ok()
}
