//! Assignments of exact floating values.

use crate::expr::float_expr;
use crate::policy::FloatStatement;
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::stmt::assign::inexact as inexact_values;
use crate::stmt::blocks;
use crate::types::{inexact, variables};
use ir::{BinaryOp, BlockId, ExprId, ExprKind, IncDec, Stmt};
use machine::View;

fn is_in_union(g: &Gen, mut e: ExprId) -> bool {
    while let ExprKind::Member { base, .. } | ExprKind::Index { base, .. } | ExprKind::Decay(base) =
        g.p.exprs[e].kind
    {
        if variables::is_union(g, g.p.ty(base)) {
            return true;
        }
        e = base;
    }
    match g.p.exprs[e].kind {
        ExprKind::Arrow { base, .. } => {
            g.p.types.pointee(g.p.value_type(base)).is_some_and(|to| variables::is_union(g, to))
        }
        _ => false,
    }
}

/// `f = …`, `f += …` or `f++`.
pub fn assign(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if inexact::is_on(g) {
        return inexact_values::assign(g, view, block);
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let lhs = float_expr::lvalue(g, view, &mut cx, Use::Write)?;
    if !g.p.is_pure(lhs) {
        return None;
    }
    let drawn = g.policy.weights.float_statements.draw(&mut g.ch, "float-statement")?;
    // What a union has is written, not calculated with: it may be any bits.
    let e = match if is_in_union(g, lhs) { FloatStatement::Assign } else { drawn } {
        FloatStatement::Step => {
            let op = *g.ch.pick("float-step", &IncDec::ALL)?;
            g.p.inc_dec(op, lhs).ok()?
        }
        FloatStatement::Compound => {
            let op = *g.ch.pick("float-compound", &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul])?;
            let rhs = float_expr::expr(g, view, &mut cx);
            g.p.assign_op(op, lhs, rhs).ok()?
        }
        FloatStatement::Assign => {
            let rhs = float_expr::expr(g, view, &mut cx);
            g.p.assign(lhs, rhs).ok()?
        }
    };
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}
