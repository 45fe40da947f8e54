//! How a program is invented: it grows while the machine runs it. Choices, policies, types, variables, expressions,
//! statements, repairs and dead code; never printing, never a process.

mod choice;
mod constants;
mod dead;
mod expr;
mod grower;
mod policy;
mod program;
mod pointers;
mod repair;
mod stmt;
mod tokens;
mod vars;

pub use choice::{Choice, Stream};
pub use grower::Stats;
pub use policy::Policy;
pub use program::{Grown, GrowError, Request, grow};
