//! Loops within one another: two over arrays of two dimensions, or three over the product of two.

use crate::expr::{guard, operators};
use crate::state::access::Use;
use crate::state::{Gen, tokens};
use crate::stmt::arrays::{ArrayLoop, affordable, fill, head, loop_array, of_two};
use crate::stmt::blocks;
use ir::{BinaryOp, BlockId, Stmt, VarId};
use machine::View;

/// A loop within a loop over arrays of two dimensions; sometimes the wrong way round, sometimes with a third.
pub fn nested(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let columns = side(g, "array-columns");
    let rows = side(g, "array-rows").min(turns_left(g, view, block, columns));
    if g.block(block).mult == 1 && g.ch.chance("matrix-product", g.policy.odds.matrix_product) {
        return product(g, view, block, rows, columns);
    }
    let (first, second) = if g.ch.chance("columns-first", g.policy.odds.columns_first) {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let (counters, body) = heads(g, block, [first, second])?;
    let [outer, inner] = counters;
    let swapped =
        first != rows || (rows == columns && g.ch.chance("swapped-counters", g.policy.odds.swapped_counters));
    let (row, column) = if swapped { (inner, outer) } else { (outer, inner) };
    let outer = Some((row, rows));
    let array_loop = ArrayLoop {
        counter: column,
        len: columns,
        room: columns,
        stride: 1,
        held: None,
        outer,
        comparisons: 0,
    };
    fill(g, view, block, body, array_loop)
}

/// How many iterations one of nested loops takes.
fn side(g: &mut Gen, name: &'static str) -> u64 {
    let [low, high] = g.policy.arrays.side;
    let longest = g.policy.manner.max_loop_len.max(1);
    u64::from(g.ch.between(name, low.min(longest), high.min(longest)))
}

/// How many iterations a loop may have that is nested with others of so many.
fn turns_left(g: &Gen, view: &View, block: BlockId, others: u64) -> u64 {
    let times = g.block(block).mult.max(1);
    let most = u64::from(g.policy.arrays.max_turns) / times;
    (most.min(affordable(g, view, block)) / others).max(2)
}

/// Loops within one another, the first around the others; and the body of the last.
fn heads<const N: usize>(g: &mut Gen, block: BlockId, lens: [u64; N]) -> Option<([VarId; N], BlockId)> {
    let mut counters = Vec::new();
    let mut around = None;
    for len in lens {
        let mark = g.mark();
        let (counter, stmt, body) = head(g, block, len)?;
        match around {
            None => {
                blocks::finish(g, block, mark, stmt, Some(body));
            }
            Some(around) => {
                let id = g.p.append(around, stmt);
                g.own(mark, id, Some(body));
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
fn product(g: &mut Gen, view: &View, block: BlockId, rows: u64, columns: u64) -> Option<()> {
    let between = side(g, "array-between");
    let lens = [rows.min(turns_left(g, view, block, columns * between)), columns, between];
    let order = *g.ch.pick("product-order", &ORDERS)?;
    let (counters, body) = heads(g, block, order.map(|i| lens[i]))?;
    let counter_of = |which: usize| counters[order.iter().position(|i| *i == which).expect("all three")];
    let mark = g.mark();
    let element = |g: &mut Gen, row: usize, column: usize, usage: Use| {
        let array = loop_array(g, &[lens[row], lens[column]], usage);
        of_two(g, array, counter_of(row), counter_of(column))
    };
    let sum = element(g, 0, 1, Use::Address)?;
    let (a, b) = (element(g, 0, 2, Use::Read)?, element(g, 2, 1, Use::Read)?);
    let [plus, times] = [("product-sum", &SUMS), ("product-factor", &FACTORS)].map(|(name, ops)| {
        let op = *g.ch.pick(name, ops).expect("not empty");
        if operators::is_on(g, op) { op } else { BinaryOp::Xor }
    });
    let factor = g.p.binary(times, a, b).ok()?;
    let e = if g.policy.statements.compound_assign > 0 {
        g.p.assign_op(plus, sum, factor).ok()?
    } else {
        let old = g.p.copy_expr(sum);
        let new = g.p.binary(plus, old, factor).ok()?;
        g.p.assign(sum, new).ok()?
    };
    guard::guard_statement(g, Stmt::Expr(e));
    let id = g.p.append(body, Stmt::Expr(e));
    g.own(mark, id, None);
    g.tokens += 2 + tokens::of_expr(&g.p, e);
    Some(())
}
