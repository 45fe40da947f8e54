//! Dead code: the holes that execution never reached are filled last, without any care for what would happen there.

use crate::grower::Run;
use crate::stmt;
use ir::{BlockId, Stmt, StmtId};

/// Fills every hole that is left. Filling one can make others, so the budget shrinks as it goes.
pub fn fill(m: &mut Run) {
    m.grow.dead = true;
    loop {
        let holes = holes(m);
        if holes.is_empty() {
            return;
        }
        for (block, hole) in holes {
            let most = m.grow.policy.dead.max_statements.max(1);
            let wanted = m.grow.ch.between("dead-statements", 1, most);
            for _ in 0..wanted {
                if m.grow.total_tokens() >= m.grow.policy.shape.size || !stmt::add(m, block) {
                    break;
                }
            }
            stmt::seal(m, block, hole);
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
