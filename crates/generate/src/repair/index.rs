//! Array indices out of bounds.

use crate::expr::operators;
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Gen, forbidden, sites};
use ir::{BinaryOp, ExprId, ExprKind, IntKind, UnaryOp};
use machine::View;

/// An index modulo the length: values within bounds stay what they are.
pub fn index(g: &mut Gen, view: &View, site: ExprId, len: u64) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let ExprKind::Index { base, index } = e.kind else { return None };
    let fresh = site::is_fresh(g, view, site) && g.p.is_pure(index);
    if fresh && g.ch.chance("another-index", g.policy.odds.another_index) {
        let i = g.ch.below("another-index-value", len as usize) as u64;
        let constant = g.p.int_lit(i, IntKind::Int);
        g.p.set_expr(site, ExprKind::Index { base, index: constant }, e.ty);
        return Some(RepairKind::AnotherIndex);
    }
    let wide = g.p.types.size_t();
    // A cast converts by itself: the promotion below it would be an implicit conversion where C has none.
    let index = match g.p.exprs[index].kind {
        ExprKind::Convert(inner) if g.p.is_pure(inner) => inner,
        // Its value is known, that of what is below it is not: a plus has the promotion for its operand.
        ExprKind::Convert(_) => {
            let ty = g.p.ty(index);
            g.p.push_expr(ExprKind::Unary(UnaryOp::Plus, index), ty)
        }
        _ => index,
    };
    let cast = g.p.cast(index, wide).ok()?;
    let kind = g.p.target().size_t;
    let len = g.p.int_lit(len, kind);
    if forbidden::is_left_out(g, BinaryOp::Rem) && !g.p.is_pure(cast) {
        return None;
    }
    let reduced = if operators::is_on(g, BinaryOp::Rem) || !g.p.is_pure(cast) {
        g.p.push_expr(ExprKind::Binary(BinaryOp::Rem, cast, len), wide)
    } else {
        // Without division: the first element in place of those that are not there.
        let cond = g.p.binary(BinaryOp::Lt, cast, len).ok()?;
        let then = sites::copy(g, cast);
        let zero = g.p.int_lit(0, kind);
        g.p.push_expr(ExprKind::Cond { cond, then, els: zero }, wide)
    };
    g.p.set_expr(site, ExprKind::Index { base, index: reduced }, e.ty);
    g.tokens += 8;
    Some(RepairKind::IndexModulo)
}
