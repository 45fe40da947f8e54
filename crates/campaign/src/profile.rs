//! The kinds of programs that a campaign can ask for: a name, and the policy around which each program draws its own.

use generate::Policy;
use thiserror::Error;

use crate::plan::Mode;

#[derive(Debug)]
pub struct Profile {
    pub name: &'static str,
    pub about: &'static str,
    policy: fn() -> Policy,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no profile `{name}`; there are: {}", names())]
pub struct UnknownProfile {
    pub name: String,
}

pub const PROFILES: [Profile; 1] = [Profile {
    name: "default",
    about: "everything, in proportions drawn anew for each program",
    policy: Policy::default,
}];

pub fn find(name: &str) -> Result<&'static Profile, UnknownProfile> {
    PROFILES.iter().find(|profile| profile.name == name).ok_or(UnknownProfile { name: name.to_owned() })
}

fn names() -> String {
    PROFILES.map(|profile| profile.name).join(", ")
}

/// What a program that is only compiled is like: little of it needs to run, and all that does not may be wild.
const CRASH_LIVE: u32 = 25;
const CRASH_WILD: u32 = 100;

impl Profile {
    pub fn policy(&self, mode: Mode) -> Policy {
        let mut policy = (self.policy)();
        match mode {
            Mode::WrongCode => {}
            Mode::Crash => {
                policy.shape.live = CRASH_LIVE;
                policy.dead.wild = CRASH_WILD;
            }
        }
        policy
    }
}
