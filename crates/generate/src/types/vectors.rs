//! Vector types and their initialisers.

use crate::state::Run;
use crate::types::floats::kind_of;
use crate::types::{constants, floats, variables};
use ir::{Alias, FloatKind, Init, InitId, InitItem, IntKind, Ty};

/// The integer kinds of elements, and how their vectors are called.
const ELEMENTS: [(IntKind, &str); 10] = [
    (IntKind::UInt, "uint"),
    (IntKind::Int, "int"),
    (IntKind::UShort, "ushort"),
    (IntKind::Short, "short"),
    (IntKind::UChar, "uchar"),
    (IntKind::SChar, "schar"),
    (IntKind::ULong, "ulong"),
    (IntKind::Long, "long"),
    (IntKind::ULongLong, "ulonglong"),
    (IntKind::LongLong, "longlong"),
];

/// A vector type, if the policy wants one here.
pub fn maybe_type(m: &mut Run) -> Option<Ty> {
    let share = m.grow.policy.types.vector;
    if share == 0 || !m.grow.ch.chance("vector", share) {
        return None;
    }
    let element = any_element(m);
    let sizes = m.grow.policy.weights.vector_sizes;
    let bytes = 8u64 << m.grow.ch.weighted("vector-size", sizes.into_iter()).unwrap_or(1);
    let lanes = (bytes / m.grow.p.types.size(element)).max(1);
    Some(named(m, element, lanes as u32))
}

/// A vector type that can be a parameter or returned: larger ones are passed in ways that depend on the processor.
pub fn maybe_passed(m: &mut Run) -> Option<Ty> {
    maybe_type(m).filter(|ty| m.grow.p.types.size(*ty) <= 16)
}

/// An integer or floating type.
pub fn any_element(m: &mut Run) -> Ty {
    maybe_element(m).unwrap_or_else(|| Ty::int(element(m)))
}

pub fn element(m: &mut Run) -> IntKind {
    let kinds: Vec<IntKind> =
        ELEMENTS.iter().map(|(kind, _)| *kind).filter(|kind| variables::is_on(m, *kind)).collect();
    *m.grow.ch.pick("vector-element", &kinds).unwrap_or(&IntKind::Int)
}

/// The type by its name, which is made at the first time.
pub fn named(m: &mut Run, element: Ty, lanes: u32) -> Ty {
    let word = match m.grow.p.types.int_kind(element) {
        Some(kind) => ELEMENTS.iter().find(|(k, _)| *k == kind).map_or("int", |(_, word)| word),
        None => word(m, element),
    };
    let name = m.grow.p.names.intern(&format!("v{lanes}_{word}"));
    let known = m.grow.p.types.aliases.iter().find(|(_, alias)| alias.name == name).map(|(id, _)| id);
    match known {
        Some(id) => m.grow.p.types.alias_type(id),
        None => {
            let ty = m.grow.p.types.vector(element, lanes);
            m.grow.tokens += 10;
            m.grow.p.types.add_alias(Alias { name, ty, header: None })
        }
    }
}

/// A list of constants, one for each lane.
pub fn init(m: &mut Run, ty: Ty) -> Option<InitId> {
    let (element, lanes) = m.grow.p.types.lanes(ty)?;
    let items = (0..lanes).filter_map(|place| {
        let init = match m.grow.p.types.int_kind(element) {
            Some(kind) => {
                let value = constants::value(m, kind);
                variables::int_init(m, value, element)
            }
            None => floats::init(m, element)?,
        };
        Some(InitItem { place, init, designated: false })
    });
    let items = items.collect();
    Some(m.grow.p.push_init(Init::List(items)))
}

/// The kinds of elements, and how their vectors are called.
const FLOAT_ELEMENTS: [(FloatKind, &str); 2] = [(FloatKind::Float, "float"), (FloatKind::Double, "double")];

/// A floating type of elements, if the policy wants one: not where values are inexact.
pub fn maybe_element(m: &mut Run) -> Option<Ty> {
    let types = &m.grow.policy.types;
    if types.float == 0 || types.is_inexact() || !m.grow.ch.chance("vector-float", types.vector_float) {
        return None;
    }
    let (kind, _) = m.grow.ch.pick("vector-float-kind", &FLOAT_ELEMENTS)?;
    Some(Ty::float(*kind))
}

pub fn word(m: &Run, element: Ty) -> &'static str {
    let kind = kind_of(m, element);
    FLOAT_ELEMENTS.iter().find(|(k, _)| Some(*k) == kind).map_or("float", |(_, word)| word)
}

/// Whether the type is a vector of floating elements.
pub fn is_lanes(m: &Run, ty: Ty) -> bool {
    m.grow.p.types.lanes(ty).is_some_and(|(element, _)| m.grow.p.types.is_float(element))
}
