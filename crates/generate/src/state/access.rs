//! What variables may be used for: by an expression that wants an lvalue, by their role among the globals, and by a function
//! that has promised to keep quiet.

use ir::BinaryOp;

/// What an lvalue is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Read,
    /// As the left side of an assignment.
    Write,
    /// For an address.
    Address,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GlobalRole {
    #[default]
    Mixed,
    Input,
    Output,
}

impl GlobalRole {
    /// Whether a variable may be used so. What has its address taken can be read and written.
    pub fn allows(self, usage: Use) -> bool {
        match self {
            GlobalRole::Mixed => true,
            GlobalRole::Input => usage == Use::Read,
            GlobalRole::Output => usage == Use::Write,
        }
    }
}

/// What a function that grows must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Quiet {
    #[default]
    No,
    /// It writes nothing but its own variables.
    Pure,
    /// It does not read anything else either.
    Const,
}

impl Quiet {
    /// Whether only the function's own variables are there for this use.
    pub fn hides(self, usage: Use) -> bool {
        match self {
            Quiet::No => false,
            Quiet::Pure => usage == Use::Write,
            Quiet::Const => true,
        }
    }

    pub fn allows(self, op: BinaryOp) -> bool {
        self == Quiet::No || !(matches!(op, BinaryOp::Div | BinaryOp::Rem) || op.is_shift())
    }
}
