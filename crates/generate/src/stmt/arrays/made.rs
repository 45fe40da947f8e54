//! The arrays that loops go through: found among the globals, or made, with their first elements.

use crate::state::Run;
use crate::state::access::Use;
use crate::types::{constants, roles, variables};
use ir::{Init, InitId, InitItem, IntKind, Ty, VarId};

const KINDS: [IntKind; 6] =
    [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::UChar, IntKind::Long, IntKind::ULong];

/// A global array of integers with the dimensions, or larger, for this use.
pub fn loop_array(m: &mut Run, dims: &[u64], usage: Use) -> VarId {
    let fits = |m: &Run, v: &VarId| {
        let mut ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        for len in dims {
            match m.grow.p.types.element(ty) {
                Some((element, Some(n))) if n >= *len => ty = m.grow.p.types.canonical(element),
                _ => return false,
            }
        }
        m.grow.p.types.is_integer(ty) && ty.quals().is_empty() && m.grow.info(*v).part.allows(usage)
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    let enough = m.grow.policy.arrays.enough.max(1) as usize;
    if known.len() >= enough
        || (!known.is_empty() && m.grow.ch.chance("known-array", m.grow.policy.odds.known_array))
    {
        return *m.grow.ch.pick("loop-array", &known).expect("not empty");
    }
    let kind = variables::one_of(m, "array-kind", &KINDS);
    let mut ty = Ty::int(kind);
    for len in dims.iter().rev() {
        let most = m.grow.policy.arrays.max_extra;
        let extra = u64::from(m.grow.ch.between("array-extra", 0, most));
        let extra = extra.min(u64::from(m.grow.policy.manner.max_loop_len).saturating_sub(*len));
        ty = m.grow.p.types.array(ty, len + extra);
    }
    let part = roles::draw(m, usage);
    let init = first_elements(m, ty);
    let var = variables::global_with(m, ty, Some(init));
    m.grow.info_mut(var).part = part;
    var
}

/// A list for the first elements, or none: what is large would be more text than the loops that go through it.
fn first_elements(m: &mut Run, ty: Ty) -> InitId {
    if m.grow.ch.chance("zero-array", m.grow.policy.odds.zero_array) {
        return m.grow.p.push_init(Init::List(Vec::new()));
    }
    // What is small overflows less soon, and needs fewer guards.
    let small = m.grow.ch.chance("small-elements", m.grow.policy.odds.small_elements);
    let mut left = m.grow.policy.arrays.max_given;
    elements(m, ty, small, &mut left)
}

fn elements(m: &mut Run, ty: Ty, small: bool, left: &mut u32) -> InitId {
    if let Some((element, Some(len))) = m.grow.p.types.element(ty) {
        let mut items = Vec::new();
        for place in 0..len as u32 {
            if *left == 0 {
                break;
            }
            items.push(InitItem { place, init: elements(m, element, small, left), designated: false });
        }
        return m.grow.p.push_init(Init::List(items));
    }
    *left -= 1;
    let kind = m.grow.p.types.int_kind(ty).unwrap_or(IntKind::Int);
    let value = if small { constants::small(m, kind) } else { constants::value(m, kind) };
    variables::int_init(m, value, ty)
}
