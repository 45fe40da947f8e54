//! What can be proposed: one row and one small file each. A pass looks at the program and at what its run has shown, and
//! lists edits in groups that belong together. It decides nothing.

mod abort;
mod aggregates;
mod constants;
mod dead;
mod forward;
mod functions;
mod inits;
mod inline;
mod jumps;
mod locals;
mod merge;
mod operands;
mod params;
mod places;
mod plain;
mod printed;
mod split;
mod statements;
mod types;
mod unused;
mod unwrap;
mod values;
mod variables;

use crate::edit::{Edit, Whole};
use crate::interesting::trace::Trace;

/// Edits that make sense only together.
pub type Group = Vec<Edit>;

pub type Propose = fn(&Trace) -> Vec<Group>;

#[derive(Clone, Copy)]
pub struct Pass {
    pub name: &'static str,
    pub propose: Propose,
    pub(crate) growth: Growth,
}

/// Whether a pass may make the program longer, because others make it shorter then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    Never,
    Allowed,
}

const fn pass(name: &'static str, propose: Propose) -> Pass {
    Pass { name, propose, growth: Growth::Never }
}

/// In the order in which they are tried: what takes most away comes first.
pub const PASSES: [Pass; 27] = [
    pass("dead code", dead::propose),
    pass("unused", unused::propose),
    pass("functions", functions::drop_all),
    pass("statements", statements::outer),
    pass("statements within", statements::all),
    pass("unwrap", unwrap::propose),
    pass("unused", unused::propose),
    pass("variables", variables::propose),
    pass("values", values::propose),
    pass("parameters", params::propose),
    pass("returns", functions::returns),
    pass("operands", operands::propose),
    pass("places", places::propose),
    pass("jumps", jumps::propose),
    Pass { name: "inline", propose: inline::propose, growth: Growth::Allowed },
    pass("split", split::propose),
    pass("aggregates", aggregates::propose),
    pass("initialisers", inits::propose),
    pass("fields", aggregates::fields),
    pass("qualifiers", plain::propose),
    pass("types", types::propose),
    pass("zero", values::zero),
    pass("constants", constants::propose),
    pass("printed", printed::propose),
    pass("forward", forward::propose),
    pass("merge", merge::propose),
    pass("unused", unused::propose),
];

/// What makes the program easier to work with.
pub(crate) const WHOLE: [Pass; 1] =
    [Pass { name: "whole program", propose: whole_program, growth: Growth::Allowed }];

/// What takes many tests for little, tried when nothing else makes the program smaller.
pub const POLISH: [Pass; 1] = [pass("smaller constants", constants::all)];

/// The last of Orange's transformations: constants, qualifiers and classes, scopes, types.
pub const ORANGE_LAST: [Pass; 4] = [
    pass("constants", constants::propose),
    pass("qualifiers", plain::propose),
    Pass { name: "globals to locals", propose: locals::propose, growth: Growth::Allowed },
    pass("types", types::propose),
];

/// What Orange's transformations leave behind: checks of results that are constants now, variables that nothing mentions.
pub(crate) const ORANGE_REST: [Pass; 2] =
    [pass("statements", statements::outer), pass("unused", unused::propose)];

/// What is done when nothing gets smaller any more: how the program looks.
pub const FINISH: [Pass; 3] = [
    Pass { name: "decimal", propose: decimal, growth: Growth::Allowed },
    Pass { name: "abort", propose: abort::propose, growth: Growth::Allowed },
    Pass { name: "names", propose: names, growth: Growth::Allowed },
];

fn whole_program(_: &Trace) -> Vec<Group> {
    [Whole::PlainTypes, Whole::Unguarded, Whole::CalleesFirst].map(|w| vec![Edit::Whole(w)]).to_vec()
}

fn decimal(_: &Trace) -> Vec<Group> {
    vec![vec![Edit::Whole(Whole::Decimal)]]
}

fn names(_: &Trace) -> Vec<Group> {
    vec![vec![Edit::Whole(Whole::ShortNames)]]
}
