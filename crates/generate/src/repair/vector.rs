//! Vector operations with a lane that is about to be undefined: computed without a sign.

use crate::expr::vector_expr;
use crate::repair::float_vector;
use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::types::vectors;
use ir::{ExprId, ExprKind, Ty};
use machine::View;

/// Whether a site computes with vectors.
pub fn is_site(g: &Gen, site: ExprId) -> bool {
    g.p.types.is_vector(g.p.ty(site))
}

/// An operation on signed lanes that has no value: the same on unsigned ones, which wraps around.
pub fn repair(g: &mut Gen, view: &View, site: ExprId) -> Option<RepairKind> {
    let ty = g.p.ty(site);
    if vectors::is_lanes(g, ty) {
        return float_vector::repair(g, view, site);
    }
    if !vector_expr::is_signed(g, ty) {
        return None;
    }
    let inner = match g.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (unsigned(g, a)?, unsigned(g, b)?);
            g.p.binary(op, a, b).ok()?
        }
        ExprKind::Unary(op, a) => {
            let a = unsigned(g, a)?;
            g.p.unary(op, a).ok()?
        }
        _ => return None,
    };
    let (element, lanes) = g.p.types.lanes(ty)?;
    let to = vectors::named(g, element, lanes);
    g.p.set_expr(site, ExprKind::Cast(inner), to);
    Some(RepairKind::UnsignedLanes)
}

/// An operand with unsigned lanes; a scalar is converted before it is spread.
pub fn unsigned(g: &mut Gen, e: ExprId) -> Option<ExprId> {
    let (element, lanes) = g.p.types.lanes(g.p.ty(e))?;
    let kind = g.p.types.int_kind(element)?.to_unsigned();
    if let ExprKind::Convert(scalar) = g.p.exprs[e].kind {
        // Its vector has a value, and it has none of its own: it would be evaluated again.
        if !g.p.is_pure(scalar) {
            return None;
        }
        let scalar = g.p.cast(scalar, Ty::int(kind)).ok()?;
        let vector = g.p.types.vector(Ty::int(kind), lanes);
        return Some(g.p.convert(scalar, vector));
    }
    let to = vectors::named(g, Ty::int(kind), lanes);
    g.p.cast(e, to).ok()
}
