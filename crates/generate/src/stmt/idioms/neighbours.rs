//! Statements on neighbouring memory: runs of stores to the fields of a structure, copies between overlapping parts of an
//! array of structures, arrays that live in the inner scopes of one loop, bytes copied between types, a store to one of
//! two places, and a union that is copied whole on one path and by a member on the other.

use crate::expr::lvalue;
use crate::policy::Idioms;
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::{Cx, Declare};
use crate::state::scopes::{Role, VarInfo};
use crate::stmt::idioms::int;
use crate::stmt::{arrays, blocks, branches, library_calls};
use crate::types::{constants, strings, variables};
use ir::{BinaryOp, BlockId, Builtin, ExprId, Init, IntKind, RecordKind, Stmt, Ty, TypeKind, VarId};

/// A number within bounds of the policy.
fn drawn(m: &mut Run, name: &'static str, bounds: fn(&Idioms) -> [u32; 2]) -> u32 {
    let [low, high] = bounds(&m.grow.policy.idioms);
    m.grow.ch.between(name, low, high)
}

/// The integer fields of a structure that can be written, bit-fields among them.
fn integer_fields(m: &Run, record: Ty) -> Vec<u32> {
    let Some(id) = m.grow.p.types.record(record) else { return Vec::new() };
    let fields = &m.grow.p.types.records[id].fields;
    let int = m.grow.p.target().int_type(IntKind::Int).bits;
    let plain = |f: &ir::Field| {
        f.name.is_some()
            && m.grow.p.types.is_integer(f.ty)
            && m.grow.p.types.canonical(f.ty).quals().is_empty()
            && f.bits.is_none_or(|bits| bits <= int)
    };
    (0..fields.len() as u32).filter(|i| plain(&fields[*i as usize])).collect()
}

/// Whether it is a structure with neighbours to store to.
fn has_neighbours(m: &Run, ty: Ty) -> bool {
    m.grow.p.types.record(ty).is_some_and(|id| m.grow.p.types.records[id].kind == RecordKind::Struct)
        && m.grow.p.types.canonical(ty).quals().is_empty()
        && integer_fields(m, ty).len() >= 2
}

/// `s.f0 = 3; s.f1 = 7; …`, of constants or of the fields of another structure, in order or against it.
pub fn field_stores(m: &mut Run, block: BlockId) -> Option<()> {
    let mut cx = Cx::pure(m, block);
    let to = lvalue::lvalue(m, &mut cx, Use::Write, has_neighbours)?;
    let ty = m.grow.p.types.canonical(m.grow.p.ty(to)).unqualified();
    if !m.grow.p.is_pure(to) {
        return None;
    }
    let same = |m: &Run, t: Ty| m.grow.p.types.canonical(t).unqualified() == ty;
    let from = if m.grow.ch.chance("fields-of-constants", m.grow.policy.odds.run_of_constants) {
        None
    } else {
        lvalue::lvalue(m, &mut cx, Use::Read, same).filter(|e| m.grow.p.is_pure(*e))
    };
    let mut fields = integer_fields(m, ty);
    if m.grow.ch.chance("fields-reversed", m.grow.policy.odds.reversed) {
        fields.reverse();
    }
    for field in fields {
        let mark = m.grow.mark();
        let base = m.grow.p.copy_expr(to);
        let lhs = m.grow.p.member(base, field).ok()?;
        let rhs = match from {
            Some(from) => {
                let base = m.grow.p.copy_expr(from);
                m.grow.p.member(base, field).ok()?
            }
            None => constants::constant(m, IntKind::Int),
        };
        let e = m.grow.p.assign(lhs, rhs).ok()?;
        blocks::finish(m, block, mark, Stmt::Expr(e), None);
    }
    Some(())
}

/// `{ struct S *p = a + 1, *q = a; for (i …) p[i].f = q[i].g; }`, where the two overlap.
pub fn overlapping_copy(m: &mut Run, block: BlockId) -> Option<()> {
    let most = u64::from(m.grow.policy.arrays.max_times);
    if branches::deep_enough(m, block) || m.grow.block(block).mult > most || !m.grow.policy.types.pointers {
        return None;
    }
    let record = (0..4).find_map(|_| {
        let ty = variables::record_type(m);
        has_neighbours(m, ty).then_some(ty)
    })?;
    let len = u64::from(drawn(m, "overlap-len", |i| i.overlap_len));
    let [to, from] = ["overlap-to", "overlap-from"].map(|name| m.grow.ch.below(name, 3) as u64);
    let array = array_of(m, record, len + 2);
    let scope = blocks::child(m, block, Role::Plain, 1);
    let mark = m.grow.mark();
    let pointers = [to, from].map(|offset| pointer_into(m, scope, array, record, offset));
    let [p, q] = [pointers[0]?, pointers[1]?];
    let (counter, stmt, body) = arrays::head(m, block, len)?;
    for _ in 0..drawn(m, "overlap-statements", |i| i.overlap_statements) {
        let mark = m.grow.mark();
        let [lhs, rhs] = [p, q].map(|var| {
            let (base, i) = (m.grow.p.var(var), m.grow.p.var(counter));
            m.grow.p.index(base, i).ok()
        });
        let (lhs, rhs) = (lhs?, rhs?);
        let e = if m.grow.ch.chance("overlap-whole", m.grow.policy.idioms.overlap_whole) {
            m.grow.p.assign(lhs, rhs).ok()?
        } else {
            let fields = integer_fields(m, record);
            let (f, g) = (*m.grow.ch.pick("field", &fields)?, *m.grow.ch.pick("field", &fields)?);
            let (lhs, rhs) = (m.grow.p.member(lhs, f).ok()?, m.grow.p.member(rhs, g).ok()?);
            m.grow.p.assign(lhs, rhs).ok()?
        };
        let id = m.grow.p.append(body, Stmt::Expr(e));
        m.grow.own(mark, id, None);
        m.grow.tokens += 16;
    }
    m.grow.p.blocks[scope].clear();
    for stmt in [Stmt::Decl(p), Stmt::Decl(q), stmt] {
        m.grow.p.append(scope, stmt);
    }
    m.grow.tokens += 30;
    blocks::finish(m, block, mark, Stmt::Block(scope), None);
    Some(())
}

/// A global array of the records with at least so many.
fn array_of(m: &mut Run, record: Ty, len: u64) -> VarId {
    let plain = m.grow.p.types.canonical(record);
    let fits = |m: &Run, v: &VarId| match m.grow.p.types.kind(m.grow.p.vars[*v].ty) {
        TypeKind::Array(element, Some(n)) => {
            n >= len
                && m.grow.p.types.canonical(element) == plain
                && m.grow.info(*v).part.allows(Use::Address)
        }
        _ => false,
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    match m.grow.ch.pick("record-array", &known) {
        Some(array) => *array,
        None => {
            let ty = m.grow.p.types.array(plain, len);
            variables::plain_global(m, ty)
        }
    }
}

/// `T *p = a + 1;`, a pointer that nothing else uses.
fn pointer_into(m: &mut Run, scope: BlockId, array: VarId, element: Ty, offset: u64) -> Option<VarId> {
    let ty = m.grow.p.types.pointer(m.grow.p.types.canonical(element));
    let var = variables::new_local(m, scope, ty);
    let level = m.grow.block(scope).level;
    m.grow.set_info(var, VarInfo { pinned: true, home: Some(array), ..VarInfo::at(level) });
    m.grow.info_mut(array).address_taken = true;
    let a = m.grow.p.var(array);
    let at = library_calls::plus(m, a, offset)?;
    let at = m.grow.p.assign_convert(at, ty).ok()?;
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(at)));
    Some(var)
}

/// `for (i …) { { int t[3] = {…}; x = t[i % 3]; } { short u[5] = {…}; y = u[i % 5]; } }`: they may share their place.
pub fn scoped_arrays(m: &mut Run, block: BlockId) -> Option<()> {
    let most = u64::from(m.grow.policy.arrays.max_times);
    if branches::deep_enough(m, block) || m.grow.block(block).mult > most || m.grow.policy.types.array == 0 {
        return None;
    }
    let mark = m.grow.mark();
    let len = u64::from(drawn(m, "scoped-turns", |i| i.scoped_turns));
    let (counter, stmt, body) = arrays::head(m, block, len)?;
    blocks::finish(m, block, mark, stmt, Some(body));
    for _ in 0..drawn(m, "scopes", |i| i.scopes) {
        scoped_array(m, block, body, counter)?;
    }
    Some(())
}

/// One scope with its array: some elements are stored, and one is kept.
fn scoped_array(m: &mut Run, block: BlockId, body: BlockId, counter: VarId) -> Option<()> {
    let mark = m.grow.mark();
    let kinds = [IntKind::Int, IntKind::UChar, IntKind::Short, IntKind::ULong, IntKind::UInt];
    let kind = variables::one_of(m, "scoped-kind", &kinds);
    let len = u64::from(drawn(m, "scoped-len", |i| i.scoped_len));
    let ty = m.grow.p.types.array(Ty::int(kind), len);
    let inner = blocks::child(m, block, Role::Plain, 1);
    let array = variables::new_local(m, inner, ty);
    m.grow.info_mut(array).counter = true;
    let init = variables::static_init(m, ty, 0)?;
    m.grow.p.vars[array].init = Some(init);
    let mut list = vec![Stmt::Decl(array)];
    let mut cx = Cx::pure(m, block);
    cx.declare = Declare::Nowhere;
    for _ in 0..drawn(m, "scoped-stores", |i| i.scoped_stores) {
        let lhs = at_counter(m, array, counter, len)?;
        let rhs = lvalue::int_lvalue(m, &mut cx, Use::Read)?;
        list.push(Stmt::Expr(m.grow.p.assign(lhs, rhs).ok()?));
    }
    let kept = lvalue::int_lvalue(m, &mut cx, Use::Write).filter(|e| m.grow.p.is_pure(*e))?;
    let element = at_counter(m, array, counter, len)?;
    let old = m.grow.p.copy_expr(kept);
    let sum = m.grow.p.binary(BinaryOp::Xor, old, element).ok()?;
    list.push(Stmt::Expr(m.grow.p.assign(kept, sum).ok()?));
    m.grow.p.blocks[inner].clear();
    for stmt in list {
        let id = m.grow.p.append(inner, stmt);
        m.grow.own(mark, id, None);
    }
    let id = m.grow.p.append(body, Stmt::Block(inner));
    m.grow.own(mark, id, None);
    m.grow.tokens += 40;
    Some(())
}

/// `t[i % 3]`, or one of its elements.
fn at_counter(m: &mut Run, array: VarId, counter: VarId, len: u64) -> Option<ExprId> {
    let a = m.grow.p.var(array);
    let index = if m.grow.ch.chance("scoped-constant", m.grow.policy.idioms.scoped_constant) {
        let i = m.grow.ch.below("scoped-index", len as usize) as u64;
        int(m, i)
    } else {
        let (i, n) = (m.grow.p.var(counter), int(m, len));
        m.grow.p.binary(BinaryOp::Rem, i, n).ok()?
    };
    m.grow.p.index(a, index).ok()
}

/// `memcpy(&x, &y, sizeof x)` between scalars of one size and different types; an integer is given the bytes.
pub fn punned_copy(m: &mut Run, block: BlockId) -> Option<()> {
    if m.grow.policy.statements.library == 0 || !m.grow.policy.types.pointers {
        return None;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let plain = |m: &Run, ty: Ty| m.grow.p.types.canonical(ty).quals().is_empty();
    let is_int = |m: &Run, ty: Ty| {
        plain(m, ty) && matches!(m.grow.p.types.kind(ty), TypeKind::Int(kind) if kind != IntKind::Bool)
    };
    let to = lvalue::lvalue(m, &mut cx, Use::Address, is_int).filter(|e| m.grow.p.is_pure(*e))?;
    let (size, ty) = (m.grow.p.types.size(m.grow.p.ty(to)), m.grow.p.types.canonical(m.grow.p.ty(to)));
    let other = |m: &Run, t: Ty| {
        let kind = m.grow.p.types.kind(t);
        let scalar =
            matches!(kind, TypeKind::Int(_) | TypeKind::Float(ir::FloatKind::Float | ir::FloatKind::Double));
        plain(m, t) && scalar && m.grow.p.types.size(t) == size && m.grow.p.types.canonical(t) != ty
    };
    let from = lvalue::lvalue(m, &mut cx, Use::Address, other).filter(|e| m.grow.p.is_pure(*e))?;
    let [one, two] = [library_calls::root(m, to)?, library_calls::root(m, from)?];
    if one == two || !library_calls::has_value(m, two) || !library_calls::has_value(m, one) {
        return None;
    }
    let copy = m.grow.p.copy_expr(to);
    let n = m.grow.p.sizeof_expr(copy);
    let (to, from) = (m.grow.p.addr_of(to).ok()?, m.grow.p.addr_of(from).ok()?);
    let e = strings::library(m, Builtin::Memcpy, &[to, from, n])?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// `*(c ? &a : &b) = x;`
pub fn chosen_store(m: &mut Run, block: BlockId) -> Option<()> {
    if !m.grow.policy.types.pointers {
        return None;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::UChar, IntKind::Long];
    let ty = Ty::int(variables::one_of(m, "place-kind", &kinds));
    let (a, b) = (lvalue::address(m, &mut cx, ty, u32::MAX)?, lvalue::address(m, &mut cx, ty, u32::MAX)?);
    let x = lvalue::int_lvalue(m, &mut cx, Use::Read).filter(|e| m.grow.p.is_pure(*e))?;
    let c = constants::constant(m, IntKind::Int);
    let cond = m.grow.p.binary(BinaryOp::Lt, x, c).ok()?;
    let place = m.grow.p.cond(cond, a, b).ok()?;
    let lhs = m.grow.p.deref(place).ok()?;
    let rhs = constants::constant(m, IntKind::Int);
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// `if (c) u = w; else u.f0 = w.f0;`, and the other way round.
pub fn union_paths(m: &mut Run, block: BlockId) -> Option<()> {
    if branches::deep_enough(m, block) {
        return None;
    }
    let mut cx = Cx::pure(m, block);
    let is_union =
        |m: &Run, ty: Ty| variables::is_union(m, ty) && m.grow.p.types.canonical(ty).quals().is_empty();
    let to = lvalue::lvalue(m, &mut cx, Use::Write, is_union).filter(|e| m.grow.p.is_pure(*e))?;
    let ty = m.grow.p.types.canonical(m.grow.p.ty(to)).unqualified();
    let from = lvalue::record_value(m, &mut cx, ty).filter(|e| m.grow.p.is_pure(*e))?;
    let field = first_integer(m, ty)?;
    let mark = m.grow.mark();
    let taken = m.grow.ch.chance("union-path", m.grow.policy.odds.idiom_form);
    let cond = branches::condition(m, block, taken);
    let (lhs, rhs) = (m.grow.p.copy_expr(to), m.grow.p.copy_expr(from));
    let whole = m.grow.p.assign(lhs, rhs).ok()?;
    let (lhs, rhs) = (m.grow.p.member(to, field).ok()?, m.grow.p.member(from, field).ok()?);
    let part = m.grow.p.assign(lhs, rhs).ok()?;
    let [then, els] = [whole, part].map(|e| {
        let stmt = m.grow.p.push_stmt(Stmt::Expr(e));
        m.grow.p.push_block(vec![stmt])
    });
    m.grow.tokens += 16;
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: Some(els) }, None);
    Some(())
}

/// The first member of a union, if it is an integer.
fn first_integer(m: &Run, union: Ty) -> Option<u32> {
    let id = m.grow.p.types.record(union)?;
    let fields = &m.grow.p.types.records[id].fields;
    let plain =
        |f: &ir::Field| m.grow.p.types.is_integer(f.ty) && m.grow.p.types.canonical(f.ty).quals().is_empty();
    fields.first().filter(|f| plain(f)).map(|_| 0)
}
