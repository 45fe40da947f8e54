//! Loops over inexact values: elements of arrays, sums, recurrences, extrema.

use crate::expr::inexact_expr::{
    HIGH, LOW, OPERATION, Source, Term, allowance, array, element, in_range, leaf, number, root_of, target,
    unit, value,
};
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::{Run, sites};
use crate::stmt::{arrays, blocks, branches};
use crate::types::floats::kind_of;
use crate::types::inexact::constant;
use crate::types::{floats, variables};
use ir::{BinaryOp, BlockId, ExprId, FloatKind, Init, Stmt, VarId};

pub fn looped(m: &mut Run, block: BlockId) -> Option<()> {
    let most = u64::from(m.grow.policy.arrays.max_times);
    if branches::deep_enough(m, block) || m.grow.block(block).mult > most {
        return None;
    }
    let [low, high] = m.grow.policy.arrays.len;
    let len = u64::from(m.grow.ch.between("loop-len", low, high));
    match m.grow.ch.chance("inexact-reduction", m.grow.policy.odds.inexact_reduction) {
        true => reduction(m, block, len),
        false => elementwise(m, block, len),
    }
}

/// `for (…) a[i] = …;`
fn elementwise(m: &mut Run, block: BlockId, len: u64) -> Option<()> {
    let (target, level) = array(m, len, Use::Write, |level| level > 0)?;
    let mark = m.grow.mark();
    let (counter, stmt, body) = arrays::head(m, block, len)?;
    blocks::finish(m, block, mark, stmt, Some(body));
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = element(m, target, counter)?;
    let kind = kind_of(m, m.grow.p.value_type(lhs));
    let t = value(m, &mut cx, kind, Source { level, turn: Some((counter, len)) })?;
    let e = m.grow.p.assign(lhs, t.e).ok()?;
    inside(m, body, mark, e);
    m.grow.stats.policy("inexact: elements");
    Some(())
}

/// Adds a statement to a loop that is filled at once.
fn inside(m: &mut Run, body: BlockId, mark: usize, e: ExprId) {
    let id = m.grow.p.append(body, Stmt::Expr(e));
    m.grow.own(mark, id, None);
    m.grow.tokens += 2 + crate::state::tokens::of_expr(&m.grow.p, e);
}

/// `s = 0.75; for (…) s += …; f = (s + d) * c;`
fn reduction(m: &mut Run, block: BlockId, len: u64) -> Option<()> {
    let mut cx = Cx::pure(m, block);
    let mark = m.grow.mark();
    let (lhs, level) = target(m, &mut cx)?;
    let ty = floats::any_type(m);
    let kind = kind_of(m, ty)?;
    let single = kind == FloatKind::Float || kind_of(m, m.grow.p.value_type(lhs)) == Some(FloatKind::Float);
    // Half for what is added up, half for adding it up and bringing it into range.
    let room = allowance(m, level) / 2.0 / unit(single);
    let len = len.min((room / (2.0 * OPERATION)) as u64).saturating_sub(2);
    if len < 2 {
        return None;
    }
    let sum = variables::new_local(m, block, ty);
    let first = constant(m, kind);
    m.grow.p.vars[sum].init = Some(m.grow.p.push_init(Init::Expr(first)));
    blocks::finish(m, block, mark, Stmt::Decl(sum), None);
    let mark = m.grow.mark();
    let (counter, stmt, body) = arrays::head(m, block, len)?;
    blocks::finish(m, block, mark, stmt, Some(body));
    let mark = m.grow.mark();
    let (step, total) = accumulated(m, block, sum, Source { level, turn: Some((counter, len)) }, single)?;
    inside(m, body, mark, step);
    let mark = m.grow.mark();
    let e = m.grow.p.var(sum);
    let total = in_range(m, Term { e, ..total })?;
    let e = m.grow.p.assign(lhs, total.e).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// What a reduction does in each turn, and what is known of its result.
fn accumulated(
    m: &mut Run,
    block: BlockId,
    sum: VarId,
    source: Source,
    single: bool,
) -> Option<(ExprId, Term)> {
    let (counter, len) = source.turn?;
    let mut cx = Cx::pure(m, block);
    let term =
        value(m, &mut cx, single.then_some(FloatKind::Float), Source { level: source.level - 1, ..source });
    let term = match term.filter(|_| source.level > 1) {
        Some(term) => term,
        None => leaf(m, &mut cx, Source { level: 1, turn: Some((counter, len)) })?,
    };
    let (lhs, old) = (m.grow.p.var(sum), m.grow.p.var(sum));
    let turns = len as f64;
    let (step, low, high) = match m.grow.ch.below("inexact-recurrence", 3) {
        0 => {
            m.grow.stats.policy("inexact: recurrence");
            let half = number(m, &term, 0.5);
            let e = m.grow.p.binary(BinaryOp::Mul, old, half.e).ok()?;
            let e = m.grow.p.binary(BinaryOp::Add, e, term.e).ok()?;
            // Between where it starts and where it would end.
            (m.grow.p.assign(lhs, e).ok()?, LOW, 2.0 * HIGH)
        }
        1 if root_of(m, term.e).is_some() => {
            m.grow.stats.policy("inexact: extremum");
            let (again, kept) = (sites::copy(m, term.e), m.grow.p.var(sum));
            let cond = m.grow.p.binary(BinaryOp::Gt, term.e, old).ok()?;
            let e = m.grow.p.cond(cond, again, kept).ok()?;
            (m.grow.p.assign(lhs, e).ok()?, LOW, HIGH)
        }
        _ => {
            m.grow.stats.policy("inexact: sum");
            let e = m.grow.p.assign_op(BinaryOp::Add, lhs, term.e).ok()?;
            (e, LOW * (turns + 1.0), HIGH * (turns + 1.0))
        }
    };
    let roundings = term.roundings + 2.0 * OPERATION * turns;
    Some((step, Term { low, high, roundings, single, ..term }))
}
