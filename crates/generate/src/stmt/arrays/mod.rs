//! Loops over arrays, as vectorisers look for them: element-wise, with neighbours and strides, reversed, with conditions,
//! searches, reductions, and nested ones.

mod made;
mod nested;
pub use made::loop_array;

use crate::expr::{guard, lvalue, operators};
use crate::policy::ArrayValue;
use crate::state::access::Use;
use crate::state::cx::{Cx, Declare};
use crate::state::{Gen, tokens};
use crate::stmt::{blocks, branches, counted, loops};
use crate::types::{constants, variables};
use ir::{BinaryOp, BlockId, ExprId, Init, IntKind, Stmt, Ty, UnaryOp, VarId};
use machine::View;

/// A loop under construction: its counter goes from zero to the length.
#[derive(Clone, Copy)]
pub struct ArrayLoop {
    counter: VarId,
    len: u64,
    /// How many elements the arrays have at least: more than the length where indices are offset or multiplied.
    room: u64,
    stride: u64,
    /// A variable that holds the stride: a compiler cannot know that it is one, but may make a loop for that case.
    held: Option<VarId>,
    /// The counter of a loop around this one, and its length.
    outer: Option<(VarId, u64)>,
    /// How many comparisons the value under construction is within.
    comparisons: u32,
}

/// How far from the element at the counter a neighbour may be.
const FARTHEST: u64 = 2;

pub fn array_loop(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let most = u64::from(g.policy.arrays.max_times);
    if branches::deep_enough(g, block) || g.block(block).mult > most {
        return None;
    }
    if g.block(block).mult * 8 <= most && g.ch.chance("nested-arrays", g.policy.odds.nested_arrays) {
        return nested::nested(g, view, block);
    }
    let [low, high] = g.policy.arrays.len;
    let longest = g.policy.manner.max_loop_len.max(1);
    let len = u64::from(g.ch.between("loop-len", low.min(longest), high.min(longest)));
    if len > affordable(g, view, block) {
        return None;
    }
    let stride = if g.ch.chance("array-stride", g.policy.odds.array_stride) {
        u64::from(g.ch.between("array-stride-by", 2, g.policy.arrays.max_stride))
    } else {
        1
    };
    let mark = g.mark();
    let (counter, stmt, body) = head(g, block, len)?;
    blocks::finish(g, block, mark, stmt, Some(body));
    let fits = len * stride + FARTHEST <= u64::from(longest);
    let (room, stride) = if fits { (len * stride + FARTHEST, stride) } else { (len, 1) };
    let held = g.ch.chance("held-stride", g.policy.odds.held_stride).then(|| {
        let kind = g.p.types.int_kind(g.p.vars[counter].ty).unwrap_or(IntKind::Int);
        held_stride(g, loops::at_least_int(kind), stride)
    });
    let array_loop = ArrayLoop { counter, len, room, stride, held, outer: None, comparisons: 0 };
    fill(g, view, block, body, array_loop)
}

/// How many iterations of a loop over arrays can be paid for here, as often as they are entered.
pub fn affordable(g: &Gen, view: &View, block: BlockId) -> u64 {
    /// Node evaluations of one iteration, roughly.
    const ITERATION: u64 = 60;
    let left = g.policy.shape.steps_to_grow().saturating_mul(2).saturating_sub(view.steps(g));
    left / ITERATION / g.block(block).mult.max(1)
}

/// A global with the stride that other files could write, though none does.
fn held_stride(g: &mut Gen, kind: IntKind, stride: u64) -> VarId {
    let e = g.p.int_const(i128::from(stride), Ty::int(kind));
    let init = g.p.push_init(Init::Expr(e));
    variables::hidden_global(g, "stride", Ty::int(kind), init)
}

/// `for (i = 0; i < len; i++)` with a body that is filled at once, not grown. It counts in a variable of its own, or in
/// one that is there.
pub fn head(g: &mut Gen, block: BlockId, len: u64) -> Option<(VarId, Stmt, BlockId)> {
    let (counter, start) = match counted::whole_variable(g, block, len) {
        Some(var) => {
            let (v, zero) = (g.p.var(var), g.p.int_lit(0, IntKind::Int));
            (var, Stmt::Expr(g.p.assign(v, zero).ok()?))
        }
        None => {
            let kind = loops::counter_kind(g, len + FARTHEST);
            let var = loops::counter(g, block, kind, 0, len as u32);
            (var, Stmt::Decl(var))
        }
    };
    let kind = g.p.types.int_kind(g.p.vars[counter].ty)?;
    let (cond, step) = loops::for_head(g, counter, kind, false, 1, len as i128)?;
    let start = g.p.push_stmt(start);
    let init = g.p.push_block(vec![start]);
    let body = g.p.push_block(Vec::new());
    g.tokens += 8;
    Some((counter, Stmt::For { init, cond: Some(cond), step: Some(step), body }, body))
}

pub fn fill(g: &mut Gen, view: &View, block: BlockId, body: BlockId, array_loop: ArrayLoop) -> Option<()> {
    let most = g.policy.arrays.max_statements;
    for _ in 0..g.ch.between("array-statements", 1, most) {
        let mark = g.mark();
        let e = statement(g, view, block, array_loop)?;
        guard::guard_statement(g, Stmt::Expr(e));
        if g.ch.chance("array-condition", g.policy.odds.array_condition) {
            conditional(g, body, array_loop, mark, e)?;
        } else {
            let inner = g.p.append(body, Stmt::Expr(e));
            g.own(mark, inner, None);
        }
        g.tokens += 2 + tokens::of_expr(&g.p, e);
    }
    if array_loop.outer.is_none() && g.ch.chance("array-search", g.policy.odds.array_search) {
        search(g, body, array_loop)?;
    }
    Some(())
}

/// `if (a[i] < b[i]) …;`
fn conditional(g: &mut Gen, body: BlockId, array_loop: ArrayLoop, mark: usize, e: ExprId) -> Option<()> {
    let cond = comparison(g, array_loop)?;
    let inner = g.p.push_stmt(Stmt::Expr(e));
    let then = g.p.push_block(vec![inner]);
    let id = g.p.append(body, Stmt::If { cond, then, els: None });
    g.own(mark, id, None);
    g.tokens += 6 + tokens::of_expr(&g.p, cond);
    Some(())
}

/// `if (a[i] == c) break;`
fn search(g: &mut Gen, body: BlockId, array_loop: ArrayLoop) -> Option<()> {
    let mark = g.mark();
    let cond = comparison(g, array_loop)?;
    let leave = g.p.push_stmt(Stmt::Break);
    let then = g.p.push_block(vec![leave]);
    let id = g.p.append(body, Stmt::If { cond, then, els: None });
    g.own(mark, id, None);
    g.tokens += 8 + tokens::of_expr(&g.p, cond);
    Some(())
}

const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];

/// Its operands may have one operation each, which may be a choice by another comparison: a policy that wants nothing else
/// would never come to an end.
fn comparison(g: &mut Gen, mut array_loop: ArrayLoop) -> Option<ExprId> {
    const MOST_NESTED: u32 = 8;
    array_loop.comparisons += 1;
    let depth = u32::from(array_loop.comparisons <= MOST_NESTED);
    let op = *g.ch.pick("array-comparison", &COMPARISONS)?;
    let a = value(g, array_loop, depth)?;
    let b = value(g, array_loop, depth)?;
    g.p.binary(op, a, b).ok()
}

const REDUCTIONS: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Add];

const COMPOUND: [BinaryOp; 4] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Mul];

fn statement(g: &mut Gen, view: &View, block: BlockId, array_loop: ArrayLoop) -> Option<ExprId> {
    if g.ch.chance("reduction", g.policy.odds.reduction) {
        return reduction(g, view, block, array_loop);
    }
    let compound = g.ch.chance("array-compound", g.policy.odds.array_compound)
        && g.policy.statements.compound_assign > 0;
    // What is read and written could as well have its address taken.
    let lhs = any_element(g, array_loop, if compound { Use::Address } else { Use::Write })?;
    // A copy, or the same value for all: what becomes a call of the library.
    if !compound && g.ch.chance("array-copy", g.policy.odds.array_copy) {
        let rhs = if g.ch.chance("array-fill", g.policy.odds.array_fill) {
            constants::constant(g, IntKind::Int)
        } else {
            any_element(g, array_loop, Use::Read)?
        };
        return g.p.assign(lhs, rhs).ok();
    }
    let value = value(g, array_loop, deepest(g))?;
    if compound {
        let op = *g.ch.pick("array-compound-op", &COMPOUND)?;
        let op = if operators::is_on(g, op) { op } else { BinaryOp::Xor };
        return g.p.assign_op(op, lhs, value).ok();
    }
    g.p.assign(lhs, value).ok()
}

/// `s += a[i]` and its like, or the smallest or largest so far.
fn reduction(g: &mut Gen, view: &View, block: BlockId, array_loop: ArrayLoop) -> Option<ExprId> {
    let mut cx = Cx::pure(g, block);
    cx.declare = Declare::Nowhere;
    let sum = cx.updating(|cx| lvalue::int_lvalue(g, view, cx, Use::Write))?;
    if !g.p.is_pure(sum) {
        return None;
    }
    if g.ch.chance("extremum", g.policy.odds.extremum) {
        let op = if g.ch.chance("minimum", g.policy.odds.minimum) { BinaryOp::Lt } else { BinaryOp::Gt };
        let a = any_element(g, array_loop, Use::Read)?;
        let (again, old, kept) = (g.p.copy_expr(a), g.p.copy_expr(sum), g.p.copy_expr(sum));
        let cond = g.p.binary(op, a, old).ok()?;
        let chosen = g.p.cond(cond, again, kept).ok()?;
        return g.p.assign(sum, chosen).ok();
    }
    let value = value(g, array_loop, deepest(g).saturating_sub(1))?;
    if g.policy.statements.compound_assign == 0 {
        let copy = g.p.copy_expr(sum);
        let value = g.p.binary(BinaryOp::Xor, copy, value).ok()?;
        return g.p.assign(sum, value).ok();
    }
    let op = *g.ch.pick("reduction-op", &REDUCTIONS)?;
    g.p.assign_op(op, sum, value).ok()
}

/// How many operations may be within one another: the statement itself is one, and a choice has a comparison.
fn deepest(g: &Gen) -> u32 {
    let depth = g.policy.arrays.depth;
    match g.policy.manner.max_expression_depth {
        0 => depth,
        n => depth.min(n.saturating_sub(3)),
    }
}

/// `a[i]`, `a[i + 1]`, `a[2 * i]`, `a[n - 1 - i]`; in nested loops `a[i][j]`, or a line of `a[i]` or `a[j]`.
fn any_element(g: &mut Gen, array_loop: ArrayLoop, usage: Use) -> Option<ExprId> {
    let Some((row, rows)) = array_loop.outer else {
        let array = loop_array(g, &[array_loop.room], usage);
        let a = g.p.var(array);
        let index = index(g, array_loop)?;
        return g.p.index(a, index).ok();
    };
    if g.ch.chance("line-element", g.policy.odds.line_element) {
        let by_row = g.ch.chance("line-by-row", g.policy.odds.line_by_row);
        let (counter, len) = if by_row { (row, rows) } else { (array_loop.counter, array_loop.len) };
        let array = loop_array(g, &[len], usage);
        let (a, i) = (g.p.var(array), g.p.var(counter));
        return g.p.index(a, i).ok();
    }
    let array = loop_array(g, &[rows, array_loop.len], usage);
    of_two(g, array, row, array_loop.counter)
}

/// `a[i][j]`
pub fn of_two(g: &mut Gen, array: VarId, row: VarId, column: VarId) -> Option<ExprId> {
    let (a, i, j) = (g.p.var(array), g.p.var(row), g.p.var(column));
    let line = g.p.index(a, i).ok()?;
    g.p.index(line, j).ok()
}

fn index(g: &mut Gen, array_loop: ArrayLoop) -> Option<ExprId> {
    let v = g.p.var(array_loop.counter);
    let kind = loops::at_least_int(g.p.types.int_kind(g.p.ty(v))?);
    if array_loop.stride > 1 || array_loop.held.is_some() {
        let by = match array_loop.held {
            Some(var) => g.p.var(var),
            None => g.p.int_const(array_loop.stride as i128, Ty::int(kind)),
        };
        let scaled = g.p.binary(BinaryOp::Mul, v, by).ok()?;
        let offset = g.ch.below("stride-offset", array_loop.stride as usize);
        return shifted(g, scaled, kind, offset as u64);
    }
    if g.ch.chance("reversed", g.policy.odds.reversed) {
        let last = g.p.int_const(array_loop.len as i128 - 1, Ty::int(kind));
        return g.p.binary(BinaryOp::Sub, last, v).ok();
    }
    let offset = if g.ch.chance("neighbour", g.policy.odds.neighbour) {
        u64::from(g.ch.between("neighbour-offset", 1, FARTHEST as u32)).min(array_loop.room - array_loop.len)
    } else {
        0
    };
    shifted(g, v, kind, offset)
}

fn shifted(g: &mut Gen, e: ExprId, kind: IntKind, by: u64) -> Option<ExprId> {
    if by == 0 {
        return Some(e);
    }
    let by = g.p.int_const(by as i128, Ty::int(kind));
    g.p.binary(BinaryOp::Add, e, by).ok()
}

const OPERATORS: [BinaryOp; 6] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::And, BinaryOp::Or];

/// What an element is given: the counter, a constant, an element, or an operator on such.
fn value(g: &mut Gen, array_loop: ArrayLoop, depth: u32) -> Option<ExprId> {
    match g.policy.arrays.values.draw(&mut g.ch, "array-value") {
        Some(ArrayValue::Counter) => Some(g.p.var(array_loop.counter)),
        Some(ArrayValue::Constant) => Some(constants::constant(g, IntKind::Int)),
        Some(ArrayValue::Operator) if depth > 0 => {
            let a = value(g, array_loop, depth - 1)?;
            let b = value(g, array_loop, depth - 1)?;
            let op = *g.ch.pick("array-op", &OPERATORS)?;
            let op = if operators::is_on(g, op) { op } else { BinaryOp::Or };
            g.p.binary(op, a, b).ok()
        }
        Some(ArrayValue::Conditional) if depth > 0 => {
            let cond = comparison(g, array_loop)?;
            let x = value(g, array_loop, depth - 1)?;
            let y = value(g, array_loop, depth - 1)?;
            g.p.cond(cond, x, y).ok()
        }
        Some(ArrayValue::Complement) if depth > 0 => {
            let a = value(g, array_loop, depth - 1)?;
            g.p.unary(UnaryOp::BitNot, a).ok()
        }
        Some(ArrayValue::Shift) if depth > 0 => {
            let op = if g.ch.chance("array-shift-left", g.policy.odds.array_shift_left) {
                BinaryOp::Shl
            } else {
                BinaryOp::Shr
            };
            if !operators::is_on(g, op) {
                return any_element(g, array_loop, Use::Read);
            }
            let a = value(g, array_loop, depth - 1)?;
            let n = g.ch.between("array-shift", 1, g.policy.arrays.max_shift);
            let n = g.p.int_lit(u64::from(n), IntKind::Int);
            g.p.binary(op, a, n).ok()
        }
        _ => any_element(g, array_loop, Use::Read),
    }
}
