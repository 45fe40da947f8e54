//! Initialisers of the wrong shape, type or kind.

use crate::bench::{Bench, Case};
use assay_ir::validate::ViolationKind as V;
use assay_ir::*;

fn item(b: &mut Bench, place: u32) -> InitItem {
    let one = b.int(1);
    InitItem { place, init: b.p.push_init(Init::Expr(one)), designated: true }
}

/// An object of the type with a list that has one at these places.
fn list(b: &mut Bench, ty: Ty, places: &[u32]) {
    let items = places.iter().map(|place| item(b, *place)).collect();
    b.with_init(ty, Init::List(items));
}

fn text(b: &mut Bench, ty: Ty) {
    let text = b.p.str_lit(b"abc");
    b.with_init(ty, Init::Expr(text));
}

pub const CASES: &[Case] = &[
    (V::InitShape, |b| {
        let array = b.array(Ty::INT, 2);
        list(b, b.or(Ty::INT, array), &[0]);
    }),
    (V::InitShape, |b| {
        let array = b.array(Ty::INT, 2);
        let one = b.int(1);
        b.with_init(b.or(array, Ty::INT), Init::Expr(one));
    }),
    (V::InitShape, |b| {
        let (ints, chars) = (b.array(Ty::INT, 4), b.array(Ty::UCHAR, 4));
        text(b, b.or(ints, chars));
    }),
    (V::InitType, |b| {
        let one = b.int(1);
        b.with_init(b.or(Ty::LONG, Ty::INT), Init::Expr(one));
    }),
    (V::InitOrder, |b| {
        let array = b.array(Ty::INT, 2);
        list(b, array, b.or(&[1, 0], &[0, 1]));
    }),
    (V::InitOrder, |b| {
        let array = b.array(Ty::INT, 2);
        list(b, array, b.or(&[1, 1], &[1]));
    }),
    (V::InitRange, |b| {
        let array = b.array(Ty::INT, 2);
        list(b, array, b.or(&[2], &[1]));
    }),
    (V::InitRange, |b| {
        let sample = b.sample();
        list(b, sample, b.or(&[9], &[0]));
    }),
    (V::InitString, |b| {
        let ty = b.array(Ty::CHAR, b.or(2, 3));
        text(b, ty);
    }),
    (V::InitUnion, |b| {
        let fields = vec![b.field("x", Ty::INT, None), b.field("y", Ty::INT, None)];
        let ty = b.record(RecordKind::Union, "u", fields);
        list(b, ty, b.or(&[0, 1], &[1]));
    }),
    (V::InitUnnamed, |b| {
        let fields = vec![b.field("x", Ty::INT, None), b.field(b.or("", "y"), Ty::INT, Some(3))];
        let ty = b.record(RecordKind::Struct, "s", fields);
        list(b, ty, &[1]);
    }),
    (V::InitFlexible, |b| {
        let flexible = b.p.types.unsized_array(Ty::INT);
        let fields = vec![b.field("x", Ty::INT, None), b.field("f", flexible, None)];
        let ty = b.record(RecordKind::Struct, "s", fields);
        let inner = item(b, 0);
        let inner = b.p.push_init(Init::List(vec![inner]));
        let (first, last) = (item(b, 0), InitItem { place: 1, init: inner, designated: false });
        let items = b.or(vec![last], vec![first]);
        b.with_init(ty, Init::List(items));
    }),
    (V::InitConstant, |b| {
        let g = b.global("g", Ty::INT, Storage::Global);
        let (value, one) = (b.p.var(g), b.int(1));
        b.static_with(Ty::INT, b.or(value, one));
    }),
    (V::InitConstant, |b| {
        // The address of an element is constant, its value is not.
        let int_ptr = b.ptr(Ty::INT);
        let array = b.array(int_ptr, 3);
        let g = b.global("g", array, Storage::Extern);
        let (base, index) = (b.p.var(g), b.int(1));
        let element = b.p.index(base, index).unwrap();
        let address = b.p.addr_of(element).unwrap();
        let to_void = b.ptr(Ty::VOID);
        let value = b.convert(b.or(element, address), to_void);
        b.static_with(to_void, value);
    }),
    (V::InitConstant, |b| {
        let x = b.local("x", Ty::INT);
        b.p.vars[x].storage = b.or(Storage::Auto, Storage::Static);
        let place = b.p.var(x);
        let address = b.p.addr_of(place).unwrap();
        let one = b.int(1);
        let past = b.p.binary(BinaryOp::Add, address, one).unwrap();
        let ty = b.ptr(Ty::INT);
        let var = b.with_init(ty, Init::Expr(past));
        b.p.vars[var].storage = Storage::Static;
    }),
    (V::InitConstant, |b| {
        let e = b.float();
        let guard = b.raw(ExprKind::Unary(UnaryOp::Neg, e), Ty::DOUBLE);
        let guarded = b.raw(ExprKind::Guard(guard, GuardStyle::Inline), Ty::DOUBLE);
        b.static_with(Ty::DOUBLE, b.or(guarded, guard));
    }),
    (V::ConstantOverflow, |b| {
        let (x, y) = (b.int(b.or(1 << 30, 1 << 28)), b.int(4));
        let product = b.raw(ExprKind::Binary(BinaryOp::Mul, x, y), Ty::INT);
        b.static_with(Ty::INT, product);
    }),
    (V::ConstantOverflow, |b| {
        // What is not evaluated may divide by zero.
        let (cond, x, zero, els) = (b.int(b.or(1, 0)), b.int(1), b.int(0), b.int(5));
        let then = b.raw(ExprKind::Binary(BinaryOp::Div, x, zero), Ty::INT);
        let e = b.raw(ExprKind::Cond { cond, then, els }, Ty::INT);
        b.static_with(Ty::INT, e);
    }),
];
