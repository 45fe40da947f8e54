//! Repairs: what becomes of a site that is about to be undefined. A site that is evaluated for the first time may be
//! rewritten; one that has a history is changed only for the operand values that fail.

pub mod arithmetic;
pub mod dangling;
pub mod declaration;
pub mod float;
pub mod float_vector;
pub mod fuel;
pub mod index;
pub mod null;
pub mod offset;
pub mod orange_float;
pub mod orange_int;
pub mod promise;
pub mod sequence;
pub mod site;
pub mod uninitialised;
pub mod vector;
pub mod yarpgen;

use crate::state::census::RepairKind;
use crate::state::{Run, forbidden};
use ir::{ExprId, ExprKind, StmtId};
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
        Ub::Unsequenced { .. } | Ub::UnspecifiedOrder { .. } | Ub::OverlappingAssignment => {
            sequence::mend(m, site, held)
        }
        _ if is_arithmetic(ub) && vector::is_site(m, site) => vector::mend(m, site),
        _ if is_arithmetic(ub) => arithmetic::mend(m, site, ub, held),
        Ub::FloatNarrowing if vector::is_site(m, site) => vector::mend(m, site),
        Ub::FloatNarrowing | Ub::FloatToInt { .. } => {
            let first =
                arithmetic::by_orange(m, site).then(|| orange_float::mend(m, site, ub, held)).flatten();
            first.or_else(|| float::mend(m, site, ub, held))
        }
        Ub::IndexOutOfBounds { len, .. } => index::index(m, site, *len),
        Ub::NullPointer => null::mend(m, site).or_else(|| offset::mend(m, site, held)),
        Ub::PointerArithmetic { .. } | Ub::OutOfBounds { .. } => offset::mend(m, site, held),
        Ub::Dangling { .. } | Ub::DanglingRead { .. } => dangling::let_go(m, site),
        Ub::Uninitialized | Ub::Indeterminate | Ub::Unspecified => uninitialised::initialise(m, site),
        Ub::Unreachable => promise::withdraw_site(m, site, RepairKind::WithdrawUnreachable),
        Ub::NoreturnReturned => promise::withdraw_site(m, site, RepairKind::WithdrawNoreturn),
        Ub::BrokenPromise { promise: Promise::Assumed, .. } => {
            promise::withdraw_site(m, site, RepairKind::WithdrawAssume)
        }
        Ub::Restrict { pointer, .. } => promise::withdraw_restrict(m, (*pointer)?),
        Ub::BrokenPromise { promise, func, param } => promise::withdraw(m, *promise, *func, *param),
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
