//! Compile, run, compare: everything that Assay does with other people's programs.
//!
//! This is the only crate that starts processes. It knows nothing of `ir`: programs are text here,
//! and an expected output is bytes. It never prints; what went wrong is a value.
//!
//! Three things can come out of a test, and they have three types: a [`Verdict`] on the compiler, a
//! missing answer (`Option`, or a vote without majority), and an [`Error`] of our own surroundings,
//! which is never a finding.

pub mod accesses;
mod compiler;
pub mod environment;
mod files;
pub mod generator;
mod judge;
pub mod process;
pub mod validators;

pub use compiler::{command, compile, excerpt, headline, inquire, remarks, signature, toolchain};
pub use judge::{confirm, execute, oracle, trial, verdict};
pub use process::{scratch, signal};

pub use command::Template;
pub use compile::{Compilation, Compiled, Defect, Source};
pub use confirm::{Stability, confirm};
pub use environment::{Environment, Error};
pub use execute::{Executed, Execution};
pub use files::write_atomic;
pub use oracle::{Difference, Expected};
pub use process::{Cancel, Job, Limits, Ran, Reach, Status};
pub use remarks::Told;
pub use signal::Signal;
pub use signature::Signature;
pub use toolchain::{Family, Language, Toolchain};
pub use trial::{Setup, Trial};
pub use verdict::Verdict;
