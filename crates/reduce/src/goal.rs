//! What a candidate has to show: the failure that the program was given for, and no other.

use harness::{Signal, Signature, Verdict};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The program ends, and not as the machine says.
    WrongResult,
    CompilerCrash(Signature),
    CompilerHang,
    /// The compiler refuses a valid program with these words, but for names and numbers.
    Reject(String),
    ProgramCrash(Signal),
    ProgramHang,
}

impl Goal {
    /// `None`: there is nothing wrong.
    pub fn of(verdict: &Verdict) -> Option<Goal> {
        Some(match verdict {
            Verdict::Ok => return None,
            Verdict::WrongResult(_) => Goal::WrongResult,
            Verdict::CompilerCrash { signature } => Goal::CompilerCrash(signature.clone()),
            Verdict::CompilerHang { clock: _ } => Goal::CompilerHang,
            Verdict::CompilerReject { first_error } => Goal::Reject(words(first_error)),
            Verdict::ProgramCrash { signal } => Goal::ProgramCrash(*signal),
            Verdict::ProgramHang { clock: _ } => Goal::ProgramHang,
        })
    }

    /// Whether the verdict is the failure that is looked for. A program that checks itself aborts when its result is
    /// wrong.
    pub fn is_met(&self, verdict: &Verdict, checks_itself: bool) -> bool {
        let aborted = matches!(verdict, Verdict::ProgramCrash { signal } if *signal == Signal::ABORT);
        (*self == Goal::WrongResult && checks_itself && aborted) || Goal::of(verdict).as_ref() == Some(self)
    }
}

/// An error message without the place, quoted names and digits.
fn words(message: &str) -> String {
    let message = message.split_once("error: ").map_or(message, |(_, rest)| rest);
    let mut text = String::new();
    let mut quoted = false;
    for c in message.chars() {
        match c {
            '\'' | '"' | '`' | '‘' | '’' => quoted = !quoted,
            c if quoted || c.is_ascii_digit() => {}
            c => text.push(c),
        }
    }
    text
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::WrongResult => write!(f, "wrong result"),
            Goal::CompilerCrash(signature) => write!(f, "compiler crash: {signature}"),
            Goal::CompilerHang => write!(f, "compiler hang"),
            Goal::Reject(words) => write!(f, "rejected: {words}"),
            Goal::ProgramCrash(signal) => write!(f, "program crash: {signal}"),
            Goal::ProgramHang => write!(f, "program hang"),
        }
    }
}
