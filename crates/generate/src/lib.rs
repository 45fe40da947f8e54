//! How a program is invented: it grows while the machine runs it. Choices, policies, types, variables, expressions,
//! statements, repairs and dead code; never printing, never a process.
//!
//! ```
//! use assay_generate::{Aim, Check, Request, find_profile};
//! use machine::{Config, Outcome};
//!
//! let profile = find_profile("default")?;
//! let (target, policy) = (ir::Target::LP64, profile.policy(Aim::WrongCode));
//! let request = Request { seed: 1, target, policy, swarm: profile.is_swarmed(), check: Check::Print };
//! machine::on_deep_stack(|| {
//!     let grown = profile.grow(&request)?;
//!     let (outcome, machine) = machine::run(&grown.program, Config::default());
//!     assert_eq!(outcome, Outcome::Finished { exit_code: 0 });
//!     assert_eq!(machine.output(), grown.expected);
//! #   Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```

#![warn(missing_docs)]

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
pub use choice::{Choice, Draw, Draws, NotATrace, Section, Stream, Tape, Trace};
pub use driver::attempt::{Check, GrowError, Grown, Request, grow, grow_with};
pub use driver::host::{Hole, Host, Regrown, Ungrown, regrow};
pub use policy::features::{FEATURES, Feature};
pub use policy::{Drawn, Mutation, MutationKinds, Mutations, NotAPolicy, Odds, Policy, TooLarge, document};
pub use profile::csmith::refused::{REFUSED, Refused};
pub use profile::edge::{NoSeedString, RELAXATIONS, Relaxation, SeedString};
pub use profile::options::{Comments, ProfileOption, Settings, Takes, profile_options};
pub use profile::{Aim, BucketSource, PROFILES, Profile, Seeds, UnknownProfile, find_profile};
pub use state::census::{Cause, Proof, RepairKind, Source};
pub use state::stats::Stats;
