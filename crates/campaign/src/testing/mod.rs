//! One test: its program, grown or of others, what compilers make of it, and what they were asked beforehand.

mod first_wrong_variable;
pub mod foreign;
pub(crate) mod grown;
pub mod probes;
pub(crate) mod report;
mod surroundings;
pub(crate) mod test_run;
pub mod well_defined;

use crate::plan::{Origin, Plan};
use report::Report;
use test_run::{Lesson, TestRun};

/// Runs test number `index`.
pub(crate) fn run(plan: &Plan, index: u64, lesson: &Lesson) -> Result<Report, harness::Error> {
    let mut run = TestRun::begin(plan, index, lesson);
    let outcome = match &plan.origin {
        Origin::Grown { profiles, writing } => grown::test(&mut run, profiles, *writing)?,
        Origin::Foreign { generator } => foreign::test(&mut run, generator)?,
    };
    for configuration in &plan.configurations {
        configuration.toolchain.check_unchanged()?;
    }
    Ok(run.report(outcome))
}
