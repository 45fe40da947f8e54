//! Where a program does without an operator because the user said so (`--no-division`). Many parts make operators: tables of
//! weights, idioms, array loops, floats, repairs. Few of them have to know: what they have made is looked through here before it
//! runs for the first time, and gets another operator of the same type. Not for what swarm has given no weight.

use crate::policy::forbidden::Forbidden;
use crate::state::Gen;
use ir::{BinaryOp, ExprId, ExprKind, Id, Ty, UnaryOp};

/// Whether the program must do without.
pub fn is(g: &Gen, what: Forbidden) -> bool {
    g.policy.left_out.contains(&what)
}

/// Whether the program must not have the operator.
pub fn is_left_out(g: &Gen, op: BinaryOp) -> bool {
    match op {
        BinaryOp::Mul => is(g, Forbidden::Mul),
        BinaryOp::Div => is(g, Forbidden::Div),
        BinaryOp::Rem => is(g, Forbidden::Rem),
        BinaryOp::Shl => is(g, Forbidden::Shl),
        BinaryOp::Shr => is(g, Forbidden::Shr),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => false,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => false,
    }
}

/// Replaces what is left out among the nodes made since the mark.
pub fn replace_since(g: &mut Gen, mark: usize) {
    if g.policy.left_out.is_empty() {
        return;
    }
    for index in mark..g.p.exprs.len() {
        replace(g, ExprId::from_index(index));
    }
}

/// Replaces the operator of a node, if it is left out. None of its values has been seen yet.
pub fn replace(g: &mut Gen, site: ExprId) {
    let e = g.p.exprs[site];
    let kind = match e.kind {
        ExprKind::Binary(op, a, b) if is_left_out(g, op) => Some(other(g, op, a, b)),
        ExprKind::Guard(inner, _) => match g.p.exprs[inner].kind {
            // A guard has a meaning for what can be undefined, and what comes in place of a shift cannot.
            ExprKind::Binary(op, a, b) if op.is_shift() && is_left_out(g, op) => Some(other(g, op, a, b)),
            _ => None,
        },
        ExprKind::AssignOp { op, lhs, rhs, calc } if is_left_out(g, op) => {
            other_compound(g, op, (lhs, rhs), calc)
        }
        _ => None,
    };
    if let Some(kind) = kind {
        g.p.set_expr(site, kind, e.ty);
    }
    if is(g, Forbidden::Compound) {
        spell_out(g, site);
    }
}

/// `x op= y` becomes `x = x op y`, where `x` may be written twice.
fn spell_out(g: &mut Gen, site: ExprId) {
    let e = g.p.exprs[site];
    let ExprKind::AssignOp { op, lhs, rhs, calc } = e.kind else { return };
    if !g.p.is_pure(lhs) {
        return;
    }
    let copy = g.p.copy_expr(lhs);
    let value = if g.p.types.is_pointer(e.ty) {
        let Ok(moved) = g.p.binary(op, copy, rhs) else { return };
        moved
    } else {
        let left = g.p.convert(copy, calc);
        let raw = g.p.push_expr(ExprKind::Binary(op, left, rhs), calc);
        g.p.convert(raw, e.ty)
    };
    g.p.set_expr(site, ExprKind::Assign { lhs, rhs: value }, e.ty);
}

/// What comes in place of an operator whose operands have one type. Shifts have two.
pub fn instead(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Mul | BinaryOp::Div => BinaryOp::Sub,
        BinaryOp::Rem => BinaryOp::And,
        _ => BinaryOp::Xor,
    }
}

pub fn other(g: &Gen, op: BinaryOp, a: ExprId, b: ExprId) -> ExprKind {
    if op.is_shift() && !g.p.types.is_vector(g.p.ty(a)) {
        return ExprKind::Unary(UnaryOp::Plus, a);
    }
    ExprKind::Binary(instead(op), a, b)
}

fn other_compound(g: &mut Gen, op: BinaryOp, (lhs, rhs): (ExprId, ExprId), calc: Ty) -> Option<ExprKind> {
    let scalar_shift = op.is_shift() && !g.p.types.is_vector(g.p.ty(lhs));
    let rhs = if scalar_shift { g.p.cast(rhs, calc).ok()? } else { rhs };
    let made = g.p.assign_op(instead(op), lhs, rhs).ok()?;
    Some(g.p.exprs[made].kind)
}
