//! Statements on neighbouring memory: runs of stores to the fields of a structure, copies between overlapping parts of an
//! array of structures, arrays that live in the inner scopes of one loop, bytes copied between types, a store to one of
//! two places, and a union that is copied whole on one path and by a member on the other.

use crate::expr::lvalue;
use crate::policy::Idioms;
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::{Cx, Declare};
use crate::state::scopes::{Role, VarInfo};
use crate::stmt::idioms::int;
use crate::stmt::{arrays, blocks, branches, library};
use crate::types::{constants, strings, variables};
use ir::{BinaryOp, BlockId, Builtin, ExprId, Init, IntKind, RecordKind, Stmt, Ty, TypeKind, VarId};
use machine::View;

/// A number within bounds of the policy.
fn drawn(g: &mut Gen, name: &'static str, bounds: fn(&Idioms) -> [u32; 2]) -> u32 {
    let [low, high] = bounds(&g.policy.idioms);
    g.ch.between(name, low, high)
}

/// The integer fields of a structure that can be written, bit-fields among them.
fn integer_fields(g: &Gen, record: Ty) -> Vec<u32> {
    let Some(id) = g.p.types.record(record) else { return Vec::new() };
    let fields = &g.p.types.records[id].fields;
    let int = g.p.target().int_type(IntKind::Int).bits;
    let plain = |f: &ir::Field| {
        f.name.is_some()
            && g.p.types.is_integer(f.ty)
            && g.p.types.canonical(f.ty).quals().is_empty()
            && f.bits.is_none_or(|bits| bits <= int)
    };
    (0..fields.len() as u32).filter(|i| plain(&fields[*i as usize])).collect()
}

/// Whether it is a structure with neighbours to store to.
fn has_neighbours(g: &Gen, ty: Ty) -> bool {
    g.p.types.record(ty).is_some_and(|id| g.p.types.records[id].kind == RecordKind::Struct)
        && g.p.types.canonical(ty).quals().is_empty()
        && integer_fields(g, ty).len() >= 2
}

/// `s.f0 = 3; s.f1 = 7; …`, of constants or of the fields of another structure, in order or against it.
pub fn field_stores(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mut cx = Cx::pure(g, block);
    let to = lvalue::lvalue(g, view, &mut cx, Use::Write, has_neighbours)?;
    let ty = g.p.types.canonical(g.p.ty(to)).unqualified();
    if !g.p.is_pure(to) {
        return None;
    }
    let same = |g: &Gen, t: Ty| g.p.types.canonical(t).unqualified() == ty;
    let from = if g.ch.chance("fields-of-constants", g.policy.odds.run_of_constants) {
        None
    } else {
        lvalue::lvalue(g, view, &mut cx, Use::Read, same).filter(|e| g.p.is_pure(*e))
    };
    let mut fields = integer_fields(g, ty);
    if g.ch.chance("fields-reversed", g.policy.odds.reversed) {
        fields.reverse();
    }
    for field in fields {
        let mark = g.mark();
        let base = g.p.copy_expr(to);
        let lhs = g.p.member(base, field).ok()?;
        let rhs = match from {
            Some(from) => {
                let base = g.p.copy_expr(from);
                g.p.member(base, field).ok()?
            }
            None => constants::constant(g, IntKind::Int),
        };
        let e = g.p.assign(lhs, rhs).ok()?;
        blocks::finish(g, block, mark, Stmt::Expr(e), None);
    }
    Some(())
}

/// `{ struct S *p = a + 1, *q = a; for (i …) p[i].f = q[i].g; }`, where the two overlap.
pub fn overlapping_copy(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let most = u64::from(g.policy.arrays.max_times);
    if branches::deep_enough(g, block) || g.block(block).mult > most || !g.policy.types.pointers {
        return None;
    }
    let record = (0..4).find_map(|_| {
        let ty = variables::record_type(g, view);
        has_neighbours(g, ty).then_some(ty)
    })?;
    let len = u64::from(drawn(g, "overlap-len", |i| i.overlap_len));
    let [to, from] = ["overlap-to", "overlap-from"].map(|name| g.ch.below(name, 3) as u64);
    let array = array_of(g, view, record, len + 2);
    let scope = blocks::child(g, view, block, Role::Plain, 1);
    let mark = g.mark();
    let pointers = [to, from].map(|offset| pointer_into(g, scope, array, record, offset));
    let [p, q] = [pointers[0]?, pointers[1]?];
    let (counter, stmt, body) = arrays::head(g, block, len)?;
    for _ in 0..drawn(g, "overlap-statements", |i| i.overlap_statements) {
        let mark = g.mark();
        let [lhs, rhs] = [p, q].map(|var| {
            let (base, i) = (g.p.var(var), g.p.var(counter));
            g.p.index(base, i).ok()
        });
        let (lhs, rhs) = (lhs?, rhs?);
        let e = if g.ch.chance("overlap-whole", g.policy.idioms.overlap_whole) {
            g.p.assign(lhs, rhs).ok()?
        } else {
            let fields = integer_fields(g, record);
            let (to, from) = (*g.ch.pick("field", &fields)?, *g.ch.pick("field", &fields)?);
            let (lhs, rhs) = (g.p.member(lhs, to).ok()?, g.p.member(rhs, from).ok()?);
            g.p.assign(lhs, rhs).ok()?
        };
        let id = g.p.append(body, Stmt::Expr(e));
        g.own(mark, id, None);
        g.tokens += 16;
    }
    g.p.blocks[scope].clear();
    for stmt in [Stmt::Decl(p), Stmt::Decl(q), stmt] {
        g.p.append(scope, stmt);
    }
    g.tokens += 30;
    blocks::finish(g, block, mark, Stmt::Block(scope), None);
    Some(())
}

/// A global array of the records with at least so many.
fn array_of(g: &mut Gen, view: &View, record: Ty, len: u64) -> VarId {
    let plain = g.p.types.canonical(record);
    let fits = |g: &Gen, v: &VarId| match g.p.types.kind(g.p.vars[*v].ty) {
        TypeKind::Array(element, Some(n)) => {
            n >= len && g.p.types.canonical(element) == plain && g.info(*v).part.allows(Use::Address)
        }
        _ => false,
    };
    let known: Vec<VarId> = g.p.globals.iter().copied().filter(|v| fits(g, v)).collect();
    match g.ch.pick("record-array", &known) {
        Some(array) => *array,
        None => {
            let ty = g.p.types.array(plain, len);
            variables::plain_global(g, view, ty)
        }
    }
}

/// `T *p = a + 1;`, a pointer that nothing else uses.
fn pointer_into(g: &mut Gen, scope: BlockId, array: VarId, element: Ty, offset: u64) -> Option<VarId> {
    let ty = g.p.types.pointer(g.p.types.canonical(element));
    let var = variables::new_local(g, scope, ty);
    let level = g.block(scope).level;
    g.set_info(var, VarInfo { pinned: true, home: Some(array), ..VarInfo::at(level) });
    g.info_mut(array).address_taken = true;
    let a = g.p.var(array);
    let at = library::plus(g, a, offset)?;
    let at = g.p.assign_convert(at, ty).ok()?;
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(at)));
    Some(var)
}

/// `for (i …) { { int t[3] = {…}; x = t[i % 3]; } { short u[5] = {…}; y = u[i % 5]; } }`: they may share their place.
pub fn scoped_arrays(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let most = u64::from(g.policy.arrays.max_times);
    if branches::deep_enough(g, block) || g.block(block).mult > most || g.policy.types.array == 0 {
        return None;
    }
    let mark = g.mark();
    let len = u64::from(drawn(g, "scoped-turns", |i| i.scoped_turns));
    let (counter, stmt, body) = arrays::head(g, block, len)?;
    blocks::finish(g, block, mark, stmt, Some(body));
    for _ in 0..drawn(g, "scopes", |i| i.scopes) {
        scoped_array(g, view, block, body, counter)?;
    }
    Some(())
}

/// One scope with its array: some elements are stored, and one is kept.
fn scoped_array(g: &mut Gen, view: &View, block: BlockId, body: BlockId, counter: VarId) -> Option<()> {
    let mark = g.mark();
    let kinds = [IntKind::Int, IntKind::UChar, IntKind::Short, IntKind::ULong, IntKind::UInt];
    let kind = variables::one_of(g, "scoped-kind", &kinds);
    let len = u64::from(drawn(g, "scoped-len", |i| i.scoped_len));
    let ty = g.p.types.array(Ty::int(kind), len);
    let inner = blocks::child(g, view, block, Role::Plain, 1);
    let array = variables::new_local(g, inner, ty);
    g.info_mut(array).counter = true;
    let init = variables::static_init(g, view, ty, 0)?;
    g.p.vars[array].init = Some(init);
    let mut list = vec![Stmt::Decl(array)];
    let mut cx = Cx::pure(g, block);
    cx.declare = Declare::Nowhere;
    for _ in 0..drawn(g, "scoped-stores", |i| i.scoped_stores) {
        let lhs = at_counter(g, array, counter, len)?;
        let rhs = lvalue::int_lvalue(g, view, &mut cx, Use::Read)?;
        list.push(Stmt::Expr(g.p.assign(lhs, rhs).ok()?));
    }
    let kept = lvalue::int_lvalue(g, view, &mut cx, Use::Write).filter(|e| g.p.is_pure(*e))?;
    let element = at_counter(g, array, counter, len)?;
    let old = g.p.copy_expr(kept);
    let sum = g.p.binary(BinaryOp::Xor, old, element).ok()?;
    list.push(Stmt::Expr(g.p.assign(kept, sum).ok()?));
    g.p.blocks[inner].clear();
    for stmt in list {
        let id = g.p.append(inner, stmt);
        g.own(mark, id, None);
    }
    let id = g.p.append(body, Stmt::Block(inner));
    g.own(mark, id, None);
    g.tokens += 40;
    Some(())
}

/// `t[i % 3]`, or one of its elements.
fn at_counter(g: &mut Gen, array: VarId, counter: VarId, len: u64) -> Option<ExprId> {
    let a = g.p.var(array);
    let index = if g.ch.chance("scoped-constant", g.policy.idioms.scoped_constant) {
        let i = g.ch.below("scoped-index", len as usize) as u64;
        int(g, i)
    } else {
        let (i, n) = (g.p.var(counter), int(g, len));
        g.p.binary(BinaryOp::Rem, i, n).ok()?
    };
    g.p.index(a, index).ok()
}

/// `memcpy(&x, &y, sizeof x)` between scalars of one size and different types; an integer is given the bytes.
pub fn punned_copy(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if g.policy.statements.library == 0 || !g.policy.types.pointers {
        return None;
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let plain = |g: &Gen, ty: Ty| g.p.types.canonical(ty).quals().is_empty();
    let is_int = |g: &Gen, ty: Ty| {
        plain(g, ty) && matches!(g.p.types.kind(ty), TypeKind::Int(kind) if kind != IntKind::Bool)
    };
    let to = lvalue::lvalue(g, view, &mut cx, Use::Address, is_int).filter(|e| g.p.is_pure(*e))?;
    let (size, ty) = (g.p.types.size(g.p.ty(to)), g.p.types.canonical(g.p.ty(to)));
    let other = |g: &Gen, t: Ty| {
        let kind = g.p.types.kind(t);
        let scalar =
            matches!(kind, TypeKind::Int(_) | TypeKind::Float(ir::FloatKind::Float | ir::FloatKind::Double));
        plain(g, t) && scalar && g.p.types.size(t) == size && g.p.types.canonical(t) != ty
    };
    let from = lvalue::lvalue(g, view, &mut cx, Use::Address, other).filter(|e| g.p.is_pure(*e))?;
    let [one, two] = [library::root(g, to)?, library::root(g, from)?];
    if one == two || !library::has_value(g, two) || !library::has_value(g, one) {
        return None;
    }
    let copy = g.p.copy_expr(to);
    let n = g.p.sizeof_expr(copy);
    let (to, from) = (g.p.addr_of(to).ok()?, g.p.addr_of(from).ok()?);
    let e = strings::library(g, Builtin::Memcpy, &[to, from, n])?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// `*(c ? &a : &b) = x;`
pub fn chosen_store(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if !g.policy.types.pointers {
        return None;
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::UChar, IntKind::Long];
    let ty = Ty::int(variables::one_of(g, "place-kind", &kinds));
    let (a, b) =
        (lvalue::address(g, view, &mut cx, ty, u32::MAX)?, lvalue::address(g, view, &mut cx, ty, u32::MAX)?);
    let x = lvalue::int_lvalue(g, view, &mut cx, Use::Read).filter(|e| g.p.is_pure(*e))?;
    let c = constants::constant(g, IntKind::Int);
    let cond = g.p.binary(BinaryOp::Lt, x, c).ok()?;
    let place = g.p.cond(cond, a, b).ok()?;
    let lhs = g.p.deref(place).ok()?;
    let rhs = constants::constant(g, IntKind::Int);
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// `if (c) u = w; else u.f0 = w.f0;`, and the other way round.
pub fn union_paths(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if branches::deep_enough(g, block) {
        return None;
    }
    let mut cx = Cx::pure(g, block);
    let is_union = |g: &Gen, ty: Ty| variables::is_union(g, ty) && g.p.types.canonical(ty).quals().is_empty();
    let to = lvalue::lvalue(g, view, &mut cx, Use::Write, is_union).filter(|e| g.p.is_pure(*e))?;
    let ty = g.p.types.canonical(g.p.ty(to)).unqualified();
    let from = lvalue::record_value(g, view, &mut cx, ty).filter(|e| g.p.is_pure(*e))?;
    let field = first_integer(g, ty)?;
    let mark = g.mark();
    let taken = g.ch.chance("union-path", g.policy.odds.idiom_form);
    let cond = branches::condition(g, view, block, taken);
    let (lhs, rhs) = (g.p.copy_expr(to), g.p.copy_expr(from));
    let whole = g.p.assign(lhs, rhs).ok()?;
    let (lhs, rhs) = (g.p.member(to, field).ok()?, g.p.member(from, field).ok()?);
    let part = g.p.assign(lhs, rhs).ok()?;
    let [then, els] = [whole, part].map(|e| {
        let stmt = g.p.push_stmt(Stmt::Expr(e));
        g.p.push_block(vec![stmt])
    });
    g.tokens += 16;
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: Some(els) }, None);
    Some(())
}

/// The first member of a union, if it is an integer.
fn first_integer(g: &Gen, union: Ty) -> Option<u32> {
    let id = g.p.types.record(union)?;
    let fields = &g.p.types.records[id].fields;
    let plain = |f: &ir::Field| g.p.types.is_integer(f.ty) && g.p.types.canonical(f.ty).quals().is_empty();
    fields.first().filter(|f| plain(f)).map(|_| 0)
}
