//! Calls within expressions.

use crate::state::Gen;
use crate::state::access::Quiet;
use crate::state::cx::{Cx, Place, SideEffects};
use crate::state::grammar;
use crate::types::{functions, variadic};
use ir::{Attrs, ExprId};
use machine::View;

/// A call within an expression, of a function that has run before. What it does to the rest of the expression is for the
/// machine to find out.
pub fn within(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    if cx.place == Place::Moving || cx.is_private() {
        return None;
    }
    let block = cx.block;
    let index = functions::old_function(g, view, block, |g, ty| g.p.types.is_integer(ty))?;
    if !may_call(g, g.quiet(block), index) {
        return None;
    }
    let func = g.funcs[index].id;
    let ty = g.p.types.fn_type(g.p.funcs[func].ty)?.clone();
    if !g.p.types.is_integer(ty.ret) {
        return None;
    }
    let outer = (cx.budget, std::mem::replace(&mut cx.effects, SideEffects::None));
    let mut args = Vec::new();
    for (i, ty) in ty.params.into_iter().enumerate() {
        cx.budget = 4;
        let limits = g.funcs[index].depth_param == Some(g.p.funcs[func].params[i]);
        args.push(if limits { functions::first_depth(g) } else { grammar::value_of(g, view, cx, ty)? });
    }
    variadic::arguments(g, view, cx, index, &mut args)?;
    cx.budget = outer.0 - 2 - 4 * args.len() as i32;
    cx.effects = outer.1;
    let call = g.p.call_func(func, &args).ok()?;
    let caller = g.block(block).func;
    g.funcs[caller].calls.push(index);
    g.funcs[index].within = true;
    Some(call)
}

/// Whether a quiet function stays so if it calls another.
pub fn may_call(g: &Gen, quiet: Quiet, callee: usize) -> bool {
    let attrs = g.p.funcs[g.funcs[callee].id].attrs;
    match quiet {
        Quiet::No => true,
        Quiet::Pure => attrs.has(Attrs::PURE) || attrs.has(Attrs::CONST),
        Quiet::Const => attrs.has(Attrs::CONST),
    }
}
