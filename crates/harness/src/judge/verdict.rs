//! What a test says about one compiler. `OracleSuspect` is not here: it is a statement about several, and
//! is made by [`crate::judge::oracle::judge`].

use std::fmt;

use crate::compiler::compile::{Compilation, Defect};
use crate::compiler::signature::Signature;
use crate::judge::execute::Execution;
use crate::judge::oracle::Difference;
use crate::process::Clock;
use crate::process::signal::Signal;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Ok,
    WrongResult(Difference),
    CompilerCrash {
        signature: Signature,
    },
    CompilerHang {
        clock: Clock,
    },
    CompilerReject {
        first_error: String,
    },
    /// It reports success, and what it wrote cannot be used.
    BadOutput {
        defect: Defect,
    },
    ProgramCrash {
        signal: Signal,
    },
    ProgramHang {
        clock: Clock,
    },
}

impl Verdict {
    /// A compilation alone can be bad; if it is not, there is nothing to say yet.
    pub fn on_compilation(compilation: &Compilation) -> Option<Verdict> {
        match compilation {
            Compilation::Built { program: _ } => None,
            Compilation::Crashed { signature } => {
                Some(Verdict::CompilerCrash { signature: signature.clone() })
            }
            Compilation::Hung { clock } => Some(Verdict::CompilerHang { clock: *clock }),
            Compilation::Rejected { first_error } => {
                Some(Verdict::CompilerReject { first_error: first_error.clone() })
            }
            Compilation::Unusable { defect } => Some(Verdict::BadOutput { defect: *defect }),
        }
    }

    /// An execution, given how its output compares with what was expected, if anything was.
    pub fn on_execution(execution: &Execution, difference: Option<Difference>) -> Verdict {
        match execution {
            Execution::Finished(_) => difference.map_or(Verdict::Ok, Verdict::WrongResult),
            Execution::Crashed { signal } => Verdict::ProgramCrash { signal: *signal },
            Execution::Hung { clock } => Verdict::ProgramHang { clock: *clock },
        }
    }

    pub fn is_ok(&self) -> bool {
        *self == Verdict::Ok
    }

    /// Whether a repetition found the same. Output after the first difference, and which clock ran out
    /// first, may vary.
    pub fn same_kind(&self, other: &Verdict) -> bool {
        match (self, other) {
            (Verdict::CompilerCrash { signature: a }, Verdict::CompilerCrash { signature: b }) => a == b,
            (Verdict::ProgramCrash { signal: a }, Verdict::ProgramCrash { signal: b }) => a == b,
            (Verdict::BadOutput { defect: a }, Verdict::BadOutput { defect: b }) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Ok => write!(f, "ok"),
            Verdict::WrongResult(difference) => write!(f, "wrong result: {difference}"),
            Verdict::CompilerCrash { signature } => write!(f, "compiler crash: {signature}"),
            Verdict::CompilerHang { clock } => write!(f, "compiler hang ({clock} limit)"),
            Verdict::CompilerReject { first_error } => write!(f, "rejected: {first_error}"),
            Verdict::BadOutput { defect } => {
                write!(f, "bad output: the compiler reports success and leaves {defect}")
            }
            Verdict::ProgramCrash { signal } => write!(f, "program crash: {signal}"),
            Verdict::ProgramHang { clock } => write!(f, "program hang ({clock} limit)"),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Clock::Wall => "wall time",
            Clock::Cpu => "CPU time",
        })
    }
}
