//! Dead code: the holes that execution never reached are filled last, without any care for what would happen there.

use crate::grower::Run;
use crate::stmt;
use ir::{BlockId, Stmt, StmtId};

/// Fills every hole that is left, each with its share of the tokens that are. Filling one can make others.
pub fn fill(m: &mut Run) {
    m.grow.dead = true;
    loop {
        let holes = holes(m);
        if holes.is_empty() {
            return;
        }
        let size = m.grow.policy.shape.size;
        let share = size.saturating_sub(m.grow.total_tokens()) / holes.len() as u32;
        for (block, hole) in holes {
            fill_one(m, block, share);
            stmt::seal(m, block, hole);
        }
    }
}

/// Adds statements until the share is used up; none where it would not pay for one.
fn fill_one(m: &mut Run, block: BlockId, share: u32) {
    const STATEMENT: u32 = 10;
    if share < STATEMENT {
        return;
    }
    let start = m.grow.total_tokens();
    let most = m.grow.policy.dead.max_statements.max(1);
    for _ in 0..m.grow.ch.between("dead-statements", 1, most) {
        let total = m.grow.total_tokens();
        if total >= m.grow.policy.shape.size || total - start > share || !stmt::add(m, block) {
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
