//! How an execution ends. The program's outcome, its undefined behaviour included, is data; only
//! [`Stop`] travels through the evaluator as an error.

use crate::ub::{Culprit, Ub};
use ir::{ExprId, StmtId};

/// How an execution ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// `main` returned, or `exit` was called.
    Finished {
        /// What the program returned.
        exit_code: i32,
    },
    /// `abort()` and its like.
    Aborted,
    /// Something undefined was about to happen.
    Undefined(Box<Found>),
    /// More steps or deeper calls than allowed, or a loop that can never end.
    OutOfBudget(Limit),
    /// Well-formed, but beyond what the machine models.
    Unsupported(Box<Gap>),
}

/// Undefined behaviour and where it was met.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What it is.
    pub ub: Ub,
    /// The expression, if it is one.
    pub expr: Option<ExprId>,
    /// The statement, if that is known.
    pub stmt: Option<StmtId>,
    /// The object it is about, if there is one.
    pub culprit: Option<Culprit>,
    /// The call that allocated the object.
    pub made: Option<ExprId>,
    /// The call that freed it.
    pub died: Option<ExprId>,
}

/// A bound on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Node evaluations.
    Steps,
    /// Nested calls.
    Depth,
    /// Bytes of objects, or of output.
    Memory,
    /// A loop with a constant condition and no effect, or such jumps: defined, and for ever.
    Endless,
}

/// Something that the machine does not model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What it is.
    pub what: Missing,
    /// The expression, if it is one.
    pub expr: Option<ExprId>,
}

/// What the machine does not model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// A function without a body that is not of the library.
    #[error("call of {0}, which is declared but not defined")]
    Function(String),
    /// A variable that is defined elsewhere.
    #[error("use of {0}, which is declared but not defined")]
    Variable(String),
    /// Inline assembly that does something.
    #[error("inline assembly that is neither empty nor a jump: {0:?}")]
    Assembly(String),
    /// An output of inline assembly that the machine cannot know.
    #[error("an output of inline assembly that no input gives its value")]
    AssemblyOutput,
    /// A sort whose result differs between libraries.
    #[error("the order of elements that compare equal, which libraries choose differently")]
    UnstableSort,
    /// A result that is told through `errno`.
    #[error("a number that is too large for strtol, which sets errno")]
    Errno,
    /// A function of mathematics whose result differs between libraries.
    #[error("a result of {0} that is not exact, which libraries round differently")]
    Rounding(&'static str),
    /// An address as a number.
    #[error("the numeric value of an address")]
    Address,
    /// A part of a pointer's bytes.
    #[error("the bytes of a pointer")]
    PointerBytes,
    /// What `may_alias` allows.
    #[error("an access through another type in a program with the attribute may_alias")]
    MayAlias,
    /// A conversion of `printf` that is not there.
    #[error("the conversion {0} of printf")]
    Conversion(String),
    /// An object that does not fit into the memory of the machine.
    #[error("an object of more than 2 GiB")]
    HugeObject,
    /// A call of `realloc` that frees.
    #[error("realloc to no bytes at all, which libraries answer differently")]
    ZeroRealloc,
    /// A signal that would end the process.
    #[error("signal {0} without a handler, which ends the process")]
    Signal(i64),
    /// There is nothing to begin with.
    #[error("a program without main")]
    NoMain,
    /// A hole in a finished program.
    #[error("a hole that nothing fills")]
    Hole,
    /// A repair that was made where evaluation cannot begin again.
    #[error("a repair after which nothing can go on")]
    Resumption,
}

/// Why evaluation does not go on. Small, because every step may return it.
#[derive(Debug)]
pub enum Stop {
    /// Something undefined was met.
    Ub(Box<Found>),
    /// Something was met that the machine does not model.
    Unsupported(Box<Gap>),
    /// A bound was reached.
    Budget(Limit),
    /// `exit` was called with this code.
    Exit(i32),
    /// `abort` was called.
    Abort,
    /// A repair has changed more than the site: evaluation starts again further up.
    Repaired(Resume),
}

/// Where evaluation starts again after a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// The node was a place that is read, and is a value now.
    Node(ExprId),
    /// Something else stands where the statement was.
    Statement(StmtId),
}

/// What evaluating something gives, or why it stopped.
pub type Eval<T> = Result<T, Stop>;

impl Stop {
    /// Whether evaluation was stopped because the order of operands is open.
    pub(crate) fn is_open_order(&self) -> bool {
        matches!(self, Stop::Ub(found) if found.ub.is_open_order())
    }

    /// How the execution ended, if nothing catches the stop.
    pub fn outcome(self) -> Outcome {
        match self {
            Stop::Ub(found) => Outcome::Undefined(found),
            Stop::Unsupported(gap) => Outcome::Unsupported(gap),
            Stop::Budget(limit) => Outcome::OutOfBudget(limit),
            Stop::Exit(exit_code) => Outcome::Finished { exit_code },
            Stop::Abort => Outcome::Aborted,
            Stop::Repaired(resume) => {
                let expr = match resume {
                    Resume::Node(site) => Some(site),
                    Resume::Statement(_) => None,
                };
                Outcome::Unsupported(Box::new(Gap { what: Missing::Resumption, expr }))
            }
        }
    }
}
