//! Loops that are unrolled or peeled, statements in loops that run once, and statements that are there twice.

use super::copying::{self, Copier};
use super::scene::{Scene, has_jumps, insert, moved};
use crate::subject;
use ir::{BlockId, ExprId, ExprKind, IncDec, Init, IntKind, Program, Stmt, StmtId, Storage, Ty, UnaryOp};
use reduce::edit::Edit;
use reduce::rebuild::rebuild;

// --- unroll, peel, split ---

pub fn unroll(s: &mut Scene) -> Option<Program> {
    let spot = s.statement(|p, stmt| match p.stmts[stmt] {
        Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
            p.blocks[body].iter().all(|s| !has_jumps(p, *s))
        }
        _ => false,
    })?;
    match s.ch.below("unroll", 4) {
        0 => wholly(s, spot.stmt),
        1 => peel(s, spot.stmt, spot.func),
        2 => halves(s, spot.stmt, spot.func),
        _ => two_at_once(s, spot.stmt, spot.func),
    }
}

/// As many turns as there were.
fn wholly(s: &mut Scene, stmt: StmtId) -> Option<Program> {
    let (Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. }) =
        s.program.stmts[stmt]
    else {
        return None;
    };
    let (turns, runs) = (s.ran.record.entries(body), s.ran.runs(stmt));
    if runs == 0 || turns % runs != 0 || turns / runs > 16 {
        return None;
    }
    rebuild(s.program, &[Edit::Unroll(stmt, turns / runs)]).ok()
}

/// `{ init; if (c) { { … } step; } for (; c; step) … }`
fn peel(s: &mut Scene, stmt: StmtId, func: ir::FuncId) -> Option<Program> {
    let mut p = s.program.clone();
    let mut copier = Copier::new(func);
    let (init, cond, step, body) = parts(&mut p, stmt)?;
    let first_cond = copier.expr(&mut p, cond)?;
    let first_body = copier.block(&mut p, body)?;
    let mut turn = vec![p.push_stmt(Stmt::Block(first_body))];
    if let Some(step) = step {
        let step = copier.expr(&mut p, step)?;
        turn.push(p.push_stmt(Stmt::Expr(step)));
    }
    let then = p.push_block(turn);
    let check = p.push_stmt(Stmt::If { cond: first_cond, then, els: None });
    let none = p.push_block(Vec::new());
    let rest = p.push_stmt(Stmt::For { init: none, cond: Some(cond), step, body });
    let mut all = p.blocks[init].clone();
    all.extend([check, rest]);
    p.stmts[stmt] = Stmt::Block(p.push_block(all));
    Some(p)
}

/// The first turns in one loop, the others in the next: `for (init; n < k && c; …) …  for (; c; …) …`.
fn halves(s: &mut Scene, stmt: StmtId, func: ir::FuncId) -> Option<Program> {
    let mut p = s.program.clone();
    let mut copier = Copier::new(func);
    let (init, cond, step, body) = parts(&mut p, stmt)?;
    let name = subject::fresh(&p, "turn");
    let var = p.add_local(&name, Ty::INT, Storage::Auto, func);
    let zero = p.int_lit(0, IntKind::Int);
    p.vars[var].init = Some(p.push_init(Init::Expr(zero)));
    let declared = p.push_stmt(Stmt::Decl(var));
    let most = s.ch.between("first-turns", 1, 8);
    let (turn, limit) = (p.var(var), p.int_lit(u64::from(most), IntKind::Int));
    let turn = p.inc_dec(IncDec::PostInc, turn).ok()?;
    let below = p.binary(ir::BinaryOp::Lt, turn, limit).ok()?;
    let first_cond = copier.expr(&mut p, cond)?;
    let both = p.logic(ir::LogicOp::And, below, first_cond).ok()?;
    let first_body = copier.block(&mut p, body)?;
    let first_step = match step {
        Some(step) => Some(copier.expr(&mut p, step)?),
        None => None,
    };
    let none = p.push_block(Vec::new());
    let first = p.push_stmt(Stmt::For { init: none, cond: Some(both), step: first_step, body: first_body });
    let none = p.push_block(Vec::new());
    let second = p.push_stmt(Stmt::For { init: none, cond: Some(cond), step, body });
    let mut all = p.blocks[init].clone();
    all.extend([declared, first, second]);
    p.stmts[stmt] = Stmt::Block(p.push_block(all));
    Some(p)
}

/// `for (init; c; step) { { … } step; if (!c) break; { … } }`
fn two_at_once(s: &mut Scene, stmt: StmtId, func: ir::FuncId) -> Option<Program> {
    let mut p = s.program.clone();
    let mut copier = Copier::new(func);
    let (init, cond, step, body) = parts(&mut p, stmt)?;
    let again = copier.expr(&mut p, cond)?;
    let second = copier.block(&mut p, body)?;
    let mut list = vec![p.push_stmt(Stmt::Block(body))];
    if let Some(step) = step {
        let between = copier.expr(&mut p, step)?;
        list.push(p.push_stmt(Stmt::Expr(between)));
    }
    let not = p.unary(UnaryOp::Not, again).ok()?;
    let leave = p.push_stmt(Stmt::Break);
    let then = p.push_block(vec![leave]);
    list.push(p.push_stmt(Stmt::If { cond: not, then, els: None }));
    list.push(p.push_stmt(Stmt::Block(second)));
    let body = p.push_block(list);
    p.stmts[stmt] = Stmt::For { init, cond: Some(cond), step, body };
    Some(p)
}

/// A loop with its test at the start, in the parts of a `for`.
pub fn parts(p: &mut Program, stmt: StmtId) -> Option<(BlockId, ExprId, Option<ExprId>, BlockId)> {
    match p.stmts[stmt] {
        Stmt::For { init, cond, step, body } => Some((init, cond?, step, body)),
        Stmt::While { cond, body } => Some((p.push_block(Vec::new()), cond, None, body)),
        _ => None,
    }
}

// --- wrap ---

pub fn wrap(s: &mut Scene) -> Option<Program> {
    s.at_sites(wrap_one)
}

fn wrap_one(p: &mut Program, s: &mut Scene) -> Option<()> {
    let spot = s.statement(|p, stmt| {
        let declares = matches!(p.stmts[stmt], Stmt::Decl(_) | Stmt::Empty);
        !declares && !has_jumps(p, stmt)
    })?;
    // What another change has made of it meanwhile.
    if has_jumps(p, spot.stmt) {
        return None;
    }
    let inner = moved(p, spot.stmt);
    let body = p.push_block(vec![inner]);
    p.stmts[spot.stmt] = match s.ch.below("wrapped", 5) {
        0 => {
            let zero = p.int_lit(0, IntKind::Int);
            Stmt::DoWhile { body, cond: zero }
        }
        1 => runs_once(p, body, spot.func)?,
        2 => {
            let cond = opaque(p, 1)?;
            Stmt::If { cond, then: body, els: None }
        }
        3 => {
            let cond = opaque(p, 0)?;
            let then = p.push_block(Vec::new());
            Stmt::If { cond, then, els: Some(body) }
        }
        _ => Stmt::Block(body),
    };
    Some(())
}

/// `for (int once = 0; once < 1; once++) …`
fn runs_once(p: &mut Program, body: BlockId, func: ir::FuncId) -> Option<Stmt> {
    let name = subject::fresh(p, "once");
    let var = p.add_local(&name, Ty::INT, Storage::Auto, func);
    let zero = p.int_lit(0, IntKind::Int);
    p.vars[var].init = Some(p.push_init(Init::Expr(zero)));
    let decl = p.push_stmt(Stmt::Decl(var));
    let init = p.push_block(vec![decl]);
    let (a, one) = (p.var(var), p.int_lit(1, IntKind::Int));
    let cond = p.binary(ir::BinaryOp::Lt, a, one).ok()?;
    let b = p.var(var);
    let step = p.inc_dec(IncDec::PostInc, b).ok()?;
    Some(Stmt::For { init, cond: Some(cond), step: Some(step), body })
}

/// A global with a value that nothing writes.
fn opaque(p: &mut Program, value: u64) -> Option<ExprId> {
    let name = subject::fresh(p, "always");
    let e = p.int_lit(value, IntKind::Int);
    let init = p.push_init(Init::Expr(e));
    let var = p.add_global(&name, Ty::INT, Storage::Global, Some(init));
    Some(p.var(var))
}

// --- twice ---

/// An assignment is made again right behind itself; what that changes, the run shows.
pub fn twice(s: &mut Scene) -> Option<Program> {
    s.at_sites(twice_one)
}

fn twice_one(p: &mut Program, s: &mut Scene) -> Option<()> {
    let spot = s.statement(|p, stmt| {
        let Stmt::Expr(e) = p.stmts[stmt] else { return false };
        matches!(p.exprs[e].kind, ExprKind::Assign { .. }) && copying::is_copyable(p, e)
    })?;
    let Stmt::Expr(e) = p.stmts[spot.stmt] else { return None };
    if !copying::is_copyable(p, e) {
        return None;
    }
    let again = p.copy_expr(e);
    insert(p, spot, 1, Stmt::Expr(again)).map(|_| ())
}
