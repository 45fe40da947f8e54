//! How a program is invented: it grows while the machine runs it. Choices, policies, types, variables, expressions,
//! statements, repairs and dead code; never printing, never a process.

mod choice;
mod constants;
mod dead;
mod expr;
mod features;
mod grower;
mod pointers;
mod policy;
mod program;
mod repair;
mod stmt;
mod tokens;
mod vars;

pub use choice::{Choice, Stream};
pub use features::{FEATURES, Feature};
pub use grower::Stats;
pub use policy::Policy;
pub use program::{Check, GrowError, Grown, Request, grow};
