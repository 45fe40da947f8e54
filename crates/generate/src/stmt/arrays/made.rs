//! The arrays that loops go through: found among the globals, or made, with their first elements.

use crate::state::Gen;
use crate::state::access::Use;
use crate::types::{constants, roles, variables};
use ir::{Init, InitId, InitItem, IntKind, Ty, VarId};

const KINDS: [IntKind; 6] =
    [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::UChar, IntKind::Long, IntKind::ULong];

/// A global array of integers with the dimensions, or larger, for this use.
pub fn loop_array(g: &mut Gen, dims: &[u64], usage: Use) -> VarId {
    let fits = |g: &Gen, v: &VarId| {
        let mut ty = g.p.types.canonical(g.p.vars[*v].ty);
        for len in dims {
            match g.p.types.element(ty) {
                Some((element, Some(n))) if n >= *len => ty = g.p.types.canonical(element),
                _ => return false,
            }
        }
        g.p.types.is_integer(ty) && ty.quals().is_empty() && g.info(*v).part.allows(usage)
    };
    let known: Vec<VarId> = g.p.globals.iter().copied().filter(|v| fits(g, v)).collect();
    let enough = g.policy.arrays.enough.max(1) as usize;
    if known.len() >= enough || (!known.is_empty() && g.ch.chance("known-array", g.policy.odds.known_array)) {
        return *g.ch.pick("loop-array", &known).expect("not empty");
    }
    let kind = variables::one_of(g, "array-kind", &KINDS);
    let mut ty = Ty::int(kind);
    for len in dims.iter().rev() {
        let most = g.policy.arrays.max_extra;
        let extra = u64::from(g.ch.between("array-extra", 0, most));
        let extra = extra.min(u64::from(g.policy.manner.max_loop_len).saturating_sub(*len));
        ty = g.p.types.array(ty, len + extra);
    }
    let part = roles::draw(g, usage);
    let init = first_elements(g, ty);
    let var = variables::global_with(g, ty, Some(init));
    g.info_mut(var).part = part;
    var
}

/// A list for the first elements, or none: what is large would be more text than the loops that go through it.
fn first_elements(g: &mut Gen, ty: Ty) -> InitId {
    if g.ch.chance("zero-array", g.policy.odds.zero_array) {
        return g.p.push_init(Init::List(Vec::new()));
    }
    // What is small overflows less soon, and needs fewer guards.
    let small = g.ch.chance("small-elements", g.policy.odds.small_elements);
    let mut left = g.policy.arrays.max_given;
    elements(g, ty, small, &mut left)
}

fn elements(g: &mut Gen, ty: Ty, small: bool, left: &mut u32) -> InitId {
    if let Some((element, Some(len))) = g.p.types.element(ty) {
        let mut items = Vec::new();
        for place in 0..len as u32 {
            if *left == 0 {
                break;
            }
            items.push(InitItem { place, init: elements(g, element, small, left), designated: false });
        }
        return g.p.push_init(Init::List(items));
    }
    *left -= 1;
    let kind = g.p.types.int_kind(ty).unwrap_or(IntKind::Int);
    let value = if small { constants::small(g, kind) } else { constants::value(g, kind) };
    variables::int_init(g, value, ty)
}
