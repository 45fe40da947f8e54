//! Loops over inexact values: elements of arrays, sums, recurrences, extrema.

use crate::expr::inexact_expr::{
    HIGH, LOW, OPERATION, Source, Term, allowance, array, element, in_range, leaf, number, root_of, target,
    unit, value,
};
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::{Gen, sites};
use crate::stmt::{arrays, blocks, branches};
use crate::types::floats::kind_of;
use crate::types::inexact::constant;
use crate::types::{floats, variables};
use ir::{BinaryOp, BlockId, ExprId, FloatKind, Init, Stmt, VarId};
use machine::View;

pub fn looped(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let most = u64::from(g.policy.arrays.max_times);
    if branches::deep_enough(g, block) || g.block(block).mult > most {
        return None;
    }
    let [low, high] = g.policy.arrays.len;
    let len = u64::from(g.ch.between("loop-len", low, high));
    match g.ch.chance("inexact-reduction", g.policy.odds.inexact_reduction) {
        true => reduction(g, view, block, len),
        false => elementwise(g, view, block, len),
    }
}

/// `for (…) a[i] = …;`
fn elementwise(g: &mut Gen, view: &View, block: BlockId, len: u64) -> Option<()> {
    let (target, level) = array(g, view, len, Use::Write, |level| level > 0)?;
    let mark = g.mark();
    let (counter, stmt, body) = arrays::head(g, block, len)?;
    blocks::finish(g, block, mark, stmt, Some(body));
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let lhs = element(g, target, counter)?;
    let kind = kind_of(g, g.p.value_type(lhs));
    let t = value(g, view, &mut cx, kind, Source { level, counter: Some((counter, len)) })?;
    let e = g.p.assign(lhs, t.e).ok()?;
    inside(g, body, mark, e);
    g.stats.policy("inexact: elements");
    Some(())
}

/// Adds a statement to a loop that is filled at once.
fn inside(g: &mut Gen, body: BlockId, mark: usize, e: ExprId) {
    let id = g.p.append(body, Stmt::Expr(e));
    g.own(mark, id, None);
    g.tokens += 2 + crate::state::tokens::of_expr(&g.p, e);
}

/// `s = 0.75; for (…) s += …; f = (s + d) * c;`
fn reduction(g: &mut Gen, view: &View, block: BlockId, len: u64) -> Option<()> {
    let mut cx = Cx::pure(g, block);
    let mark = g.mark();
    let (lhs, level) = target(g, view, &mut cx)?;
    let ty = floats::any_type(g);
    let kind = kind_of(g, ty)?;
    let single = kind == FloatKind::Float || kind_of(g, g.p.value_type(lhs)) == Some(FloatKind::Float);
    // Half for what is added up, half for adding it up and bringing it into range.
    let room = allowance(g, level) / 2.0 / unit(single);
    let len = len.min((room / (2.0 * OPERATION)) as u64).saturating_sub(2);
    if len < 2 {
        return None;
    }
    let sum = variables::new_local(g, block, ty);
    let first = constant(g, kind);
    g.p.vars[sum].init = Some(g.p.push_init(Init::Expr(first)));
    blocks::finish(g, block, mark, Stmt::Decl(sum), None);
    let mark = g.mark();
    let (counter, stmt, body) = arrays::head(g, block, len)?;
    blocks::finish(g, block, mark, stmt, Some(body));
    let mark = g.mark();
    let (step, total) =
        accumulated(g, view, block, sum, Source { level, counter: Some((counter, len)) }, single)?;
    inside(g, body, mark, step);
    let mark = g.mark();
    let e = g.p.var(sum);
    let total = in_range(g, Term { e, ..total })?;
    let e = g.p.assign(lhs, total.e).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// What a reduction does in each iteration, and what is known of its result.
fn accumulated(
    g: &mut Gen,
    view: &View,
    block: BlockId,
    sum: VarId,
    source: Source,
    single: bool,
) -> Option<(ExprId, Term)> {
    let (counter, len) = source.counter?;
    let mut cx = Cx::pure(g, block);
    let term = value(
        g,
        view,
        &mut cx,
        single.then_some(FloatKind::Float),
        Source { level: source.level - 1, ..source },
    );
    let term = match term.filter(|_| source.level > 1) {
        Some(term) => term,
        None => leaf(g, view, &mut cx, Source { level: 1, counter: Some((counter, len)) })?,
    };
    let (lhs, old) = (g.p.var(sum), g.p.var(sum));
    let iterations = len as f64;
    let (step, low, high) = match g.ch.below("inexact-recurrence", 3) {
        0 => {
            g.stats.policy("inexact: recurrence");
            let half = number(g, &term, 0.5);
            let e = g.p.binary(BinaryOp::Mul, old, half.e).ok()?;
            let e = g.p.binary(BinaryOp::Add, e, term.e).ok()?;
            // Between where it starts and where it would end.
            (g.p.assign(lhs, e).ok()?, LOW, 2.0 * HIGH)
        }
        1 if root_of(g, term.e).is_some() => {
            g.stats.policy("inexact: extremum");
            let (again, kept) = (sites::copy(g, term.e), g.p.var(sum));
            let cond = g.p.binary(BinaryOp::Gt, term.e, old).ok()?;
            let e = g.p.cond(cond, again, kept).ok()?;
            (g.p.assign(lhs, e).ok()?, LOW, HIGH)
        }
        _ => {
            g.stats.policy("inexact: sum");
            let e = g.p.assign_op(BinaryOp::Add, lhs, term.e).ok()?;
            (e, LOW * (iterations + 1.0), HIGH * (iterations + 1.0))
        }
    };
    let roundings = term.roundings + 2.0 * OPERATION * iterations;
    Some((step, Term { low, high, roundings, single, ..term }))
}
