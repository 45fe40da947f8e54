//! The kinds of programs that can be asked for. A profile is a policy, around which each program draws its own, and what it
//! has of its own beside weights: each has a file or a folder here, and nothing else in Assay asks for its name.

pub mod csmith;
pub mod edge;
pub mod options;
mod orange;
mod yarpgen;

use crate::choice::Draws;
use crate::driver::attempt;
use crate::driver::attempt::{GrowError, Grown, Request};
use crate::policy::knob::{Kind, Knobs};
use crate::policy::{Extensions, Levels, Policy};
use options::{ProfileOption, Settings};
use thiserror::Error;

/// What the programs are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// They are run, so all that runs must be defined.
    WrongCode,
    /// They are only compiled, so they may be wild.
    Crash,
}

/// By what campaigns tell the bugs apart that such programs find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BucketSource {
    /// The culprit in the compiler, as for most.
    Culprit,
    /// The shape of the reduced program's expressions.
    Shape,
}

/// How the program of a profile is asked for again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seeds {
    /// Seeds are numbers.
    Numbers,
    /// CsmithEdge's, which have what the program drew beside the number.
    Strings,
}

/// A kind of programs: all that is special about it is behind these questions.
pub trait Profile: std::fmt::Debug + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What it is, in a sentence.
    fn about(&self) -> &'static str;

    /// The policy around which each program draws its own.
    fn policy(&self, aim: Aim) -> Policy;

    /// Grows the program of a seed in the manner of this profile.
    fn grow(&self, request: &Request) -> Result<Grown, GrowError> {
        self.grow_with(request, &Draws::Seed)
    }

    /// The same, with draws that are recorded or given.
    fn grow_with(&self, request: &Request, draws: &Draws) -> Result<Grown, GrowError> {
        attempt::grow_with(request, draws)
    }

    /// Each program draws a policy of its own around that of the profile, unless asked otherwise.
    fn is_swarmed(&self) -> bool {
        false
    }

    /// The options that only some profiles have.
    fn options(&self) -> &'static [&'static [ProfileOption]] {
        &[]
    }

    /// What is wrong with the options together, as a sentence.
    fn check_options(&self, _: &Settings) -> Result<(), String> {
        Ok(())
    }

    /// What its seeds look like.
    fn seeds(&self) -> Seeds {
        Seeds::Numbers
    }

    /// Its programs may have what a compiler does not: one that does not take them is not to blame.
    fn may_be_refused(&self) -> bool {
        false
    }

    /// By what campaigns tell the bugs apart that its programs find.
    fn bucket_by(&self) -> BucketSource {
        BucketSource::Culprit
    }
}

/// The profile that has everything; the others keep to what their models have.
#[derive(Debug)]
struct Everything;

impl Profile for Everything {
    fn name(&self) -> &'static str {
        "default"
    }

    fn about(&self) -> &'static str {
        "everything, in proportions drawn anew for each program"
    }

    fn policy(&self, aim: Aim) -> Policy {
        default_policy(aim)
    }

    fn is_swarmed(&self) -> bool {
        true
    }
}

/// The default is the first.
pub static PROFILES: [&dyn Profile; 6] = [
    &Everything,
    &yarpgen::Yarpgen,
    &yarpgen::YarpgenExperimental,
    &csmith::Csmith,
    &edge::Edge,
    &orange::Orange,
];

/// There is no profile with a name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no profile `{name}`; there are: {}", names())]
pub struct UnknownProfile {
    /// The name.
    pub name: String,
}

fn names() -> String {
    PROFILES.iter().map(|profile| profile.name()).collect::<Vec<_>>().join(", ")
}

/// The profile with this name.
pub fn find_profile(name: &str) -> Result<&'static dyn Profile, UnknownProfile> {
    let found = PROFILES.iter().find(|profile| profile.name() == name);
    found.copied().ok_or_else(|| UnknownProfile { name: name.to_owned() })
}

/// What a program that is only compiled is like: little of it needs to run, and all that does not may be wild.
pub const CRASH_LIVE: u32 = 25;

const CRASH_WILD: u32 = 100;

/// The share of vectors in the default profile.
const DEFAULT_VECTORS: u32 = 2;

/// What the default profile has of GNU C, and the other profiles do not.
const DEFAULT_BITS: u32 = 3;
const DEFAULT_STATEMENT_EXPRESSIONS: u32 = 1;
const DEFAULT_LITERALS: u32 = 1;
const DEFAULT_SPECIALS: u32 = 1;
const DEFAULT_ATOMICS: u32 = 2;

/// The share of functions with an attribute that says how they are compiled.
const DEFAULT_TUNED: u32 = 12;

/// The share of new functions with variable arguments in the default profile.
const DEFAULT_VARIADIC: u32 = 8;

/// What the profiles of other generators begin with: no qualifiers at levels that they do not have, no repairs of theirs.
fn plain() -> Policy {
    let mut policy = Policy { levels: Levels::default().without(Kind::Percent), ..Policy::default() };
    policy.repairs.orange = 0;
    policy.repairs.table = 0;
    policy
}

fn default_policy(aim: Aim) -> Policy {
    let mut policy = Policy::default();
    policy.types.vector = DEFAULT_VECTORS;
    policy.statements.vector_assign = DEFAULT_VECTORS;
    policy.expressions.bits = DEFAULT_BITS;
    policy.expressions.statement = DEFAULT_STATEMENT_EXPRESSIONS;
    policy.expressions.literal = DEFAULT_LITERALS;
    policy.expressions.special = DEFAULT_SPECIALS;
    policy.statements.atomic = DEFAULT_ATOMICS;
    policy.statements.variadic = DEFAULT_VARIADIC;
    policy.barriers.tuned = DEFAULT_TUNED;
    policy.extensions = Extensions::usual();
    match aim {
        Aim::WrongCode => {}
        Aim::Crash => {
            policy.shape.live = CRASH_LIVE;
            policy.dead.wild = CRASH_WILD;
        }
    }
    policy
}
