//! What calls under way have promised. Whether they keep it is checked in [`crate::access::promises`].

use ir::{ExprId, FuncId};

/// What a call under way has promised.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PromiseInForce {
    /// The depth of the call: objects of less depth are outside of it.
    pub depth: u32,
    pub func: FuncId,
    pub call: ExprId,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Nothing outside is written.
    Pure,
    /// Nothing outside is even read, unless it is constant.
    Const,
}
