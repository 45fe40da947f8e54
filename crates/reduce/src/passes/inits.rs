//! Initialisers, whole and item by item.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{Init, InitId, Program};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let vars: Vec<_> = visit::variables(p).into_iter().filter(|v| p.vars[*v].init.is_some()).collect();
    let mut groups: Vec<Group> = vars.iter().map(|var| vec![Edit::DropInit(*var)]).collect();
    for init in vars.iter().filter_map(|var| p.vars[*var].init) {
        items(p, init, &mut groups);
    }
    groups
}

fn items(p: &Program, init: InitId, groups: &mut Vec<Group>) {
    let Init::List(items_here) = &p.inits[init] else { return };
    if items_here.len() > 1 {
        groups.extend(items_here.iter().map(|item| vec![Edit::DropItem(init, item.place)]));
    }
    items_here.iter().for_each(|item| items(p, item.init, groups));
}
