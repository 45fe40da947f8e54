//! Dead code: the holes that execution never reached are filled last, without any care for what would happen there.

use crate::driver::growing::Run;
use crate::state::Gen;
use crate::stmt;
use ir::{BlockId, Stmt, StmtId};
use machine::{Eval, View};

/// Fills every hole that is left, each with its share of the tokens and statements that are. Filling one can make others.
pub fn fill(m: &mut Run) -> Eval<()> {
    let (g, view) = m.split();
    g.dead = true;
    let most = g.p.stmts.len() + statements(g, &view);
    loop {
        let g = &m.grow;
        let holes = holes(g);
        if holes.is_empty() {
            return Ok(());
        }
        let size = g.policy.shape.size;
        let share = size.saturating_sub(g.total_tokens()) / holes.len() as u32;
        for (block, hole) in holes {
            let (g, view) = m.split();
            fill_one(g, &view, block, share, most);
            if stmt::is_empty(g, block) {
                stmt::add_least(g, &view, block);
            }
            stmt::seal(g, &view, block, hole);
            m.amend()?;
        }
    }
}

/// How many more statements may be dead, so that the share of live ones is as asked for.
fn statements(g: &Gen, view: &View) -> usize {
    let p = &g.p;
    let live = p.stmts.ids().filter(|id| view.observed.runs(*id) > 0).count();
    let percent = g.policy.shape.live.clamp(1, 100) as usize;
    let all = live * 100 / percent;
    all.saturating_sub(p.stmts.iter().filter(|(_, s)| **s != Stmt::Hole).count())
}

/// Adds statements until the share is used up; none where it would not pay for one.
fn fill_one(g: &mut Gen, view: &View, block: BlockId, share: u32, most: usize) {
    const STATEMENT: u32 = 10;
    let start = g.total_tokens();
    for _ in 0..g.policy.dead.max_statements.max(1) {
        let total = g.total_tokens();
        let used = total - start;
        if used + STATEMENT > share || g.p.stmts.len() >= most || !stmt::add(g, view, block) {
            return;
        }
    }
}

fn holes(g: &Gen) -> Vec<(BlockId, StmtId)> {
    let p = &g.p;
    p.blocks
        .iter()
        .flat_map(|(block, list)| list.iter().map(move |s| (block, *s)))
        .filter(|(_, s)| p.stmts[*s] == Stmt::Hole)
        .collect()
}
