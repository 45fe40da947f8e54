//! Integer arithmetic that is about to be undefined: flipped, given a constant, guarded, or rewritten by a table.

use crate::expr::guard;
use crate::repair::{site, yarpgen};
use crate::state::census::RepairKind;
use crate::state::{Run, sites};
use crate::types::constants;
use ir::arith::int;
use ir::{BinaryOp, ExprId, ExprKind, IncDec, IntType, Ty, UnaryOp};
use machine::{Ub, Value};

/// Whether the site is mended in Orange's ways.
pub fn by_orange(m: &mut Run, site: ExprId) -> bool {
    let share = m.grow.policy.repairs.orange;
    share > 0 && site::is_fresh(m, site) && m.grow.ch.chance("by-orange", share)
}

pub fn arithmetic(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let first = site::is_fresh(m, site);
    let fresh = first && !m.grow.is_rewritten(site);
    let r = &m.grow.policy.repairs;
    let weights = [r.flip, r.insert, r.guard.max(u32::from(r.table == 0)), r.table];
    let only_table = weights[..3].iter().sum::<u32>() == 0;
    let chosen = match (fresh, first && only_table) {
        (true, _) => m.grow.ch.weighted("repair", weights.into_iter()).unwrap_or(2),
        // The table may have more than one line for a site: a count, and then the value.
        (false, true) => 3,
        (false, false) => 2,
    };
    m.grow.set_rewritten(site);
    if chosen == 3
        && let Some(row) = yarpgen::rewrite(m, site, held)
    {
        return Some(row);
    }
    match m.grow.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => match chosen {
            0 => flip_divisor(m, site, op, ub, a, b)
                .or_else(|| flip(m, site, op, ub, a, b))
                .or_else(|| guard::guard(m, site)),
            1 => insert(m, site, op, ub, (a, b), held).or_else(|| guard::guard(m, site)),
            _ => guard::guard(m, site),
        },
        ExprKind::Unary(UnaryOp::Neg, a) => match chosen {
            0 | 1 if m.grow.policy.repairs.flip > 0 => {
                let ty = m.grow.p.ty(site);
                let op = if chosen == 0 { UnaryOp::Plus } else { UnaryOp::BitNot };
                m.grow.p.set_expr(site, ExprKind::Unary(op, a), ty);
                Some(RepairKind::FlipNegation)
            }
            _ => guard::guard(m, site),
        },
        ExprKind::AssignOp { op, lhs, rhs, calc } => match chosen {
            0 => {
                flip_compound(m, site, op, ub).or_else(|| guard::guard_compound(m, site, op, lhs, rhs, calc))
            }
            _ => guard::guard_compound(m, site, op, lhs, rhs, calc),
        },
        ExprKind::IncDec(op, lhs) => increment(m, site, op, lhs, chosen),
        _ => None,
    }
}

/// A comparison, under the conversions around it.
pub fn comparison_in(m: &Run, e: ExprId) -> Option<(ExprId, BinaryOp, ExprId, ExprId)> {
    match m.grow.p.exprs[e].kind {
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => comparison_in(m, inner),
        ExprKind::Binary(op, a, b) if op.is_comparison() => Some((e, op, a, b)),
        _ => None,
    }
}

/// A divisor that is a comparison and gives 0 is turned around, and gives 1.
pub fn flip_divisor(
    m: &mut Run,
    site: ExprId,
    op: BinaryOp,
    ub: &Ub,
    a: ExprId,
    b: ExprId,
) -> Option<RepairKind> {
    if !matches!(ub, Ub::DivideByZero { .. }) || !m.grow.p.is_pure(b) || comparison_in(m, b).is_none() {
        return None;
    }
    // A copy, because the value of this one has been computed already.
    let b = sites::copy(m, b);
    set_operands(m, site, op, a, b);
    let (e, op, x, y) = comparison_in(m, b)?;
    let other = match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    };
    m.grow.p.set_expr(e, ExprKind::Binary(other, x, y), Ty::INT);
    Some(RepairKind::FlipDivisor)
}

/// The operator that YARPGen's table puts in place of one that fails.
pub fn flipped(op: BinaryOp, ub: &Ub) -> Option<BinaryOp> {
    Some(match (op, ub) {
        (BinaryOp::Add, _) => BinaryOp::Sub,
        (BinaryOp::Sub, _) => BinaryOp::Add,
        (BinaryOp::Mul, Ub::SignedOverflow { a, b, .. }) if *b == -1 || *a == -1 => BinaryOp::Sub,
        (BinaryOp::Mul, _) => BinaryOp::Div,
        (BinaryOp::Div | BinaryOp::Rem, Ub::DivideByZero { .. }) => BinaryOp::Mul,
        (BinaryOp::Div | BinaryOp::Rem, _) => BinaryOp::Sub,
        _ => return None,
    })
}

pub fn flip(m: &mut Run, site: ExprId, op: BinaryOp, ub: &Ub, a: ExprId, b: ExprId) -> Option<RepairKind> {
    let op = flipped(op, ub)?;
    let ty = m.grow.p.ty(site);
    m.grow.p.set_expr(site, ExprKind::Binary(op, a, b), ty);
    Some(RepairKind::Flip)
}

pub fn flip_compound(m: &mut Run, site: ExprId, op: BinaryOp, ub: &Ub) -> Option<RepairKind> {
    let op = flipped(op, ub)?;
    let e = m.grow.p.exprs[site];
    let ExprKind::AssignOp { lhs, rhs, calc, .. } = e.kind else { return None };
    m.grow.p.set_expr(site, ExprKind::AssignOp { op, lhs, rhs, calc }, e.ty);
    Some(RepairKind::FlipCompound)
}

/// Changes one operand by a constant, so that this evaluation is defined.
pub fn insert(
    m: &mut Run,
    site: ExprId,
    op: BinaryOp,
    ub: &Ub,
    (a, b): (ExprId, ExprId),
    held: &[(ExprId, Value)],
) -> Option<RepairKind> {
    let value = |m: &Run, e: ExprId| {
        let t = m.grow.p.types.int_type(m.grow.p.ty(e))?;
        held.iter().find(|(h, _)| *h == e).and_then(|(_, v)| v.wide(t)).map(|v| (v, t))
    };
    let (x, ta) = value(m, a)?;
    let (y, tb) = value(m, b)?;
    match ub {
        Ub::SignedOverflow { .. } if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) => {
            let aim = m.grow.ch.below("insert-aim", 2) as i128;
            let new = add_constant(m, a, ta, x, aim)?;
            set_operands(m, site, op, new, b);
            Some(RepairKind::InsertLeft)
        }
        Ub::DivideByZero { .. } | Ub::DivideOverflow { .. } => {
            let aim = m.grow.ch.between("insert-divisor", 1, m.grow.policy.amounts.max_divisor) as i128;
            let new = add_constant(m, b, tb, y, aim)?;
            set_operands(m, site, op, a, new);
            Some(RepairKind::InsertDivisor)
        }
        Ub::ShiftCount { width, .. } => {
            let room = if op == BinaryOp::Shl && ta.signed { shift_room(x, ta)? } else { u32::from(*width) };
            let aim = m.grow.ch.below("insert-count", room as usize) as i128;
            let new = add_constant(m, b, tb, y, aim)?;
            set_operands(m, site, op, a, new);
            Some(RepairKind::InsertCount)
        }
        Ub::ShiftNegative { .. } | Ub::ShiftOverflow { .. } => {
            let count = u32::try_from(y).ok()?;
            let bits = u32::from(ta.bits).checked_sub(count + 1).filter(|n| *n > 0)?;
            let mask = i128::MAX >> (127 - bits);
            let kind = m.grow.p.types.int_kind(m.grow.p.ty(a))?;
            let mask = constants::literal(m, mask, kind);
            let ty = m.grow.p.value_type(a);
            let new = m.grow.p.push_expr(ExprKind::Binary(BinaryOp::And, a, mask), ty);
            set_operands(m, site, op, new, b);
            Some(RepairKind::ShrinkLeft)
        }
        _ => None,
    }
}

/// How far a signed value can be shifted to the left.
pub fn shift_room(x: i128, t: IntType) -> Option<u32> {
    if x < 0 {
        return None;
    }
    let used = 128 - x.leading_zeros();
    Some(u32::from(t.bits) - used).filter(|n| *n > 0)
}

/// `e + c`, where the sum is the aim now.
pub fn add_constant(m: &mut Run, e: ExprId, t: IntType, value: i128, aim: i128) -> Option<ExprId> {
    let c = aim.checked_sub(value)?;
    let c = if t.signed {
        if c < int::min::<i128>(t) + 1 || c > int::max::<i128>(t) {
            return None;
        }
        c
    } else {
        int::wrap(t, c)
    };
    let ty = m.grow.p.value_type(e);
    let kind = m.grow.p.types.int_kind(ty)?;
    let c = constants::literal(m, c, kind);
    Some(m.grow.p.push_expr(ExprKind::Binary(BinaryOp::Add, e, c), ty))
}

pub fn set_operands(m: &mut Run, site: ExprId, op: BinaryOp, a: ExprId, b: ExprId) {
    let ty = m.grow.p.ty(site);
    m.grow.p.set_expr(site, ExprKind::Binary(op, a, b), ty);
}

/// `x++` at the limit: the other direction, or nothing.
pub fn increment(m: &mut Run, site: ExprId, op: IncDec, lhs: ExprId, chosen: usize) -> Option<RepairKind> {
    let ty = m.grow.p.ty(site);
    if chosen < 2 && m.grow.policy.repairs.flip > 0 {
        let other = match op {
            IncDec::PreInc => IncDec::PreDec,
            IncDec::PreDec => IncDec::PreInc,
            IncDec::PostInc => IncDec::PostDec,
            IncDec::PostDec => IncDec::PostInc,
        };
        m.grow.p.set_expr(site, ExprKind::IncDec(other, lhs), ty);
        return Some(RepairKind::FlipIncrement);
    }
    guard::guard_increment(m, site, op, lhs)
}
