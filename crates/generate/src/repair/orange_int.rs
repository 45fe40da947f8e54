//! Orange's ways with undefined behaviour in integer arithmetic, for sites that are evaluated for the first time: the
//! rows of its table 1, where operations are flipped or, where no flip helps, an addition is inserted; and below them the
//! insertions that do without flipping. Floating point is [`crate::repair::orange_float`]'s.
//!
//! What is inserted is a variable (k1, k2, …) whose value is drawn from all that would do.

use crate::repair::arithmetic;
use crate::repair::site::{Operand, Site};
use crate::state::census::RepairKind;
use crate::state::scopes::VarInfo;
use crate::state::{Gen, tokens};
use crate::types::constants;
use BinaryOp::{Add, Div, Mul, Rem, Shl, Shr, Sub};
use Way::{Flip, Insert};
use ir::arith::int;
use ir::{BinaryOp, ExprId, Init, Quals, Storage, Ty, VarId};
use machine::{Amendment, Ub};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Flip,
    Insert,
}

/// A row of the table: the operation, the condition, the modification.
struct Row {
    kind: RepairKind,
    op: BinaryOp,
    condition: fn(&Gen, &Site) -> bool,
    way: Way,
    modify: fn(&mut Gen, &Site) -> Option<()>,
}

const fn row(
    kind: RepairKind,
    op: BinaryOp,
    condition: fn(&Gen, &Site) -> bool,
    way: Way,
    modify: fn(&mut Gen, &Site) -> Option<()>,
) -> Row {
    Row { kind, op, condition, way, modify }
}

/// The first row that fits is taken. The last three are of the paper's section 3.1.1, and are tried where flipping is
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
pub fn repair(g: &mut Gen, site: &Site) -> Option<RepairKind> {
    // The ranges below are computed in 128 bits.
    if site.a.ty.bits.max(site.b.ty.bits) > 64 {
        return None;
    }
    let op = site.op?;
    let flipping = g.policy.repairs.flip > 0;
    let fits = |row: &&Row| row.op == op && (row.way == Insert || flipping) && (row.condition)(g, site);
    let fitting: Vec<&Row> = TABLE.iter().filter(fits).collect();
    fitting.into_iter().find(|row| (row.modify)(g, site).is_some()).map(|row| row.kind)
}

// --- conditions ---

fn overflows(_: &Gen, s: &Site) -> bool {
    matches!(s.ub, Ub::SignedOverflow { .. })
}

/// All products that overflow have a quotient, but one.
fn overflows_with_quotient(g: &Gen, s: &Site) -> bool {
    overflows(g, s) && !(s.b.value == -1 && s.a.value == int::min::<i128>(s.a.ty))
}

fn is_undivided(_: &Gen, s: &Site) -> bool {
    matches!(s.ub, Ub::DivideByZero { .. } | Ub::DivideOverflow { .. })
}

fn is_divided_by_false(g: &Gen, s: &Site) -> bool {
    let copied = g.p.is_pure(s.b.e) && arithmetic::comparison_in(g, s.b.e).is_some();
    copied && matches!(s.ub, Ub::DivideByZero { .. })
}

fn is_miscounted(_: &Gen, s: &Site) -> bool {
    matches!(s.ub, Ub::ShiftCount { .. })
}

/// A negative value, and one whose bits would reach the sign.
fn is_shifted_out(_: &Gen, s: &Site) -> bool {
    matches!(s.ub, Ub::ShiftNegative { .. } | Ub::ShiftOverflow { .. })
}

// --- flipping ---

fn flip(g: &mut Gen, s: &Site, op: BinaryOp) -> Option<()> {
    arithmetic::set_operands(g, s.id, op, s.a.e, s.b.e);
    Some(())
}

fn turn_comparison(g: &mut Gen, s: &Site) -> Option<()> {
    arithmetic::flip_divisor(g, s.id, s.op?, &s.ub, s.a.e, s.b.e).map(|_| ())
}

// --- insertion ---

/// A divisor that is not zero, and not the one by which the least value cannot be divided.
fn insert_divisor(g: &mut Gen, s: &Site) -> Option<()> {
    let least = s.a.ty.signed && s.a.value == int::min::<i128>(s.a.ty);
    let negative = s.b.ty.signed
        && !least
        && g.ch.chance("insert-negative-divisor", g.policy.odds.insert_negative_divisor);
    let range = if negative { (int::min(s.b.ty), -1) } else { (1, int::max(s.b.ty)) };
    let b = add(g, s.b, range)?;
    arithmetic::set_operands(g, s.id, s.op?, s.a.e, b);
    Some(())
}

fn insert_count(g: &mut Gen, s: &Site) -> Option<()> {
    // A value that is negative has no room at all, and is the next row's.
    let room = if s.op == Some(Shl) && s.a.ty.signed && s.a.value >= 0 {
        arithmetic::shift_room(s.a.value, s.a.ty)?
    } else {
        u32::from(s.a.ty.bits)
    };
    let b = add(g, s.b, (0, i128::from(room) - 1))?;
    arithmetic::set_operands(g, s.id, s.op?, s.a.e, b);
    Some(())
}

fn insert_shifted(g: &mut Gen, s: &Site) -> Option<()> {
    let most = int::max::<i128>(s.a.ty) >> u32::try_from(s.b.value).ok()?;
    let a = add(g, s.a, (0, most))?;
    arithmetic::set_operands(g, s.id, s.op?, a, s.b.e);
    Some(())
}

/// Into either of the operands, as far as it is found where to.
fn insert_term(g: &mut Gen, s: &Site) -> Option<()> {
    let (x, y) = (s.a.value, s.b.value);
    let (min, max) = (int::min::<i128>(s.a.ty), int::max::<i128>(s.a.ty));
    let (left, right) = if s.op == Some(Add) {
        ((min - y, max - y), (min - x, max - x))
    } else {
        ((min + y, max + y), (x - max, x - min))
    };
    into_either(g, s, left, right)
}

fn insert_factor(g: &mut Gen, s: &Site) -> Option<()> {
    let max = int::max::<i128>(s.a.ty);
    let most = |other: i128| max / other.abs().max(1);
    let (left, right) = (most(s.b.value), most(s.a.value));
    into_either(g, s, (-left, left), (-right, right))
}

fn into_either(g: &mut Gen, s: &Site, left: (i128, i128), right: (i128, i128)) -> Option<()> {
    let (mut a, mut b) = (s.a.e, s.b.e);
    if g.ch.chance("insert-left", g.policy.odds.insert_left) {
        a = add(g, s.a, left)?;
    } else {
        b = add(g, s.b, right)?;
    }
    arithmetic::set_operands(g, s.id, s.op?, a, b);
    Some(())
}

/// `e + k`, where the sum is within the range; `e - k` where nothing that can be added is enough, as for the least value.
pub fn add(g: &mut Gen, of: Operand, (low, high): (i128, i128)) -> Option<ExprId> {
    let (min, max) = (int::min::<i128>(of.ty), int::max::<i128>(of.ty));
    let (low, high) = (low.max(min), high.min(max));
    // What is added must be a value of the type itself, unless it wraps around.
    let (least, most) = if of.ty.signed { (of.value + min, of.value + max) } else { (low, high) };
    if let Some(sum) = within(g, low.max(least), high.min(most)) {
        return insert(g, of, Add, int::wrap(of.ty, sum - of.value));
    }
    let difference = within(g, low.max(of.value - max), high.min(of.value - min))?;
    insert(g, of, Sub, of.value - difference)
}

fn insert(g: &mut Gen, of: Operand, op: BinaryOp, k: i128) -> Option<ExprId> {
    let kind = g.p.types.int_kind(g.p.value_type(of.e))?;
    let literal = constants::literal(g, k, kind);
    let k = operand_of(g, Ty::int(kind), literal);
    g.p.binary(op, of.e, k).ok()
}

/// A number from the range: of any size, so that small ones are as frequent as large ones.
pub fn within(g: &mut Gen, low: i128, high: i128) -> Option<i128> {
    if low > high {
        return None;
    }
    let bits = g.ch.below("inserted-bits", 65) as u32;
    let magnitude = i128::from(g.ch.bits("inserted-value").checked_shr(64 - bits).unwrap_or(0));
    let negative = g.ch.chance("inserted-sign", g.policy.odds.inserted_sign);
    let value = 0.clamp(low, high) + if negative { -magnitude } else { magnitude };
    Some(value.clamp(low, high))
}

/// What is inserted: a new variable with the value, or the value itself.
pub fn operand_of(g: &mut Gen, ty: Ty, literal: ExprId) -> ExprId {
    let share = g.policy.repairs.inserted_variable;
    if !g.ch.chance("inserted-variable", share) {
        return literal;
    }
    let var = variable(g, ty, literal);
    g.p.var(var)
}

/// It is there as if it had always been. Not volatile, because there may be another such access in the expression.
fn variable(g: &mut Gen, ty: Ty, value: ExprId) -> VarId {
    let constant = g.policy.types.r#const;
    let quals = if g.ch.chance("const-inserted", constant) { Quals::CONST } else { Quals::NONE };
    let ty = g.p.types.qualify(ty, quals);
    let init = g.p.push_init(Init::Expr(value));
    let is_static = g.policy.types.static_global;
    let storage = if g.ch.chance("static-inserted", is_static) { Storage::Static } else { Storage::Global };
    let number = g.number();
    let var = g.p.add_global(&format!("k{number}"), ty, storage, Some(init));
    g.set_info(var, VarInfo::at(0));
    g.inserted.push(var);
    let (decl, all) = (tokens::of_local(&g.p, var), tokens::of_global(&g.p, var));
    g.tokens += decl;
    g.check_tokens += all - decl;
    // Only the machine's limits could be in the way, and then the next step meets them too.
    g.amend(Amendment::AddStatic(var));
    var
}
