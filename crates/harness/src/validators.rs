//! Other people's judges of undefined behaviour, for programs that Assay did not grow.
//!
//! Those that are present are asked in the order of their cost, and the first report ends it. They are
//! compiled without optimisation, because an optimiser may remove what they would report. Their silence
//! proves little; their report is taken as true.

use std::ffi::OsString;
use std::fmt;

use crate::compiler::command::Template;
use crate::compiler::compile::{Compilation, Source};
use crate::compiler::toolchain::{Family, Fingerprint, Language, Toolchain, find_program};
use crate::environment::{Environment, Error};
use crate::judge::trial::Setup;
use crate::process::{Job, Limits, Overflow, Ran, Status, run};

/// A judge that works on this machine.
#[derive(Clone, Debug)]
pub struct Validator {
    pub kind: Kind,
    /// The program that it is made of, as it is called.
    pub program: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Addresses and undefined behaviour together, by gcc.
    GccAsanUbsan,
    ClangAsanUbsan,
    ClangMsan,
    FramaC,
}

/// What the validators say of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Validation {
    /// None of these objected.
    Clean {
        asked: Vec<Kind>,
    },
    Report(Report),
    /// There is none on this machine, or none could deal with the program.
    Unavailable,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub validator: Kind,
    pub message: String,
    pub line: Option<u32>,
}

/// How a kind is called, cheapest first.
struct Row {
    kind: Kind,
    stem: &'static str,
    flags: &'static [&'static str],
    /// A line with one of these is a report.
    marks: &'static [&'static str],
}

const ROWS: [Row; 4] = [
    Row {
        kind: Kind::GccAsanUbsan,
        stem: "gcc",
        flags: &["-O0", "-g", "-w", "-fsanitize=address,undefined,float-cast-overflow"],
        marks: SANITIZER_MARKS,
    },
    Row {
        kind: Kind::ClangAsanUbsan,
        stem: "clang",
        flags: &["-O0", "-g", "-w", "-fsanitize=address,undefined,float-cast-overflow"],
        marks: SANITIZER_MARKS,
    },
    Row {
        kind: Kind::ClangMsan,
        stem: "clang",
        flags: &["-O0", "-g", "-w", "-fsanitize=memory"],
        marks: SANITIZER_MARKS,
    },
    Row {
        kind: Kind::FramaC,
        stem: "frama-c",
        flags: &["-eva", "-eva-precision", "11"],
        marks: &["[eva:alarm]"],
    },
];

const SANITIZER_MARKS: &[&str] = &[
    "runtime error: ",
    "ERROR: AddressSanitizer: ",
    "WARNING: MemorySanitizer: ",
    "ERROR: UndefinedBehaviorSanitizer: ",
];

/// A sanitizer's report is about the program's line, so it should stop there; leaks are not undefined.
const OPTIONS: [(&str, &str); 3] = [
    ("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1"),
    ("UBSAN_OPTIONS", "halt_on_error=1"),
    ("MSAN_OPTIONS", "halt_on_error=1"),
];

/// clang's runtime looks for a symbolizer of its own version, and gives no lines where another one is installed: it is told which.
const SYMBOLIZER: [&str; 2] = ["ASAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH"];

const PROBE: &str = "int main(void) { return 0; }\n";

/// Finds the validators that work here, by trying each once on a tiny program.
pub fn present(setup: &Setup) -> Result<Vec<Validator>, Error> {
    let probe = [Source { name: "probe.c".into(), text: PROBE.into() }];
    let mut found = Vec::new();
    for row in &ROWS {
        let Some(program) = newest(row.stem) else { continue };
        let validator = Validator { kind: row.kind, program };
        match validator.check(setup, &[], &probe)? {
            Validation::Clean { .. } => found.push(validator),
            Validation::Report(_) | Validation::Unavailable => {}
        }
    }
    Ok(found)
}

/// Asks one after the other until one objects.
pub fn validate(setup: &Setup, validators: &[Validator], sources: &[Source]) -> Result<Validation, Error> {
    let mut asked = Vec::new();
    for validator in validators {
        match validator.check(setup, &[], sources)? {
            Validation::Report(report) => return Ok(Validation::Report(report)),
            Validation::Clean { .. } => asked.push(validator.kind),
            Validation::Unavailable => {}
        }
    }
    Ok(if asked.is_empty() { Validation::Unavailable } else { Validation::Clean { asked } })
}

impl Validator {
    /// Asks this one; the flags are for the preprocessor. A program that it cannot compile or finish is none that it can judge.
    pub fn check(&self, setup: &Setup, flags: &[String], sources: &[Source]) -> Result<Validation, Error> {
        let ran = match self.kind {
            Kind::GccAsanUbsan | Kind::ClangAsanUbsan | Kind::ClangMsan => {
                self.run_sanitized(setup, flags, sources)
            }
            Kind::FramaC => self.run_analysis(setup, flags, sources),
        };
        match ran {
            Ok(Some(ran)) => Ok(self.read(&ran)),
            Ok(None) | Err(Error::Environment(_)) => Ok(Validation::Unavailable),
            Err(Error::Cancelled) => Err(Error::Cancelled),
        }
    }

    /// The command line that builds a program which reports what it does wrong; `None` if it is not of that kind.
    pub fn sanitizer(&self) -> Option<Vec<String>> {
        let words = std::iter::once(self.program.as_str()).chain(self.row().flags.iter().copied());
        match self.kind {
            Kind::GccAsanUbsan | Kind::ClangAsanUbsan | Kind::ClangMsan => {
                Some(words.map(str::to_owned).collect())
            }
            Kind::FramaC => None,
        }
    }

    fn row(&self) -> &'static Row {
        let at = match self.kind {
            Kind::GccAsanUbsan => 0,
            Kind::ClangAsanUbsan => 1,
            Kind::ClangMsan => 2,
            Kind::FramaC => 3,
        };
        &ROWS[at]
    }

    fn run_sanitized(
        &self,
        setup: &Setup,
        flags: &[String],
        sources: &[Source],
    ) -> Result<Option<Ran>, Error> {
        let toolchain = self.toolchain();
        let compiled = setup.compile(&toolchain, flags, sources)?;
        let Compilation::Built { program } = &compiled.result else { return Ok(None) };
        let symbolizer = newest("llvm-symbolizer").filter(|_| self.row().stem == "clang");
        let paths = symbolizer.iter().flat_map(|path| SYMBOLIZER.map(|name| (name, path.as_str())));
        let env = OPTIONS.into_iter().chain(paths).map(|(name, value)| (name.into(), value.into())).collect();
        let job = Job {
            argv: vec![program.into()],
            dir: compiled.dir.path().to_owned(),
            env,
            limits: roomy(&setup.execute),
            reach: setup.reach.clone(),
        };
        Ok(Some(run(&job, &setup.cancel)?))
    }

    fn run_analysis(
        &self,
        setup: &Setup,
        flags: &[String],
        sources: &[Source],
    ) -> Result<Option<Ran>, Error> {
        let dir = setup.scratch.fresh()?;
        let mut argv: Vec<OsString> = vec![(&self.program).into()];
        argv.extend(self.row().flags.iter().map(OsString::from));
        if !flags.is_empty() {
            // One option for all of them, which a shell takes apart.
            let quoted: Vec<String> = flags.iter().map(|flag| quoted(flag)).collect();
            argv.push(format!("-cpp-extra-args={}", quoted.join(" ")).into());
        }
        if sources.iter().any(|source| main_has_parameters(&source.text)) {
            argv.extend(["-main", ENTRY_NAME].map(OsString::from));
        }
        for source in sources {
            let path = dir.path().join(&source.name);
            let entry = if main_has_parameters(&source.text) { ENTRY } else { "" };
            std::fs::write(&path, [&source.text, entry].concat())
                .map_err(|error| Environment::scratch(dir.path(), error))?;
            argv.extend(source.name.ends_with(".c").then(|| path.into()));
        }
        let limits = Limits { address_space: None, ..setup.compile.clone() };
        let job =
            Job { argv, dir: dir.path().to_owned(), env: Vec::new(), limits, reach: setup.reach.clone() };
        Ok(Some(run(&job, &setup.cancel)?))
    }

    fn toolchain(&self) -> Toolchain {
        let words: Vec<&str> =
            std::iter::once(self.program.as_str()).chain(self.row().flags.iter().copied()).collect();
        Toolchain {
            name: self.program.clone(),
            family: Family::Unknown,
            language: Language::C,
            command: Template::from_words(&words),
            runner: Vec::new(),
            levels: Vec::new(),
            fingerprint: Fingerprint::take(self.program.as_ref(), String::new()),
        }
    }

    fn read(&self, ran: &Ran) -> Validation {
        let said = [ran.stdout.as_slice(), ran.stderr.as_slice()].concat();
        let text = String::from_utf8_lossy(&said);
        if let Some((message, line)) = first_report(&text, self.row().marks) {
            return Validation::Report(Report { validator: self.kind, message, line });
        }
        match ran.status {
            // A program may end with any code, but an analysis that does has not judged it.
            Status::Exited(code) if code != 0 && self.kind == Kind::FramaC => Validation::Unavailable,
            Status::Exited(_) => Validation::Clean { asked: vec![self.kind] },
            Status::Signaled(_) | Status::TimedOut(_) | Status::Limited(_) | Status::Cancelled => {
                Validation::Unavailable
            }
        }
    }
}

/// Sanitizers map terabytes and are several times slower; their reports come last, so that the program's
/// own output must not end the run.
fn roomy(limits: &Limits) -> Limits {
    let limits = Limits { address_space: None, overflow: Overflow::Discard, ..limits.clone() };
    Limits { wall: limits.wall * 5, cpu: limits.cpu * 5, resident: limits.resident * 2, ..limits }
}

/// An analysis takes the arguments of `main` for anything, and every use of them for undefined. The program runs without any.
const ENTRY_NAME: &str = "assay_entry";
const ENTRY: &str = "
int assay_entry(void) {
    static char assay_name[] = \"program\";
    static char *assay_arguments[] = {assay_name, 0};
    return main(1, assay_arguments);
}
";

fn main_has_parameters(text: &str) -> bool {
    text.match_indices("main").any(|(at, name)| {
        let behind = text[at + name.len()..].trim_start();
        let whole_word = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        whole_word && behind.strip_prefix('(').is_some_and(|list| list.trim_start().starts_with("int"))
    })
}

/// A word that a shell takes as it is.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The plain name, or else the highest version on the path: on Debian there may be only `clang-16`.
fn newest(stem: &str) -> Option<String> {
    const VERSIONS: std::ops::RangeInclusive<u32> = 8..=40;
    let plain = find_program(stem);
    let found =
        plain.or_else(|| VERSIONS.rev().find_map(|version| find_program(&format!("{stem}-{version}"))));
    found.map(|path| path.display().to_string())
}

/// The message behind the mark, and the line of the program that it is about.
fn first_report(text: &str, marks: &[&str]) -> Option<(String, Option<u32>)> {
    let lines: Vec<&str> = text.lines().collect();
    let (at, (before, message)) =
        lines.iter().enumerate().find_map(|(at, line)| Some((at, split_at_mark(line, marks)?)))?;
    // Frama-C breaks its lines behind the place.
    let rest = if message.trim_end().ends_with("Warning:") {
        lines.get(at + 1).map_or("", |line| line.trim())
    } else {
        ""
    };
    let said = [message.trim(), rest].join(" ");
    // UBSan names the place before the message, Frama-C in it, ASan and MSan in the stack below.
    let places = [before, message].into_iter().chain(lines[at + 1..].iter().copied());
    Some((said.trim_end().to_owned(), places.take(STACK).find_map(line_in)))
}

fn split_at_mark<'a>(line: &'a str, marks: &[&str]) -> Option<(&'a str, &'a str)> {
    marks.iter().find_map(|mark| line.split_once(mark))
}

/// How far below its message a report's stack is searched.
const STACK: usize = 40;

/// `test.c:12:3` or `test.c:12`, anywhere in a line.
fn line_in(text: &str) -> Option<u32> {
    let after = text.split_once(".c:")?.1;
    let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    after[..digits].parse().ok()
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::GccAsanUbsan => "gcc ASan+UBSan",
            Kind::ClangAsanUbsan => "clang ASan+UBSan",
            Kind::ClangMsan => "clang MSan",
            Kind::FramaC => "Frama-C",
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}: line {line}: {}", self.validator, self.message),
            None => write!(f, "{}: {}", self.validator, self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_main_are_seen() {
        assert!(main_has_parameters("int main (int argc, char* argv[])\n{"));
        assert!(!main_has_parameters("int main(void) { return domain(int_of(1)); }"));
    }

    #[test]
    fn a_shell_gives_quoted_words_back() {
        for word in ["-I/a dir", "-DX='y'", "-D\"q\"", "$HOME", "a\\b"] {
            let echo = format!("printf %s {}", quoted(word));
            let said = std::process::Command::new("sh").args(["-c", &echo]).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&said.stdout), word);
        }
    }

    #[test]
    fn reports_are_read() {
        let rows = [
            ("t.c:5:3: runtime error: signed integer overflow: 1 + 2", "signed integer overflow: 1 + 2", 5),
            (
                "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1\n #0 0x2 in main /tmp/t.c:9\n",
                "stack-buffer-overflow on address 0x1",
                9,
            ),
            (
                "[eva:alarm] t.c:12: Warning: signed overflow. assert x;",
                "t.c:12: Warning: signed overflow. assert x;",
                12,
            ),
            (
                "[eva:alarm] t.c:7: Warning: \n  out of bounds read. assert x;",
                "t.c:7: Warning: out of bounds read. assert x;",
                7,
            ),
        ];
        for (text, message, line) in rows {
            let marks: Vec<&str> = ROWS.iter().flat_map(|row| row.marks.iter().copied()).collect();
            assert_eq!(first_report(text, &marks), Some((message.to_owned(), Some(line))));
        }
    }
}
