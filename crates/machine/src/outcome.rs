//! How an execution ends. The program's outcome, its undefined behaviour included, is data; only
//! [`Stop`] travels through the evaluator as an error.

use crate::ub::{Culprit, Ub};
use ir::{ExprId, StmtId};

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Finished {
        exit_code: i32,
    },
    /// `abort()` and its like.
    Aborted,
    Undefined(Box<Found>),
    /// More steps or deeper calls than allowed, or a loop that can never end.
    OutOfBudget(Limit),
    /// Well-formed, but beyond what the machine models.
    Unsupported(Box<Gap>),
}

/// Undefined behaviour and where it was met.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub ub: Ub,
    pub expr: Option<ExprId>,
    pub stmt: Option<StmtId>,
    /// The object it is about, if there is one.
    pub culprit: Option<Culprit>,
    /// The call that allocated the object.
    pub made: Option<ExprId>,
    /// The call that freed it.
    pub died: Option<ExprId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Steps,
    Depth,
    Memory,
    /// A loop with a constant condition and no effect, or such jumps: defined, and for ever.
    Endless,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub what: Missing,
    pub expr: Option<ExprId>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    #[error("call of {0}, which is declared but not defined")]
    Function(String),
    #[error("use of {0}, which is declared but not defined")]
    Variable(String),
    #[error("inline assembly that is neither empty nor a jump: {0:?}")]
    Assembly(String),
    #[error("an output of inline assembly that no input gives its value")]
    AssemblyOutput,
    #[error("the order of elements that compare equal, which libraries choose differently")]
    UnstableSort,
    #[error("a number that is too large for strtol, which sets errno")]
    Errno,
    #[error("a result of {0} that is not exact, which libraries round differently")]
    Rounding(&'static str),
    #[error("the numeric value of an address")]
    Address,
    #[error("the bytes of a pointer")]
    PointerBytes,
    #[error("an access through another type in a program with the attribute may_alias")]
    MayAlias,
    #[error("the conversion {0} of printf")]
    Conversion(String),
    #[error("an object of more than 2 GiB")]
    HugeObject,
    #[error("realloc to no bytes at all, which libraries answer differently")]
    ZeroRealloc,
    #[error("signal {0} without a handler, which ends the process")]
    Signal(i64),
    #[error("a program without main")]
    NoMain,
    #[error("a hole that nothing fills")]
    Hole,
    #[error("a repair after which nothing can go on")]
    Resumption,
}

/// Why evaluation does not go on. Small, because every step may return it.
#[derive(Debug)]
pub enum Stop {
    Ub(Box<Found>),
    Unsupported(Box<Gap>),
    Budget(Limit),
    Exit(i32),
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

pub type Eval<T> = Result<T, Stop>;

impl Stop {
    /// Whether evaluation was stopped because the order of operands is open.
    pub(crate) fn is_open_order(&self) -> bool {
        matches!(self, Stop::Ub(found) if found.ub.is_open_order())
    }

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
