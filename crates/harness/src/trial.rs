//! One program, one configuration: compile, run, compare.

use crate::compile::{Compilation, Compiled, Cost, Source, compile};
use crate::confirm::{Stability, confirm};
use crate::environment::Error;
use crate::execute::{Executed, Execution, execute};
use crate::oracle::{self, Expected};
use crate::process::{Cancel, Limits};
use crate::scratch::Scratch;
use crate::toolchain::Toolchain;
use crate::verdict::Verdict;

/// What all tests of a run have in common.
#[derive(Clone, Debug)]
pub struct Setup {
    pub compile: Limits,
    pub execute: Limits,
    pub cancel: Cancel,
    pub scratch: Scratch,
}

/// What came of a test, with all that a report needs.
#[derive(Debug)]
pub struct Trial {
    pub verdict: Verdict,
    pub compiled: Compiled,
    /// `None` when there was no program to run.
    pub executed: Option<Executed>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            compile: Limits::compiler(),
            execute: Limits::program(),
            cancel: Cancel::default(),
            scratch: Scratch::default(),
        }
    }
}

impl Setup {
    /// Compiles and runs a program. Without an expected output, a program that ends is `Ok`, and its
    /// output is for a vote.
    pub fn test(
        &self,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
        expected: Option<&Expected>,
    ) -> Result<Trial, Error> {
        let compiled = self.compile(toolchain, flags, sources)?;
        if let Some(verdict) = Verdict::on_compilation(&compiled.result) {
            return Ok(Trial { verdict, compiled, executed: None });
        }
        let executed = self.execute(toolchain, &compiled, &[])?;
        let verdict = match &executed {
            None => Verdict::Ok,
            Some(executed) => Verdict::on_execution(&executed.result, differs(expected, &executed.result)),
        };
        Ok(Trial { verdict, compiled, executed })
    }

    pub fn compile(
        &self,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
    ) -> Result<Compiled, Error> {
        compile(self, toolchain, flags, sources)
    }

    /// Runs what was built, any number of times. `None`: nothing was built.
    pub fn execute(
        &self,
        toolchain: &Toolchain,
        compiled: &Compiled,
        arguments: &[&str],
    ) -> Result<Option<Executed>, Error> {
        match &compiled.result {
            Compilation::Built { program } => {
                execute(self, toolchain, compiled, program, arguments).map(Some)
            }
            Compilation::Crashed { .. } | Compilation::Hung { .. } | Compilation::Rejected { .. } => Ok(None),
        }
    }

    /// Tests several times; a verdict counts when it comes every time.
    pub fn test_repeatedly(
        &self,
        times: usize,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
        expected: Option<&Expected>,
    ) -> Result<Stability<Trial>, Error> {
        let same = |a: &Trial, b: &Trial| a.verdict.same_kind(&b.verdict);
        confirm(times, same, || self.test(toolchain, flags, sources, expected))
    }
}

impl Trial {
    /// What the compiler and the program took together.
    pub fn cost(&self) -> Cost {
        let run = self.executed.as_ref().map(|executed| executed.cost).unwrap_or_default();
        let build = self.compiled.cost;
        Cost {
            wall: build.wall + run.wall,
            cpu: build.cpu + run.cpu,
            max_rss: build.max_rss.max(run.max_rss),
        }
    }
}

fn differs(expected: Option<&Expected>, result: &Execution) -> Option<oracle::Difference> {
    match (expected, result) {
        (Some(expected), Execution::Finished(output)) => oracle::compare(expected, output),
        (None, _) | (_, Execution::Crashed { .. } | Execution::Hung { .. }) => None,
    }
}
