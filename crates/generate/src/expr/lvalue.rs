//! Lvalues and pointer values: chosen in view of what memory holds now.

use crate::expr::{lvalue, pointer_arith, scopes};
use crate::policy::forbidden::Forbidden;
use crate::state::access::{GlobalRole, Quiet, Use};
use crate::state::cx::{Cx, Volatile};
use crate::state::{Run, access, forbidden, grammar};
use crate::types::{constants, function_pointers, roles, strings, variables};
use ir::{BinaryOp, ExprId, IntKind, Quals, RecordKind, Storage, Ty, TypeKind, VarId};
use machine::{Pointer, Value};

/// An lvalue on the way from a variable down to a scalar.
struct Walk {
    pub e: ExprId,
    pub ty: Ty,
    /// Where that is now, if it is known.
    pub at: Option<Pointer>,
    /// The variable at the start, and those that pointers led to.
    pub roots: Vec<VarId>,
    /// Within a packed record or a union, where no address is taken.
    pub packed: bool,
    /// A pointer led here.
    pub followed: bool,
    /// Within a union: another member may have been stored last.
    pub union: bool,
}

const TRIES: usize = 6;

/// An lvalue of integer type.
pub fn int_lvalue(m: &mut Run, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    lvalue(m, cx, usage, |m, ty| m.grow.p.types.is_integer(ty))
}

/// An lvalue of a type that fits, from the variables in scope, or from a new global.
pub fn lvalue(
    m: &mut Run,
    cx: &mut Cx,
    usage: Use,
    wanted: impl Fn(&Run, Ty) -> bool + Copy,
) -> Option<ExprId> {
    let fresh = m.grow.policy.types.new_global;
    let hidden = m.grow.quiet(cx.block).hides(usage);
    let mut seen = std::mem::take(&mut m.grow.scratch);
    m.grow.visible(cx.block, &mut seen);
    if hidden {
        seen.retain(|v| !m.grow.p.vars[*v].storage.is_static());
    }
    let mut found = None;
    for _ in 0..TRIES {
        let picked = if hidden {
            m.grow.ch.pick("own", &seen).copied()
        } else {
            roles::pick(m, &seen, usage).or_else(|| pick_var(m, cx, &seen, fresh, usage))
        };
        let Some(var) = picked else { break };
        found = from_var(m, cx, var, usage, wanted);
        if found.is_some() {
            break;
        }
    }
    m.grow.scratch = seen;
    found
}

/// One of the variables, the inner ones more often; sometimes a new global.
fn pick_var(m: &mut Run, cx: &Cx, seen: &[VarId], fresh: u32, usage: Use) -> Option<VarId> {
    if m.grow.policy.manner.scopes != [0; 4] {
        return scopes::pick(m, cx, seen);
    }
    let globals = m.grow.p.globals.len();
    if globals < 1 + (m.grow.policy.shape.size / 300).min(3) as usize
        || (m.grow.ch.chance("new-global", fresh) && globals < 8 + m.grow.tokens as usize / 150)
    {
        let ty = variables::any_type(m);
        // A pointer is read before it is followed.
        let pointer = m.grow.p.types.is_pointer(ty);
        let part = roles::draw(m, if pointer && usage == Use::Write { Use::Read } else { usage });
        return Some(variables::new_global(m, ty, part));
    }
    let locals = seen.len().saturating_sub(globals);
    if locals > 0 && m.grow.ch.chance("local-variable", m.grow.policy.odds.local_variable) {
        let at = m.grow.ch.below("local", locals);
        return Some(seen[at]);
    }
    let all = &m.grow.p.globals;
    m.grow.ch.pick("global", all).copied()
}

pub fn from_var(
    m: &mut Run,
    cx: &mut Cx,
    var: VarId,
    usage: Use,
    wanted: impl Fn(&Run, Ty) -> bool,
) -> Option<ExprId> {
    if cx.is_private() && !scopes::is_private(m, var) {
        return None;
    }
    let info = *m.grow.info(var);
    let used = cx.used.iter().find(|(v, _)| *v == var);
    let clash = match usage {
        Use::Read => used.is_some_and(|(_, written)| *written),
        Use::Write => info.counter || used.is_some(),
        Use::Address => info.counter || info.written_inside,
    };
    if clash && !may_clash(m) && !(usage == Use::Read && cx.is_loose(m)) {
        return None;
    }
    let e = m.grow.p.var(var);
    let ty = m.grow.p.ty(e);
    let mut walk =
        Walk { e, ty, at: m.address_of(var), roots: vec![var], packed: false, followed: false, union: false };
    descend(m, cx, &mut walk, usage, wanted)?;
    let allowed = if walk.followed { info.part != GlobalRole::Output } else { info.part.allows(usage) };
    if !allowed || (cx.is_update() && info.part != GlobalRole::Mixed && !walk.followed) {
        return None;
    }
    // What it is promoted to before it is changed is disputed.
    if cx.is_update() && is_wide_field(m, walk.e) {
        return None;
    }
    // The member that was stored last may leave this one without a value.
    let reads = usage == Use::Read || cx.is_update();
    if walk.union && reads && !m.grow.dead && walk.at.and_then(|at| m.peek(at, walk.ty)).is_none() {
        return None;
    }
    if usage == Use::Write && m.grow.p.modifiable(walk.e, "=").is_err() {
        return None;
    }
    // A pinned pointer can be followed, but neither written nor pointed to.
    if usage != Use::Read && info.pinned && walk.roots.len() == 1 {
        return None;
    }
    if usage == Use::Write && walk.roots.iter().any(|r| m.grow.info(*r).counter) {
        return None;
    }
    if usage == Use::Address && (walk.packed || m.grow.p.bit_field_width(walk.e).is_some()) {
        return None;
    }
    let volatile = m.grow.p.exprs[walk.e].effects.has(ir::Effects::VOLATILE);
    if volatile && usage != Use::Address {
        if cx.volatile == Volatile::Accessed && !m.grow.dead && !cx.is_loose(m) {
            return None;
        }
        cx.volatile = Volatile::Accessed;
    }
    let written = usage == Use::Write;
    if walk.roots[1..].iter().any(|r| cx.used.iter().any(|(v, w)| v == r && (*w || written))) && !may_clash(m)
    {
        return None;
    }
    cx.used.extend(walk.roots.iter().map(|r| (*r, false)));
    if cx.is_private() {
        m.grow.info_mut(var).written_inside = true;
    }
    if usage == Use::Address {
        m.grow.info_mut(var).address_taken = true;
    }
    if usage == Use::Read && is_wide_field(m, walk.e) {
        let ty = m.grow.p.value_type(walk.e);
        return m.grow.p.cast(walk.e, ty).ok();
    }
    Some(walk.e)
}

/// A bit-field wider than `int`, on whose type after promotion compilers do not agree.
fn is_wide_field(m: &Run, e: ExprId) -> bool {
    let int = m.grow.p.target().int_type(IntKind::Int).bits;
    m.grow.p.bit_field_width(e).is_some_and(|width| width > int)
}

/// Whether an expression may use a variable again that it writes: never where it runs, and by the rate of the policy
/// where Csmith's manner is asked for.
pub fn may_clash(m: &mut Run) -> bool {
    let rate = if m.grow.policy.manner.expression_table { m.grow.policy.relax.conflict } else { 100 };
    m.grow.dead && m.grow.ch.chance("conflict", rate)
}

/// From an array, record or pointer on to one of its parts, until the type fits.
fn descend(
    m: &mut Run,
    cx: &mut Cx,
    walk: &mut Walk,
    usage: Use,
    wanted: impl Fn(&Run, Ty) -> bool,
) -> Option<()> {
    for _ in 0..8 {
        if wanted(m, walk.ty) {
            return Some(());
        }
        match m.grow.p.types.kind(walk.ty) {
            TypeKind::Array(element, Some(len)) => element_of(m, cx, walk, element, len, usage)?,
            // Lanes have no addresses.
            TypeKind::Vector(element, lanes) if usage != Use::Address => {
                element_of(m, cx, walk, element, u64::from(lanes), usage)?;
            }
            TypeKind::Record(id) => field_of(m, walk, id, usage == Use::Read || cx.is_update())?,
            // What must not trap follows no pointer.
            TypeKind::Pointer(_) if m.grow.quiet(cx.block) != Quiet::No => return None,
            TypeKind::Pointer(to) if usage != Use::Address && !cx.is_private() => follow(m, walk, to)?,
            _ => return None,
        }
    }
    None
}

fn element_of(m: &mut Run, cx: &mut Cx, walk: &mut Walk, element: Ty, len: u64, usage: Use) -> Option<()> {
    // An address must not even be formed out of bounds, and has no repair that keeps its history.
    let constant = usage == Use::Address || m.grow.quiet(cx.block) != Quiet::No;
    let (index, value) = if constant { constant_index(m, len) } else { index(m, cx, len) };
    let size = m.grow.p.types.size(element) as u32;
    walk.e = m.grow.p.index(walk.e, index).ok()?;
    walk.ty = m.grow.p.ty(walk.e);
    walk.at = match (walk.at, value) {
        (Some(at), Some(i)) => {
            let offset = at.offset + i as u32 * size;
            Some(at.part(offset, at.offset, at.offset + len as u32 * size))
        }
        _ => None,
    };
    Some(())
}

/// An index expression for an array of this length, with its value now if that is known.
pub fn index(m: &mut Run, cx: &mut Cx, len: u64) -> (ExprId, Option<u64>) {
    let wild = m.grow.policy.repairs.wild_index;
    let operator = m.grow.policy.relax.operator_index;
    if cx.budget > 3
        && m.grow.ch.chance("operator-index", operator)
        && let Some(e) = operator_index(m, cx, len)
    {
        return (e, None);
    }
    match m.grow.ch.below("index", 100) as u32 {
        n if n < wild && cx.budget > 3 => {
            let budget = std::mem::replace(&mut cx.budget, 5);
            let e = cx.without_effects(|cx| grammar::int(m, cx));
            cx.budget = budget - 5;
            (e, None)
        }
        n if n < wild + m.grow.policy.amounts.index_counter => match counter_below(m, cx, len) {
            Some(found) => found,
            None => constant_index(m, len),
        },
        _ => constant_index(m, len),
    }
}

fn constant_index(m: &mut Run, len: u64) -> (ExprId, Option<u64>) {
    let i = m.grow.ch.below("constant-index", len as usize) as u64;
    (m.grow.p.int_lit(i, IntKind::Int), Some(i))
}

/// A loop counter whose value is in bounds now.
fn counter_below(m: &mut Run, cx: &mut Cx, len: u64) -> Option<(ExprId, Option<u64>)> {
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    // Fuel counts too, but it is no index.
    seen.retain(|v| {
        let var = &m.grow.p.vars[*v];
        let info = m.grow.info(*v);
        let counts = info.counter && (!var.storage.is_static() || info.local_index_bound > 0);
        counts && m.grow.p.types.is_integer(var.ty)
    });
    let fitting: Vec<VarId> =
        seen.iter().copied().filter(|v| u64::from(m.grow.info(*v).local_index_bound) <= len).collect();
    let from = if fitting.is_empty() { &seen } else { &fitting };
    let var = *m.grow.ch.pick("counter", from)?;
    if cx.used.iter().any(|(v, written)| *v == var && *written) {
        return None;
    }
    let ty = m.grow.p.vars[var].ty;
    let volatile = m.grow.p.types.canonical(ty).quals().is_volatile();
    if volatile && cx.volatile == Volatile::Accessed && !m.grow.dead {
        return None;
    }
    let value = match m.address_of(var).and_then(|at| m.peek(at, ty)) {
        Some(Value::Int(v)) if (0..len as i64).contains(&v) => Some(v as u64),
        _ if m.grow.dead => None,
        _ => return None,
    };
    if volatile {
        cx.volatile = Volatile::Accessed;
    }
    cx.used.push((var, false));
    Some((m.grow.p.var(var), value))
}

fn field_of(m: &mut Run, walk: &mut Walk, id: ir::RecordId, reads: bool) -> Option<()> {
    let named = named_fields(m, id, reads);
    let record = &m.grow.p.types.records[id];
    walk.union |= record.kind == RecordKind::Union;
    // A pointer into a union could outlive the member it was made for.
    walk.packed |= record.packed || record.kind == RecordKind::Union;
    let field = *m.grow.ch.pick("field", &named)?;
    let place = m.grow.p.types.layout(id).fields[field as usize];
    walk.e = m.grow.p.member(walk.e, field).ok()?;
    walk.ty = m.grow.p.ty(walk.e);
    walk.at = walk.at.filter(|_| place.width == 0).map(|at| {
        let offset = at.offset + place.offset as u32;
        let high = offset + m.grow.p.types.size(walk.ty) as u32;
        at.part(offset, offset, high)
    });
    Some(())
}

/// The fields that can be used so. A member of a union is read where it has a value whichever member was stored last; as
/// what was stored may be any bits, no floating one is.
fn named_fields(m: &mut Run, id: ir::RecordId, reads: bool) -> Vec<u32> {
    let record = &m.grow.p.types.records[id];
    let named: Vec<u32> =
        (0..record.fields.len() as u32).filter(|i| record.fields[*i as usize].name.is_some()).collect();
    if record.kind == RecordKind::Struct || !reads {
        return named;
    }
    let types = &m.grow.p.types;
    let bytes: Vec<Vec<bool>> = named.iter().map(|i| union_bytes(types, id, *i)).collect();
    let is_covered = |of: &Vec<bool>| {
        let has = |other: &Vec<bool>| (0..of.len()).all(|b| !of[b] || other[b]);
        bytes.iter().all(has)
    };
    let exact = |i: &u32| !types.is_float(types.records[id].fields[*i as usize].ty);
    let all: Vec<u32> = named.iter().copied().filter(exact).collect();
    let sure: Vec<u32> =
        named.iter().zip(&bytes).filter(|(i, of)| exact(i) && is_covered(of)).map(|(i, _)| *i).collect();
    let risk = sure.is_empty() || m.grow.dead;
    if risk && m.grow.ch.chance("last-member", m.grow.policy.odds.last_member) { all } else { sure }
}

/// The bytes of a union that a member has a say in.
fn union_bytes(types: &ir::Types, id: ir::RecordId, field: u32) -> Vec<bool> {
    fn mark(types: &ir::Types, ty: Ty, at: usize, bytes: &mut [bool]) {
        match types.kind(ty) {
            TypeKind::Array(element, len) => {
                let size = types.size(element) as usize;
                for i in 0..len.unwrap_or(0) as usize {
                    mark(types, element, at + i * size, bytes);
                }
            }
            TypeKind::Record(id) => {
                for (field, place) in types.records[id].fields.iter().zip(&types.layout(id).fields) {
                    // A part of a byte is none of it.
                    if place.width == 0 {
                        mark(types, field.ty, at + place.offset as usize, bytes);
                    }
                }
            }
            _ => bytes[at..at + types.size(ty) as usize].fill(true),
        }
    }
    let union = types.layout(id);
    let mut bytes = vec![false; union.size as usize];
    mark(types, types.records[id].fields[field as usize].ty, 0, &mut bytes);
    bytes
}

/// Through a pointer that can be followed now.
fn follow(m: &mut Run, walk: &mut Walk, to: Ty) -> Option<()> {
    if m.grow.p.types.is_void(to) || m.grow.p.types.is_function(to) {
        return None;
    }
    let wild = m.grow.policy.repairs.wild_pointer;
    let target = match walk.at.and_then(|at| m.peek(at, walk.ty)) {
        Some(Value::Pointer(p)) if m.can_follow(p, m.grow.p.types.size(to)) => Some(p),
        _ if m.grow.dead => None,
        // A null pointer is left to the repair now and then.
        Some(Value::Pointer(p)) if p.is_null() && m.grow.ch.chance("wild-pointer", wild) => None,
        Some(Value::Pointer(p)) if follows_dangling(m, p) => None,
        _ => return None,
    };
    if let Some(p) = target {
        walk.roots.extend(m.target_of(p));
    }
    walk.at = target;
    walk.packed = false;
    walk.followed = true;
    // A repair looks at the pointer more than once.
    let anchored = m.grow.p.is_pure(walk.e) && pointer_arith::is_anchored(m, walk.roots[0]);
    if let Some(at) = target.filter(|_| anchored)
        && let Some((index, at)) = pointer_arith::index(m, at, to)
    {
        walk.e = m.grow.p.index(walk.e, index).ok()?;
        walk.ty = m.grow.p.ty(walk.e);
        // A wild offset leads nowhere that is known.
        let size = m.grow.p.types.size(to) as u32;
        walk.at = Some(at).filter(|at| at.low <= at.offset && at.offset.saturating_add(size) <= at.high);
        return Some(());
    }
    let record =
        m.grow.p.types.record(to).filter(|id| m.grow.p.types.records[*id].kind == RecordKind::Struct);
    if record.is_some() && m.grow.ch.chance("arrow", m.grow.policy.odds.arrow) {
        return arrow(m, walk, to);
    }
    if m.grow.ch.chance("index-zero", m.grow.policy.odds.index_zero) {
        let zero = m.grow.p.int_lit(0, IntKind::Int);
        walk.e = m.grow.p.index(walk.e, zero).ok()?;
    } else {
        walk.e = m.grow.p.deref(walk.e).ok()?;
    }
    walk.ty = m.grow.p.ty(walk.e);
    Some(())
}

fn arrow(m: &mut Run, walk: &mut Walk, to: Ty) -> Option<()> {
    let id = m.grow.p.types.record(to)?;
    let record = &m.grow.p.types.records[id];
    let named: Vec<u32> =
        (0..record.fields.len() as u32).filter(|i| record.fields[*i as usize].name.is_some()).collect();
    // A pointer into a union could outlive the member it was made for.
    walk.packed |= record.packed || record.kind == RecordKind::Union;
    let field = *m.grow.ch.pick("arrow-field", &named)?;
    let place = m.grow.p.types.layout(id).fields[field as usize];
    walk.e = m.grow.p.arrow(walk.e, field).ok()?;
    walk.ty = m.grow.p.ty(walk.e);
    walk.at = walk.at.filter(|_| place.width == 0).map(|at| {
        let offset = at.offset + place.offset as u32;
        at.part(offset, offset, offset + m.grow.p.types.size(walk.ty) as u32)
    });
    Some(())
}

/// A pointer to the type, to something that lives at least as long as a block of the level.
pub fn pointer_value(m: &mut Run, cx: &mut Cx, pointer: Ty, reach: u32) -> Option<ExprId> {
    let to = m.grow.p.types.pointee(pointer)?;
    if m.grow.p.types.is_function(to) {
        let copied = m.grow.ch.chance("function-pointer-copy", m.grow.policy.odds.function_pointer_copy);
        let copy = if copied { copy_of_pointer(m, cx, pointer, reach) } else { None };
        return copy.or_else(|| function_pointers::address(m, pointer));
    }
    if let Some(e) = strings::value(m, pointer) {
        return Some(e);
    }
    let share = m.grow.policy.types.pointer_offset;
    if m.grow.ch.chance("pointer-offset", share)
        && let Some(e) = pointer_arith::value(m, cx, pointer, reach)
    {
        return Some(e);
    }
    match m.grow.ch.weighted("pointer-value", m.grow.policy.weights.pointer_values.into_iter()) {
        Some(0) => null(m, pointer),
        Some(1) => copy_of_pointer(m, cx, pointer, reach).or_else(|| address(m, cx, to, reach)),
        _ => address(m, cx, to, reach),
    }
    .or_else(|| null(m, pointer))
}

fn null(m: &mut Run, pointer: Ty) -> Option<ExprId> {
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    m.grow.p.assign_convert(zero, pointer).ok()
}

pub fn copy_of_pointer(m: &mut Run, cx: &mut Cx, pointer: Ty, reach: u32) -> Option<ExprId> {
    if cx.is_private() {
        return None;
    }
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    let plain = m.grow.p.types.canonical(pointer).unqualified();
    let hidden = m.grow.quiet(cx.block).hides(Use::Read);
    if hidden {
        seen.retain(|v| !m.grow.p.vars[*v].storage.is_static());
    }
    seen.retain(|v| {
        m.grow.p.types.canonical(m.grow.p.vars[*v].ty).unqualified() == plain
            && m.grow.info(*v).reach.max(m.grow.info(*v).holds) <= reach
            && !m.grow.p.types.canonical(m.grow.p.vars[*v].ty).quals().is_volatile()
            && !cx.used.iter().any(|(u, written)| u == v && *written)
    });
    let var = *m.grow.ch.pick("pointer-copy", &seen)?;
    cx.used.push((var, false));
    Some(m.grow.p.var(var))
}

/// `&x`, `&a[i]` or `&s.f` of something with the type.
pub fn address(m: &mut Run, cx: &mut Cx, to: Ty, reach: u32) -> Option<ExprId> {
    let to = m.grow.p.types.canonical(to);
    let plain = to.unqualified();
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    let is_pointer = m.grow.p.types.is_pointer(to);
    let locals = m.grow.policy.manner.address_of_locals;
    // An argument may point to anything that lives now, but to a parameter only by the policy's leave.
    let rate = m.grow.policy.relax.parameter_address;
    let params = reach < u32::MAX || rate >= 100 || m.grow.ch.chance("parameter-address", rate);
    seen.retain(|v| {
        let info = m.grow.info(*v);
        info.level <= reach
            && (locals || info.level == 0)
            && (params || m.grow.p.vars[*v].storage != Storage::Param)
            && !info.counter
            && !info.written_inside
            && (!is_pointer || info.reach == 0)
            && holds(m, m.grow.p.vars[*v].ty, plain, 0)
    });
    let fresh = m.grow.policy.manner.local_pointee;
    // A parameter that may be pointed to is rarer than a local.
    let parameter = rate > 0 && seen.iter().any(|v| m.grow.p.vars[*v].storage == Storage::Param);
    if locals
        && fresh > 0
        && !parameter
        && m.grow.block(cx.block).level <= reach
        && m.grow.ch.chance("local-pointee", fresh)
        && let Some(var) = scopes::new_pointee(m, cx, plain)
    {
        let e = m.grow.p.var(var);
        return m.grow.p.addr_of(e).ok();
    }
    for _ in 0..TRIES {
        let Some(var) = m.grow.ch.pick("pointee", &seen).copied() else { break };
        let fits = |m: &Run, ty: Ty| {
            let ty = m.grow.p.types.canonical(ty);
            ty.unqualified() == plain && to.quals().has(ty.quals().without(Quals::RESTRICT))
        };
        let outer = cx.used.len();
        // An address is the same whatever a call does.
        let found = cx.reading_all(|cx| from_var(m, cx, var, Use::Address, fits));
        cx.used.truncate(outer);
        if let Some(e) = found {
            return m.grow.p.addr_of(e).ok();
        }
    }
    let var = variables::plain_global(m, plain);
    m.grow.info_mut(var).address_taken = true;
    let e = m.grow.p.var(var);
    m.grow.p.addr_of(e).ok()
}

/// Whether the type is, or contains, something of the wanted type.
pub fn holds(m: &Run, ty: Ty, wanted: Ty, depth: u32) -> bool {
    let ty = m.grow.p.types.canonical(ty).unqualified();
    if ty == wanted {
        return true;
    }
    if depth > 4 {
        return false;
    }
    match m.grow.p.types.kind(ty) {
        TypeKind::Array(element, _) => holds(m, element, wanted, depth + 1),
        TypeKind::Record(id) => {
            let record = &m.grow.p.types.records[id];
            !record.packed
                && record.kind == RecordKind::Struct
                && record
                    .fields
                    .iter()
                    .any(|f| f.bits.is_none() && f.name.is_some() && holds(m, f.ty, wanted, depth + 1))
        }
        _ => false,
    }
}

/// A comparison of pointers: with null, or with an address.
pub fn pointer_test(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    let hidden = m.grow.quiet(cx.block).hides(Use::Read);
    if hidden {
        seen.retain(|v| !m.grow.p.vars[*v].storage.is_static());
    }
    seen.retain(|v| {
        m.grow.p.types.is_pointer(m.grow.p.vars[*v].ty)
            && !m.grow.p.types.canonical(m.grow.p.vars[*v].ty).quals().is_volatile()
            && !cx.used.iter().any(|(u, written)| u == v && *written)
    });
    let var = *m.grow.ch.pick("tested-pointer", &seen)?;
    cx.used.push((var, false));
    let p = m.grow.p.var(var);
    let ty = m.grow.p.value_type(p);
    let to = m.grow.p.types.pointee(ty)?;
    let other = if m.grow.ch.chance("test-null", m.grow.policy.odds.test_null) {
        m.grow.p.int_lit(0, IntKind::Int)
    } else if m.grow.p.types.is_function(to) {
        function_pointers::address(m, ty)?
    } else {
        address(m, cx, to, u32::MAX)?
    };
    let op = if m.grow.ch.chance("test-equal", m.grow.policy.odds.test_equal) {
        BinaryOp::Eq
    } else {
        BinaryOp::Ne
    };
    m.grow.p.binary(op, p, other).ok()
}

/// The value that an integer lvalue has now.
pub fn known_value(m: &Run, e: ExprId) -> Option<i128> {
    let at = place_of(m, e)?;
    let ty = m.grow.p.ty(e);
    if let Some(width) = m.grow.p.bit_field_width(e) {
        let _ = width;
        return None;
    }
    let t = m.grow.p.types.int_type(ty)?;
    m.peek(at, ty)?.wide(t)
}

/// Where an lvalue without side effects is now.
fn place_of(m: &Run, e: ExprId) -> Option<Pointer> {
    use ir::ExprKind as K;
    let p = &m.grow.p;
    match p.exprs[e].kind {
        K::Var(v) => m.address_of(v),
        K::Deref(inner) => pointer_now(m, inner),
        K::Arrow { base, field } => {
            let at = pointer_now(m, base)?;
            let id = p.types.record(p.types.pointee(p.ty(base))?)?;
            let place = p.types.layout(id).fields[field as usize];
            let offset = at.offset + place.offset as u32;
            Some(at.part(offset, offset, offset + p.types.size(p.ty(e)) as u32))
        }
        K::Member { base, field } => {
            let at = place_of(m, base)?;
            let id = p.types.record(p.ty(base))?;
            let place = p.types.layout(id).fields[field as usize];
            let offset = at.offset + place.offset as u32;
            Some(at.part(offset, offset, offset + p.types.size(p.ty(e)) as u32))
        }
        K::Index { base, index } => {
            let K::Decay(array) = p.exprs[base].kind else { return None };
            let K::Int { value, .. } = p.exprs[index].kind else { return None };
            let (_, Some(len)) = p.types.element(p.ty(array))? else { return None };
            if value >= len {
                return None;
            }
            let at = place_of(m, array)?;
            let size = p.types.size(p.ty(e)) as u32;
            let offset = at.offset + value as u32 * size;
            Some(at.part(offset, at.offset, offset + size))
        }
        _ => None,
    }
}

/// The variable that a pointer expression points into now.
pub fn target_now(m: &Run, e: ExprId) -> Option<VarId> {
    match m.grow.p.exprs[e].kind {
        // A pointer that was guarded against null.
        ir::ExprKind::Cond { then, .. } => target_now(m, then),
        _ => m.target_of(pointer_now(m, e)?),
    }
}

pub fn pointer_now(m: &Run, e: ExprId) -> Option<Pointer> {
    let at = place_of(m, e)?;
    match m.peek(at, m.grow.p.ty(e))? {
        Value::Pointer(p) => Some(p),
        _ => None,
    }
}

/// A constant that an integer of this type can be compared with: its value now, or a neighbour.
pub fn near(m: &mut Run, e: ExprId, value: i128) -> ExprId {
    let ty = m.grow.p.promoted_type(e);
    let kind = m.grow.p.types.int_kind(ty).unwrap_or(IntKind::Int);
    let t = m.grow.p.target().int_type(kind);
    let offset = constants::near(m, m.grow.policy.amounts.near);
    let value = ir::arith::int::wrap(t, value.wrapping_add(offset));
    constants::literal(m, value, kind)
}

/// Whether a pointer that dangles now may be followed, by the policy's rate.
fn follows_dangling(m: &mut Run, pointer: machine::Pointer) -> bool {
    let rate = m.grow.policy.relax.dangling;
    rate > 0 && !pointer.is_null() && m.origin_of(pointer).is_some() && m.grow.ch.chance("dangling", rate)
}

/// An index with an operator that stays within bounds whatever its operands are: `(x + 3) % 10`.
pub fn operator_index(m: &mut Run, cx: &mut crate::state::cx::Cx, len: u64) -> Option<ExprId> {
    let a = int_lvalue(m, cx, access::Use::Read)?;
    if !m.grow.p.is_pure(a) {
        return None;
    }
    let value = m.grow.ch.below("index-constant", m.grow.policy.amounts.index_constant as usize) as u64;
    let b = m.grow.p.int_lit(value, IntKind::Int);
    let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And];
    let op = *m.grow.ch.pick("index-operator", &ops)?;
    let e = m.grow.p.binary(op, a, b).ok()?;
    let wide = m.grow.p.types.size_t();
    let cast = m.grow.p.cast(e, wide).ok()?;
    let len = m.grow.p.int_lit(len, m.grow.p.target().size_t);
    m.grow.p.binary(BinaryOp::Rem, cast, len).ok()
}

/// Whether the program may have the whole record as one value.
pub fn may_be_copied(m: &Run, ty: Ty) -> bool {
    !m.grow.p.types.canonical(ty).quals().is_volatile() || !forbidden::is(&m.grow, Forbidden::VolatileCopy)
}

/// A variable, element or member of the record type.
pub fn record_value(m: &mut Run, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let plain = m.grow.p.types.canonical(ty).unqualified();
    let fits = |m: &Run, t: Ty| m.grow.p.types.canonical(t).unqualified() == plain && may_be_copied(m, t);
    if let Some(e) = lvalue::lvalue(m, cx, Use::Read, fits) {
        return Some(e);
    }
    if cx.is_private() {
        return None;
    }
    let var = variables::plain_global(m, plain);
    Some(m.grow.p.var(var))
}
