//! Where the fields of a record are: sizes, alignments, offsets, bit-fields, padding. Follows the
//! System V rules of GCC and clang, or Microsoft's, as the target says. Knows nothing of memory.

use crate::target::{BitFieldAbi, Endian};
use crate::types::{Field, Placing, Quals, Record, RecordKind, TypeKind, Types};

/// A field's place inside its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPlace {
    /// Offset of the first byte that holds some of the field.
    pub offset: u64,
    /// For a bit-field, the distance of its first bit from the start of that byte, counted from the
    /// least significant bit on little-endian targets and from the most significant on big-endian ones.
    pub bit: u8,
    /// Width in bits of a bit-field, else zero.
    pub width: u8,
}

/// How a record lies in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its size in bytes, with the padding at its end.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// Where each member is.
    pub fields: Vec<FieldPlace>,
    /// The bits that belong to no field, as (byte offset, mask) in the machine's bit order; empty for unions,
    /// whose unused bytes depend on the member stored last.
    pub padding: Vec<(u64, u8)>,
    /// There are such bits, here or in a member.
    pub has_padding: bool,
    /// Some scalar within is const, however deep; such a record cannot be assigned (C17 6.3.2.1p1).
    pub has_const: bool,
    /// Whether a member, at any depth, is volatile.
    pub has_volatile: bool,
    /// Whether a member, at any depth, is a restrict pointer.
    pub has_restrict: bool,
    /// A union is within, so that the effective type of a byte can change.
    pub has_union: bool,
    /// How many bytes must be there for the record to be there: all but what follows its last member, and but an array that
    /// ends it, of which programs allocate as much as they use.
    pub least: u64,
    /// It ends in an array without length, which goes on as far as its object does.
    pub is_flexible: bool,
}

/// Bit position within a record and its alignment so far.
struct Cursor {
    bits: u64,
    align: u64,
}

impl Cursor {
    fn align_to(&mut self, bytes: u64) {
        self.bits = self.bits.next_multiple_of(bytes * 8);
    }
}

pub(crate) fn of_record(types: &Types, record: &Record) -> Layout {
    let mut fields = Vec::with_capacity(record.fields.len());
    let mut cursor = Cursor { bits: 0, align: 1 };
    let mut end_bits = 0;
    // Microsoft's open bit-field unit: size of the declared type in bytes, and its end in bits.
    let mut ms_unit: Option<(u64, u64)> = None;
    for (n, field) in record.fields.iter().enumerate() {
        let placing = record.placing(n);
        if record.kind == RecordKind::Union {
            cursor.bits = 0;
            ms_unit = None;
        }
        let place = match field.bits {
            None => {
                if let Some((_, end)) = ms_unit.take() {
                    cursor.bits = end;
                }
                plain(types, placing, field, &mut cursor)
            }
            Some(width) => match types.target().bit_fields {
                BitFieldAbi::SysV | BitFieldAbi::Aapcs => {
                    sysv_bits(types, placing, field, width, &mut cursor)
                }
                BitFieldAbi::Microsoft => ms_bits(types, placing, field, width, &mut cursor, &mut ms_unit),
            },
        };
        fields.push(place);
        // A union is no larger than the bits of its widest member ask for, also with Microsoft's units.
        let unit_end = ms_unit.filter(|_| record.kind == RecordKind::Struct).map(|(_, end)| end);
        end_bits = end_bits.max(unit_end.unwrap_or(cursor.bits));
    }
    let align = cursor.align.max(record.aligned.unwrap_or(1));
    let size = end_bits.div_ceil(8).next_multiple_of(align);
    let padding = match record.kind {
        RecordKind::Struct => padding(types, record, &fields, size),
        RecordKind::Union => Vec::new(),
    };
    Layout {
        size,
        align,
        has_padding: !padding.is_empty() || any_field(types, record, |_, l| l.is_some_and(|l| l.has_padding)),
        padding,
        has_const: any_field(types, record, |q, l| q.is_const() || l.is_some_and(|l| l.has_const)),
        has_volatile: any_field(types, record, |q, l| q.is_volatile() || l.is_some_and(|l| l.has_volatile)),
        has_restrict: any_field(types, record, |q, l| {
            q.has(Quals::RESTRICT) || l.is_some_and(|l| l.has_restrict)
        }),
        has_union: record.kind == RecordKind::Union
            || any_field(types, record, |_, l| l.is_some_and(|l| l.has_union)),
        least: least(types, record, &fields),
        is_flexible: match record.kind {
            RecordKind::Struct => record.fields.last().is_some_and(|f| types.is_flexible(f.ty)),
            RecordKind::Union => record.fields.iter().any(|f| types.is_flexible(f.ty)),
        },
        fields,
    }
}

/// See [`Layout::least`].
fn least(types: &Types, record: &Record, places: &[FieldPlace]) -> u64 {
    let whole = |(field, place): (&Field, &FieldPlace)| {
        let bits = u64::from(place.bit) + u64::from(place.width);
        place.offset + if field.bits.is_some() { bits.div_ceil(8) } else { types.size(field.ty) }
    };
    let mut fields = record.fields.iter().zip(places);
    let last = match record.kind {
        RecordKind::Struct => fields.next_back().map_or(0, |(field, place)| match types.kind(field.ty) {
            TypeKind::Array(..) => place.offset,
            TypeKind::Record(id) => place.offset + types.records[id].layout.as_ref().map_or(0, |l| l.least),
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Pointer(_)
            | TypeKind::Vector(..)
            | TypeKind::Function(_)
            | TypeKind::Alias(_) => whole((field, place)),
        }),
        RecordKind::Union => 0,
    };
    fields.map(whole).fold(last, u64::max)
}

fn plain(types: &Types, placing: Placing, field: &Field, cursor: &mut Cursor) -> FieldPlace {
    let sa = types.size_align(field.ty);
    let align = aligned(placing, sa.align);
    cursor.align = cursor.align.max(align);
    cursor.align_to(align);
    let offset = cursor.bits / 8;
    cursor.bits += sa.size * 8;
    FieldPlace { offset, bit: 0, width: 0 }
}

fn aligned(placing: Placing, natural: u64) -> u64 {
    let natural = if placing.packed { 1 } else { natural };
    natural.max(placing.aligned.unwrap_or(1))
}

/// A bit-field may not cross a boundary of its declared type; only a named one aligns the record, except on Arm.
fn sysv_bits(types: &Types, placing: Placing, field: &Field, width: u8, cursor: &mut Cursor) -> FieldPlace {
    let sa = types.size_align(field.ty);
    let aligns = field.name.is_some() || types.target().bit_fields == BitFieldAbi::Aapcs;
    if width == 0 {
        if aligns {
            cursor.align = cursor.align.max(sa.align);
        }
        // Closes the unit, also in a packed record (C17 6.7.2.1p12), which Arm aligns as well.
        cursor.align_to(sa.align);
        return FieldPlace { offset: cursor.bits / 8, bit: 0, width: 0 };
    }
    let align = if placing.packed { 1 } else { sa.align };
    let unit = sa.size * 8;
    if !placing.packed {
        // Units start at multiples of the type's alignment, which on i386 is less than the size of `long long`.
        let start = cursor.bits / (align * 8) * (align * 8);
        if cursor.bits + u64::from(width) > start + unit {
            cursor.align_to(align);
        }
    }
    if aligns {
        cursor.align = cursor.align.max(align);
    }
    take_bits(width, cursor)
}

/// Microsoft's rule: neighbours share a unit only if their declared types have the same size.
fn ms_bits(
    types: &Types,
    placing: Placing,
    field: &Field,
    width: u8,
    cursor: &mut Cursor,
    unit: &mut Option<(u64, u64)>,
) -> FieldPlace {
    let sa = types.size_align(field.ty);
    if width == 0 {
        // Only meaningful after another bit-field; elsewhere it is ignored.
        if let Some((_, end)) = unit.take() {
            cursor.bits = end;
            cursor.align = cursor.align.max(sa.align);
            if !placing.packed {
                cursor.align_to(sa.align);
            }
        }
        return FieldPlace { offset: cursor.bits / 8, bit: 0, width: 0 };
    }
    let used = match *unit {
        Some((size, end)) if size == sa.size && end - cursor.bits >= u64::from(width) => None,
        Some((_, end)) => Some(end),
        None => Some(cursor.bits),
    };
    if let Some(start) = used {
        let align = if placing.packed { 1 } else { sa.align };
        cursor.bits = start;
        cursor.align_to(align);
        cursor.align = cursor.align.max(align);
        *unit = Some((sa.size, cursor.bits + sa.size * 8));
    }
    take_bits(width, cursor)
}

fn take_bits(width: u8, cursor: &mut Cursor) -> FieldPlace {
    let place = FieldPlace { offset: cursor.bits / 8, bit: (cursor.bits % 8) as u8, width };
    cursor.bits += u64::from(width);
    place
}

/// The bits of a struct that no field covers.
fn padding(types: &Types, record: &Record, places: &[FieldPlace], size: u64) -> Vec<(u64, u8)> {
    let mut covered = vec![0u8; size as usize];
    for (field, place) in record.fields.iter().zip(places) {
        if field.bits.is_none() {
            let end = place.offset + types.size(field.ty);
            covered[place.offset as usize..end as usize].fill(0xff);
        } else if field.name.is_some() {
            cover_bits(types.target().endian, &mut covered, place);
        }
    }
    covered.iter().enumerate().filter(|(_, m)| **m != 0xff).map(|(i, m)| (i as u64, !m)).collect()
}

fn cover_bits(endian: Endian, covered: &mut [u8], place: &FieldPlace) {
    for i in 0..u64::from(place.width) {
        let at = u64::from(place.bit) + i;
        let bit = match endian {
            Endian::Little => at % 8,
            Endian::Big => 7 - at % 8,
        };
        covered[(place.offset + at / 8) as usize] |= 1 << bit;
    }
}

fn any_field(types: &Types, record: &Record, is: impl Fn(Quals, Option<&Layout>) -> bool) -> bool {
    record.fields.iter().any(|field| {
        let mut ty = field.ty;
        while let Some((element, _)) = types.element(ty) {
            ty = element;
        }
        let inner = match types.kind(ty) {
            TypeKind::Record(id) => types.records[id].layout.as_ref(),
            _ => None,
        };
        is(types.canonical(ty).quals(), inner)
    })
}
