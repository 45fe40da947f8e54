//! Assignments of inexact values.

use crate::expr::inexact_expr;
use crate::expr::inexact_expr::Source;
use crate::state::Gen;
use crate::state::cx::Cx;
use crate::stmt::assign::inexact_loops;
use crate::stmt::blocks;
use crate::types::floats::kind_of;
use ir::{BlockId, Stmt};
use machine::View;

/// `f = …`, or a loop.
pub fn assign(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let share = g.policy.odds.inexact_loop;
    if g.policy.statements.array_loop > 0
        && g.ch.chance("inexact-loop", share)
        && inexact_loops::looped(g, view, block).is_some()
    {
        return Some(());
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let (lhs, level) = inexact_expr::target(g, view, &mut cx)?;
    let kind = kind_of(g, g.p.value_type(lhs));
    let t = inexact_expr::value(g, view, &mut cx, kind, Source { level, counter: None })?;
    let e = g.p.assign(lhs, t.e).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    g.stats.policy("inexact: assignment");
    Some(())
}
