//! Statements. Bodies are always blocks; labels and cases are markers in a block's list, which name the
//! statement that follows them.

use crate::ids::{BlockId, ExprId, LabelId, StmtId, VarId};

/// A statement, with the expressions and blocks in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// `;`
    Empty,
    /// Where a program under growth goes on. A finished program has none.
    Hole,
    /// Declares a local variable, and initialises it if it has an initialiser. Static ones are
    /// initialised before the program starts.
    Decl(VarId),
    /// An expression, for its effects.
    Expr(ExprId),
    /// `{ … }`
    Block(BlockId),
    /// `if (cond) … else …`
    If {
        /// What is decided by.
        cond: ExprId,
        /// What runs if it is not zero.
        then: BlockId,
        /// What runs if it is zero, if there is an `else`.
        els: Option<BlockId>,
    },
    /// `for (init; cond; step) …`
    For {
        /// Declarations, or one expression statement, or empty. Its scope is the loop.
        init: BlockId,
        /// What keeps it going; without one it goes on for ever.
        cond: Option<ExprId>,
        /// What comes after each iteration.
        step: Option<ExprId>,
        /// What is repeated.
        body: BlockId,
    },
    /// `while (cond) …`
    While {
        /// What keeps it going.
        cond: ExprId,
        /// What is repeated.
        body: BlockId,
    },
    /// `do … while (cond);`
    DoWhile {
        /// What is repeated.
        body: BlockId,
        /// What keeps it going.
        cond: ExprId,
    },
    /// `switch (on) …`
    Switch {
        /// What is compared with the cases.
        on: ExprId,
        /// The block that the cases are in.
        body: BlockId,
    },
    /// An integer constant expression, converted to the promoted type of the switch.
    Case(ExprId),
    /// `default:`
    Default,
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto label;`
    Goto(LabelId),
    /// `label:`
    Label(LabelId),
    /// `return;`, or with a value.
    Return(Option<ExprId>),
}

/// How many values GNU's `case 1 ... 5` may have: the machine knows each.
pub const LONGEST_RANGE: i128 = 1024;

impl Stmt {
    /// Whether `#pragma GCC unroll` may stand before it: GCC refuses a loop without a condition.
    pub fn may_be_unrolled(&self) -> bool {
        matches!(self, Stmt::For { cond: Some(_), .. } | Stmt::While { .. } | Stmt::DoWhile { .. })
    }

    /// Calls `f` with each block directly inside the statement, in the order of the text.
    pub fn for_each_block(&self, mut f: impl FnMut(BlockId)) {
        match *self {
            Stmt::Block(b)
            | Stmt::While { body: b, .. }
            | Stmt::DoWhile { body: b, .. }
            | Stmt::Switch { body: b, .. } => f(b),
            Stmt::If { then, els, .. } => {
                f(then);
                els.into_iter().for_each(f);
            }
            Stmt::For { init, body, .. } => {
                f(init);
                f(body);
            }
            Stmt::Empty
            | Stmt::Hole
            | Stmt::Decl(_)
            | Stmt::Expr(_)
            | Stmt::Case(_)
            | Stmt::Default
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Return(_) => {}
        }
    }

    /// Calls `f` with each expression directly inside the statement, in the order of the text.
    /// Initialisers of declarations are the variables'.
    pub fn for_each_expr(&self, mut f: impl FnMut(ExprId)) {
        match *self {
            Stmt::Expr(e)
            | Stmt::If { cond: e, .. }
            | Stmt::While { cond: e, .. }
            | Stmt::DoWhile { cond: e, .. }
            | Stmt::Switch { on: e, .. }
            | Stmt::Case(e)
            | Stmt::Return(Some(e)) => f(e),
            Stmt::For { cond, step, .. } => cond.into_iter().chain(step).for_each(f),
            Stmt::Empty
            | Stmt::Hole
            | Stmt::Decl(_)
            | Stmt::Block(_)
            | Stmt::Default
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Return(None) => {}
        }
    }
}

/// A list of statements as it is walked: see [`crate::program::Program::blocks`].
pub type StmtList = Vec<StmtId>;
