//! Vector operations with a lane that is about to be undefined: computed without a sign.

use crate::expr::vector_expr;
use crate::repair::float_vector;
use crate::state::Run;
use crate::state::census::RepairKind;
use crate::types::vectors;
use ir::{ExprId, ExprKind, Ty};

/// Whether a site computes with vectors.
pub fn is_site(m: &Run, site: ExprId) -> bool {
    m.grow.p.types.is_vector(m.grow.p.ty(site))
}

/// An operation on signed lanes that has no value: the same on unsigned ones, which wraps around.
pub fn mend(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let ty = m.grow.p.ty(site);
    if vectors::is_lanes(m, ty) {
        return float_vector::mend(m, site);
    }
    if !vector_expr::is_signed(m, ty) {
        return None;
    }
    let inner = match m.grow.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (unsigned(m, a)?, unsigned(m, b)?);
            m.grow.p.binary(op, a, b).ok()?
        }
        ExprKind::Unary(op, a) => {
            let a = unsigned(m, a)?;
            m.grow.p.unary(op, a).ok()?
        }
        _ => return None,
    };
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let to = vectors::named(m, element, lanes);
    m.grow.p.set_expr(site, ExprKind::Cast(inner), to);
    Some(RepairKind::UnsignedLanes)
}

/// An operand with unsigned lanes; a scalar is converted before it is spread.
pub fn unsigned(m: &mut Run, e: ExprId) -> Option<ExprId> {
    let (element, lanes) = m.grow.p.types.lanes(m.grow.p.ty(e))?;
    let kind = m.grow.p.types.int_kind(element)?.to_unsigned();
    if let ExprKind::Convert(scalar) = m.grow.p.exprs[e].kind {
        let scalar = m.grow.p.cast(scalar, Ty::int(kind)).ok()?;
        let vector = m.grow.p.types.vector(Ty::int(kind), lanes);
        return Some(m.grow.p.convert(scalar, vector));
    }
    let to = vectors::named(m, Ty::int(kind), lanes);
    m.grow.p.cast(e, to).ok()
}
