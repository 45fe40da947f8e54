//! The accesses that a program should make to its volatile objects: the machine's. What is left out here is left out of what is observed, too;
//! docs/explain/volatile.md says why.

use harness::accesses::{Access, Does, Object};
use ir::{Class, Program, Storage, Ty, VarId};
use machine::{Config, Machine};

/// An access of more bytes may be made in parts.
const WIDEST: u64 = 8;

/// The objects whose accesses are compared: variables of file scope that are volatile scalars, or arrays of such.
pub fn objects(p: &Program) -> Vec<Object> {
    let all = p.vars.iter().filter(|(id, _)| is_watched(p, *id));
    all.map(|(_, var)| Object { name: p.name(var.name).to_owned(), size: p.types.size(var.ty) }).collect()
}

fn is_watched(p: &Program, id: VarId) -> bool {
    let var = &p.vars[id];
    let is_here = matches!(var.storage, Storage::Global | Storage::Static) && var.owner.is_none();
    let (leaf, is_volatile) = leaf(p, var.ty);
    let is_scalar = matches!(p.types.class(leaf), Class::Int(_) | Class::Float(_) | Class::Pointer);
    is_here && is_volatile && is_scalar && p.types.size(leaf) <= WIDEST
}

/// What an array is made of, and whether that is volatile.
fn leaf(p: &Program, ty: Ty) -> (Ty, bool) {
    let (mut ty, mut is_volatile) = (ty, ty.quals().is_volatile());
    while let Some((element, _)) = p.types.element(ty) {
        ty = element;
        is_volatile |= ty.quals().is_volatile();
    }
    (ty, is_volatile)
}

/// How a program is run to be asked.
pub fn watched(config: Config) -> Config {
    Config { record_volatile: true, ..config }
}

/// What a program did that was run so.
pub fn made<G: machine::Grow>(machine: &Machine<G>) -> Vec<Access> {
    let p = machine.program();
    let all = machine.observed.volatile.iter().flatten().filter(|access| !access.initialises);
    all.filter_map(|access| {
        let var = machine.view().origin_of(access.pointer).filter(|var| is_watched(p, *var))?;
        Some(Access {
            object: p.name(p.vars[var].name).to_owned(),
            offset: u64::from(access.pointer.offset),
            size: u64::from(access.size),
            does: if access.write { Does::Write } else { Does::Read },
        })
    })
    .collect()
}

/// The accesses of a program that is well defined, as its output tells them after what it prints.
pub fn told(p: &Program) -> String {
    let (_, machine) = machine::run(p, watched(Config::default()));
    harness::accesses::told(&made(&machine))
}
