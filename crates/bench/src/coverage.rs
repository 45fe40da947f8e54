//! How much of a compiler programs reach with a budget of its CPU time: distinct optimisation counters of GCC, and
//! distinct remarks of clang. What fired how often does not matter here, only that it did.

use crate::producer::Producer;
use crate::{Error, Part, Plan, Progress, Tell};
use harness::process::{Job, Status, run};
use harness::toolchain::discover;
use harness::{Environment, Family, Language, Limits, Source, Toolchain};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::time::Duration;

/// What a generator's programs reach, by compiler.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Coverage {
    pub gcc: Option<Reach>,
    pub clang: Option<Reach>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reach {
    pub programs: u64,
    /// Programs that the compiler refused, or did not finish.
    pub refused: u64,
    pub tokens: u64,
    pub cpu_seconds: f64,
    /// Pass and text, or pass and name.
    pub distinct: BTreeSet<String>,
}

/// How the compilers are asked, beside what makes them tell.
const FLAGS: [&str; 2] = ["-O3", "-w"];

/// The compilers that are asked: the first GCC on the path, and the newest clang.
pub(crate) struct Compilers {
    gcc: Option<Toolchain>,
    clang: Option<Toolchain>,
}

impl Compilers {
    pub fn find() -> Compilers {
        let found = discover().toolchains;
        let usable = |t: &&Toolchain| t.language == Language::C && t.runner.is_empty();
        let of = |family| found.iter().filter(usable).filter(move |t| t.family == family);
        let gcc = of(Family::Gcc).find(|t| t.name == "gcc").or_else(|| of(Family::Gcc).next());
        let clang = of(Family::Llvm).max_by_key(|t| number_in(&t.fingerprint.version));
        Compilers { gcc: gcc.cloned(), clang: clang.cloned() }
    }

    pub fn described(&self) -> Vec<String> {
        let described = |t: &Toolchain| format!("{}: {}", t.name, t.fingerprint.version);
        [&self.gcc, &self.clang].into_iter().flatten().map(described).collect()
    }

    /// The text of a program as one, or nothing where it cannot be had.
    pub fn preprocess(
        &self,
        plan: &Plan,
        producer: &Producer,
        sources: &[Source],
    ) -> Result<Option<String>, Error> {
        let units: Vec<&Source> = sources.iter().filter(|source| !source.is_header()).collect();
        let (Some(compiler), [_]) = (self.gcc.as_ref().or(self.clang.as_ref()), &units[..]) else {
            return Ok(None);
        };
        let kept: Vec<Source> = sources
            .iter()
            .map(|s| Source { name: s.name.clone(), text: read::keep_macros(&s.text).into_owned() })
            .collect();
        // Preprocessed text is long.
        let limits = Limits { output: 64 << 20, ..plan.setup.compile.clone() };
        let ran = compiled(plan, compiler, &["-E"], producer, &kept, limits)?;
        let done = ran.status == Status::Exited(0) && !ran.truncated;
        Ok(if done { String::from_utf8(ran.stdout).ok() } else { None })
    }
}

/// The first number in a version's words.
fn number_in(version: &str) -> u32 {
    let digits = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}

pub(crate) fn measure(
    plan: &Plan,
    producer: &Producer,
    compilers: &Compilers,
    tell: Tell<'_>,
) -> Result<Coverage, Error> {
    let gcc = compilers.gcc.as_ref().map(|gcc| reach(plan, producer, gcc, tell)).transpose()?;
    let clang = compilers.clang.as_ref().map(|clang| reach(plan, producer, clang, tell)).transpose()?;
    Ok(Coverage { gcc, clang })
}

/// Gives programs to a compiler until its budget is spent.
fn reach(plan: &Plan, producer: &Producer, compiler: &Toolchain, tell: Tell<'_>) -> Result<Reach, Error> {
    let mut reach = Reach { programs: 0, refused: 0, tokens: 0, cpu_seconds: 0.0, distinct: BTreeSet::new() };
    let flags: Vec<String> = FLAGS.map(str::to_owned).into_iter().chain(producer.flags()).collect();
    let mut spent = Duration::ZERO;
    let mut seed = 0;
    let mut barren = 0;
    while spent < plan.budget && barren < MAX_BARREN {
        seed += 1;
        let Some(made) = producer.produce(&plan.setup, seed)? else {
            barren += 1;
            continue;
        };
        barren = 0;
        let told = match plan.setup.told(compiler, &flags, &made.sources) {
            Ok(told) => told,
            // A limit of ours, as for memory.
            Err(harness::Error::Environment(_)) => None,
            Err(error) => return Err(error.into()),
        };
        spent += told.as_ref().map_or(LOST, |told| told.cost.cpu);
        reach.programs += 1;
        reach.refused += u64::from(!told.as_ref().is_some_and(|told| told.is_built));
        reach.distinct.extend(told.into_iter().flat_map(|told| told.distinct));
        reach.tokens += made.tokens();
        tell(Progress { row: producer.name(), part: Part::Coverage, programs: reach.programs, spent });
    }
    reach.cpu_seconds = spent.as_secs_f64();
    Ok(reach)
}

/// A generator that gives up on so many seeds in a row has nothing to offer.
const MAX_BARREN: u32 = 100;

/// What a compilation without an answer is taken to cost.
const LOST: Duration = Duration::from_secs(1);

/// Runs the compiler over all files of a program at once.
fn compiled(
    plan: &Plan,
    compiler: &Toolchain,
    flags: &[&str],
    producer: &Producer,
    sources: &[Source],
    limits: Limits,
) -> Result<harness::Ran, Error> {
    let fresh = plan.setup.scratch.fresh().map_err(harness::Error::from)?;
    let dir = fresh.path();
    let written = sources.iter().try_for_each(|source| std::fs::write(dir.join(&source.name), &source.text));
    written.map_err(|error| harness::Error::from(Environment::scratch(dir, error)))?;
    let mut argv = compiler.command.fill(&Default::default());
    argv.extend(flags.iter().map(OsString::from));
    argv.extend(producer.flags().iter().map(OsString::from));
    argv.extend(sources.iter().filter(|source| !source.is_header()).map(|source| source.name.clone().into()));
    let env = vec![("TMPDIR".into(), dir.into())];
    let reach = plan.setup.reach.clone();
    let ran = run(&Job { argv, dir: dir.to_owned(), env, limits, reach }, &plan.setup.cancel)
        .map_err(harness::Error::from)?;
    if ran.status == Status::Cancelled {
        return Err(harness::Error::Cancelled.into());
    }
    Ok(ran)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_numbers() {
        assert_eq!(number_in("Debian clang version 19.1.4 (1~deb12u1)"), 19);
        assert_eq!(number_in(""), 0);
    }
}
