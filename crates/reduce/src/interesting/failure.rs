//! What a candidate has to show: the failure that the program was given for, and no other.

use harness::{Defect, Signal, Signature, Verdict};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
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

impl Failure {
    /// `None`: there is nothing wrong.
    pub fn of(verdict: &Verdict) -> Option<Failure> {
        Some(match verdict {
            Verdict::Ok => return None,
            Verdict::WrongResult(difference) if difference.expected == difference.actual => {
                Failure::WrongExit
            }
            Verdict::WrongResult(_) => Failure::WrongResult,
            Verdict::CompilerCrash { signature } => Failure::CompilerCrash(signature.clone()),
            Verdict::CompilerHang { clock: _ } => Failure::CompilerHang,
            Verdict::CompilerReject { first_error } => Failure::Reject(words(first_error)),
            Verdict::BadOutput { defect } => Failure::BadOutput(*defect),
            Verdict::ProgramCrash { signal } => Failure::ProgramCrash(*signal),
            Verdict::ProgramHang { clock: _ } => Failure::ProgramHang,
        })
    }

    /// Whether the verdict is the failure that is looked for. A program that checks itself aborts when its result is
    /// wrong.
    pub fn is_met(&self, verdict: &Verdict, checks_itself: bool) -> bool {
        let aborted = matches!(verdict, Verdict::ProgramCrash { signal } if *signal == Signal::ABORT);
        (*self == Failure::WrongResult && checks_itself && aborted)
            || Failure::of(verdict).as_ref() == Some(self)
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::WrongResult => write!(f, "wrong result"),
            Failure::WrongExit => write!(f, "wrong exit code"),
            Failure::CompilerCrash(signature) => write!(f, "compiler crash: {signature}"),
            Failure::CompilerHang => write!(f, "compiler hang"),
            Failure::Reject(words) => write!(f, "rejected: {words}"),
            Failure::BadOutput(defect) => write!(f, "bad output: {defect}"),
            Failure::ProgramCrash(signal) => write!(f, "program crash: {signal}"),
            Failure::ProgramHang => write!(f, "program hang"),
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
        assert_eq!(Failure::of(&verdict("2\n", 0)), Some(Failure::WrongResult));
        assert_eq!(Failure::of(&verdict("2\n", 7)), Some(Failure::WrongResult));
        assert_eq!(Failure::of(&verdict("1\n", 7)), Some(Failure::WrongExit));
    }
}
