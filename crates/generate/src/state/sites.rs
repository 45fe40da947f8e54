//! Nodes of expressions: whose they are, and how they are copied.

use crate::state::Run;
use ir::{BlockId, ExprId, StmtId};

/// Which statement a node belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub stmt: StmtId,
    /// For the condition of a loop: the body, before whose first turn it is evaluated once.
    pub body: Option<BlockId>,
}

/// A copy of the tree in which lenient nodes are lenient too.
pub fn copy(m: &mut Run, e: ExprId) -> ExprId {
    let new = m.grow.p.copy_expr(e);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    nodes(m, e, &mut from);
    nodes(m, new, &mut to);
    for (old, new) in from.into_iter().zip(to) {
        if m.grow.is_lenient(old) {
            m.grow.set_lenient(new);
        }
    }
    new
}

pub fn nodes(m: &Run, e: ExprId, into: &mut Vec<ExprId>) {
    into.push(e);
    m.grow.p.for_each_child(e, |child| nodes(m, child, into));
}
