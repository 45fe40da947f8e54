//! Pointers as dense as in Csmith's programs: integers that are reached through pointers, new pointers made for that, and
//! arrays of pointers.

use crate::expr::{lvalue, scopes};
use crate::state::Gen;
use crate::state::access::{Quiet, Use};
use crate::state::cx::{Cx, Declare};
use crate::state::{grammar, tokens};
use crate::types::variables;
use ir::{ExprId, ExprKind, Init, InitId, InitItem, Program, Quals, Stmt, Ty, VarId};
use machine::View;

/// An integer that a pointer points to, if the policy wants one here.
pub fn leaf(g: &mut Gen, view: &View, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    let (share, fresh) = (g.policy.manner.pointer_leaf, g.policy.manner.fresh_pointer);
    let fits = usage != Use::Address && !cx.is_private() && g.quiet(cx.block) == Quiet::No;
    if share == 0 || !fits || !g.ch.chance("pointer-leaf", share) {
        return None;
    }
    let is_new = g.ch.chance("fresh-pointer", fresh);
    let known = if is_new { None } else { known(g, view, cx, usage) };
    known.or_else(|| through_new(g, view, cx, usage))
}

/// Through one of the pointers in scope, or an element of an array of them.
fn known(g: &mut Gen, view: &View, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    const TRIES: usize = 3;
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    seen.retain(|v| is_pointer(&g.p, g.p.vars[*v].ty));
    (0..TRIES).find_map(|_| {
        let var = *g.ch.pick("followed-pointer", &seen)?;
        lvalue::from_var(g, view, cx, var, usage, |g, ty| g.p.types.is_integer(ty))
    })
}

/// Whether a variable of the type is a pointer, or an array of pointers.
pub fn is_pointer(p: &Program, mut ty: Ty) -> bool {
    while let Some((element, _)) = p.types.element(ty) {
        ty = element;
    }
    p.types.is_pointer(ty)
}

/// An array of pointers.
pub fn is_array(p: &Program, ty: Ty) -> bool {
    p.types.is_array(ty) && is_pointer(p, ty)
}

/// `T *l_5 = &g_3;` before the statement, and `*l_5` in it: whenever the statement runs, that is where the pointer points.
pub fn through_new(g: &mut Gen, view: &View, cx: &mut Cx, usage: Use) -> Option<ExprId> {
    if cx.declare != Declare::BeforeStatement || !g.policy.types.pointers {
        return None;
    }
    let to = variables::int_type(g);
    let constant = usage == Use::Read && {
        let share = if g.policy.types.r#const > 0 { g.policy.manner.pointer_to_const } else { 0 };
        g.ch.chance("new-pointer-to-const", share)
    };
    let to = g.p.types.qualify(to, if constant { Quals::CONST } else { Quals::NONE });
    let level = g.block(cx.block).level;
    let address = lvalue::address(g, view, cx, to, level)?;
    let root = root_of(&g.p, address)?;
    let clash = |(v, written): &(VarId, bool)| *v == root && (*written || usage == Use::Write);
    if cx.used.iter().any(clash) || g.info(root).counter {
        return None;
    }
    let ty = g.p.types.pointer(to);
    let e = g.p.assign_convert(address, ty).ok()?;
    let var = variables::new_local(g, cx.block, ty);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(e)));
    g.info_mut(var).reach = level;
    g.tokens += 3 + tokens::of_local(&g.p, var);
    g.insert(cx.block, Stmt::Decl(var));
    g.block_mut(cx.block).vars.push(var);
    cx.used.extend([(root, false), (var, false)]);
    let p = g.p.var(var);
    g.p.deref(p).ok()
}

/// The variable that an address is of, or of a part of.
fn root_of(p: &Program, mut e: ExprId) -> Option<VarId> {
    loop {
        e = match p.exprs[e].kind {
            ExprKind::Var(var) => return Some(var),
            ExprKind::AddrOf(of) | ExprKind::Decay(of) | ExprKind::Convert(of) => of,
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => base,
            _ => return None,
        };
    }
}

/// `(*l_5 = …)` within an expression, for a new pointer.
pub fn embedded_assign(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let share = g.policy.manner.embedded_through_pointer;
    let fits = !cx.is_private() && g.quiet(cx.block) == Quiet::No;
    if !fits || !g.ch.chance("embedded-through-pointer", share) {
        return None;
    }
    let lhs = through_new(g, view, cx, Use::Write)?;
    let at = cx.used.len() - 2;
    cx.used[at].1 = true;
    let rhs = grammar::int(g, view, cx);
    g.p.assign(lhs, rhs).ok()
}

/// A list of addresses for an array of pointers: a few places again and again, and null now and then.
pub fn list_of_addresses(g: &mut Gen, view: &View, cx: &Cx, ty: Ty) -> Option<InitId> {
    let mut element = ty;
    while let Some((inner, _)) = g.p.types.element(element) {
        element = inner;
    }
    let to = g.p.types.pointee(element)?;
    let level = g.block(cx.block).level;
    let reach = if g.p.types.is_pointer(to) { 0 } else { level };
    let count = g.ch.between("listed-places", 1, g.policy.amounts.listed_places);
    let mut own = Cx::pure(g, cx.block);
    own.declare = cx.declare;
    let places: Vec<ExprId> =
        (0..count).filter_map(|_| lvalue::address(g, view, &mut own, to, reach)).collect();
    let plain = g.p.types.canonical(element).unqualified();
    fill(g, ty, plain, &places)
}

fn fill(g: &mut Gen, ty: Ty, pointer: Ty, places: &[ExprId]) -> Option<InitId> {
    let Some((element, Some(len))) = g.p.types.element(ty) else {
        let null = g.ch.chance("null-pointer", g.policy.odds.null_pointer);
        let place = g.ch.pick("listed-place", places).copied().filter(|_| !null);
        let e = match place {
            Some(e) => crate::state::sites::copy(g, e),
            None => g.p.int_lit(0, ir::IntKind::Int),
        };
        let e = g.p.assign_convert(e, pointer).ok()?;
        return Some(g.p.push_init(Init::Expr(e)));
    };
    let items: Option<Vec<InitItem>> = (0..len)
        .map(|i| {
            Some(InitItem { place: i as u32, init: fill(g, element, pointer, places)?, designated: false })
        })
        .collect();
    Some(g.p.push_init(Init::List(items?)))
}

/// The array of pointers may hold addresses of locals: its own address does not live longer.
pub fn new_array(g: &mut Gen, view: &View, cx: &Cx, ty: Ty) -> Option<VarId> {
    let init = list_of_addresses(g, view, cx, ty)?;
    let level = g.block(cx.block).level;
    let var = scopes::declared(g, cx, ty, Some(init));
    g.info_mut(var).reach = level;
    Some(var)
}
