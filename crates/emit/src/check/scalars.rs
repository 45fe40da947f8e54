//! The scalars of a variable: what kind each is, how it is named and how it is reached.

use super::build::{Build, typed};
use super::close::Wanted;
use ir::{
    BinaryOp, BlockId, Builtin, Endian, FloatFormat, FloatKind, FuncId, IntKind, ObjectPath, PathStep,
    Program, RecordKind, Stmt, Ty, TypeKind, VarId,
};

/// How a scalar is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    Signed,
    Unsigned,
    /// 128 bits, of either sign.
    Wide,
    Float(FloatKind),
    Pointer,
}

/// What a type consists of.
pub(super) enum Shape {
    Scalar(Leaf),
    Array(Ty, u64),
    /// The fields that can be looked at, by index.
    Struct(Vec<(u32, Ty)>),
    Union(Vec<(u32, Ty)>),
    /// Nothing that can be looked at.
    Opaque,
}

pub(super) fn shape(p: &Program, ty: Ty) -> Shape {
    match p.types.kind(ty) {
        TypeKind::Int(kind) => Shape::Scalar(int_leaf(p, kind)),
        TypeKind::Enum(id) => Shape::Scalar(int_leaf(p, p.types.enums[id].repr)),
        TypeKind::Float(kind) => Shape::Scalar(Leaf::Float(kind)),
        TypeKind::Pointer(_) => Shape::Scalar(Leaf::Pointer),
        TypeKind::Array(element, Some(len)) => Shape::Array(element, len),
        TypeKind::Vector(element, lanes) => Shape::Array(element, u64::from(lanes)),
        // A flexible array member has no elements unless memory was allocated for them.
        TypeKind::Array(_, None) => Shape::Opaque,
        TypeKind::Record(id) => {
            let record = &p.types.records[id];
            // Bit-fields without a name are padding.
            let fields =
                record.fields.iter().enumerate().filter(|(_, f)| f.name.is_some() || f.bits.is_none());
            let fields = fields.map(|(i, f)| (i as u32, f.ty)).collect();
            match record.kind {
                RecordKind::Struct => Shape::Struct(fields),
                RecordKind::Union => Shape::Union(fields),
            }
        }
        TypeKind::Void | TypeKind::VaList | TypeKind::Function(_) | TypeKind::Alias(_) => Shape::Opaque,
    }
}

fn int_leaf(p: &Program, kind: IntKind) -> Leaf {
    match p.target().int_type(kind) {
        t if t.bits > 64 => Leaf::Wide,
        t if t.signed => Leaf::Signed,
        _ => Leaf::Unsigned,
    }
}

pub(super) fn contains_union(p: &Program, ty: Ty) -> bool {
    match shape(p, ty) {
        Shape::Array(element, _) => contains_union(p, element),
        Shape::Struct(fields) => fields.iter().any(|(_, ty)| contains_union(p, *ty)),
        Shape::Union(_) => true,
        Shape::Scalar(_) | Shape::Opaque => false,
    }
}

/// The scalars that a variable consists of, in the order of the text, each with its type.
pub(super) fn scalars_of(p: &Program, var: VarId) -> Vec<(ObjectPath, Leaf, Ty)> {
    let mut found = Vec::new();
    collect(p, &mut ObjectPath::new(var), p.vars[var].ty, &mut found);
    found
}

fn collect(p: &Program, place: &mut ObjectPath, ty: Ty, found: &mut Vec<(ObjectPath, Leaf, Ty)>) {
    let parts: Vec<(PathStep, Ty)> = match shape(p, ty) {
        Shape::Scalar(leaf) => return found.push((place.clone(), leaf, ty)),
        Shape::Array(element, len) => (0..len).map(|i| (PathStep::Element(i), element)).collect(),
        Shape::Struct(fields) | Shape::Union(fields) => {
            fields.into_iter().map(|(n, ty)| (PathStep::Field(n), ty)).collect()
        }
        Shape::Opaque => return,
    };
    for (step, ty) in parts {
        place.steps.push(step);
        collect(p, place, ty, found);
        place.steps.pop();
    }
}

/// The variables that are looked at: all that are defined here.
pub(super) fn observed(p: &Program) -> Vec<VarId> {
    p.globals.iter().copied().filter(|v| p.vars[*v].storage != ir::Storage::Extern).collect()
}

/// The bits of a value, as one or two unsigned integers of the target that hold its bytes.
pub(super) struct Bits {
    pub low: VarId,
    pub high: Option<VarId>,
}

/// Copies the value bytes of a function's floating parameter into integers, and nothing of its padding. An inexact value
/// counts as what it should be, if it is close to that.
pub(super) fn float_bits(
    b: &mut Build<'_>,
    wanted: &mut Wanted,
    func: FuncId,
    body: BlockId,
    kind: FloatKind,
) -> Bits {
    let format = b.p.target().float_format(kind);
    let (first, second) = match format {
        FloatFormat::Single => (32, None),
        FloatFormat::Double => (64, None),
        FloatFormat::X87 => (64, Some(16)),
        FloatFormat::Quad => (64, Some(64)),
    };
    let first = declare_bits(b, func, body, "first", first);
    let second = second.map(|bits| declare_bits(b, func, body, "second", bits));
    if let Some(snapped) = wanted.snapped(b, kind, func) {
        let to = b.param(func, 0);
        b.assign(body, to, snapped);
    }
    let value = b.p.params(func)[0];
    copy_bytes(b, body, first, value, 0);
    if let Some(second) = second {
        copy_bytes(b, body, second, value, 8);
    }
    match (b.p.target().endian, second) {
        (Endian::Big, Some(second)) => Bits { low: second, high: Some(first) },
        (Endian::Little, _) | (Endian::Big, None) => Bits { low: first, high: second },
    }
}

fn declare_bits(b: &mut Build<'_>, func: FuncId, body: BlockId, name: &str, bits: u8) -> VarId {
    let kind = b.p.target().exact(bits, false).unwrap_or(IntKind::ULongLong);
    typed(b.p.declare(body, func, name, Ty::int(kind), None))
}

/// `memcpy(&to, (unsigned char *)&from + offset, sizeof(to))`
fn copy_bytes(b: &mut Build<'_>, body: BlockId, to: VarId, from: VarId, offset: u64) {
    let (to_var, from_var) = (b.p.var(to), b.p.var(from));
    let target = typed(b.p.addr_of(to_var));
    let mut source = typed(b.p.addr_of(from_var));
    if offset > 0 {
        let bytes = b.p.types.pointer(Ty::UCHAR);
        source = b.cast(source, bytes);
        let offset = b.int(offset);
        source = b.binary(BinaryOp::Add, source, offset);
    }
    let object = b.p.var(to);
    let size = b.p.sizeof_expr(object);
    let memcpy = b.p.builtin(Builtin::Memcpy);
    let call = typed(b.p.call_func(memcpy, &[target, source, size]));
    b.p.append(body, Stmt::Expr(call));
}
