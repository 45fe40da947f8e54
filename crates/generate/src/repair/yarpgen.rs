//! YARPGen's rewrites (its table 1): what an operation becomes that is about to be undefined for the first time. The
//! operands stay what they are, and the result is defined for the values they have now. There is a row for each line of the
//! table, and three more for left shifts of signed values by a count in range, which the table leaves open.

use crate::state::Run;
use crate::state::census::RepairKind;
use crate::types::constants;
use ir::arith::int;
use ir::{BinaryOp, ExprId, ExprKind, IntType, UnaryOp};
use machine::Value;

/// An operation with the values of its operands. A negation has its operand twice.
struct Case {
    site: ExprId,
    /// `None` for a negation.
    op: Option<BinaryOp>,
    a: ExprId,
    b: ExprId,
    x: i128,
    y: i128,
    ta: IntType,
    tb: IntType,
}

impl Case {
    fn of(m: &Run, site: ExprId, held: &[(ExprId, Value)]) -> Option<Case> {
        let (op, a, b) = match m.grow.p.exprs[site].kind {
            ExprKind::Unary(UnaryOp::Neg, a) => (None, a, a),
            ExprKind::Binary(op, a, b) => (Some(op), a, b),
            _ => return None,
        };
        let value = |e: ExprId| {
            let t = m.grow.p.types.int_type(m.grow.p.ty(e))?;
            held.iter().find(|(h, _)| *h == e).and_then(|(_, v)| v.wide(t)).map(|v| (v, t))
        };
        let ((x, ta), (y, tb)) = (value(a)?, value(b)?);
        Some(Case { site, op, a, b, x, y, ta, tb })
    }

    fn width(&self) -> i128 {
        i128::from(self.ta.bits)
    }

    fn left_is_min(&self) -> bool {
        self.ta.signed && self.x == int::min::<i128>(self.ta)
    }

    /// The one division that overflows.
    fn min_by_minus_one(&self) -> bool {
        self.left_is_min() && self.y == -1
    }

    fn count_is_min(&self) -> bool {
        self.tb.signed && self.y == int::min::<i128>(self.tb)
    }

    fn count_is_negative(&self) -> bool {
        self.y < 0 && !self.count_is_min()
    }

    fn count_is_large(&self) -> bool {
        self.y >= self.width()
    }

    fn count_is_good(&self) -> bool {
        (0..self.width()).contains(&self.y)
    }

    /// Counts are below this: for a signed value to the left, so that its highest bit stays below the sign.
    fn room(&self) -> i128 {
        let keeps_bits = self.op == Some(BinaryOp::Shl) && self.ta.signed && self.x >= 0;
        let used = if keeps_bits { 128 - self.x.leading_zeros() } else { 0 };
        self.width() - i128::from(used)
    }
}

/// A line of the table: an operator, the condition under which it is unsafe, and what replaces it.
struct Row {
    kind: RepairKind,
    op: Option<BinaryOp>,
    unsafe_when: fn(&Case) -> bool,
    replace: fn(&mut Run, &Case) -> Option<()>,
}

const fn row(
    kind: RepairKind,
    op: Option<BinaryOp>,
    unsafe_when: fn(&Case) -> bool,
    replace: fn(&mut Run, &Case) -> Option<()>,
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
    row(RepairKind::YarpgenMulMin, MUL, Case::min_by_minus_one, |m, c| other(m, c, BinaryOp::Sub)),
    row(RepairKind::YarpgenDivZero, DIV, |c| c.y == 0, |m, c| other(m, c, BinaryOp::Mul)),
    row(RepairKind::YarpgenDivMin, DIV, Case::min_by_minus_one, |m, c| other(m, c, BinaryOp::Sub)),
    row(RepairKind::YarpgenRemZero, REM, |c| c.y == 0, |m, c| other(m, c, BinaryOp::Mul)),
    row(RepairKind::YarpgenRemMin, REM, Case::min_by_minus_one, |m, c| other(m, c, BinaryOp::Sub)),
    row(RepairKind::YarpgenShlUnsignedNegative, SHL, |c| c.count_is_negative() && !c.ta.signed, raise_count),
    row(RepairKind::YarpgenShlSignedNegative, SHL, |c| c.count_is_negative() && c.ta.signed, raise_count),
    row(RepairKind::YarpgenShlByMin, SHL, Case::count_is_min, left_operand),
    row(RepairKind::YarpgenShlUnsignedLarge, SHL, |c| c.count_is_large() && !c.ta.signed, lower_count),
    row(RepairKind::YarpgenShlSignedLarge, SHL, |c| c.count_is_large() && c.ta.signed, lower_count),
    row(
        RepairKind::YarpgenShlOfNegative,
        SHL,
        |c| c.count_is_good() && c.x < 0 && !c.left_is_min(),
        raise_left,
    ),
    row(RepairKind::YarpgenShlOfMin, SHL, |c| c.count_is_good() && c.left_is_min(), right_operand),
    row(RepairKind::YarpgenShlIntoSign, SHL, |c| c.count_is_good() && c.x >= 0, lower_count),
    row(RepairKind::YarpgenShrNegative, SHR, Case::count_is_negative, raise_count),
    row(RepairKind::YarpgenShrByMin, SHR, Case::count_is_min, left_operand),
    row(RepairKind::YarpgenShrLarge, SHR, Case::count_is_large, lower_count),
    row(
        RepairKind::YarpgenShrOfNegative,
        SHR,
        |c| c.count_is_good() && c.x < 0 && !c.left_is_min(),
        raise_left,
    ),
    row(RepairKind::YarpgenShrOfMin, SHR, |c| c.count_is_good() && c.left_is_min(), right_operand),
];

/// Rewrites a site by the table; the row's kind. The machine asks again if more than one thing is wrong with it.
pub fn rewrite(m: &mut Run, site: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let case = Case::of(m, site, held)?;
    let row = ROWS.iter().find(|row| row.op == case.op && (row.unsafe_when)(&case))?;
    (row.replace)(m, &case)?;
    Some(row.kind)
}

/// The same operands under another operator.
fn other(m: &mut Run, c: &Case, op: BinaryOp) -> Option<()> {
    set(m, c.site, ExprKind::Binary(op, c.a, c.b));
    Some(())
}

/// Whether an operand can be dropped: what it has done stays done.
fn has_done_nothing(m: &Run, e: ExprId) -> Option<()> {
    m.grow.p.is_pure(e).then_some(())
}

/// `+a`, which is `a` with the type that the operation has.
fn left_operand(m: &mut Run, c: &Case) -> Option<()> {
    if c.op.is_some() {
        has_done_nothing(m, c.b)?;
    }
    set(m, c.site, ExprKind::Unary(UnaryOp::Plus, c.a));
    Some(())
}

/// `b`, with the type that the operation has.
fn right_operand(m: &mut Run, c: &Case) -> Option<()> {
    has_done_nothing(m, c.a)?;
    set(m, c.site, ExprKind::Cast(c.b));
    Some(())
}

/// `(a + MAX) op b`
fn raise_left(m: &mut Run, c: &Case) -> Option<()> {
    let max = int::max::<i128>(c.ta);
    let a = with_constant(m, c.a, BinaryOp::Add, max)?;
    set(m, c.site, ExprKind::Binary(c.op?, a, c.b));
    Some(())
}

/// `a op (b + c)`, where the sum is a count in range.
fn raise_count(m: &mut Run, c: &Case) -> Option<()> {
    let most = (int::max::<i128>(c.tb) + c.y).min(c.room() - 1);
    let aim = m.grow.ch.below("count", most as usize + 1) as i128;
    let b = with_constant(m, c.b, BinaryOp::Add, aim - c.y)?;
    set(m, c.site, ExprKind::Binary(c.op?, c.a, b));
    Some(())
}

/// `a op (b - c)`, where the difference is a count in range.
fn lower_count(m: &mut Run, c: &Case) -> Option<()> {
    let most = (c.room() - 1).min(c.y);
    let aim = m.grow.ch.below("count", most as usize + 1) as i128;
    let b = with_constant(m, c.b, BinaryOp::Sub, c.y - aim)?;
    set(m, c.site, ExprKind::Binary(c.op?, c.a, b));
    Some(())
}

fn with_constant(m: &mut Run, e: ExprId, op: BinaryOp, value: i128) -> Option<ExprId> {
    let ty = m.grow.p.value_type(e);
    let kind = m.grow.p.types.int_kind(ty)?;
    let constant = constants::literal(m, value, kind);
    Some(m.grow.p.push_expr(ExprKind::Binary(op, e, constant), ty))
}

fn set(m: &mut Run, site: ExprId, kind: ExprKind) {
    let ty = m.grow.p.ty(site);
    m.grow.p.set_expr(site, kind, ty);
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn each_undefined(mut f: impl FnMut(&Case)) {
        let mut p = ir::Program::new(ir::Target::LP64);
        let node = p.int_lit(0, ir::IntKind::Int);
        for op in OPS {
            for ta in types() {
                let shift = op.is_some_and(BinaryOp::is_shift);
                for tb in types().into_iter().filter(|tb| shift || *tb == ta) {
                    for x in values(ta) {
                        for y in values(tb).filter(|_| op.is_some()).chain(op.is_none().then_some(x)) {
                            if apply(op, ta, x, y).is_none() {
                                f(&Case { site: node, op, a: node, b: node, x, y, ta, tb });
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
            assert_eq!(fitting.len(), 1, "{:?} {} {}: {fitting:?}", case.op, case.x, case.y);
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
                    apply(Some(op), c.ta, c.x, c.y).is_some(),
                    "{} for {} and {}",
                    row.kind.name(),
                    c.x,
                    c.y
                );
            }
            if c.op.is_some_and(BinaryOp::is_shift) {
                assert!((1..=c.width()).contains(&c.room()), "{} for {} and {}", row.kind.name(), c.x, c.y);
            }
            if row.kind.name().starts_with("negative") {
                assert!(int::add(c.ta, c.x, int::max::<i128>(c.ta)).is_ok_and(|sum| sum >= 0));
            }
        });
    }
}
