//! The kinds of programs that can be asked for: a row for each, with the policy around which each program draws its
//! own and the function that makes it. What a profile needs beyond weights is in its own file here.

pub mod csmith;
pub mod edge;
pub mod options;
mod orange;
pub mod refused;
mod yarpgen;

use crate::driver::attempt;
use crate::driver::attempt::{GrowError, Grown, Request};
use crate::policy::knob::{Kind, Knobs};
use crate::policy::{Levels, Policy};
use thiserror::Error;

/// What the programs are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// They are run, so all that runs must be defined.
    WrongCode,
    /// They are only compiled, so they may be wild.
    Crash,
}

pub struct Profile {
    pub name: &'static str,
    pub about: &'static str,
    policy: fn(Aim) -> Policy,
    grow: fn(&Request) -> Result<Grown, GrowError>,
    /// Each program draws a policy of its own around that of the profile, unless asked otherwise.
    pub swarm: bool,
}

/// The profile that has everything; the others keep to what their models have.
const DEFAULT: &str = "default";

pub const PROFILES: &[Profile] = &[
    Profile {
        name: DEFAULT,
        about: "everything, in proportions drawn anew for each program",
        policy: default_policy,
        grow: attempt::grow,
        swarm: true,
    },
    Profile {
        name: "yarpgen",
        about: "loop-free arithmetic over inputs and outputs, raw and rewritten by YARPGen's table",
        policy: yarpgen::policy,
        grow: attempt::grow,
        swarm: true,
    },
    Profile {
        name: "yarpgen-experimental",
        about: "the same with YARPGen's experimental features: loops, short vectors and floating point",
        policy: yarpgen::experimental,
        grow: attempt::grow,
        swarm: true,
    },
    Profile {
        name: "csmith",
        about: "whole programs in the manner of Csmith: its weights, every operation guarded",
        policy: csmith::policy,
        grow: attempt::grow,
        swarm: false,
    },
    Profile {
        name: "edge",
        about: "Csmith's programs with its restrictions relaxed, and the guards it does not need dropped",
        policy: edge::policy,
        grow: edge::grow,
        swarm: false,
    },
    Profile {
        name: "orange",
        about: "long arithmetic expressions of integers and exact floats",
        policy: orange::policy,
        grow: orange::grow,
        swarm: false,
    },
];

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no profile `{name}`; there are: {}", names())]
pub struct UnknownProfile {
    pub name: String,
}

fn names() -> String {
    PROFILES.iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ")
}

impl Profile {
    pub fn find(name: &str) -> Result<&'static Profile, UnknownProfile> {
        let found = PROFILES.iter().find(|profile| profile.name == name);
        found.ok_or_else(|| UnknownProfile { name: name.to_owned() })
    }

    pub fn policy(&self, aim: Aim) -> Policy {
        let mut policy = (self.policy)(aim);
        if self.name != DEFAULT {
            keep_to_the_model(self.name, &mut policy);
        }
        policy
    }

    /// Grows the program of a seed in the manner of this profile.
    pub fn grow(&self, request: &Request) -> Result<Grown, GrowError> {
        (self.grow)(request)
    }
}

impl std::fmt::Debug for Profile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "profile {}", self.name)
    }
}

/// What a program that is only compiled is like: little of it needs to run, and all that does not may be wild.
pub const CRASH_LIVE: u32 = 25;

const CRASH_WILD: u32 = 100;

/// The share of vectors in the default profile.
const DEFAULT_VECTORS: u32 = 2;

/// Turns off what the default has of others: types of no model, and the repairs of other models.
fn keep_to_the_model(name: &str, policy: &mut Policy) {
    policy.levels = Levels::default().without(Kind::Percent);
    if name != "orange" {
        policy.repairs.orange = 0;
    }
    if !name.starts_with("yarpgen") {
        policy.repairs.table = 0;
    }
}

fn default_policy(aim: Aim) -> Policy {
    let mut policy = Policy::default();
    policy.types.vector = DEFAULT_VECTORS;
    policy.statements.vector_assign = DEFAULT_VECTORS;
    match aim {
        Aim::WrongCode => {}
        Aim::Crash => {
            policy.shape.live = CRASH_LIVE;
            policy.dead.wild = CRASH_WILD;
        }
    }
    policy
}
