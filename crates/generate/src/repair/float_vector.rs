//! Vector operations with a floating lane that would not be exact.

use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Run, sites, tokens};
use crate::types::floats::{kind_of, precision, whole};
use crate::types::vectors::named;
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, Ty, UnaryOp};

/// An operation of which a lane leaves the range of exact numbers, or is a negative zero.
pub fn mend(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let (element, lanes) = m.grow.p.types.lanes(e.ty)?;
    let kind = kind_of(m, element)?;
    match e.kind {
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let zero = spread(m, kind, 0, e.ty);
            m.grow.p.set_expr(site, ExprKind::Binary(BinaryOp::Sub, zero, a), e.ty);
            Some(RepairKind::FloatLanesNegation)
        }
        // One operand instead, where nothing depends on the result yet.
        ExprKind::Binary(_, a, _) if site::is_fresh(m, site) && !is_small(m, site) => {
            let to = named(m, element, lanes);
            m.grow.p.set_expr(site, ExprKind::Cast(a), to);
            Some(RepairKind::FloatLanesOperand)
        }
        ExprKind::Binary(..) if m.grow.p.is_pure(site) => masked(m, site, kind),
        _ => None,
    }
}

fn is_small(m: &Run, e: ExprId) -> bool {
    let pure = m.grow.p.exprs[e].effects.is_pure();
    pure && tokens::of_expr(&m.grow.p, e) <= m.grow.policy.repairs.max_copied_tokens
}

/// `(v4_float)((v4_int)(a * b) & (a * b < LIMIT & a * b > -LIMIT)) + 0.0f`
fn masked(m: &mut Run, site: ExprId, kind: FloatKind) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let ty = m.grow.p.types.canonical(e.ty).unqualified();
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let raw = m.grow.p.push_expr(e.kind, ty);
    m.grow.set_lenient(raw);
    let limit = 1i64 << precision(kind);
    let mut tests = Vec::new();
    for (op, limit) in [(BinaryOp::Lt, limit), (BinaryOp::Gt, -limit)] {
        let copy = sites::copy(m, raw);
        let limit = spread(m, kind, limit, ty);
        tests.push(m.grow.p.binary(op, copy, limit).ok()?);
    }
    let [below, above] = tests[..] else { return None };
    let within = m.grow.p.binary(BinaryOp::And, below, above).ok()?;
    let truth = m.grow.p.types.truth_vector(ty)?;
    let (int, _) = m.grow.p.types.lanes(truth)?;
    let (as_int, as_float) = (named(m, int, lanes), named(m, element, lanes));
    let bits = m.grow.p.cast(raw, as_int).ok()?;
    let kept = m.grow.p.binary(BinaryOp::And, bits, within).ok()?;
    let back = m.grow.p.cast(kept, as_float).ok()?;
    let zero = spread(m, kind, 0, ty);
    m.grow.p.set_expr(site, ExprKind::Binary(BinaryOp::Add, back, zero), ty);
    m.grow.tokens += 20;
    Some(RepairKind::FloatLanesMask)
}

/// A number for all lanes.
pub fn spread(m: &mut Run, kind: FloatKind, value: i64, ty: Ty) -> ExprId {
    let e = whole(m, kind, value);
    m.grow.set_lenient(e);
    m.grow.p.convert(e, ty)
}
