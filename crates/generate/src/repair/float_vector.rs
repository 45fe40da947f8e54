//! Vector operations with a floating lane that would not be exact.

use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Gen, sites, tokens};
use crate::types::floats::{kind_of, precision, whole};
use crate::types::vectors::named;
use ir::{BinaryOp, ExprId, ExprKind, FloatKind, Ty, UnaryOp};
use machine::View;

/// An operation of which a lane leaves the range of exact numbers, or is a negative zero.
pub fn repair(g: &mut Gen, view: &View, site: ExprId) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let (element, lanes) = g.p.types.lanes(e.ty)?;
    let kind = kind_of(g, element)?;
    match e.kind {
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let zero = spread(g, kind, 0, e.ty);
            g.p.set_expr(site, ExprKind::Binary(BinaryOp::Sub, zero, a), e.ty);
            Some(RepairKind::FloatLanesNegation)
        }
        // One operand instead, where nothing depends on the result yet.
        ExprKind::Binary(_, a, _) if site::is_fresh(g, view, site) && !is_small(g, site) => {
            let to = named(g, element, lanes);
            g.p.set_expr(site, ExprKind::Cast(a), to);
            Some(RepairKind::FloatLanesOperand)
        }
        ExprKind::Binary(..) if g.p.is_pure(site) => masked(g, site, kind),
        _ => None,
    }
}

fn is_small(g: &Gen, e: ExprId) -> bool {
    let pure = g.p.exprs[e].effects.is_pure();
    pure && tokens::of_expr(&g.p, e) <= g.policy.repairs.max_copied_tokens
}

/// `(v4_float)((v4_int)(a * b) & (a * b < LIMIT & a * b > -LIMIT)) + 0.0f`
fn masked(g: &mut Gen, site: ExprId, kind: FloatKind) -> Option<RepairKind> {
    let e = g.p.exprs[site];
    let ty = g.p.types.canonical(e.ty).unqualified();
    let (element, lanes) = g.p.types.lanes(ty)?;
    let raw = g.p.push_expr(e.kind, ty);
    g.set_lenient(raw);
    let limit = 1i64 << precision(kind);
    let mut tests = Vec::new();
    for (op, limit) in [(BinaryOp::Lt, limit), (BinaryOp::Gt, -limit)] {
        let copy = sites::copy(g, raw);
        let limit = spread(g, kind, limit, ty);
        tests.push(g.p.binary(op, copy, limit).ok()?);
    }
    let [below, above] = tests[..] else { return None };
    let within = g.p.binary(BinaryOp::And, below, above).ok()?;
    let truth = g.p.types.truth_vector(ty)?;
    let (int, _) = g.p.types.lanes(truth)?;
    let (as_int, as_float) = (named(g, int, lanes), named(g, element, lanes));
    let bits = g.p.cast(raw, as_int).ok()?;
    let kept = g.p.binary(BinaryOp::And, bits, within).ok()?;
    let back = g.p.cast(kept, as_float).ok()?;
    let zero = spread(g, kind, 0, ty);
    g.p.set_expr(site, ExprKind::Binary(BinaryOp::Add, back, zero), ty);
    g.tokens += 20;
    Some(RepairKind::FloatLanesMask)
}

/// A number for all lanes.
pub fn spread(g: &mut Gen, kind: FloatKind, value: i64, ty: Ty) -> ExprId {
    let e = whole(g, kind, value);
    g.set_lenient(e);
    g.p.convert(e, ty)
}
