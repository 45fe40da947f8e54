//! How much of a compiler programs reach with a budget of its CPU time: optimisation counters of GCC and remarks of clang, and how
//! often each fired. Lines of a compiler's own source are next door.

use crate::instrumented::{self, Covered};
use crate::producer::{Produced, Producer};
use crate::{Error, Part, Plan, Progress, Tell};
use harness::process::{Job, Status, run};
use harness::remarks::Fired;
use harness::toolchain::discover;
use harness::{Environment, Family, Language, Limits, Source, Template, Toolchain};
use serde::Serialize;
use std::ffi::OsString;
use std::time::Duration;

/// What a generator's programs reach, by compiler, once for each repetition.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Coverage {
    pub gcc: Vec<Reach>,
    pub clang: Vec<Reach>,
    /// Of the compiler's own source, where it was built to tell.
    pub source: Vec<Covered>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reach {
    pub programs: u64,
    /// Programs that the compiler refused, or did not finish.
    pub refused: u64,
    pub tokens: u64,
    pub cpu_seconds: f64,
    /// Pass and text, or pass and name, and how often.
    pub fired: Fired,
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
        let mut flags = vec!["-E"];
        flags.extend(units.iter().map(|unit| unit.name.as_str()));
        let call = Call {
            compiler: &compiler.command,
            flags: &flags,
            env: &[],
            limits,
            reach: plan.setup.reach.clone(),
        };
        let ran = compiled(plan, &call, producer, &kept)?;
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
    let mut coverage = Coverage::default();
    for repetition in 0..plan.repetitions.max(1) {
        let first = repetition * SEEDS_APART;
        if let Some(build) = &plan.build {
            coverage.source.push(instrumented::measure(plan, build, producer, first, tell)?);
            continue;
        }
        if let Some(gcc) = &compilers.gcc {
            coverage.gcc.push(reach(plan, producer, gcc, first, tell)?);
        }
        if let Some(clang) = &compilers.clang {
            coverage.clang.push(reach(plan, producer, clang, first, tell)?);
        }
    }
    Ok(coverage)
}

/// Each repetition has seeds of its own.
const SEEDS_APART: u64 = 1_000_000;

/// Gives programs to a compiler until its budget is spent.
fn reach(
    plan: &Plan,
    producer: &Producer,
    compiler: &Toolchain,
    first: u64,
    tell: Tell<'_>,
) -> Result<Reach, Error> {
    let mut reach = Reach { programs: 0, refused: 0, tokens: 0, cpu_seconds: 0.0, fired: Fired::new() };
    let flags: Vec<String> = FLAGS.map(str::to_owned).into_iter().chain(producer.flags()).collect();
    let mut spending = Spending::new(plan, producer, first);
    while let Some(made) = spending.next()? {
        let told = match plan.setup.told(compiler, &flags, &made.sources) {
            Ok(told) => told,
            // A limit of ours, as for memory.
            Err(harness::Error::Environment(_)) => None,
            Err(error) => return Err(error.into()),
        };
        spending.spend(told.as_ref().map_or(LOST, |told| told.cost.cpu));
        reach.refused += u64::from(!told.as_ref().is_some_and(|told| told.is_built));
        for (name, count) in told.into_iter().flat_map(|told| told.fired) {
            *reach.fired.entry(name).or_default() += count;
        }
        reach.tokens += made.tokens();
        spending.tell(tell);
    }
    (reach.programs, reach.cpu_seconds) = (spending.programs(), spending.seconds());
    Ok(reach)
}

/// A budget of a compiler's CPU time, and the programs that it is spent on.
pub(crate) struct Spending<'a> {
    plan: &'a Plan,
    producer: &'a Producer,
    seed: u64,
    programs: u64,
    spent: Duration,
}

impl<'a> Spending<'a> {
    pub fn new(plan: &'a Plan, producer: &'a Producer, first: u64) -> Spending<'a> {
        Spending { plan, producer, seed: first, programs: 0, spent: Duration::ZERO }
    }

    /// The next program, if there is still time for one, and if the generator has one.
    pub fn next(&mut self) -> Result<Option<Produced>, Error> {
        if self.spent >= self.plan.budget {
            return Ok(None);
        }
        for _ in 0..MAX_BARREN {
            self.seed += 1;
            if let Some(made) = self.producer.produce(&self.plan.setup, self.seed)? {
                self.programs += 1;
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    pub fn spend(&mut self, cpu: Duration) {
        self.spent += cpu;
    }

    pub fn programs(&self) -> u64 {
        self.programs
    }

    pub fn seconds(&self) -> f64 {
        self.spent.as_secs_f64()
    }

    pub fn tell(&self, tell: Tell<'_>) {
        let (row, programs, spent) = (self.producer.name(), self.programs, self.spent);
        tell(Progress { row, part: Part::Coverage, programs, spent });
    }
}

/// A generator that gives up on so many seeds in a row has nothing to offer.
const MAX_BARREN: u32 = 100;

/// What a compilation without an answer is taken to cost.
const LOST: Duration = Duration::from_secs(1);

/// How a compiler is called.
struct Call<'a> {
    compiler: &'a Template,
    flags: &'a [&'a str],
    env: &'a [(OsString, OsString)],
    limits: Limits,
    reach: harness::process::Reach,
}

/// Runs a compiler in a folder with the files of a program.
fn compiled(
    plan: &Plan,
    call: &Call<'_>,
    producer: &Producer,
    sources: &[Source],
) -> Result<harness::Ran, Error> {
    let fresh = plan.setup.scratch.fresh().map_err(harness::Error::from)?;
    let dir = fresh.path();
    let written = sources.iter().try_for_each(|source| std::fs::write(dir.join(&source.name), &source.text));
    written.map_err(|error| harness::Error::from(Environment::scratch(dir, error)))?;
    let mut argv = call.compiler.fill(&Default::default());
    argv.extend(producer.flags().iter().map(OsString::from));
    argv.extend(call.flags.iter().map(OsString::from));
    let env = std::iter::once(("TMPDIR".into(), dir.into())).chain(call.env.iter().cloned()).collect();
    let job = Job { argv, dir: dir.to_owned(), env, limits: call.limits.clone(), reach: call.reach.clone() };
    let ran = run(&job, &plan.setup.cancel).map_err(harness::Error::from)?;
    if ran.status == Status::Cancelled {
        return Err(harness::Error::Cancelled.into());
    }
    Ok(ran)
}

/// The same with the usual limits, for a compiler that writes to a place of its own.
pub(crate) fn compiled_with(
    plan: &Plan,
    compiler: &Template,
    flags: &[&str],
    producer: &Producer,
    sources: &[Source],
    env: &[(OsString, OsString)],
    reach: &harness::process::Reach,
) -> Result<harness::Ran, Error> {
    let call = Call { compiler, flags, env, limits: plan.setup.compile.clone(), reach: reach.clone() };
    compiled(plan, &call, producer, sources)
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
