//! Loops that go on for too long get fuel, as if they had always had it.

use crate::expr::operators;
use crate::repair::promise;
use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::state::scopes::VarInfo;
use ir::{BinaryOp, BlockId, ExprKind, Id, IncDec, Init, IntKind, Stmt, Storage, Ty};
use machine::{Amendment, LOOK_EVERY, View};

/// A loop that goes on for too long, or whose iterations cost more than is left, gets fuel. One that ends by itself, however
/// often it is entered, needs none: the program has no input, so the run is the proof.
pub fn fuel_if_long(g: &mut Gen, view: &View, body: BlockId, iterations: u64) {
    let Some(info) = g.growing(body) else {
        fuel_for_host(g, view, body, iterations);
        return;
    };
    let entries = u64::from(view.observed.entries(body)).max(1);
    let shape = &g.policy.shape;
    let cost = (view.steps(g) - info.started) / entries;
    let around = (info.mult / info.trips.max(1)).max(1);
    let affordable =
        shape.steps_to_grow().saturating_mul(2).saturating_sub(view.steps(g)) / 2 / around / cost.max(1);
    let planned = info.trips.saturating_sub(entries);
    let overdue = view.steps(g) > shape.steps_to_grow().saturating_mul(3) / 2;
    if iterations >= u64::from(shape.fuel) || planned > affordable || overdue {
        add_fuel(g, view, body, affordable.min(planned));
    }
}

/// A loop of a program that was there before goes on as it did, unless the run gets far too long.
fn fuel_for_host(g: &mut Gen, view: &View, body: BlockId, iterations: u64) {
    let overdue = view.steps(g) > g.policy.shape.steps_to_grow().saturating_mul(2);
    if body.index() < g.host_blocks && overdue && iterations >= LOOK_EVERY {
        add_fuel(g, view, body, 1);
    }
}

/// Whether the function may have run twice in one expression: in no certain order, which a new counter would show.
fn is_beside_others(g: &Gen, func: usize) -> bool {
    (0..g.funcs.len()).any(|f| g.funcs[f].within && g.reaches(f, func))
}

/// Fuel for a number of further iterations, as if the loop had had it from the start: `if (fuel_7-- <= 0) break;`. False if
/// it has some already, or can have none.
pub fn add_fuel(g: &mut Gen, view: &View, body: BlockId, iterations: u64) -> bool {
    let entries = u64::from(view.observed.entries(body));
    if g.p.blocks[body].first().is_some_and(|s| g.fuel_checks.contains(s)) {
        return false;
    }
    if g.growing(body).is_some_and(|info| is_beside_others(g, info.func)) {
        return false;
    }
    let more = iterations.clamp(1, 1 << 20);
    let number = g.number();
    let e = g.p.int_lit(entries + more, IntKind::Int);
    let init = g.p.push_init(Init::Expr(e));
    let var = g.p.add_global(&format!("fuel_{number}"), Ty::INT, Storage::Static, Some(init));
    g.set_info(var, VarInfo { counter: true, ..VarInfo::at(0) });
    g.amend(Amendment::AddStatic(var));
    // It has been counted down once for each iteration so far, this one's check still to come.
    g.amend(Amendment::SetInt(var, Ty::INT, more as i64));
    let mark = g.mark();
    let fuel = g.p.var(var);
    let (left, op) = if operators::may_step(g, IncDec::PostDec) {
        (g.p.push_expr(ExprKind::IncDec(IncDec::PostDec, fuel), Ty::INT), BinaryOp::Le)
    } else {
        (operators::count_down(g, var).expect("an int can be counted down"), BinaryOp::Lt)
    };
    let zero = g.p.int_lit(0, IntKind::Int);
    let cond = g.p.push_expr(ExprKind::Binary(op, left, zero), Ty::INT);
    let leave = g.p.push_stmt(Stmt::Break);
    let then = g.p.push_block(vec![leave]);
    let check = g.p.push_stmt(Stmt::If { cond, then, els: None });
    g.own(mark, check, None);
    g.p.blocks[body].insert(0, check);
    g.fuel_checks.push(check);
    // As if it had always been there, the check has always written its counter.
    if let Some(info) = g.growing(body) {
        let func = info.func;
        promise::withdraw_quiet(g, func);
    }
    g.amend(Amendment::ForgetPaths);
    g.tokens += 16;
    g.stats.repair(RepairKind::Fuel);
    true
}
