//! The compilers of this machine, for programs of our own: no limits, no triage, and an error is the compiler's text.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A compiler that is installed.
#[derive(Clone, Debug)]
pub struct Compiler {
    name: String,
}

/// A compiler's text about a program that it does not accept.
#[derive(Debug)]
pub struct Rejected {
    errors: String,
}

/// A program that was built, and the directory that it is in for as long as this lives.
#[derive(Debug)]
pub struct Built {
    program: PathBuf,
    _dir: TempDir,
}

/// How a program ended, and what it printed.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code, if it was not killed by a signal.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it printed as errors.
    pub stderr: Vec<u8>,
}

/// Whether a command is there that knows `--version`.
pub fn is_installed(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

impl Compiler {
    /// GCC for C. Tests that need it fail without it: everybody who works on Assay has to have one.
    pub fn gcc() -> Compiler {
        assert!(is_installed("gcc"), "this test needs gcc (Debian: apt install gcc)");
        Compiler { name: "gcc".to_owned() }
    }

    /// GCC for C++, if it is installed; reports that the test is skipped if not.
    pub fn gxx() -> Option<Compiler> {
        Compiler::optional(&["g++"])
    }

    /// Clang, if there is one; reports that the test is skipped if not.
    pub fn clang() -> Option<Compiler> {
        Compiler::optional(&["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"])
    }

    /// The first of these that is installed; reports that the test is skipped if none is.
    pub fn optional(names: &[&str]) -> Option<Compiler> {
        let found = names.iter().find(|name| is_installed(name));
        if found.is_none() {
            crate::skip(&format!("there is no {}", names[0]));
        }
        found.map(|name| Compiler { name: (*name).to_owned() })
    }

    /// The command's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The command without arguments.
    pub fn command(&self) -> Command {
        Command::new(&self.name)
    }

    /// A file after preprocessing.
    pub fn preprocess(&self, file: &Path, flags: &[&str]) -> Result<String, Rejected> {
        let output = self.command().arg("-E").args(flags).arg(file).output();
        text_of(demand(output.expect("the compiler starts"))?)
    }

    /// A text of C after preprocessing.
    pub fn preprocess_text(&self, text: &str, flags: &[&str]) -> Result<String, Rejected> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let file = dir.path().join("test.c");
        std::fs::write(&file, text).expect("the directory is writable");
        self.preprocess(&file, flags)
    }

    /// Checks files, each with its name, without linking them.
    pub fn check(&self, files: &[(&str, &str)], flags: &[&str]) -> Result<(), Rejected> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let sources = write(dir.path(), files);
        let output = self.command().current_dir(dir.path()).arg("-c").args(flags).args(sources).output();
        demand(output.expect("the compiler starts")).map(drop)
    }

    /// Builds a program of files, each with its name.
    pub fn build(&self, files: &[(&str, &str)], flags: &[&str]) -> Result<Built, Rejected> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let sources = write(dir.path(), files).into_iter().map(PathBuf::from).collect::<Vec<_>>();
        self.build_in(dir, &sources, flags)
    }

    /// Builds a program of one file that is there.
    pub fn build_file(&self, file: &Path, flags: &[&str]) -> Result<Built, Rejected> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let file = std::path::absolute(file).expect("there is a working directory");
        self.build_in(dir, &[file], flags)
    }

    /// Builds a program of one text that is compiled with the flags and linked without them: it has functions of its own in
    /// the place of what the flags would link.
    pub fn build_apart(&self, text: &str, flags: &[&str]) -> Result<Built, Rejected> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let sources = write(dir.path(), &[("test.c", text)]);
        let compiled = self
            .command()
            .current_dir(dir.path())
            .args(flags)
            .args(["-c", "-o", "test.o"])
            .args(sources)
            .output();
        demand(compiled.expect("the compiler starts"))?;
        let object = dir.path().join("test.o");
        self.build_in(dir, &[object], &[])
    }

    fn build_in(&self, dir: TempDir, sources: &[PathBuf], flags: &[&str]) -> Result<Built, Rejected> {
        let program = dir.path().join("a.out");
        let mut command = self.command();
        command.current_dir(dir.path()).args(flags).args(["-o", "a.out"]).args(sources).arg("-lm");
        demand(command.output().expect("the compiler starts"))?;
        Ok(Built { program, _dir: dir })
    }

    /// What a program prints that is built of one text, without warnings, and ends well.
    #[track_caller]
    pub fn output_of(&self, text: &str, flags: &[&str]) -> String {
        let flags: Vec<&str> = flags.iter().copied().chain(["-w"]).collect();
        let built = self.build(&[("test.c", text)], &flags);
        let built = built.unwrap_or_else(|rejected| panic!("{} {flags:?}: {rejected}\n{text}", self.name));
        built.run(&[]).text()
    }
}

impl Built {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.program
    }

    /// Runs it. Leaks are no errors for the sanitizers.
    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().expect("the program starts"))
    }

    /// Runs it with an input.
    pub fn run_with(&self, input: &str) -> Ran {
        let file = self.program.with_extension("in");
        std::fs::write(&file, input).expect("the directory is writable");
        let input = std::fs::File::open(file).expect("it was written");
        Ran::of(self.command(&[]).stdin(Stdio::from(input)).output().expect("the program starts"))
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).env("ASAN_OPTIONS", "detect_leaks=0");
        command
    }
}

impl Ran {
    fn of(output: Output) -> Ran {
        Ran { code: output.status.code(), stdout: output.stdout, stderr: output.stderr }
    }

    /// What a program has printed that has to end well.
    #[track_caller]
    pub fn text(self) -> String {
        let errors = String::from_utf8_lossy(&self.stderr);
        assert_eq!(self.code, Some(0), "the program fails: {errors}");
        String::from_utf8(self.stdout).expect("it prints text")
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.errors)
    }
}

impl std::error::Error for Rejected {}

/// The names of the files that are compiled: headers are not.
fn write<'a>(dir: &Path, files: &[(&'a str, &str)]) -> Vec<&'a str> {
    for (name, text) in files {
        std::fs::write(dir.join(name), text).expect("the directory is writable");
    }
    files.iter().map(|(name, _)| *name).filter(|name| !name.ends_with(".h")).collect()
}

fn demand(output: Output) -> Result<Output, Rejected> {
    if output.status.success() {
        return Ok(output);
    }
    let errors = String::from_utf8_lossy(&output.stderr).chars().take(3000).collect();
    Err(Rejected { errors })
}

fn text_of(output: Output) -> Result<String, Rejected> {
    let errors = "the compiler prints what is no text".to_owned();
    String::from_utf8(output.stdout).map_err(|_| Rejected { errors })
}
