//! Calls within expressions.

use crate::state::Run;
use crate::state::access::Quiet;
use crate::state::cx::{Cx, Place, SideEffects};
use crate::state::grammar;
use crate::types::functions;
use ir::{Attrs, ExprId};

/// A call within an expression, of a function that has run before. What it does to the rest of the expression is for the
/// machine to find out.
pub fn within(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    if cx.place == Place::Moving || cx.is_private() {
        return None;
    }
    let block = cx.block;
    let index = functions::old_function(m, block, |m, ty| m.grow.p.types.is_integer(ty))?;
    if !may_call(m, m.grow.quiet(block), index) {
        return None;
    }
    let func = m.grow.funcs[index].id;
    let ty = m.grow.p.types.fn_type(m.grow.p.funcs[func].ty)?.clone();
    if !m.grow.p.types.is_integer(ty.ret) {
        return None;
    }
    let outer = (cx.budget, std::mem::replace(&mut cx.effects, SideEffects::None));
    let mut args = Vec::new();
    for (i, ty) in ty.params.into_iter().enumerate() {
        cx.budget = 4;
        let limits = m.grow.funcs[index].depth_param == Some(m.grow.p.funcs[func].params[i]);
        args.push(if limits { functions::first_depth(m) } else { grammar::value_of(m, cx, ty)? });
    }
    cx.budget = outer.0 - 2 - 4 * args.len() as i32;
    cx.effects = outer.1;
    let call = m.grow.p.call_func(func, &args).ok()?;
    let caller = m.grow.block(block).func;
    m.grow.funcs[caller].calls.push(index);
    m.grow.funcs[index].within = true;
    Some(call)
}

/// Whether a quiet function stays so if it calls another.
pub fn may_call(m: &Run, quiet: Quiet, callee: usize) -> bool {
    let attrs = m.grow.p.funcs[m.grow.funcs[callee].id].attrs;
    match quiet {
        Quiet::No => true,
        Quiet::Pure => attrs.has(Attrs::PURE) || attrs.has(Attrs::CONST),
        Quiet::Const => attrs.has(Attrs::CONST),
    }
}
