//! The mutations: a row for each, with the knob that weighs it and the function that makes it of a copy of the program. A row
//! proposes; whether the result is C and runs is looked at by [`crate::mutant`].

mod aggregate;
mod change;
mod copying;
mod equal;
mod forms;
mod functions;
mod grow;
pub mod join;
mod loops;
mod nests;
mod passing;
mod records;
mod scene;
mod tell;
mod types;

pub use scene::Scene;

use generate::Mutation;
use ir::Program;

/// A kind of mutation.
pub struct Row {
    pub name: &'static str,
    pub kind: Mutation,
    /// The program after it; `None` if there is no place for it.
    pub make: fn(&mut Scene) -> Option<Program>,
}

const fn row(name: &'static str, kind: Mutation, make: fn(&mut Scene) -> Option<Program>) -> Row {
    Row { name, kind, make }
}

pub const ROWS: &[Row] = &[
    row("grow", Mutation::Grow, grow::grow),
    row("operator", Mutation::Operator, change::operator),
    row("constant", Mutation::Constant, change::constant),
    row("retype", Mutation::Retype, types::retype),
    row("length", Mutation::Length, types::length),
    row("reorder", Mutation::Reorder, records::reorder),
    row("storage", Mutation::Storage, types::storage),
    row("qualify", Mutation::Qualify, types::qualify),
    row("loop-form", Mutation::LoopForm, forms::of_loop),
    row("branch-form", Mutation::BranchForm, forms::of_branch),
    row("hide", Mutation::Hide, equal::hide),
    row("equal", Mutation::Equal, equal::equal),
    row("outline", Mutation::Outline, functions::outline),
    row("inline", Mutation::Inline, functions::inline),
    row("unroll", Mutation::Unroll, loops::unroll),
    row("fuse", Mutation::Fuse, nests::fuse),
    row("interchange", Mutation::Interchange, nests::interchange),
    row("wrap", Mutation::Wrap, loops::wrap),
    row("copy", Mutation::Copy, functions::copy),
    row("split", Mutation::Split, aggregate::split),
    row("twice", Mutation::Twice, loops::twice),
    row("pass", Mutation::Pass, passing::pass),
    row("call", Mutation::Call, functions::call),
    row("decorate", Mutation::Decorate, tell::decorate),
    row("promise", Mutation::Promise, tell::promise),
    row("barrier", Mutation::Barrier, tell::barrier),
];
