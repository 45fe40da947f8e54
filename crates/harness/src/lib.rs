//! Compile, run, compare: everything that Assay does with other people's programs.
//!
//! This is the only crate that starts processes. It knows nothing of `ir`: programs are text here,
//! and an expected output is bytes. It never prints; what went wrong is a value.
//!
//! Three things can come out of a test, and they have three types: a [`Verdict`] on the compiler, a
//! missing answer (`Option`, or a vote without majority), and an [`Error`] of our own surroundings,
//! which is never a finding.

pub mod command;
pub mod compile;
pub mod confirm;
pub mod environment;
pub mod excerpt;
pub mod execute;
pub mod generator;
mod headers;
pub mod headline;
pub mod inquire;
mod messages;
pub mod oracle;
mod owner;
pub mod process;
pub mod sabotage;
pub mod scratch;
pub mod signal;
pub mod signature;
pub mod toolchain;
pub mod trial;
pub mod validators;
pub mod verdict;

pub use command::Template;
pub use compile::{Compilation, Compiled, Defect, Source};
pub use confirm::{Stability, confirm};
pub use environment::{Environment, Error};
pub use execute::{Executed, Execution};
pub use oracle::{Difference, Expected};
pub use process::{Cancel, Job, Limits, Ran, Reach, Status};
pub use signal::Signal;
pub use signature::Signature;
pub use toolchain::{Family, Language, Toolchain};
pub use trial::{Setup, Trial};
pub use verdict::Verdict;
