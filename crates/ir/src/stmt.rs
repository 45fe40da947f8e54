//! Statements. Bodies are always blocks; labels and cases are markers in a block's list, which name the
//! statement that follows them.

use crate::ids::{BlockId, ExprId, LabelId, StmtId, VarId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stmt {
    Empty,
    /// Where a program under growth goes on. A finished program has none.
    Hole,
    /// Declares a local variable, and initialises it if it has an initialiser. Static ones are
    /// initialised before the program starts.
    Decl(VarId),
    Expr(ExprId),
    Block(BlockId),
    If {
        cond: ExprId,
        then: BlockId,
        els: Option<BlockId>,
    },
    For {
        /// Declarations, or one expression statement, or empty. Its scope is the loop.
        init: BlockId,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: BlockId,
    },
    While {
        cond: ExprId,
        body: BlockId,
    },
    DoWhile {
        body: BlockId,
        cond: ExprId,
    },
    Switch {
        on: ExprId,
        body: BlockId,
    },
    /// An integer constant expression, converted to the promoted type of the switch.
    Case(ExprId),
    Default,
    Break,
    Continue,
    Goto(LabelId),
    Label(LabelId),
    Return(Option<ExprId>),
}

impl Stmt {
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
