//! Calls of new functions and of those that have run before.

use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::{Run, tokens};
use crate::stmt::blocks;
use crate::types::{functions, variables};
use ir::{BlockId, ExprId, Init, Stmt, Ty};

pub fn call(m: &mut Run, block: BlockId) -> Option<()> {
    let fresh = m.grow.policy.statements.new_function;
    let few = m.grow.funcs.len() < 3;
    let index = if few || m.grow.ch.chance("new-function", fresh) {
        functions::new_function(m, block, None).or_else(|| functions::old_function(m, block, |_, _| true))?
    } else {
        functions::old_function(m, block, |_, _| true).or_else(|| functions::new_function(m, block, None))?
    };
    let caller = m.grow.block(block).func;
    m.grow.funcs[caller].calls.push(index);
    let mark = m.grow.mark();
    let func = m.grow.funcs[index].id;
    let mut cx = Cx::pure(m, block);
    let params: Vec<Ty> = m.grow.p.types.fn_type(m.grow.p.funcs[func].ty)?.params.clone();
    let mut args = Vec::new();
    for (i, ty) in params.into_iter().enumerate() {
        cx.budget = 6;
        let limits = m.grow.funcs[index].depth_param == Some(m.grow.p.funcs[func].params[i]);
        args.push(if limits { functions::first_depth(m) } else { grammar::value_of(m, &mut cx, ty)? });
    }
    let call = m.grow.p.call_func(func, &args).ok()?;
    let ret = m.grow.p.ty(call);
    if m.grow.p.types.is_void(ret) || m.grow.ch.chance("drop-result", m.grow.policy.odds.drop_result) {
        blocks::finish(m, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    keep_result(m, block, mark, call, ret)
}

/// The result goes to a new local, which nothing else can be looking at while the call runs.
pub fn keep_result(m: &mut Run, block: BlockId, mark: usize, call: ExprId, ret: Ty) -> Option<()> {
    let var = variables::new_local(m, block, ret);
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(call)));
    m.grow.tokens += tokens::of_local(&m.grow.p, var);
    blocks::finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    Some(())
}
