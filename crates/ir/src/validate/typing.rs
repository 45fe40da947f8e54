//! The type system, derived anew: promotions, common types, compatible and composite types. Only questions
//! about types; which operator asks them is in `expr`.

use super::lvalue::{self, BitSource};
use super::{Outcome, ViolationKind as V, ensure};
use crate::expr::ExprKind;
use crate::ids::ExprId;
use crate::program::Program;
use crate::target::{FloatKind, IntKind, Target};
use crate::types::{FnType, Quals, Ty, TypeKind};

/// The type that an expression has as a value: canonical and unqualified (C17 6.3.2.1p2).
pub(super) fn value_type(p: &Program, e: ExprId) -> Ty {
    p.types.canonical(p.exprs[e].ty).unqualified()
}

/// The operand as it is written, without the implicit conversion.
pub(super) fn written(p: &Program, e: ExprId) -> ExprId {
    match p.exprs[e].kind {
        ExprKind::Convert(inner) => inner,
        _ => e,
    }
}

/// The type after the integer promotions (C17 6.3.1.1p2); other types stay as they are.
pub(super) fn promoted(p: &Program, e: ExprId) -> Outcome<Ty> {
    let ty = value_type(p, e);
    let Some(kind) = p.types.int_kind(ty) else { return Ok(ty) };
    let by_type = promoted_kind(p.target(), kind);
    match lvalue::bit_source(p, e) {
        BitSource::None => Ok(by_type),
        BitSource::Width(width) => promoted_bits(p.target(), kind, width),
        BitSource::PostIncrement(width) => {
            let by_width = promoted_bits(p.target(), kind, width)?;
            ensure(by_width == by_type, V::DisputedBitField)?;
            Ok(by_type)
        }
    }
}

fn promoted_kind(target: &Target, kind: IntKind) -> Ty {
    if kind.rank() >= IntKind::Int.rank() {
        return Ty::int(kind);
    }
    let (narrow, int) = (target.int_type(kind), target.int_type(IntKind::Int));
    if narrow.signed || narrow.bits < int.bits { Ty::INT } else { Ty::UINT }
}

/// A bit-field is promoted by what it can hold. Wider than `int` it has in GCC a type of its own width, and
/// in clang its declared type.
fn promoted_bits(target: &Target, kind: IntKind, width: u8) -> Outcome<Ty> {
    let int = target.int_type(IntKind::Int);
    let declared = target.int_type(kind);
    ensure(width <= int.bits || width == declared.bits, V::DisputedBitField)?;
    if width > int.bits {
        return Ok(Ty::int(kind));
    }
    Ok(if declared.signed || width < int.bits { Ty::INT } else { Ty::UINT })
}

/// The common type of two arithmetic operands as they are written (C17 6.3.1.8p1).
pub(super) fn common(p: &Program, a: ExprId, b: ExprId) -> Outcome<Ty> {
    let (a, b) = (promoted(p, a)?, promoted(p, b)?);
    for kind in [FloatKind::LongDouble, FloatKind::Double, FloatKind::Float] {
        if [a, b].contains(&Ty::float(kind)) {
            return Ok(Ty::float(kind));
        }
    }
    match (p.types.int_kind(a), p.types.int_kind(b)) {
        (Some(a), Some(b)) => Ok(Ty::int(common_kind(p.target(), a, b))),
        (None, _) | (_, None) => Err(V::UsualConversions),
    }
}

/// The common type of two promoted integer types, by rank and signedness.
fn common_kind(target: &Target, a: IntKind, b: IntKind) -> IntKind {
    let (low, high) = if a.rank() < b.rank() { (a, b) } else { (b, a) };
    if !target.is_signed(high) || target.is_signed(low) {
        return high;
    }
    // The signed type has the higher or the same rank: does it hold all values of the unsigned one?
    if target.int_type(high).bits > target.int_type(low).bits { high } else { high.to_unsigned() }
}

/// Compatible types, qualifiers included (C17 6.2.7p1).
pub(super) fn compatible(p: &Program, a: Ty, b: Ty) -> bool {
    p.types.canonical(a).quals() == p.types.canonical(b).quals() && compatible_unqualified(p, a, b)
}

/// Versions of compatible types, whatever their outermost qualifiers.
pub(super) fn compatible_unqualified(p: &Program, a: Ty, b: Ty) -> bool {
    if p.types.same_unqualified(a, b) {
        return true;
    }
    match (p.types.kind(a), p.types.kind(b)) {
        (TypeKind::Pointer(a), TypeKind::Pointer(b)) => compatible(p, a, b),
        (TypeKind::Array(a, n), TypeKind::Array(b, m)) => lengths_fit(n, m) && compatible(p, a, b),
        (TypeKind::Enum(id), TypeKind::Int(kind)) | (TypeKind::Int(kind), TypeKind::Enum(id)) => {
            p.types.enums[id].repr == kind
        }
        (TypeKind::Function(a), TypeKind::Function(b)) => functions(p, &p.types.fns[a], &p.types.fns[b]),
        _ => false,
    }
}

fn lengths_fit(n: Option<u64>, m: Option<u64>) -> bool {
    n.is_none() || m.is_none() || n == m
}

/// Compatible function types (C17 6.7.6.3p15).
fn functions(p: &Program, a: &FnType, b: &FnType) -> bool {
    let returns = compatible_unqualified(p, a.ret, b.ret);
    let parameters = match (a.prototype, b.prototype) {
        (true, true) => {
            a.variadic == b.variadic
                && a.params.len() == b.params.len()
                && a.params.iter().zip(&b.params).all(|(a, b)| compatible_unqualified(p, *a, *b))
        }
        (true, false) => callable_without_prototype(p, a),
        (false, true) => callable_without_prototype(p, b),
        (false, false) => true,
    };
    returns && parameters
}

/// Parameters that the default argument promotions do not change.
fn callable_without_prototype(p: &Program, f: &FnType) -> bool {
    let promotes_to_itself = |ty: &Ty| match p.types.kind(*ty) {
        TypeKind::Int(kind) => promoted_kind(p.target(), kind) == Ty::int(kind),
        TypeKind::Float(kind) => kind != FloatKind::Float,
        _ => true,
    };
    !f.variadic && f.params.iter().all(promotes_to_itself)
}

/// Like pointees: versions of compatible types. Arrays that differ in the qualifiers of their elements are
/// not, before C23 (C17 6.7.3p9, 6.7.6.1p2).
pub(super) fn alike(p: &Program, a: Ty, b: Ty, otherwise: V) -> Outcome {
    if compatible_unqualified(p, a, b) {
        return Ok(());
    }
    let (innermost_a, innermost_b) = (innermost(p, a), innermost(p, b));
    let both_arrays = p.types.is_array(a) && p.types.is_array(b);
    let but_for_quals = both_arrays && compatible_unqualified(p, innermost_a, innermost_b);
    Err(if but_for_quals { V::ArrayQualifiers } else { otherwise })
}

fn innermost(p: &Program, mut ty: Ty) -> Ty {
    while let Some((element, _)) = p.types.element(ty) {
        ty = element;
    }
    ty
}

/// Whether a type is the composite type of two compatible ones, but for outermost qualifiers (C17 6.2.7p3).
pub(super) fn is_composite(p: &Program, ty: Ty, a: Ty, b: Ty) -> bool {
    match (p.types.kind(ty), p.types.kind(a), p.types.kind(b)) {
        (TypeKind::Array(e, len), TypeKind::Array(x, n), TypeKind::Array(y, m)) => {
            len == n.or(m) && e.quals() == x.quals() && is_composite(p, e, x, y)
        }
        (TypeKind::Function(f), TypeKind::Function(x), TypeKind::Function(y)) => {
            let (f, x, y) = (&p.types.fns[f], &p.types.fns[x], &p.types.fns[y]);
            f.prototype == (x.prototype || y.prototype) && functions(p, f, x) && functions(p, f, y)
        }
        (TypeKind::Pointer(to), TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
            to.quals() == x.quals() && is_composite(p, to, x, y)
        }
        _ => p.types.same_unqualified(ty, a) || p.types.same_unqualified(ty, b),
    }
}

/// Whether a type is another one with more qualifiers; an array's are those of its elements.
pub(super) fn is_qualified(p: &Program, ty: Ty, base: Ty, quals: Quals) -> bool {
    match (p.types.element(ty), p.types.element(base)) {
        (Some((a, n)), Some((b, m))) => n == m && is_qualified(p, a, b, quals),
        (None, None) => {
            let base = p.types.canonical(base);
            ty.unqualified() == base.unqualified() && ty.quals() == base.quals().with(quals)
        }
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// Pointers in an assignment (C17 6.5.16.1p1).
pub(super) fn assignable_pointers(p: &Program, to: Ty, from: Ty) -> Outcome {
    let types = &p.types;
    let to_void = types.is_void(to) && !types.is_function(from);
    let from_void = types.is_void(from) && !types.is_function(to);
    if !to_void && !from_void {
        alike(p, to, from, V::ImplicitConversion)?;
    }
    let (to, from) = (types.canonical(to).quals(), types.canonical(from).quals());
    ensure(to.has(from), V::DiscardedQualifiers)
}

/// A pointer that arithmetic can be done on (C17 6.5.6p2).
pub(super) fn steppable(p: &Program, pointer: Ty) -> Outcome {
    let Some(to) = p.types.pointee(pointer) else { return Err(V::PointerArithmetic) };
    ensure(!p.types.is_void(to), V::VoidArithmetic)?;
    ensure(p.types.is_complete(to), V::PointerArithmetic)
}
