//! What is to be reduced, what is told on the way, and what comes out.

use crate::interesting::failure::Failure;
use crate::size::Size;
use emit::Std;
use harness::{Expected, Setup, Toolchain, Verdict};
use ir::Program;
use std::time::Duration;

/// A program, and the one configuration that fails on it.
#[derive(Clone, Debug)]
pub struct Task {
    pub program: Program,
    pub toolchain: Toolchain,
    /// Added to the toolchain's command. These are reduced as well.
    pub flags: Vec<String>,
    /// The language that candidates are written in.
    pub std: Std,
    pub stage: Stage,
    pub strategy: Strategy,
    pub oracle: Oracle,
    pub setup: Setup,
    /// Candidates at a time. The result does not depend on it.
    pub jobs: usize,
    /// When to be content with what there is.
    pub time: Option<Duration>,
}

/// In which order what is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// All passes, from coarse to fine.
    #[default]
    Usual,
    /// Orange's four transformations of expressions, in its order.
    Orange,
}

/// What of a run is compared with what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Oracle {
    /// What it prints, and how it ends.
    #[default]
    Output,
    /// Its accesses to volatile objects too, which the toolchain's runner adds to the output.
    Volatile,
}

/// How far a test goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Compile, run, compare.
    Run,
    /// Compile only.
    Compile,
}

/// What happens, for observers.
#[derive(Clone, Debug)]
pub enum Event {
    /// The program fails as it should, in this way.
    Started { failure: Failure, size: Size },
    /// A smaller program that fails in the same way. It is worth keeping at once.
    Better { pass: &'static str, size: Size, expected: Expected, tests: u64 },
    /// Nothing new, but alive.
    Working { pass: &'static str, tests: u64 },
}

/// The smallest program that was found.
#[derive(Clone, Debug)]
pub struct Reduced {
    pub program: Program,
    pub text: String,
    pub size: Size,
    /// What it should print, and the exit code that it should end with.
    pub expected: Vec<u8>,
    pub code: i32,
    pub failure: Failure,
    /// The flags that are left.
    pub flags: Vec<String>,
    /// How the compiler fails on it.
    pub verdict: Verdict,
    /// How many programs were compiled.
    pub tests: u64,
    /// Nothing smaller is to be found; else time was up, or it was stopped.
    pub finished: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the compiler does nothing wrong with this program, so there is nothing to reduce")]
    NotInteresting,
    #[error("the program is no valid C: {0}")]
    NotC(String),
    #[error("the program's behaviour is not defined, so it says nothing about a compiler: {0}")]
    Undefined(String),
    #[error("the machine cannot execute the program: {0}")]
    Unsupported(String),
    #[error("the failure does not come every time, so it cannot be reduced")]
    Flaky,
    #[error("stopped before the first test was done")]
    Stopped,
    #[error(transparent)]
    Environment(#[from] harness::Environment),
}

impl From<harness::Error> for Error {
    fn from(error: harness::Error) -> Error {
        match error {
            harness::Error::Environment(cause) => Error::Environment(cause),
            harness::Error::Cancelled => Error::Stopped,
        }
    }
}
