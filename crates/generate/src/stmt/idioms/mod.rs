//! Idioms that compilers know: bytes put together, bytes swapped, rotations, high parts of products, quotient and
//! remainder, smaller and larger ones, and runs of stores to neighbouring elements. More of them are in `tricks`,
//! `shapes` and `neighbours`; a row of the tables here is all that a new one needs.

mod neighbours;
mod shapes;
mod tricks;

use crate::expr::lvalue;
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::blocks;
use crate::types::{constants, variables};
use ir::{BinaryOp, BlockId, ExprId, IntKind, Stmt, Ty, TypeKind, UnaryOp, VarId};

type Build = fn(&mut Run, &mut Cx) -> Option<ExprId>;

/// The expressions, in the order of their weights in the policy, with their names in the census.
const VALUES: [(&str, Build); 18] = [
    ("idiom: bytes put together", assembled),
    ("idiom: bytes swapped", swapped),
    ("idiom: rotation", rotated),
    ("idiom: high part", high_part),
    ("idiom: quotient and remainder", quotient_and_remainder),
    ("idiom: extremum", extremum),
    ("idiom: one of two places", tricks::chosen_place),
    ("idiom: clamp", tricks::clamped),
    ("idiom: sign", tricks::sign),
    ("idiom: lowest bit", tricks::lowest_bit),
    ("idiom: average", tricks::average),
    ("idiom: saturated sum", tricks::saturated),
    ("idiom: wide product", tricks::wide_product),
    ("idiom: redundant operands", tricks::redundant),
    ("idiom: clamp by variables", tricks::clamped_by_variables),
    ("idiom: rotation by a variable", tricks::narrow_rotation),
    ("idiom: bit test", tricks::bit_test),
    ("idiom: negated comparison", tricks::negated_comparison),
];

type Shape = fn(&mut Run, BlockId) -> Option<()>;

/// The statements, likewise.
const SHAPES: [(&str, Shape); 10] = [
    ("idiom: run of stores", stores),
    ("idiom: bytes split", shapes::split_bytes),
    ("idiom: table", shapes::table_switch),
    ("idiom: bit loop", shapes::bit_loop),
    ("idiom: run of fields", neighbours::field_stores),
    ("idiom: overlapping copy", neighbours::overlapping_copy),
    ("idiom: arrays in inner scopes", neighbours::scoped_arrays),
    ("idiom: bytes between types", neighbours::punned_copy),
    ("idiom: store to one of two", neighbours::chosen_store),
    ("idiom: union on two paths", neighbours::union_paths),
];

/// `x = …`, or one of the statements.
pub fn statement(m: &mut Run, block: BlockId) -> Option<()> {
    let weights = m.grow.policy.idioms.values;
    let share = m.grow.policy.idioms.statement;
    if m.grow.ch.chance("idiom-statement", share) {
        let weights = m.grow.policy.idioms.shapes;
        let (name, build) = SHAPES[m.grow.ch.weighted("idiom-shape", weights.into_iter())?];
        build(m, block)?;
        m.grow.stats.policy(name);
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write)?;
    let (name, build) = VALUES[m.grow.ch.weighted("idiom", weights.into_iter())?];
    let rhs = build(m, &mut cx)?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    m.grow.stats.policy(name);
    Some(())
}

/// An unsigned type of 16, 32 or 64 bits, as a kind and its width.
pub fn unsigned(m: &mut Run) -> Option<(IntKind, u32)> {
    let mut kinds = vec![IntKind::UShort, IntKind::UInt, IntKind::ULongLong];
    kinds.retain(|kind| variables::is_on(m, *kind));
    let kind = *m.grow.ch.pick("idiom-kind", &kinds)?;
    Some((kind, u32::from(m.grow.p.target().int_type(kind).bits)))
}

/// A variable as an unsigned value of the kind.
pub fn operand(m: &mut Run, cx: &mut Cx, kind: IntKind) -> Option<ExprId> {
    let e = lvalue::int_lvalue(m, cx, Use::Read)?;
    // It is written several times.
    if !m.grow.p.is_pure(e) {
        return None;
    }
    m.grow.p.cast(e, Ty::int(kind)).ok()
}

pub fn int(m: &mut Run, value: u64) -> ExprId {
    m.grow.p.int_lit(value, IntKind::Int)
}

/// The parts of a value that is put together, joined by `|` or `+`.
fn joined(m: &mut Run, parts: Vec<ExprId>) -> Option<ExprId> {
    let op = if m.grow.ch.chance("joined-by-or", m.grow.policy.odds.joined_by_or) {
        BinaryOp::Or
    } else {
        BinaryOp::Add
    };
    let mut parts = parts.into_iter();
    let first = parts.next()?;
    parts.try_fold(first, |sum, part| m.grow.p.binary(op, sum, part).ok())
}

/// `a[0] | a[1] << 8 | …`, in either order of bytes.
fn assembled(m: &mut Run, _cx: &mut Cx) -> Option<ExprId> {
    let (kind, bits) = unsigned(m)?;
    let bytes = u64::from(bits / 8);
    let array = byte_array(m, bytes, Use::Read);
    let (_, Some(len)) = m.grow.p.types.element(m.grow.p.vars[array].ty)? else { return None };
    let first = m.grow.ch.below("first-byte", (len - bytes + 1) as usize) as u64;
    let big = m.grow.ch.chance("big-endian", m.grow.policy.odds.big_endian);
    let mut parts = Vec::new();
    for i in 0..bytes {
        let (a, at) = (m.grow.p.var(array), int(m, first + i));
        let byte = m.grow.p.index(a, at).ok()?;
        let wide = m.grow.p.cast(byte, Ty::int(kind)).ok()?;
        let place = if big { bytes - 1 - i } else { i };
        let n = int(m, 8 * place);
        parts.push(if place == 0 { wide } else { m.grow.p.binary(BinaryOp::Shl, wide, n).ok()? });
    }
    joined(m, parts)
}

/// A global array of so many bytes, or more.
pub fn byte_array(m: &mut Run, bytes: u64, usage: Use) -> VarId {
    let fits = |m: &Run, v: &VarId| match m.grow.p.types.kind(m.grow.p.vars[*v].ty) {
        TypeKind::Array(element, Some(n)) => {
            n >= bytes && m.grow.p.types.canonical(element) == Ty::UCHAR && m.grow.info(*v).part.allows(usage)
        }
        _ => false,
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    match m.grow.ch.pick("byte-array", &known) {
        Some(array) => *array,
        None => {
            let ty = m.grow.p.types.array(Ty::UCHAR, bytes);
            variables::plain_global(m, ty)
        }
    }
}

/// `(x & 0xff) << 24 | (x >> 8 & 0xff) << 16 | …`
fn swapped(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (kind, bits) = unsigned(m)?;
    let x = operand(m, cx, kind)?;
    let bytes = u64::from(bits / 8);
    let mut parts = Vec::new();
    for i in 0..bytes {
        let copy = m.grow.p.copy_expr(x);
        let n = int(m, 8 * i);
        let down = if i == 0 { copy } else { m.grow.p.binary(BinaryOp::Shr, copy, n).ok()? };
        let mask = int(m, 0xff);
        let byte = m.grow.p.binary(BinaryOp::And, down, mask).ok()?;
        let wide = m.grow.p.cast(byte, Ty::int(kind)).ok()?;
        let n = int(m, 8 * (bytes - 1 - i));
        parts.push(if i == bytes - 1 { wide } else { m.grow.p.binary(BinaryOp::Shl, wide, n).ok()? });
    }
    joined(m, parts)
}

/// `x << n | x >> (32 - n)`
fn rotated(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let (kind, bits) = unsigned(m)?;
    let x = operand(m, cx, kind)?;
    let copy = m.grow.p.copy_expr(x);
    let n = m.grow.ch.between("rotation", 1, bits - 1);
    let (left, right) = (int(m, u64::from(n)), int(m, u64::from(bits - n)));
    let a = m.grow.p.binary(BinaryOp::Shl, x, left).ok()?;
    let b = m.grow.p.binary(BinaryOp::Shr, copy, right).ok()?;
    m.grow.p.binary(BinaryOp::Or, a, b).ok()
}

/// The high half of a product: `(unsigned long long)x * y >> 32`.
fn high_part(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    if !variables::is_on(m, IntKind::ULongLong) {
        return None;
    }
    let wide = m.grow.p.target().has(IntKind::UInt128)
        && variables::is_on(m, IntKind::UInt128)
        && m.grow.ch.chance("wide-product", m.grow.policy.odds.wide_product);
    let (kind, twice, bits) = if wide {
        (IntKind::ULongLong, IntKind::UInt128, 64)
    } else {
        (IntKind::UInt, IntKind::ULongLong, 32)
    };
    let (x, y) = (operand(m, cx, kind)?, operand(m, cx, kind)?);
    let x = m.grow.p.cast(x, Ty::int(twice)).ok()?;
    let product = m.grow.p.binary(BinaryOp::Mul, x, y).ok()?;
    let n = int(m, bits);
    let high = m.grow.p.binary(BinaryOp::Shr, product, n).ok()?;
    m.grow.p.cast(high, Ty::int(kind)).ok()
}

/// `x / y + x % y`
fn quotient_and_remainder(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let x = lvalue::int_lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))?;
    let y = if m.grow.ch.chance("constant-divisor", m.grow.policy.odds.constant_divisor) {
        let n = m.grow.ch.between("divisor", 2, m.grow.policy.amounts.max_divided_by);
        int(m, u64::from(n))
    } else {
        lvalue::int_lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))?
    };
    let (again, once_more) = (m.grow.p.copy_expr(x), m.grow.p.copy_expr(y));
    let quotient = m.grow.p.binary(BinaryOp::Div, x, y).ok()?;
    let remainder = m.grow.p.binary(BinaryOp::Rem, again, once_more).ok()?;
    let op = if m.grow.ch.chance("quotient-plus", m.grow.policy.odds.quotient_plus) {
        BinaryOp::Add
    } else {
        BinaryOp::Xor
    };
    m.grow.p.binary(op, quotient, remainder).ok()
}

/// `x < y ? x : y`, or `x < 0 ? -x : x`.
fn extremum(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let x = lvalue::int_lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))?;
    let (a, b) = (m.grow.p.copy_expr(x), m.grow.p.copy_expr(x));
    if m.grow.ch.chance("absolute", m.grow.policy.odds.absolute) {
        let zero = int(m, 0);
        let cond = m.grow.p.binary(BinaryOp::Lt, x, zero).ok()?;
        let negated = m.grow.p.unary(UnaryOp::Neg, a).ok()?;
        return m.grow.p.cond(cond, negated, b).ok();
    }
    let y = if m.grow.ch.chance("constant-bound", m.grow.policy.odds.constant_bound) {
        constants::constant(m, IntKind::Int)
    } else {
        lvalue::int_lvalue(m, cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))?
    };
    let again = m.grow.p.copy_expr(y);
    let op =
        if m.grow.ch.chance("smaller", m.grow.policy.odds.smaller) { BinaryOp::Lt } else { BinaryOp::Gt };
    let cond = m.grow.p.binary(op, x, y).ok()?;
    m.grow.p.cond(cond, a, again).ok()
}

/// `a[0] = …; a[1] = …;` and so on: constants, or the same operation on the elements of another array.
fn stores(m: &mut Run, block: BlockId) -> Option<()> {
    let [low, high] = m.grow.policy.idioms.run_len;
    let count = u64::from(m.grow.ch.between("run-len", low, high));
    let to = crate::stmt::arrays::loop_array(m, &[count], Use::Write);
    let from = if m.grow.ch.chance("run-of-constants", m.grow.policy.odds.run_of_constants) {
        None
    } else {
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::And, BinaryOp::Mul];
        Some((crate::stmt::arrays::loop_array(m, &[count], Use::Read), *m.grow.ch.pick("run-op", &ops)?))
    };
    let shared = constants::value(m, IntKind::Int);
    for i in 0..count {
        let mark = m.grow.mark();
        let (a, at) = (m.grow.p.var(to), int(m, i));
        let lhs = m.grow.p.index(a, at).ok()?;
        let rhs = match from {
            None => constants::constant(m, IntKind::Int),
            Some((array, op)) => {
                let (b, at) = (m.grow.p.var(array), int(m, i));
                let element = m.grow.p.index(b, at).ok()?;
                let c = constants::literal(m, shared, IntKind::Int);
                m.grow.p.binary(op, element, c).ok()?
            }
        };
        let e = m.grow.p.assign(lhs, rhs).ok()?;
        blocks::finish(m, block, mark, Stmt::Expr(e), None);
    }
    Some(())
}
