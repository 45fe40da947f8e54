//! Other operators and constants.

use super::scene::Scene;
use ir::arith::int;
use ir::{BinaryOp, ExprId, ExprKind, IncDec, LogicOp, Program, Ty, UnaryOp};

// --- operators ---

/// Operators that can stand for each other.
const CLASSES: [&[BinaryOp]; 3] = [
    &[
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Div,
        BinaryOp::Rem,
    ],
    &[BinaryOp::Shl, BinaryOp::Shr],
    &[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne],
];

pub fn operator(s: &mut Scene) -> Option<Program> {
    s.at_sites(other_operator)
}

fn other_operator(p: &mut Program, s: &mut Scene) -> Option<()> {
    let e = s.expression(has_operator)?;
    let old = p.exprs[e];
    let kind = match old.kind {
        ExprKind::Binary(op, a, b) => ExprKind::Binary(another(s, op)?, a, b),
        ExprKind::AssignOp { op, lhs, rhs, calc } => {
            ExprKind::AssignOp { op: another(s, op)?, lhs, rhs, calc }
        }
        ExprKind::Logic(LogicOp::And, a, b) => ExprKind::Logic(LogicOp::Or, a, b),
        ExprKind::Logic(LogicOp::Or, a, b) => ExprKind::Logic(LogicOp::And, a, b),
        ExprKind::Unary(UnaryOp::Neg, a) => ExprKind::Unary(UnaryOp::BitNot, a),
        ExprKind::Unary(UnaryOp::BitNot, a) => ExprKind::Unary(UnaryOp::Neg, a),
        ExprKind::IncDec(op, a) => ExprKind::IncDec(other_step(s, op), a),
        _ => return None,
    };
    p.set_expr(e, kind, old.ty);
    Some(())
}

fn has_operator(p: &Program, e: ExprId) -> bool {
    let int = |e: ExprId| p.types.is_integer(p.ty(e));
    match p.exprs[e].kind {
        ExprKind::Binary(_, a, b) => int(a) && int(b),
        ExprKind::AssignOp { lhs, rhs, calc, .. } => int(lhs) && int(rhs) && p.types.is_integer(calc),
        ExprKind::Logic(..) => true,
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, a) => int(a),
        ExprKind::IncDec(_, a) => int(a),
        _ => false,
    }
}

fn another(s: &mut Scene, op: BinaryOp) -> Option<BinaryOp> {
    let class = CLASSES.iter().find(|class| class.contains(&op))?;
    let others: Vec<BinaryOp> = class.iter().copied().filter(|other| *other != op).collect();
    s.ch.pick("other-operator", &others).copied()
}

fn other_step(s: &mut Scene, op: IncDec) -> IncDec {
    let all = [IncDec::PreInc, IncDec::PreDec, IncDec::PostInc, IncDec::PostDec];
    let others: Vec<IncDec> = all.into_iter().filter(|other| *other != op).collect();
    others[s.ch.below("other-step", others.len())]
}

// --- constants ---

pub fn constant(s: &mut Scene) -> Option<Program> {
    s.at_sites(other_constant)
}

fn other_constant(p: &mut Program, s: &mut Scene) -> Option<()> {
    let e = s.expression(|p, e| matches!(p.exprs[e].kind, ExprKind::Int { .. }))?;
    let ExprKind::Int { value, style } = p.exprs[e].kind else { return None };
    let kind = p.types.int_kind(p.ty(e))?;
    let t = p.target().int_type(kind);
    let value = int::wrap(t, i128::from(value));
    let changed = int::wrap(t, near_or_far(s, value, t.bits));
    // A constant has no sign of its own.
    if changed >= 0 {
        let value = u64::try_from(changed).ok()?;
        p.set_expr(e, ExprKind::Int { value, style }, p.ty(e));
    } else {
        let made = p.int_const(changed, Ty::int(kind));
        let made = p.exprs[made];
        p.set_expr(e, made.kind, made.ty);
    }
    Some(())
}

fn near_or_far(s: &mut Scene, value: i128, bits: u8) -> i128 {
    let bits = u32::from(bits);
    match s.ch.below("constant-change", 8) {
        0 => value + 1,
        1 => value - 1,
        2 => -value,
        3 => value ^ (1 << s.ch.below("constant-bit", bits as usize)),
        4 => (1 << (bits - 1)) - 1,
        5 => [0, 1, -1][s.ch.below("constant-unit", 3)],
        6 => value * 2,
        _ => {
            let others: Vec<i128> = constants(s.program);
            s.ch.pick("constant-of-program", &others).copied().unwrap_or(2)
        }
    }
}

fn constants(p: &Program) -> Vec<i128> {
    let mut all: Vec<i128> = p
        .exprs
        .iter()
        .filter_map(|(_, e)| match e.kind {
            ExprKind::Int { value, .. } => Some(i128::from(value)),
            _ => None,
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
