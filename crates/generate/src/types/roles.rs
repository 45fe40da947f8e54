//! The parts that globals play in YARPGen's programs: inputs are only read, outputs only written, mixed ones both. And
//! which variable an expression starts from, where the policy weighs their kinds.

use crate::policy::{Policy, Roles};
use crate::state::Gen;
use crate::state::access::{GlobalRole, Use};
use crate::types::variables;
use ir::{Ty, TypeKind, VarId};
use machine::View;

/// The part of a new global that is wanted for this use.
pub fn draw(g: &mut Gen, usage: Use) -> GlobalRole {
    let Roles { mixed, input, output } = g.policy.types.roles;
    let other = match usage {
        Use::Read => (GlobalRole::Input, input),
        Use::Write => (GlobalRole::Output, output),
        Use::Address => (GlobalRole::Mixed, 0),
    };
    if other.1 == 0 {
        return GlobalRole::Mixed;
    }
    match g.ch.weighted("part", [mixed, other.1].into_iter()) {
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
    weight: fn(&Policy) -> u32,
    kind: Kind,
    local: Option<bool>,
    part: Option<GlobalRole>,
}

const fn any(name: &'static str, weight: fn(&Policy) -> u32, kind: Kind) -> Start {
    Start { name, weight, kind, local: None, part: None }
}

const fn global(name: &'static str, weight: fn(&Policy) -> u32, part: GlobalRole) -> Start {
    Start { name, weight, kind: Kind::Scalar, local: Some(false), part: Some(part) }
}

const LEAVES: [Start; 4] = [
    any("leaf: variable", |p| p.expressions.leaves.scalar, Kind::Scalar),
    any("leaf: element", |p| p.expressions.leaves.element, Kind::Element),
    any("leaf: member", |p| p.expressions.leaves.member, Kind::Member),
    any("leaf: indirection", |p| p.expressions.leaves.indirection, Kind::Indirection),
];

const TARGETS: [Start; 6] = [
    Start { local: Some(true), ..any("target: local", |p| p.statements.targets.local, Kind::Scalar) },
    global("target: mixed", |p| p.statements.targets.mixed, GlobalRole::Mixed),
    global("target: output", |p| p.statements.targets.output, GlobalRole::Output),
    any("target: element", |p| p.statements.targets.element, Kind::Element),
    any("target: member", |p| p.statements.targets.member, Kind::Member),
    any("target: indirection", |p| p.statements.targets.indirection, Kind::Indirection),
];

/// A variable by the policy's weights of leaves and targets; `None` if it weighs none of them, or there is none of the
/// kind.
pub fn pick(g: &mut Gen, view: &View, seen: &[VarId], usage: Use) -> Option<VarId> {
    let (draw, table): (_, &[Start]) = match usage {
        Use::Read => ("leaf", &LEAVES),
        Use::Write => ("target", &TARGETS),
        Use::Address => return None,
    };
    let policy = &g.policy;
    let start = table[g.ch.weighted(draw, table.iter().map(|row| (row.weight)(policy)))?];
    g.stats.policy(start.name);
    let known: Vec<VarId> = seen.iter().copied().filter(|var| fits(g, start, *var, usage)).collect();
    let share = g.policy.types.new_global;
    let few = g.p.globals.len() < 8 + g.tokens as usize / 150;
    let fresh = known.is_empty() || g.ch.chance("new-global", share);
    if fresh && few && start.local != Some(true) {
        return new_global(g, view, start, usage);
    }
    g.ch.pick("known-variable", &known).copied()
}

fn fits(g: &Gen, start: Start, var: VarId, usage: Use) -> bool {
    let v = &g.p.vars[var];
    let part = g.info(var).part;
    let usable =
        if start.kind == Kind::Indirection { part != GlobalRole::Output } else { part.allows(usage) };
    usable
        && start.local.is_none_or(|local| local == v.owner.is_some())
        && start.part.is_none_or(|wanted| wanted == part)
        && kind_of(g, v.ty) == Some(start.kind)
}

fn kind_of(g: &Gen, ty: Ty) -> Option<Kind> {
    Some(match g.p.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) => Kind::Scalar,
        TypeKind::Array(..) | TypeKind::Vector(..) => Kind::Element,
        TypeKind::Record(_) => Kind::Member,
        TypeKind::Pointer(_) => Kind::Indirection,
        _ => return None,
    })
}

fn new_global(g: &mut Gen, view: &View, start: Start, usage: Use) -> Option<VarId> {
    let ty = match start.kind {
        Kind::Scalar => variables::scalar_type(g),
        Kind::Element => variables::array_type(g, view),
        Kind::Member => variables::record_type(g, view),
        Kind::Indirection => variables::pointer_type(g, view),
    };
    let part = match start.part {
        Some(part) => part,
        // It is read when it is dereferenced.
        None if start.kind == Kind::Indirection => draw(g, Use::Read),
        None => draw(g, usage),
    };
    Some(variables::new_global(g, view, ty, part))
}
