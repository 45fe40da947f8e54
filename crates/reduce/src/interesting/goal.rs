//! What a candidate has to show: the failure that the program was given for, and no other.

use harness::{Defect, Signal, Signature, Verdict};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The program prints something else than the machine says.
    WrongResult,
    /// It prints what it should, and ends with another code. To leave `return 0;` out of `main` shows this of compilers
    /// that are older than C99, so it must not be taken for a wrong result.
    WrongExit,
    CompilerCrash(Signature),
    CompilerHang,
    /// The compiler refuses a valid program with these words, but for names and numbers.
    Reject(String),
    BadOutput(Defect),
    ProgramCrash(Signal),
    ProgramHang,
}

impl Goal {
    /// `None`: there is nothing wrong.
    pub fn of(verdict: &Verdict) -> Option<Goal> {
        Some(match verdict {
            Verdict::Ok => return None,
            Verdict::WrongResult(difference) if difference.expected == difference.actual => Goal::WrongExit,
            Verdict::WrongResult(_) => Goal::WrongResult,
            Verdict::CompilerCrash { signature } => Goal::CompilerCrash(signature.clone()),
            Verdict::CompilerHang { clock: _ } => Goal::CompilerHang,
            Verdict::CompilerReject { first_error } => Goal::Reject(words(first_error)),
            Verdict::BadOutput { defect } => Goal::BadOutput(*defect),
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
            Goal::WrongExit => write!(f, "wrong exit code"),
            Goal::CompilerCrash(signature) => write!(f, "compiler crash: {signature}"),
            Goal::CompilerHang => write!(f, "compiler hang"),
            Goal::Reject(words) => write!(f, "rejected: {words}"),
            Goal::BadOutput(defect) => write!(f, "bad output: {defect}"),
            Goal::ProgramCrash(signal) => write!(f, "program crash: {signal}"),
            Goal::ProgramHang => write!(f, "program hang"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::execute::{Ending, Output};
    use harness::{Expected, oracle};

    fn verdict(stdout: &str, code: i32) -> Verdict {
        let expected = Expected { stdout: b"1\n".to_vec(), code: 0 };
        let got = Output { stdout: stdout.into(), ending: Ending::Code(code) };
        Verdict::WrongResult(oracle::compare(&expected, &got).expect("they differ"))
    }

    #[test]
    fn another_exit_code_is_another_failure() {
        assert_eq!(Goal::of(&verdict("2\n", 0)), Some(Goal::WrongResult));
        assert_eq!(Goal::of(&verdict("2\n", 7)), Some(Goal::WrongResult));
        assert_eq!(Goal::of(&verdict("1\n", 7)), Some(Goal::WrongExit));
    }
}
