//! Pointer arithmetic: offsets that are in bounds now, loops that walk along an array, differences and comparisons of
//! pointers into one array, and what becomes of an offset that fails later.
//!
//! No pointer ever points past the end of its array, but for the one that ends a walk, which nothing else can see. So
//! every pointer that is not null can be followed, and compared with any other.

use crate::expr::lvalue::Use;
use crate::expr::{Cx, floats, lvalue};
use crate::state::census::RepairKind;
use crate::state::{Role, Run, VarInfo};
use crate::stmt::loops;
use crate::types::variables;
use crate::{expr, repair, stmt};
use ir::{BinaryOp, BlockId, ExprId, ExprKind, IncDec, Init, IntKind, Stmt, Ty, TypeKind, VarId};
use machine::{Pointer, Value};

/// How many elements a pointer can be moved now, other than none, and stay on an element. Pointers that may be into string
/// literals stay where they are: no name says where one of those ends.
fn step(m: &mut Run, at: Pointer, to: Ty) -> Option<i64> {
    let plain = m.grow.p.types.canonical(to);
    if plain.unqualified() == Ty::CHAR && plain.quals().is_const() {
        return None;
    }
    let size = i64::from(m.grow.p.types.size(to) as u32).max(1);
    let back = (i64::from(at.offset) - i64::from(at.low)) / size;
    let on = (i64::from(at.high) - size - i64::from(at.offset)) / size;
    let choices = usize::try_from(back + on.max(0)).ok()?;
    let wild = m.grow.policy.repairs.wild_offset;
    if m.grow.ch.chance("wild-offset", wild) {
        return Some(on + 1 + m.grow.ch.below("wild-step", m.grow.policy.amounts.wild_step as usize) as i64);
    }
    if choices == 0 {
        return None;
    }
    let k = m.grow.ch.below("pointer-step", choices) as i64 - back;
    Some(if k >= 0 { k + 1 } else { k })
}

/// Where the pointer is after so many elements.
fn moved(m: &Run, at: Pointer, by: i64, to: Ty) -> Pointer {
    let offset = i64::from(at.offset) + by * m.grow.p.types.size(to) as i64;
    at.part(offset as u32, at.low, at.high)
}

/// An index for a pointer that is followed, with where that leads.
pub fn index(m: &mut Run, at: Pointer, to: Ty) -> Option<(ExprId, Pointer)> {
    let share = m.grow.policy.types.pointer_index;
    if !m.grow.ch.chance("pointer-index", share) {
        return None;
    }
    let k = step(m, at, to)?;
    Some((m.grow.p.int_const(i128::from(k), Ty::INT), moved(m, at, k, to)))
}

/// Whether a failing offset from what the variable holds can be excluded later: it never points to a local.
pub fn is_anchored(m: &Run, var: VarId) -> bool {
    let info = m.grow.info(var);
    info.pinned || (info.reach == 0 && info.holds == 0)
}

/// `p + k` or `p - k` for a pointer variable of the type.
pub fn value(m: &mut Run, cx: &mut Cx, pointer: Ty, reach: u32) -> Option<ExprId> {
    let to = m.grow.p.types.pointee(pointer)?;
    let e = lvalue::copy_of_pointer(m, cx, pointer, reach)?;
    let ExprKind::Var(var) = m.grow.p.exprs[e].kind else { return None };
    if !is_anchored(m, var) || !m.grow.p.is_pure(e) {
        return None;
    }
    let by = match lvalue::pointer_now(m, e) {
        Some(at) if at.is_object() => step(m, at, to)?,
        _ if m.grow.dead => {
            let amounts = &m.grow.policy.amounts;
            let (on, back) = (amounts.dead_step, amounts.dead_step_back);
            i64::from(m.grow.ch.between("dead-step", 0, on + back)) - i64::from(back)
        }
        _ => return None,
    };
    shifted(m, e, by)
}

fn shifted(m: &mut Run, e: ExprId, by: i64) -> Option<ExprId> {
    let op = if by < 0 { BinaryOp::Sub } else { BinaryOp::Add };
    let k = m.grow.p.int_lit(by.unsigned_abs(), IntKind::Int);
    m.grow.p.binary(op, e, k).ok()
}

/// `p++`, `p--`, `p += k` or `p -= k`.
pub fn move_pointer(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let fits =
        |m: &Run, ty: Ty| m.grow.p.types.is_pointer(ty) && !crate::expr::function_pointers::is_pointer(m, ty);
    let lhs = lvalue::lvalue(m, &mut cx, Use::Write, fits)?;
    let ExprKind::Var(var) = m.grow.p.exprs[lhs].kind else { return None };
    if !is_anchored(m, var) || !m.grow.p.is_pure(lhs) {
        return None;
    }
    let to = m.grow.p.types.pointee(m.grow.p.ty(lhs))?;
    let by = match lvalue::pointer_now(m, lhs) {
        Some(at) if at.is_object() => step(m, at, to)?,
        _ if m.grow.dead => 1,
        _ => return None,
    };
    let e = match by {
        1 | -1 => {
            let op = one_step(m, by < 0);
            m.grow.p.inc_dec(op, lhs).ok()?
        }
        _ => {
            let k = m.grow.p.int_lit(by.unsigned_abs(), IntKind::Int);
            let op = if by < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            m.grow.p.assign_op(op, lhs, k).ok()?
        }
    };
    stmt::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

fn one_step(m: &mut Run, back: bool) -> IncDec {
    match (back, m.grow.ch.chance("post", m.grow.policy.odds.post)) {
        (false, true) => IncDec::PostInc,
        (false, false) => IncDec::PreInc,
        (true, true) => IncDec::PostDec,
        (true, false) => IncDec::PreDec,
    }
}

// --- walks ---

/// `for (T *p = a; p != a + n; p++) { … }`
pub fn walk_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let array = walkable(m)?;
    let (element, Some(len)) = m.grow.p.types.element(m.grow.p.vars[array].ty)? else { return None };
    let turns = loops::trips(m, block)?.min(len);
    let mark = m.grow.mark();
    let first = m.grow.ch.below("walk-start", (len - turns + 1) as usize) as u64;
    let pointer = m.grow.p.types.pointer(element);
    let var = variables::new_local(m, block, pointer);
    let level = m.grow.block(block).level + 1;
    m.grow.set_info(var, VarInfo { pinned: true, home: Some(array), ..VarInfo::at(level) });
    let back = m.grow.ch.chance("walk-back", m.grow.policy.odds.walk_back) && first > 0;
    let (start, end) = if back { (first + turns - 1, first - 1) } else { (first, first + turns) };
    let init = place(m, array, start)?;
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(init)));
    let (p, limit) = (m.grow.p.var(var), place(m, array, end)?);
    let op = if m.grow.ch.chance("walk-not-equal", m.grow.policy.odds.walk_not_equal) {
        BinaryOp::Ne
    } else if back {
        BinaryOp::Gt
    } else {
        BinaryOp::Lt
    };
    let cond = m.grow.p.binary(op, p, limit).ok()?;
    m.grow.set_lenient(limit);
    let p = m.grow.p.var(var);
    let op = one_step(m, back);
    let step = m.grow.p.inc_dec(op, p).ok()?;
    m.grow.set_lenient(step);
    m.grow.info_mut(array).address_taken = true;
    let decl = m.grow.p.push_stmt(Stmt::Decl(var));
    let init = m.grow.p.push_block(vec![decl]);
    let body = stmt::child(m, block, Role::Loop, turns);
    m.grow.block_mut(body).vars.push(var);
    m.grow.tokens += 10;
    stmt::finish(m, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    touch(m, body, var)
}

/// What a walk is for: `*p op= …`.
fn touch(m: &mut Run, body: BlockId, var: VarId) -> Option<()> {
    let p = m.grow.p.var(var);
    let lhs = m.grow.p.deref(p).ok()?;
    if m.grow.p.modifiable(lhs, "=").is_err() || !m.grow.p.is_pure(lhs) {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, body);
    let value = expr::expr(m, &mut cx);
    let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Mul];
    let op = *m.grow.ch.pick("walk-op", &ops)?;
    let e = if m.grow.ch.chance("walk-assign", m.grow.policy.odds.walk_assign) {
        m.grow.p.assign(lhs, value).ok()?
    } else {
        m.grow.p.assign_op(op, lhs, value).ok()?
    };
    stmt::finish(m, body, mark, Stmt::Expr(e), None);
    Some(())
}

/// A global array of integers, of one dimension.
fn walkable(m: &mut Run) -> Option<VarId> {
    let fits = |m: &Run, v: &VarId| {
        let info = m.grow.info(*v);
        let element = m.grow.p.types.element(m.grow.p.vars[*v].ty);
        !info.written_inside && element.is_some_and(|(e, n)| m.grow.p.types.is_integer(e) && n.is_some())
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    m.grow.ch.pick("walked-array", &known).copied()
}

/// `a + k` or `&a[k]`; k may be the length, for the end of a walk.
fn place(m: &mut Run, array: VarId, k: u64) -> Option<ExprId> {
    let a = m.grow.p.var(array);
    if k == 0 && m.grow.ch.chance("plain-array", m.grow.policy.odds.plain_array) {
        return Some(m.grow.p.decay(a));
    }
    let k = m.grow.p.int_lit(k, IntKind::Int);
    if m.grow.ch.chance("address-of-element", m.grow.policy.odds.address_of_element) {
        let e = m.grow.p.index(a, k).ok()?;
        return m.grow.p.addr_of(e).ok();
    }
    m.grow.p.binary(BinaryOp::Add, a, k).ok()
}

/// `p - q` or a comparison of order, for two pointers that are always into the same array.
pub fn pair(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 5;
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    seen.retain(|v| m.grow.info(*v).home.is_some());
    let walker = m.grow.ch.pick("walker", &seen).copied();
    let (array, p) = match walker.and_then(|v| m.grow.info(v).home.map(|home| (home, v))) {
        Some((home, v)) => {
            cx.used.push((v, false));
            (home, m.grow.p.var(v))
        }
        None => {
            let array = walkable(m)?;
            (array, inside(m, array)?)
        }
    };
    let q = inside(m, array)?;
    let ops =
        [BinaryOp::Sub, BinaryOp::Sub, BinaryOp::Lt, BinaryOp::Ge, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Eq];
    let op = *m.grow.ch.pick("pointer-pair", &ops)?;
    let (p, q) =
        if m.grow.ch.chance("swapped-pair", m.grow.policy.odds.swapped_pair) { (q, p) } else { (p, q) };
    m.grow.p.binary(op, p, q).ok()
}

fn inside(m: &mut Run, array: VarId) -> Option<ExprId> {
    let (_, Some(len)) = m.grow.p.types.element(m.grow.p.vars[array].ty)? else { return None };
    let k = m.grow.ch.below("pair-index", len as usize) as u64;
    m.grow.info_mut(array).address_taken = true;
    place(m, array, k)
}

// --- repairs ---

/// What becomes of an offset that fails. One that is evaluated for the first time gets another offset; later, the pointer
/// that fails is excluded: `p == &a[3] ? p : p + k`, or `p ? p + k : p`.
pub fn mend(m: &mut Run, site: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let pointer = match e.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, p, _)
        | ExprKind::Index { base: p, .. }
        | ExprKind::IncDec(_, p)
        | ExprKind::AssignOp { lhs: p, .. } => p,
        _ => return None,
    };
    if !m.grow.p.types.is_pointer(m.grow.p.ty(pointer)) || !m.grow.p.is_pure(pointer) {
        return None;
    }
    let value = match held.iter().find(|(h, _)| *h == pointer) {
        Some((_, Value::Pointer(p))) => *p,
        _ => lvalue::pointer_now(m, pointer)?,
    };
    if value.is_object()
        && repair::is_fresh(m, site)
        && let Some(kind) = another(m, site, pointer, value)
    {
        return Some(kind);
    }
    exclude(m, site, pointer, value)
}

fn another(m: &mut Run, site: ExprId, pointer: ExprId, at: Pointer) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let to = m.grow.p.types.pointee(m.grow.p.ty(pointer))?;
    let k = step(m, at, to).unwrap_or(0);
    let kind = match e.kind {
        ExprKind::Index { base, .. } => {
            let index = m.grow.p.int_const(i128::from(k), Ty::INT);
            ExprKind::Index { base, index }
        }
        ExprKind::Binary(_, p, _) => {
            let op = if k < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            let k = m.grow.p.int_lit(k.unsigned_abs(), IntKind::Int);
            ExprKind::Binary(op, p, k)
        }
        // Where there is no way to go, the pointer stays.
        ExprKind::IncDec(_, lhs) if k == 0 => m.grow.p.exprs[lhs].kind,
        ExprKind::IncDec(_, lhs) => ExprKind::IncDec(one_step(m, k < 0), lhs),
        ExprKind::AssignOp { lhs, calc, .. } => {
            let op = if k < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            let rhs = m.grow.p.int_lit(k.unsigned_abs(), IntKind::Int);
            ExprKind::AssignOp { op, lhs, rhs, calc }
        }
        _ => return None,
    };
    m.grow.p.set_expr(site, kind, e.ty);
    Some(RepairKind::AnotherOffset)
}

fn exclude(m: &mut Run, site: ExprId, pointer: ExprId, at: Pointer) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let ty = m.grow.p.value_type(pointer);
    let tested = floats::copy(m, pointer);
    let cond = if at.is_null() {
        let zero = m.grow.p.int_lit(0, IntKind::Int);
        m.grow.p.binary(BinaryOp::Eq, tested, zero).ok()?
    } else {
        let address = named(m, at, m.grow.p.types.pointee(ty)?)?;
        m.grow.p.binary(BinaryOp::Eq, tested, address).ok()?
    };
    let same = floats::copy(m, pointer);
    m.grow.tokens += 12;
    match e.kind {
        ExprKind::Binary(..) | ExprKind::IncDec(..) => {
            let els = m.grow.p.push_expr(e.kind, e.ty);
            m.grow.p.set_expr(site, ExprKind::Cond { cond, then: same, els }, e.ty);
            Some(RepairKind::ExcludePointer)
        }
        ExprKind::AssignOp { op, lhs, rhs, .. } => {
            let copy = floats::copy(m, lhs);
            let els = m.grow.p.push_expr(ExprKind::Binary(op, copy, rhs), ty);
            let rhs = m.grow.p.push_expr(ExprKind::Cond { cond, then: same, els }, ty);
            m.grow.p.set_expr(site, ExprKind::Assign { lhs, rhs }, e.ty);
            Some(RepairKind::ExcludePointer)
        }
        // A null pointer is not followed either way.
        ExprKind::Index { base, index } if !at.is_null() => {
            let els = m.grow.p.push_expr(ExprKind::Binary(BinaryOp::Add, base, index), ty);
            let chosen = m.grow.p.push_expr(ExprKind::Cond { cond, then: same, els }, ty);
            m.grow.p.set_expr(site, ExprKind::Deref(chosen), e.ty);
            Some(RepairKind::ExcludePointer)
        }
        _ => None,
    }
}

/// An expression for the address of an element of a global, which can stand anywhere.
fn named(m: &mut Run, at: Pointer, to: Ty) -> Option<ExprId> {
    let var = m.target_of(at).filter(|v| m.grow.p.globals.contains(v))?;
    let mut e = m.grow.p.var(var);
    let mut offset = u64::from(at.offset);
    let wanted = m.grow.p.types.canonical(to).unqualified();
    loop {
        let ty = m.grow.p.types.canonical(m.grow.p.ty(e));
        if offset == 0 && ty.unqualified() == wanted {
            return m.grow.p.addr_of(e).ok();
        }
        e = match m.grow.p.types.kind(ty) {
            TypeKind::Array(element, Some(_)) => {
                let size = m.grow.p.types.size(element).max(1);
                let i = m.grow.p.int_lit(offset / size, IntKind::Int);
                offset %= size;
                m.grow.p.index(e, i).ok()?
            }
            TypeKind::Record(id) => {
                let fields = &m.grow.p.types.layout(id).fields;
                let n =
                    (0..fields.len()).rev().find(|n| fields[*n].width == 0 && fields[*n].offset <= offset)?;
                offset -= fields[n].offset;
                m.grow.p.member(e, n as u32).ok()?
            }
            _ => return None,
        };
    }
}
