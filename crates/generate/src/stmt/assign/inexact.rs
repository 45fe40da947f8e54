//! Assignments of inexact values.

use crate::expr::inexact_expr;
use crate::expr::inexact_expr::Source;
use crate::state::Run;
use crate::state::cx::Cx;
use crate::stmt::assign::inexact_loops;
use crate::stmt::blocks;
use crate::types::floats::kind_of;
use ir::{BlockId, Stmt};

/// `f = …`, or a loop.
pub fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    let share = m.grow.policy.odds.inexact_loop;
    if m.grow.policy.statements.array_loop > 0
        && m.grow.ch.chance("inexact-loop", share)
        && inexact_loops::looped(m, block).is_some()
    {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let (lhs, level) = inexact_expr::target(m, &mut cx)?;
    let kind = kind_of(m, m.grow.p.value_type(lhs));
    let t = inexact_expr::value(m, &mut cx, kind, Source { level, turn: None })?;
    let e = m.grow.p.assign(lhs, t.e).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    m.grow.stats.policy("inexact: assignment");
    Some(())
}
