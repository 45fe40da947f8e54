//! The same value by another way.

use super::copying;
use super::scene::Scene;
use crate::subject;
use ir::{BinaryOp, ExprId, ExprKind, Init, IntKind, Program, Quals, Storage, Ty, UnaryOp};
use machine::Value;

// --- a variable for a constant ---

/// A constant becomes a variable that holds it and that nothing writes.
pub fn hide(s: &mut Scene) -> Option<Program> {
    s.at_sites(hide_one)
}

fn hide_one(p: &mut Program, s: &mut Scene) -> Option<()> {
    let e = s.expression(|p, e| matches!(p.exprs[e].kind, ExprKind::Int { .. }))?;
    // Another change may have been here.
    if !matches!(p.exprs[e].kind, ExprKind::Int { .. }) {
        return None;
    }
    let old = p.exprs[e];
    let ty = old.ty.unqualified();
    let value = p.push_expr(old.kind, ty);
    let init = p.push_init(Init::Expr(value));
    let way = s.ch.below("hidden", 4);
    let (storage, quals) = match way {
        0 => (Storage::Static, Quals::NONE),
        1 => (Storage::Global, Quals::VOLATILE),
        2 => (Storage::Static, Quals::CONST),
        _ => (Storage::Global, Quals::NONE),
    };
    let ty = p.types.qualify(ty, quals);
    let name = subject::fresh(p, "hidden");
    let var = p.add_global(&name, ty, storage, Some(init));
    p.set_expr(e, ExprKind::Var(var), ty);
    Some(())
}

// --- equal expressions ---

pub fn equal(s: &mut Scene) -> Option<Program> {
    s.at_sites(equal_one)
}

fn equal_one(p: &mut Program, s: &mut Scene) -> Option<()> {
    let e = s.expression(is_value)?;
    let ty = p.value_type(e);
    let old = p.exprs[e];
    if !is_value(p, e) {
        return None;
    }
    let inner = p.push_expr(old.kind, old.ty);
    let made = match s.ch.below("equal", 9) {
        0 => constant(p, s, e)?,
        1 => twice_not(p, inner)?,
        2 => unsigned_detour(p, s, inner, ty)?,
        3 => with_zero(p, s, inner)?,
        4 => chosen(p, inner)?,
        5 => through_comma(p, inner)?,
        6 => wider(p, inner)?,
        7 => as_difference(p, old.kind)?,
        _ => as_shift(p, old.kind)?,
    };
    let made = p.cast(made, ty).ok()?;
    let made = p.exprs[made];
    p.set_expr(e, made.kind, ty);
    Some(())
}

/// An integer that is computed, and no lvalue: those may be wanted as such.
fn is_value(p: &Program, e: ExprId) -> bool {
    let computed = matches!(
        p.exprs[e].kind,
        ExprKind::Binary(..)
            | ExprKind::Unary(..)
            | ExprKind::Cond { .. }
            | ExprKind::Call { .. }
            | ExprKind::Cast(_)
            | ExprKind::Int { .. }
            | ExprKind::Logic(..)
    );
    computed && p.types.is_integer(p.ty(e)) && !matches!(p.types.kind(p.ty(e)), ir::TypeKind::Enum(_))
}

/// The constant that it always was.
fn constant(p: &mut Program, s: &Scene, e: ExprId) -> Option<ExprId> {
    let value = s.ran.record.seen(e)?.constant()?;
    let Value::Int(_) = value else { return None };
    let t = p.types.int_type(p.ty(e))?;
    let kind = p.types.int_kind(p.value_type(e))?;
    let value = value.wide(t)?;
    // What has effects is evaluated all the same.
    let literal = p.int_const(value, Ty::int(kind));
    if p.exprs[e].effects.is_pure() {
        return Some(literal);
    }
    let old = p.exprs[e];
    let first = p.push_expr(old.kind, old.ty);
    Some(p.comma(first, literal))
}

/// `~~e`
fn twice_not(p: &mut Program, e: ExprId) -> Option<ExprId> {
    let once = p.unary(UnaryOp::BitNot, e).ok()?;
    p.unary(UnaryOp::BitNot, once).ok()
}

/// `(unsigned long)e + k - k`
fn unsigned_detour(p: &mut Program, s: &mut Scene, e: ExprId, ty: Ty) -> Option<ExprId> {
    let wide = if p.types.size(ty) > 8 { Ty::int(IntKind::UInt128) } else { Ty::int(IntKind::ULong) };
    let cast = p.cast(e, wide).ok()?;
    let k = s.ch.bits("detour") >> s.ch.below("detour-bits", 64);
    let (a, b) = (p.int_lit(k, IntKind::ULong), p.int_lit(k, IntKind::ULong));
    let ops =
        [(BinaryOp::Add, BinaryOp::Sub), (BinaryOp::Sub, BinaryOp::Add), (BinaryOp::Xor, BinaryOp::Xor)];
    let (there, back) = ops[s.ch.below("detour-operator", ops.len())];
    let sum = p.binary(there, cast, a).ok()?;
    p.binary(back, sum, b).ok()
}

/// `e + 0`, `e | 0`, `e ^ 0`, `e * 1`, `e & -1`
fn with_zero(p: &mut Program, s: &mut Scene, e: ExprId) -> Option<ExprId> {
    let zero = p.int_lit(0, IntKind::Int);
    let one = p.int_lit(1, IntKind::Int);
    match s.ch.below("neutral", 5) {
        0 => p.binary(BinaryOp::Add, e, zero),
        1 => p.binary(BinaryOp::Or, e, zero),
        2 => p.binary(BinaryOp::Xor, zero, e),
        3 => p.binary(BinaryOp::Mul, one, e),
        _ => p.binary(BinaryOp::Div, e, one),
    }
    .ok()
}

/// `e ? e : 0`, for what can be evaluated twice.
fn chosen(p: &mut Program, e: ExprId) -> Option<ExprId> {
    if !p.exprs[e].effects.is_pure() || !copying::is_copyable(p, e) {
        return None;
    }
    let again = p.copy_expr(e);
    let zero = p.int_lit(0, IntKind::Int);
    p.cond(again, e, zero).ok()
}

fn through_comma(p: &mut Program, e: ExprId) -> Option<ExprId> {
    let zero = p.int_lit(0, IntKind::Int);
    let first = p.cast(zero, Ty::VOID).ok()?;
    Some(p.comma(first, e))
}

fn wider(p: &mut Program, e: ExprId) -> Option<ExprId> {
    p.cast(e, Ty::int(IntKind::LongLong)).ok().filter(|_| p.types.size(p.ty(e)) <= 8)
}

/// `a + b` is `a - -b` in unsigned arithmetic, and `a - b` is `a + ~b + 1`.
fn as_difference(p: &mut Program, kind: ExprKind) -> Option<ExprId> {
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) = kind else { return None };
    if !p.types.is_integer(p.ty(a)) || !p.types.is_integer(p.ty(b)) || p.types.size(p.ty(a)) > 8 {
        return None;
    }
    let wide = Ty::int(IntKind::ULong);
    let (a, b) = (p.cast(a, wide).ok()?, p.cast(b, wide).ok()?);
    match op {
        BinaryOp::Add => {
            let negated = p.unary(UnaryOp::Neg, b).ok()?;
            p.binary(BinaryOp::Sub, a, negated).ok()
        }
        _ => {
            let not = p.unary(UnaryOp::BitNot, b).ok()?;
            let sum = p.binary(BinaryOp::Add, a, not).ok()?;
            let one = p.int_lit(1, IntKind::Int);
            p.binary(BinaryOp::Add, sum, one).ok()
        }
    }
}

/// `a * 8` is `a << 3` in unsigned arithmetic.
fn as_shift(p: &mut Program, kind: ExprKind) -> Option<ExprId> {
    let ExprKind::Binary(BinaryOp::Mul, a, b) = kind else { return None };
    let factor = ir::constant::int_value(p, b).and_then(|v| u64::try_from(v).ok())?;
    if !factor.is_power_of_two() || p.types.size(p.ty(a)) > 8 || !p.types.is_integer(p.ty(a)) {
        return None;
    }
    let wide = p.cast(a, Ty::int(IntKind::ULong)).ok()?;
    let count = p.int_lit(u64::from(factor.trailing_zeros()), IntKind::Int);
    p.binary(BinaryOp::Shl, wide, count).ok()
}
