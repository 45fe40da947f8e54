//! Repairs: what becomes of a site that is about to be undefined. A site that is evaluated for the first time may be
//! rewritten; one that has a history is changed only for the operand values that fail.

pub mod arithmetic;
pub mod dangling;
pub mod declaration;
pub mod float;
pub mod float_vector;
pub mod fuel;
pub mod index;
#[cfg(test)]
mod law;
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

use crate::expr::bits;
use crate::state::census::RepairKind;
use crate::state::{Gen, forbidden};
use ir::{ExprId, ExprKind, StmtId};
use machine::{Promise, Repair, Ub, Value, View};

pub fn repair(g: &mut Gen, view: &View, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Repair {
    if !g.policy.relax.repair {
        return Repair::Refused;
    }
    let owner = g.owner(site);
    if owner.is_some_and(|owner| is_endless(g, owner.stmt)) {
        return Repair::Refused;
    }
    let mark = g.mark();
    let before = g.p.exprs.len();
    let done = by_kind(g, view, site, ub, held);
    if !g.policy.left_out.is_empty() {
        forbidden::replace(g, site);
    }
    if let (Some(kind), Some(owner)) = (done, owner) {
        if g.p.exprs.len() > before {
            g.own(mark, owner.stmt, owner.body);
        }
        g.stats.repair(kind);
        return resumption(kind, owner.stmt);
    }
    Repair::Refused
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
fn is_endless(g: &mut Gen, stmt: StmtId) -> bool {
    const MOST: u32 = 10_000;
    let times = g.last_repaired.filter(|(last, _)| *last == stmt).map_or(1, |(_, times)| times + 1);
    g.last_repaired = Some((stmt, times));
    times > MOST
}

fn by_kind(g: &mut Gen, view: &View, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let site = match g.p.exprs[site].kind {
        // What was put in order a moment ago.
        ExprKind::Comma(_, then) if g.is_rewritten(site) && is_arithmetic(ub) => then,
        _ => site,
    };
    match ub {
        Ub::Unsequenced { .. } | Ub::UnspecifiedOrder { .. } | Ub::OverlappingAssignment => {
            sequence::repair(g, view, site, held)
        }
        _ if is_arithmetic(ub) && vector::is_site(g, site) => vector::repair(g, view, site),
        _ if is_arithmetic(ub) => arithmetic::repair(g, view, site, ub, held),
        Ub::FloatNarrowing if vector::is_site(g, site) => vector::repair(g, view, site),
        Ub::FloatNarrowing | Ub::FloatToInt { .. } => {
            let first = arithmetic::by_orange(g, view, site)
                .then(|| orange_float::repair(g, site, ub, held))
                .flatten();
            first.or_else(|| float::repair(g, view, site, ub, held))
        }
        Ub::IndexOutOfBounds { len, .. } => index::index(g, view, site, *len),
        Ub::NullPointer => null::repair(g, view, site).or_else(|| offset::repair(g, view, site, held)),
        Ub::PointerArithmetic { .. } | Ub::OutOfBounds { .. } => offset::repair(g, view, site, held),
        Ub::Dangling { .. } | Ub::DanglingRead { .. } => dangling::let_go(g, view, site),
        Ub::Uninitialized | Ub::Indeterminate | Ub::Unspecified => uninitialised::initialise(g, view, site),
        Ub::ZeroBits => bits::mend(g, site),
        Ub::Unreachable => promise::withdraw_site(g, site, RepairKind::WithdrawUnreachable),
        Ub::NoreturnReturned => promise::withdraw_site(g, site, RepairKind::WithdrawNoreturn),
        Ub::BrokenPromise { promise: Promise::Assumed, .. } => {
            promise::withdraw_site(g, site, RepairKind::WithdrawAssume)
        }
        Ub::Restrict { pointer, .. } => promise::withdraw_restrict(g, (*pointer)?),
        Ub::BrokenPromise { promise, func, param } => promise::withdraw(g, *promise, *func, *param),
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
