//! YARPGen's rewrites (its table 1): what an operation becomes that is about to be undefined for the first time. The
//! operands stay what they are, and the result is defined for the values they have now. There is a row for each line of the
//! table, and three more for left shifts of signed values by a count in range, which the table leaves open.

use crate::repair::site::Site;
use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::types::constants;
use ir::arith::int;
use ir::{BinaryOp, ExprId, ExprKind, UnaryOp};

/// A line of the table: an operator, the condition under which it is unsafe, and what replaces it.
struct Row {
    kind: RepairKind,
    op: Option<BinaryOp>,
    unsafe_when: fn(&Site) -> bool,
    replace: fn(&mut Gen, &Site) -> Option<()>,
}

const fn row(
    kind: RepairKind,
    op: Option<BinaryOp>,
    unsafe_when: fn(&Site) -> bool,
    replace: fn(&mut Gen, &Site) -> Option<()>,
) -> Row {
    Row { kind, op, unsafe_when, replace }
}

const ADD: Option<BinaryOp> = Some(BinaryOp::Add);
const SUB: Option<BinaryOp> = Some(BinaryOp::Sub);
const MUL: Option<BinaryOp> = Some(BinaryOp::Mul);
const DIV: Option<BinaryOp> = Some(BinaryOp::Div);
const REM: Option<BinaryOp> = Some(BinaryOp::Rem);
const SHL: Option<BinaryOp> = Some(BinaryOp::Shl);
const SHR: Option<BinaryOp> = Some(BinaryOp::Shr);

const ROWS: [Row; 22] = [
    row(RepairKind::YarpgenNeg, None, |_| true, left_operand),
    row(RepairKind::YarpgenAdd, ADD, |_| true, |m, c| other(m, c, BinaryOp::Sub)),
    row(RepairKind::YarpgenSub, SUB, |_| true, |m, c| other(m, c, BinaryOp::Add)),
    row(RepairKind::YarpgenMul, MUL, |c| !c.min_by_minus_one(), |m, c| other(m, c, BinaryOp::Div)),
    row(RepairKind::YarpgenMulMin, MUL, Site::min_by_minus_one, |m, c| other(m, c, BinaryOp::Sub)),
    row(RepairKind::YarpgenDivZero, DIV, |c| c.b.value == 0, |m, c| other(m, c, BinaryOp::Mul)),
    row(RepairKind::YarpgenDivMin, DIV, Site::min_by_minus_one, |m, c| other(m, c, BinaryOp::Sub)),
    row(RepairKind::YarpgenRemZero, REM, |c| c.b.value == 0, |m, c| other(m, c, BinaryOp::Mul)),
    row(RepairKind::YarpgenRemMin, REM, Site::min_by_minus_one, |m, c| other(m, c, BinaryOp::Sub)),
    row(
        RepairKind::YarpgenShlUnsignedNegative,
        SHL,
        |c| c.count_is_negative() && !c.a.ty.signed,
        raise_count,
    ),
    row(RepairKind::YarpgenShlSignedNegative, SHL, |c| c.count_is_negative() && c.a.ty.signed, raise_count),
    row(RepairKind::YarpgenShlByMin, SHL, Site::count_is_min, left_operand),
    row(RepairKind::YarpgenShlUnsignedLarge, SHL, |c| c.count_is_large() && !c.a.ty.signed, lower_count),
    row(RepairKind::YarpgenShlSignedLarge, SHL, |c| c.count_is_large() && c.a.ty.signed, lower_count),
    row(
        RepairKind::YarpgenShlOfNegative,
        SHL,
        |c| c.count_is_good() && c.a.value < 0 && !c.left_is_min(),
        raise_left,
    ),
    row(RepairKind::YarpgenShlOfMin, SHL, |c| c.count_is_good() && c.left_is_min(), right_operand),
    row(RepairKind::YarpgenShlIntoSign, SHL, |c| c.count_is_good() && c.a.value >= 0, lower_count),
    row(RepairKind::YarpgenShrNegative, SHR, Site::count_is_negative, raise_count),
    row(RepairKind::YarpgenShrByMin, SHR, Site::count_is_min, left_operand),
    row(RepairKind::YarpgenShrLarge, SHR, Site::count_is_large, lower_count),
    row(
        RepairKind::YarpgenShrOfNegative,
        SHR,
        |c| c.count_is_good() && c.a.value < 0 && !c.left_is_min(),
        raise_left,
    ),
    row(RepairKind::YarpgenShrOfMin, SHR, |c| c.count_is_good() && c.left_is_min(), right_operand),
];

/// Rewrites a site by the table; the row's kind. The machine asks again if more than one thing is wrong with it.
pub fn rewrite(g: &mut Gen, site: &Site) -> Option<RepairKind> {
    let row = ROWS.iter().find(|row| row.op == site.op && (row.unsafe_when)(site))?;
    (row.replace)(g, site)?;
    Some(row.kind)
}

/// The same operands under another operator.
fn other(g: &mut Gen, c: &Site, op: BinaryOp) -> Option<()> {
    set(g, c.id, ExprKind::Binary(op, c.a.e, c.b.e));
    Some(())
}

/// Whether an operand can be dropped: what it has done stays done.
fn has_done_nothing(g: &Gen, e: ExprId) -> Option<()> {
    g.p.is_pure(e).then_some(())
}

/// `+a`, which is `a` with the type that the operation has.
fn left_operand(g: &mut Gen, c: &Site) -> Option<()> {
    if c.op.is_some() {
        has_done_nothing(g, c.b.e)?;
    }
    set(g, c.id, ExprKind::Unary(UnaryOp::Plus, c.a.e));
    Some(())
}

/// `b`, with the type that the operation has.
fn right_operand(g: &mut Gen, c: &Site) -> Option<()> {
    has_done_nothing(g, c.a.e)?;
    set(g, c.id, ExprKind::Cast(c.b.e));
    Some(())
}

/// `(a + MAX) op b`
fn raise_left(g: &mut Gen, c: &Site) -> Option<()> {
    let max = int::max::<i128>(c.a.ty);
    let a = with_constant(g, c.a.e, BinaryOp::Add, max)?;
    set(g, c.id, ExprKind::Binary(c.op?, a, c.b.e));
    Some(())
}

/// `a op (b + c)`, where the sum is a count in range.
fn raise_count(g: &mut Gen, c: &Site) -> Option<()> {
    // The largest values of 128 bits without a sign are out of reach.
    let most = int::max::<i128>(c.b.ty).checked_add(c.b.value)?.min(c.room() - 1);
    if most < 0 {
        return None;
    }
    let aim = g.ch.below("count", most as usize + 1) as i128;
    let b = with_constant(g, c.b.e, BinaryOp::Add, aim - c.b.value)?;
    set(g, c.id, ExprKind::Binary(c.op?, c.a.e, b));
    Some(())
}

/// `a op (b - c)`, where the difference is a count in range.
fn lower_count(g: &mut Gen, c: &Site) -> Option<()> {
    let most = (c.room() - 1).min(c.b.value);
    if most < 0 {
        return None;
    }
    let aim = g.ch.below("count", most as usize + 1) as i128;
    let b = with_constant(g, c.b.e, BinaryOp::Sub, c.b.value - aim)?;
    set(g, c.id, ExprKind::Binary(c.op?, c.a.e, b));
    Some(())
}

fn with_constant(g: &mut Gen, e: ExprId, op: BinaryOp, value: i128) -> Option<ExprId> {
    let ty = g.p.value_type(e);
    let kind = g.p.types.int_kind(ty)?;
    let constant = constants::literal(g, value, kind);
    Some(g.p.push_expr(ExprKind::Binary(op, e, constant), ty))
}

fn set(g: &mut Gen, site: ExprId, kind: ExprKind) {
    let ty = g.p.ty(site);
    g.p.set_expr(site, kind, ty);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::site::Operand;
    use ir::IntType;
    use ir::arith::int::ShiftRules;

    /// What an operation gives for 4-bit values, or that it is undefined or not the same everywhere.
    fn apply(op: Option<BinaryOp>, ta: IntType, x: i128, y: i128) -> Option<i128> {
        let shr = || if ta.signed && x < 0 { None } else { int::shr(ta, x, y).ok() };
        match op {
            None => int::neg(ta, x).ok(),
            Some(BinaryOp::Add) => int::add(ta, x, y).ok(),
            Some(BinaryOp::Sub) => int::sub(ta, x, y).ok(),
            Some(BinaryOp::Mul) => int::mul(ta, x, y).ok(),
            Some(BinaryOp::Div) => int::div(ta, x, y).ok(),
            Some(BinaryOp::Rem) => int::rem(ta, x, y).ok(),
            Some(BinaryOp::Shl) => int::shl(ta, x, y, ShiftRules::Classic).ok(),
            Some(BinaryOp::Shr) => shr(),
            Some(_) => None,
        }
    }

    const OPS: [Option<BinaryOp>; 8] = [None, ADD, SUB, MUL, DIV, REM, SHL, SHR];

    fn types() -> [IntType; 2] {
        [IntType { bits: 4, signed: true }, IntType { bits: 4, signed: false }]
    }

    fn values(t: IntType) -> std::ops::RangeInclusive<i128> {
        int::min::<i128>(t)..=int::max::<i128>(t)
    }

    /// Calls with every operation on 4-bit operands that is undefined.
    fn each_undefined(mut f: impl FnMut(&Site)) {
        let mut p = ir::Program::new(ir::Target::LP64);
        let node = p.int_lit(0, ir::IntKind::Int);
        for op in OPS {
            for ta in types() {
                let shift = op.is_some_and(BinaryOp::is_shift);
                for tb in types().into_iter().filter(|tb| shift || *tb == ta) {
                    for x in values(ta) {
                        for y in values(tb).filter(|_| op.is_some()).chain(op.is_none().then_some(x)) {
                            if apply(op, ta, x, y).is_none() {
                                let operand = |value, ty| Operand { e: node, value, ty };
                                let (a, b) = (operand(x, ta), operand(y, tb));
                                // Which of them it is, the table finds out by the values.
                                let ub = machine::Ub::ShiftNegative { value: x };
                                f(&Site { id: node, op, ub, a, b });
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_undefined_operation_has_one_row_and_every_row_is_needed() {
        let mut used = [false; ROWS.len()];
        each_undefined(|case| {
            let fitting: Vec<usize> =
                (0..ROWS.len()).filter(|i| ROWS[*i].op == case.op && (ROWS[*i].unsafe_when)(case)).collect();
            assert_eq!(fitting.len(), 1, "{:?} {} {}: {fitting:?}", case.op, case.a.value, case.b.value);
            used[fitting[0]] = true;
        });
        for (row, used) in ROWS.iter().zip(used) {
            assert!(used, "{}", row.kind.name());
        }
    }

    /// The rows that change the operator are defined for all 4-bit values that they are for; the counts that the others
    /// choose from are in range.
    #[test]
    fn replacements_are_defined() {
        each_undefined(|c| {
            let row = ROWS.iter().find(|row| row.op == c.op && (row.unsafe_when)(c)).expect("there is one");
            let flipped = match row.kind.name() {
                "a + b" | "MIN * -1" | "MIN / -1" | "MIN % -1" => SUB,
                "a - b" => ADD,
                "a * b" => DIV,
                "a / 0" | "a % 0" => MUL,
                _ => None,
            };
            if let Some(op) = flipped {
                assert!(
                    apply(Some(op), c.a.ty, c.a.value, c.b.value).is_some(),
                    "{} for {} and {}",
                    row.kind.name(),
                    c.a.value,
                    c.b.value
                );
            }
            if c.op.is_some_and(BinaryOp::is_shift) {
                assert!(
                    (1..=c.width()).contains(&c.room()),
                    "{} for {} and {}",
                    row.kind.name(),
                    c.a.value,
                    c.b.value
                );
            }
            if row.kind.name().starts_with("negative") {
                assert!(int::add(c.a.ty, c.a.value, int::max::<i128>(c.a.ty)).is_ok_and(|sum| sum >= 0));
            }
        });
    }
}
