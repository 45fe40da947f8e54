//! Types that C does not have.

use crate::bench::{Bench, Case};
use assay_ir::validate::ViolationKind as V;
use assay_ir::*;

fn function(ret: Ty, params: &[Ty]) -> FnType {
    FnType { ret, params: params.to_vec(), variadic: false, prototype: true }
}

fn mention_fn(b: &mut Bench, f: FnType) {
    let ty = b.p.types.function(f);
    b.mention(ty);
}

fn structure(b: &mut Bench, fields: Vec<Field>) -> Ty {
    b.record(RecordKind::Struct, "s", fields)
}

/// A struct of a plain member and the given one.
fn with_member(b: &mut Bench, name: &str, ty: Ty, bits: Option<u8>) {
    let fields = vec![b.field("first", Ty::INT, None), b.field(name, ty, bits)];
    structure(b, fields);
}

pub const CASES: &[Case] = &[
    (V::StaleLayout, |b| {
        let fields = vec![b.field("c", Ty::CHAR, None), b.field("i", Ty::INT, None)];
        let ty = structure(b, fields);
        let id = b.p.types.record(ty).unwrap();
        b.p.types.records[id].packed = b.bad();
    }),
    (V::AliasCycle, |b| {
        let name = b.p.names.intern("T");
        let alias = b.p.types.add_alias(Alias { name, ty: Ty::INT, header: None });
        let pointer = b.ptr(alias);
        b.p.types.aliases[AliasId::from_index(0)].ty = b.or(pointer, Ty::INT);
    }),
    (V::NoInt128, |b| {
        *b = Bench::on(Target::IP16, b.twin);
        b.new_var(b.or(Ty::INT128, Ty::LLONG));
    }),
    (V::NoInt128, |b| {
        *b = Bench::on(Target::ILP32, b.twin);
        let e = b.p.sizeof_type(b.or(Ty::UINT128, Ty::ULLONG));
        b.eval(e);
    }),
    (V::RestrictQualifier, |b| {
        let pointer = b.ptr(Ty::INT);
        let ty = b.p.types.qualify(b.or(Ty::INT, pointer), Quals::RESTRICT);
        b.new_var(ty);
    }),
    (V::RestrictQualifier, |b| {
        let (to_function, to_int) = (b.fn_ptr(), b.ptr(Ty::INT));
        let ty = b.p.types.qualify(b.or(to_function, to_int), Quals::RESTRICT);
        b.new_var(ty);
    }),
    (V::QualifiedFunction, |b| {
        let f = b.p.fn_type(Ty::INT, &[]);
        let qualified = b.konst(f);
        b.mention(b.or(qualified, f));
    }),
    (V::ArrayElement, |b| {
        let ty = b.array(b.or(Ty::VOID, Ty::INT), 2);
        b.mention(ty);
    }),
    (V::ArrayElement, |b| {
        let (f, pointer) = (b.p.fn_type(Ty::INT, &[]), b.fn_ptr());
        let ty = b.array(b.or(f, pointer), 2);
        b.mention(ty);
    }),
    (V::ArrayLength, |b| {
        let ty = b.array(Ty::INT, b.or(0, 1));
        b.new_var(ty);
    }),
    (V::FunctionReturn, |b| {
        let array = b.array(Ty::INT, 2);
        let f = function(b.or(array, Ty::INT), &[]);
        mention_fn(b, f);
    }),
    (V::ParameterType, |b| {
        let f = function(Ty::INT, &[b.or(Ty::VOID, Ty::INT)]);
        mention_fn(b, f);
    }),
    (V::ParameterType, |b| {
        let (array, pointer) = (b.array(Ty::INT, 2), b.ptr(Ty::INT));
        let f = function(Ty::INT, &[b.or(array, pointer)]);
        mention_fn(b, f);
    }),
    (V::ParameterType, |b| {
        let qualified = b.konst(Ty::INT);
        let f = function(Ty::INT, &[b.or(qualified, Ty::INT)]);
        mention_fn(b, f);
    }),
    (V::VariadicType, |b| {
        let params = vec![Ty::INT; b.or(0, 1)];
        mention_fn(b, FnType { ret: Ty::INT, params, variadic: true, prototype: true });
    }),
    (V::NoPrototype, |b| {
        let params = vec![Ty::INT; b.or(1, 0)];
        mention_fn(b, FnType { ret: Ty::INT, params, variadic: false, prototype: false });
    }),
    (V::EmptyRecord, |b| {
        let fields = vec![b.field(b.or("", "x"), Ty::INT, Some(3))];
        structure(b, fields);
    }),
    (V::RecordInItself, |b| {
        let tag = b.p.names.intern("s");
        let id = b.p.types.declare_record(tag, RecordKind::Struct);
        let ty = b.p.types.record_type(id);
        let (array, pointer) = (b.array(ty, 2), b.ptr(ty));
        let fields = vec![b.field("x", Ty::INT, None), b.field("next", b.or(array, pointer), None)];
        b.p.types.complete_record(id, fields);
    }),
    (V::FieldType, |b| {
        let opaque = b.incomplete();
        let pointer = b.ptr(opaque);
        with_member(b, "next", b.or(opaque, pointer), None);
    }),
    (V::FieldType, |b| with_member(b, "x", b.or(Ty::VOID, Ty::INT), None)),
    (V::FieldName, |b| with_member(b, b.or("", "x"), Ty::INT, None)),
    (V::DuplicateField, |b| with_member(b, b.or("first", "x"), Ty::INT, None)),
    (V::DuplicateField, |b| {
        let fields = vec![b.field(b.or("first", "x"), Ty::INT, None)];
        let inner = b.record(RecordKind::Union, "inner", fields);
        with_member(b, "", inner, None);
    }),
    (V::BitFieldType, |b| with_member(b, "x", b.or(Ty::FLOAT, Ty::INT), Some(3))),
    (V::BitFieldWidth, |b| with_member(b, "x", Ty::INT, Some(b.or(33, 32)))),
    (V::BitFieldWidth, |b| with_member(b, "x", Ty::BOOL, Some(b.or(2, 1)))),
    (V::BitFieldName, |b| with_member(b, b.or("x", ""), Ty::INT, Some(0))),
    (V::FlexibleArray, |b| {
        let flexible = b.p.types.unsized_array(Ty::INT);
        let mut fields = vec![b.field("x", Ty::INT, None), b.field("f", flexible, None)];
        if b.bad() {
            fields.swap(0, 1);
        }
        structure(b, fields);
    }),
    (V::FlexibleArray, |b| {
        let flexible = b.p.types.unsized_array(Ty::INT);
        let fields = vec![b.field("x", Ty::INT, None), b.field("f", flexible, None)];
        b.record(b.or(RecordKind::Union, RecordKind::Struct), "s", fields);
    }),
    (V::FlexibleNested, |b| {
        let flexible = b.p.types.unsized_array(Ty::INT);
        let fields = vec![b.field("x", Ty::INT, None), b.field("f", flexible, None)];
        let inner = structure(b, fields);
        let fields = vec![b.field("inner", inner, None)];
        b.record(b.or(RecordKind::Struct, RecordKind::Union), "outer", fields);
    }),
    (V::FlexibleNested, |b| {
        let flexible = b.p.types.unsized_array(Ty::INT);
        let fields = vec![b.field("x", Ty::INT, None), b.field("f", flexible, None)];
        let inner = structure(b, fields);
        let (array, pointer) = (b.array(inner, 2), b.ptr(inner));
        b.new_var(b.or(array, pointer));
    }),
    (V::Alignment, |b| {
        let tag = b.p.names.intern("s");
        let id = b.p.types.declare_record(tag, RecordKind::Struct);
        b.p.types.records[id].aligned = Some(b.or(6, 8));
        let fields = vec![b.field("x", Ty::INT, None)];
        b.p.types.complete_record(id, fields);
    }),
    (V::EmptyEnum, |b| {
        let one = b.p.names.intern("ONE");
        b.p.types.add_enum(None, if b.bad() { vec![] } else { vec![(one, 1)] });
    }),
    (V::EnumRange, |b| {
        let big = b.p.names.intern("BIG");
        b.p.types.add_enum(None, vec![(big, b.or(1 << 31, (1 << 31) - 1))]);
    }),
    (V::EnumType, |b| {
        let one = b.p.names.intern("ONE");
        let id = b.p.types.add_enum(None, vec![(one, 300)]);
        b.p.types.enums[id].repr = b.or(IntKind::SChar, IntKind::Short);
    }),
];
