//! Loops that run a number of times that is known or bounded: `for`, `while`, `do`, and those made of a jump.

use crate::expr::operators;
use crate::state::Gen;
use crate::state::scopes::Role;
use crate::stmt::{blocks, branches};
use crate::types::variables;
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, Stmt, Ty, TypeKind, VarId};
use machine::View;

/// How many iterations a loop may have here: few where much is already repeated.
pub fn trips(g: &mut Gen, view: &View, block: BlockId) -> Option<u64> {
    if branches::deep_enough(g, block) {
        return None;
    }
    let mult = g.block(block).mult.max(1);
    let left = g.policy.shape.steps_to_grow().saturating_sub(view.steps(g));
    let most = (left / 4 / (mult * 400)).min(u64::from(g.policy.shape.max_trips));
    if most < 2 { None } else { Some(u64::from(g.ch.between("trips", 1, most as u32))) }
}

/// A counter with its first value, for the scope of a loop.
pub fn counter(g: &mut Gen, block: BlockId, kind: IntKind, start: i128, bound: u32) -> VarId {
    let var = variables::new_local(g, block, Ty::int(kind));
    let info = g.info_mut(var);
    info.counter = true;
    info.level += 1;
    info.local_index_bound = bound;
    let e = g.p.int_const(start, Ty::int(at_least_int(kind)));
    let e = g.p.convert(e, Ty::int(kind));
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(e)));
    var
}

/// The kind, or `int` in its place where constants of it are not written as such.
pub fn at_least_int(kind: IntKind) -> IntKind {
    if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind }
}

/// The type of a counter that takes values up to the largest.
pub fn counter_kind(g: &mut Gen, largest: u64) -> IntKind {
    const NARROW: [IntKind; 5] =
        [IntKind::SChar, IntKind::UChar, IntKind::Short, IntKind::UShort, IntKind::Char];
    let share = g.policy.loops.narrow;
    if share > 0 && largest < 100 && g.ch.chance("narrow-counter", share) {
        return variables::one_of(g, "narrow-counter-kind", &NARROW);
    }
    let kinds = [IntKind::Int, IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong];
    variables::one_of(g, "counter-kind", &kinds)
}

pub fn for_loop(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let iterations = trips(g, view, block)? as i128;
    let shared = g.policy.manner.shared_counter;
    if g.block(block).mult <= 2 && g.ch.chance("shared-counter", shared) {
        return shared_for(g, view, block);
    }
    let mark = g.mark();
    let wide = g.ch.chance("stride", g.policy.odds.stride);
    let stride = if wide && g.policy.statements.compound_assign > 0 {
        g.ch.between("stride-by", 2, g.policy.amounts.max_stride) as i128
    } else {
        1
    };
    let kind = counter_kind(g, (iterations * stride) as u64);
    let down = kind == IntKind::Int && g.ch.chance("count-down", g.policy.odds.count_down);
    let end = iterations * stride;
    let (start, limit) = if down { (end - stride, 0) } else { (0, end) };
    let var = counter(g, block, kind, start, end as u32);
    let (cond, step) = for_head(g, var, kind, down, stride, limit)?;
    let decl = g.p.push_stmt(Stmt::Decl(var));
    let init = g.p.push_block(vec![decl]);
    let body = blocks::child(g, view, block, Role::Loop, iterations as u64);
    g.block_mut(body).vars.push(var);
    g.tokens += 10;
    blocks::finish(g, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    Some(())
}

/// `for (g = 3; g < 20; g++)`, where anything may write g meanwhile: whether it ends is not known. Fuel sees to it.
fn shared_for(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let var = shared_counter(g, block)?;
    let kind = g.p.types.int_kind(g.p.vars[var].ty)?;
    let bound = g.policy.odds.shared_bound as usize;
    let (first, last) = (g.ch.below("shared-first", bound), g.ch.below("shared-last", bound));
    let assigned = shared_value(g, var, first)?;
    let set = g.p.push_stmt(Stmt::Expr(assigned));
    let init = g.p.push_block(vec![set]);
    let (v, end) = (g.p.var(var), g.p.int_const(last as i128, Ty::int(kind.max(IntKind::Int))));
    let ops = [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Ne, BinaryOp::Eq];
    let op = *g.ch.pick("shared-comparison", &ops)?;
    let cond = g.p.binary(op, v, end).ok()?;
    let v = g.p.var(var);
    let step = match operators::step(g) {
        Some(op) => g.p.inc_dec(op, v).ok()?,
        None => {
            let (old, one) = (g.p.var(var), g.p.int_lit(1, IntKind::Int));
            let more = g.p.binary(BinaryOp::Add, old, one).ok()?;
            g.p.assign(v, more).ok()?
        }
    };
    let iterations = u64::from(g.policy.shape.fuel);
    let body = blocks::child(g, view, block, Role::Loop, iterations);
    g.tokens += 10;
    blocks::finish(g, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    Some(())
}

fn shared_value(g: &mut Gen, var: VarId, value: usize) -> Option<ExprId> {
    let (v, value) = (g.p.var(var), g.p.int_lit(value as u64, IntKind::Int));
    g.p.assign(v, value).ok()
}

pub fn for_head(
    g: &mut Gen,
    var: VarId,
    kind: IntKind,
    down: bool,
    stride: i128,
    limit: i128,
) -> Option<(ExprId, ExprId)> {
    let v = g.p.var(var);
    let end = bound(g, limit, at_least_int(kind))?;
    let ops: &[BinaryOp] = if down { &[BinaryOp::Ge] } else { &[BinaryOp::Lt, BinaryOp::Lt, BinaryOp::Ne] };
    let op = *g.ch.pick("loop-comparison", ops)?;
    let cond = g.p.binary(op, v, end).ok()?;
    let v = g.p.var(var);
    let step = if stride == 1 {
        let ops = if down { [IncDec::PostDec, IncDec::PreDec] } else { [IncDec::PostInc, IncDec::PreInc] };
        let op = *g.ch.pick("loop-step", &ops)?;
        one_step(g, var, op, ops)?
    } else {
        let by = g.p.int_const(stride, Ty::INT);
        g.p.assign_op(if down { BinaryOp::Sub } else { BinaryOp::Add }, v, by).ok()?
    };
    Some((cond, step))
}

/// A constant, or a global that holds it.
fn bound(g: &mut Gen, limit: i128, kind: IntKind) -> Option<ExprId> {
    let share = g.policy.loops.held_bound;
    let e = g.p.int_const(limit, Ty::int(kind));
    if share == 0 || !g.ch.chance("held-bound", share) {
        return Some(e);
    }
    let init = g.p.push_init(Init::Expr(e));
    let var = variables::hidden_global(g, "bound", Ty::int(kind), init);
    g.stats.policy("bound: global of its own");
    Some(g.p.var(var))
}

/// The step, if it may be written; else the other one of the two, or an assignment.
fn one_step(g: &mut Gen, var: VarId, wanted: IncDec, ops: [IncDec; 2]) -> Option<ExprId> {
    let v = g.p.var(var);
    if let Some(op) = [wanted, ops[0], ops[1]].into_iter().find(|op| operators::may_step(g, *op)) {
        return g.p.inc_dec(op, v).ok();
    }
    let (old, one) = (g.p.var(var), g.p.int_lit(1, IntKind::Int));
    let op = if wanted.is_inc() { BinaryOp::Add } else { BinaryOp::Sub };
    let next = g.p.binary(op, old, one).ok()?;
    g.p.assign(v, next).ok()
}

/// A local counter declared before the loop.
fn outer_counter(g: &mut Gen, block: BlockId, start: i128, bound: u32) -> VarId {
    let mark = g.mark();
    let var = counter(g, block, IntKind::Int, start, bound);
    g.info_mut(var).level -= 1;
    blocks::finish(g, block, mark, Stmt::Decl(var), None);
    g.block_mut(block).vars.push(var);
    g.tokens += 4;
    var
}

/// A condition that counts down: `l-- > 0`, `--l >= 0` or `l--`.
fn count_down(g: &mut Gen, var: VarId) -> Option<ExprId> {
    let form = g.ch.below("count-down-form", 3);
    if !operators::may_step(g, IncDec::PostDec) || !operators::may_step(g, IncDec::PreDec) {
        let (e, zero) = (operators::count_down(g, var)?, g.p.int_lit(0, IntKind::Int));
        return g.p.binary(BinaryOp::Ge, e, zero).ok();
    }
    let v = g.p.var(var);
    match form {
        0 => {
            let e = g.p.inc_dec(IncDec::PostDec, v).ok()?;
            let zero = g.p.int_lit(0, IntKind::Int);
            g.p.binary(BinaryOp::Gt, e, zero).ok()
        }
        1 => {
            let e = g.p.inc_dec(IncDec::PreDec, v).ok()?;
            let zero = g.p.int_lit(0, IntKind::Int);
            g.p.binary(BinaryOp::Ge, e, zero).ok()
        }
        _ => g.p.inc_dec(IncDec::PostDec, v).ok(),
    }
}

/// An arbitrary condition: fuel ends the loop if nothing else does.
fn wild_condition(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let wild = g.block(block).mult <= 2 && g.ch.chance("wild-loop", g.policy.odds.wild_loop);
    wild.then(|| branches::condition(g, view, block, true))
}

pub fn while_loop(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let iterations = trips(g, view, block)?;
    let (mark, cond, iterations) = loop_condition(g, view, block, iterations)?;
    let body = blocks::child(g, view, block, Role::Loop, iterations);
    blocks::finish(g, block, mark, Stmt::While { cond, body }, Some(body));
    Some(())
}

fn loop_condition(g: &mut Gen, view: &View, block: BlockId, iterations: u64) -> Option<(usize, ExprId, u64)> {
    let mark = g.mark();
    if let Some(cond) = wild_condition(g, view, block) {
        return Some((mark, cond, u64::from(g.policy.shape.fuel)));
    }
    let var = outer_counter(g, block, iterations as i128, iterations as u32 + 1);
    let mark = g.mark();
    Some((mark, count_down(g, var)?, iterations))
}

pub fn do_loop(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let iterations = trips(g, view, block)?;
    let (mark, cond, iterations) = loop_condition(g, view, block, iterations)?;
    let body = blocks::child(g, view, block, Role::Loop, iterations + 1);
    // Its condition is evaluated after the body, and more than once while the statement runs: it is never fresh.
    blocks::finish(g, block, mark, Stmt::DoWhile { body, cond }, Some(body));
    Some(())
}

/// A loop made of a jump: `L: { … } if (--l > 0) goto L;`.
pub fn goto_back(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let iterations = trips(g, view, block)?;
    let var = outer_counter(g, block, iterations as i128, iterations as u32 + 1);
    let func = g.funcs[g.block(block).func].id;
    let label = g.new_label(func);
    g.insert(block, Stmt::Label(label));
    let inner = blocks::child(g, view, block, Role::Plain, iterations);
    g.insert(block, Stmt::Block(inner));
    let mark = g.mark();
    let e = operators::count_down(g, var)?;
    let zero = g.p.int_lit(0, IntKind::Int);
    let cond = g.p.binary(BinaryOp::Gt, e, zero).ok()?;
    let back = g.p.push_stmt(Stmt::Goto(label));
    let then = g.p.push_block(vec![back]);
    g.tokens += 8;
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// A variable that a loop can count with, and anything else can write.
fn shared_counter(g: &mut Gen, block: BlockId) -> Option<VarId> {
    let mut seen = Vec::new();
    g.visible(block, &mut seen);
    seen.retain(|v| {
        let ty = g.p.types.canonical(g.p.vars[*v].ty);
        g.p.types.int_kind(ty).is_some_and(|k| k != IntKind::Bool)
            && !matches!(g.p.types.kind(ty), TypeKind::Enum(_))
            && ty.quals().is_empty()
            && !g.info(*v).counter
    });
    g.ch.pick("shared-counter-variable", &seen).copied()
}
