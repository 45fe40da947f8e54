//! What is wrong with the machine and not with a compiler. None of this is ever a finding.
//!
//! Some of it the system tells us as an error; some of it only shows in what a compiler prints, and is
//! recognised here by a table of phrases.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::compiler::excerpt;
use crate::process::{Resource, StartError};

/// Why there is no verdict.
#[derive(Debug, Error)]
pub enum Error {
    #[error(transparent)]
    Environment(#[from] Environment),
    #[error("cancelled")]
    Cancelled,
}

#[derive(Debug, Error)]
pub enum Environment {
    #[error("`{program}` was not found; install it, or give its full path")]
    MissingProgram { program: String },
    #[error(
        "`{program}` asks for an interpreter or loader that is not here; install the libraries of its \
             platform, or run it through an emulator such as `qemu-aarch64 -L /usr/aarch64-linux-gnu`"
    )]
    MissingLoader { program: String },
    #[error("`{program}` is a program for another machine; give a runner such as qemu")]
    ForeignProgram { program: String },
    #[error("`{program}` may not be executed; make it executable")]
    NotExecutable { program: String },
    #[error("programs in {dir} may not be executed (mounted noexec?); set TMPDIR to another directory")]
    NoExecScratch { dir: PathBuf },
    #[error("`{program}` could not be started: {error}")]
    NotStarted { program: String, error: io::Error },
    #[error(
        "the compiler's part `{tool}` is missing; install the compiler completely (binutils for as and ld)"
    )]
    MissingTool { tool: String },
    #[error(
        "the header {header} is missing; install the development files that it belongs to, or give its folder with -I in the \
         compiler's command line"
    )]
    MissingHeader { header: String },
    #[error("the library {library} is missing; install it, or leave out the flags that need it")]
    MissingLibrary { library: String },
    #[error("the disk is full; make room, or set TMPDIR to another disk")]
    DiskFull,
    #[error("out of memory: {line}")]
    OutOfMemory { line: String },
    #[error("no more processes could be started: {line}")]
    NoProcesses { line: String },
    #[error("`{program}` went over our limit on {resource}; raise it if that was right")]
    OurLimit { program: String, resource: Resource },
    #[error("`{program}` was killed from outside, probably because memory ran out")]
    KilledFromOutside { program: String },
    #[error(
        "`{program}` reported success, but wrote no output that can be used, not even for an empty program; does the command line take `-o`?"
    )]
    NoOutput { program: String },
    #[error("`{program}` has changed since the start: it was {before} and is {after}; start again")]
    Upgraded { program: String, before: String, after: String },
    #[error("temporary files cannot be written in {dir}: {error}")]
    Scratch { dir: PathBuf, error: io::Error },
}

impl Environment {
    pub fn scratch(dir: &Path, error: io::Error) -> Environment {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Environment::DiskFull,
            _ => Environment::Scratch { dir: dir.to_owned(), error },
        }
    }

    /// What a compiler's messages say about its surroundings.
    pub fn in_messages(stderr: &str) -> Option<Environment> {
        stderr.lines().find_map(|line| PHRASES.iter().find_map(|row| row.recognise(line)))
    }
}

impl From<StartError> for Environment {
    fn from(error: StartError) -> Environment {
        match error {
            StartError::Empty => Environment::MissingProgram { program: String::new() },
            StartError::Missing { program } => Environment::MissingProgram { program },
            StartError::NoInterpreter { program } => Environment::MissingLoader { program },
            StartError::Forbidden { program } => Environment::NotExecutable { program },
            StartError::WrongFormat { program } => Environment::ForeignProgram { program },
            StartError::Other { program, error } => Environment::NotStarted { program, error },
        }
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Error {
        Error::Environment(error.into())
    }
}

/// A phrase, what to take from the line after it, and what it means.
struct Phrase {
    /// All of these are in the line.
    marks: &'static [&'static str],
    meaning: fn(&str) -> Environment,
}

const PHRASES: [Phrase; 23] = [
    Phrase { marks: &["No space left on device"], meaning: |_| Environment::DiskFull },
    Phrase { marks: &["Disk quota exceeded"], meaning: |_| Environment::DiskFull },
    Phrase { marks: &["virtual memory exhausted"], meaning: out_of_memory },
    Phrase { marks: &["out of memory"], meaning: out_of_memory },
    Phrase { marks: &["memory exhausted"], meaning: out_of_memory },
    Phrase { marks: &["Cannot allocate memory"], meaning: out_of_memory },
    Phrase { marks: &["std::bad_alloc"], meaning: out_of_memory },
    Phrase { marks: &["memory full"], meaning: out_of_memory },
    // An optimiser dies of its own bugs by SIGSEGV or SIGABRT; SIGKILL comes from outside.
    Phrase { marks: &["Killed signal terminated program"], meaning: out_of_memory },
    Phrase { marks: &["internal compiler error: Killed"], meaning: out_of_memory },
    Phrase { marks: &["unable to execute command: Killed"], meaning: out_of_memory },
    Phrase { marks: &["File size limit exceeded"], meaning: file_too_large },
    Phrase { marks: &["Resource temporarily unavailable"], meaning: no_processes },
    Phrase { marks: &["cannot execute"], meaning: missing_tool },
    Phrase { marks: &["unable to execute command", "doesn't exist"], meaning: missing_tool },
    Phrase { marks: &["unable to execute command", "No such file"], meaning: missing_tool },
    Phrase { marks: &["error trying to exec"], meaning: missing_tool },
    Phrase { marks: &["collect2: fatal error: cannot find"], meaning: missing_tool },
    Phrase { marks: &["error while loading shared libraries: "], meaning: missing_shared_library },
    Phrase { marks: &["cannot find -l"], meaning: missing_link_library },
    Phrase { marks: &["cannot find ", ": No such file"], meaning: missing_link_file },
    Phrase { marks: &["fatal error: ", "No such file or directory"], meaning: missing_header },
    Phrase { marks: &["fatal error: '", "file not found"], meaning: missing_header },
];

impl Phrase {
    fn recognise(&self, line: &str) -> Option<Environment> {
        self.marks.iter().all(|mark| line.contains(mark)).then(|| (self.meaning)(line))
    }
}

fn out_of_memory(line: &str) -> Environment {
    Environment::OutOfMemory { line: excerpt::line(line.trim()) }
}

fn no_processes(line: &str) -> Environment {
    Environment::NoProcesses { line: excerpt::line(line.trim()) }
}

/// The driver tells of its child; what it is called itself comes first in the line.
fn file_too_large(line: &str) -> Environment {
    let program = excerpt::line(line.split(':').next().unwrap_or(line).trim());
    Environment::OurLimit { program, resource: Resource::FileSize }
}

fn missing_tool(line: &str) -> Environment {
    let quoted = line.split(['\'', '`', '"', '\u{2018}', '\u{2019}']).nth(1);
    Environment::MissingTool { tool: excerpt::line(quoted.unwrap_or(line.trim())) }
}

fn missing_shared_library(line: &str) -> Environment {
    Environment::MissingLibrary { library: word_after(line, "shared libraries: ") }
}

fn missing_link_library(line: &str) -> Environment {
    Environment::MissingLibrary { library: word_after(line, "cannot find -l") }
}

fn missing_link_file(line: &str) -> Environment {
    Environment::MissingLibrary { library: word_after(line, "cannot find ") }
}

fn missing_header(line: &str) -> Environment {
    Environment::MissingHeader { header: word_after(line, "fatal error: ") }
}

fn word_after(line: &str, mark: &str) -> String {
    let rest = line.split_once(mark).map_or(line, |(_, rest)| rest);
    let word = rest.split_ascii_whitespace().next().unwrap_or(rest);
    excerpt::line(word.trim_matches(['\'', ':', '"']))
}

impl std::fmt::Display for Resource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Resource::Output => "output",
            Resource::Memory => "memory",
            Resource::FileSize => "file size",
            Resource::Processes => "the number of processes",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_about_the_surroundings_are_recognised() {
        let rows = [
            ("gcc: fatal error: cannot execute 'as': execvp: No such file or directory", "part `as`"),
            ("gcc: error trying to exec 'cc1': execvp: No such file or directory", "part `cc1`"),
            ("collect2: fatal error: cannot find 'ld'", "part `ld`"),
            ("/usr/bin/ld: cannot find -lasan: No such file or directory", "library asan"),
            ("/usr/bin/ld: cannot find crt1.o: No such file or directory", "library crt1.o"),
            ("t.c:1:10: fatal error: stdio.h: No such file or directory", "header stdio.h"),
            ("t.c:1:10: fatal error: 'stdio.h' file not found", "header stdio.h"),
            ("cc1: error while loading shared libraries: libmpc.so.3: cannot open", "library libmpc.so.3"),
            ("/tmp/x.s: Fatal error: can't write 20 bytes: No space left on device", "disk is full"),
            ("cc1: out of memory allocating 65536 bytes after a total of 1", "out of memory"),
            ("gcc: fatal error: Killed signal terminated program cc1", "out of memory"),
            ("LLVM ERROR: out of memory", "out of memory"),
        ];
        for (line, part) in rows {
            let found = Environment::in_messages(&format!("first\n{line}\n")).expect(line);
            assert!(found.to_string().contains(part), "{line}: {found}");
        }
    }

    #[test]
    fn honest_errors_are_not_blamed_on_the_surroundings() {
        let lines = ["t.c:3:1: error: expected ';'", "t.c: internal compiler error: in f, at g.c:1"];
        assert!(lines.iter().all(|line| Environment::in_messages(line).is_none()));
    }
}
