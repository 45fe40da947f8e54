//! Loops over arrays, as vectorisers look for them: element-wise, with neighbours and strides, reversed, with conditions,
//! searches, reductions, and nested ones over arrays of two dimensions, up to products of them.

use crate::expr::Cx;
use crate::grower::Run;
use crate::pointers::{self, Use};
use crate::{branches, constants, loops, manner, parts, stmt, tokens, vars};
use ir::{BinaryOp, BlockId, ExprId, Init, InitId, InitItem, IntKind, Stmt, Ty, UnaryOp, VarId};

/// A loop under construction: its counter goes from zero to the length.
#[derive(Clone, Copy)]
struct Turn {
    counter: VarId,
    len: u64,
    /// How many elements the arrays have at least: more than the length where indices are offset or multiplied.
    room: u64,
    stride: u64,
    /// A variable that holds the stride: a compiler cannot know that it is one, but may make a loop for that case.
    held: Option<VarId>,
    /// The counter of a loop around this one, and its length.
    outer: Option<(VarId, u64)>,
}

/// How far from the element at the counter a neighbour may be.
const FARTHEST: u64 = 2;

const KINDS: [IntKind; 6] =
    [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::UChar, IntKind::Long, IntKind::ULong];

/// A global array of integers with the dimensions, or larger, for this use.
pub fn loop_array(m: &mut Run, dims: &[u64], usage: Use) -> VarId {
    let fits = |m: &Run, v: &VarId| {
        let mut ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        for len in dims {
            match m.grow.p.types.element(ty) {
                Some((element, Some(n))) if n >= *len => ty = m.grow.p.types.canonical(element),
                _ => return false,
            }
        }
        m.grow.p.types.is_integer(ty) && ty.quals().is_empty() && m.grow.info(*v).part.allows(usage)
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    let enough = m.grow.policy.arrays.enough as usize;
    if known.len() >= enough
        || (!known.is_empty() && m.grow.ch.chance("known-array", m.grow.policy.odds.known_array))
    {
        return *m.grow.ch.pick("loop-array", &known).expect("not empty");
    }
    let kind = vars::one_of(m, "array-kind", &KINDS);
    let mut ty = Ty::int(kind);
    for len in dims.iter().rev() {
        let most = m.grow.policy.arrays.max_extra;
        let extra = u64::from(m.grow.ch.between("array-extra", 0, most));
        let extra = extra.min(u64::from(m.grow.policy.manner.max_loop_len).saturating_sub(*len));
        ty = m.grow.p.types.array(ty, len + extra);
    }
    let part = parts::draw(m, usage);
    let init = first_elements(m, ty);
    let var = vars::global_with(m, ty, Some(init));
    m.grow.info_mut(var).part = part;
    var
}

/// A list for the first elements, or none: what is large would be more text than the loops that go through it.
fn first_elements(m: &mut Run, ty: Ty) -> InitId {
    if m.grow.ch.chance("zero-array", m.grow.policy.odds.zero_array) {
        return m.grow.p.push_init(Init::List(Vec::new()));
    }
    // What is small overflows less soon, and needs fewer guards.
    let small = m.grow.ch.chance("small-elements", m.grow.policy.odds.small_elements);
    let mut left = m.grow.policy.arrays.max_given;
    elements(m, ty, small, &mut left)
}

fn elements(m: &mut Run, ty: Ty, small: bool, left: &mut u32) -> InitId {
    if let Some((element, Some(len))) = m.grow.p.types.element(ty) {
        let mut items = Vec::new();
        for place in 0..len as u32 {
            if *left == 0 {
                break;
            }
            items.push(InitItem { place, init: elements(m, element, small, left), designated: false });
        }
        return m.grow.p.push_init(Init::List(items));
    }
    *left -= 1;
    let kind = m.grow.p.types.int_kind(ty).unwrap_or(IntKind::Int);
    let value = if small { constants::small(m, kind) } else { constants::value(m, kind) };
    vars::int_init(m, value, ty)
}

pub fn array_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let most = u64::from(m.grow.policy.arrays.max_times);
    if branches::deep_enough(m, block) || m.grow.block(block).mult > most {
        return None;
    }
    if m.grow.block(block).mult * 8 <= most
        && m.grow.ch.chance("nested-arrays", m.grow.policy.odds.nested_arrays)
    {
        return nested(m, block);
    }
    let [low, high] = m.grow.policy.arrays.len;
    let longest = m.grow.policy.manner.max_loop_len.max(1);
    let len = u64::from(m.grow.ch.between("loop-len", low.min(longest), high.min(longest)));
    let stride = if m.grow.ch.chance("array-stride", m.grow.policy.odds.array_stride) {
        u64::from(m.grow.ch.between("array-stride-by", 2, m.grow.policy.arrays.max_stride))
    } else {
        1
    };
    let mark = m.grow.mark();
    let (counter, stmt, body) = head(m, block, len)?;
    stmt::finish(m, block, mark, stmt, Some(body));
    let fits = len * stride + FARTHEST <= u64::from(longest);
    let (room, stride) = if fits { (len * stride + FARTHEST, stride) } else { (len, 1) };
    let held = m.grow.ch.chance("held-stride", m.grow.policy.odds.held_stride).then(|| {
        let kind = m.grow.p.types.int_kind(m.grow.p.vars[counter].ty).unwrap_or(IntKind::Int);
        held_stride(m, kind, stride)
    });
    let turn = Turn { counter, len, room, stride, held, outer: None };
    fill(m, block, body, turn)
}

/// A global with the stride that other files could write, though none does.
fn held_stride(m: &mut Run, kind: IntKind, stride: u64) -> VarId {
    let e = m.grow.p.int_const(i128::from(stride), Ty::int(kind));
    let init = m.grow.p.push_init(Init::Expr(e));
    vars::hidden_global(m, "stride", Ty::int(kind), init)
}

/// `for (i = 0; i < len; i++)` with a body that is filled at once, not grown.
pub fn head(m: &mut Run, block: BlockId, len: u64) -> Option<(VarId, Stmt, BlockId)> {
    let kind = loops::counter_kind(m);
    let counter = loops::counter(m, block, kind, 0, len as u32);
    let (cond, step) = loops::for_head(m, counter, kind, false, 1, len as i128)?;
    let decl = m.grow.p.push_stmt(Stmt::Decl(counter));
    let init = m.grow.p.push_block(vec![decl]);
    let body = m.grow.p.push_block(Vec::new());
    m.grow.tokens += 8;
    Some((counter, Stmt::For { init, cond: Some(cond), step: Some(step), body }, body))
}

/// A loop within a loop over arrays of two dimensions; sometimes the wrong way round, sometimes with a third.
fn nested(m: &mut Run, block: BlockId) -> Option<()> {
    let columns = side(m, "array-columns");
    let rows = side(m, "array-rows").min(turns_left(m, block, columns));
    if m.grow.block(block).mult == 1 && m.grow.ch.chance("matrix-product", m.grow.policy.odds.matrix_product)
    {
        return product(m, block, rows, columns);
    }
    let (first, second) = if m.grow.ch.chance("columns-first", m.grow.policy.odds.columns_first) {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let (counters, body) = heads(m, block, [first, second])?;
    let [outer, inner] = counters;
    let swapped = first != rows
        || (rows == columns && m.grow.ch.chance("swapped-counters", m.grow.policy.odds.swapped_counters));
    let (row, column) = if swapped { (inner, outer) } else { (outer, inner) };
    let outer = Some((row, rows));
    let turn = Turn { counter: column, len: columns, room: columns, stride: 1, held: None, outer };
    fill(m, block, body, turn)
}

/// How many turns one of nested loops takes.
fn side(m: &mut Run, name: &'static str) -> u64 {
    let [low, high] = m.grow.policy.arrays.side;
    let longest = m.grow.policy.manner.max_loop_len.max(1);
    u64::from(m.grow.ch.between(name, low.min(longest), high.min(longest)))
}

/// How many turns a loop may take that is nested with others of so many.
fn turns_left(m: &Run, block: BlockId, others: u64) -> u64 {
    let times = m.grow.block(block).mult.max(1);
    (u64::from(m.grow.policy.arrays.max_turns) / (times * others)).max(2)
}

/// Loops within one another, the first around the others; and the body of the last.
fn heads<const N: usize>(m: &mut Run, block: BlockId, lens: [u64; N]) -> Option<([VarId; N], BlockId)> {
    let mut counters = Vec::new();
    let mut around = None;
    for len in lens {
        let mark = m.grow.mark();
        let (counter, stmt, body) = head(m, block, len)?;
        match around {
            None => {
                stmt::finish(m, block, mark, stmt, Some(body));
            }
            Some(around) => {
                let id = m.grow.p.append(around, stmt);
                m.grow.own(mark, id, Some(body));
            }
        }
        counters.push(counter);
        around = Some(body);
    }
    Some((counters.try_into().ok()?, around?))
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const SUMS: [BinaryOp; 4] = [BinaryOp::Add, BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor];
const FACTORS: [BinaryOp; 4] = [BinaryOp::Mul, BinaryOp::Mul, BinaryOp::And, BinaryOp::Xor];

/// `c[i][j] += a[i][k] * b[k][j]` and its like, with the three loops in any order.
fn product(m: &mut Run, block: BlockId, rows: u64, columns: u64) -> Option<()> {
    let between = side(m, "array-between");
    let lens = [rows.min(turns_left(m, block, columns * between)), columns, between];
    let order = *m.grow.ch.pick("product-order", &ORDERS)?;
    let (counters, body) = heads(m, block, order.map(|i| lens[i]))?;
    let counter_of = |which: usize| counters[order.iter().position(|i| *i == which).expect("all three")];
    let mark = m.grow.mark();
    let element = |m: &mut Run, row: usize, column: usize, usage: Use| {
        let array = loop_array(m, &[lens[row], lens[column]], usage);
        of_two(m, array, counter_of(row), counter_of(column))
    };
    let sum = element(m, 0, 1, Use::Address)?;
    let (a, b) = (element(m, 0, 2, Use::Read)?, element(m, 2, 1, Use::Read)?);
    let [plus, times] = [("product-sum", &SUMS), ("product-factor", &FACTORS)].map(|(name, ops)| {
        let op = *m.grow.ch.pick(name, ops).expect("not empty");
        if manner::is_on(m, op) { op } else { BinaryOp::Xor }
    });
    let factor = m.grow.p.binary(times, a, b).ok()?;
    let e = if m.grow.policy.statements.compound_assign > 0 {
        m.grow.p.assign_op(plus, sum, factor).ok()?
    } else {
        let old = m.grow.p.copy_expr(sum);
        let new = m.grow.p.binary(plus, old, factor).ok()?;
        m.grow.p.assign(sum, new).ok()?
    };
    manner::guard_statement(m, Stmt::Expr(e));
    let id = m.grow.p.append(body, Stmt::Expr(e));
    m.grow.own(mark, id, None);
    m.grow.tokens += 2 + tokens::of_expr(&m.grow.p, e);
    Some(())
}

fn fill(m: &mut Run, block: BlockId, body: BlockId, turn: Turn) -> Option<()> {
    let most = m.grow.policy.arrays.max_statements;
    for _ in 0..m.grow.ch.between("array-statements", 1, most) {
        let mark = m.grow.mark();
        let e = statement(m, block, turn)?;
        manner::guard_statement(m, Stmt::Expr(e));
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

fn comparison(m: &mut Run, turn: Turn) -> Option<ExprId> {
    let op = *m.grow.ch.pick("array-comparison", &COMPARISONS)?;
    let a = value(m, turn, 1)?;
    let b = value(m, turn, 1)?;
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
        let op = if manner::is_on(m, op) { op } else { BinaryOp::Xor };
        return m.grow.p.assign_op(op, lhs, value).ok();
    }
    m.grow.p.assign(lhs, value).ok()
}

/// `s += a[i]` and its like, or the smallest or largest so far.
fn reduction(m: &mut Run, block: BlockId, turn: Turn) -> Option<ExprId> {
    let mut cx = Cx::pure(m, block);
    cx.updates = true;
    cx.declare = false;
    let sum = pointers::int_lvalue(m, &mut cx, Use::Write)?;
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
fn of_two(m: &mut Run, array: VarId, row: VarId, column: VarId) -> Option<ExprId> {
    let (a, i, j) = (m.grow.p.var(array), m.grow.p.var(row), m.grow.p.var(column));
    let line = m.grow.p.index(a, i).ok()?;
    m.grow.p.index(line, j).ok()
}

fn index(m: &mut Run, turn: Turn) -> Option<ExprId> {
    let v = m.grow.p.var(turn.counter);
    let kind = m.grow.p.types.int_kind(m.grow.p.ty(v))?;
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
            let op = if manner::is_on(m, op) { op } else { BinaryOp::Or };
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
            if !manner::is_on(m, op) {
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
