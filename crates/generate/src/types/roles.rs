//! The parts that globals play in YARPGen's programs: inputs are only read, outputs only written, mixed ones both. And
//! which variable an expression starts from, where the policy weighs their kinds.

use crate::state::Run;
use crate::state::access::{GlobalRole, Use};
use crate::types::variables;
use ir::{Ty, TypeKind, VarId};

/// The part of a new global that is wanted for this use.
pub fn draw(m: &mut Run, usage: Use) -> GlobalRole {
    let [mixed, input, output] = m.grow.policy.types.parts;
    let other = match usage {
        Use::Read => (GlobalRole::Input, input),
        Use::Write => (GlobalRole::Output, output),
        Use::Address => (GlobalRole::Mixed, 0),
    };
    if other.1 == 0 {
        return GlobalRole::Mixed;
    }
    match m.grow.ch.weighted("part", [mixed, other.1].into_iter()) {
        Some(1) => other.0,
        _ => GlobalRole::Mixed,
    }
}

/// What an lvalue starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scalar,
    Element,
    Member,
    Indirection,
}

/// A variable of some kind, local or with some part.
#[derive(Clone, Copy)]
struct Start {
    name: &'static str,
    kind: Kind,
    local: Option<bool>,
    part: Option<GlobalRole>,
}

const fn any(name: &'static str, kind: Kind) -> Start {
    Start { name, kind, local: None, part: None }
}

const LEAVES: [Start; 4] = [
    any("leaf: variable", Kind::Scalar),
    any("leaf: element", Kind::Element),
    any("leaf: member", Kind::Member),
    any("leaf: indirection", Kind::Indirection),
];

const TARGETS: [Start; 6] = [
    Start { name: "target: local", kind: Kind::Scalar, local: Some(true), part: None },
    Start { name: "target: mixed", kind: Kind::Scalar, local: Some(false), part: Some(GlobalRole::Mixed) },
    Start { name: "target: output", kind: Kind::Scalar, local: Some(false), part: Some(GlobalRole::Output) },
    any("target: element", Kind::Element),
    any("target: member", Kind::Member),
    any("target: indirection", Kind::Indirection),
];

/// A variable by the policy's weights of leaves and targets; `None` if it weighs none of them, or there is none of the
/// kind.
pub fn pick(m: &mut Run, seen: &[VarId], usage: Use) -> Option<VarId> {
    let start = match usage {
        Use::Read => {
            let weights = m.grow.policy.expressions.leaves;
            LEAVES[m.grow.ch.weighted_if_any("leaf", &weights)?]
        }
        Use::Write => {
            let weights = m.grow.policy.statements.targets;
            TARGETS[m.grow.ch.weighted_if_any("target", &weights)?]
        }
        Use::Address => return None,
    };
    m.grow.stats.policy(start.name);
    let known: Vec<VarId> = seen.iter().copied().filter(|var| fits(m, start, *var, usage)).collect();
    let share = m.grow.policy.types.new_global;
    let few = m.grow.p.globals.len() < 8 + m.grow.tokens as usize / 150;
    let fresh = known.is_empty() || m.grow.ch.chance("new-global", share);
    if fresh && few && start.local != Some(true) {
        return new_global(m, start, usage);
    }
    m.grow.ch.pick("known-variable", &known).copied()
}

fn fits(m: &Run, start: Start, var: VarId, usage: Use) -> bool {
    let v = &m.grow.p.vars[var];
    let part = m.grow.info(var).part;
    let usable =
        if start.kind == Kind::Indirection { part != GlobalRole::Output } else { part.allows(usage) };
    usable
        && start.local.is_none_or(|local| local == v.owner.is_some())
        && start.part.is_none_or(|wanted| wanted == part)
        && kind_of(m, v.ty) == Some(start.kind)
}

fn kind_of(m: &Run, ty: Ty) -> Option<Kind> {
    Some(match m.grow.p.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) => Kind::Scalar,
        TypeKind::Array(..) | TypeKind::Vector(..) => Kind::Element,
        TypeKind::Record(_) => Kind::Member,
        TypeKind::Pointer(_) => Kind::Indirection,
        _ => return None,
    })
}

fn new_global(m: &mut Run, start: Start, usage: Use) -> Option<VarId> {
    let ty = match start.kind {
        Kind::Scalar => variables::scalar_type(m),
        Kind::Element => variables::array_type(m),
        Kind::Member => variables::record_type(m),
        Kind::Indirection => variables::pointer_type(m),
    };
    let part = match start.part {
        Some(part) => part,
        // It is read when it is followed.
        None if start.kind == Kind::Indirection => draw(m, Use::Read),
        None => draw(m, usage),
    };
    Some(variables::new_global(m, ty, part))
}
