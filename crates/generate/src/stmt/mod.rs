//! Statements: a table of rows, each with its weight and the function that builds it at a hole.

pub mod arrays;
pub mod assign;
pub mod atomics;
pub mod barriers;
pub mod blocks;
pub mod branches;
pub mod calls;
pub mod counted;
pub mod declare;
pub mod heap;
pub mod idioms;
pub mod library;
pub mod lifetimes;
pub mod loops;
pub mod promises;
pub mod relaxations;
pub mod storage;
pub mod walks;

use crate::policy::Statements;
use crate::state::Gen;
use crate::state::access::Quiet;
use crate::state::cx::Cx;
use crate::state::scopes::Role;
use crate::types::functions;
use ir::{BlockId, Stmt, StmtId};
use machine::{Amendment, Eval, Limit, Stop, View};

/// A kind of statement. `build` adds it before the hole, or finds that it cannot be made here.
struct Row {
    /// A function that must not touch anything else can be made of it.
    quiet: bool,
    name: &'static str,
    weight: fn(&Statements) -> u32,
    build: fn(&mut Gen, &View, BlockId) -> Option<()>,
}

const ROWS: [Row; 35] = [
    Row { quiet: true, name: "assign", weight: |s| s.assign, build: assign::assign },
    Row { quiet: true, name: "compound", weight: |s| s.compound_assign, build: assign::compound },
    Row { quiet: true, name: "increment", weight: |s| s.increment, build: assign::increment },
    Row { quiet: false, name: "pointer-assign", weight: |s| s.pointer_assign, build: assign::pointer_assign },
    Row { quiet: false, name: "record-assign", weight: |s| s.record_assign, build: assign::record_assign },
    Row { quiet: false, name: "call", weight: |s| s.call, build: calls::call },
    Row {
        quiet: false,
        name: "indirect-call",
        weight: |s| s.indirect_call,
        build: calls::indirect::indirect_call,
    },
    Row { quiet: false, name: "recurse", weight: |s| s.recurse, build: calls::recursion::recurse },
    Row { quiet: false, name: "move-pointer", weight: |s| s.move_pointer, build: walks::move_pointer },
    Row { quiet: false, name: "walk-loop", weight: |s| s.walk_loop, build: walks::walk_loop },
    Row { quiet: false, name: "heap", weight: |s| s.heap, build: heap::block },
    Row { quiet: false, name: "library", weight: |s| s.library, build: library::call },
    Row { quiet: false, name: "float-assign", weight: |s| s.float_assign, build: assign::floats::assign },
    Row { quiet: false, name: "vector-assign", weight: |s| s.vector_assign, build: assign::vectors::assign },
    Row { quiet: true, name: "declare", weight: |s| s.declare, build: declare::declare },
    Row { quiet: true, name: "if", weight: |s| s.r#if, build: branches::if_statement },
    Row { quiet: true, name: "for", weight: |s| s.r#for, build: loops::for_loop },
    Row { quiet: false, name: "while", weight: |s| s.r#while, build: loops::while_loop },
    Row { quiet: false, name: "do", weight: |s| s.do_while, build: loops::do_loop },
    Row { quiet: false, name: "switch", weight: |s| s.switch, build: branches::switch },
    Row { quiet: false, name: "goto-forward", weight: |s| s.goto_forward, build: branches::goto_forward },
    Row { quiet: false, name: "goto-over", weight: |s| s.goto_over, build: branches::goto_over },
    Row { quiet: false, name: "goto-back", weight: |s| s.goto_back, build: loops::goto_back },
    Row { quiet: false, name: "break", weight: |s| s.r#break, build: branches::break_statement },
    Row { quiet: false, name: "continue", weight: |s| s.r#continue, build: branches::continue_statement },
    Row { quiet: false, name: "return", weight: |s| s.r#return, build: branches::early_return },
    Row { quiet: true, name: "block", weight: |s| s.block, build: branches::nested_block },
    Row { quiet: false, name: "array-loop", weight: |s| s.array_loop, build: arrays::array_loop },
    Row { quiet: false, name: "idiom", weight: |s| s.idiom, build: idioms::statement },
    Row { quiet: true, name: "effect", weight: |s| s.effect, build: assign::effect },
    Row { quiet: false, name: "promise", weight: |s| s.promise, build: promises::promise },
    Row { quiet: false, name: "barrier", weight: |s| s.barrier, build: barriers::barrier },
    Row { quiet: false, name: "overflow", weight: |s| s.overflow, build: assign::overflow::statement },
    Row { quiet: false, name: "atomic", weight: |s| s.atomic, build: atomics::statement },
    Row { quiet: false, name: "counted-loop", weight: |s| s.counted_loop, build: counted::counted_loop },
];

/// How many rows are tried before a block is sealed for lack of ideas.
const TRIES: usize = 8;

/// Execution has reached a hole: another statement, or the end of the block.
pub fn at_hole(g: &mut Gen, view: &View, block: BlockId, hole: StmtId) -> Eval<usize> {
    if view.steps(g) > g.policy.shape.steps_to_grow().saturating_mul(8) {
        return Err(Stop::Budget(Limit::Steps));
    }
    branches::settle_label(g, view, block);
    g.release(block);
    let last = g.growing_at(block).checked_sub(1).map(|at| g.p.blocks[block][at]);
    if g.block(block).ahead.is_some() {
        // What is known of where the label is will change.
        g.amend(Amendment::ForgetPaths);
    }
    let grown = (!is_full(g, view, block) && add(g, view, block))
        || (block_is_entry(g, block) && hide(g, view, block));
    let grown = grown || (is_empty(g, block) && add_least(g, view, block));
    if !grown {
        seal(g, view, block, hole);
    }
    // Behind the last statement that was executed, wherever that is now.
    let list = &g.p.blocks[block];
    let behind = last.and_then(|last| list.iter().rposition(|s| *s == last)).map_or(0, |at| at + 1);
    Ok(behind)
}

fn block_is_entry(g: &Gen, block: BlockId) -> bool {
    let info = g.block(block);
    (info.func as u32) < g.policy.shape.entries.max(1) && info.role == Role::Function
}

/// Tokens that the program may have when a function is done: those that are tested share them.
fn size_after(g: &Gen, func: usize) -> u32 {
    let shape = &g.policy.shape;
    let entries = shape.entries.max(1);
    let share = u64::from(shape.size) * (func as u64 + 1).min(u64::from(entries)) / u64::from(entries);
    share as u32
}

/// A branch that is not taken, for dead code to live in; false when there are enough of them.
fn hide(g: &mut Gen, view: &View, block: BlockId) -> bool {
    let left = size_after(g, g.block(block).func).saturating_sub(g.total_tokens());
    let wanted = left / g.policy.dead.tokens_per_block.max(1);
    if g.hidden >= wanted {
        return false;
    }
    g.hidden += 1;
    let mark = g.mark();
    let cond = branches::condition(g, view, block, false);
    let then = blocks::child(g, view, block, Role::Plain, 1);
    blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    true
}

/// Whether nothing is in the block but its hole: a compiler would see nothing of it.
pub fn is_empty(g: &Gen, block: BlockId) -> bool {
    g.policy.dead.no_empty_blocks && g.block(block).role != Role::Function && g.p.blocks[block].len() == 1
}

/// An assignment for a block that would be empty, or a declaration where there is nothing to assign to.
pub fn add_least(g: &mut Gen, view: &View, block: BlockId) -> bool {
    (0..TRIES).any(|_| assign::small(g, view, block).is_some()) || declare::declare(g, view, block).is_some()
}

/// Adds one statement; false if none could be made.
pub fn add(g: &mut Gen, view: &View, block: BlockId) -> bool {
    let quiet = g.quiet(block) != Quiet::No;
    let weights = ROWS.map(|row| {
        let allowed = !quiet || row.quiet;
        if allowed { (row.weight)(&g.policy.statements) } else { 0 }
    });
    for _ in 0..TRIES {
        let Some(i) = g.ch.weighted("statement", weights.into_iter()) else { return false };
        *g.stats.drawn.entry(ROWS[i].name).or_default() += 1;
        let before = g.p.blocks[block].len();
        let whole = (ROWS[i].build)(g, view, block).is_some();
        if whole {
            *g.stats.statements.entry(ROWS[i].name).or_default() += 1;
            count_down(g, block);
        }
        // What a row has added before it gave up is executed before anything else is made in view of memory. It is none of the
        // block's statements: another one is drawn for it.
        if whole || g.p.blocks[block].len() > before {
            return true;
        }
    }
    false
}

fn count_down(g: &mut Gen, block: BlockId) {
    let info = g.block_mut(block);
    if let Some(left) = &mut info.left {
        *left = left.saturating_sub(1);
    }
    if let Some(ahead) = &mut info.ahead {
        ahead.left = ahead.left.saturating_sub(1);
    }
}

/// Whether the block has enough statements, or the program enough tokens or steps.
fn is_full(g: &Gen, view: &View, block: BlockId) -> bool {
    let info = g.block(block);
    let shape = &g.policy.shape;
    let size = if (info.func as u32) < shape.entries { size_after(g, info.func) } else { shape.size };
    let live = u64::from(size) * u64::from(shape.live.min(100)) / 100;
    let steps_left = shape.steps_to_grow().saturating_sub(view.steps(g));
    info.left == Some(0) || u64::from(g.total_tokens()) >= live || steps_left < info.mult.saturating_mul(60)
}

/// Closes a block: its hole goes, and a function returns.
pub fn seal(g: &mut Gen, view: &View, block: BlockId, hole: StmtId) {
    // What ends the block comes behind a label that was ahead.
    g.block_mut(block).ahead = None;
    lifetimes::let_go(g, view, block);
    let info = g.block(block).clone();
    if info.role == Role::Function {
        return_at_end(g, view, block);
        let cost = view.steps(g) - g.funcs[info.func].started;
        g.funcs[info.func].cost.get_or_insert(cost);
    }
    g.p.blocks[block].retain(|s| *s != hole);
}

fn return_at_end(g: &mut Gen, view: &View, block: BlockId) {
    let func = g.funcs[g.block(block).func].id;
    let ret = functions::return_type(g, func);
    if g.p.types.is_void(ret) {
        return;
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let value = blocks::return_value(g, view, &mut cx, ret);
    blocks::finish(g, block, mark, Stmt::Return(value), None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::knob::{Kind, Knobs as _};

    #[test]
    fn who_starts_from_none_has_none() {
        let none = Statements::default().without(Kind::Weight);
        let with: Vec<&str> = ROWS.iter().filter(|row| (row.weight)(&none) > 0).map(|row| row.name).collect();
        assert!(with.is_empty(), "{with:?}");
    }
}
