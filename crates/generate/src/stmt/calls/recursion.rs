//! Functions that call themselves, or one that is waiting for them: in two forms, both of which end.
//!
//! - A function has a parameter that says how deep it may still go, which nothing writes and every caller gives a small
//!   constant: `if (p_3 > 0) { … func_4(…, p_3 - 1); … }`.
//! - A call costs fuel, of which there is so much for the whole run: `if (fuel_5 > 0) { fuel_5--; … func_2(…); … }`.
//!
//! What such a call gives is kept in a variable, or returned at once, as it is or with an operation on it: of that,
//! compilers make loops.
//!
//! A function that is called again before it has finished growing grows on in the inner call; the outer one goes on with
//! what it finds then.

use crate::expr::operators;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::scopes::{Role, VarInfo};
use crate::state::{Gen, tokens};
use crate::stmt::{blocks, calls};
use crate::types::{constants, functions, variadic};
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, Stmt, Storage, Ty, VarId};
use machine::{Amendment, View};

/// A call that leads back to the function it is in, within an `if` that lets it end.
pub fn recurse(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let caller = g.block(block).func;
    if caller == 0 || g.depth_of(block) > g.policy.shape.max_block_depth {
        return None;
    }
    let info = &g.funcs[caller];
    if info.self_calls >= g.policy.shape.max_self_calls || info.jumps {
        return None;
    }
    match g.funcs[caller].depth_param {
        Some(param) => deeper(g, view, block, caller, param),
        None => on_fuel(g, view, block, caller),
    }
}

/// `if (p > 0) { … f(…, p - 1); … }`, not in a loop, so that the number of calls stays small.
fn deeper(g: &mut Gen, view: &View, block: BlockId, caller: usize, param: VarId) -> Option<()> {
    let body = g.p.funcs[g.funcs[caller].id].body?;
    let deepest = g.policy.shape.max_recursion;
    let calls = u64::from(g.funcs[caller].self_calls + 1).saturating_pow(deepest).max(u64::from(deepest));
    if g.block(block).mult != g.block(body).mult || !is_affordable(g, view, caller, calls) {
        return None;
    }
    let mark = g.mark();
    let p = g.p.var(param);
    let cond = more_than_zero(g, p)?;
    let p = g.p.var(param);
    let one = g.p.int_lit(1, IntKind::Int);
    let depth = g.p.binary(BinaryOp::Sub, p, one).ok()?;
    if g.ch.chance("tail-call", g.policy.odds.tail_call) && !g.must_reach_end(block) {
        return returned(g, view, block, mark, caller, cond, depth);
    }
    let then = branch(g, view, block, mark, cond);
    let mark = g.mark();
    let call = call(g, view, then, caller, caller, Some(depth))?;
    kept(g, then, mark, call)
}

/// `if (p > 0) return f(…, p - 1);`, or `return p * f(…, p - 1)`.
fn returned(
    g: &mut Gen,
    view: &View,
    block: BlockId,
    mark: usize,
    caller: usize,
    cond: ExprId,
    depth: ExprId,
) -> Option<()> {
    let call = call(g, view, block, caller, caller, Some(depth))?;
    let ret = g.p.ty(call);
    let last = if g.p.types.is_void(ret) {
        vec![g.p.push_stmt(Stmt::Expr(call)), g.p.push_stmt(Stmt::Return(None))]
    } else {
        let value = if g.p.types.is_integer(ret) { added_to(g, caller, call)? } else { call };
        let value = g.p.assign_convert(value, ret).ok()?;
        vec![g.p.push_stmt(Stmt::Return(Some(value)))]
    };
    g.tokens += 3 + tokens::of_expr(&g.p, call);
    let then = g.p.push_block(last);
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// The result of the call as it is, or with what nothing writes in the meantime: how deep it is, or a constant.
fn added_to(g: &mut Gen, caller: usize, call: ExprId) -> Option<ExprId> {
    if !g.ch.chance("tail-operation", g.policy.odds.tail_operation) {
        return Some(call);
    }
    let op = *g.ch.pick("tail-operator", &[BinaryOp::Add, BinaryOp::Mul, BinaryOp::Xor])?;
    if !operators::is_on(g, op) {
        return Some(call);
    }
    let other = match g.funcs[caller].depth_param {
        Some(param) if g.ch.chance("tail-depth", g.policy.odds.tail_depth) => g.p.var(param),
        _ => constants::constant(g, IntKind::Int),
    };
    g.p.binary(op, other, call).ok()
}

fn more_than_zero(g: &mut Gen, e: ExprId) -> Option<ExprId> {
    let zero = g.p.int_lit(0, IntKind::Int);
    match g.ch.below("recursion-condition", 4) {
        0 => Some(e),
        1 => g.p.binary(BinaryOp::Lt, zero, e).ok(),
        2 => g.p.binary(BinaryOp::Ne, e, zero).ok(),
        _ => g.p.binary(BinaryOp::Gt, e, zero).ok(),
    }
}

/// An `if` at the end of the block, and the block that it leads to.
fn branch(g: &mut Gen, view: &View, block: BlockId, mark: usize, cond: ExprId) -> BlockId {
    let then = blocks::child(g, view, block, Role::Plain, 1);
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    then
}

/// `if (fuel > 0) { fuel--; … f(…); … }` for the function itself, or one that waits for it.
fn on_fuel(g: &mut Gen, view: &View, block: BlockId, caller: usize) -> Option<()> {
    let waiting: Vec<usize> = (1..g.funcs.len())
        .filter(|f| view.activations(g.funcs[*f].id) > 0 && g.reaches(*f, caller))
        .filter(|f| !g.funcs[*f].jumps)
        .collect();
    let index = if g.ch.chance("self-call", g.policy.odds.self_call) || waiting.is_empty() {
        caller
    } else {
        waiting[g.ch.below("called-again", waiting.len())]
    };
    let most = g.policy.shape.max_recursion.max(1);
    let amount = g.ch.between("recursion-fuel", 1, most);
    if !is_affordable(g, view, index, u64::from(amount)) {
        return None;
    }
    let fuel = new_fuel(g, amount)?;
    let mark = g.mark();
    let e = g.p.var(fuel);
    let zero = g.p.int_lit(0, IntKind::Int);
    let cond = g.p.binary(BinaryOp::Gt, e, zero).ok()?;
    let then = branch(g, view, block, mark, cond);
    let mark = g.mark();
    let e = g.p.var(fuel);
    let used = g.p.inc_dec(IncDec::PostDec, e).ok()?;
    blocks::finish(g, then, mark, Stmt::Expr(used), None);
    let mark = g.mark();
    let call = call(g, view, then, caller, index, None)?;
    kept(g, then, mark, call)
}

/// Whether so many more calls are possible, each of which costs what the function has cost so far and will cost when it
/// has grown up.
fn is_affordable(g: &Gen, view: &View, index: usize, calls: u64) -> bool {
    let func = &g.funcs[index];
    let so_far = func.cost.unwrap_or((view.steps(g) - func.started).saturating_mul(2));
    let left = g.policy.shape.steps_to_grow().saturating_sub(view.steps(g));
    calls.saturating_mul(so_far.max(200)) < left / 10
}

fn new_fuel(g: &mut Gen, amount: u32) -> Option<VarId> {
    let number = g.number();
    let e = g.p.int_lit(u64::from(amount), IntKind::Int);
    let init = g.p.push_init(Init::Expr(e));
    let var = g.p.add_global(&format!("fuel_{number}"), Ty::INT, Storage::Static, Some(init));
    g.set_info(var, VarInfo { counter: true, ..VarInfo::at(0) });
    g.amend(Amendment::AddStatic(var));
    g.tokens += 6;
    Some(var)
}

fn call(
    g: &mut Gen,
    view: &View,
    block: BlockId,
    caller: usize,
    index: usize,
    depth: Option<ExprId>,
) -> Option<ExprId> {
    let func = g.funcs[index].id;
    let params = g.p.types.fn_type(g.p.funcs[func].ty)?.params.clone();
    let mut cx = Cx::pure(g, block);
    let mut args = Vec::new();
    for (i, ty) in params.iter().enumerate() {
        cx.budget = 6;
        let limits = g.funcs[index].depth_param == Some(g.p.funcs[func].params[i]);
        args.push(match depth {
            Some(depth) if limits => depth,
            None if limits => functions::first_depth(g),
            _ => grammar::value_of(g, view, &mut cx, *ty)?,
        });
    }
    variadic::arguments(g, view, &mut cx, index, &mut args)?;
    let call = g.p.call_func(func, &args).ok()?;
    g.funcs[caller].calls.push(index);
    g.funcs[caller].self_calls += 1;
    Some(call)
}

/// The call as a statement, with a variable for what it gives.
fn kept(g: &mut Gen, block: BlockId, mark: usize, call: ExprId) -> Option<()> {
    let ret = g.p.ty(call);
    if g.p.types.is_void(ret) {
        blocks::finish(g, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    calls::keep_result(g, block, mark, call, ret)
}
