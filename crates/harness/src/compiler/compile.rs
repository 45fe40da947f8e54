//! From source text to an executable, in a fresh directory, and what the compiler did meanwhile.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::compiler::command::{self, Slots};
use crate::compiler::excerpt;
use crate::compiler::messages::without_temporary_names;
use crate::compiler::signature::Signature;
use crate::compiler::toolchain::{Family, Toolchain};
use crate::environment::{Environment, Error};
use crate::judge::execute::{NotRun, execute};
use crate::judge::trial::Setup;
use crate::process::signal::Signal;
use crate::process::{Clock, Job, Ran, Reach, Status, run};

/// A file of a program. Headers are written, but not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub name: String,
    pub text: String,
}

/// What a compiler made of a program. The directory lives as long as this does.
#[derive(Debug)]
pub struct Compiled {
    pub result: Compilation,
    pub argv: Vec<OsString>,
    pub stderr: String,
    pub cost: Cost,
    pub(crate) dir: TempDir,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compilation {
    Built {
        program: PathBuf,
    },
    Crashed {
        signature: Signature,
    },
    Hung {
        clock: Clock,
    },
    Rejected {
        first_error: String,
    },
    /// It reports success, and there is no program.
    Unusable {
        defect: Defect,
    },
}

/// What is wrong with the file that a compiler claims to have written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Defect {
    Missing,
    Empty,
    NotAFile,
    NotExecutable,
    /// The kernel does not know it as a program.
    NoProgram,
    /// It asks for a loader that is not there.
    NoLoader,
}

impl Defect {
    pub const ALL: [Defect; 6] = [
        Defect::Missing,
        Defect::Empty,
        Defect::NotAFile,
        Defect::NotExecutable,
        Defect::NoProgram,
        Defect::NoLoader,
    ];

    pub fn description(self) -> &'static str {
        match self {
            Defect::Missing => "no output file",
            Defect::Empty => "an empty output file",
            Defect::NotAFile => "an output that is not a file",
            Defect::NotExecutable => "an output file that may not be executed",
            Defect::NoProgram => "an output file that is not a program",
            Defect::NoLoader => "a program whose loader does not exist",
        }
    }

    /// What can be told of a file that is to be there, whatever it is for.
    pub fn of_file(path: &Path) -> Option<Defect> {
        match fs::metadata(path) {
            Err(_) => Some(Defect::Missing),
            Ok(data) if !data.is_file() => Some(Defect::NotAFile),
            Ok(data) if data.len() == 0 => Some(Defect::Empty),
            Ok(_) => None,
        }
    }

    /// What it means if the compiler does the same to every program.
    pub(crate) fn around(self, program: String, dir: &Path) -> Environment {
        match self {
            Defect::Missing | Defect::Empty | Defect::NotAFile => Environment::NoOutput { program },
            Defect::NotExecutable => Environment::NoExecScratch { dir: dir.to_owned() },
            Defect::NoProgram => Environment::ForeignProgram { program: OUT.to_owned() },
            Defect::NoLoader => Environment::MissingLoader { program: OUT.to_owned() },
        }
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

/// What a run took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    pub wall: Duration,
    pub cpu: Duration,
    pub max_rss: u64,
}

impl Cost {
    /// One after the other.
    pub fn and(self, then: Cost) -> Cost {
        Cost {
            wall: self.wall + then.wall,
            cpu: self.cpu + then.cpu,
            max_rss: self.max_rss.max(then.max_rss),
        }
    }
}

impl From<&Ran> for Cost {
    fn from(ran: &Ran) -> Cost {
        Cost { wall: ran.wall, cpu: ran.cpu, max_rss: ran.max_rss }
    }
}

/// The executable's name. Names are relative to the directory, so that messages and assembly do not
/// depend on it.
const OUT: &str = "a.out";

/// Compiles in a fresh directory.
pub fn compile(
    setup: &Setup,
    toolchain: &Toolchain,
    flags: &[String],
    sources: &[Source],
) -> Result<Compiled, Error> {
    let inputs: Vec<String> = units(sources).map(|source| source.name.clone()).collect();
    compile_some(setup, toolchain, flags, sources, &inputs)
}

/// Compiles each file by itself, and links nothing. The result is that of the first file that fails, or of the last one.
pub fn compile_objects(
    setup: &Setup,
    toolchain: &Toolchain,
    flags: &[String],
    sources: &[Source],
) -> Result<Compiled, Error> {
    let flags: Vec<String> = flags.iter().cloned().chain(["-c".to_owned()]).collect();
    let mut names = units(sources).map(|source| source.name.clone());
    let first: Vec<String> = names.next().into_iter().collect();
    let mut all = compile_some(setup, toolchain, &flags, sources, &first)?;
    for name in names {
        match &all.result {
            Compilation::Built { program } if Defect::of_file(program).is_none() => {}
            _ => break,
        }
        let next = compile_some(setup, toolchain, &flags, sources, &[name])?;
        let cost = all.cost.and(next.cost);
        all = Compiled { cost, stderr: all.stderr + &next.stderr, ..next };
    }
    Ok(all)
}

/// What is compiled: all but the headers.
pub(crate) fn units(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources.iter().filter(|source| !source.is_header())
}

/// Compiles one of several files in a fresh directory.
pub(crate) fn compile_unit(
    setup: &Setup,
    toolchain: &Toolchain,
    flags: &[String],
    sources: &[Source],
    unit: &str,
) -> Result<Compiled, Error> {
    compile_some(setup, toolchain, flags, sources, &[unit.to_owned()])
}

/// Writes all files into a fresh directory, and compiles some. A compilation by a profile is preceded by another one, and by a
/// run of its program.
fn compile_some(
    setup: &Setup,
    toolchain: &Toolchain,
    flags: &[String],
    sources: &[Source],
    inputs: &[String],
) -> Result<Compiled, Error> {
    let dir = setup.scratch.fresh()?;
    let written =
        sources.iter().try_for_each(|source| fs::write(dir.path().join(&source.name), &source.text));
    written.map_err(|error| Environment::scratch(dir.path(), error))?;
    let argv = command_line(toolchain, flags, inputs, &dir);
    let own: Vec<&str> = sources.iter().map(|source| source.name.as_str()).chain([OUT]).collect();
    let Some(first) = command::training(&argv).filter(|_| toolchain.family == Family::Gcc) else {
        return call(setup, toolchain, argv, &own, dir);
    };
    let trained = call(setup, toolchain, first, &own, dir)?;
    let Compilation::Built { program } = &trained.result else { return Ok(trained) };
    // What becomes of the run shows in the profile, or in that there is none.
    let cost = match execute(setup, toolchain, &trained, program, &[]) {
        Ok(executed) => trained.cost.and(executed.cost),
        Err(NotRun::Defect(_)) => trained.cost,
        Err(NotRun::Ours(error)) => return Err(error),
    };
    let _ = fs::remove_file(program);
    let used = call(setup, toolchain, argv, &own, trained.dir)?;
    Ok(Compiled { cost: cost.and(used.cost), ..used })
}

/// Calls the compiler once, in a directory that has the sources.
fn call(
    setup: &Setup,
    toolchain: &Toolchain,
    argv: Vec<OsString>,
    own: &[&str],
    dir: TempDir,
) -> Result<Compiled, Error> {
    // The compiler's own temporary files go where they are removed with ours, even when it is killed.
    let env = vec![("TMPDIR".into(), dir.path().into())];
    let job = Job {
        argv,
        dir: dir.path().to_owned(),
        env,
        limits: setup.compile.clone(),
        reach: reach(setup, toolchain),
    };
    let ran = run(&job, &setup.cancel)?;
    let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
    let messages = without_temporary_names(&stderr, dir.path(), own);
    let result = classify(toolchain, &ran, &messages, dir.path().join(OUT))?;
    Ok(Compiled { result, argv: job.argv, stderr, cost: Cost::from(&ran), dir })
}

/// Those that we know put their temporary files where they are told to; others may have a place of their own.
fn reach(setup: &Setup, toolchain: &Toolchain) -> Reach {
    match toolchain.family {
        Family::Gcc | Family::Llvm | Family::Tcc => setup.reach.clone(),
        Family::Pcc | Family::Icc | Family::Unknown => setup.reach.with(Path::new("/tmp")),
    }
}

fn command_line(toolchain: &Toolchain, flags: &[String], inputs: &[String], dir: &TempDir) -> Vec<OsString> {
    let slots = Slots { inputs, out: OUT, seed: 0, dir: Some(dir.path()) };
    let flags: Vec<&String> = flags.iter().filter(|flag| !flag.is_empty()).collect();
    toolchain.command.compile(&slots, &flags)
}

impl Source {
    pub fn is_header(&self) -> bool {
        [".h", ".hpp", ".hh"].iter().any(|ending| self.name.ends_with(ending))
    }
}

fn classify(toolchain: &Toolchain, ran: &Ran, stderr: &str, out: PathBuf) -> Result<Compilation, Error> {
    let program = || toolchain.command.program();
    match ran.status {
        Status::Cancelled => Err(Error::Cancelled),
        Status::TimedOut(clock) => Ok(Compilation::Hung { clock }),
        Status::Limited(resource) => Err(Environment::OurLimit { program: program(), resource }.into()),
        Status::Signaled(Signal::KILL) => Err(Environment::KilledFromOutside { program: program() }.into()),
        Status::Signaled(signal) => {
            failed(stderr, || Compilation::Crashed { signature: Signature::of_signal(signal) })
        }
        Status::Exited(0) if out.exists() => Ok(Compilation::Built { program: out }),
        Status::Exited(0) => Ok(Compilation::Unusable { defect: Defect::Missing }),
        Status::Exited(code) => failed(stderr, || exit_without_message(code, stderr)),
    }
}

/// The surroundings come first: GCC calls it an internal compiler error when the system kills `cc1`.
fn failed(stderr: &str, otherwise: impl FnOnce() -> Compilation) -> Result<Compilation, Error> {
    // A driver whose compiler ran into the kernel's CPU limit; its own time is short.
    if stderr.contains("CPU time limit exceeded") {
        return Ok(Compilation::Hung { clock: Clock::Cpu });
    }
    if let Some(cause) = Environment::in_messages(stderr) {
        return Err(cause.into());
    }
    Ok(Signature::in_messages(stderr).map_or_else(otherwise, |signature| Compilation::Crashed { signature }))
}

/// Wrapper scripts turn a signal into an exit code above 128.
fn exit_without_message(code: i32, stderr: &str) -> Compilation {
    if code > 128 && first_error(stderr).is_none() {
        return Compilation::Crashed { signature: Signature::of_signal(Signal(code - 128)) };
    }
    let first_error = first_error(stderr).unwrap_or_else(|| format!("exit code {code} without a message"));
    Compilation::Rejected { first_error }
}

pub(crate) fn first_error(stderr: &str) -> Option<String> {
    // A linker's own words say more than the compiler's that it failed.
    let errors = ["error:", "Error:", "undefined reference", "relocation truncated"];
    let speaking = |line: &&str| errors.iter().any(|mark| line.contains(mark));
    let line =
        stderr.lines().find(speaking).or_else(|| stderr.lines().find(|line| !line.trim().is_empty()))?;
    Some(excerpt::line(line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_the_one_that_tells_most() {
        let link = "/tmp/t-1b1a65.o: in function `main':\nt.c:(.text+0x1f): relocation truncated to fit: \
                    R_X86_64_PC32 against `.L.str'\nclang: error: linker command failed with exit code 1\n";
        let rows = [
            ("t.c:1:2: warning: w\nt.c:3:4: error: e\n", Some("t.c:3:4: error: e")),
            (link, Some("t.c:(.text+0x1f): relocation truncated to fit: R_X86_64_PC32 against `.L.str'")),
            ("\nsyntax is wrong\n", Some("syntax is wrong")),
            ("\n", None),
        ];
        for (text, expected) in rows {
            assert_eq!(first_error(text).as_deref(), expected, "{text}");
        }
    }
}
