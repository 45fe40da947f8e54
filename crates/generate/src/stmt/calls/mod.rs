//! Calls of new functions and of those that have run before.

pub mod indirect;
pub mod recursion;

use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::{Gen, tokens};
use crate::stmt::blocks;
use crate::types::{functions, variables, variadic};
use ir::{BlockId, ExprId, Init, Stmt, Ty};
use machine::View;

pub fn call(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let fresh = g.policy.statements.new_function;
    let few = g.funcs.len() < 3;
    let index = if few || g.ch.chance("new-function", fresh) {
        functions::new_function(g, view, block, None)
            .or_else(|| functions::old_function(g, view, block, |_, _| true))?
    } else {
        functions::old_function(g, view, block, |_, _| true)
            .or_else(|| functions::new_function(g, view, block, None))?
    };
    let caller = g.block(block).func;
    g.funcs[caller].calls.push(index);
    let mark = g.mark();
    let func = g.funcs[index].id;
    let mut cx = Cx::pure(g, block);
    let params: Vec<Ty> = g.p.types.fn_type(g.p.funcs[func].ty)?.params.clone();
    let mut args = Vec::new();
    for (i, ty) in params.into_iter().enumerate() {
        cx.budget = 6;
        let limits = g.funcs[index].depth_param == Some(g.p.funcs[func].params[i]);
        args.push(if limits { functions::first_depth(g) } else { grammar::value_of(g, view, &mut cx, ty)? });
    }
    variadic::arguments(g, view, &mut cx, index, &mut args)?;
    let call = g.p.call_func(func, &args).ok()?;
    let ret = g.p.ty(call);
    if g.p.types.is_void(ret) || g.ch.chance("drop-result", g.policy.odds.drop_result) {
        blocks::finish(g, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    keep_result(g, block, mark, call, ret)
}

/// The result goes to a new local, which nothing else can be looking at while the call runs.
pub fn keep_result(g: &mut Gen, block: BlockId, mark: usize, call: ExprId, ret: Ty) -> Option<()> {
    let var = variables::new_local(g, block, ret);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(call)));
    g.tokens += tokens::of_local(&g.p, var);
    blocks::finish(g, block, mark, Stmt::Decl(var), None);
    g.block_mut(block).vars.push(var);
    Some(())
}
