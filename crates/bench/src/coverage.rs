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
use std::path::Path;
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

/// How a compiler tells what it did.
struct Probe {
    flags: [&'static str; 4],
    /// How the name of the file ends in which it tells it.
    file: &'static str,
    parse: fn(&str, &mut BTreeSet<String>),
}

const GCC: Probe =
    Probe { flags: ["-O3", "-w", "-c", "-fdump-statistics-stats"], file: "statistics", parse: counters };

const CLANG: Probe =
    Probe { flags: ["-O3", "-w", "-c", "-fsave-optimization-record"], file: ".opt.yaml", parse: remarks };

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
    let gcc = compilers.gcc.as_ref().map(|gcc| reach(plan, producer, gcc, &GCC, tell)).transpose()?;
    let clang =
        compilers.clang.as_ref().map(|clang| reach(plan, producer, clang, &CLANG, tell)).transpose()?;
    Ok(Coverage { gcc, clang })
}

/// Gives programs to a compiler until its budget is spent.
fn reach(
    plan: &Plan,
    producer: &Producer,
    compiler: &Toolchain,
    probe: &Probe,
    tell: Tell<'_>,
) -> Result<Reach, Error> {
    let mut reach = Reach { programs: 0, refused: 0, tokens: 0, cpu_seconds: 0.0, distinct: BTreeSet::new() };
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
        let limits = plan.setup.compile.clone();
        let ran = told(plan, compiler, probe, producer, &made.sources, limits, &mut reach.distinct)?;
        spent += ran.cpu;
        reach.programs += 1;
        reach.refused += u64::from(ran.status != Status::Exited(0));
        reach.tokens += made.tokens();
        tell(Progress { row: producer.name(), part: Part::Coverage, programs: reach.programs, spent });
    }
    reach.cpu_seconds = spent.as_secs_f64();
    Ok(reach)
}

/// A generator that gives up on so many seeds in a row has nothing to offer.
const MAX_BARREN: u32 = 100;

/// Compiles, and adds what the compiler tells about it.
fn told(
    plan: &Plan,
    compiler: &Toolchain,
    probe: &Probe,
    producer: &Producer,
    sources: &[Source],
    limits: Limits,
    distinct: &mut BTreeSet<String>,
) -> Result<harness::Ran, Error> {
    let dir = plan.setup.scratch.fresh().map_err(harness::Error::from)?;
    let ran = compiled_in(dir.path(), plan, compiler, &probe.flags, producer, sources, limits)?;
    let unreadable = |error| harness::Error::from(Environment::scratch(dir.path(), error));
    for entry in std::fs::read_dir(dir.path()).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.to_string_lossy().ends_with(probe.file) {
            (probe.parse)(&std::fs::read_to_string(&path).map_err(unreadable)?, distinct);
        }
    }
    Ok(ran)
}

fn compiled(
    plan: &Plan,
    compiler: &Toolchain,
    flags: &[&str],
    producer: &Producer,
    sources: &[Source],
    limits: Limits,
) -> Result<harness::Ran, Error> {
    let dir = plan.setup.scratch.fresh().map_err(harness::Error::from)?;
    compiled_in(dir.path(), plan, compiler, flags, producer, sources, limits)
}

/// Runs the compiler over all files of a program at once, so that what it writes has their names.
fn compiled_in(
    dir: &Path,
    plan: &Plan,
    compiler: &Toolchain,
    flags: &[&str],
    producer: &Producer,
    sources: &[Source],
    limits: Limits,
) -> Result<harness::Ran, Error> {
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

/// `39 ccp "Statements folded" 24`: the pass and the text count, and in the text `== 12` is as good as any number.
fn counters(statistics: &str, distinct: &mut BTreeSet<String>) {
    for line in statistics.lines() {
        let Some((head, rest)) = line.split_once(" \"") else { continue };
        let Some((text, _count)) = rest.rsplit_once("\" ") else { continue };
        let Some((_number, pass)) = head.split_once(' ') else { continue };
        distinct.insert(format!("{pass} {}", folded(text)));
    }
}

fn folded(text: &str) -> String {
    match text.split_once("== ") {
        Some((before, number)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{before}== N{}", number.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        _ => text.to_owned(),
    }
}

/// `Pass: inline` and `Name: Inlined` of each document.
fn remarks(yaml: &str, distinct: &mut BTreeSet<String>) {
    let mut pass = "";
    for line in yaml.lines() {
        if let Some(name) = line.strip_prefix("Pass:") {
            pass = name.trim();
        } else if let Some(name) = line.strip_prefix("Name:") {
            distinct.insert(format!("{pass} {}", name.trim()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(parse: fn(&str, &mut BTreeSet<String>), text: &str) -> Vec<String> {
        let mut distinct = BTreeSet::new();
        parse(text, &mut distinct);
        distinct.into_iter().collect()
    }

    #[test]
    fn counters_are_passes_and_texts() {
        let text = "39 ccp \"Statements folded\" 24\n44 fre \"RPO num avail == 40\" 1\n\
                    45 fre \"RPO num avail == 7\" 9\n44 fre \"a \"quoted\" text\" 2\nnothing\n";
        assert_eq!(
            parsed(counters, text),
            ["ccp Statements folded", "fre RPO num avail == N", "fre a \"quoted\" text"]
        );
    }

    #[test]
    fn remarks_are_passes_and_names() {
        let text = "--- !Passed\nPass:            inline\nName:            Inlined\nArgs:\n  - Name: x\n...\n\
                    --- !Missed\nPass:            inline\nName:            NoDefinition\n...\n";
        assert_eq!(parsed(remarks, text), ["inline Inlined", "inline NoDefinition"]);
    }

    #[test]
    fn versions_have_numbers() {
        assert_eq!(number_in("Debian clang version 19.1.4 (1~deb12u1)"), 19);
        assert_eq!(number_in(""), 0);
    }
}
