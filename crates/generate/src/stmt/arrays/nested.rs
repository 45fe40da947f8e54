//! Loops within one another: two over arrays of two dimensions, or three over the product of two.

use crate::expr::{guard, operators};
use crate::state::access::Use;
use crate::state::{Run, tokens};
use crate::stmt::arrays::{Turn, affordable, fill, head, loop_array, of_two};
use crate::stmt::blocks;
use ir::{BinaryOp, BlockId, Stmt, VarId};

/// A loop within a loop over arrays of two dimensions; sometimes the wrong way round, sometimes with a third.
pub fn nested(m: &mut Run, block: BlockId) -> Option<()> {
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
    let turn =
        Turn { counter: column, len: columns, room: columns, stride: 1, held: None, outer, comparisons: 0 };
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
    let most = u64::from(m.grow.policy.arrays.max_turns) / times;
    (most.min(affordable(m, block)) / others).max(2)
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
                blocks::finish(m, block, mark, stmt, Some(body));
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
        if operators::is_on(m, op) { op } else { BinaryOp::Xor }
    });
    let factor = m.grow.p.binary(times, a, b).ok()?;
    let e = if m.grow.policy.statements.compound_assign > 0 {
        m.grow.p.assign_op(plus, sum, factor).ok()?
    } else {
        let old = m.grow.p.copy_expr(sum);
        let new = m.grow.p.binary(plus, old, factor).ok()?;
        m.grow.p.assign(sum, new).ok()?
    };
    guard::guard_statement(m, Stmt::Expr(e));
    let id = m.grow.p.append(body, Stmt::Expr(e));
    m.grow.own(mark, id, None);
    m.grow.tokens += 2 + tokens::of_expr(&m.grow.p, e);
    Some(())
}
