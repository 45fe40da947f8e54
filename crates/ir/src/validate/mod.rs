//! Whether a program is C: every constraint that the standard puts on a program of this representation, and
//! every rule of the representation itself, checked without the code that builds programs.
//!
//! It re-derives all types. It does not execute anything, so what is merely undefined is not its concern.
//! It takes time linear in the program's size, because debug builds run it on each program.

mod consts;
mod decl;
mod effects;
mod expr;
mod init;
mod kind;
mod lvalue;
mod names;
mod scope;
mod stmt;
mod tree;
mod types;
mod typing;

use crate::ids::{
    AliasId, BlockId, EnumId, ExprId, FnTypeId, FuncId, InitId, LabelId, RecordId, StmtId, VarId,
};
use crate::program::Program;

pub use kind::{Dialect, ViolationKind};
pub use lvalue::{bit_field_width, is_lvalue};

/// Whether a program may still grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Holes {
    /// A hole is a violation: the program is to be finished.
    #[default]
    Refused,
    /// A hole may be filled later.
    Allowed,
}

/// What a program is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// The language that the rules are of.
    pub dialect: Dialect,
    /// Whether the program may be unfinished.
    pub holes: Holes,
}

/// Where something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
    /// A block.
    Block(BlockId),
    /// A variable.
    Var(VarId),
    /// A function.
    Func(FuncId),
    /// A label.
    Label(LabelId),
    /// An initialiser.
    Init(InitId),
    /// A record.
    Record(RecordId),
    /// A member of a record, by its number.
    Field(RecordId, u32),
    /// An enumerated type.
    Enum(EnumId),
    /// A typedef name.
    Alias(AliasId),
    /// A function type.
    FnType(FnTypeId),
}

/// A constraint that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Violation {
    /// Where.
    pub at: Place,
    /// Which.
    pub kind: ViolationKind,
}

/// Everything that is wrong with a finished program in C17, one concern after the other.
pub fn validate(p: &Program) -> Vec<Violation> {
    validate_with(p, Rules::default())
}

/// Everything that is wrong with a program under the given rules. A program whose nodes do not form a tree
/// is not looked at any further.
pub fn validate_with(p: &Program, rules: Rules) -> Vec<Violation> {
    let mut check = Check { p, rules, found: Vec::new() };
    let reached = tree::check(&mut check);
    if check.found.is_empty() {
        types::check(&mut check, &reached);
    }
    // What follows asks for sizes and follows typedef names, so the types have to make sense.
    if check.found.is_empty() {
        decl::check(&mut check, &reached);
        scope::check(&mut check);
        expr::check(&mut check, &reached);
        effects::check(&mut check, &reached);
        init::check(&mut check, &reached);
        stmt::check(&mut check);
    }
    check.found
}

/// The program, and what was found wrong with it so far.
struct Check<'p> {
    p: &'p Program,
    rules: Rules,
    found: Vec<Violation>,
}

impl Check<'_> {
    fn report(&mut self, at: Place, kind: ViolationKind) {
        if !kind.is_waived(self.rules.dialect) {
            self.found.push(Violation { at, kind });
        }
    }

    /// Reports the violation that a check ended with, if it did.
    fn note(&mut self, at: Place, outcome: Outcome) {
        if let Err(kind) = outcome {
            self.report(at, kind);
        }
    }
}

/// The first violation at a place, where what follows from it is not worth a report.
type Outcome<T = ()> = Result<T, ViolationKind>;

/// Fails with the violation unless the condition holds.
fn ensure(holds: bool, otherwise: ViolationKind) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Expr(id) => write!(f, "{id:?}"),
            Place::Stmt(id) => write!(f, "{id:?}"),
            Place::Block(id) => write!(f, "{id:?}"),
            Place::Var(id) => write!(f, "{id:?}"),
            Place::Func(id) => write!(f, "{id:?}"),
            Place::Label(id) => write!(f, "{id:?}"),
            Place::Init(id) => write!(f, "{id:?}"),
            Place::Record(id) => write!(f, "{id:?}"),
            Place::Field(id, n) => write!(f, "{id:?} field {n}"),
            Place::Enum(id) => write!(f, "{id:?}"),
            Place::Alias(id) => write!(f, "{id:?}"),
            Place::FnType(id) => write!(f, "{id:?}"),
        }
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.at, self.kind)
    }
}
