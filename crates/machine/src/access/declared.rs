//! What the declared type of an object says about a part of it: qualifiers, scalar types, and which types may access it.

use crate::memory::Stored;
use crate::value::Root;
use ir::{Field, FieldPlace, Quals, RecordKind, Ty, TypeKind, Types};

/// The qualifiers that the object's declaration gives to what lies in a range of bits, together.
pub(crate) fn quals_within(types: &Types, ty: Ty, (start, end): (u64, u64)) -> Quals {
    let ty = types.canonical(ty);
    let own = ty.quals();
    match types.kind(ty) {
        TypeKind::Array(element, _) => {
            let size = types.size(element).max(1) * 8;
            let first = start / size * size;
            let within = if end <= first + size { (start - first, end - first) } else { (0, size) };
            own.with(quals_within(types, element, within))
        }
        TypeKind::Record(id) if types.records[id].kind == RecordKind::Struct => {
            let places = &types.layout(id).fields;
            let fields = types.records[id].fields.iter().zip(places).skip(first_at(places, start));
            // The size of what lies behind the range need not be known.
            fields.take_while(|(_, place)| place.offset * 8 < end).fold(own, |all, (field, place)| {
                let (from, to) = field_bits(types, field, place);
                if to <= start || end <= from {
                    return all;
                }
                all.with(quals_within(types, field.ty, (start.max(from) - from, end.min(to) - from)))
            })
        }
        _ => own,
    }
}

/// The first field of a struct that can cover a bit; all before it end there or earlier. Members come in the order of their
/// places, and there may be thousands.
fn first_at(places: &[FieldPlace], bit: u64) -> usize {
    let starts = |place: &FieldPlace| place.offset * 8 + u64::from(place.bit);
    let behind = places.partition_point(|place| starts(place) <= bit);
    let last = behind.checked_sub(1).map_or(0, |at| starts(&places[at]));
    places.partition_point(|place| starts(place) < last)
}

/// The bits of a record that a field covers.
pub(super) fn field_bits(types: &Types, field: &Field, place: &FieldPlace) -> (u64, u64) {
    let start = place.offset * 8 + u64::from(place.bit);
    let width = field.bits.map_or_else(|| types.size(field.ty) * 8, u64::from);
    (start, start + width)
}

/// The field of a struct that covers the offset, and where it starts.
pub(crate) fn field_at(types: &Types, id: ir::RecordId, offset: u32) -> Option<(Ty, u32)> {
    let record = &types.records[id];
    let layout = types.layout(id);
    let first = match record.kind {
        RecordKind::Struct => first_at(&layout.fields, u64::from(offset) * 8),
        RecordKind::Union => 0,
    };
    record.fields.iter().zip(&layout.fields).skip(first).find_map(|(field, place)| {
        let start = place.offset as u32;
        let size = match field.bits {
            Some(width) => (u32::from(place.bit) + u32::from(width)).div_ceil(8),
            None => types.size(field.ty) as u32,
        };
        (offset >= start && offset < start + size).then_some((field.ty, start))
    })
}

/// The scalar type declared at the offset; none for padding and within unions.
pub(crate) fn leaf_at(types: &Types, ty: Ty, offset: u32) -> Option<Ty> {
    match types.kind(ty) {
        TypeKind::Array(element, _) => {
            let size = types.size(element).max(1) as u32;
            leaf_at(types, element, offset % size)
        }
        TypeKind::Record(id) if types.records[id].kind == RecordKind::Union => None,
        TypeKind::Record(id) => {
            let (field, start) = field_at(types, id, offset)?;
            leaf_at(types, field, offset - start)
        }
        TypeKind::Void => None,
        _ => Some(types.canonical(ty).unqualified()),
    }
}

/// The outermost record that is declared at the offset, and where it starts.
pub(super) fn record_at(types: &Types, ty: Ty, offset: u32) -> Option<(Ty, u32)> {
    let (mut ty, mut start) = (ty, 0);
    while let Some((element, _)) = types.element(ty) {
        let size = types.size(element).max(1) as u32;
        start += (offset - start) / size * size;
        ty = element;
    }
    types.is_record(ty).then_some((types.canonical(ty).unqualified(), start))
}

/// Whether what was stored through one record may be read through another: one must be within the other (C17 6.5p7). GCC and clang
/// take it for granted that members of records that have nothing to do with each other are different objects, whatever
/// type the members have.
pub(super) fn are_related(p: &ir::Program, stored: Stored, read: Root) -> bool {
    if stored.whole == Ty::VOID || !p.types.is_record(read.ty) {
        return true;
    }
    let within = |whole: Ty, offset: u32, part: Ty| !matches!(reach(p, whole, offset, part), Reach::No);
    if stored.start <= read.offset {
        let offset = read.offset - stored.start;
        if u64::from(offset) < p.types.size(stored.whole) && within(stored.whole, offset, read.ty) {
            return true;
        }
    }
    read.offset <= stored.start && within(read.ty, stored.start - read.offset, stored.whole)
}

pub(super) enum Reach {
    No,
    Yes,
    ThroughUnion,
}

/// Whether an object declared with type `whole` has something of type `want` at the offset.
pub(super) fn reach(p: &ir::Program, whole: Ty, offset: u32, want: Ty) -> Reach {
    if offset == 0 && similar(p, whole, want) {
        return Reach::Yes;
    }
    match p.types.kind(whole) {
        TypeKind::Array(element, _) => {
            let size = p.types.size(element).max(1) as u32;
            // A pointer to an array of the same elements, or to elements themselves.
            if let Some((wanted, _)) = p.types.element(want)
                && offset.is_multiple_of(size)
                && similar(p, element, wanted)
            {
                return Reach::Yes;
            }
            reach(p, element, offset % size, want)
        }
        // GCC takes a vector for an array of its lanes, and clang lets it be accessed as anything.
        TypeKind::Vector(element, _) => reach(p, element, offset % p.types.size(element).max(1) as u32, want),
        TypeKind::Record(id) if p.types.records[id].kind == RecordKind::Struct => {
            match field_at(&p.types, id, offset) {
                Some((field, start)) => reach(p, field, offset - start, want),
                None => Reach::No,
            }
        }
        TypeKind::Record(id) => {
            let fields = &p.types.records[id].fields;
            let found = fields.iter().any(|f| !matches!(reach(p, f.ty, offset, want), Reach::No));
            if found { Reach::ThroughUnion } else { Reach::No }
        }
        _ => Reach::No,
    }
}

/// Compatible, or the signed and unsigned variants of each other.
pub(super) fn similar(p: &ir::Program, a: Ty, b: Ty) -> bool {
    if p.compatible(a, b) {
        return true;
    }
    match (p.types.int_kind(a), p.types.int_kind(b)) {
        (Some(x), Some(y)) => {
            x.to_unsigned() == y.to_unsigned() && (x == ir::IntKind::Bool) == (y == ir::IntKind::Bool)
        }
        _ => match (p.types.kind(a), p.types.kind(b)) {
            // Qualifiers within pointer types: GCC and clang take all of them as one where `compatible` would not.
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => p.compatible(x, y),
            _ => false,
        },
    }
}
