//! Enumerations: types with named constants, whose variables are integers like others. Constants stay within `int`, so
//! that every compiler gives the type the same representation.
//!
//! In C a variable of such a type may hold any value of its representation, so nothing here keeps to the constants.

use crate::state::Run;
use crate::state::cx::Cx;
use ir::arith::int;
use ir::{EnumId, ExprId, ExprKind, IntKind, Ty, TypeKind};

/// An enumerated type, if the policy wants one here.
pub fn maybe_type(m: &mut Run) -> Option<Ty> {
    let share = m.grow.policy.types.enums;
    m.grow.ch.chance("enum-type", share).then(|| enum_type(m))
}

/// An enumerated type: a known one, or a new one.
fn enum_type(m: &mut Run) -> Ty {
    let known: Vec<EnumId> = m.grow.p.types.enums.ids().collect();
    let most = m.grow.policy.types.max_enums.max(1) as usize;
    let id = if known.len() >= most
        || (!known.is_empty() && m.grow.ch.chance("known-enum", m.grow.policy.odds.known_enum))
    {
        known[m.grow.ch.below("enum", known.len())]
    } else {
        new_enum(m)
    };
    m.grow.p.types.enum_type(id)
}

fn new_enum(m: &mut Run) -> EnumId {
    let most = m.grow.policy.types.max_enum_constants.max(1);
    let count = m.grow.ch.between("enum-constants", 1, most);
    let number = m.grow.number();
    let largest = int::max::<i128>(m.grow.p.target().int_type(IntKind::Int));
    let mut value = first_value(m);
    let mut constants = Vec::new();
    for i in 0..count {
        let name = m.grow.p.names.intern(&format!("E{number}_{i}"));
        constants.push((name, value));
        value = (value + step(m)).min(largest);
    }
    m.grow.tokens += 5 + 4 * count;
    let tag = m.grow.p.names.intern(&format!("E{number}"));
    m.grow.p.types.add_enum(Some(tag), constants)
}

/// A negative constant makes the type a signed one.
fn first_value(m: &mut Run) -> i128 {
    let negative = m.grow.policy.types.negative_enum;
    let start = i128::from(m.grow.ch.steps(
        "enum-start",
        m.grow.policy.amounts.more_enum,
        m.grow.policy.amounts.most_enum,
    ));
    if m.grow.ch.chance("negative-enum", negative) { -start - 1 } else { start }
}

/// From one constant to the next: mostly by one, sometimes not at all, sometimes far.
fn step(m: &mut Run) -> i128 {
    match m.grow.ch.weighted("enum-step", m.grow.policy.weights.enum_steps.into_iter()) {
        Some(0) => 0,
        Some(1) => i128::from(m.grow.ch.between("enum-gap", 2, m.grow.policy.amounts.enum_gap)),
        Some(2) => i128::from(m.grow.ch.between("enum-far", 1, m.grow.policy.amounts.enum_far)),
        _ => 1,
    }
}

/// A constant of one of the enumerations.
pub fn constant(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    cx.budget -= 1;
    let known: Vec<EnumId> = m.grow.p.types.enums.ids().collect();
    let id = *m.grow.ch.pick("constant-enum", &known)?;
    let n = m.grow.ch.below("enum-constant", m.grow.p.types.enums[id].constants.len());
    Some(named(m, id, n as u32))
}

fn named(m: &mut Run, id: EnumId, n: u32) -> ExprId {
    m.grow.p.push_expr(ExprKind::EnumConst(id, n), Ty::INT)
}

/// The value of some constant of the type, if it is an enumerated one.
pub fn value_in(m: &mut Run, ty: Ty) -> Option<i128> {
    let TypeKind::Enum(id) = m.grow.p.types.kind(ty) else { return None };
    let n = m.grow.ch.below("enum-case", m.grow.p.types.enums[id].constants.len());
    Some(m.grow.p.types.enums[id].constants[n].1)
}

/// The value as the label of a case of a `switch` on this type: by its name, where it has one.
pub fn label(m: &mut Run, on: Ty, promoted: Ty, value: i128) -> ExprId {
    let name = match m.grow.p.types.kind(on) {
        TypeKind::Enum(id) => {
            let found = m.grow.p.types.enums[id].constants.iter().position(|(_, v)| *v == value);
            found.map(|n| (id, n as u32))
        }
        _ => None,
    };
    match name {
        Some((id, n)) => {
            let e = named(m, id, n);
            m.grow.p.convert(e, promoted)
        }
        None => m.grow.p.int_const(value, promoted),
    }
}
