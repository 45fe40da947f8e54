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
use crate::state::{Run, tokens};
use crate::stmt::{blocks, calls};
use crate::types::{constants, functions};
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, Stmt, Storage, Ty, VarId};

/// A call that leads back to the function it is in, within an `if` that lets it end.
pub fn recurse(m: &mut Run, block: BlockId) -> Option<()> {
    let caller = m.grow.block(block).func;
    if caller == 0 || m.grow.depth_of(block) > m.grow.policy.shape.max_block_depth {
        return None;
    }
    let info = &m.grow.funcs[caller];
    if info.self_calls >= m.grow.policy.shape.max_self_calls || info.jumps {
        return None;
    }
    match m.grow.funcs[caller].depth_param {
        Some(param) => deeper(m, block, caller, param),
        None => on_fuel(m, block, caller),
    }
}

/// `if (p > 0) { … f(…, p - 1); … }`, not in a loop, so that the number of calls stays small.
fn deeper(m: &mut Run, block: BlockId, caller: usize, param: VarId) -> Option<()> {
    let body = m.grow.p.funcs[m.grow.funcs[caller].id].body?;
    let deepest = m.grow.policy.shape.max_recursion;
    let calls =
        u64::from(m.grow.funcs[caller].self_calls + 1).saturating_pow(deepest).max(u64::from(deepest));
    if m.grow.block(block).mult != m.grow.block(body).mult || !is_affordable(m, caller, calls) {
        return None;
    }
    let mark = m.grow.mark();
    let p = m.grow.p.var(param);
    let cond = more_than_zero(m, p)?;
    let p = m.grow.p.var(param);
    let one = m.grow.p.int_lit(1, IntKind::Int);
    let depth = m.grow.p.binary(BinaryOp::Sub, p, one).ok()?;
    if m.grow.ch.chance("tail-call", m.grow.policy.odds.tail_call) && !m.grow.must_reach_end(block) {
        return returned(m, block, mark, caller, cond, depth);
    }
    let then = branch(m, block, mark, cond);
    let mark = m.grow.mark();
    let call = call(m, then, caller, caller, Some(depth))?;
    kept(m, then, mark, call)
}

/// `if (p > 0) return f(…, p - 1);`, or `return p * f(…, p - 1)`.
fn returned(
    m: &mut Run,
    block: BlockId,
    mark: usize,
    caller: usize,
    cond: ExprId,
    depth: ExprId,
) -> Option<()> {
    let call = call(m, block, caller, caller, Some(depth))?;
    let ret = m.grow.p.ty(call);
    let last = if m.grow.p.types.is_void(ret) {
        vec![m.grow.p.push_stmt(Stmt::Expr(call)), m.grow.p.push_stmt(Stmt::Return(None))]
    } else {
        let value = if m.grow.p.types.is_integer(ret) { added_to(m, caller, call)? } else { call };
        let value = m.grow.p.assign_convert(value, ret).ok()?;
        vec![m.grow.p.push_stmt(Stmt::Return(Some(value)))]
    };
    m.grow.tokens += 3 + tokens::of_expr(&m.grow.p, call);
    let then = m.grow.p.push_block(last);
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// The result of the call as it is, or with what nothing writes in the meantime: how deep it is, or a constant.
fn added_to(m: &mut Run, caller: usize, call: ExprId) -> Option<ExprId> {
    if !m.grow.ch.chance("tail-operation", m.grow.policy.odds.tail_operation) {
        return Some(call);
    }
    let op = *m.grow.ch.pick("tail-operator", &[BinaryOp::Add, BinaryOp::Mul, BinaryOp::Xor])?;
    if !operators::is_on(m, op) {
        return Some(call);
    }
    let other = match m.grow.funcs[caller].depth_param {
        Some(param) if m.grow.ch.chance("tail-depth", m.grow.policy.odds.tail_depth) => m.grow.p.var(param),
        _ => constants::constant(m, IntKind::Int),
    };
    m.grow.p.binary(op, other, call).ok()
}

fn more_than_zero(m: &mut Run, e: ExprId) -> Option<ExprId> {
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    match m.grow.ch.below("recursion-condition", 4) {
        0 => Some(e),
        1 => m.grow.p.binary(BinaryOp::Lt, zero, e).ok(),
        2 => m.grow.p.binary(BinaryOp::Ne, e, zero).ok(),
        _ => m.grow.p.binary(BinaryOp::Gt, e, zero).ok(),
    }
}

/// An `if` at the end of the block, and the block that it leads to.
fn branch(m: &mut Run, block: BlockId, mark: usize, cond: ExprId) -> BlockId {
    let then = blocks::child(m, block, Role::Plain, 1);
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    then
}

/// `if (fuel > 0) { fuel--; … f(…); … }` for the function itself, or one that waits for it.
fn on_fuel(m: &mut Run, block: BlockId, caller: usize) -> Option<()> {
    let waiting: Vec<usize> = (1..m.grow.funcs.len())
        .filter(|f| m.activations(m.grow.funcs[*f].id) > 0 && m.grow.reaches(*f, caller))
        .filter(|f| !m.grow.funcs[*f].jumps)
        .collect();
    let index = if m.grow.ch.chance("self-call", m.grow.policy.odds.self_call) || waiting.is_empty() {
        caller
    } else {
        waiting[m.grow.ch.below("called-again", waiting.len())]
    };
    let most = m.grow.policy.shape.max_recursion.max(1);
    let amount = m.grow.ch.between("recursion-fuel", 1, most);
    if !is_affordable(m, index, u64::from(amount)) {
        return None;
    }
    let fuel = new_fuel(m, amount)?;
    let mark = m.grow.mark();
    let e = m.grow.p.var(fuel);
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    let cond = m.grow.p.binary(BinaryOp::Gt, e, zero).ok()?;
    let then = branch(m, block, mark, cond);
    let mark = m.grow.mark();
    let e = m.grow.p.var(fuel);
    let used = m.grow.p.inc_dec(IncDec::PostDec, e).ok()?;
    blocks::finish(m, then, mark, Stmt::Expr(used), None);
    let mark = m.grow.mark();
    let call = call(m, then, caller, index, None)?;
    kept(m, then, mark, call)
}

/// Whether so many more calls are possible, each of which costs what the function has cost so far and will cost when it
/// has grown up.
fn is_affordable(m: &Run, index: usize, calls: u64) -> bool {
    let func = &m.grow.funcs[index];
    let so_far = func.cost.unwrap_or((m.steps() - func.started).saturating_mul(2));
    let left = m.grow.policy.shape.steps_to_grow().saturating_sub(m.steps());
    calls.saturating_mul(so_far.max(200)) < left / 10
}

fn new_fuel(m: &mut Run, amount: u32) -> Option<VarId> {
    let number = m.grow.number();
    let e = m.grow.p.int_lit(u64::from(amount), IntKind::Int);
    let init = m.grow.p.push_init(Init::Expr(e));
    let var = m.grow.p.add_global(&format!("fuel_{number}"), Ty::INT, Storage::Static, Some(init));
    m.grow.set_info(var, VarInfo { counter: true, ..VarInfo::at(0) });
    m.amend().add_static(var).ok()?;
    m.grow.tokens += 6;
    Some(var)
}

fn call(m: &mut Run, block: BlockId, caller: usize, index: usize, depth: Option<ExprId>) -> Option<ExprId> {
    let func = m.grow.funcs[index].id;
    let params = m.grow.p.types.fn_type(m.grow.p.funcs[func].ty)?.params.clone();
    let mut cx = Cx::pure(m, block);
    let mut args = Vec::new();
    for (i, ty) in params.iter().enumerate() {
        cx.budget = 6;
        let limits = m.grow.funcs[index].depth_param == Some(m.grow.p.funcs[func].params[i]);
        args.push(match depth {
            Some(depth) if limits => depth,
            None if limits => functions::first_depth(m),
            _ => grammar::value_of(m, &mut cx, *ty)?,
        });
    }
    let call = m.grow.p.call_func(func, &args).ok()?;
    m.grow.funcs[caller].calls.push(index);
    m.grow.funcs[caller].self_calls += 1;
    Some(call)
}

/// The call as a statement, with a variable for what it gives.
fn kept(m: &mut Run, block: BlockId, mark: usize, call: ExprId) -> Option<()> {
    let ret = m.grow.p.ty(call);
    if m.grow.p.types.is_void(ret) {
        blocks::finish(m, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    calls::keep_result(m, block, mark, call, ret)
}
