//! Repairs: what becomes of a site that is about to be undefined. A site that is evaluated for the first time may be
//! rewritten; one that has a history is changed only for the operand values that fail.

pub mod null;
pub mod orange_float;
pub mod orange_int;
pub mod sequence;
pub mod yarpgen;

use crate::expr::{csmith, floats, lvalue, pointer_arith, vectors};
use crate::policy::forbidden;
use crate::state::census::RepairKind;
use crate::state::{Owner, Run, VarInfo, tokens};
use crate::stmt::{promises, relaxations, storage};
use crate::types::constants;
use ir::arith::int;
use ir::{
    BinaryOp, BlockId, ExprId, ExprKind, GuardStyle, IncDec, Init, IntKind, IntType, Stmt, StmtId, Storage,
    Ty, UnaryOp,
};
use machine::{Eval, Promise, Repair, Ub, Value};

pub fn repair(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Eval<Repair> {
    if !m.grow.policy.relax.repair {
        return Ok(Repair::Refused);
    }
    let owner = m.grow.owner(site);
    if owner.is_some_and(|owner| is_endless(m, owner.stmt)) {
        return Ok(Repair::Refused);
    }
    let mark = m.grow.mark();
    let before = m.grow.p.exprs.len();
    let done = mend(m, site, ub, held);
    if !m.grow.policy.left_out.is_empty() {
        forbidden::replace(&mut m.grow, site);
    }
    if let (Some(kind), Some(owner)) = (done, owner) {
        if m.grow.p.exprs.len() > before {
            m.grow.own(mark, owner.stmt, owner.body);
        }
        m.grow.stats.repair(kind);
        return Ok(resumption(kind, owner.stmt));
    }
    Ok(Repair::Refused)
}

/// How execution goes on: most repairs keep the operands that have been evaluated.
fn resumption(kind: RepairKind, stmt: StmtId) -> Repair {
    match kind {
        RepairKind::NullRead => Repair::Reevaluate,
        RepairKind::NullWrite => Repair::Restart(stmt),
        _ => Repair::Changed,
    }
}

/// Whether one statement is repaired over and over. A site is rewritten once and guarded once, so that this is a mistake of
/// ours; the program is given up for it, where it would fill the memory.
fn is_endless(m: &mut Run, stmt: StmtId) -> bool {
    const MOST: u32 = 10_000;
    let times = m.grow.mended.filter(|(last, _)| *last == stmt).map_or(1, |(_, times)| times + 1);
    m.grow.mended = Some((stmt, times));
    times > MOST
}

fn mend(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let site = match m.grow.p.exprs[site].kind {
        // What was put in order a moment ago.
        ExprKind::Comma(_, then) if m.grow.is_rewritten(site) && is_arithmetic(ub) => then,
        _ => site,
    };
    match ub {
        Ub::Unsequenced { .. } | Ub::UnspecifiedOrder { .. } => sequence::mend(m, site, held),
        _ if is_arithmetic(ub) && vectors::is_site(m, site) => vectors::mend(m, site),
        _ if is_arithmetic(ub) => {
            let first = by_orange(m, site).then(|| orange_int::mend(m, site, ub, held)).flatten();
            first.or_else(|| arithmetic(m, site, ub, held))
        }
        Ub::FloatNarrowing if vectors::is_site(m, site) => vectors::mend(m, site),
        Ub::FloatNarrowing | Ub::FloatToInt { .. } => {
            let first = by_orange(m, site).then(|| orange_float::mend(m, site, ub, held)).flatten();
            first.or_else(|| floats::mend(m, site, ub, held))
        }
        Ub::IndexOutOfBounds { len, .. } => index(m, site, *len),
        Ub::NullPointer => null::mend(m, site).or_else(|| pointer_arith::mend(m, site, held)),
        Ub::PointerArithmetic { .. } | Ub::OutOfBounds { .. } => pointer_arith::mend(m, site, held),
        Ub::Dangling { .. } | Ub::DanglingRead { .. } => relaxations::let_go(m, site),
        Ub::Uninitialized | Ub::Indeterminate => initialise(m, site),
        Ub::Unreachable => withdraw(m, site, RepairKind::WithdrawUnreachable),
        Ub::NoreturnReturned => withdraw(m, site, RepairKind::WithdrawNoreturn),
        Ub::BrokenPromise { promise: Promise::Assumed, .. } => withdraw(m, site, RepairKind::WithdrawAssume),
        Ub::BrokenPromise { promise, func, param } => promises::withdraw(m, *promise, *func, *param),
        _ => None,
    }
}

fn is_arithmetic(ub: &Ub) -> bool {
    matches!(
        ub,
        Ub::SignedOverflow { .. }
            | Ub::DivideByZero { .. }
            | Ub::DivideOverflow { .. }
            | Ub::ShiftCount { .. }
            | Ub::ShiftNegative { .. }
            | Ub::ShiftOverflow { .. }
    )
}

/// Whether the site is evaluated for the first time, so that nothing depends on what it did before.
pub fn is_fresh(m: &Run, site: ExprId) -> bool {
    let Some(Owner { stmt, body }) = m.grow.owner(site) else { return false };
    m.record.runs(stmt) == 1 && body.is_none_or(|b| m.record.entries(b) == 0)
}

/// Whether the site is mended in Orange's ways.
fn by_orange(m: &mut Run, site: ExprId) -> bool {
    let share = m.grow.policy.repairs.orange;
    share > 0 && is_fresh(m, site) && m.grow.ch.chance("by-orange", share)
}

// --- arithmetic ---

fn arithmetic(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let first = is_fresh(m, site);
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
                .or_else(|| guard(m, site)),
            1 => insert(m, site, op, ub, (a, b), held).or_else(|| guard(m, site)),
            _ => guard(m, site),
        },
        ExprKind::Unary(UnaryOp::Neg, a) => match chosen {
            0 | 1 if m.grow.policy.repairs.flip > 0 => {
                let ty = m.grow.p.ty(site);
                let op = if chosen == 0 { UnaryOp::Plus } else { UnaryOp::BitNot };
                m.grow.p.set_expr(site, ExprKind::Unary(op, a), ty);
                Some(RepairKind::FlipNegation)
            }
            _ => guard(m, site),
        },
        ExprKind::AssignOp { op, lhs, rhs, calc } => match chosen {
            0 => flip_compound(m, site, op, ub).or_else(|| guard_compound(m, site, op, lhs, rhs, calc)),
            _ => guard_compound(m, site, op, lhs, rhs, calc),
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
    let b = floats::copy(m, b);
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
fn flipped(op: BinaryOp, ub: &Ub) -> Option<BinaryOp> {
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

fn flip(m: &mut Run, site: ExprId, op: BinaryOp, ub: &Ub, a: ExprId, b: ExprId) -> Option<RepairKind> {
    let op = flipped(op, ub)?;
    let ty = m.grow.p.ty(site);
    m.grow.p.set_expr(site, ExprKind::Binary(op, a, b), ty);
    Some(RepairKind::Flip)
}

fn flip_compound(m: &mut Run, site: ExprId, op: BinaryOp, ub: &Ub) -> Option<RepairKind> {
    let op = flipped(op, ub)?;
    let e = m.grow.p.exprs[site];
    let ExprKind::AssignOp { lhs, rhs, calc, .. } = e.kind else { return None };
    m.grow.p.set_expr(site, ExprKind::AssignOp { op, lhs, rhs, calc }, e.ty);
    Some(RepairKind::FlipCompound)
}

/// Changes one operand by a constant, so that this evaluation is defined.
fn insert(
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
fn add_constant(m: &mut Run, e: ExprId, t: IntType, value: i128, aim: i128) -> Option<ExprId> {
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

fn style(m: &mut Run) -> GuardStyle {
    let weights = m.grow.policy.repairs.styles;
    match m.grow.ch.weighted("guard-style", weights.into_iter()) {
        Some(1) => GuardStyle::Function,
        Some(2) => GuardStyle::Macro,
        _ => GuardStyle::Inline,
    }
}

/// The operation keeps its place; what was there moves below a guard.
pub fn guard(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let style = style(m);
    let inner = m.grow.p.push_expr(e.kind, e.ty);
    m.grow.set_rewritten(inner);
    m.grow.p.set_expr(site, ExprKind::Guard(inner, style), e.ty);
    count_guard(m, inner, style);
    Some(RepairKind::Guard)
}

/// What a guard costs in tokens: a condition in place, or a call and once the function.
fn count_guard(m: &mut Run, inner: ExprId, style: GuardStyle) {
    const CONDITION: u32 = 18;
    const FUNCTION: u32 = 45;
    let e = m.grow.p.exprs[inner];
    let small = tokens::of_expr(&m.grow.p, inner) <= 8;
    if style == GuardStyle::Inline && small && e.effects.is_pure() {
        m.grow.tokens += CONDITION;
        return;
    }
    m.grow.tokens += 3;
    let op = match e.kind {
        ExprKind::Binary(op, ..) => Some(op),
        _ => None,
    };
    if !m.grow.guards.contains(&(op, e.ty, style)) {
        m.grow.guards.push((op, e.ty, style));
        m.grow.tokens += FUNCTION;
    }
}

/// `x op= y` becomes `x = guard(x op y)`.
pub fn guard_compound(
    m: &mut Run,
    site: ExprId,
    op: BinaryOp,
    lhs: ExprId,
    rhs: ExprId,
    calc: Ty,
) -> Option<RepairKind> {
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let ty = m.grow.p.ty(site);
    let copy = floats::copy(m, lhs);
    let left = m.grow.p.convert(copy, calc);
    let raw = m.grow.p.push_expr(ExprKind::Binary(op, left, rhs), calc);
    let style = style(m);
    let guarded = m.grow.p.push_expr(ExprKind::Guard(raw, style), calc);
    let value = m.grow.p.convert(guarded, ty);
    m.grow.p.set_expr(site, ExprKind::Assign { lhs, rhs: value }, ty);
    count_guard(m, raw, style);
    Some(RepairKind::GuardCompound)
}

/// `x++` at the limit: the other direction, or nothing.
fn increment(m: &mut Run, site: ExprId, op: IncDec, lhs: ExprId, chosen: usize) -> Option<RepairKind> {
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
    guard_increment(m, site, op, lhs)
}

/// `x != LIMIT ? x++ : x`
pub fn guard_increment(m: &mut Run, site: ExprId, op: IncDec, lhs: ExprId) -> Option<RepairKind> {
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let ty = m.grow.p.ty(site);
    let t = m.grow.p.types.int_type(ty)?;
    let kind = m.grow.p.types.int_kind(ty)?;
    // A bit-field of 31 bits is promoted to `int`, and reaches its limit where the field does.
    let width = m.grow.p.bit_field_width(lhs);
    let t = IntType { bits: width.unwrap_or(t.bits), ..t };
    let limit = if op.is_inc() { int::max::<i128>(t) } else { int::min::<i128>(t) };
    let limit = m.grow.p.int_const(limit, Ty::int(kind));
    let tested = floats::copy(m, lhs);
    let cond = m.grow.p.binary(BinaryOp::Ne, tested, limit).ok()?;
    let mut els = floats::copy(m, lhs);
    let mut then = m.grow.p.push_expr(ExprKind::IncDec(op, lhs), ty);
    if width.is_some() {
        // GCC and clang promote `s.b++` differently.
        then = m.grow.p.cast(then, ty).ok()?;
        els = m.grow.p.cast(els, ty).ok()?;
    }
    let chosen = m.grow.p.cond(cond, then, els).ok()?;
    // Between two values of an enumerated type, the choice has the integer type below it.
    let kind = if m.grow.p.ty(chosen) == ty { m.grow.p.exprs[chosen].kind } else { ExprKind::Cast(chosen) };
    m.grow.p.set_expr(site, kind, ty);
    m.grow.tokens += 8;
    Some(RepairKind::GuardIncrement)
}

// --- memory ---

/// An index modulo the length: values within bounds stay what they are.
fn index(m: &mut Run, site: ExprId, len: u64) -> Option<RepairKind> {
    let e = m.grow.p.exprs[site];
    let ExprKind::Index { base, index } = e.kind else { return None };
    let fresh = is_fresh(m, site) && m.grow.p.is_pure(index);
    if fresh && m.grow.ch.chance("another-index", m.grow.policy.odds.another_index) {
        let i = m.grow.ch.below("another-index-value", len as usize) as u64;
        let constant = m.grow.p.int_lit(i, IntKind::Int);
        m.grow.p.set_expr(site, ExprKind::Index { base, index: constant }, e.ty);
        return Some(RepairKind::AnotherIndex);
    }
    let wide = m.grow.p.types.size_t();
    // A cast converts by itself: the promotion below it would be an implicit conversion where C has none.
    let index = match m.grow.p.exprs[index].kind {
        ExprKind::Convert(inner) if m.grow.p.is_pure(inner) => inner,
        // Its value is known, that of what is below it is not: a plus has the promotion for its operand.
        ExprKind::Convert(_) => {
            let ty = m.grow.p.ty(index);
            m.grow.p.push_expr(ExprKind::Unary(UnaryOp::Plus, index), ty)
        }
        _ => index,
    };
    let cast = m.grow.p.cast(index, wide).ok()?;
    let kind = m.grow.p.target().size_t;
    let len = m.grow.p.int_lit(len, kind);
    if forbidden::is_left_out(&m.grow, BinaryOp::Rem) && !m.grow.p.is_pure(cast) {
        return None;
    }
    let reduced = if csmith::is_on(m, BinaryOp::Rem) || !m.grow.p.is_pure(cast) {
        m.grow.p.push_expr(ExprKind::Binary(BinaryOp::Rem, cast, len), wide)
    } else {
        // Without division: the first element in place of those that are not there.
        let cond = m.grow.p.binary(BinaryOp::Lt, cast, len).ok()?;
        let then = floats::copy(m, cast);
        let zero = m.grow.p.int_lit(0, kind);
        m.grow.p.push_expr(ExprKind::Cond { cond, then, els: zero }, wide)
    };
    m.grow.p.set_expr(site, ExprKind::Index { base, index: reduced }, e.ty);
    m.grow.tokens += 8;
    Some(RepairKind::IndexModulo)
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

/// A variable that was declared without a value gets one: nobody has seen that it had none.
fn initialise(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let mut e = site;
    let var = loop {
        match m.grow.p.exprs[e].kind {
            ExprKind::Var(v) => break v,
            ExprKind::Member { base, .. } | ExprKind::Decay(base) => e = base,
            ExprKind::Index { base, .. } if matches!(m.grow.p.exprs[base].kind, ExprKind::Decay(_)) => {
                e = base
            }
            ExprKind::Deref(p) | ExprKind::Arrow { base: p, .. } | ExprKind::Index { base: p, .. } => {
                break lvalue::target_now(m, p)?;
            }
            ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs) => e = lhs,
            _ => return None,
        }
    };
    if m.grow.p.vars[var].storage != Storage::Auto {
        return None;
    }
    let share = m.grow.policy.repairs.another_variable;
    if is_fresh(m, site) && m.grow.ch.chance("another-variable", share) && replace_read(m, site).is_some() {
        return Some(RepairKind::AnotherVariable);
    }
    if m.grow.p.vars[var].init.is_some() || m.grow.info(var).skippable {
        return storage::hoist(m, var);
    }
    let init = storage::zero_of(m, m.grow.p.vars[var].ty);
    m.grow.p.vars[var].init = Some(init);
    m.amend().zero_uninitialised(var);
    m.grow.tokens += 4;
    Some(RepairKind::Initialise)
}

/// A constant in place of an integer that is read.
fn replace_read(m: &mut Run, site: ExprId) -> Option<()> {
    let e = m.grow.p.exprs[site];
    let is_read = matches!(
        e.kind,
        ExprKind::Var(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Deref(_)
            | ExprKind::Arrow { .. }
    );
    // A bit-field is promoted by its width, which nothing else has.
    if !is_read || m.grow.p.bit_field_width(site).is_some() {
        return None;
    }
    let ty = m.grow.p.types.canonical(e.ty).unqualified();
    let kind = m.grow.p.types.int_kind(ty)?;
    let value = constants::value(m, kind);
    let kind = if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind };
    let constant = constants::literal(m, value, kind);
    m.grow.p.set_expr(site, ExprKind::Cast(constant), ty);
    m.grow.tokens += 4;
    Some(())
}

/// A promise that has been broken is withdrawn: it never had an effect.
fn withdraw(m: &mut Run, site: ExprId, kind: RepairKind) -> Option<RepairKind> {
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    m.grow.p.set_expr(site, ExprKind::Cast(zero), Ty::VOID);
    Some(kind)
}

// --- loops ---

/// A loop that goes on for too long, or whose turns cost more than is left, gets fuel.
pub fn fuel_if_long(m: &mut Run, body: BlockId) -> Eval<()> {
    let Some(info) = m.grow.growing(body) else { return Ok(()) };
    let entries = u64::from(m.record.entries(body)).max(1);
    let shape = &m.grow.policy.shape;
    let cost = (m.steps() - info.started) / entries;
    let around = (info.mult / info.trips.max(1)).max(1);
    let affordable = shape.steps_to_grow().saturating_sub(m.steps()) / 3 / around / cost.max(1);
    let planned = info.trips.saturating_sub(entries);
    if entries >= u64::from(shape.fuel) || planned > affordable {
        add_fuel(m, body, affordable.min(planned))?;
    }
    Ok(())
}

/// Whether the function may have run twice in one expression: in no certain order, which a new counter would show.
fn is_beside_others(m: &Run, func: usize) -> bool {
    (0..m.grow.funcs.len()).any(|f| m.grow.funcs[f].within && m.grow.reaches(f, func))
}

/// Fuel for a number of further turns, as if the loop had had it from the start: `if (fuel_7-- <= 0) break;`. False if
/// it has some already, or can have none.
pub fn add_fuel(m: &mut Run, body: BlockId, turns: u64) -> Eval<bool> {
    let entries = u64::from(m.record.entries(body));
    if m.grow.p.blocks[body].first().is_some_and(|s| m.grow.fuel_checks.contains(s)) {
        return Ok(false);
    }
    if m.grow.growing(body).is_some_and(|info| is_beside_others(m, info.func)) {
        return Ok(false);
    }
    let more = turns.clamp(1, 1 << 20);
    let number = m.grow.number();
    let e = m.grow.p.int_lit(entries + more, IntKind::Int);
    let init = m.grow.p.push_init(Init::Expr(e));
    let var = m.grow.p.add_global(&format!("fuel_{number}"), Ty::INT, Storage::Static, Some(init));
    m.grow.set_info(var, VarInfo { counter: true, ..VarInfo::at(0) });
    m.amend().add_static(var)?;
    // It has been counted down once for each turn so far, this one's check still to come.
    m.amend().set_int(var, Ty::INT, more as i64);
    let mark = m.grow.mark();
    let fuel = m.grow.p.var(var);
    let (left, op) = if csmith::may_step(m, IncDec::PostDec) {
        (m.grow.p.push_expr(ExprKind::IncDec(IncDec::PostDec, fuel), Ty::INT), BinaryOp::Le)
    } else {
        (csmith::count_down(m, var).expect("an int can be counted down"), BinaryOp::Lt)
    };
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    let cond = m.grow.p.push_expr(ExprKind::Binary(op, left, zero), Ty::INT);
    let leave = m.grow.p.push_stmt(Stmt::Break);
    let then = m.grow.p.push_block(vec![leave]);
    let check = m.grow.p.push_stmt(Stmt::If { cond, then, els: None });
    m.grow.own(mark, check, None);
    m.grow.p.blocks[body].insert(0, check);
    m.grow.fuel_checks.push(check);
    // As if it had always been there, the check has always written its counter.
    if let Some(info) = m.grow.growing(body) {
        let func = info.func;
        promises::withdraw_quiet(m, func);
    }
    m.amend().forget_paths();
    m.grow.tokens += 16;
    m.grow.stats.repair(RepairKind::Fuel);
    Ok(true)
}
