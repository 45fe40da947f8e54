//! Vector types and their initialisers.

use crate::policy::VectorSize;
use crate::state::Gen;
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
pub fn maybe_type(g: &mut Gen) -> Option<Ty> {
    let share = g.policy.types.vector;
    if share == 0 || !g.ch.chance("vector", share) {
        return None;
    }
    let element = any_element(g);
    let bytes = match g.policy.weights.vector_sizes.draw(&mut g.ch, "vector-size") {
        Some(VectorSize::Bytes8) => 8,
        Some(VectorSize::Bytes16) | None => 16,
        Some(VectorSize::Bytes32) => 32,
    };
    let lanes = (bytes / g.p.types.size(element)).max(1);
    Some(named(g, element, lanes as u32))
}

/// A vector type that can be a parameter or returned: larger ones are passed in ways that depend on the processor.
pub fn maybe_passed(g: &mut Gen) -> Option<Ty> {
    maybe_type(g).filter(|ty| g.p.types.size(*ty) <= 16)
}

/// An integer or floating type.
pub fn any_element(g: &mut Gen) -> Ty {
    maybe_element(g).unwrap_or_else(|| Ty::int(element(g)))
}

pub fn element(g: &mut Gen) -> IntKind {
    let kinds: Vec<IntKind> =
        ELEMENTS.iter().map(|(kind, _)| *kind).filter(|kind| variables::is_on(g, *kind)).collect();
    *g.ch.pick("vector-element", &kinds).unwrap_or(&IntKind::Int)
}

/// The type by its name, which is made at the first time.
pub fn named(g: &mut Gen, element: Ty, lanes: u32) -> Ty {
    let word = match g.p.types.int_kind(element) {
        Some(kind) => ELEMENTS.iter().find(|(k, _)| *k == kind).map_or("int", |(_, word)| word),
        None => word(g, element),
    };
    let name = g.p.names.intern(&format!("v{lanes}_{word}"));
    let known = g.p.types.aliases.iter().find(|(_, alias)| alias.name == name).map(|(id, _)| id);
    match known {
        Some(id) => g.p.types.alias_type(id),
        None => {
            let ty = g.p.types.vector(element, lanes);
            g.tokens += 10;
            g.p.types.add_alias(Alias { name, ty, header: None })
        }
    }
}

/// A list of constants, one for each lane.
pub fn init(g: &mut Gen, ty: Ty) -> Option<InitId> {
    let (element, lanes) = g.p.types.lanes(ty)?;
    let items = (0..lanes).filter_map(|place| {
        let init = match g.p.types.int_kind(element) {
            Some(kind) => {
                let value = constants::value(g, kind);
                variables::int_init(g, value, element)
            }
            None => floats::init(g, element)?,
        };
        Some(InitItem { place, init, designated: false })
    });
    let items = items.collect();
    Some(g.p.push_init(Init::List(items)))
}

/// The kinds of elements, and how their vectors are called.
const FLOAT_ELEMENTS: [(FloatKind, &str); 2] = [(FloatKind::Float, "float"), (FloatKind::Double, "double")];

/// A floating type of elements, if the policy wants one: not where values are inexact.
pub fn maybe_element(g: &mut Gen) -> Option<Ty> {
    let types = &g.policy.types;
    if types.float == 0 || types.is_inexact() || !g.ch.chance("vector-float", types.vector_float) {
        return None;
    }
    let (kind, _) = g.ch.pick("vector-float-kind", &FLOAT_ELEMENTS)?;
    Some(Ty::float(*kind))
}

pub fn word(g: &Gen, element: Ty) -> &'static str {
    let kind = kind_of(g, element);
    FLOAT_ELEMENTS.iter().find(|(k, _)| Some(*k) == kind).map_or("float", |(_, word)| word)
}

/// Whether the type is a vector of floating elements.
pub fn is_lanes(g: &Gen, ty: Ty) -> bool {
    g.p.types.lanes(ty).is_some_and(|(element, _)| g.p.types.is_float(element))
}
