//! The wrapper around the real compiler: to assembly, through the plant, and on to the executable.
//!
//! It runs as a child of the harness, which limits it and kills it with all its children, so it starts its own
//! compilers in the simplest way.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use signal_hook::consts::SIGABRT;
use signal_hook::iterator::Signals;

use super::plant::{Effect, apply};
use super::{Bug, Levels, Sabotage, UsageError};

/// What the wrapper's process is to do at its end.
#[derive(Debug)]
pub enum Outcome {
    Exit(u8),
    /// Say this on standard error, and fail.
    Fail {
        message: String,
        code: u8,
    },
    Abort,
    /// Never end, but say this when asked by SIGABRT.
    Hang {
        message: String,
    },
}

impl Outcome {
    /// Does what ends, or does not end, the process. Gives its exit code.
    pub fn carry_out(self) -> u8 {
        match self {
            Outcome::Exit(code) => code,
            Outcome::Fail { message, code } => {
                // A message that nobody can receive is no reason to fail otherwise.
                let _ = writeln!(io::stderr(), "{message}");
                code
            }
            Outcome::Abort => std::process::abort(),
            Outcome::Hang { message } => {
                wait_for_abort();
                let _ = writeln!(io::stderr(), "{message}");
                1
            }
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Usage(#[from] UsageError),
    #[error("the real compiler or its files: {0}")]
    Io(#[from] io::Error),
}

/// The whole of the command, given its arguments without the program's name.
pub fn run(arguments: &[String]) -> Outcome {
    attempt(arguments)
        .unwrap_or_else(|failure| Outcome::Fail { message: format!("assay-sabotage: {failure}"), code: 2 })
}

fn attempt(arguments: &[String]) -> Result<Outcome, Failure> {
    let (mut sabotage, rest) = Sabotage::parse(arguments)?;
    let line = CompilerLine::parse(&rest);
    sabotage.bugs.retain(|bug| bug.levels.contain(line.level) && !bug.switch.is_off(&line.flags));
    if line.inputs.is_empty() || line.stops_early || sabotage.bugs.is_empty() {
        return Ok(Outcome::Exit(call(&sabotage, &rest)?));
    }
    let dir = tempfile::tempdir()?;
    let mut parts = Vec::new();
    for (i, input) in line.inputs.iter().enumerate() {
        let part = dir.path().join(format!("{i}.s"));
        if let Some(outcome) = one_file(&sabotage, &line, input, &part)? {
            return Ok(outcome);
        }
        parts.push(part);
    }
    Ok(Outcome::Exit(call(&sabotage, &line.with_inputs(&parts))?))
}

/// Compiles one file to sabotaged assembly. `Some`: this is the end.
fn one_file(
    sabotage: &Sabotage,
    line: &CompilerLine,
    input: &str,
    part: &Path,
) -> Result<Option<Outcome>, Failure> {
    let (code, messages) = call_and_listen(sabotage, &line.to_assembly(input, part))?;
    if code != 0 {
        return Ok(Some(Outcome::Exit(code)));
    }
    let mut text = fs::read_to_string(part)?;
    for bug in sabotage.bugs.iter().filter(|bug| !bug.switch.is_bisected_away(&line.flags, &messages)) {
        if let Some(outcome) = strike(bug, input, &mut text) {
            return Ok(Some(outcome));
        }
    }
    fs::write(part, text)?;
    Ok(None)
}

/// What a bug does to a file. `Some`: this is the end.
fn strike(bug: &Bug, input: &str, text: &mut String) -> Option<Outcome> {
    let met = text.contains(&bug.pattern);
    match bug.plant.effect {
        Effect::Rewrite(change) => *text = apply(text, bug.which, &bug.only, change),
        Effect::Crash if met => {
            let message = internal_error("GIMPLE", input, "in expand_sabotage, at sabotage.cc:123");
            return Some(Outcome::Fail { message, code: 1 });
        }
        Effect::Reject if met => return Some(rejection(input)),
        Effect::Abort if met => return Some(Outcome::Abort),
        Effect::Hang if met => {
            return Some(Outcome::Hang { message: internal_error("RTL", input, "Aborted") });
        }
        Effect::Crash | Effect::Reject | Effect::Abort | Effect::Hang => {}
    }
    None
}

fn wait_for_abort() {
    match Signals::new([SIGABRT]) {
        Ok(mut signals) => drop(signals.forever().next()),
        Err(_) => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
    }
}

/// As GCC words it, so that whoever reads GCC's messages can read this one.
fn internal_error(passes: &str, input: &str, what: &str) -> String {
    format!(
        "during {passes} pass: sabotage\n{input}: In function 'func_1':\n{input}:7:3: internal compiler error: \
         {what}\nPlease submit a full bug report, with preprocessed source."
    )
}

fn rejection(input: &str) -> Outcome {
    let message = format!("{input}:7:3: error: expression too complex for sabotage");
    Outcome::Fail { message, code: 1 }
}

/// Calls the real compiler, and passes on what it says.
fn call_and_listen(sabotage: &Sabotage, arguments: &[String]) -> io::Result<(u8, String)> {
    let output = command(sabotage, arguments).stdout(Stdio::inherit()).stdin(Stdio::inherit()).output()?;
    io::stderr().write_all(&output.stderr)?;
    Ok((code_of(output.status), String::from_utf8_lossy(&output.stderr).into_owned()))
}

fn call(sabotage: &Sabotage, arguments: &[String]) -> io::Result<u8> {
    Ok(code_of(command(sabotage, arguments).status()?))
}

fn command(sabotage: &Sabotage, arguments: &[String]) -> Command {
    let mut argv: Vec<OsString> = sabotage.cc.fill(&Default::default());
    let mut command = Command::new(argv.remove(0));
    command.args(argv).args(arguments);
    command
}

/// When the real compiler died by a signal, so does ours, as a shell would tell it.
fn code_of(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(1) as u8
}

/// The real compiler's command line, taken apart.
struct CompilerLine {
    flags: Vec<String>,
    inputs: Vec<String>,
    level: u8,
    /// It was not asked for more than preprocessing, or for assembly, or for its version.
    stops_early: bool,
}

const SOURCE_ENDINGS: [&str; 5] = [".c", ".i", ".cc", ".cpp", ".cxx"];
const EARLY: [&str; 4] = ["-E", "-S", "--version", "-fsyntax-only"];

/// Flags whose value is the next word.
const VALUED: [&str; 8] = ["-o", "-I", "-D", "-U", "-x", "-include", "-isystem", "-mllvm"];

impl CompilerLine {
    fn parse(words: &[String]) -> CompilerLine {
        let mut line = CompilerLine { flags: Vec::new(), inputs: Vec::new(), level: 0, stops_early: false };
        let mut is_value = false;
        for word in words {
            let source = !is_value
                && SOURCE_ENDINGS.iter().any(|ending| word.ends_with(ending))
                && !word.starts_with('-');
            if source {
                line.inputs.push(word.clone())
            } else {
                line.flags.push(word.clone())
            }
            line.level = if is_value { line.level } else { level_of(word).unwrap_or(line.level) };
            line.stops_early |= !is_value && EARLY.contains(&word.as_str());
            is_value = !is_value && VALUED.contains(&word.as_str());
        }
        line
    }

    fn to_assembly(&self, input: &str, out: &Path) -> Vec<String> {
        let mut words = Vec::new();
        let mut flags = self.flags.iter();
        while let Some(flag) = flags.next() {
            match flag.as_str() {
                "-o" => drop(flags.next()),
                "-c" => {}
                _ => words.push(flag.clone()),
            }
        }
        words.extend(["-S".into(), "-o".into(), out.display().to_string(), input.to_owned()]);
        words
    }

    /// Libraries come after what needs them, so the inputs go first.
    fn with_inputs(&self, inputs: &[PathBuf]) -> Vec<String> {
        let inputs = inputs.iter().map(|path| path.display().to_string());
        inputs.chain(self.flags.iter().cloned()).collect()
    }
}

fn level_of(word: &str) -> Option<u8> {
    match word.strip_prefix("-O")? {
        "0" => Some(0),
        "" | "1" | "g" => Some(1),
        "2" | "s" | "z" => Some(2),
        _ => Some(3),
    }
}

impl Levels {
    fn contain(self, level: u8) -> bool {
        (self.from..=self.to).contains(&level)
    }
}
