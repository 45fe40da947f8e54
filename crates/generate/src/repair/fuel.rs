//! Loops that go on for too long get fuel, as if they had always had it.

use crate::expr::operators;
use crate::repair::promise;
use crate::state::Run;
use crate::state::census::RepairKind;
use crate::state::scopes::VarInfo;
use ir::{BinaryOp, BlockId, ExprKind, IncDec, Init, IntKind, Stmt, Storage, Ty};
use machine::Eval;

/// A loop that goes on for too long, or whose iterations cost more than is left, gets fuel. One that ends by itself, however
/// often it is entered, needs none: the program has no input, so the run is the proof.
pub fn fuel_if_long(m: &mut Run, body: BlockId, turns: u64) -> Eval<()> {
    let Some(info) = m.grow.growing(body) else { return Ok(()) };
    let entries = u64::from(m.record.entries(body)).max(1);
    let shape = &m.grow.policy.shape;
    let cost = (m.steps() - info.started) / entries;
    let around = (info.mult / info.trips.max(1)).max(1);
    let affordable =
        shape.steps_to_grow().saturating_mul(2).saturating_sub(m.steps()) / 2 / around / cost.max(1);
    let planned = info.trips.saturating_sub(entries);
    let overdue = m.steps() > shape.steps_to_grow().saturating_mul(3) / 2;
    if turns >= u64::from(shape.fuel) || planned > affordable || overdue {
        add_fuel(m, body, affordable.min(planned))?;
    }
    Ok(())
}

/// Whether the function may have run twice in one expression: in no certain order, which a new counter would show.
fn is_beside_others(m: &Run, func: usize) -> bool {
    (0..m.grow.funcs.len()).any(|f| m.grow.funcs[f].within && m.grow.reaches(f, func))
}

/// Fuel for a number of further turns, as if the loop had had it from the start: `if (fuel_7-- <= 0) break;`. False if
/// it has some already, or can have none.
pub fn add_fuel(m: &mut Run, body: BlockId, turns: u64) -> Eval<bool> {
    let entries = u64::from(m.record.entries(body));
    if m.grow.p.blocks[body].first().is_some_and(|s| m.grow.fuel_checks.contains(s)) {
        return Ok(false);
    }
    if m.grow.growing(body).is_some_and(|info| is_beside_others(m, info.func)) {
        return Ok(false);
    }
    let more = turns.clamp(1, 1 << 20);
    let number = m.grow.number();
    let e = m.grow.p.int_lit(entries + more, IntKind::Int);
    let init = m.grow.p.push_init(Init::Expr(e));
    let var = m.grow.p.add_global(&format!("fuel_{number}"), Ty::INT, Storage::Static, Some(init));
    m.grow.set_info(var, VarInfo { counter: true, ..VarInfo::at(0) });
    m.amend().add_static(var)?;
    // It has been counted down once for each turn so far, this one's check still to come.
    m.amend().set_int(var, Ty::INT, more as i64);
    let mark = m.grow.mark();
    let fuel = m.grow.p.var(var);
    let (left, op) = if operators::may_step(m, IncDec::PostDec) {
        (m.grow.p.push_expr(ExprKind::IncDec(IncDec::PostDec, fuel), Ty::INT), BinaryOp::Le)
    } else {
        (operators::count_down(m, var).expect("an int can be counted down"), BinaryOp::Lt)
    };
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    let cond = m.grow.p.push_expr(ExprKind::Binary(op, left, zero), Ty::INT);
    let leave = m.grow.p.push_stmt(Stmt::Break);
    let then = m.grow.p.push_block(vec![leave]);
    let check = m.grow.p.push_stmt(Stmt::If { cond, then, els: None });
    m.grow.own(mark, check, None);
    m.grow.p.blocks[body].insert(0, check);
    m.grow.fuel_checks.push(check);
    // As if it had always been there, the check has always written its counter.
    if let Some(info) = m.grow.growing(body) {
        let func = info.func;
        promise::withdraw_quiet(m, func);
    }
    m.amend().forget_paths();
    m.grow.tokens += 16;
    m.grow.stats.repair(RepairKind::Fuel);
    Ok(true)
}
