//! The site that is about to be undefined.

use crate::state::Run;
use crate::state::sites::Owner;
use ir::{ExprId, ExprKind};

/// Whether the site is evaluated for the first time, so that nothing depends on what it did before.
pub fn is_fresh(m: &Run, site: ExprId) -> bool {
    let Some(Owner { stmt, body }) = m.grow.owner(site) else { return false };
    m.record.runs(stmt) == 1 && body.is_none_or(|b| m.record.entries(b) == 0)
}

/// The site follows another pointer from now on.
pub fn set_pointer(m: &mut Run, site: ExprId, new: ExprId) -> Option<()> {
    let e = m.grow.p.exprs[site];
    let kind = match e.kind {
        ExprKind::Deref(_) => ExprKind::Deref(new),
        ExprKind::Arrow { field, .. } => ExprKind::Arrow { base: new, field },
        ExprKind::Index { index, .. } => ExprKind::Index { base: new, index },
        _ => return None,
    };
    m.grow.p.set_expr(site, kind, e.ty);
    Some(())
}
