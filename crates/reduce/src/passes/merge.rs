//! One variable in the place of two of the same type.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{Storage, VarId};

/// Beyond this many there are too many pairs.
const MOST: usize = 16;

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let vars: Vec<VarId> =
        visit::variables(p).into_iter().filter(|v| p.vars[*v].storage != Storage::Param).collect();
    if vars.len() > MOST {
        return Vec::new();
    }
    let mut groups = Vec::new();
    for (n, var) in vars.iter().enumerate() {
        for other in &vars[..n] {
            let same = p.types.same(p.vars[*var].ty, p.vars[*other].ty);
            let visible = p.vars[*other].owner.is_none() || p.vars[*other].owner == p.vars[*var].owner;
            if same && visible {
                groups.push(vec![Edit::Merge(*var, *other)]);
            }
        }
    }
    groups
}
