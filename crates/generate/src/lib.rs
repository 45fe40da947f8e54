//! How a program is invented: it grows while the machine runs it. Choices, policies, types, variables, expressions,
//! statements, repairs and dead code; never printing, never a process.

mod analyser;
mod arrays;
mod branches;
mod calls;
mod choice;
mod constants;
mod dead;
mod declare;
mod enums;
mod exact;
mod expr;
mod features;
mod floats;
mod functions;
mod grower;
mod heap;
mod lifetimes;
mod loops;
mod manner;
mod offsets;
mod pointers;
mod policy;
mod profile;
mod program;
mod recursion;
mod relax;
mod repair;
mod resolution;
mod stmt;
mod strings;
mod tokens;
mod vars;

pub use choice::{Choice, Stream};
pub use features::{FEATURES, Feature};
pub use grower::Stats;
pub use policy::Policy;
pub use profile::edge::{NoSeedString, RELAXATIONS, Relaxation, SeedString};
pub use profile::options::{Comments, PROFILE_OPTIONS, ProfileOption, Settings, Takes};
pub use profile::{Aim, PROFILES, Profile, UnknownProfile, orange_repairs};
pub use program::{Check, GrowError, Grown, Request, grow};
