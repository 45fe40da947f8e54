//! Pointer arithmetic: offsets that are in bounds now, differences and comparisons of pointers into one array. What becomes of
//! an offset that fails later is in [`crate::repair::offset`].
//!
//! No pointer ever points past the end of its array, but for the one that ends a walk, which nothing else can see. So
//! every pointer that is not null can be followed, and compared with any other.

use crate::expr::lvalue;
use crate::state::Run;
use crate::state::cx::Cx;
use ir::{BinaryOp, ExprId, ExprKind, IntKind, Ty, VarId};
use machine::Pointer;

/// How many elements a pointer can be moved now, other than none, and stay on an element. Pointers that may be into string
/// literals stay where they are: no name says where one of those ends.
pub fn step(m: &mut Run, at: Pointer, to: Ty) -> Option<i64> {
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

// --- walks ---

/// `a + k` or `&a[k]`; k may be the length, for the end of a walk.
pub fn place(m: &mut Run, array: VarId, k: u64) -> Option<ExprId> {
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

/// A global array of integers, of one dimension.
pub fn walkable(m: &mut Run) -> Option<VarId> {
    let fits = |m: &Run, v: &VarId| {
        let info = m.grow.info(*v);
        let element = m.grow.p.types.element(m.grow.p.vars[*v].ty);
        !info.written_inside && element.is_some_and(|(e, n)| m.grow.p.types.is_integer(e) && n.is_some())
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    m.grow.ch.pick("walked-array", &known).copied()
}
