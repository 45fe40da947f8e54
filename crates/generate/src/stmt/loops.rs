//! Loops that turn a number of times that is known or bounded: `for`, `while`, `do`, and those made of a jump.

use crate::expr::operators;
use crate::state::Run;
use crate::state::scopes::Role;
use crate::stmt::{blocks, branches};
use crate::types::variables;
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, Stmt, Ty, TypeKind, VarId};

/// How many turns a loop may take here: few where much is already repeated.
pub fn trips(m: &mut Run, block: BlockId) -> Option<u64> {
    if branches::deep_enough(m, block) {
        return None;
    }
    let mult = m.grow.block(block).mult.max(1);
    let left = m.grow.policy.shape.steps_to_grow().saturating_sub(m.steps());
    let most = (left / 4 / (mult * 400)).min(u64::from(m.grow.policy.shape.max_trips));
    if most < 2 { None } else { Some(u64::from(m.grow.ch.between("trips", 1, most as u32))) }
}

/// A counter with its first value, for the scope of a loop.
pub fn counter(m: &mut Run, block: BlockId, kind: IntKind, start: i128, bound: u32) -> VarId {
    let var = variables::new_local(m, block, Ty::int(kind));
    let info = m.grow.info_mut(var);
    info.counter = true;
    info.level += 1;
    info.local_index_bound = bound;
    let e = m.grow.p.int_const(start, Ty::int(at_least_int(kind)));
    let e = m.grow.p.convert(e, Ty::int(kind));
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(e)));
    var
}

/// The kind, or `int` in its place where constants of it are not written as such.
pub fn at_least_int(kind: IntKind) -> IntKind {
    if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind }
}

/// The type of a counter that takes values up to the largest.
pub fn counter_kind(m: &mut Run, largest: u64) -> IntKind {
    const NARROW: [IntKind; 5] =
        [IntKind::SChar, IntKind::UChar, IntKind::Short, IntKind::UShort, IntKind::Char];
    let share = m.grow.policy.loops.narrow;
    if share > 0 && largest < 100 && m.grow.ch.chance("narrow-counter", share) {
        return variables::one_of(m, "narrow-counter-kind", &NARROW);
    }
    let kinds = [IntKind::Int, IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong];
    variables::one_of(m, "counter-kind", &kinds)
}

pub fn for_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)? as i128;
    let shared = m.grow.policy.manner.shared_counter;
    if m.grow.block(block).mult <= 2 && m.grow.ch.chance("shared-counter", shared) {
        return shared_for(m, block);
    }
    let mark = m.grow.mark();
    let wide = m.grow.ch.chance("stride", m.grow.policy.odds.stride);
    let stride = if wide && m.grow.policy.statements.compound_assign > 0 {
        m.grow.ch.between("stride-by", 2, m.grow.policy.amounts.max_stride) as i128
    } else {
        1
    };
    let kind = counter_kind(m, (turns * stride) as u64);
    let down = kind == IntKind::Int && m.grow.ch.chance("count-down", m.grow.policy.odds.count_down);
    let end = turns * stride;
    let (start, limit) = if down { (end - stride, 0) } else { (0, end) };
    let var = counter(m, block, kind, start, end as u32);
    let (cond, step) = for_head(m, var, kind, down, stride, limit)?;
    let decl = m.grow.p.push_stmt(Stmt::Decl(var));
    let init = m.grow.p.push_block(vec![decl]);
    let body = blocks::child(m, block, Role::Loop, turns as u64);
    m.grow.block_mut(body).vars.push(var);
    m.grow.tokens += 10;
    blocks::finish(m, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    Some(())
}

/// `for (g = 3; g < 20; g++)`, where anything may write g meanwhile: nobody can tell whether it ends. Fuel sees to it.
fn shared_for(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let var = shared_counter(m, block)?;
    let kind = m.grow.p.types.int_kind(m.grow.p.vars[var].ty)?;
    let bound = m.grow.policy.odds.shared_bound as usize;
    let (first, last) = (m.grow.ch.below("shared-first", bound), m.grow.ch.below("shared-last", bound));
    let assigned = shared_value(m, var, first)?;
    let set = m.grow.p.push_stmt(Stmt::Expr(assigned));
    let init = m.grow.p.push_block(vec![set]);
    let (v, end) = (m.grow.p.var(var), m.grow.p.int_const(last as i128, Ty::int(kind.max(IntKind::Int))));
    let ops = [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Ne, BinaryOp::Eq];
    let op = *m.grow.ch.pick("shared-comparison", &ops)?;
    let cond = m.grow.p.binary(op, v, end).ok()?;
    let v = m.grow.p.var(var);
    let step = match operators::step(m) {
        Some(op) => m.grow.p.inc_dec(op, v).ok()?,
        None => {
            let (old, one) = (m.grow.p.var(var), m.grow.p.int_lit(1, IntKind::Int));
            let more = m.grow.p.binary(BinaryOp::Add, old, one).ok()?;
            m.grow.p.assign(v, more).ok()?
        }
    };
    let turns = u64::from(m.grow.policy.shape.fuel);
    let body = blocks::child(m, block, Role::Loop, turns);
    m.grow.tokens += 10;
    blocks::finish(m, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    Some(())
}

fn shared_value(m: &mut Run, var: VarId, value: usize) -> Option<ExprId> {
    let (v, value) = (m.grow.p.var(var), m.grow.p.int_lit(value as u64, IntKind::Int));
    m.grow.p.assign(v, value).ok()
}

pub fn for_head(
    m: &mut Run,
    var: VarId,
    kind: IntKind,
    down: bool,
    stride: i128,
    limit: i128,
) -> Option<(ExprId, ExprId)> {
    let v = m.grow.p.var(var);
    let end = bound(m, limit, at_least_int(kind))?;
    let ops: &[BinaryOp] = if down { &[BinaryOp::Ge] } else { &[BinaryOp::Lt, BinaryOp::Lt, BinaryOp::Ne] };
    let op = *m.grow.ch.pick("loop-comparison", ops)?;
    let cond = m.grow.p.binary(op, v, end).ok()?;
    let v = m.grow.p.var(var);
    let step = if stride == 1 {
        let ops = if down { [IncDec::PostDec, IncDec::PreDec] } else { [IncDec::PostInc, IncDec::PreInc] };
        let op = *m.grow.ch.pick("loop-step", &ops)?;
        one_step(m, var, op, ops)?
    } else {
        let by = m.grow.p.int_const(stride, Ty::INT);
        m.grow.p.assign_op(if down { BinaryOp::Sub } else { BinaryOp::Add }, v, by).ok()?
    };
    Some((cond, step))
}

/// A constant, or a global that holds it.
fn bound(m: &mut Run, limit: i128, kind: IntKind) -> Option<ExprId> {
    let share = m.grow.policy.loops.held_bound;
    let e = m.grow.p.int_const(limit, Ty::int(kind));
    if share == 0 || !m.grow.ch.chance("held-bound", share) {
        return Some(e);
    }
    let init = m.grow.p.push_init(Init::Expr(e));
    let var = variables::hidden_global(m, "bound", Ty::int(kind), init);
    m.grow.stats.policy("bound: global of its own");
    Some(m.grow.p.var(var))
}

/// The step, if it may be written; else the other one of the two, or an assignment.
fn one_step(m: &mut Run, var: VarId, wanted: IncDec, ops: [IncDec; 2]) -> Option<ExprId> {
    let v = m.grow.p.var(var);
    if let Some(op) = [wanted, ops[0], ops[1]].into_iter().find(|op| operators::may_step(m, *op)) {
        return m.grow.p.inc_dec(op, v).ok();
    }
    let (old, one) = (m.grow.p.var(var), m.grow.p.int_lit(1, IntKind::Int));
    let op = if wanted.is_inc() { BinaryOp::Add } else { BinaryOp::Sub };
    let next = m.grow.p.binary(op, old, one).ok()?;
    m.grow.p.assign(v, next).ok()
}

/// A local counter declared before the loop.
fn outer_counter(m: &mut Run, block: BlockId, start: i128, bound: u32) -> VarId {
    let mark = m.grow.mark();
    let var = counter(m, block, IntKind::Int, start, bound);
    m.grow.info_mut(var).level -= 1;
    blocks::finish(m, block, mark, Stmt::Decl(var), None);
    m.grow.block_mut(block).vars.push(var);
    m.grow.tokens += 4;
    var
}

/// A condition that counts down: `l-- > 0`, `--l >= 0` or `l--`.
fn count_down(m: &mut Run, var: VarId) -> Option<ExprId> {
    let form = m.grow.ch.below("count-down-form", 3);
    if !operators::may_step(m, IncDec::PostDec) || !operators::may_step(m, IncDec::PreDec) {
        let (e, zero) = (operators::count_down(m, var)?, m.grow.p.int_lit(0, IntKind::Int));
        return m.grow.p.binary(BinaryOp::Ge, e, zero).ok();
    }
    let v = m.grow.p.var(var);
    match form {
        0 => {
            let e = m.grow.p.inc_dec(IncDec::PostDec, v).ok()?;
            let zero = m.grow.p.int_lit(0, IntKind::Int);
            m.grow.p.binary(BinaryOp::Gt, e, zero).ok()
        }
        1 => {
            let e = m.grow.p.inc_dec(IncDec::PreDec, v).ok()?;
            let zero = m.grow.p.int_lit(0, IntKind::Int);
            m.grow.p.binary(BinaryOp::Ge, e, zero).ok()
        }
        _ => m.grow.p.inc_dec(IncDec::PostDec, v).ok(),
    }
}

/// A condition that nobody has looked at: fuel ends the loop if nothing else does.
fn wild_condition(m: &mut Run, block: BlockId) -> Option<ExprId> {
    let wild = m.grow.block(block).mult <= 2 && m.grow.ch.chance("wild-loop", m.grow.policy.odds.wild_loop);
    wild.then(|| branches::condition(m, block, true))
}

pub fn while_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)?;
    let (mark, cond, turns) = loop_condition(m, block, turns)?;
    let body = blocks::child(m, block, Role::Loop, turns);
    blocks::finish(m, block, mark, Stmt::While { cond, body }, Some(body));
    Some(())
}

fn loop_condition(m: &mut Run, block: BlockId, turns: u64) -> Option<(usize, ExprId, u64)> {
    let mark = m.grow.mark();
    if let Some(cond) = wild_condition(m, block) {
        return Some((mark, cond, u64::from(m.grow.policy.shape.fuel)));
    }
    let var = outer_counter(m, block, turns as i128, turns as u32 + 1);
    let mark = m.grow.mark();
    Some((mark, count_down(m, var)?, turns))
}

pub fn do_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)?;
    let (mark, cond, turns) = loop_condition(m, block, turns)?;
    let body = blocks::child(m, block, Role::Loop, turns + 1);
    // Its condition is evaluated after the body, and more than once while the statement runs: it is never fresh.
    blocks::finish(m, block, mark, Stmt::DoWhile { body, cond }, Some(body));
    Some(())
}

/// A loop made of a jump: `L: { … } if (--l > 0) goto L;`.
pub fn goto_back(m: &mut Run, block: BlockId) -> Option<()> {
    let turns = trips(m, block)?;
    let var = outer_counter(m, block, turns as i128, turns as u32 + 1);
    let func = m.grow.funcs[m.grow.block(block).func].id;
    let label = m.grow.new_label(func);
    m.grow.insert(block, Stmt::Label(label));
    let inner = blocks::child(m, block, Role::Plain, turns);
    m.grow.insert(block, Stmt::Block(inner));
    let mark = m.grow.mark();
    let e = operators::count_down(m, var)?;
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    let cond = m.grow.p.binary(BinaryOp::Gt, e, zero).ok()?;
    let back = m.grow.p.push_stmt(Stmt::Goto(label));
    let then = m.grow.p.push_block(vec![back]);
    m.grow.tokens += 8;
    blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    Some(())
}

/// A variable that a loop can count with, and anything else can write.
fn shared_counter(m: &mut Run, block: BlockId) -> Option<VarId> {
    let mut seen = Vec::new();
    m.grow.visible(block, &mut seen);
    seen.retain(|v| {
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        m.grow.p.types.int_kind(ty).is_some_and(|k| k != IntKind::Bool)
            && !matches!(m.grow.p.types.kind(ty), TypeKind::Enum(_))
            && ty.quals().is_empty()
            && !m.grow.info(*v).counter
    });
    m.grow.ch.pick("shared-counter-variable", &seen).copied()
}
