//! A compiler as we use it: how it is called, what it is, and how its programs are run.
//!
//! Not here: flags of a single test. A toolchain knows its usual levels, but who tests what with
//! which flags is the campaign's business.

pub mod discover;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::compiler::command::Template;
use crate::environment::{Environment, Error};
use crate::process::scratch::Scratch;
use crate::process::{Cancel, Job, Limits, Reach, run};

pub use discover::{Discovery, discover};

#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Short, as in `gcc-12`.
    pub name: String,
    pub family: Family,
    pub language: Language,
    pub command: Template,
    /// Words before a compiled program: `qemu-aarch64 -L /usr/aarch64-linux-gnu`. Empty: it runs here.
    pub runner: Vec<String>,
    /// The usual optimisation flags; an empty flag is none.
    pub levels: Vec<String>,
    pub fingerprint: Fingerprint,
}

/// Compilers of one family share bugs, so their agreement is no independent evidence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    Gcc,
    /// clang, and what is built on LLVM: icx, zig cc.
    Llvm,
    Tcc,
    Pcc,
    /// The classic icc, with the EDG front end.
    Icc,
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    C,
    Cxx,
}

/// What a compiler was when we first saw it. A package upgrade during a campaign shows in size or time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    pub path: PathBuf,
    pub size: u64,
    pub modified: Option<SystemTime>,
    /// The first line of what it says about itself; empty when it says nothing.
    pub version: String,
}

const GCC_LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

impl Toolchain {
    /// A toolchain of which only the command line is known, which is used as it stands: at no other level
    /// than its own. The family is guessed from the version.
    pub fn from_template(command: Template) -> Result<Toolchain, Error> {
        let program = command.program();
        let path = find_program(&program).ok_or(Environment::MissingProgram { program: program.clone() })?;
        let version = version_of(&command, "--version")?;
        let family = Family::guess(&program, &version);
        let fingerprint = Fingerprint::take(&path, version);
        let name = base_name(&program);
        let language = if name.contains("++") { Language::Cxx } else { Language::C };
        let levels = vec![String::new()];
        Ok(Toolchain { name, family, language, command, runner: Vec::new(), levels, fingerprint })
    }

    /// Fails when the compiler on disk is not the one that we started with.
    pub fn check_unchanged(&self) -> Result<(), Environment> {
        let program = self.command.program();
        let then = &self.fingerprint;
        if !then.path.exists() {
            return Err(Environment::MissingProgram { program });
        }
        let now = Fingerprint::take(&then.path, then.version.clone());
        if now == *then {
            return Ok(());
        }
        let version = version_of(&self.command, "--version").unwrap_or_default();
        let after = Fingerprint { version, ..now };
        Err(Environment::Upgraded { program, before: then.to_string(), after: after.to_string() })
    }
}

impl Family {
    pub fn levels(self) -> Vec<String> {
        let levels: &[&str] = match self {
            Family::Gcc | Family::Llvm | Family::Icc => &GCC_LEVELS,
            Family::Pcc => &["-O0", "-O1"],
            Family::Tcc | Family::Unknown => &[""],
        };
        levels.iter().map(|&level| level.to_owned()).collect()
    }

    /// By the name of a program alone, as of one that is not here.
    pub fn of_program(program: &str) -> Family {
        Family::guess(program, "")
    }

    /// `cc` may be anything, so what a compiler says of itself counts before its name.
    fn guess(program: &str, version: &str) -> Family {
        const MARKS: [(&str, Family); 9] = [
            ("clang", Family::Llvm),
            ("oneAPI DPC", Family::Llvm),
            ("Free Software Foundation", Family::Gcc),
            ("gcc", Family::Gcc),
            ("g++", Family::Gcc),
            ("GCC", Family::Gcc),
            ("tcc", Family::Tcc),
            ("pcc", Family::Pcc),
            ("ICC", Family::Icc),
        ];
        let name = base_name(program);
        let row = MARKS.iter().find(|(mark, _)| version.contains(mark));
        row.or_else(|| MARKS.iter().find(|(mark, _)| name.contains(mark)))
            .map_or(Family::Unknown, |row| row.1)
    }
}

impl Fingerprint {
    pub fn take(path: &Path, version: String) -> Fingerprint {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let data = fs::metadata(&path).ok();
        let size = data.as_ref().map_or(0, fs::Metadata::len);
        Fingerprint { path, size, modified: data.and_then(|data| data.modified().ok()), version }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = if self.version.is_empty() { "an unknown version" } else { &self.version };
        write!(f, "{version} ({}, {} bytes)", self.path.display(), self.size)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Family::Gcc => "gcc",
            Family::Llvm => "llvm",
            Family::Tcc => "tcc",
            Family::Pcc => "pcc",
            Family::Icc => "icc",
            Family::Unknown => "unknown",
        })
    }
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.fingerprint)
    }
}

/// Looks a program up as the system would: a name on the path, a path as it stands.
pub fn find_program(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return is_program(Path::new(program)).then(|| PathBuf::from(program));
    }
    path_dirs().into_iter().map(|dir| dir.join(program)).find(|path| is_program(path))
}

pub(crate) fn path_dirs() -> Vec<PathBuf> {
    std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

pub(crate) fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Asks for the version: the first line of what it says, on either stream. A compiler that refuses has none.
fn version_of(command: &Template, question: &str) -> Result<String, Error> {
    let mut argv = command.fill(&Default::default());
    argv.push(OsString::from(question));
    let limits = Limits::compiler().with_time(Duration::from_secs(10));
    let dir = Scratch::default().fresh()?;
    let job = Job { argv, dir: dir.path().to_owned(), env: Vec::new(), limits, reach: Reach::Anywhere };
    let ran = run(&job, &Cancel::default())?;
    let said = [ran.stdout, ran.stderr].concat();
    let text = String::from_utf8_lossy(&said);
    Ok(text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned())
}

fn base_name(program: &str) -> String {
    program.rsplit('/').next().unwrap_or(program).to_owned()
}
