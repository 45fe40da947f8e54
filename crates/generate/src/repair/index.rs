//! Array indices out of bounds.

use crate::expr::operators;
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Run, forbidden, sites};
use ir::{BinaryOp, ExprId, ExprKind, IntKind, UnaryOp};

/// An index modulo the length: values within bounds stay what they are.
pub fn index(m: &mut Run, site: ExprId, len: u64) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let ExprKind::Index { base, index } = e.kind else { return None };
    let fresh = site::is_fresh(m, site) && m.grow.p.is_pure(index);
    if fresh && m.grow.ch.chance("another-index", m.grow.policy.odds.another_index) {
        let i = m.grow.ch.below("another-index-value", len as usize) as u64;
        let constant = m.grow.p.int_lit(i, IntKind::Int);
        m.grow.p.set_expr(site, ExprKind::Index { base, index: constant }, e.ty);
        return Some(RepairKind::AnotherIndex);
    }
    let wide = m.grow.p.types.size_t();
    // A cast converts by itself: the promotion below it would be an implicit conversion where C has none.
    let index = match m.grow.p.exprs[index].kind {
        ExprKind::Convert(inner) if m.grow.p.is_pure(inner) => inner,
        // Its value is known, that of what is below it is not: a plus has the promotion for its operand.
        ExprKind::Convert(_) => {
            let ty = m.grow.p.ty(index);
            m.grow.p.push_expr(ExprKind::Unary(UnaryOp::Plus, index), ty)
        }
        _ => index,
    };
    let cast = m.grow.p.cast(index, wide).ok()?;
    let kind = m.grow.p.target().size_t;
    let len = m.grow.p.int_lit(len, kind);
    if forbidden::is_left_out(&m.grow, BinaryOp::Rem) && !m.grow.p.is_pure(cast) {
        return None;
    }
    let reduced = if operators::is_on(m, BinaryOp::Rem) || !m.grow.p.is_pure(cast) {
        m.grow.p.push_expr(ExprKind::Binary(BinaryOp::Rem, cast, len), wide)
    } else {
        // Without division: the first element in place of those that are not there.
        let cond = m.grow.p.binary(BinaryOp::Lt, cast, len).ok()?;
        let then = sites::copy(m, cast);
        let zero = m.grow.p.int_lit(0, kind);
        m.grow.p.push_expr(ExprKind::Cond { cond, then, els: zero }, wide)
    };
    m.grow.p.set_expr(site, ExprKind::Index { base, index: reduced }, e.ty);
    m.grow.tokens += 8;
    Some(RepairKind::IndexModulo)
}
