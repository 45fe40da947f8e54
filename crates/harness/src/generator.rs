//! Foreign generators: Csmith, YARPGen, or whatever writes a program when it is given a seed.
//!
//! There are two habits. Some print the program; others write files into a directory, for which the
//! command has `{dir}`. Files count if there are any.

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::compiler::command::{Slots, Template};
use crate::compiler::compile::{Cost, Source};
use crate::compiler::headers;
use crate::environment::{self, Environment};
use crate::judge::trial::Setup;
use crate::process::{Job, Status, run};

/// Why there is no program. That a generator gives up on a seed is normal, and says nothing about a compiler.
#[derive(Debug, Error)]
pub enum GeneratorError {
    #[error(transparent)]
    Ours(#[from] environment::Error),
    #[error("the generator failed on seed {seed}: {message}")]
    Failed { seed: u64, message: String },
    #[error("the generator took too long on seed {seed}")]
    TooSlow { seed: u64 },
    #[error("the generator said nothing on seed {seed}, and wrote no C file into {{dir}}")]
    Nothing { seed: u64 },
}

/// Endings of files that belong to a program.
const ENDINGS: [&str; 6] = [".c", ".h", ".cpp", ".cc", ".hpp", ".hh"];

/// A program, and what it took to write it.
#[derive(Debug)]
pub struct Generated {
    pub sources: Vec<Source>,
    pub cost: Cost,
}

/// Runs a generator once. Its program comes back as sources, sorted by name.
pub fn generate(setup: &Setup, command: &Template, seed: u64) -> Result<Vec<Source>, GeneratorError> {
    generate_measured(setup, command, seed).map(|made| made.sources)
}

/// The same, with what the generator used.
pub fn generate_measured(setup: &Setup, command: &Template, seed: u64) -> Result<Generated, GeneratorError> {
    let dir = setup.scratch.fresh().map_err(environment::Error::from)?;
    let argv = command.fill(&Slots { seed, dir: Some(dir.path()), ..Slots::default() });
    let env = vec![("TMPDIR".into(), dir.path().into())];
    let job = Job {
        argv,
        dir: dir.path().to_owned(),
        env,
        limits: setup.compile.clone(),
        reach: setup.reach.clone(),
    };
    let ran = run(&job, &setup.cancel).map_err(environment::Error::from)?;
    match ran.status {
        Status::Exited(0) if ran.truncated => Err(failed(seed, "its output is too long")),
        Status::Exited(0) => {
            let cost = Cost::from(&ran);
            let mut sources = collect(dir.path(), ran.stdout, seed)?;
            headers::complete(&mut sources, &command.program());
            Ok(Generated { sources, cost })
        }
        Status::Cancelled => Err(GeneratorError::Ours(environment::Error::Cancelled)),
        Status::TimedOut(_) => Err(GeneratorError::TooSlow { seed }),
        Status::Exited(code) => {
            let stderr = String::from_utf8_lossy(&ran.stderr);
            let first = stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            Err(failed(seed, &format!("exit code {code}: {first}")))
        }
        Status::Signaled(signal) => Err(failed(seed, &signal.to_string())),
        Status::Limited(resource) => Err(failed(seed, &format!("over our limit on {resource}"))),
    }
}

fn failed(seed: u64, message: &str) -> GeneratorError {
    GeneratorError::Failed { seed, message: message.to_owned() }
}

fn collect(dir: &Path, stdout: Vec<u8>, seed: u64) -> Result<Vec<Source>, GeneratorError> {
    let mut sources =
        written(dir).map_err(|error| environment::Error::from(Environment::scratch(dir, error)))?;
    if !sources.iter().any(|source| !source.is_header()) && !stdout.is_empty() {
        let text = String::from_utf8_lossy(&stdout).into_owned();
        sources.push(Source { name: "test.c".to_owned(), text });
    }
    if sources.is_empty() {
        return Err(GeneratorError::Nothing { seed });
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sources)
}

fn written(dir: &Path) -> io::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            let text = String::from_utf8_lossy(&fs::read(entry.path())?).into_owned();
            sources.push(Source { name, text });
        }
    }
    Ok(sources)
}
