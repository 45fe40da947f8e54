//! Growth: holes at points of the run, where the generator goes on.

use super::scene::Scene;
use crate::subject;
use generate::{Choice, Hole, Host, Stream};
use ir::{Attrs, BlockId, Program, Stmt, visit};

pub fn grow(s: &mut Scene) -> Option<Program> {
    let places = places(s);
    let [low, high] = s.policy.mutations.holes;
    let count = s.ch.between("holes", low, high);
    let mut holes: Vec<Hole> = Vec::new();
    for _ in 0..count {
        holes.extend(s.ch.pick("hole", &places).copied());
    }
    if holes.is_empty() {
        return None;
    }
    let mut policy = s.policy.clone();
    let [low, high] = policy.mutations.tokens;
    policy.shape.size = s.ch.between("growth", low, high);
    let entry = subject::entry(s.program)?;
    let host = Host { program: s.program, entry, steps: s.ran.steps, record: &s.ran.record };
    let ch = Choice::new(s.ch.bits("growth-seed"), Stream::Mutation, s.attempt << 8);
    Some(generate::regrow(&host, &holes, &policy, ch).ok()?.program)
}

/// Points of the run and, less often, places that it does not reach.
fn places(s: &mut Scene) -> Vec<Hole> {
    let p = s.program;
    let mut all = Vec::new();
    let dead = s.ch.chance("dead-hole", s.policy.mutations.dead_holes);
    for (func, f) in p.funcs.iter() {
        let Some(body) = f.body else { continue };
        if p.funcs[func].attrs.has(Attrs::PURE) || p.funcs[func].attrs.has(Attrs::CONST) {
            continue;
        }
        let mut blocks = vec![body];
        for site in visit::statements_of(p, func) {
            blocks.extend(bodies(p.stmts[site.stmt]));
        }
        for block in blocks {
            let runs = s.ran.record.entries(block) > 0;
            if runs != dead {
                all.extend((0..=p.blocks[block].len()).map(|at| Hole { block, at }));
            }
        }
    }
    all.retain(|hole| can_be(p, *hole));
    all
}

/// The blocks in a statement that are scopes of their own.
fn bodies(stmt: Stmt) -> Vec<BlockId> {
    let mut all = Vec::new();
    match stmt {
        Stmt::For { body, .. } => all.push(body),
        other => other.for_each_block(|b| all.push(b)),
    }
    all
}

/// No label stands before a declaration because of it, and nothing before the first case of a switch.
fn can_be(p: &Program, hole: Hole) -> bool {
    let list = &p.blocks[hole.block];
    let next = list.get(hole.at).map(|s| p.stmts[*s]);
    let first_case = list.iter().position(|s| matches!(p.stmts[*s], Stmt::Case(_) | Stmt::Default));
    let before_case = first_case.is_some_and(|at| hole.at <= at) && !matches!(next, Some(Stmt::Decl(_)));
    !before_case
}
