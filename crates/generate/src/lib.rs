//! How a program is invented: it grows while the machine runs it. Choices, policies, types, variables, expressions,
//! statements, repairs and dead code; never printing, never a process.

mod annotate;
mod choice;
mod driver;
mod expr;
mod policy;
mod profile;
mod repair;
mod state;
mod stmt;
mod types;

pub use annotate::effects;
pub use choice::{Choice, Stream};
pub use driver::attempt::{Check, GrowError, Grown, Request, grow};
pub use policy::features::{FEATURES, Feature};
pub use policy::{Policy, TooLarge};
pub use profile::edge::{NoSeedString, RELAXATIONS, Relaxation, SeedString};
pub use profile::options::{Comments, PROFILE_OPTIONS, ProfileOption, Settings, Takes};
pub use profile::refused::{REFUSED, Refused};
pub use profile::{Aim, PROFILES, Profile, UnknownProfile};
pub use state::census::{Cause, RepairKind, Source};
pub use state::stats::Stats;
