//! Variables and their types: made when something wants one.

use crate::policy::{FieldType, UnionMember};
use crate::state::access::GlobalRole;
use crate::state::scopes::VarInfo;
use crate::state::{Gen, tokens};
use crate::types::{constants, enums, floats, function_pointers, inexact, qualifiers, strings, vectors};
use ir::{
    Alias, BlockId, ExprId, Field, Header, Init, InitId, InitItem, IntKind, Placing, Quals, RecordId,
    RecordKind, Storage, Ty, TypeKind, VarId,
};
use machine::{Amendment, View};

/// An integer kind, by the policy's weights and the target.
pub fn int_kind(g: &mut Gen) -> IntKind {
    let (ints, target) = (&g.policy.types.ints, g.p.target());
    let allowed = ints.rows().map(|(kind, weight)| if target.has(kind) { weight } else { 0 });
    let drawn = g.ch.weighted("int-kind", allowed);
    drawn.and_then(|at| ints.rows().nth(at)).map_or(IntKind::Int, |(kind, _)| kind)
}

/// An integer type, sometimes an enumerated one, sometimes by its exact-width name.
pub fn int_type(g: &mut Gen) -> Ty {
    if let Some(ty) = enums::maybe_type(g) {
        return ty;
    }
    let kind = int_kind(g);
    let exact = g.policy.types.exact_names;
    if matches!(kind, IntKind::Bool | IntKind::Char | IntKind::Int128 | IntKind::UInt128)
        || !g.ch.chance("exact-name", exact)
    {
        return Ty::int(kind);
    }
    exact_name(g, kind)
}

fn exact_name(g: &mut Gen, kind: IntKind) -> Ty {
    let t = g.p.target().int_type(kind);
    // The name must mean this very type: `int64_t` is `long`, so `long long` has no name.
    if g.p.target().exact(t.bits, t.signed) != Some(kind) {
        return Ty::int(kind);
    }
    let name = format!("{}int{}_t", if t.signed { "" } else { "u" }, t.bits);
    let symbol = g.p.names.intern(&name);
    let known = g.p.types.aliases.iter().find(|(_, a)| a.name == symbol).map(|(id, _)| id);
    match known {
        Some(id) => g.p.types.alias_type(id),
        None => g.p.types.add_alias(Alias { name: symbol, ty: Ty::int(kind), header: Some(Header::Stdint) }),
    }
}

/// The type of a variable: an integer, an array, a record or a pointer.
pub fn any_type(g: &mut Gen, view: &View) -> Ty {
    let share = g.policy.types.function_pointer;
    if let Some(ty) = function_pointers::maybe_type(g, view, share) {
        return pointer_or_table(g, ty);
    }
    let t = &g.policy.types;
    let (array, record, pointer) = (t.array, t.record, t.pointer);
    match g.ch.below("variable-type", 100) as u32 {
        n if n < array => array_type(g, view),
        n if n < array + record => record_type(g, view),
        n if n < array + record + pointer => pointer_or_array(g, view),
        _ => number_type(g),
    }
}

/// A pointer, or an array of pointers where the policy has them.
fn pointer_or_array(g: &mut Gen, view: &View) -> Ty {
    let pointer = pointer_type(g, view);
    let share = if g.policy.types.array > 0 { g.policy.manner.array_of_pointers } else { 0 };
    let many = g.p.types.is_pointer(pointer) && share > 0 && g.ch.chance("array-of-pointers", share);
    if many { array_of(g, pointer) } else { pointer }
}

/// A scalar type, or a vector.
fn number_type(g: &mut Gen) -> Ty {
    vectors::maybe_type(g).unwrap_or_else(|| scalar_type(g))
}

/// An integer or floating type.
pub fn scalar_type(g: &mut Gen) -> Ty {
    floats::maybe_type(g).unwrap_or_else(|| int_type(g))
}

/// The type of a pointer to functions, or of an array of such pointers.
pub fn pointer_or_table(g: &mut Gen, pointer: Ty) -> Ty {
    if !g.ch.chance("function-table", g.policy.odds.function_table) {
        return pointer;
    }
    let most = g.policy.types.max_array_len.max(1);
    let len = g.ch.between("table-len", 1, most.min(g.policy.amounts.max_table));
    g.p.types.array(pointer, u64::from(len))
}

pub fn array_type(g: &mut Gen, view: &View) -> Ty {
    let element = if g.ch.chance("array-of-records", g.policy.odds.array_of_records) {
        record_type(g, view)
    } else {
        number_type(g)
    };
    array_of(g, element)
}

fn array_of(g: &mut Gen, element: Ty) -> Ty {
    let t = &g.policy.types;
    let (len, dims) = (t.max_array_len.max(1), t.max_dims.max(1));
    let mut ty = element;
    let dims = 1 + g.ch.steps("array-dims", g.policy.amounts.more_dims, dims - 1);
    let mut room = g.policy.amounts.max_elements;
    for _ in 0..dims {
        let len = g.ch.between("array-len", 1, len).min(room).max(1);
        room /= len;
        ty = g.p.types.array(ty, u64::from(len));
    }
    ty
}

pub fn pointer_type(g: &mut Gen, view: &View) -> Ty {
    if !g.policy.types.pointers {
        return int_type(g);
    }
    let depth = g.policy.types.max_pointer_depth.max(1);
    let manner = &g.policy.manner;
    let volatile = manner.pointer_to_volatile + g.policy.levels.to_volatile;
    let shares = (manner.pointer_to_const, volatile);
    let to = if g.ch.chance("pointer-to-record", g.policy.odds.pointer_to_record) {
        record_type(g, view)
    } else {
        scalar_type(g)
    };
    let to = qualified(g, to, ["pointer-to-const", "pointer-to-volatile"], shares);
    let mut ty = g.p.types.pointer(to);
    for _ in 0..g.ch.steps("pointer-depth", g.policy.amounts.more_pointers, depth - 1) {
        let inner = qualifiers::inner_pointer(g, ty);
        ty = g.p.types.pointer(inner);
    }
    ty
}

/// The type with qualifiers, by these shares in per cent and as far as the policy has them at all.
fn qualified(g: &mut Gen, ty: Ty, names: [&'static str; 2], (constant, volatile): (u32, u32)) -> Ty {
    let t = &g.policy.types;
    let shares = [if t.r#const > 0 { constant } else { 0 }, if t.volatile > 0 { volatile } else { 0 }];
    let mut quals = Quals::NONE;
    for (i, qual) in [Quals::CONST, Quals::VOLATILE].into_iter().enumerate() {
        if shares[i] > 0 && g.ch.chance(names[i], shares[i]) {
            quals = quals.with(qual);
        }
    }
    g.p.types.qualify(ty, quals)
}

/// A record made before, or a new one while there are few.
pub fn record_type(g: &mut Gen, view: &View) -> Ty {
    if !g.policy.types.records {
        return int_type(g);
    }
    let most = g.policy.types.max_records as usize;
    let share = g.policy.types.known_record;
    let known = g.records.len();
    if known > 0 && (known >= most || g.ch.chance("known-record", share)) {
        return g.records[g.ch.below("record", known)];
    }
    new_record(g, view)
}

pub fn new_record(g: &mut Gen, view: &View) -> Ty {
    let union = g.policy.types.union;
    g.unfinished_records += 1;
    let ty = if g.ch.chance("union", union) { new_union(g) } else { new_struct(g, view) };
    g.unfinished_records -= 1;
    g.records.push(ty);
    ty
}

/// Whether the record type is a union.
pub fn is_union(g: &Gen, record: Ty) -> bool {
    let id = g.p.types.record(record);
    id.is_some_and(|id| g.p.types.records[id].kind == RecordKind::Union)
}

/// Whether the policy has integers of the kind; there are always `int`s.
pub fn is_on(g: &Gen, kind: IntKind) -> bool {
    kind == IntKind::Int || g.policy.types.ints.rows().any(|(k, weight)| k == kind && weight > 0)
}

/// One of the kinds that the policy has not turned off; `int`, if it has turned off all.
pub fn one_of(g: &mut Gen, name: &'static str, kinds: &[IntKind]) -> IntKind {
    let kinds: Vec<IntKind> = kinds.iter().copied().filter(|k| is_on(g, *k)).collect();
    *g.ch.pick(name, &kinds).unwrap_or(&IntKind::Int)
}

fn new_struct(g: &mut Gen, view: &View) -> Ty {
    let t = &g.policy.types;
    let (fields, bit_field, packed) = (t.max_fields.max(1), t.bit_field, t.packed);
    let fewest = if g.policy.manner.fixed_fields { fields } else { 1 };
    let count = g.ch.between("fields", fewest, fields);
    let packed = g.ch.chance("packed", packed);
    let mut list = Vec::new();
    for i in 0..count {
        // The first field has a name, so that there is one.
        let mut field = if i > 0 && g.ch.chance("bit-field", bit_field) {
            bit_field_of(g, i)
        } else {
            plain_field(g, view, i)
        };
        if field.name.is_some() && g.p.types.is_integer(field.ty) {
            let shares = (g.policy.manner.const_field, g.policy.manner.volatile_field);
            field.ty = qualified(g, field.ty, ["const-field", "volatile-field"], shares);
        }
        list.push(field);
    }
    add_record(g, RecordKind::Struct, packed, list)
}

fn plain_field(g: &mut Gen, view: &View, i: u32) -> Field {
    let ty = match qualifiers::pointer_field(g, view) {
        Some(ty) => ty,
        None => value_field(g),
    };
    let ty = qualifiers::field(g, ty);
    Field { name: Some(field_name(g, i)), ty, bits: None }
}

fn value_field(g: &mut Gen) -> Ty {
    match g.policy.weights.fields.draw(&mut g.ch, "field-type") {
        Some(FieldType::Array) if g.policy.types.array > 0 => {
            let element = int_type(g);
            let most = g.policy.types.max_array_len.clamp(1, g.policy.amounts.max_field_len);
            let len = g.ch.between("field-len", 1, most);
            g.p.types.array(element, u64::from(len))
        }
        Some(FieldType::Record) => {
            let most = g.policy.manner.max_struct_nesting;
            let fit: Vec<Ty> = g.records.iter().copied().filter(|r| nesting(g, *r) < most).collect();
            match g.ch.pick("field-record", &fit) {
                Some(ty) => *ty,
                None => scalar_type(g),
            }
        }
        _ => number_type(g),
    }
}

/// How many records are within one another, this one counted.
fn nesting(g: &Gen, ty: Ty) -> u32 {
    let types = &g.p.types;
    let Some(id) = types.record(ty) else { return 0 };
    1 + types.records[id].fields.iter().map(|f| nesting(g, f.ty)).max().unwrap_or(0)
}

fn field_name(g: &mut Gen, i: u32) -> ir::Symbol {
    g.p.names.intern(&format!("f{i}"))
}

/// The types that bit-fields have besides `int` and `unsigned`, where the language allows it.
const FIELD_KINDS: [IntKind; 9] = [
    IntKind::Bool,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
];

/// A bit-field of up to the width of `int`: wider ones are promoted differently by GCC and clang in C. In C++ it has any
/// integer type.
fn bit_field_of(g: &mut Gen, i: u32) -> Field {
    let other = g.policy.types.wide_bit_field;
    let kind = if other > 0 && g.ch.chance("wide-bit-field", other) {
        *g.ch.pick("bit-field-kind", &FIELD_KINDS).unwrap_or(&IntKind::Int)
    } else if g.ch.chance("bit-field-signed", g.policy.odds.bit_field_signed) {
        IntKind::Int
    } else {
        IntKind::UInt
    };
    let ty = Ty::int(kind);
    let width = if kind == IntKind::Bool { 1 } else { g.p.target().int_type(kind).bits };
    if g.ch.chance("bit-field-padding", g.policy.odds.bit_field_padding) {
        let zero = i > 0 && g.ch.chance("bit-field-zero", g.policy.odds.bit_field_zero);
        let most = u32::from(width).min(g.policy.amounts.max_padding);
        let bits = if zero { 0 } else { g.ch.between("padding-width", 1, most) as u8 };
        return Field { name: None, ty, bits: Some(bits) };
    }
    let bits = g.ch.between("bit-field-width", 1, u32::from(width)) as u8;
    Field { name: Some(field_name(g, i)), ty, bits: Some(bits) }
}

/// A union of integers, arrays, structures and floating members of any size: some bytes of one are none of another's.
fn mixed_union(g: &mut Gen) -> Ty {
    let count = g.ch.between("union-members", 2, g.policy.amounts.max_mixed_members);
    let mut list = Vec::new();
    for i in 0..count {
        let drawn = g.policy.weights.union_members.draw(&mut g.ch, "union-member");
        let ty = match drawn {
            Some(UnionMember::Array) if g.policy.types.array > 0 => {
                let (element, len) =
                    (no_bool(g), g.ch.between("union-array", 2, g.policy.amounts.max_union_array));
                g.p.types.array(Ty::int(element), u64::from(len))
            }
            Some(UnionMember::Structure) => struct_with_holes(g),
            // Other members would show how an inexact value was rounded.
            Some(UnionMember::Float) if i > 0 && g.policy.types.float > 0 && !inexact::is_on(g) => {
                let kinds = [ir::FloatKind::Float, ir::FloatKind::Double];
                Ty::float(kinds[g.ch.below("union-float", 2)])
            }
            _ => Ty::int(no_bool(g)),
        };
        list.push(Field { name: Some(field_name(g, i)), ty, bits: None });
    }
    g.stats.policy("union: members of different sizes");
    add_record(g, RecordKind::Union, false, list)
}

/// Some bytes are no value of `_Bool`.
fn no_bool(g: &mut Gen) -> IntKind {
    match int_kind(g) {
        IntKind::Bool => IntKind::UChar,
        kind => kind,
    }
}

/// `struct { char f0; long f1; }`: what is between the fields is padding.
fn struct_with_holes(g: &mut Gen) -> Ty {
    let kinds = [IntKind::SChar, IntKind::Long, IntKind::Short, IntKind::Int, IntKind::UChar];
    let first = g.ch.below("hole-first", kinds.len());
    let count = g.ch.between("hole-fields", 2, g.policy.amounts.max_hole_fields);
    let kind = |i: u32| kinds[(first + i as usize) % kinds.len()];
    let list = (0..count).map(|i| Field { name: Some(field_name(g, i)), ty: Ty::int(kind(i)), bits: None });
    let list: Vec<Field> = list.collect();
    add_record(g, RecordKind::Struct, false, list)
}

/// A new record type with these fields.
fn add_record(g: &mut Gen, kind: RecordKind, packed: bool, list: Vec<Field>) -> Ty {
    g.tokens += 5 + 4 * list.len() as u32;
    let number = g.number();
    let prefix = if kind == RecordKind::Struct { 'S' } else { 'U' };
    let tag = g.p.names.intern(&format!("{prefix}{number}"));
    let id = g.p.types.declare_record(tag, kind);
    g.p.types.records[id].packed = packed;
    if !packed {
        place(g, id, &list);
    }
    g.p.types.complete_record(id, list);
    g.p.types.record_type(id)
}

/// Alignments of a new record and its members that are larger than their types want.
fn place(g: &mut Gen, id: RecordId, list: &[Field]) {
    let (whole, member) = (g.policy.extensions.aligned_record, g.policy.extensions.aligned_member);
    let natural = list.iter().map(|f| g.p.types.align(f.ty)).max().unwrap_or(1);
    g.p.types.records[id].aligned = alignment(g, "aligned-record", whole, natural);
    for (at, field) in list.iter().enumerate().filter(|(_, f)| f.bits.is_none()) {
        let natural = g.p.types.align(field.ty);
        if let Some(align) = alignment(g, "aligned-member", member, natural) {
            let placing = Placing { aligned: Some(align), ..Placing::default() };
            g.p.types.records[id].placed.push((at as u32, placing));
        }
    }
}

/// A union whose members all have the same size, so that each can be read whichever was stored.
fn new_union(g: &mut Gen) -> Ty {
    let share = g.policy.types.mixed_union;
    if share > 0 && g.ch.chance("mixed-union", share) {
        return mixed_union(g);
    }
    let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
    let kind = one_of(g, "union-size", &kinds);
    let size = g.p.target().int_size(kind).size;
    let same: Vec<IntKind> = IntKind::ALL
        .into_iter()
        .filter(|k| {
            *k != IntKind::Bool
                && is_on(g, *k)
                && g.p.target().has(*k)
                && g.p.target().int_size(*k).size == size
        })
        .collect();
    let most = g.policy.manner.max_union_fields.max(1);
    let count = g.ch.between("union-members", most.min(2), most);
    let mut list = Vec::new();
    for i in 0..count {
        let t = &g.policy.types;
        let bytes = t.array > 0 && size <= u64::from(t.max_array_len) && is_on(g, IntKind::UChar);
        let ty = if i > 0 && bytes && g.ch.chance("union-bytes", g.policy.odds.union_bytes) {
            g.p.types.array(Ty::UCHAR, size)
        } else {
            Ty::int(*g.ch.pick("union-kind", &same).unwrap_or(&kind))
        };
        list.push(Field { name: Some(field_name(g, i)), ty, bits: None });
    }
    add_record(g, RecordKind::Union, false, list)
}

/// A new global of the type, with constants for its value. It is there as if it had always been.
pub fn new_global(g: &mut Gen, view: &View, ty: Ty, part: GlobalRole) -> VarId {
    let ty = qualified_global(g, ty, part);
    let bare = g.policy.relax.rates.uninitialised;
    let bare = crate::types::qualifiers::is_of_integers(g, ty) && g.ch.chance("relaxed-global", bare);
    let init = if bare { None } else { static_init(g, view, ty, 0) };
    let number = g.number();
    let storage = drawn_storage(g);
    let var = g.p.add_global(&format!("g_{number}"), ty, storage, init);
    g.set_info(var, VarInfo { part, ..VarInfo::at(0) });
    thread(g, var);
    align(g, var);
    let (decl, all) = (tokens::of_local(&g.p, var), tokens::of_global(&g.p, var));
    g.tokens += decl;
    g.check_tokens += all - decl;
    // Only the machine's limits could be in the way, and then the next step meets them too.
    g.amend(Amendment::AddStatic(var));
    var
}

/// Makes a static variable one of the thread now and then: its address is no constant.
pub fn thread(g: &mut Gen, var: VarId) {
    let share = g.policy.extensions.thread;
    if g.p.vars[var].storage.is_static() && share > 0 && g.ch.chance("thread-local", share) {
        g.p.vars[var].thread = true;
    }
}

/// An alignment above the natural one, in some cases of this share in per cent.
fn alignment(g: &mut Gen, name: &'static str, share: u32, natural: u64) -> Option<u64> {
    const ALIGNMENTS: [u64; 6] = [2, 4, 8, 16, 32, 64];
    if share == 0 || !g.ch.chance(name, share) {
        return None;
    }
    let above: Vec<u64> = ALIGNMENTS.into_iter().filter(|align| *align > natural).collect();
    g.ch.pick("alignment", &above).copied()
}

/// Aligns a variable more than its type wants, now and then.
pub fn align(g: &mut Gen, var: VarId) {
    let natural = g.p.types.align(g.p.vars[var].ty);
    g.p.vars[var].aligned = alignment(g, "aligned", g.policy.extensions.aligned, natural);
}

/// Whether a global is this file's own.
fn drawn_storage(g: &mut Gen) -> Storage {
    let is_static = g.policy.types.static_global;
    if g.ch.chance("static-global", is_static) { Storage::Static } else { Storage::Global }
}

fn qualified_global(g: &mut Gen, ty: Ty, part: GlobalRole) -> Ty {
    let t = &g.policy.types;
    let (constant, volatile) = (t.r#const, t.volatile);
    // Where some globals are only read, those are the constant ones.
    let roles = &g.policy.types.roles;
    let may_be_const = roles.input + roles.output == 0 || part == GlobalRole::Input;
    if !g.p.types.is_integer(ty) {
        return qualifiers::global(g, ty, may_be_const);
    }
    let mut quals = Quals::NONE;
    if may_be_const && g.ch.chance("const-global", constant) {
        quals = quals.with(Quals::CONST);
    }
    if g.ch.chance("volatile-global", volatile) {
        quals = quals.with(Quals::VOLATILE);
    }
    g.p.types.qualify(ty, quals)
}

/// An initialiser of constants; a null pointer's is missing.
pub fn static_init(g: &mut Gen, view: &View, ty: Ty, depth: u32) -> Option<InitId> {
    match g.p.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) => {
            if depth == 0 && g.ch.chance("zero-global", g.policy.odds.zero_global) {
                return None;
            }
            let kind = g.p.types.int_kind(ty).unwrap_or(IntKind::Int);
            let value = enums::value_in(g, ty).unwrap_or_else(|| constants::value(g, kind));
            Some(int_init(g, value, ty))
        }
        TypeKind::Float(_) => floats::init(g, ty),
        TypeKind::Vector(..) => vectors::init(g, ty),
        TypeKind::Pointer(_) if function_pointers::is_pointer(g, ty) => function_pointers::init(g, view, ty),
        TypeKind::Pointer(to) => match strings::value(g, ty) {
            Some(e) => Some(g.p.push_init(Init::Expr(e))),
            None => pointer_init(g, view, to),
        },
        TypeKind::Array(element, Some(len)) => {
            if let Some(init) = strings::init(g, element, len) {
                return Some(init);
            }
            // No pointer to a function is ever null.
            let whole = qualifiers::has_function(g, element) || qualifiers::has_inexact(g, element);
            if !whole && (g.ch.chance("zero-array", g.policy.odds.zero_array) || len > 64) {
                return Some(g.p.push_init(Init::List(Vec::new()))).filter(|_| depth == 0);
            }
            let given = if !whole && g.ch.chance("short-list", g.policy.odds.short_list) {
                g.ch.below("list-len", len as usize) as u64 + 1
            } else {
                len
            };
            let items: Vec<InitItem> =
                (0..given).filter_map(|i| item(g, view, i as u32, element, depth)).collect();
            list(g, items)
        }
        TypeKind::Record(id) => {
            let record = &g.p.types.records[id];
            let union = record.kind == RecordKind::Union;
            let fields: Vec<(u32, Ty, Option<u8>)> = record
                .fields
                .iter()
                .enumerate()
                .filter(|(_, f)| f.name.is_some())
                .map(|(i, f)| (i as u32, f.ty, f.bits))
                .take(if union { 1 } else { usize::MAX })
                .collect();
            let items = fields
                .into_iter()
                .filter_map(|(i, ty, bits)| match bits {
                    Some(bits) => Some(bit_item(g, i, ty, bits)),
                    None => item(g, view, i, ty, depth),
                })
                .collect();
            list(g, items)
        }
        _ => None,
    }
}

fn list(g: &mut Gen, items: Vec<InitItem>) -> Option<InitId> {
    Some(g.p.push_init(Init::List(items)))
}

fn item(g: &mut Gen, view: &View, place: u32, ty: Ty, depth: u32) -> Option<InitItem> {
    let init = static_init(g, view, ty, depth + 1)?;
    let designated = g.ch.chance("designated", g.policy.odds.designated);
    Some(InitItem { place, init, designated })
}

fn bit_item(g: &mut Gen, place: u32, ty: Ty, bits: u8) -> InitItem {
    let signed = g.p.types.int_type(ty).is_some_and(|t| t.signed);
    let wide = g.p.types.int_kind(ty).filter(|kind| kind.rank() > IntKind::Int.rank());
    let raw = constants::value(g, wide.unwrap_or(IntKind::Int));
    let value = ir::arith::int::wrap(ir::IntType { bits, signed }, raw);
    let init = int_init(g, value, ty);
    InitItem { place, init, designated: false }
}

pub fn int_init(g: &mut Gen, value: i128, ty: Ty) -> InitId {
    let plain = g.p.types.canonical(ty).unqualified();
    let kind = g.p.types.int_kind(plain).unwrap_or(IntKind::Int);
    // A narrow constant is written as an int, which the initialisation converts.
    let kind = constants::written_kind(g, kind);
    let e = constants::literal(g, value, kind);
    let e = g.p.convert(e, plain);
    g.p.push_init(Init::Expr(e))
}

/// The address of a global of the type, or nothing for null.
fn pointer_init(g: &mut Gen, view: &View, to: Ty) -> Option<InitId> {
    if g.ch.chance("null-pointer", g.policy.odds.null_pointer) {
        return None;
    }
    let e = static_address(g, view, to)?;
    Some(g.p.push_init(Init::Expr(e)))
}

/// `&g` for a global of exactly this type, which must come before in the program.
fn static_address(g: &mut Gen, view: &View, to: Ty) -> Option<ExprId> {
    if !g.p.types.is_complete(to) {
        return None;
    }
    let fits = |g: &Gen, v: &VarId| {
        let ty = g.p.types.canonical(g.p.vars[*v].ty);
        ty == g.p.types.canonical(to)
            && !g.info(*v).written_inside
            && !g.info(*v).counter
            && g.info(*v).part == GlobalRole::Mixed
            && !g.p.vars[*v].thread
    };
    let known: Vec<VarId> = g.p.globals.iter().copied().filter(|v| fits(g, v)).collect();
    let var = match g.ch.pick("pointee", &known) {
        Some(var) => *var,
        None => {
            let plain = g.p.types.canonical(to);
            plain_global(g, view, plain)
        }
    };
    g.info_mut(var).address_taken = true;
    let e = g.p.var(var);
    g.p.addr_of(e).ok()
}

/// A new global of exactly this type.
pub fn plain_global(g: &mut Gen, view: &View, ty: Ty) -> VarId {
    let init = static_init(g, view, ty, 0);
    global_with(g, ty, init)
}

/// A new global of this type with this initialiser.
pub fn global_with(g: &mut Gen, ty: Ty, init: Option<InitId>) -> VarId {
    let number = g.number();
    let storage = drawn_storage(g);
    let var = g.p.add_global(&format!("g_{number}"), ty, storage, init);
    g.set_info(var, VarInfo::at(0));
    let (decl, all) = (tokens::of_local(&g.p, var), tokens::of_global(&g.p, var));
    g.tokens += decl;
    g.check_tokens += all - decl;
    g.amend(Amendment::AddStatic(var));
    var
}

/// A global that nothing but what it is made for looks at; other files could, for all a compiler knows.
pub fn hidden_global(g: &mut Gen, name: &str, ty: Ty, init: InitId) -> VarId {
    let number = g.number();
    let var = g.p.add_global(&format!("{name}_{number}"), ty, Storage::Global, Some(init));
    g.set_info(var, VarInfo { counter: true, ..VarInfo::at(0) });
    // Only the machine's limits could be in the way, and then the next step meets them too.
    g.amend(Amendment::AddStatic(var));
    g.tokens += tokens::of_local(&g.p, var);
    var
}

/// A local of the block, without an initialiser yet; the caller inserts its declaration.
pub fn new_local(g: &mut Gen, block: BlockId, ty: Ty) -> VarId {
    let number = g.number();
    let info = g.block(block).clone();
    let func = g.funcs[info.func].id;
    let var = g.p.add_local(&format!("l_{number}"), ty, Storage::Auto, func);
    let skippable = info.ahead.is_some() && can_be_skipped(g, ty);
    if !skippable {
        // No jump may pass this one.
        g.block_mut(block).ahead = None;
    }
    g.set_info(var, VarInfo { skippable, ..VarInfo::at(info.level) });
    var
}

/// A local that only one expression uses.
pub fn temporary(g: &mut Gen, func: ir::FuncId, ty: Ty) -> VarId {
    let number = g.number();
    let ty = g.p.types.canonical(ty).unqualified();
    let var = g.p.add_local(&format!("t_{number}"), ty, Storage::Auto, func);
    g.set_info(var, VarInfo { counter: true, ..VarInfo::at(u32::MAX) });
    var
}

/// Whether a jump may pass the declaration: what has no value is then noticed where it is read. A record could be copied
/// without one, and a pointer to a function has none to start with.
fn can_be_skipped(g: &Gen, mut ty: Ty) -> bool {
    while let Some((element, _)) = g.p.types.element(ty) {
        ty = element;
    }
    // What is constant could not be assigned its value instead.
    let constant = qualifiers::is_const(g, ty);
    g.p.types.is_scalar(ty) && !constant && !function_pointers::is_pointer(g, ty)
}
