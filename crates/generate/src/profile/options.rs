//! The options of single profiles: what they take and what they can change. Each profile has a table of its own; the command
//! line is made from these.

use crate::driver::attempt::Check;
use crate::policy::Policy;
use crate::profile::PROFILES;
use emit::Std;

/// What options can change.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The numbers by which the program is drawn.
    pub policy: Policy,
    /// Whether swarm testing moves them.
    pub swarm: bool,
    /// How the program tells its result.
    pub check: Check,
    /// How much a program says of itself above its text.
    pub comments: Comments,
    /// The standard to write in, if an option says so.
    pub std: Option<Std>,
}

impl Settings {
    /// A profile's own.
    pub fn of(policy: Policy, swarm: bool) -> Self {
        Settings { policy, swarm, check: Check::Print, comments: Comments::Full, std: None }
    }
}

/// How much a program says of itself above its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// How it was made, with its policy where that is asked for.
    Full,
    /// As little as possible.
    Little,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// No value.
    Nothing,
    /// A number within these bounds.
    Number(u32, u32),
    /// A share below one, as in `1e-4`; the value is its inverse, or zero for none.
    Share,
    /// One of these words; its position is the value.
    Word(&'static [&'static str]),
}

/// An option of a profile on the command line.
pub struct ProfileOption {
    /// What comes after `--`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What its value is.
    pub takes: Takes,
    /// It asks for what is so anyway, so that it is not listed.
    pub hidden: bool,
    pub(super) apply: fn(&mut Settings, u32),
}

impl ProfileOption {
    /// Does what the option says.
    pub fn apply(&self, settings: &mut Settings, value: u32) {
        (self.apply)(settings, value);
    }
}

/// Every option of a profile, with the names of the profiles that have it.
pub fn profile_options() -> Vec<(&'static ProfileOption, Vec<&'static str>)> {
    let mut all: Vec<(&'static ProfileOption, Vec<&'static str>)> = Vec::new();
    for profile in PROFILES {
        for option in profile.options().iter().copied().flatten() {
            match all.iter_mut().find(|(known, _)| known.name == option.name) {
                Some((_, profiles)) => profiles.push(profile.name()),
                None => all.push((option, vec![profile.name()])),
            }
        }
    }
    all
}
