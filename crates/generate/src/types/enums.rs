//! Enumerations: types with named constants, whose variables are integers like others. Constants stay within `int`, so
//! that every compiler gives the type the same representation.
//!
//! In C a variable of such a type may hold any value of its representation, so nothing here keeps to the constants.

use crate::policy::EnumStep;
use crate::state::Gen;
use crate::state::cx::Cx;
use ir::arith::int;
use ir::{EnumId, ExprId, ExprKind, IntKind, Ty, TypeKind};
use machine::View;

/// An enumerated type, if the policy wants one here.
pub fn maybe_type(g: &mut Gen) -> Option<Ty> {
    let share = g.policy.types.enums;
    g.ch.chance("enum-type", share).then(|| enum_type(g))
}

/// An enumerated type: a known one, or a new one.
fn enum_type(g: &mut Gen) -> Ty {
    let known: Vec<EnumId> = g.p.types.enums.ids().collect();
    let most = g.policy.types.max_enums.max(1) as usize;
    let id = if known.len() >= most
        || (!known.is_empty() && g.ch.chance("known-enum", g.policy.odds.known_enum))
    {
        known[g.ch.below("enum", known.len())]
    } else {
        new_enum(g)
    };
    g.p.types.enum_type(id)
}

fn new_enum(g: &mut Gen) -> EnumId {
    let most = g.policy.types.max_enum_constants.max(1);
    let count = g.ch.between("enum-constants", 1, most);
    let number = g.number();
    let largest = int::max::<i128>(g.p.target().int_type(IntKind::Int));
    let mut value = first_value(g);
    let mut constants = Vec::new();
    for i in 0..count {
        let name = g.p.names.intern(&format!("E{number}_{i}"));
        constants.push((name, value));
        value = (value + step(g)).min(largest);
    }
    g.tokens += 5 + 4 * count;
    let tag = g.p.names.intern(&format!("E{number}"));
    g.p.types.add_enum(Some(tag), constants)
}

/// A negative constant makes the type a signed one.
fn first_value(g: &mut Gen) -> i128 {
    let negative = g.policy.types.negative_enum;
    let start = i128::from(g.ch.steps("enum-start", g.policy.amounts.more_enum, g.policy.amounts.most_enum));
    if g.ch.chance("negative-enum", negative) { -start - 1 } else { start }
}

/// From one constant to the next: mostly by one, sometimes not at all, sometimes far.
fn step(g: &mut Gen) -> i128 {
    match g.policy.weights.enum_steps.draw(&mut g.ch, "enum-step") {
        Some(EnumStep::Same) => 0,
        Some(EnumStep::Gap) => i128::from(g.ch.between("enum-gap", 2, g.policy.amounts.enum_gap)),
        Some(EnumStep::Far) => i128::from(g.ch.between("enum-far", 1, g.policy.amounts.enum_far)),
        _ => 1,
    }
}

/// A constant of one of the enumerations.
pub fn constant(g: &mut Gen, _: &View, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 1;
    let known: Vec<EnumId> = g.p.types.enums.ids().collect();
    let id = *g.ch.pick("constant-enum", &known)?;
    let n = g.ch.below("enum-constant", g.p.types.enums[id].constants.len());
    Some(named(g, id, n as u32))
}

fn named(g: &mut Gen, id: EnumId, n: u32) -> ExprId {
    g.p.push_expr(ExprKind::EnumConst(id, n), Ty::INT)
}

/// The value of some constant of the type, if it is an enumerated one.
pub fn value_in(g: &mut Gen, ty: Ty) -> Option<i128> {
    let TypeKind::Enum(id) = g.p.types.kind(ty) else { return None };
    let n = g.ch.below("enum-case", g.p.types.enums[id].constants.len());
    Some(g.p.types.enums[id].constants[n].1)
}

/// The value as the label of a case of a `switch` on this type: by its name, where it has one.
pub fn label(g: &mut Gen, on: Ty, promoted: Ty, value: i128) -> ExprId {
    let name = match g.p.types.kind(on) {
        TypeKind::Enum(id) => {
            let found = g.p.types.enums[id].constants.iter().position(|(_, v)| *v == value);
            found.map(|n| (id, n as u32))
        }
        _ => None,
    };
    match name {
        Some((id, n)) => {
            let e = named(g, id, n);
            g.p.convert(e, promoted)
        }
        None => g.p.int_const(value, promoted),
    }
}
