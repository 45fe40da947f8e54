//! Two loops that become one, and two loops one in the other that change places. What that makes of the values, the run shows.

use super::loops::parts;
use super::scene::{Scene, has_jumps};
use crate::subject;
use ir::{BlockId, LogicOp, Program, Stmt, StmtId};

// --- fuse ---

/// `for (a; b; c) X  for (d; e; f) Y` becomes `a; { d; for (; b && e; c, f) { X Y } }`.
pub fn fuse(s: &mut Scene) -> Option<Program> {
    let neighbours: Vec<(StmtId, StmtId)> = neighbours(s.program);
    let spot = s.statement(|p, stmt| {
        neighbours.iter().any(|(first, second)| *first == stmt && !leaves(p, *first) && !leaves(p, *second))
    })?;
    let (_, second) = *neighbours.iter().find(|(first, _)| *first == spot.stmt)?;
    let mut p = s.program.clone();
    let (first_init, first_cond, first_step, first_body) = parts(&mut p, spot.stmt)?;
    let (init, cond, step, body) = parts(&mut p, second)?;
    rename(&mut p, init);
    let both = if s.ch.chance("fused-until-both-end", 30) { LogicOp::Or } else { LogicOp::And };
    let cond = p.logic(both, first_cond, cond).ok()?;
    let step = match (first_step, step) {
        (Some(a), Some(b)) => Some(p.comma(a, b)),
        (a, b) => a.or(b),
    };
    let bodies = [first_body, body].map(|body| p.push_stmt(Stmt::Block(body)));
    let body = p.push_block(bodies.to_vec());
    let none = p.push_block(Vec::new());
    let fused = p.push_stmt(Stmt::For { init: none, cond: Some(cond), step, body });
    let mut inner = p.blocks[init].clone();
    inner.push(fused);
    let inner = p.push_block(inner);
    let mut all = p.blocks[first_init].clone();
    all.push(p.push_stmt(Stmt::Block(inner)));
    p.stmts[spot.stmt] = Stmt::Block(p.push_block(all));
    p.blocks[spot.block].retain(|stmt| *stmt != second);
    Some(p)
}

/// Loops that have a loop right behind them.
fn neighbours(p: &Program) -> Vec<(StmtId, StmtId)> {
    let is_loop =
        |stmt: StmtId| matches!(p.stmts[stmt], Stmt::For { cond: Some(_), .. } | Stmt::While { .. });
    let pairs = p.blocks.iter().flat_map(|(_, list)| list.windows(2).map(|two| (two[0], two[1])));
    pairs.filter(|(a, b)| is_loop(*a) && is_loop(*b)).collect()
}

/// Whether a jump leads into a loop or out of it; its own `break` and `continue` would be bound to the loop that is made.
fn leaves(p: &Program, stmt: StmtId) -> bool {
    let (Stmt::For { body, .. } | Stmt::While { body, .. }) = p.stmts[stmt] else { return true };
    has_jumps(p, stmt) || p.blocks[body].iter().any(|inner| has_jumps(p, *inner))
}

/// Variables of the second loop stand in the scope of those of the first, and often have the same names.
fn rename(p: &mut Program, init: BlockId) {
    for stmt in p.blocks[init].clone() {
        if let Stmt::Decl(var) = p.stmts[stmt] {
            let name = p.name(p.vars[var].name).to_owned();
            let fresh = subject::fresh(p, &name);
            p.vars[var].name = p.names.intern(&fresh);
        }
    }
}

// --- interchange ---

/// `for (a; b; c) for (d; e; f) X` becomes `for (d; e; f) for (a; b; c) X`.
pub fn interchange(s: &mut Scene) -> Option<Program> {
    let spot = s.statement(|p, stmt| inner(p, stmt).is_some())?;
    let mut p = s.program.clone();
    let second = inner(&p, spot.stmt)?;
    let (
        Stmt::For { init: a, cond: b, step: c, body },
        Stmt::For { init: d, cond: e, step: f, body: inside },
    ) = (p.stmts[spot.stmt], p.stmts[second])
    else {
        return None;
    };
    p.stmts[spot.stmt] = Stmt::For { init: d, cond: e, step: f, body };
    p.stmts[second] = Stmt::For { init: a, cond: b, step: c, body: inside };
    Some(p)
}

/// The `for` that is all of the body of another one.
fn inner(p: &Program, stmt: StmtId) -> Option<StmtId> {
    let Stmt::For { body, .. } = p.stmts[stmt] else { return None };
    only(p, body)
}

fn only(p: &Program, block: BlockId) -> Option<StmtId> {
    let [one] = p.blocks[block].as_slice() else { return None };
    match p.stmts[*one] {
        Stmt::For { .. } => Some(*one),
        Stmt::Block(block) => only(p, block),
        _ => None,
    }
}
