//! Lvalues and pointer values: chosen in view of what memory holds now.

use crate::expr::{csmith_pointers, lvalue, pointer_arith, scopes};
use crate::policy::PointerValue;
use crate::policy::forbidden::Forbidden;
use crate::state::access::{GlobalRole, Quiet, Use};
use crate::state::census::RepairKind;
use crate::state::cx::{Cx, Volatile};
use crate::state::scopes::VarInfo;
use crate::state::{Gen, access, forbidden, grammar};
use crate::types::{constants, function_pointers, roles, strings, variables};
use ir::{BinaryOp, ExprId, IntKind, Quals, RecordKind, Storage, Ty, TypeKind, VarId};
use machine::{Pointer, Value, View};

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
    pub dereferenced: bool,
    /// Within a union: another member may have been stored last.
    pub union: bool,
}

const TRIES: usize = 6;

/// An lvalue of integer type.
pub fn int_lvalue(g: &mut Gen, view: &View, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    if let Some(e) = csmith_pointers::leaf(g, view, cx, usage) {
        return Some(e);
    }
    lvalue(g, view, cx, usage, |g, ty| g.p.types.is_integer(ty))
}

/// An lvalue of a type that fits, from the variables in scope, or from a new global.
pub fn lvalue(
    g: &mut Gen,
    view: &View,
    cx: &mut Cx,
    usage: Use,
    wanted: impl Fn(&Gen, Ty) -> bool + Copy,
) -> Option<ExprId> {
    let fresh = g.policy.types.new_global;
    let hidden = g.quiet(cx.block).hides(usage);
    let mut seen = std::mem::take(&mut g.scratch);
    g.visible(cx.block, &mut seen);
    if hidden {
        seen.retain(|v| !g.p.vars[*v].storage.is_static());
    }
    let mut found = None;
    for _ in 0..TRIES {
        let picked = if hidden {
            g.ch.pick("own", &seen).copied()
        } else {
            roles::pick(g, view, &seen, usage).or_else(|| pick_var(g, view, cx, &seen, fresh, usage))
        };
        let Some(var) = picked else { break };
        found = from_var(g, view, cx, var, usage, wanted);
        if found.is_some() {
            break;
        }
    }
    g.scratch = seen;
    found
}

/// One of the variables, the inner ones more often; sometimes a new global.
fn pick_var(g: &mut Gen, view: &View, cx: &Cx, seen: &[VarId], fresh: u32, usage: Use) -> Option<VarId> {
    if g.policy.manner.scopes.rows().any(|(_, weight)| weight > 0) {
        return scopes::pick(g, view, cx, seen);
    }
    let globals = g.p.globals.len();
    if globals < 1 + (g.policy.shape.size / 300).min(3) as usize
        || (g.ch.chance("new-global", fresh) && globals < 8 + g.tokens as usize / 150)
    {
        let ty = variables::any_type(g, view);
        // A pointer is read before it is dereferenced.
        let pointer = g.p.types.is_pointer(ty);
        let part = roles::draw(g, if pointer && usage == Use::Write { Use::Read } else { usage });
        return Some(variables::new_global(g, view, ty, part));
    }
    let locals = seen.len().saturating_sub(globals);
    if locals > 0 && g.ch.chance("local-variable", g.policy.odds.local_variable) {
        let at = g.ch.below("local", locals);
        return Some(seen[at]);
    }
    let all = &g.p.globals;
    g.ch.pick("global", all).copied()
}

pub fn from_var(
    g: &mut Gen,
    view: &View,
    cx: &mut Cx,
    var: VarId,
    usage: Use,
    wanted: impl Fn(&Gen, Ty) -> bool,
) -> Option<ExprId> {
    if cx.is_private() && !scopes::is_private(g, var) {
        return None;
    }
    let info = *g.info(var);
    let used = cx.used.iter().find(|(v, _)| *v == var);
    let clash = match usage {
        Use::Read => used.is_some_and(|(_, written)| *written),
        Use::Write => info.counter || used.is_some(),
        Use::Address => info.counter || info.written_inside,
    };
    if clash && !may_clash(g) && !(usage == Use::Read && cx.is_loose(g)) {
        return None;
    }
    let e = g.p.var(var);
    let ty = g.p.ty(e);
    let mut walk = Walk {
        e,
        ty,
        at: view.address_of(g, var),
        roots: vec![var],
        packed: false,
        dereferenced: false,
        union: false,
    };
    descend(g, view, cx, &mut walk, usage, wanted)?;
    if !is_eligible(g, view, cx, &walk, usage, info) {
        return None;
    }
    let volatile = g.p.exprs[walk.e].effects.has(ir::Effects::VOLATILE);
    if volatile && usage != Use::Address {
        if cx.volatile == Volatile::Accessed && !g.dead && !cx.is_loose(g) {
            return None;
        }
        cx.volatile = Volatile::Accessed;
    }
    let written = usage == Use::Write;
    if walk.roots[1..].iter().any(|r| cx.used.iter().any(|(v, w)| v == r && (*w || written))) && !may_clash(g)
    {
        return None;
    }
    cx.used.extend(walk.roots.iter().map(|r| (*r, false)));
    if cx.is_private() {
        g.info_mut(var).written_inside = true;
    }
    if usage == Use::Address {
        g.info_mut(var).address_taken = true;
    }
    if usage == Use::Read && is_wide_field(g, walk.e) {
        let ty = g.p.value_type(walk.e);
        return g.p.cast(walk.e, ty).ok();
    }
    Some(walk.e)
}

/// Whether what was reached from a variable can be used like this.
fn is_eligible(g: &Gen, view: &View, cx: &Cx, walk: &Walk, usage: Use, info: VarInfo) -> bool {
    let allowed = if walk.dereferenced { info.part != GlobalRole::Output } else { info.part.allows(usage) };
    if !allowed || (cx.is_update() && info.part != GlobalRole::Mixed && !walk.dereferenced) {
        return false;
    }
    // What it is promoted to before it is changed is disputed.
    if cx.is_update() && is_wide_field(g, walk.e) {
        return false;
    }
    // The member that was stored last may leave this one without a value.
    let reads = usage == Use::Read || cx.is_update();
    if walk.union && reads && !g.dead && walk.at.and_then(|at| view.peek(g, at, walk.ty)).is_none() {
        return false;
    }
    // A pinned pointer can be dereferenced, but neither written nor pointed to.
    if usage != Use::Read && info.pinned && walk.roots.len() == 1 {
        return false;
    }
    match usage {
        Use::Read => true,
        Use::Write => g.p.modifiable(walk.e, "=").is_ok() && !walk.roots.iter().any(|r| g.info(*r).counter),
        Use::Address => !walk.packed && g.p.bit_field_width(walk.e).is_none(),
    }
}

/// A bit-field wider than `int`, on whose type after promotion compilers do not agree.
fn is_wide_field(g: &Gen, e: ExprId) -> bool {
    let int = g.p.target().int_type(IntKind::Int).bits;
    g.p.bit_field_width(e).is_some_and(|width| width > int)
}

/// Whether an expression may use a variable again that it writes: never where it runs, and by the rate of the policy
/// where Csmith's manner is asked for.
pub fn may_clash(g: &mut Gen) -> bool {
    let rate = if g.policy.manner.expression_table { g.policy.relax.rates.conflict } else { 100 };
    g.dead && g.ch.chance("conflict", rate)
}

/// From an array, record or pointer on to one of its parts, until the type fits.
fn descend(
    g: &mut Gen,
    view: &View,
    cx: &mut Cx,
    walk: &mut Walk,
    usage: Use,
    wanted: impl Fn(&Gen, Ty) -> bool,
) -> Option<()> {
    for _ in 0..8 {
        if wanted(g, walk.ty) {
            return Some(());
        }
        match g.p.types.kind(walk.ty) {
            TypeKind::Array(element, Some(len)) => element_of(g, view, cx, walk, element, len, usage)?,
            // Lanes have no addresses.
            TypeKind::Vector(element, lanes) if usage != Use::Address => {
                element_of(g, view, cx, walk, element, u64::from(lanes), usage)?;
            }
            TypeKind::Record(id) => field_of(g, walk, id, usage == Use::Read || cx.is_update())?,
            // What must not trap dereferences no pointer.
            TypeKind::Pointer(_) if g.quiet(cx.block) != Quiet::No => return None,
            TypeKind::Pointer(to) if usage != Use::Address && !cx.is_private() => follow(g, view, walk, to)?,
            _ => return None,
        }
    }
    None
}

fn element_of(
    g: &mut Gen,
    view: &View,
    cx: &mut Cx,
    walk: &mut Walk,
    element: Ty,
    len: u64,
    usage: Use,
) -> Option<()> {
    // An address must not even be formed out of bounds, and has no repair that keeps its history.
    let constant = usage == Use::Address || g.quiet(cx.block) != Quiet::No;
    let (index, value) = if constant { constant_index(g, len) } else { index(g, view, cx, len) };
    let size = g.p.types.size(element) as u32;
    walk.e = g.p.index(walk.e, index).ok()?;
    walk.ty = g.p.ty(walk.e);
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
pub fn index(g: &mut Gen, view: &View, cx: &mut Cx, len: u64) -> (ExprId, Option<u64>) {
    let wild = g.policy.repairs.wild_index;
    let operator = g.policy.relax.operator_index;
    if let Some(e) = relaxed_index(g, len) {
        return (e, None);
    }
    if cx.budget > 3
        && g.ch.chance("operator-index", operator)
        && let Some(e) = operator_index(g, view, cx, len)
    {
        return (e, None);
    }
    match g.ch.below("index", 100) as u32 {
        n if n < wild && cx.budget > 3 => {
            relaxed(g, RepairKind::RelaxedIndex);
            let budget = std::mem::replace(&mut cx.budget, 5);
            let e = cx.without_effects(|cx| grammar::int(g, view, cx));
            cx.budget = budget - 5;
            (e, None)
        }
        n if n < wild + g.policy.amounts.index_counter => match counter_below(g, view, cx, len) {
            Some(found) => found,
            None => constant_index(g, len),
        },
        _ => constant_index(g, len),
    }
}

/// Counts what a relaxation of Csmith's restrictions has made.
pub fn relaxed(g: &mut Gen, kind: RepairKind) {
    if g.policy.manner.expression_table {
        g.stats.repair(kind);
    }
}

/// A constant out of bounds, by the rate of the relaxation: where nothing runs, it stays.
fn relaxed_index(g: &mut Gen, len: u64) -> Option<ExprId> {
    let rate = g.policy.relax.rates.bounds;
    if rate == 0 || !g.dead || !g.ch.chance("dead-index-out-of-bounds", rate) {
        return None;
    }
    let beyond = g.ch.below("beyond-bounds", len as usize) as u64;
    g.stats.repair(RepairKind::DeadIndex);
    Some(g.p.int_lit(len + beyond, IntKind::Int))
}

fn constant_index(g: &mut Gen, len: u64) -> (ExprId, Option<u64>) {
    let i = g.ch.below("constant-index", len as usize) as u64;
    (g.p.int_lit(i, IntKind::Int), Some(i))
}

/// A loop counter whose value is in bounds now.
fn counter_below(g: &mut Gen, view: &View, cx: &mut Cx, len: u64) -> Option<(ExprId, Option<u64>)> {
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    // Fuel counts too, but it is no index.
    seen.retain(|v| {
        let var = &g.p.vars[*v];
        let info = g.info(*v);
        let counts = info.counter && (!var.storage.is_static() || info.local_index_bound > 0);
        counts && g.p.types.is_integer(var.ty)
    });
    let fitting: Vec<VarId> =
        seen.iter().copied().filter(|v| u64::from(g.info(*v).local_index_bound) <= len).collect();
    let from = if fitting.is_empty() { &seen } else { &fitting };
    let var = *g.ch.pick("counter", from)?;
    if cx.used.iter().any(|(v, written)| *v == var && *written) {
        return None;
    }
    let ty = g.p.vars[var].ty;
    let volatile = g.p.types.canonical(ty).quals().is_volatile();
    if volatile && cx.volatile == Volatile::Accessed && !g.dead {
        return None;
    }
    let value = match view.address_of(g, var).and_then(|at| view.peek(g, at, ty)) {
        Some(Value::Int(v)) if (0..len as i64).contains(&v) => Some(v as u64),
        _ if g.dead => None,
        _ => return None,
    };
    if volatile {
        cx.volatile = Volatile::Accessed;
    }
    cx.used.push((var, false));
    Some((g.p.var(var), value))
}

fn field_of(g: &mut Gen, walk: &mut Walk, id: ir::RecordId, reads: bool) -> Option<()> {
    let named = named_fields(g, id, reads);
    let record = &g.p.types.records[id];
    walk.union |= record.kind == RecordKind::Union;
    // A pointer into a union could outlive the member it was made for.
    walk.packed |= record.packed || record.kind == RecordKind::Union;
    let field = *g.ch.pick("field", &named)?;
    let place = g.p.types.layout(id).fields[field as usize];
    walk.e = g.p.member(walk.e, field).ok()?;
    walk.ty = g.p.ty(walk.e);
    walk.at = walk.at.filter(|_| place.width == 0).map(|at| {
        let offset = at.offset + place.offset as u32;
        let high = offset + g.p.types.size(walk.ty) as u32;
        at.part(offset, offset, high)
    });
    Some(())
}

/// The fields that can be used so. A member of a union is read where it has a value whichever member was stored last; as
/// what was stored may be any bits, no floating one is.
fn named_fields(g: &mut Gen, id: ir::RecordId, reads: bool) -> Vec<u32> {
    let record = &g.p.types.records[id];
    let named: Vec<u32> =
        (0..record.fields.len() as u32).filter(|i| record.fields[*i as usize].name.is_some()).collect();
    if record.kind == RecordKind::Struct || !reads {
        return named;
    }
    let types = &g.p.types;
    let bytes: Vec<Vec<bool>> = named.iter().map(|i| union_bytes(types, id, *i)).collect();
    let is_covered = |of: &Vec<bool>| {
        let has = |other: &Vec<bool>| (0..of.len()).all(|b| !of[b] || other[b]);
        bytes.iter().all(has)
    };
    let exact = |i: &u32| !types.is_float(types.records[id].fields[*i as usize].ty);
    let all: Vec<u32> = named.iter().copied().filter(exact).collect();
    let sure: Vec<u32> =
        named.iter().zip(&bytes).filter(|(i, of)| exact(i) && is_covered(of)).map(|(i, _)| *i).collect();
    let risk = sure.is_empty() || g.dead;
    if risk && g.ch.chance("last-member", g.policy.odds.last_member) { all } else { sure }
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

/// Through a pointer that can be dereferenced now.
fn follow(g: &mut Gen, view: &View, walk: &mut Walk, to: Ty) -> Option<()> {
    if g.p.types.is_void(to) || g.p.types.is_function(to) {
        return None;
    }
    let wild = g.policy.repairs.wild_pointer;
    let target = match walk.at.and_then(|at| view.peek(g, at, walk.ty)) {
        Some(Value::Pointer(p)) if view.can_dereference(p, g.p.types.size(to)) => Some(p),
        _ if g.dead => None,
        // A null pointer is left to the repair now and then.
        Some(Value::Pointer(p)) if p.is_null() && g.ch.chance("wild-pointer", wild) => {
            relaxed(g, RepairKind::RelaxedNull);
            None
        }
        Some(Value::Pointer(p)) if follows_dangling(g, view, p) => {
            relaxed(g, RepairKind::RelaxedDangling);
            None
        }
        _ => return None,
    };
    if let Some(p) = target {
        walk.roots.extend(view.target_of(p));
    }
    walk.at = target;
    walk.packed = false;
    walk.dereferenced = true;
    // A repair looks at the pointer more than once.
    let anchored = g.p.is_pure(walk.e) && pointer_arith::is_anchored(g, walk.roots[0]);
    if let Some(at) = target.filter(|_| anchored)
        && let Some((index, at)) = pointer_arith::index(g, at, to)
    {
        walk.e = g.p.index(walk.e, index).ok()?;
        walk.ty = g.p.ty(walk.e);
        // A wild offset leads nowhere that is known.
        let size = g.p.types.size(to) as u32;
        walk.at = Some(at).filter(|at| at.low <= at.offset && at.offset.saturating_add(size) <= at.high);
        return Some(());
    }
    let record = g.p.types.record(to).filter(|id| g.p.types.records[*id].kind == RecordKind::Struct);
    if record.is_some() && g.ch.chance("arrow", g.policy.odds.arrow) {
        return arrow(g, walk, to);
    }
    if g.ch.chance("index-zero", g.policy.odds.index_zero) {
        let zero = g.p.int_lit(0, IntKind::Int);
        walk.e = g.p.index(walk.e, zero).ok()?;
    } else {
        walk.e = g.p.deref(walk.e).ok()?;
    }
    walk.ty = g.p.ty(walk.e);
    Some(())
}

fn arrow(g: &mut Gen, walk: &mut Walk, to: Ty) -> Option<()> {
    let id = g.p.types.record(to)?;
    let record = &g.p.types.records[id];
    let named: Vec<u32> =
        (0..record.fields.len() as u32).filter(|i| record.fields[*i as usize].name.is_some()).collect();
    // A pointer into a union could outlive the member it was made for.
    walk.packed |= record.packed || record.kind == RecordKind::Union;
    let field = *g.ch.pick("arrow-field", &named)?;
    let place = g.p.types.layout(id).fields[field as usize];
    walk.e = g.p.arrow(walk.e, field).ok()?;
    walk.ty = g.p.ty(walk.e);
    walk.at = walk.at.filter(|_| place.width == 0).map(|at| {
        let offset = at.offset + place.offset as u32;
        at.part(offset, offset, offset + g.p.types.size(walk.ty) as u32)
    });
    Some(())
}

/// A pointer to the type, to something that lives at least as long as a block of the level.
pub fn pointer_value(g: &mut Gen, view: &View, cx: &mut Cx, pointer: Ty, reach: u32) -> Option<ExprId> {
    let to = g.p.types.pointee(pointer)?;
    if g.p.types.is_function(to) {
        let copied = g.ch.chance("function-pointer-copy", g.policy.odds.function_pointer_copy);
        let copy = if copied { copy_of_pointer(g, cx, pointer, reach) } else { None };
        return copy.or_else(|| function_pointers::address(g, view, pointer));
    }
    if !g.p.types.is_complete(to) {
        return copy_of_pointer(g, cx, pointer, reach).or_else(|| null(g, pointer));
    }
    if let Some(e) = strings::value(g, pointer) {
        return Some(e);
    }
    let share = g.policy.types.pointer_offset;
    if g.ch.chance("pointer-offset", share)
        && let Some(e) = pointer_arith::value(g, view, cx, pointer, reach)
    {
        return Some(e);
    }
    match g.policy.weights.pointer_values.draw(&mut g.ch, "pointer-value") {
        Some(PointerValue::Null) => null(g, pointer),
        Some(PointerValue::Copy) => {
            copy_of_pointer(g, cx, pointer, reach).or_else(|| address(g, view, cx, to, reach))
        }
        _ => address(g, view, cx, to, reach),
    }
    .or_else(|| null(g, pointer))
}

fn null(g: &mut Gen, pointer: Ty) -> Option<ExprId> {
    let zero = g.p.int_lit(0, IntKind::Int);
    g.p.assign_convert(zero, pointer).ok()
}

pub fn copy_of_pointer(g: &mut Gen, cx: &mut Cx, pointer: Ty, reach: u32) -> Option<ExprId> {
    if cx.is_private() {
        return None;
    }
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    let plain = g.p.types.canonical(pointer).unqualified();
    let hidden = g.quiet(cx.block).hides(Use::Read);
    if hidden {
        seen.retain(|v| !g.p.vars[*v].storage.is_static());
    }
    seen.retain(|v| {
        g.p.types.canonical(g.p.vars[*v].ty).unqualified() == plain
            && g.info(*v).reach.max(g.info(*v).holds) <= reach
            && !g.p.types.canonical(g.p.vars[*v].ty).quals().is_volatile()
            && !cx.used.iter().any(|(u, written)| u == v && *written)
    });
    let var = *g.ch.pick("pointer-copy", &seen)?;
    cx.used.push((var, false));
    Some(g.p.var(var))
}

/// `&x`, `&a[i]` or `&s.f` of something with the type.
pub fn address(g: &mut Gen, view: &View, cx: &mut Cx, to: Ty, reach: u32) -> Option<ExprId> {
    // A program that mutants are made of may have types that are never completed.
    if !g.p.types.is_complete(to) {
        return None;
    }
    let to = g.p.types.canonical(to);
    let plain = to.unqualified();
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    let is_pointer = g.p.types.is_pointer(to);
    let locals = g.policy.manner.address_of_locals;
    // An argument may point to anything that lives now, but to a parameter only by the policy's leave.
    let rate = g.policy.relax.rates.parameter_address;
    let params = reach < u32::MAX || rate >= 100 || g.ch.chance("parameter-address", rate);
    seen.retain(|v| {
        let info = g.info(*v);
        info.level <= reach
            && (locals || info.level == 0)
            && (params || g.p.vars[*v].storage != Storage::Param)
            && !info.counter
            && !info.written_inside
            && (!is_pointer || info.reach == 0)
            && holds(g, g.p.vars[*v].ty, plain, 0)
    });
    // Few arguments could be such addresses: where one can, it is one.
    let wanted = g.policy.manner.expression_table && reach == u32::MAX && rate > 0 && params;
    if wanted && seen.iter().any(|v| g.p.vars[*v].storage == Storage::Param) {
        seen.retain(|v| g.p.vars[*v].storage == Storage::Param);
    }
    let fresh = g.policy.manner.local_pointee;
    // A parameter that may be pointed to is rarer than a local.
    let parameter = rate > 0 && seen.iter().any(|v| g.p.vars[*v].storage == Storage::Param);
    if locals
        && fresh > 0
        && !parameter
        && g.block(cx.block).level <= reach
        && g.ch.chance("local-pointee", fresh)
        && let Some(var) = scopes::new_pointee(g, view, cx, plain)
    {
        let e = g.p.var(var);
        return g.p.addr_of(e).ok();
    }
    for _ in 0..TRIES {
        let Some(var) = g.ch.pick("pointee", &seen).copied() else { break };
        let fits = |g: &Gen, ty: Ty| {
            let ty = g.p.types.canonical(ty);
            ty.unqualified() == plain && to.quals().has(ty.quals().without(Quals::RESTRICT))
        };
        let outer = cx.used.len();
        // An address is the same whatever a call does.
        let found = cx.reading_all(|cx| from_var(g, view, cx, var, Use::Address, fits));
        cx.used.truncate(outer);
        if let Some(e) = found {
            if reach == u32::MAX && g.p.vars[var].storage == Storage::Param {
                relaxed(g, RepairKind::RelaxedParameter);
            }
            return g.p.addr_of(e).ok();
        }
    }
    let var = variables::plain_global(g, view, plain);
    g.info_mut(var).address_taken = true;
    let e = g.p.var(var);
    g.p.addr_of(e).ok()
}

/// Whether the type is, or contains, something of the wanted type.
pub fn holds(g: &Gen, ty: Ty, wanted: Ty, depth: u32) -> bool {
    let ty = g.p.types.canonical(ty).unqualified();
    if ty == wanted {
        return true;
    }
    if depth > 4 {
        return false;
    }
    match g.p.types.kind(ty) {
        TypeKind::Array(element, _) => holds(g, element, wanted, depth + 1),
        TypeKind::Record(id) => {
            let record = &g.p.types.records[id];
            !record.packed
                && record.kind == RecordKind::Struct
                && record
                    .fields
                    .iter()
                    .any(|f| f.bits.is_none() && f.name.is_some() && holds(g, f.ty, wanted, depth + 1))
        }
        _ => false,
    }
}

/// A comparison of pointers: with null, or with an address.
pub fn pointer_test(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    let hidden = g.quiet(cx.block).hides(Use::Read);
    if hidden {
        seen.retain(|v| !g.p.vars[*v].storage.is_static());
    }
    seen.retain(|v| {
        g.p.types.is_pointer(g.p.vars[*v].ty)
            && !g.p.types.canonical(g.p.vars[*v].ty).quals().is_volatile()
            && !cx.used.iter().any(|(u, written)| u == v && *written)
    });
    let var = *g.ch.pick("tested-pointer", &seen)?;
    cx.used.push((var, false));
    let p = g.p.var(var);
    let ty = g.p.value_type(p);
    let to = g.p.types.pointee(ty)?;
    let other = if g.ch.chance("test-null", g.policy.odds.test_null) {
        g.p.int_lit(0, IntKind::Int)
    } else if g.p.types.is_function(to) {
        function_pointers::address(g, view, ty)?
    } else {
        address(g, view, cx, to, u32::MAX)?
    };
    let op = if g.ch.chance("test-equal", g.policy.odds.test_equal) { BinaryOp::Eq } else { BinaryOp::Ne };
    g.p.binary(op, p, other).ok()
}

/// The value that an integer lvalue has now.
pub fn known_value(g: &Gen, view: &View, e: ExprId) -> Option<i128> {
    let at = place_of(g, view, e)?;
    let ty = g.p.ty(e);
    if let Some(width) = g.p.bit_field_width(e) {
        let _ = width;
        return None;
    }
    let t = g.p.types.int_type(ty)?;
    view.peek(g, at, ty)?.wide(t)
}

/// Where an lvalue without side effects is now.
fn place_of(g: &Gen, view: &View, e: ExprId) -> Option<Pointer> {
    use ir::ExprKind as K;
    let p = &g.p;
    match p.exprs[e].kind {
        K::Var(v) => view.address_of(g, v),
        K::Deref(inner) => pointer_now(g, view, inner),
        K::Arrow { base, field } => {
            let at = pointer_now(g, view, base)?;
            let id = p.types.record(p.types.pointee(p.ty(base))?)?;
            let place = p.types.layout(id).fields[field as usize];
            let offset = at.offset + place.offset as u32;
            Some(at.part(offset, offset, offset + p.types.size(p.ty(e)) as u32))
        }
        K::Member { base, field } => {
            let at = place_of(g, view, base)?;
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
            let at = place_of(g, view, array)?;
            let size = p.types.size(p.ty(e)) as u32;
            let offset = at.offset + value as u32 * size;
            Some(at.part(offset, at.offset, offset + size))
        }
        _ => None,
    }
}

/// The variable that a pointer expression points into now.
pub fn target_now(g: &Gen, view: &View, e: ExprId) -> Option<VarId> {
    match g.p.exprs[e].kind {
        // A pointer that was guarded against null.
        ir::ExprKind::Cond { then, .. } => target_now(g, view, then),
        _ => view.target_of(pointer_now(g, view, e)?),
    }
}

pub fn pointer_now(g: &Gen, view: &View, e: ExprId) -> Option<Pointer> {
    let at = place_of(g, view, e)?;
    match view.peek(g, at, g.p.ty(e))? {
        Value::Pointer(p) => Some(p),
        _ => None,
    }
}

/// A constant that an integer of this type can be compared with: its value now, or a neighbour.
pub fn near(g: &mut Gen, e: ExprId, value: i128) -> ExprId {
    let ty = g.p.promoted_type(e);
    let kind = g.p.types.int_kind(ty).unwrap_or(IntKind::Int);
    let t = g.p.target().int_type(kind);
    let offset = constants::near(g, g.policy.amounts.near);
    let value = ir::arith::int::wrap(t, value.wrapping_add(offset));
    constants::literal(g, value, kind)
}

/// Whether a pointer that dangles now may be dereferenced, by the policy's rate.
fn follows_dangling(g: &mut Gen, view: &View, pointer: machine::Pointer) -> bool {
    let rate = g.policy.relax.rates.dangling;
    rate > 0 && !pointer.is_null() && view.origin_of(pointer).is_some() && g.ch.chance("dangling", rate)
}

/// An index with an operator that stays within bounds whatever its operands are: `(x + 3) % 10`.
pub fn operator_index(g: &mut Gen, view: &View, cx: &mut crate::state::cx::Cx, len: u64) -> Option<ExprId> {
    let a = int_lvalue(g, view, cx, access::Use::Read)?;
    if !g.p.is_pure(a) {
        return None;
    }
    let value = g.ch.below("index-constant", g.policy.amounts.index_constant as usize) as u64;
    let b = g.p.int_lit(value, IntKind::Int);
    let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And];
    let op = *g.ch.pick("index-operator", &ops)?;
    let e = g.p.binary(op, a, b).ok()?;
    let wide = g.p.types.size_t();
    let cast = g.p.cast(e, wide).ok()?;
    let len = g.p.int_lit(len, g.p.target().size_t);
    g.p.binary(BinaryOp::Rem, cast, len).ok()
}

/// Whether the program may have the whole record as one value.
pub fn may_be_copied(g: &Gen, ty: Ty) -> bool {
    !g.p.types.canonical(ty).quals().is_volatile() || !forbidden::is(g, Forbidden::VolatileCopy)
}

/// A variable, element or member of the record type.
pub fn record_value(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let plain = g.p.types.canonical(ty).unqualified();
    let fits = |g: &Gen, t: Ty| g.p.types.canonical(t).unqualified() == plain && may_be_copied(g, t);
    if let Some(e) = lvalue::lvalue(g, view, cx, Use::Read, fits) {
        return Some(e);
    }
    if cx.is_private() {
        return None;
    }
    let var = variables::plain_global(g, view, plain);
    Some(g.p.var(var))
}
