//! Loops over arrays, as vectorisers look for them: element-wise, with neighbours and strides, reversed, with conditions,
//! searches, reductions, and nested ones.

mod made;
mod nested;
pub use made::loop_array;

use crate::expr::{guard, lvalue, operators};
use crate::state::access::Use;
use crate::state::cx::{Cx, Declare};
use crate::state::{Run, tokens};
use crate::stmt::{blocks, branches, counted, loops};
use crate::types::{constants, variables};
use ir::{BinaryOp, BlockId, ExprId, Init, IntKind, Stmt, Ty, UnaryOp, VarId};

/// A loop under construction: its counter goes from zero to the length.
#[derive(Clone, Copy)]
pub struct Turn {
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

pub fn array_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let most = u64::from(m.grow.policy.arrays.max_times);
    if branches::deep_enough(m, block) || m.grow.block(block).mult > most {
        return None;
    }
    if m.grow.block(block).mult * 8 <= most
        && m.grow.ch.chance("nested-arrays", m.grow.policy.odds.nested_arrays)
    {
        return nested::nested(m, block);
    }
    let [low, high] = m.grow.policy.arrays.len;
    let longest = m.grow.policy.manner.max_loop_len.max(1);
    let len = u64::from(m.grow.ch.between("loop-len", low.min(longest), high.min(longest)));
    if len > affordable(m, block) {
        return None;
    }
    let stride = if m.grow.ch.chance("array-stride", m.grow.policy.odds.array_stride) {
        u64::from(m.grow.ch.between("array-stride-by", 2, m.grow.policy.arrays.max_stride))
    } else {
        1
    };
    let mark = m.grow.mark();
    let (counter, stmt, body) = head(m, block, len)?;
    blocks::finish(m, block, mark, stmt, Some(body));
    let fits = len * stride + FARTHEST <= u64::from(longest);
    let (room, stride) = if fits { (len * stride + FARTHEST, stride) } else { (len, 1) };
    let held = m.grow.ch.chance("held-stride", m.grow.policy.odds.held_stride).then(|| {
        let kind = m.grow.p.types.int_kind(m.grow.p.vars[counter].ty).unwrap_or(IntKind::Int);
        held_stride(m, loops::at_least_int(kind), stride)
    });
    let turn = Turn { counter, len, room, stride, held, outer: None, comparisons: 0 };
    fill(m, block, body, turn)
}

/// How many iterations of a loop over arrays can be paid for here, as often as they are entered.
pub fn affordable(m: &Run, block: BlockId) -> u64 {
    /// Node evaluations of one iteration, roughly.
    const ITERATION: u64 = 60;
    let left = m.grow.policy.shape.steps_to_grow().saturating_mul(2).saturating_sub(m.steps());
    left / ITERATION / m.grow.block(block).mult.max(1)
}

/// A global with the stride that other files could write, though none does.
fn held_stride(m: &mut Run, kind: IntKind, stride: u64) -> VarId {
    let e = m.grow.p.int_const(i128::from(stride), Ty::int(kind));
    let init = m.grow.p.push_init(Init::Expr(e));
    variables::hidden_global(m, "stride", Ty::int(kind), init)
}

/// `for (i = 0; i < len; i++)` with a body that is filled at once, not grown. It counts in a variable of its own, or in
/// one that is there.
pub fn head(m: &mut Run, block: BlockId, len: u64) -> Option<(VarId, Stmt, BlockId)> {
    let (counter, start) = match counted::whole_variable(m, block, len) {
        Some(var) => {
            let (v, zero) = (m.grow.p.var(var), m.grow.p.int_lit(0, IntKind::Int));
            (var, Stmt::Expr(m.grow.p.assign(v, zero).ok()?))
        }
        None => {
            let kind = loops::counter_kind(m, len + FARTHEST);
            let var = loops::counter(m, block, kind, 0, len as u32);
            (var, Stmt::Decl(var))
        }
    };
    let kind = m.grow.p.types.int_kind(m.grow.p.vars[counter].ty)?;
    let (cond, step) = loops::for_head(m, counter, kind, false, 1, len as i128)?;
    let start = m.grow.p.push_stmt(start);
    let init = m.grow.p.push_block(vec![start]);
    let body = m.grow.p.push_block(Vec::new());
    m.grow.tokens += 8;
    Some((counter, Stmt::For { init, cond: Some(cond), step: Some(step), body }, body))
}

pub fn fill(m: &mut Run, block: BlockId, body: BlockId, turn: Turn) -> Option<()> {
    let most = m.grow.policy.arrays.max_statements;
    for _ in 0..m.grow.ch.between("array-statements", 1, most) {
        let mark = m.grow.mark();
        let e = statement(m, block, turn)?;
        guard::guard_statement(m, Stmt::Expr(e));
        if m.grow.ch.chance("array-condition", m.grow.policy.odds.array_condition) {
            conditional(m, body, turn, mark, e)?;
        } else {
            let inner = m.grow.p.append(body, Stmt::Expr(e));
            m.grow.own(mark, inner, None);
        }
        m.grow.tokens += 2 + tokens::of_expr(&m.grow.p, e);
    }
    if turn.outer.is_none() && m.grow.ch.chance("array-search", m.grow.policy.odds.array_search) {
        search(m, body, turn)?;
    }
    Some(())
}

/// `if (a[i] < b[i]) …;`
fn conditional(m: &mut Run, body: BlockId, turn: Turn, mark: usize, e: ExprId) -> Option<()> {
    let cond = comparison(m, turn)?;
    let inner = m.grow.p.push_stmt(Stmt::Expr(e));
    let then = m.grow.p.push_block(vec![inner]);
    let id = m.grow.p.append(body, Stmt::If { cond, then, els: None });
    m.grow.own(mark, id, None);
    m.grow.tokens += 6 + tokens::of_expr(&m.grow.p, cond);
    Some(())
}

/// `if (a[i] == c) break;`
fn search(m: &mut Run, body: BlockId, turn: Turn) -> Option<()> {
    let mark = m.grow.mark();
    let cond = comparison(m, turn)?;
    let leave = m.grow.p.push_stmt(Stmt::Break);
    let then = m.grow.p.push_block(vec![leave]);
    let id = m.grow.p.append(body, Stmt::If { cond, then, els: None });
    m.grow.own(mark, id, None);
    m.grow.tokens += 8 + tokens::of_expr(&m.grow.p, cond);
    Some(())
}

const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];

/// Its operands may have one operation each, which may be a choice by another comparison: a policy that wants nothing else
/// would never come to an end.
fn comparison(m: &mut Run, mut turn: Turn) -> Option<ExprId> {
    const MOST_NESTED: u32 = 8;
    turn.comparisons += 1;
    let depth = u32::from(turn.comparisons <= MOST_NESTED);
    let op = *m.grow.ch.pick("array-comparison", &COMPARISONS)?;
    let a = value(m, turn, depth)?;
    let b = value(m, turn, depth)?;
    m.grow.p.binary(op, a, b).ok()
}

const REDUCTIONS: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Add];

const COMPOUND: [BinaryOp; 4] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Mul];

fn statement(m: &mut Run, block: BlockId, turn: Turn) -> Option<ExprId> {
    if m.grow.ch.chance("reduction", m.grow.policy.odds.reduction) {
        return reduction(m, block, turn);
    }
    let compound = m.grow.ch.chance("array-compound", m.grow.policy.odds.array_compound)
        && m.grow.policy.statements.compound_assign > 0;
    // What is read and written could as well have its address taken.
    let lhs = any_element(m, turn, if compound { Use::Address } else { Use::Write })?;
    // A copy, or the same value for all: what becomes a call of the library.
    if !compound && m.grow.ch.chance("array-copy", m.grow.policy.odds.array_copy) {
        let rhs = if m.grow.ch.chance("array-fill", m.grow.policy.odds.array_fill) {
            constants::constant(m, IntKind::Int)
        } else {
            any_element(m, turn, Use::Read)?
        };
        return m.grow.p.assign(lhs, rhs).ok();
    }
    let value = value(m, turn, deepest(m))?;
    if compound {
        let op = *m.grow.ch.pick("array-compound-op", &COMPOUND)?;
        let op = if operators::is_on(m, op) { op } else { BinaryOp::Xor };
        return m.grow.p.assign_op(op, lhs, value).ok();
    }
    m.grow.p.assign(lhs, value).ok()
}

/// `s += a[i]` and its like, or the smallest or largest so far.
fn reduction(m: &mut Run, block: BlockId, turn: Turn) -> Option<ExprId> {
    let mut cx = Cx::pure(m, block);
    cx.declare = Declare::Nowhere;
    let sum = cx.updating(|cx| lvalue::int_lvalue(m, cx, Use::Write))?;
    if !m.grow.p.is_pure(sum) {
        return None;
    }
    if m.grow.ch.chance("extremum", m.grow.policy.odds.extremum) {
        let op =
            if m.grow.ch.chance("minimum", m.grow.policy.odds.minimum) { BinaryOp::Lt } else { BinaryOp::Gt };
        let a = any_element(m, turn, Use::Read)?;
        let (again, old, kept) = (m.grow.p.copy_expr(a), m.grow.p.copy_expr(sum), m.grow.p.copy_expr(sum));
        let cond = m.grow.p.binary(op, a, old).ok()?;
        let chosen = m.grow.p.cond(cond, again, kept).ok()?;
        return m.grow.p.assign(sum, chosen).ok();
    }
    let value = value(m, turn, deepest(m).saturating_sub(1))?;
    if m.grow.policy.statements.compound_assign == 0 {
        let copy = m.grow.p.copy_expr(sum);
        let value = m.grow.p.binary(BinaryOp::Xor, copy, value).ok()?;
        return m.grow.p.assign(sum, value).ok();
    }
    let op = *m.grow.ch.pick("reduction-op", &REDUCTIONS)?;
    m.grow.p.assign_op(op, sum, value).ok()
}

/// How many operations may be within one another: the statement itself is one, and a choice has a comparison.
fn deepest(m: &Run) -> u32 {
    let depth = m.grow.policy.arrays.depth;
    match m.grow.policy.manner.max_expression_depth {
        0 => depth,
        n => depth.min(n.saturating_sub(3)),
    }
}

/// `a[i]`, `a[i + 1]`, `a[2 * i]`, `a[n - 1 - i]`; in nested loops `a[i][j]`, or a line of `a[i]` or `a[j]`.
fn any_element(m: &mut Run, turn: Turn, usage: Use) -> Option<ExprId> {
    let Some((row, rows)) = turn.outer else {
        let array = loop_array(m, &[turn.room], usage);
        let a = m.grow.p.var(array);
        let index = index(m, turn)?;
        return m.grow.p.index(a, index).ok();
    };
    if m.grow.ch.chance("line-element", m.grow.policy.odds.line_element) {
        let by_row = m.grow.ch.chance("line-by-row", m.grow.policy.odds.line_by_row);
        let (counter, len) = if by_row { (row, rows) } else { (turn.counter, turn.len) };
        let array = loop_array(m, &[len], usage);
        let (a, i) = (m.grow.p.var(array), m.grow.p.var(counter));
        return m.grow.p.index(a, i).ok();
    }
    let array = loop_array(m, &[rows, turn.len], usage);
    of_two(m, array, row, turn.counter)
}

/// `a[i][j]`
pub fn of_two(m: &mut Run, array: VarId, row: VarId, column: VarId) -> Option<ExprId> {
    let (a, i, j) = (m.grow.p.var(array), m.grow.p.var(row), m.grow.p.var(column));
    let line = m.grow.p.index(a, i).ok()?;
    m.grow.p.index(line, j).ok()
}

fn index(m: &mut Run, turn: Turn) -> Option<ExprId> {
    let v = m.grow.p.var(turn.counter);
    let kind = loops::at_least_int(m.grow.p.types.int_kind(m.grow.p.ty(v))?);
    if turn.stride > 1 || turn.held.is_some() {
        let by = match turn.held {
            Some(var) => m.grow.p.var(var),
            None => m.grow.p.int_const(turn.stride as i128, Ty::int(kind)),
        };
        let scaled = m.grow.p.binary(BinaryOp::Mul, v, by).ok()?;
        let offset = m.grow.ch.below("stride-offset", turn.stride as usize);
        return shifted(m, scaled, kind, offset as u64);
    }
    if m.grow.ch.chance("reversed", m.grow.policy.odds.reversed) {
        let last = m.grow.p.int_const(turn.len as i128 - 1, Ty::int(kind));
        return m.grow.p.binary(BinaryOp::Sub, last, v).ok();
    }
    let offset = if m.grow.ch.chance("neighbour", m.grow.policy.odds.neighbour) {
        u64::from(m.grow.ch.between("neighbour-offset", 1, FARTHEST as u32)).min(turn.room - turn.len)
    } else {
        0
    };
    shifted(m, v, kind, offset)
}

fn shifted(m: &mut Run, e: ExprId, kind: IntKind, by: u64) -> Option<ExprId> {
    if by == 0 {
        return Some(e);
    }
    let by = m.grow.p.int_const(by as i128, Ty::int(kind));
    m.grow.p.binary(BinaryOp::Add, e, by).ok()
}

const OPERATORS: [BinaryOp; 6] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::And, BinaryOp::Or];

/// What an element is given: the counter, a constant, an element, or an operator on such.
fn value(m: &mut Run, turn: Turn, depth: u32) -> Option<ExprId> {
    let weights = m.grow.policy.arrays.values;
    let drawn = m.grow.ch.weighted("array-value", weights.into_iter());
    match drawn {
        Some(0) => Some(m.grow.p.var(turn.counter)),
        Some(1) => Some(constants::constant(m, IntKind::Int)),
        Some(2) if depth > 0 => {
            let a = value(m, turn, depth - 1)?;
            let b = value(m, turn, depth - 1)?;
            let op = *m.grow.ch.pick("array-op", &OPERATORS)?;
            let op = if operators::is_on(m, op) { op } else { BinaryOp::Or };
            m.grow.p.binary(op, a, b).ok()
        }
        Some(3) if depth > 0 => {
            let cond = comparison(m, turn)?;
            let x = value(m, turn, depth - 1)?;
            let y = value(m, turn, depth - 1)?;
            m.grow.p.cond(cond, x, y).ok()
        }
        Some(4) if depth > 0 => {
            let a = value(m, turn, depth - 1)?;
            m.grow.p.unary(UnaryOp::BitNot, a).ok()
        }
        Some(5) if depth > 0 => {
            let op = if m.grow.ch.chance("array-shift-left", m.grow.policy.odds.array_shift_left) {
                BinaryOp::Shl
            } else {
                BinaryOp::Shr
            };
            if !operators::is_on(m, op) {
                return any_element(m, turn, Use::Read);
            }
            let a = value(m, turn, depth - 1)?;
            let n = m.grow.ch.between("array-shift", 1, m.grow.policy.arrays.max_shift);
            let n = m.grow.p.int_lit(u64::from(n), IntKind::Int);
            m.grow.p.binary(op, a, n).ok()
        }
        _ => any_element(m, turn, Use::Read),
    }
}
