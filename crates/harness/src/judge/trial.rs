//! One program, one configuration: compile, run, compare.

use crate::compiler::compile::{Compilation, Compiled, Cost, Defect, Source, compile, compile_objects};
use crate::compiler::toolchain::Toolchain;
use crate::environment::Error;
use crate::judge::confirm::{Stability, confirm};
use crate::judge::execute::{Executed, Execution, NotRun, execute};
use crate::judge::oracle::{self, Expected};
use crate::judge::verdict::Verdict;
use crate::process::scratch::Scratch;
use crate::process::{Cancel, Limits, Reach};

/// What all tests of a run have in common.
#[derive(Clone, Debug)]
pub struct Setup {
    pub compile: Limits,
    pub execute: Limits,
    pub cancel: Cancel,
    pub scratch: Scratch,
    /// Where compilers and programs may write beside their own directories.
    pub reach: Reach,
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
            reach: Reach::default(),
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
        let mut compiled = self.compile(toolchain, flags, sources)?;
        let executed = match self.run_built(toolchain, &compiled, &[]) {
            Ok(executed) => executed,
            Err(NotRun::Ours(error)) => return Err(error),
            Err(NotRun::Defect(defect)) => {
                compiled.result = Compilation::Unusable { defect };
                None
            }
        };
        if matches!(compiled.result, Compilation::Unusable { .. }) {
            self.can_write_programs(toolchain, flags, sources)?;
        }
        let verdict = match &executed {
            Some(executed) => Verdict::on_execution(&executed.result, differs(expected, &executed.result)),
            None => Verdict::on_compilation(&compiled.result).unwrap_or(Verdict::Ok),
        };
        Ok(Trial { verdict, compiled, executed })
    }

    /// Compiles each file by itself, and runs nothing.
    pub fn test_objects(
        &self,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
    ) -> Result<Trial, Error> {
        let mut compiled = self.compile_objects(toolchain, flags, sources)?;
        if let Some(defect) = unusable_object(&compiled) {
            compiled.result = Compilation::Unusable { defect };
            let nothing = self.compile_objects(toolchain, flags, &[nothing_in_language_of(sources)])?;
            if let Some(defect) = unusable_object(&nothing) {
                return Err(defect.around(toolchain.command.program(), nothing.dir.path()).into());
            }
        }
        let verdict = Verdict::on_compilation(&compiled.result).unwrap_or(Verdict::Ok);
        Ok(Trial { verdict, compiled, executed: None })
    }

    /// A compiler that leaves nothing that could be run even of a program with nothing in it has trouble with its
    /// surroundings, or is called in the wrong way. That is an error; anything else says that it can.
    fn can_write_programs(
        &self,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
    ) -> Result<(), Error> {
        let compiled = self.compile(toolchain, flags, &[nothing_in_language_of(sources)])?;
        let defect = match (&compiled.result, self.run_built(toolchain, &compiled, &[])) {
            (Compilation::Unusable { defect }, _) => *defect,
            (_, Err(NotRun::Defect(defect))) => defect,
            (_, Err(NotRun::Ours(error))) => return Err(error),
            (_, Ok(_)) => return Ok(()),
        };
        Err(defect.around(toolchain.command.program(), compiled.dir.path()).into())
    }

    pub fn compile(
        &self,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
    ) -> Result<Compiled, Error> {
        compile(self, toolchain, flags, sources)
    }

    /// Compiles each file by itself, without linking.
    pub fn compile_objects(
        &self,
        toolchain: &Toolchain,
        flags: &[String],
        sources: &[Source],
    ) -> Result<Compiled, Error> {
        compile_objects(self, toolchain, flags, sources)
    }

    /// Runs what was built, any number of times. `None`: nothing was built that can be run.
    pub fn execute(
        &self,
        toolchain: &Toolchain,
        compiled: &Compiled,
        arguments: &[&str],
    ) -> Result<Option<Executed>, Error> {
        match self.run_built(toolchain, compiled, arguments) {
            Ok(executed) => Ok(executed),
            Err(NotRun::Defect(_)) => Ok(None),
            Err(NotRun::Ours(error)) => Err(error),
        }
    }

    fn run_built(
        &self,
        toolchain: &Toolchain,
        compiled: &Compiled,
        arguments: &[&str],
    ) -> Result<Option<Executed>, NotRun> {
        match &compiled.result {
            Compilation::Built { program } => {
                execute(self, toolchain, compiled, program, arguments).map(Some)
            }
            Compilation::Crashed { .. }
            | Compilation::Hung { .. }
            | Compilation::Rejected { .. }
            | Compilation::Unusable { .. } => Ok(None),
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
        self.compiled.cost.and(run)
    }
}

/// The least that a compiler takes.
fn nothing_in_language_of(sources: &[Source]) -> Source {
    let is_cxx = sources.iter().any(|source| source.name.ends_with(".cpp"));
    let name = if is_cxx { "nothing.cpp" } else { "nothing.c" };
    Source { name: name.to_owned(), text: "int main(void) { return 0; }\n".to_owned() }
}

fn unusable_object(compiled: &Compiled) -> Option<Defect> {
    match &compiled.result {
        Compilation::Built { program } => Defect::of_file(program),
        Compilation::Unusable { defect } => Some(*defect),
        Compilation::Crashed { .. } | Compilation::Hung { .. } | Compilation::Rejected { .. } => None,
    }
}

fn differs(expected: Option<&Expected>, result: &Execution) -> Option<oracle::Difference> {
    match (expected, result) {
        (Some(expected), Execution::Finished(output)) => oracle::compare(expected, output),
        (None, _) | (_, Execution::Crashed { .. } | Execution::Hung { .. }) => None,
    }
}
