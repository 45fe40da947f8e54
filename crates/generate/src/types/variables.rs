//! Variables and their types: made when something wants one.

use crate::state::access::GlobalRole;
use crate::state::scopes::VarInfo;
use crate::state::{Run, tokens};
use crate::types::{constants, enums, floats, function_pointers, qualifiers, strings, vectors};
use ir::{
    Alias, BlockId, ExprId, Field, Header, Init, InitId, InitItem, IntKind, Quals, RecordKind, Storage, Ty,
    TypeKind, VarId,
};

/// An integer kind, by the policy's weights and the target.
pub fn int_kind(m: &mut Run) -> IntKind {
    let weights = m.grow.policy.types.ints;
    let target = m.grow.p.target().clone();
    let allowed = IntKind::ALL.iter().zip(weights).map(|(k, w)| if target.has(*k) { w } else { 0 });
    match m.grow.ch.weighted("int-kind", allowed) {
        Some(i) => IntKind::ALL[i],
        None => IntKind::Int,
    }
}

/// An integer type, sometimes an enumerated one, sometimes by its exact-width name.
pub fn int_type(m: &mut Run) -> Ty {
    if let Some(ty) = enums::maybe_type(m) {
        return ty;
    }
    let kind = int_kind(m);
    let exact = m.grow.policy.types.exact_names;
    if matches!(kind, IntKind::Bool | IntKind::Char | IntKind::Int128 | IntKind::UInt128)
        || !m.grow.ch.chance("exact-name", exact)
    {
        return Ty::int(kind);
    }
    exact_name(m, kind)
}

fn exact_name(m: &mut Run, kind: IntKind) -> Ty {
    let t = m.grow.p.target().int_type(kind);
    // The name must mean this very type: `int64_t` is `long`, so `long long` has no name.
    if m.grow.p.target().exact(t.bits, t.signed) != Some(kind) {
        return Ty::int(kind);
    }
    let name = format!("{}int{}_t", if t.signed { "" } else { "u" }, t.bits);
    let symbol = m.grow.p.names.intern(&name);
    let known = m.grow.p.types.aliases.iter().find(|(_, a)| a.name == symbol).map(|(id, _)| id);
    match known {
        Some(id) => m.grow.p.types.alias_type(id),
        None => {
            m.grow.p.types.add_alias(Alias { name: symbol, ty: Ty::int(kind), header: Some(Header::Stdint) })
        }
    }
}

/// The type of a variable: an integer, an array, a record or a pointer.
pub fn any_type(m: &mut Run) -> Ty {
    let share = m.grow.policy.types.function_pointer;
    if let Some(ty) = function_pointers::maybe_type(m, share) {
        return pointer_or_table(m, ty);
    }
    let t = &m.grow.policy.types;
    let (array, record, pointer) = (t.array, t.record, t.pointer);
    match m.grow.ch.below("variable-type", 100) as u32 {
        n if n < array => array_type(m),
        n if n < array + record => record_type(m),
        n if n < array + record + pointer => pointer_type(m),
        _ => number_type(m),
    }
}

/// A scalar type, or a vector.
fn number_type(m: &mut Run) -> Ty {
    vectors::maybe_type(m).unwrap_or_else(|| scalar_type(m))
}

/// An integer or floating type.
pub fn scalar_type(m: &mut Run) -> Ty {
    floats::maybe_type(m).unwrap_or_else(|| int_type(m))
}

/// The type of a pointer to functions, or of an array of such pointers.
pub fn pointer_or_table(m: &mut Run, pointer: Ty) -> Ty {
    if !m.grow.ch.chance("function-table", m.grow.policy.odds.function_table) {
        return pointer;
    }
    let most = m.grow.policy.types.max_array_len.max(1);
    let len = m.grow.ch.between("table-len", 1, most.min(m.grow.policy.amounts.max_table));
    m.grow.p.types.array(pointer, u64::from(len))
}

pub fn array_type(m: &mut Run) -> Ty {
    let t = &m.grow.policy.types;
    let (len, dims) = (t.max_array_len.max(1), t.max_dims.max(1));
    let element = if m.grow.ch.chance("array-of-records", m.grow.policy.odds.array_of_records) {
        record_type(m)
    } else {
        number_type(m)
    };
    let mut ty = element;
    let dims = 1 + m.grow.ch.steps("array-dims", m.grow.policy.amounts.more_dims, dims - 1);
    let mut room = m.grow.policy.amounts.max_elements;
    for _ in 0..dims {
        let len = m.grow.ch.between("array-len", 1, len).min(room).max(1);
        room /= len;
        ty = m.grow.p.types.array(ty, u64::from(len));
    }
    ty
}

pub fn pointer_type(m: &mut Run) -> Ty {
    if !m.grow.policy.types.pointers {
        return int_type(m);
    }
    let depth = m.grow.policy.types.max_pointer_depth.max(1);
    let manner = &m.grow.policy.manner;
    let volatile = manner.pointer_to_volatile + m.grow.policy.levels.to_volatile;
    let shares = (manner.pointer_to_const, volatile);
    let to = if m.grow.ch.chance("pointer-to-record", m.grow.policy.odds.pointer_to_record) {
        record_type(m)
    } else {
        scalar_type(m)
    };
    let to = qualified(m, to, ["pointer-to-const", "pointer-to-volatile"], shares);
    let mut ty = m.grow.p.types.pointer(to);
    for _ in 0..m.grow.ch.steps("pointer-depth", m.grow.policy.amounts.more_pointers, depth - 1) {
        let inner = qualifiers::inner_pointer(m, ty);
        ty = m.grow.p.types.pointer(inner);
    }
    ty
}

/// The type with qualifiers, by these shares in per cent and as far as the policy has them at all.
fn qualified(m: &mut Run, ty: Ty, names: [&'static str; 2], (constant, volatile): (u32, u32)) -> Ty {
    let t = &m.grow.policy.types;
    let shares = [if t.r#const > 0 { constant } else { 0 }, if t.volatile > 0 { volatile } else { 0 }];
    let mut quals = Quals::NONE;
    for (i, qual) in [Quals::CONST, Quals::VOLATILE].into_iter().enumerate() {
        if shares[i] > 0 && m.grow.ch.chance(names[i], shares[i]) {
            quals = quals.with(qual);
        }
    }
    m.grow.p.types.qualify(ty, quals)
}

/// A record made before, or a new one while there are few.
pub fn record_type(m: &mut Run) -> Ty {
    if !m.grow.policy.types.records {
        return int_type(m);
    }
    let most = m.grow.policy.types.max_records as usize;
    let share = m.grow.policy.types.known_record;
    let known = m.grow.records.len();
    if known > 0 && (known >= most || m.grow.ch.chance("known-record", share)) {
        return m.grow.records[m.grow.ch.below("record", known)];
    }
    new_record(m)
}

pub fn new_record(m: &mut Run) -> Ty {
    let union = m.grow.policy.types.union;
    m.grow.unfinished_records += 1;
    let ty = if m.grow.ch.chance("union", union) { new_union(m) } else { new_struct(m) };
    m.grow.unfinished_records -= 1;
    m.grow.records.push(ty);
    ty
}

/// Whether the record type is a union.
pub fn is_union(m: &Run, record: Ty) -> bool {
    let id = m.grow.p.types.record(record);
    id.is_some_and(|id| m.grow.p.types.records[id].kind == RecordKind::Union)
}

/// Whether the policy has integers of the kind; there are always `int`s.
pub fn is_on(m: &Run, kind: IntKind) -> bool {
    let ints = m.grow.policy.types.ints;
    kind == IntKind::Int || IntKind::ALL.iter().position(|k| *k == kind).is_some_and(|i| ints[i] > 0)
}

/// One of the kinds that the policy has not turned off; `int`, if it has turned off all.
pub fn one_of(m: &mut Run, name: &'static str, kinds: &[IntKind]) -> IntKind {
    let kinds: Vec<IntKind> = kinds.iter().copied().filter(|k| is_on(m, *k)).collect();
    *m.grow.ch.pick(name, &kinds).unwrap_or(&IntKind::Int)
}

fn new_struct(m: &mut Run) -> Ty {
    let t = &m.grow.policy.types;
    let (fields, bit_field, packed) = (t.max_fields.max(1), t.bit_field, t.packed);
    let fewest = if m.grow.policy.manner.fixed_fields { fields } else { 1 };
    let count = m.grow.ch.between("fields", fewest, fields);
    let packed = m.grow.ch.chance("packed", packed);
    let mut list = Vec::new();
    for i in 0..count {
        // The first field has a name, so that there is one.
        let mut field = if i > 0 && m.grow.ch.chance("bit-field", bit_field) {
            bit_field_of(m, i)
        } else {
            plain_field(m, i)
        };
        if field.name.is_some() && m.grow.p.types.is_integer(field.ty) {
            let shares = (m.grow.policy.manner.const_field, m.grow.policy.manner.volatile_field);
            field.ty = qualified(m, field.ty, ["const-field", "volatile-field"], shares);
        }
        list.push(field);
    }
    add_record(m, RecordKind::Struct, packed, list)
}

fn plain_field(m: &mut Run, i: u32) -> Field {
    let ty = match qualifiers::pointer_field(m) {
        Some(ty) => ty,
        None => value_field(m),
    };
    let ty = qualifiers::field(m, ty);
    Field { name: Some(field_name(m, i)), ty, bits: None }
}

fn value_field(m: &mut Run) -> Ty {
    match m.grow.ch.weighted("field-type", m.grow.policy.weights.fields.into_iter()) {
        Some(0) if m.grow.policy.types.array > 0 => {
            let element = int_type(m);
            let most = m.grow.policy.types.max_array_len.clamp(1, m.grow.policy.amounts.max_field_len);
            let len = m.grow.ch.between("field-len", 1, most);
            m.grow.p.types.array(element, u64::from(len))
        }
        Some(1) => {
            let most = m.grow.policy.manner.max_struct_nesting;
            let fit: Vec<Ty> = m.grow.records.iter().copied().filter(|r| nesting(m, *r) < most).collect();
            match m.grow.ch.pick("field-record", &fit) {
                Some(ty) => *ty,
                None => scalar_type(m),
            }
        }
        _ => number_type(m),
    }
}

/// How many records are within one another, this one counted.
fn nesting(m: &Run, ty: Ty) -> u32 {
    let types = &m.grow.p.types;
    let Some(id) = types.record(ty) else { return 0 };
    1 + types.records[id].fields.iter().map(|f| nesting(m, f.ty)).max().unwrap_or(0)
}

fn field_name(m: &mut Run, i: u32) -> ir::Symbol {
    m.grow.p.names.intern(&format!("f{i}"))
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
fn bit_field_of(m: &mut Run, i: u32) -> Field {
    let other = m.grow.policy.types.wide_bit_field;
    let kind = if other > 0 && m.grow.ch.chance("wide-bit-field", other) {
        *m.grow.ch.pick("bit-field-kind", &FIELD_KINDS).unwrap_or(&IntKind::Int)
    } else if m.grow.ch.chance("bit-field-signed", m.grow.policy.odds.bit_field_signed) {
        IntKind::Int
    } else {
        IntKind::UInt
    };
    let ty = Ty::int(kind);
    let width = if kind == IntKind::Bool { 1 } else { m.grow.p.target().int_type(kind).bits };
    if m.grow.ch.chance("bit-field-padding", m.grow.policy.odds.bit_field_padding) {
        let zero = i > 0 && m.grow.ch.chance("bit-field-zero", m.grow.policy.odds.bit_field_zero);
        let most = u32::from(width).min(m.grow.policy.amounts.max_padding);
        let bits = if zero { 0 } else { m.grow.ch.between("padding-width", 1, most) as u8 };
        return Field { name: None, ty, bits: Some(bits) };
    }
    let bits = m.grow.ch.between("bit-field-width", 1, u32::from(width)) as u8;
    Field { name: Some(field_name(m, i)), ty, bits: Some(bits) }
}

/// A union of integers, arrays, structures and floating members of any size: some bytes of one are none of another's.
fn mixed_union(m: &mut Run) -> Ty {
    let count = m.grow.ch.between("union-members", 2, m.grow.policy.amounts.max_mixed_members);
    let mut list = Vec::new();
    for i in 0..count {
        let drawn = m.grow.ch.weighted("union-member", m.grow.policy.weights.union_members.into_iter());
        let ty = match drawn {
            Some(1) if m.grow.policy.types.array > 0 => {
                let (element, len) =
                    (no_bool(m), m.grow.ch.between("union-array", 2, m.grow.policy.amounts.max_union_array));
                m.grow.p.types.array(Ty::int(element), u64::from(len))
            }
            Some(2) => struct_with_holes(m),
            Some(3) if i > 0 && m.grow.policy.types.float > 0 => {
                let kinds = [ir::FloatKind::Float, ir::FloatKind::Double];
                Ty::float(kinds[m.grow.ch.below("union-float", 2)])
            }
            _ => Ty::int(no_bool(m)),
        };
        list.push(Field { name: Some(field_name(m, i)), ty, bits: None });
    }
    m.grow.stats.policy("union: members of different sizes");
    add_record(m, RecordKind::Union, false, list)
}

/// Some bytes are no value of `_Bool`.
fn no_bool(m: &mut Run) -> IntKind {
    match int_kind(m) {
        IntKind::Bool => IntKind::UChar,
        kind => kind,
    }
}

/// `struct { char f0; long f1; }`: what is between the fields belongs to nobody.
fn struct_with_holes(m: &mut Run) -> Ty {
    let kinds = [IntKind::SChar, IntKind::Long, IntKind::Short, IntKind::Int, IntKind::UChar];
    let first = m.grow.ch.below("hole-first", kinds.len());
    let count = m.grow.ch.between("hole-fields", 2, m.grow.policy.amounts.max_hole_fields);
    let kind = |i: u32| kinds[(first + i as usize) % kinds.len()];
    let list = (0..count).map(|i| Field { name: Some(field_name(m, i)), ty: Ty::int(kind(i)), bits: None });
    let list: Vec<Field> = list.collect();
    add_record(m, RecordKind::Struct, false, list)
}

/// A new record type with these fields.
fn add_record(m: &mut Run, kind: RecordKind, packed: bool, list: Vec<Field>) -> Ty {
    m.grow.tokens += 5 + 4 * list.len() as u32;
    let number = m.grow.number();
    let prefix = if kind == RecordKind::Struct { 'S' } else { 'U' };
    let tag = m.grow.p.names.intern(&format!("{prefix}{number}"));
    let id = m.grow.p.types.declare_record(tag, kind);
    m.grow.p.types.records[id].packed = packed;
    m.grow.p.types.complete_record(id, list);
    m.grow.p.types.record_type(id)
}

/// A union whose members all have the same size, so that each can be read whichever was stored.
fn new_union(m: &mut Run) -> Ty {
    let share = m.grow.policy.types.mixed_union;
    if share > 0 && m.grow.ch.chance("mixed-union", share) {
        return mixed_union(m);
    }
    let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
    let kind = one_of(m, "union-size", &kinds);
    let size = m.grow.p.target().int_size(kind).size;
    let same: Vec<IntKind> = IntKind::ALL
        .into_iter()
        .filter(|k| {
            *k != IntKind::Bool
                && is_on(m, *k)
                && m.grow.p.target().has(*k)
                && m.grow.p.target().int_size(*k).size == size
        })
        .collect();
    let most = m.grow.policy.manner.max_union_fields.max(1);
    let count = m.grow.ch.between("union-members", most.min(2), most);
    let mut list = Vec::new();
    for i in 0..count {
        let t = &m.grow.policy.types;
        let bytes = t.array > 0 && size <= u64::from(t.max_array_len) && is_on(m, IntKind::UChar);
        let ty = if i > 0 && bytes && m.grow.ch.chance("union-bytes", m.grow.policy.odds.union_bytes) {
            m.grow.p.types.array(Ty::UCHAR, size)
        } else {
            Ty::int(*m.grow.ch.pick("union-kind", &same).unwrap_or(&kind))
        };
        list.push(Field { name: Some(field_name(m, i)), ty, bits: None });
    }
    add_record(m, RecordKind::Union, false, list)
}

/// A new global of the type, with constants for its value. It is there as if it had always been.
pub fn new_global(m: &mut Run, ty: Ty, part: GlobalRole) -> VarId {
    let ty = qualified_global(m, ty, part);
    let bare = m.grow.policy.relax.uninitialised;
    let bare = crate::types::qualifiers::is_of_integers(m, ty) && m.grow.ch.chance("relaxed-global", bare);
    let init = if bare { None } else { static_init(m, ty, 0) };
    let number = m.grow.number();
    let storage = drawn_storage(m);
    let var = m.grow.p.add_global(&format!("g_{number}"), ty, storage, init);
    m.grow.set_info(var, VarInfo { part, ..VarInfo::at(0) });
    let (decl, all) = (tokens::of_local(&m.grow.p, var), tokens::of_global(&m.grow.p, var));
    m.grow.tokens += decl;
    m.grow.check_tokens += all - decl;
    // Only the machine's limits could be in the way, and then the next step meets them too.
    let _ = m.amend().add_static(var);
    var
}

/// Whether a global is this file's own.
fn drawn_storage(m: &mut Run) -> Storage {
    let is_static = m.grow.policy.types.static_global;
    if m.grow.ch.chance("static-global", is_static) { Storage::Static } else { Storage::Global }
}

fn qualified_global(m: &mut Run, ty: Ty, part: GlobalRole) -> Ty {
    let t = &m.grow.policy.types;
    let (constant, volatile) = (t.r#const, t.volatile);
    // Where some globals are only read, those are the constant ones.
    let [_, input, output] = m.grow.policy.types.parts;
    let may_be_const = input + output == 0 || part == GlobalRole::Input;
    if !m.grow.p.types.is_integer(ty) {
        return qualifiers::global(m, ty, may_be_const);
    }
    let mut quals = Quals::NONE;
    if may_be_const && m.grow.ch.chance("const-global", constant) {
        quals = quals.with(Quals::CONST);
    }
    if m.grow.ch.chance("volatile-global", volatile) {
        quals = quals.with(Quals::VOLATILE);
    }
    m.grow.p.types.qualify(ty, quals)
}

/// An initialiser of constants; a null pointer's is missing.
pub fn static_init(m: &mut Run, ty: Ty, depth: u32) -> Option<InitId> {
    match m.grow.p.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) => {
            if depth == 0 && m.grow.ch.chance("zero-global", m.grow.policy.odds.zero_global) {
                return None;
            }
            let kind = m.grow.p.types.int_kind(ty).unwrap_or(IntKind::Int);
            let value = enums::value_in(m, ty).unwrap_or_else(|| constants::value(m, kind));
            Some(int_init(m, value, ty))
        }
        TypeKind::Float(_) => floats::init(m, ty),
        TypeKind::Vector(..) => vectors::init(m, ty),
        TypeKind::Pointer(_) if function_pointers::is_pointer(m, ty) => function_pointers::init(m, ty),
        TypeKind::Pointer(to) => match strings::value(m, ty) {
            Some(e) => Some(m.grow.p.push_init(Init::Expr(e))),
            None => pointer_init(m, to),
        },
        TypeKind::Array(element, Some(len)) => {
            if let Some(init) = strings::init(m, element, len) {
                return Some(init);
            }
            // No pointer to a function is ever null.
            let whole = qualifiers::has_function(m, element) || qualifiers::has_inexact(m, element);
            if !whole && (m.grow.ch.chance("zero-array", m.grow.policy.odds.zero_array) || len > 64) {
                return Some(m.grow.p.push_init(Init::List(Vec::new()))).filter(|_| depth == 0);
            }
            let given = if !whole && m.grow.ch.chance("short-list", m.grow.policy.odds.short_list) {
                m.grow.ch.below("list-len", len as usize) as u64 + 1
            } else {
                len
            };
            let items: Vec<InitItem> = (0..given).filter_map(|i| item(m, i as u32, element, depth)).collect();
            list(m, items)
        }
        TypeKind::Record(id) => {
            let record = &m.grow.p.types.records[id];
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
                    Some(bits) => Some(bit_item(m, i, ty, bits)),
                    None => item(m, i, ty, depth),
                })
                .collect();
            list(m, items)
        }
        _ => None,
    }
}

fn list(m: &mut Run, items: Vec<InitItem>) -> Option<InitId> {
    Some(m.grow.p.push_init(Init::List(items)))
}

fn item(m: &mut Run, place: u32, ty: Ty, depth: u32) -> Option<InitItem> {
    let init = static_init(m, ty, depth + 1)?;
    let designated = m.grow.ch.chance("designated", m.grow.policy.odds.designated);
    Some(InitItem { place, init, designated })
}

fn bit_item(m: &mut Run, place: u32, ty: Ty, bits: u8) -> InitItem {
    let signed = m.grow.p.types.int_type(ty).is_some_and(|t| t.signed);
    let wide = m.grow.p.types.int_kind(ty).filter(|kind| kind.rank() > IntKind::Int.rank());
    let raw = constants::value(m, wide.unwrap_or(IntKind::Int));
    let value = ir::arith::int::wrap(ir::IntType { bits, signed }, raw);
    let init = int_init(m, value, ty);
    InitItem { place, init, designated: false }
}

pub fn int_init(m: &mut Run, value: i128, ty: Ty) -> InitId {
    let plain = m.grow.p.types.canonical(ty).unqualified();
    let kind = m.grow.p.types.int_kind(plain).unwrap_or(IntKind::Int);
    // A narrow constant is written as an int, which the initialisation converts.
    let kind = if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind };
    let e = constants::literal(m, value, kind);
    let e = m.grow.p.convert(e, plain);
    m.grow.p.push_init(Init::Expr(e))
}

/// The address of a global of the type, or nothing for null.
fn pointer_init(m: &mut Run, to: Ty) -> Option<InitId> {
    if m.grow.ch.chance("null-pointer", m.grow.policy.odds.null_pointer) {
        return None;
    }
    let e = static_address(m, to)?;
    Some(m.grow.p.push_init(Init::Expr(e)))
}

/// `&g` for a global of exactly this type, which must come before in the program.
fn static_address(m: &mut Run, to: Ty) -> Option<ExprId> {
    let fits = |m: &Run, v: &VarId| {
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        ty == m.grow.p.types.canonical(to)
            && !m.grow.info(*v).written_inside
            && !m.grow.info(*v).counter
            && m.grow.info(*v).part == GlobalRole::Mixed
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    let var = match m.grow.ch.pick("pointee", &known) {
        Some(var) => *var,
        None => {
            let plain = m.grow.p.types.canonical(to);
            plain_global(m, plain)
        }
    };
    m.grow.info_mut(var).address_taken = true;
    let e = m.grow.p.var(var);
    m.grow.p.addr_of(e).ok()
}

/// A new global of exactly this type.
pub fn plain_global(m: &mut Run, ty: Ty) -> VarId {
    let init = static_init(m, ty, 0);
    global_with(m, ty, init)
}

/// A new global of this type with this initialiser.
pub fn global_with(m: &mut Run, ty: Ty, init: Option<InitId>) -> VarId {
    let number = m.grow.number();
    let storage = drawn_storage(m);
    let var = m.grow.p.add_global(&format!("g_{number}"), ty, storage, init);
    m.grow.set_info(var, VarInfo::at(0));
    let (decl, all) = (tokens::of_local(&m.grow.p, var), tokens::of_global(&m.grow.p, var));
    m.grow.tokens += decl;
    m.grow.check_tokens += all - decl;
    let _ = m.amend().add_static(var);
    var
}

/// A global that nothing but what it is made for looks at; other files could, for all a compiler knows.
pub fn hidden_global(m: &mut Run, name: &str, ty: Ty, init: InitId) -> VarId {
    let number = m.grow.number();
    let var = m.grow.p.add_global(&format!("{name}_{number}"), ty, Storage::Global, Some(init));
    m.grow.set_info(var, VarInfo { counter: true, ..VarInfo::at(0) });
    // Only the machine's limits could be in the way, and then the next step meets them too.
    let _ = m.amend().add_static(var);
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    var
}

/// A local of the block, without an initialiser yet; the caller inserts its declaration.
pub fn new_local(m: &mut Run, block: BlockId, ty: Ty) -> VarId {
    let number = m.grow.number();
    let info = m.grow.block(block).clone();
    let func = m.grow.funcs[info.func].id;
    let var = m.grow.p.add_local(&format!("l_{number}"), ty, Storage::Auto, func);
    let skippable = info.ahead.is_some() && can_be_skipped(m, ty);
    if !skippable {
        // No jump may pass this one.
        m.grow.block_mut(block).ahead = None;
    }
    m.grow.set_info(var, VarInfo { skippable, ..VarInfo::at(info.level) });
    var
}

/// A local that only one expression uses.
pub fn temporary(m: &mut Run, func: ir::FuncId, ty: Ty) -> VarId {
    let number = m.grow.number();
    let ty = m.grow.p.types.canonical(ty).unqualified();
    let var = m.grow.p.add_local(&format!("t_{number}"), ty, Storage::Auto, func);
    m.grow.set_info(var, VarInfo { counter: true, ..VarInfo::at(u32::MAX) });
    var
}

/// Whether a jump may pass the declaration: what has no value is then noticed where it is read. A record could be copied
/// without one, and a pointer to a function has none to start with.
fn can_be_skipped(m: &Run, mut ty: Ty) -> bool {
    while let Some((element, _)) = m.grow.p.types.element(ty) {
        ty = element;
    }
    // What is constant could not be assigned its value instead.
    let constant = qualifiers::is_const(m, ty);
    m.grow.p.types.is_scalar(ty) && !constant && !function_pointers::is_pointer(m, ty)
}
