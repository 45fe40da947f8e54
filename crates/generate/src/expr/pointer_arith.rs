//! Pointer arithmetic: offsets that are in bounds now, differences and comparisons of pointers into one array. What becomes of
//! an offset that fails later is in [`crate::repair::offset`].
//!
//! No pointer ever points past the end of its array, but for the one that ends a walk, which nothing else can see. So
//! every pointer that is not null can be dereferenced, and compared with any other.

use crate::expr::lvalue;
use crate::state::Gen;
use crate::state::cx::Cx;
use ir::{BinaryOp, ExprId, ExprKind, IntKind, Ty, VarId};
use machine::{Pointer, View};

/// How many elements a pointer can be moved now, other than none, and stay on an element. Pointers that may be into string
/// literals stay where they are: no name says where one of those ends.
pub fn step(g: &mut Gen, at: Pointer, to: Ty) -> Option<i64> {
    let plain = g.p.types.canonical(to);
    if plain.unqualified() == Ty::CHAR && plain.quals().is_const() {
        return None;
    }
    let size = i64::from(g.p.types.size(to) as u32).max(1);
    let back = (i64::from(at.offset) - i64::from(at.low)) / size;
    let on = (i64::from(at.high) - size - i64::from(at.offset)) / size;
    let choices = usize::try_from(back + on.max(0)).ok()?;
    let wild = g.policy.repairs.wild_offset;
    if g.ch.chance("wild-offset", wild) {
        return Some(on + 1 + g.ch.below("wild-step", g.policy.amounts.wild_step as usize) as i64);
    }
    if choices == 0 {
        return None;
    }
    let k = g.ch.below("pointer-step", choices) as i64 - back;
    Some(if k >= 0 { k + 1 } else { k })
}

/// Where the pointer is after so many elements.
fn moved(g: &Gen, at: Pointer, by: i64, to: Ty) -> Pointer {
    let offset = i64::from(at.offset) + by * g.p.types.size(to) as i64;
    at.part(offset as u32, at.low, at.high)
}

/// An index for a pointer that is dereferenced, with where that leads.
pub fn index(g: &mut Gen, at: Pointer, to: Ty) -> Option<(ExprId, Pointer)> {
    let share = g.policy.types.pointer_index;
    if !g.ch.chance("pointer-index", share) {
        return None;
    }
    let k = step(g, at, to)?;
    Some((g.p.int_const(i128::from(k), Ty::INT), moved(g, at, k, to)))
}

/// Whether a failing offset from what the variable holds can be excluded later: it never points to a local.
pub fn is_anchored(g: &Gen, var: VarId) -> bool {
    let info = g.info(var);
    info.pinned || (info.reach == 0 && info.holds == 0)
}

/// `p + k` or `p - k` for a pointer variable of the type.
pub fn value(g: &mut Gen, view: &View, cx: &mut Cx, pointer: Ty, reach: u32) -> Option<ExprId> {
    let to = g.p.types.pointee(pointer)?;
    let e = lvalue::copy_of_pointer(g, cx, pointer, reach)?;
    let ExprKind::Var(var) = g.p.exprs[e].kind else { return None };
    if !is_anchored(g, var) || !g.p.is_pure(e) {
        return None;
    }
    let by = match lvalue::pointer_now(g, view, e) {
        Some(at) if at.is_object() => step(g, at, to)?,
        _ if g.dead => {
            let amounts = &g.policy.amounts;
            let (on, back) = (amounts.dead_step, amounts.dead_step_back);
            i64::from(g.ch.between("dead-step", 0, on + back)) - i64::from(back)
        }
        _ => return None,
    };
    shifted(g, e, by)
}

fn shifted(g: &mut Gen, e: ExprId, by: i64) -> Option<ExprId> {
    let op = if by < 0 { BinaryOp::Sub } else { BinaryOp::Add };
    let k = g.p.int_lit(by.unsigned_abs(), IntKind::Int);
    g.p.binary(op, e, k).ok()
}

// --- walks ---

/// `a + k` or `&a[k]`; k may be the length, for the end of a walk.
pub fn place(g: &mut Gen, array: VarId, k: u64) -> Option<ExprId> {
    let a = g.p.var(array);
    if k == 0 && g.ch.chance("plain-array", g.policy.odds.plain_array) {
        return Some(g.p.decay(a));
    }
    let k = g.p.int_lit(k, IntKind::Int);
    if g.ch.chance("address-of-element", g.policy.odds.address_of_element) {
        let e = g.p.index(a, k).ok()?;
        return g.p.addr_of(e).ok();
    }
    g.p.binary(BinaryOp::Add, a, k).ok()
}

/// `p - q` or a comparison of order, for two pointers that are always into the same array.
pub fn pair(g: &mut Gen, _: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 5;
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    seen.retain(|v| g.info(*v).home.is_some());
    let walker = g.ch.pick("walker", &seen).copied();
    let (array, p) = match walker.and_then(|v| g.info(v).home.map(|home| (home, v))) {
        Some((home, v)) => {
            cx.used.push((v, false));
            (home, g.p.var(v))
        }
        None => {
            let array = walkable(g)?;
            (array, inside(g, array)?)
        }
    };
    let q = inside(g, array)?;
    let ops =
        [BinaryOp::Sub, BinaryOp::Sub, BinaryOp::Lt, BinaryOp::Ge, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Eq];
    let op = *g.ch.pick("pointer-pair", &ops)?;
    let (p, q) = if g.ch.chance("swapped-pair", g.policy.odds.swapped_pair) { (q, p) } else { (p, q) };
    g.p.binary(op, p, q).ok()
}

fn inside(g: &mut Gen, array: VarId) -> Option<ExprId> {
    let (_, Some(len)) = g.p.types.element(g.p.vars[array].ty)? else { return None };
    let k = g.ch.below("pair-index", len as usize) as u64;
    g.info_mut(array).address_taken = true;
    place(g, array, k)
}

// --- repairs ---

/// A global array of integers, of one dimension.
pub fn walkable(g: &mut Gen) -> Option<VarId> {
    let fits = |g: &Gen, v: &VarId| {
        let info = g.info(*v);
        let element = g.p.types.element(g.p.vars[*v].ty);
        !info.written_inside && element.is_some_and(|(e, n)| g.p.types.is_integer(e) && n.is_some())
    };
    let known: Vec<VarId> = g.p.globals.iter().copied().filter(|v| fits(g, v)).collect();
    g.ch.pick("walked-array", &known).copied()
}
