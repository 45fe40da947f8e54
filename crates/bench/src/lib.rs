//! Figures of this machine, for each profile and for each other generator that is installed: how fast programs are
//! made and executed, how much of them is alive, and how much of a compiler they reach with the same budget.
//!
//! All times are CPU times, so that other work on the machine counts little; ratios between the rows of one run are
//! what to look at. Nothing here prints, and nothing here judges a compiler. Processes are started by `harness` only.

mod clock;
pub mod coverage;
pub mod density;
mod execution;
mod generation;
pub mod instrumented;
mod operations;
pub mod producer;
pub mod statistics;

pub use coverage::{Coverage, Reach};
pub use density::Density;
pub use execution::Execution;
pub use generation::Generation;
pub use instrumented::{Build, Covered};
pub use producer::{Peer, Producer};

use coverage::Compilers;
use harness::Setup;
use serde::Serialize;
use std::time::Duration;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// How fast programs are made.
    Generation,
    /// How fast they are read and executed, and what of them is executed.
    Machine,
    /// What they reach in compilers.
    Coverage,
    /// What they are made of.
    Density,
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub parts: Vec<Part>,
    /// The CPU time that each compiler gets for each row, and each generator at most.
    pub budget: Duration,
    /// How many programs of each row are made for the figures of generation.
    pub programs: u64,
    /// How many of them are read and executed.
    pub executed: u64,
    /// How often coverage is measured, with other seeds each time.
    pub repetitions: u64,
    /// A compiler that tells what of its own source was executed; it takes the place of the others.
    pub build: Option<Build>,
    pub setup: Setup,
}

/// What is under way, for whoever waits.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    pub row: &'a str,
    pub part: Part,
    pub programs: u64,
    pub spent: Duration,
}

/// Called often; the one who is told decides how much of it is shown.
pub type Tell<'t> = &'t mut (dyn FnMut(Progress<'_>) + Send);

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Ours(#[from] harness::Error),
    #[error("profile {profile}, seed {seed}: {words}")]
    Internal { profile: &'static str, seed: u64, words: String },
    #[error("{0}")]
    Coverage(String),
}

/// One generator's figures. What was not asked for, or cannot be had, is missing.
#[derive(Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub kind: Kind,
    pub generation: Option<Generation>,
    pub execution: Option<Execution>,
    pub coverage: Option<Coverage>,
    pub density: Option<Density>,
}

/// Whose programs they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Profile,
    Peer,
}

#[derive(Debug, Serialize)]
pub struct Report {
    /// Somebody stopped it: rows are missing.
    pub interrupted: bool,
    /// What the compilers are, by name and version.
    pub compilers: Vec<String>,
    pub rows: Vec<Row>,
}

/// Measures all rows, one after the other, on one thread.
pub fn run(plan: &Plan, producers: &[Producer], tell: Tell<'_>) -> Result<Report, Error> {
    // Growing and executing recurse as deeply as programs nest.
    machine::on_deep_stack(|| {
        let compilers = Compilers::find();
        let mut report = Report { interrupted: false, compilers: compilers.described(), rows: Vec::new() };
        for producer in producers {
            match row(plan, producer, &compilers, tell) {
                Ok(row) => report.rows.push(row),
                Err(Error::Ours(harness::Error::Cancelled)) => {
                    report.interrupted = true;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(report)
    })
}

fn row(plan: &Plan, producer: &Producer, compilers: &Compilers, tell: Tell<'_>) -> Result<Row, Error> {
    let wanted = |part| plan.parts.contains(&part);
    let mut row = Row {
        name: producer.name().to_owned(),
        kind: match producer {
            Producer::Profile(_) => Kind::Profile,
            Producer::Peer(_) => Kind::Peer,
        },
        generation: None,
        execution: None,
        coverage: None,
        density: None,
    };
    if wanted(Part::Generation) {
        row.generation = Some(generation::measure(plan, producer, tell)?);
    }
    if wanted(Part::Machine) {
        row.execution = Some(execution::measure(plan, producer, compilers, tell)?);
    }
    if wanted(Part::Coverage) {
        row.coverage = Some(coverage::measure(plan, producer, compilers, tell)?);
    }
    if wanted(Part::Density) {
        row.density = Some(density::measure(plan, producer, compilers, tell)?);
    }
    Ok(row)
}
