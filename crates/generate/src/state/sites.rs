//! Nodes of expressions: whose they are, and how they are copied.

use crate::state::Gen;
use ir::{BlockId, ExprId, StmtId};

/// Which statement a node belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub stmt: StmtId,
    /// For the condition of a loop: the body, before whose first iteration it is evaluated once.
    pub body: Option<BlockId>,
}

/// A copy of the tree in which lenient nodes are lenient too.
pub fn copy(g: &mut Gen, e: ExprId) -> ExprId {
    let new = g.p.copy_expr(e);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    nodes(g, e, &mut from);
    nodes(g, new, &mut to);
    for (old, new) in from.into_iter().zip(to) {
        if g.is_lenient(old) {
            g.set_lenient(new);
        }
    }
    new
}

pub fn nodes(g: &Gen, e: ExprId, into: &mut Vec<ExprId>) {
    into.push(e);
    g.p.for_each_child(e, |child| nodes(g, child, into));
}
