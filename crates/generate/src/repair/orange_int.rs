//! Orange's ways with undefined behaviour in integer arithmetic, for sites that are evaluated for the first time: the
//! rows of its table 1, where operations are flipped or, where no flip helps, an addition is inserted; and below them the
//! insertions that do without flipping. Floating point is [`crate::repair::orange_float`]'s.
//!
//! What is inserted is a variable (k1, k2, …) whose value is drawn from all that would do.

use crate::repair::arithmetic;
use crate::repair::site::{Operand, Site};
use crate::state::census::RepairKind;
use crate::state::scopes::VarInfo;
use crate::state::{Run, tokens};
use crate::types::constants;
use BinaryOp::{Add, Div, Mul, Rem, Shl, Shr, Sub};
use Way::{Flip, Insert};
use ir::arith::int;
use ir::{BinaryOp, ExprId, Init, Quals, Storage, Ty, VarId};
use machine::Ub;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Flip,
    Insert,
}

/// A row of the table: the operation, the condition, the modification.
struct Row {
    kind: RepairKind,
    op: BinaryOp,
    condition: fn(&Run, &Site) -> bool,
    way: Way,
    modify: fn(&mut Run, &Site) -> Option<()>,
}

const fn row(
    kind: RepairKind,
    op: BinaryOp,
    condition: fn(&Run, &Site) -> bool,
    way: Way,
    modify: fn(&mut Run, &Site) -> Option<()>,
) -> Row {
    Row { kind, op, condition, way, modify }
}

/// The first row that fits is taken. The last three are of the paper's section 3.1.1, and have their turn where flipping is
/// off, or where `MIN * -1` cannot be flipped to a division.
const TABLE: [Row; 13] = [
    row(RepairKind::OrangeAddFlip, Add, overflows, Flip, |m, s| flip(m, s, Sub)),
    row(RepairKind::OrangeSubFlip, Sub, overflows, Flip, |m, s| flip(m, s, Add)),
    row(RepairKind::OrangeMulFlip, Mul, overflows_with_quotient, Flip, |m, s| flip(m, s, Div)),
    row(RepairKind::OrangeDivComparison, Div, is_divided_by_false, Flip, turn_comparison),
    row(RepairKind::OrangeRemComparison, Rem, is_divided_by_false, Flip, turn_comparison),
    row(RepairKind::OrangeDivInsert, Div, is_undivided, Insert, insert_divisor),
    row(RepairKind::OrangeRemInsert, Rem, is_undivided, Insert, insert_divisor),
    row(RepairKind::OrangeShlCount, Shl, is_miscounted, Insert, insert_count),
    row(RepairKind::OrangeShlShifted, Shl, is_shifted_out, Insert, insert_shifted),
    row(RepairKind::OrangeShrCount, Shr, is_miscounted, Insert, insert_count),
    row(RepairKind::OrangeAddInsert, Add, overflows, Insert, insert_term),
    row(RepairKind::OrangeSubInsert, Sub, overflows, Insert, insert_term),
    row(RepairKind::OrangeMulInsert, Mul, overflows, Insert, insert_factor),
];

/// Modifies the operation, if it is one of the table's.
pub fn mend(m: &mut Run, site: &Site) -> Option<RepairKind> {
    // The ranges below are computed in 128 bits.
    if site.a.ty.bits.max(site.b.ty.bits) > 64 {
        return None;
    }
    let op = site.op?;
    let flipping = m.grow.policy.repairs.flip > 0;
    let fits = |row: &&Row| row.op == op && (row.way == Insert || flipping) && (row.condition)(m, site);
    let fitting: Vec<&Row> = TABLE.iter().filter(fits).collect();
    fitting.into_iter().find(|row| (row.modify)(m, site).is_some()).map(|row| row.kind)
}

// --- conditions ---

fn overflows(_: &Run, s: &Site) -> bool {
    matches!(s.ub, Ub::SignedOverflow { .. })
}

/// All products that overflow have a quotient, but one.
fn overflows_with_quotient(m: &Run, s: &Site) -> bool {
    overflows(m, s) && !(s.b.value == -1 && s.a.value == int::min::<i128>(s.a.ty))
}

fn is_undivided(_: &Run, s: &Site) -> bool {
    matches!(s.ub, Ub::DivideByZero { .. } | Ub::DivideOverflow { .. })
}

fn is_divided_by_false(m: &Run, s: &Site) -> bool {
    let copied = m.grow.p.is_pure(s.b.e) && arithmetic::comparison_in(m, s.b.e).is_some();
    copied && matches!(s.ub, Ub::DivideByZero { .. })
}

fn is_miscounted(_: &Run, s: &Site) -> bool {
    matches!(s.ub, Ub::ShiftCount { .. })
}

/// A negative value, and one whose bits would reach the sign.
fn is_shifted_out(_: &Run, s: &Site) -> bool {
    matches!(s.ub, Ub::ShiftNegative { .. } | Ub::ShiftOverflow { .. })
}

// --- flipping ---

fn flip(m: &mut Run, s: &Site, op: BinaryOp) -> Option<()> {
    arithmetic::set_operands(m, s.id, op, s.a.e, s.b.e);
    Some(())
}

fn turn_comparison(m: &mut Run, s: &Site) -> Option<()> {
    arithmetic::flip_divisor(m, s.id, s.op?, &s.ub, s.a.e, s.b.e).map(|_| ())
}

// --- insertion ---

/// A divisor that is not zero, and not the one by which the least value cannot be divided.
fn insert_divisor(m: &mut Run, s: &Site) -> Option<()> {
    let least = s.a.ty.signed && s.a.value == int::min::<i128>(s.a.ty);
    let negative = s.b.ty.signed
        && !least
        && m.grow.ch.chance("insert-negative-divisor", m.grow.policy.odds.insert_negative_divisor);
    let range = if negative { (int::min(s.b.ty), -1) } else { (1, int::max(s.b.ty)) };
    let b = add(m, s.b, range)?;
    arithmetic::set_operands(m, s.id, s.op?, s.a.e, b);
    Some(())
}

fn insert_count(m: &mut Run, s: &Site) -> Option<()> {
    // A value that is negative has no room at all, and is the next row's.
    let room = if s.op == Some(Shl) && s.a.ty.signed && s.a.value >= 0 {
        arithmetic::shift_room(s.a.value, s.a.ty)?
    } else {
        u32::from(s.a.ty.bits)
    };
    let b = add(m, s.b, (0, i128::from(room) - 1))?;
    arithmetic::set_operands(m, s.id, s.op?, s.a.e, b);
    Some(())
}

fn insert_shifted(m: &mut Run, s: &Site) -> Option<()> {
    let most = int::max::<i128>(s.a.ty) >> u32::try_from(s.b.value).ok()?;
    let a = add(m, s.a, (0, most))?;
    arithmetic::set_operands(m, s.id, s.op?, a, s.b.e);
    Some(())
}

/// Into either of the operands, as far as it is found where to.
fn insert_term(m: &mut Run, s: &Site) -> Option<()> {
    let (x, y) = (s.a.value, s.b.value);
    let (min, max) = (int::min::<i128>(s.a.ty), int::max::<i128>(s.a.ty));
    let (left, right) = if s.op == Some(Add) {
        ((min - y, max - y), (min - x, max - x))
    } else {
        ((min + y, max + y), (x - max, x - min))
    };
    into_either(m, s, left, right)
}

fn insert_factor(m: &mut Run, s: &Site) -> Option<()> {
    let max = int::max::<i128>(s.a.ty);
    let most = |other: i128| max / other.abs().max(1);
    let (left, right) = (most(s.b.value), most(s.a.value));
    into_either(m, s, (-left, left), (-right, right))
}

fn into_either(m: &mut Run, s: &Site, left: (i128, i128), right: (i128, i128)) -> Option<()> {
    let (mut a, mut b) = (s.a.e, s.b.e);
    if m.grow.ch.chance("insert-left", m.grow.policy.odds.insert_left) {
        a = add(m, s.a, left)?;
    } else {
        b = add(m, s.b, right)?;
    }
    arithmetic::set_operands(m, s.id, s.op?, a, b);
    Some(())
}

/// `e + k`, where the sum is within the range; `e - k` where nothing that can be added is enough, as for the least value.
pub fn add(m: &mut Run, of: Operand, (low, high): (i128, i128)) -> Option<ExprId> {
    let (min, max) = (int::min::<i128>(of.ty), int::max::<i128>(of.ty));
    let (low, high) = (low.max(min), high.min(max));
    // What is added must be a value of the type itself, unless it wraps around.
    let (least, most) = if of.ty.signed { (of.value + min, of.value + max) } else { (low, high) };
    if let Some(sum) = within(m, low.max(least), high.min(most)) {
        return insert(m, of, Add, int::wrap(of.ty, sum - of.value));
    }
    let difference = within(m, low.max(of.value - max), high.min(of.value - min))?;
    insert(m, of, Sub, of.value - difference)
}

fn insert(m: &mut Run, of: Operand, op: BinaryOp, k: i128) -> Option<ExprId> {
    let kind = m.grow.p.types.int_kind(m.grow.p.value_type(of.e))?;
    let literal = constants::literal(m, k, kind);
    let k = operand_of(m, Ty::int(kind), literal);
    m.grow.p.binary(op, of.e, k).ok()
}

/// A number from the range: of any size, so that small ones are as frequent as large ones.
pub fn within(m: &mut Run, low: i128, high: i128) -> Option<i128> {
    if low > high {
        return None;
    }
    let bits = m.grow.ch.below("inserted-bits", 65) as u32;
    let magnitude = i128::from(m.grow.ch.bits("inserted-value").checked_shr(64 - bits).unwrap_or(0));
    let negative = m.grow.ch.chance("inserted-sign", m.grow.policy.odds.inserted_sign);
    let value = 0.clamp(low, high) + if negative { -magnitude } else { magnitude };
    Some(value.clamp(low, high))
}

/// What is inserted: a new variable with the value, or the value itself.
pub fn operand_of(m: &mut Run, ty: Ty, literal: ExprId) -> ExprId {
    let share = m.grow.policy.repairs.inserted_variable;
    if !m.grow.ch.chance("inserted-variable", share) {
        return literal;
    }
    let var = variable(m, ty, literal);
    m.grow.p.var(var)
}

/// It is there as if it had always been. Not volatile, because there may be another such access in the expression.
fn variable(m: &mut Run, ty: Ty, value: ExprId) -> VarId {
    let constant = m.grow.policy.types.r#const;
    let quals = if m.grow.ch.chance("const-inserted", constant) { Quals::CONST } else { Quals::NONE };
    let ty = m.grow.p.types.qualify(ty, quals);
    let init = m.grow.p.push_init(Init::Expr(value));
    let is_static = m.grow.policy.types.static_global;
    let storage =
        if m.grow.ch.chance("static-inserted", is_static) { Storage::Static } else { Storage::Global };
    let number = m.grow.number();
    let var = m.grow.p.add_global(&format!("k{number}"), ty, storage, Some(init));
    m.grow.set_info(var, VarInfo::at(0));
    m.grow.inserted.push(var);
    let (decl, all) = (tokens::of_local(&m.grow.p, var), tokens::of_global(&m.grow.p, var));
    m.grow.tokens += decl;
    m.grow.check_tokens += all - decl;
    // Only the machine's limits could be in the way, and then the next step meets them too.
    let _ = m.amend().add_static(var);
    var
}
