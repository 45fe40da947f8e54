//! How a program is invented: it grows while the machine runs it. Choices, policies, types, variables, expressions,
//! statements, repairs and dead code; never printing, never a process.

mod arrays;
mod branches;
mod calls;
mod census;
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
mod idioms;
mod lifetimes;
mod loops;
mod manner;
mod odds;
mod offsets;
mod pointers;
mod policy;
mod profile;
mod program;
mod promises;
mod recursion;
mod repair;
mod resolution;
mod sequence;
mod stmt;
mod storage;
mod strings;
mod tokens;
mod vars;

pub use census::{REPAIRS, RepairRow};
pub use choice::{Choice, Stream};
pub use features::{FEATURES, Feature};
pub use grower::Stats;
pub use policy::Policy;
pub use profile::options::{Comments, PROFILE_OPTIONS, ProfileOption, Settings, Takes};
pub use profile::{Aim, PROFILES, Profile, UnknownProfile, orange_repairs};
pub use program::{Check, GrowError, Grown, Request, grow};
