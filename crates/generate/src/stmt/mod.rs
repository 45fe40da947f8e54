//! Statements: a table of rows, each with its weight and the function that builds it at a hole.

pub mod arrays;
pub mod branches;
pub mod calls;
pub mod declare;
pub mod heap;
pub mod idioms;
pub mod lifetimes;
pub mod loops;
pub mod promises;
pub mod recursion;
pub mod relaxations;
pub mod storage;

use crate::expr;
use crate::expr::lvalue::Use;
use crate::expr::{Cx, csmith, floats, function_pointers, lvalue, pointer_arith, strings, vectors};
use crate::policy::Statements;
use crate::state::{Role, Run, tokens};
use crate::stmt::promises::Quiet;
use ir::{BinaryOp, BlockId, ExprId, ExprKind, IntKind, Stmt, StmtId, Ty};
use machine::{Eval, Limit, Stop};

/// A kind of statement. `build` adds it before the hole, or finds that it cannot be made here.
struct Row {
    name: &'static str,
    weight: fn(&Statements) -> u32,
    build: fn(&mut Run, BlockId) -> Option<()>,
}

const ROWS: [Row; 31] = [
    Row { name: "assign", weight: |s| s.assign, build: assign },
    Row { name: "compound", weight: |s| s.compound_assign, build: compound },
    Row { name: "increment", weight: |s| s.increment, build: increment },
    Row { name: "pointer-assign", weight: |s| s.pointer_assign, build: pointer_assign },
    Row { name: "record-assign", weight: |s| s.record_assign, build: record_assign },
    Row { name: "call", weight: |s| s.call, build: calls::call },
    Row { name: "indirect-call", weight: |s| s.indirect_call, build: function_pointers::indirect_call },
    Row { name: "recurse", weight: |s| s.recurse, build: recursion::recurse },
    Row { name: "move-pointer", weight: |s| s.move_pointer, build: pointer_arith::move_pointer },
    Row { name: "walk-loop", weight: |s| s.walk_loop, build: pointer_arith::walk_loop },
    Row { name: "heap", weight: |s| s.heap, build: heap::block },
    Row { name: "library", weight: |s| s.library, build: strings::call },
    Row { name: "float-assign", weight: |s| s.float_assign, build: floats::assign },
    Row { name: "vector-assign", weight: |s| s.vector_assign, build: vectors::assign },
    Row { name: "declare", weight: |s| s.declare, build: declare::declare },
    Row { name: "if", weight: |s| s.r#if, build: branches::if_statement },
    Row { name: "for", weight: |s| s.r#for, build: loops::for_loop },
    Row { name: "while", weight: |s| s.r#while, build: loops::while_loop },
    Row { name: "do", weight: |s| s.do_while, build: loops::do_loop },
    Row { name: "switch", weight: |s| s.switch, build: branches::switch },
    Row { name: "goto-forward", weight: |s| s.goto_forward, build: branches::goto_forward },
    Row { name: "goto-over", weight: |s| s.goto_over, build: branches::goto_over },
    Row { name: "goto-back", weight: |s| s.goto_back, build: loops::goto_back },
    Row { name: "break", weight: |s| s.r#break, build: branches::break_statement },
    Row { name: "continue", weight: |s| s.r#continue, build: branches::continue_statement },
    Row { name: "return", weight: |s| s.r#return, build: branches::early_return },
    Row { name: "block", weight: |s| s.block, build: branches::nested_block },
    Row { name: "array-loop", weight: |s| s.array_loop, build: arrays::array_loop },
    Row { name: "idiom", weight: |s| s.idiom, build: idioms::statement },
    Row { name: "effect", weight: |s| s.effect, build: effect },
    Row { name: "promise", weight: |s| s.promise, build: promises::promise },
];

/// What a function that must not touch anything else can be made of.
const QUIET: [&str; 8] = ["assign", "compound", "increment", "declare", "if", "for", "block", "effect"];

/// How many rows are tried before a block is sealed for lack of ideas.
const TRIES: usize = 8;

/// Execution has reached a hole: another statement, or the end of the block.
pub fn at_hole(m: &mut Run, block: BlockId, hole: StmtId) -> Eval<usize> {
    if m.steps() > m.grow.policy.shape.steps_to_grow().saturating_mul(4) {
        return Err(Stop::Budget(Limit::Steps));
    }
    branches::settle_label(m, block);
    let last = m.grow.growing_at(block).checked_sub(1).map(|at| m.grow.p.blocks[block][at]);
    if m.grow.block(block).ahead.is_some() {
        // What is known of where the label is will change.
        m.amend().forget_paths();
    }
    let grown = (!is_full(m, block) && add(m, block)) || (block_is_entry(m, block) && hide(m, block));
    if !grown {
        seal(m, block, hole);
    }
    // Behind the last statement that was executed, wherever that is now.
    let list = &m.grow.p.blocks[block];
    let behind = last.and_then(|last| list.iter().rposition(|s| *s == last)).map_or(0, |at| at + 1);
    Ok(behind)
}

fn block_is_entry(m: &Run, block: BlockId) -> bool {
    let info = m.grow.block(block);
    (info.func as u32) < m.grow.policy.shape.entries.max(1) && info.role == Role::Function
}

/// Tokens that the program may have when a function is done: those that are tested share them.
fn size_after(m: &Run, func: usize) -> u32 {
    let shape = &m.grow.policy.shape;
    let entries = shape.entries.max(1);
    let share = u64::from(shape.size) * (func as u64 + 1).min(u64::from(entries)) / u64::from(entries);
    share as u32
}

/// A branch that is not taken, for dead code to live in; false when there are enough of them.
fn hide(m: &mut Run, block: BlockId) -> bool {
    let left = size_after(m, m.grow.block(block).func).saturating_sub(m.grow.total_tokens());
    let wanted = left / m.grow.policy.dead.tokens_per_block.max(1);
    if m.grow.hidden >= wanted {
        return false;
    }
    m.grow.hidden += 1;
    let mark = m.grow.mark();
    let cond = branches::condition(m, block, false);
    let then = child(m, block, Role::Plain, 1);
    finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    true
}

/// Adds one statement; false if none could be made.
pub fn add(m: &mut Run, block: BlockId) -> bool {
    let quiet = m.grow.quiet(block) != Quiet::No;
    let weights = ROWS.map(|row| {
        let allowed = !quiet || QUIET.contains(&row.name);
        if allowed { (row.weight)(&m.grow.policy.statements) } else { 0 }
    });
    for _ in 0..TRIES {
        let Some(i) = m.grow.ch.weighted("statement", weights.into_iter()) else { return false };
        *m.grow.stats.drawn.entry(ROWS[i].name).or_default() += 1;
        if (ROWS[i].build)(m, block).is_some() {
            *m.grow.stats.statements.entry(ROWS[i].name).or_default() += 1;
            count_down(m, block);
            return true;
        }
        if m.grow.policy.manner.assign_instead && assign(m, block).is_some() {
            *m.grow.stats.statements.entry("assign-instead").or_default() += 1;
            count_down(m, block);
            return true;
        }
    }
    false
}

fn count_down(m: &mut Run, block: BlockId) {
    let info = m.grow.block_mut(block);
    if let Some(left) = &mut info.left {
        *left = left.saturating_sub(1);
    }
    if let Some(ahead) = &mut info.ahead {
        ahead.left = ahead.left.saturating_sub(1);
    }
}

/// Whether the block has enough statements, or the program enough tokens or steps.
fn is_full(m: &Run, block: BlockId) -> bool {
    let info = m.grow.block(block);
    let shape = &m.grow.policy.shape;
    let size = if (info.func as u32) < shape.entries { size_after(m, info.func) } else { shape.size };
    let live = u64::from(size) * u64::from(shape.live.min(100)) / 100;
    let steps_left = shape.steps_to_grow().saturating_sub(m.steps());
    info.left == Some(0)
        || u64::from(m.grow.total_tokens()) >= live
        || steps_left < info.mult.saturating_mul(60)
}

/// Closes a block: its hole goes, and a function returns.
pub fn seal(m: &mut Run, block: BlockId, hole: StmtId) {
    // What ends the block comes behind a label that was ahead.
    m.grow.block_mut(block).ahead = None;
    lifetimes::let_go(m, block);
    let info = m.grow.block(block).clone();
    if info.role == Role::Function {
        return_at_end(m, block);
        let cost = m.steps() - m.grow.funcs[info.func].started;
        m.grow.funcs[info.func].cost.get_or_insert(cost);
    }
    m.grow.p.blocks[block].retain(|s| *s != hole);
}

fn return_at_end(m: &mut Run, block: BlockId) {
    let func = m.grow.funcs[m.grow.block(block).func].id;
    let ret = return_type(m, func);
    if m.grow.p.types.is_void(ret) {
        return;
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let value = return_value(m, &mut cx, ret);
    finish(m, block, mark, Stmt::Return(value), None);
}

pub fn return_type(m: &Run, func: ir::FuncId) -> Ty {
    m.grow.p.types.fn_type(m.grow.p.funcs[func].ty).map_or(Ty::VOID, |f| f.ret)
}

pub fn return_value(m: &mut Run, cx: &mut Cx, ret: Ty) -> Option<ExprId> {
    if m.grow.p.types.is_pointer(ret) {
        // What is returned must live longer than the function.
        let e = lvalue::pointer_value(m, cx, ret, 0)?;
        return m.grow.p.assign_convert(e, ret).ok();
    }
    expr::value_of(m, cx, ret)
}

/// Adds the statement, and books its tokens and nodes.
pub fn finish(m: &mut Run, block: BlockId, mark: usize, stmt: Stmt, body: Option<BlockId>) -> StmtId {
    csmith::guard_statement(m, stmt);
    let id = m.grow.insert(block, stmt);
    m.grow.own(mark, id, body);
    let mut sum = 2;
    stmt.for_each_expr(|e| sum += tokens::of_expr(&m.grow.p, e));
    stmt.for_each_block(|_| sum += 3);
    m.grow.tokens += sum;
    id
}

/// A block inside this one.
pub fn child(m: &mut Run, block: BlockId, role: Role, trips: u64) -> BlockId {
    let now = m.steps();
    m.grow.child_block(block, role, trips, now)
}

// --- simple statements ---

fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    let share = m.grow.policy.manner.call_in_assignment;
    if m.grow.ch.chance("call-in-assignment", share) && csmith::call_assign(m, block).is_some() {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write)?;
    cx.towards(m, lhs);
    let rhs = expr::expr(m, &mut cx);
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

const COMPOUND: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

fn compound(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    cx.updates = true;
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write)?;
    cx.updates = false;
    // Reading and writing a volatile object is one thing here; guarding it would be two.
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    cx.towards(m, lhs);
    let quiet = m.grow.quiet(block);
    let ops: Vec<BinaryOp> =
        COMPOUND.into_iter().filter(|op| csmith::is_on(m, *op) && quiet.allows(*op)).collect();
    let op = *m.grow.ch.pick("compound", &ops)?;
    // It is an operation itself.
    cx.depth += 1;
    let rhs = if op.is_shift() && m.grow.ch.chance("compound-count", m.grow.policy.odds.compound_count) {
        let n = m.grow.ch.below("compound-shift", m.grow.policy.amounts.compound_shift as usize) as u64;
        m.grow.p.int_lit(n, IntKind::Int)
    } else {
        expr::expr(m, &mut cx)
    };
    let e = m.grow.p.assign_op(op, lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

fn increment(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    cx.updates = true;
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write)?;
    cx.updates = false;
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let op = csmith::step(m)?;
    let e = m.grow.p.inc_dec(op, lhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

fn pointer_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let share = m.grow.policy.repairs.short_lived;
    if m.grow.ch.chance("short-lived", share) && lifetimes::short_lived(m, block).is_some() {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = lvalue::lvalue(m, &mut cx, Use::Write, |m, ty| m.grow.p.types.is_pointer(ty))?;
    let ty = m.grow.p.value_type(lhs);
    // Only a pointer variable itself can be known to live in an inner block.
    let reach = match m.grow.p.exprs[lhs].kind {
        ExprKind::Var(v) => m.grow.info(v).reach,
        _ => 0,
    };
    let rhs = lvalue::pointer_value(m, &mut cx, ty, reach)?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

fn record_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = lvalue::lvalue(m, &mut cx, Use::Write, |m, ty| m.grow.p.types.is_record(ty))?;
    let ty = m.grow.p.value_type(lhs);
    let rhs = expr::record_value(m, &mut cx, ty)?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An expression whose value nobody wants.
fn effect(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let e = expr::expr(m, &mut cx);
    if m.grow.p.is_pure(e) {
        return None;
    }
    finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_starts_from_none_has_none() {
        let with: Vec<&str> =
            ROWS.iter().filter(|row| (row.weight)(&Statements::none()) > 0).map(|row| row.name).collect();
        assert!(with.is_empty(), "{with:?}");
    }
}
