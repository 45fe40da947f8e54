//! The question "is this program still interesting?" as a shell script, for reducers that work on text. Exit code 0 means
//! yes; it takes no arguments and looks at the file in its own working directory.
//!
//! Without the machine the right answer is unknown, so the sanitizers have to: a program counts only if every one that
//! is here is silent, and what the first of them prints is what the program should print. A crash of the compiler on a program that
//! they object to from the start is followed without them.

use crate::interesting::failure::Failure;
use crate::task::Stage;
use harness::Defect;
use harness::command::quote;
use std::ffi::OsString;
use std::fmt::Write as _;

/// What the script asks.
#[derive(Clone, Debug)]
pub struct Script {
    /// The file that is looked at.
    pub file: String,
    /// The compiler's command line, flags included, without files.
    pub command: Vec<String>,
    /// Words before a compiled program.
    pub runner: Vec<String>,
    pub stage: Stage,
    pub failure: Failure,
    /// For crashes and refusals: what the compiler's messages have to contain.
    pub phrase: Option<String>,
    /// Command lines that build a program which reports undefined behaviour, the first of them the reference. None for crashes of the
    /// compiler on a program that is not defined.
    pub sanitizers: Vec<Vec<String>>,
}

/// Seconds after which something hangs.
const TIMEOUT: u32 = 10;

/// The same where a hang is what is looked for: it is waited for hundreds of times.
const SHORT_PATIENCE: u32 = 2;

/// The text of the script.
pub fn script(s: &Script) -> String {
    let defined = if s.sanitizers.is_empty() { "" } else { "the program is well defined, and " };
    let mut text = format!(
        "#!/bin/sh\n# Exit code 0: {defined}the compiler fails on it as before.\n\
         set -u\nhere=$(pwd)\ndir=$(mktemp -d) || exit 2\ntrap 'rm -rf \"$dir\"' EXIT\n\
         export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 MSAN_OPTIONS=halt_on_error=1\n",
    );
    let file = quote(&s.file);
    let _ = writeln!(text, "cp \"$here\"/{file} \"$dir\" && cd \"$dir\" || exit 2");
    let compile = command(&s.command, &s.file, s.stage);
    let run = words(&s.runner) + "./tested";
    if let Some(first) = training(&s.command, s.stage) {
        let first = command(&first, &s.file, s.stage);
        let _ =
            writeln!(text, "timeout {TIMEOUT} {first} > said 2>&1 && timeout {TIMEOUT} {run} > said 2>&1");
    }
    let failing = match &s.failure {
        Failure::CompilerHang => {
            format!("timeout {SHORT_PATIENCE} {compile} > said 2>&1\n[ $? -eq 124 ] || exit 1\n")
        }
        Failure::CompilerCrash(_) | Failure::Reject(_) => {
            let phrase = quote(s.phrase.as_deref().unwrap_or("error"));
            format!(
                "if timeout {TIMEOUT} {compile} > said 2>&1; then exit 1; fi\ngrep -qF -e {phrase} said || exit 1\n"
            )
        }
        Failure::BadOutput(defect) => {
            let unusable = unusable(*defect);
            format!("timeout {TIMEOUT} {compile} > said 2>&1 || exit 1\n{unusable}\n")
        }
        Failure::WrongResult | Failure::WrongExit | Failure::ProgramCrash(_) | Failure::ProgramHang => {
            format!(
                "timeout {TIMEOUT} {compile} > said 2>&1 || exit 1\ntimeout {TIMEOUT} {run} > given 2> said\ncode=$?\n"
            )
        }
    };
    text.push_str(&failing);
    text.push_str(match &s.failure {
        Failure::ProgramHang => "[ $code -eq 124 ] || exit 1\n",
        Failure::ProgramCrash(_) => "[ $code -gt 128 ] || exit 1\n",
        Failure::WrongResult | Failure::WrongExit => "[ $code -ne 124 ] || exit 1\n",
        Failure::CompilerHang | Failure::CompilerCrash(_) | Failure::Reject(_) | Failure::BadOutput(_) => "",
    });
    for (n, sanitizer) in s.sanitizers.iter().enumerate() {
        sanitized(&mut text, s, n, sanitizer);
    }
    text.push_str("exit 0\n");
    text
}

/// Ends the script unless the output has the defect. What is no program ends with a code of the shell's own.
fn unusable(defect: Defect) -> &'static str {
    match defect {
        Defect::Missing => "[ ! -e tested ] || exit 1",
        Defect::Empty => "[ -e tested ] && [ ! -s tested ] || exit 1",
        Defect::NotAFile => "[ -e tested ] && [ ! -f tested ] || exit 1",
        Defect::NotExecutable => "[ -s tested ] && [ ! -x tested ] || exit 1",
        Defect::NoProgram | Defect::NoLoader => "./tested > given 2>&1; [ $? -ge 126 ] || exit 1",
    }
}

/// Builds with a sanitizer and runs: it has to be silent, and to print what the others print.
fn sanitized(text: &mut String, s: &Script, n: usize, sanitizer: &[String]) {
    let _ = writeln!(
        text,
        "timeout {TIMEOUT} {}-o clean {} > said 2>&1 || exit 1",
        words(sanitizer),
        quote(&s.file)
    );
    let _ = writeln!(text, "timeout {TIMEOUT} ./clean > clean{n} 2> said; clean=$?");
    text.push_str("grep -qE 'runtime error|Sanitizer' said && exit 1\n[ $clean -lt 124 ] || exit 1\n");
    if n > 0 {
        let _ = writeln!(text, "cmp -s clean0 clean{n} || exit 1");
    } else {
        match s.failure {
            Failure::WrongResult => text.push_str("cmp -s clean0 given && exit 1\n"),
            Failure::WrongExit => {
                text.push_str("cmp -s clean0 given || exit 1\n[ $clean -ne $code ] || exit 1\n")
            }
            Failure::CompilerHang
            | Failure::CompilerCrash(_)
            | Failure::Reject(_)
            | Failure::BadOutput(_)
            | Failure::ProgramCrash(_)
            | Failure::ProgramHang => {}
        }
    }
}

fn command(argv: &[String], file: &str, stage: Stage) -> String {
    let object = match stage {
        Stage::Run => "",
        Stage::Compile => "-c ",
    };
    format!("{}{object}-o tested {}", words(argv), quote(file))
}

/// The command that makes the program whose run writes a profile, where the compilation uses one.
fn training(argv: &[String], stage: Stage) -> Option<Vec<String>> {
    let argv: Vec<OsString> = argv.iter().map(OsString::from).collect();
    let first = harness::command::training(&argv).filter(|_| stage == Stage::Run)?;
    Some(first.iter().map(|word| word.to_string_lossy().into_owned()).collect())
}

fn words(argv: &[String]) -> String {
    argv.iter().map(|word| quote(word) + " ").collect()
}

/// The longest piece of a message without digits, quotes and paths: what is the same for the same cause.
pub fn phrase(message: &str) -> Option<String> {
    let line = message.lines().find(|line| line.contains("error") || line.contains("Assertion"))?;
    let line = line.split_once("error: ").map_or(line, |(_, rest)| rest);
    let pieces = line.split(|c: char| c.is_ascii_digit() || "'\"`‘’/".contains(c));
    pieces
        .max_by_key(|piece| piece.len())
        .map(|piece| piece.trim().to_owned())
        .filter(|piece| piece.len() > 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(failure: Failure) -> Script {
        let list = |line: &str| line.split(' ').map(str::to_owned).collect();
        Script {
            file: "test.c".to_owned(),
            command: list("gcc -O2"),
            runner: Vec::new(),
            stage: Stage::Run,
            failure,
            phrase: None,
            sanitizers: vec![list("gcc -w -fsanitize=undefined")],
        }
    }

    #[test]
    fn phrases_do_not_depend_on_places() {
        let rows = [
            (
                "t.c:7:3: internal compiler error: in expand_x, at y.cc:123",
                "internal compiler error: in expand_x, at y.cc:",
            ),
            ("t.c:7: error: unknown 'foo' in this place", "in this place"),
        ];
        for (message, expected) in rows {
            let piece = phrase(message).unwrap();
            assert!(expected.contains(&piece), "{piece}");
        }
        assert_eq!(phrase("all is well"), None);
    }

    /// The scripts are run, as a reducer would: on a program that is right, the answer is no.
    #[test]
    fn a_right_program_is_not_interesting() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("test.c"), "int main(void) { return 0; }\n").unwrap();
        for failure in [
            Failure::WrongResult,
            Failure::CompilerHang,
            Failure::ProgramHang,
            Failure::Reject("x".to_owned()),
        ] {
            std::fs::write(dir.path().join("ask.sh"), script(&example(failure.clone()))).unwrap();
            let job = harness::Job {
                argv: ["sh", "ask.sh"].map(std::ffi::OsString::from).to_vec(),
                dir: dir.path().to_owned(),
                env: Vec::new(),
                limits: harness::Limits::compiler(),
                reach: harness::Reach::default(),
            };
            let ran = harness::process::run(&job, &harness::Cancel::default()).unwrap();
            assert_eq!(ran.status, harness::Status::Exited(1), "{failure}");
        }
    }
}
