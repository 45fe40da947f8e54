//! Idioms that compilers know: bytes put together, bytes swapped, rotations, high parts of products, quotient and
//! remainder, smaller and larger ones, and runs of stores to neighbouring elements. More of them are in `tricks`,
//! `shapes` and `neighbours`; a row of the tables here is all that a new one needs.

mod neighbours;
mod shapes;
mod tricks;

use crate::expr::lvalue;
use crate::policy::{IdiomShapes, IdiomValues};
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::blocks;
use crate::types::{constants, variables};
use ir::{BinaryOp, BlockId, ExprId, IntKind, Stmt, Ty, TypeKind, UnaryOp, VarId};
use machine::View;

type Build = fn(&mut Gen, &View, &mut Cx) -> Option<ExprId>;

/// A kind of idiom: its name in the census, its weight, and how it is made.
type Row<W, B> = (&'static str, fn(&W) -> u32, B);

/// The expressions.
const VALUES: [Row<IdiomValues, Build>; 18] = [
    ("idiom: bytes put together", |w| w.bytes_joined, assembled),
    ("idiom: bytes swapped", |w| w.bytes_swapped, swapped),
    ("idiom: rotation", |w| w.rotation, rotated),
    ("idiom: high part", |w| w.high_part, high_part),
    ("idiom: quotient and remainder", |w| w.quotient_and_remainder, quotient_and_remainder),
    ("idiom: extremum", |w| w.extremum, extremum),
    ("idiom: one of two places", |w| w.chosen_place, tricks::chosen_place),
    ("idiom: clamp", |w| w.clamp, tricks::clamped),
    ("idiom: sign", |w| w.sign, tricks::sign),
    ("idiom: lowest bit", |w| w.lowest_bit, tricks::lowest_bit),
    ("idiom: average", |w| w.average, tricks::average),
    ("idiom: saturated sum", |w| w.saturated_sum, tricks::saturated),
    ("idiom: wide product", |w| w.wide_product, tricks::wide_product),
    ("idiom: redundant operands", |w| w.redundant_operands, tricks::redundant),
    ("idiom: clamp by variables", |w| w.clamp_by_variables, tricks::clamped_by_variables),
    ("idiom: rotation by a variable", |w| w.rotation_by_variable, tricks::narrow_rotation),
    ("idiom: bit test", |w| w.bit_test, tricks::bit_test),
    ("idiom: negated comparison", |w| w.negated_comparison, tricks::negated_comparison),
];

type Shape = fn(&mut Gen, &View, BlockId) -> Option<()>;

/// The statements.
const SHAPES: [Row<IdiomShapes, Shape>; 10] = [
    ("idiom: run of stores", |w| w.run_of_stores, stores),
    ("idiom: bytes split", |w| w.bytes_split, shapes::split_bytes),
    ("idiom: table", |w| w.table, shapes::table_switch),
    ("idiom: bit loop", |w| w.bit_loop, shapes::bit_loop),
    ("idiom: run of fields", |w| w.run_of_fields, neighbours::field_stores),
    ("idiom: overlapping copy", |w| w.overlapping_copy, neighbours::overlapping_copy),
    ("idiom: arrays in inner scopes", |w| w.scoped_arrays, neighbours::scoped_arrays),
    ("idiom: bytes between types", |w| w.punned_copy, neighbours::punned_copy),
    ("idiom: store to one of two", |w| w.chosen_store, neighbours::chosen_store),
    ("idiom: union on two paths", |w| w.union_paths, neighbours::union_paths),
];

/// `x = …`, or one of the statements.
pub fn statement(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let share = g.policy.idioms.statement;
    if g.ch.chance("idiom-statement", share) {
        let weights = &g.policy.idioms.shapes;
        let drawn = g.ch.weighted("idiom-shape", SHAPES.iter().map(|(_, weight, _)| weight(weights)))?;
        let (name, _, build) = SHAPES[drawn];
        build(g, view, block)?;
        g.stats.policy(name);
        return Some(());
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let lhs = lvalue::int_lvalue(g, view, &mut cx, Use::Write)?;
    let weights = &g.policy.idioms.values;
    let drawn = g.ch.weighted("idiom", VALUES.iter().map(|(_, weight, _)| weight(weights)))?;
    let (name, _, build) = VALUES[drawn];
    let rhs = build(g, view, &mut cx)?;
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    g.stats.policy(name);
    Some(())
}

/// An unsigned type of 16, 32 or 64 bits, as a kind and its width.
pub fn unsigned(g: &mut Gen) -> Option<(IntKind, u32)> {
    let mut kinds = vec![IntKind::UShort, IntKind::UInt, IntKind::ULongLong];
    kinds.retain(|kind| variables::is_on(g, *kind));
    let kind = *g.ch.pick("idiom-kind", &kinds)?;
    Some((kind, u32::from(g.p.target().int_type(kind).bits)))
}

/// A variable as an unsigned value of the kind.
pub fn operand(g: &mut Gen, view: &View, cx: &mut Cx, kind: IntKind) -> Option<ExprId> {
    let e = lvalue::int_lvalue(g, view, cx, Use::Read)?;
    // It is written several times.
    if !g.p.is_pure(e) {
        return None;
    }
    g.p.cast(e, Ty::int(kind)).ok()
}

pub fn int(g: &mut Gen, value: u64) -> ExprId {
    g.p.int_lit(value, IntKind::Int)
}

/// The parts of a value that is put together, joined by `|` or `+`.
fn joined(g: &mut Gen, parts: Vec<ExprId>) -> Option<ExprId> {
    let op =
        if g.ch.chance("joined-by-or", g.policy.odds.joined_by_or) { BinaryOp::Or } else { BinaryOp::Add };
    let mut parts = parts.into_iter();
    let first = parts.next()?;
    parts.try_fold(first, |sum, part| g.p.binary(op, sum, part).ok())
}

/// `a[0] | a[1] << 8 | …`, in either order of bytes.
fn assembled(g: &mut Gen, view: &View, _cx: &mut Cx) -> Option<ExprId> {
    let (kind, bits) = unsigned(g)?;
    let bytes = u64::from(bits / 8);
    let array = byte_array(g, view, bytes, Use::Read);
    let (_, Some(len)) = g.p.types.element(g.p.vars[array].ty)? else { return None };
    let first = g.ch.below("first-byte", (len - bytes + 1) as usize) as u64;
    let big = g.ch.chance("big-endian", g.policy.odds.big_endian);
    let mut parts = Vec::new();
    for i in 0..bytes {
        let (a, at) = (g.p.var(array), int(g, first + i));
        let byte = g.p.index(a, at).ok()?;
        let wide = g.p.cast(byte, Ty::int(kind)).ok()?;
        let place = if big { bytes - 1 - i } else { i };
        let n = int(g, 8 * place);
        parts.push(if place == 0 { wide } else { g.p.binary(BinaryOp::Shl, wide, n).ok()? });
    }
    joined(g, parts)
}

/// A global array of so many bytes, or more.
pub fn byte_array(g: &mut Gen, view: &View, bytes: u64, usage: Use) -> VarId {
    let fits = |g: &Gen, v: &VarId| match g.p.types.kind(g.p.vars[*v].ty) {
        TypeKind::Array(element, Some(n)) => {
            n >= bytes && g.p.types.canonical(element) == Ty::UCHAR && g.info(*v).part.allows(usage)
        }
        _ => false,
    };
    let known: Vec<VarId> = g.p.globals.iter().copied().filter(|v| fits(g, v)).collect();
    match g.ch.pick("byte-array", &known) {
        Some(array) => *array,
        None => {
            let ty = g.p.types.array(Ty::UCHAR, bytes);
            variables::plain_global(g, view, ty)
        }
    }
}

/// `(x & 0xff) << 24 | (x >> 8 & 0xff) << 16 | …`
fn swapped(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (kind, bits) = unsigned(g)?;
    let x = operand(g, view, cx, kind)?;
    let bytes = u64::from(bits / 8);
    let mut parts = Vec::new();
    for i in 0..bytes {
        let copy = g.p.copy_expr(x);
        let n = int(g, 8 * i);
        let down = if i == 0 { copy } else { g.p.binary(BinaryOp::Shr, copy, n).ok()? };
        let mask = int(g, 0xff);
        let byte = g.p.binary(BinaryOp::And, down, mask).ok()?;
        let wide = g.p.cast(byte, Ty::int(kind)).ok()?;
        let n = int(g, 8 * (bytes - 1 - i));
        parts.push(if i == bytes - 1 { wide } else { g.p.binary(BinaryOp::Shl, wide, n).ok()? });
    }
    joined(g, parts)
}

/// `x << n | x >> (32 - n)`
fn rotated(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let (kind, bits) = unsigned(g)?;
    let x = operand(g, view, cx, kind)?;
    let copy = g.p.copy_expr(x);
    let n = g.ch.between("rotation", 1, bits - 1);
    let (left, right) = (int(g, u64::from(n)), int(g, u64::from(bits - n)));
    let a = g.p.binary(BinaryOp::Shl, x, left).ok()?;
    let b = g.p.binary(BinaryOp::Shr, copy, right).ok()?;
    g.p.binary(BinaryOp::Or, a, b).ok()
}

/// The high half of a product: `(unsigned long long)x * y >> 32`.
fn high_part(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    if !variables::is_on(g, IntKind::ULongLong) {
        return None;
    }
    let wide = g.p.target().has(IntKind::UInt128)
        && variables::is_on(g, IntKind::UInt128)
        && g.ch.chance("wide-product", g.policy.odds.wide_product);
    let (kind, twice, bits) = if wide {
        (IntKind::ULongLong, IntKind::UInt128, 64)
    } else {
        (IntKind::UInt, IntKind::ULongLong, 32)
    };
    let (x, y) = (operand(g, view, cx, kind)?, operand(g, view, cx, kind)?);
    let x = g.p.cast(x, Ty::int(twice)).ok()?;
    let product = g.p.binary(BinaryOp::Mul, x, y).ok()?;
    let n = int(g, bits);
    let high = g.p.binary(BinaryOp::Shr, product, n).ok()?;
    g.p.cast(high, Ty::int(kind)).ok()
}

/// `x / y + x % y`
fn quotient_and_remainder(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let x = lvalue::int_lvalue(g, view, cx, Use::Read).filter(|e| g.p.is_pure(*e))?;
    let y = if g.ch.chance("constant-divisor", g.policy.odds.constant_divisor) {
        let n = g.ch.between("divisor", 2, g.policy.amounts.max_divided_by);
        int(g, u64::from(n))
    } else {
        lvalue::int_lvalue(g, view, cx, Use::Read).filter(|e| g.p.is_pure(*e))?
    };
    let (again, once_more) = (g.p.copy_expr(x), g.p.copy_expr(y));
    let quotient = g.p.binary(BinaryOp::Div, x, y).ok()?;
    let remainder = g.p.binary(BinaryOp::Rem, again, once_more).ok()?;
    let op =
        if g.ch.chance("quotient-plus", g.policy.odds.quotient_plus) { BinaryOp::Add } else { BinaryOp::Xor };
    g.p.binary(op, quotient, remainder).ok()
}

/// `x < y ? x : y`, or `x < 0 ? -x : x`.
fn extremum(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let x = lvalue::int_lvalue(g, view, cx, Use::Read).filter(|e| g.p.is_pure(*e))?;
    let (a, b) = (g.p.copy_expr(x), g.p.copy_expr(x));
    if g.ch.chance("absolute", g.policy.odds.absolute) {
        let zero = int(g, 0);
        let cond = g.p.binary(BinaryOp::Lt, x, zero).ok()?;
        let negated = g.p.unary(UnaryOp::Neg, a).ok()?;
        return g.p.cond(cond, negated, b).ok();
    }
    let y = if g.ch.chance("constant-bound", g.policy.odds.constant_bound) {
        constants::constant(g, IntKind::Int)
    } else {
        lvalue::int_lvalue(g, view, cx, Use::Read).filter(|e| g.p.is_pure(*e))?
    };
    let again = g.p.copy_expr(y);
    let op = if g.ch.chance("smaller", g.policy.odds.smaller) { BinaryOp::Lt } else { BinaryOp::Gt };
    let cond = g.p.binary(op, x, y).ok()?;
    g.p.cond(cond, a, again).ok()
}

/// `a[0] = …; a[1] = …;` and so on: constants, or the same operation on the elements of another array.
fn stores(g: &mut Gen, _: &View, block: BlockId) -> Option<()> {
    let [low, high] = g.policy.idioms.run_len;
    let count = u64::from(g.ch.between("run-len", low, high));
    let to = crate::stmt::arrays::loop_array(g, &[count], Use::Write);
    let from = if g.ch.chance("run-of-constants", g.policy.odds.run_of_constants) {
        None
    } else {
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::And, BinaryOp::Mul];
        Some((crate::stmt::arrays::loop_array(g, &[count], Use::Read), *g.ch.pick("run-op", &ops)?))
    };
    let shared = constants::value(g, IntKind::Int);
    for i in 0..count {
        let mark = g.mark();
        let (a, at) = (g.p.var(to), int(g, i));
        let lhs = g.p.index(a, at).ok()?;
        let rhs = match from {
            None => constants::constant(g, IntKind::Int),
            Some((array, op)) => {
                let (b, at) = (g.p.var(array), int(g, i));
                let element = g.p.index(b, at).ok()?;
                let c = constants::literal(g, shared, IntKind::Int);
                g.p.binary(op, element, c).ok()?
            }
        };
        let e = g.p.assign(lhs, rhs).ok()?;
        blocks::finish(g, block, mark, Stmt::Expr(e), None);
    }
    Some(())
}
