//! Dead code: the holes that execution never reached are filled last, without any care for what would happen there.

use crate::state::Run;
use crate::stmt;
use ir::{BlockId, Stmt, StmtId};

/// Fills every hole that is left, each with its share of the tokens and statements that are. Filling one can make others.
pub fn fill(m: &mut Run) {
    m.grow.dead = true;
    let most = m.grow.p.stmts.len() + statements(m);
    loop {
        let holes = holes(m);
        if holes.is_empty() {
            return;
        }
        let size = m.grow.policy.shape.size;
        let share = size.saturating_sub(m.grow.total_tokens()) / holes.len() as u32;
        for (block, hole) in holes {
            fill_one(m, block, share, most);
            if stmt::is_empty(m, block) {
                stmt::add_least(m, block);
            }
            stmt::seal(m, block, hole);
        }
    }
}

/// How many more statements may be dead, so that the share of live ones is as asked for.
fn statements(m: &Run) -> usize {
    let p = &m.grow.p;
    let live = p.stmts.ids().filter(|id| m.record.runs(*id) > 0).count();
    let percent = m.grow.policy.shape.live.clamp(1, 100) as usize;
    let all = live * 100 / percent;
    all.saturating_sub(p.stmts.iter().filter(|(_, s)| **s != Stmt::Hole).count())
}

/// Adds statements until the share is used up; none where it would not pay for one.
fn fill_one(m: &mut Run, block: BlockId, share: u32, most: usize) {
    const STATEMENT: u32 = 10;
    let start = m.grow.total_tokens();
    for _ in 0..m.grow.policy.dead.max_statements.max(1) {
        let total = m.grow.total_tokens();
        let used = total - start;
        if used + STATEMENT > share || m.grow.p.stmts.len() >= most || !stmt::add(m, block) {
            return;
        }
    }
}

fn holes(m: &Run) -> Vec<(BlockId, StmtId)> {
    let p = &m.grow.p;
    p.blocks
        .iter()
        .flat_map(|(block, list)| list.iter().map(move |s| (block, *s)))
        .filter(|(_, s)| p.stmts[*s] == Stmt::Hole)
        .collect()
}
