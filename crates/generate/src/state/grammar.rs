//! The grammar of expressions is recursive, its modules are not: what is below the tables calls back through here. Which
//! tables they are is the policy's choice, made once.

use crate::state::Gen;
use crate::state::cx::Cx;
use ir::{ExprId, Ty};
use machine::View;

/// The tables of expressions that a program grows by.
#[derive(Clone, Copy)]
pub struct Grammar {
    /// An expression of some integer type.
    pub int: fn(&mut Gen, &View, &mut Cx) -> ExprId,
    /// A value of a type.
    pub value: fn(&mut Gen, &View, &mut Cx, Ty) -> Option<ExprId>,
}

/// An expression of some integer type.
pub fn int(g: &mut Gen, view: &View, cx: &mut Cx) -> ExprId {
    (g.grammar.int)(g, view, cx)
}

/// A value of the type, converted as an assignment does.
pub fn value_of(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    (g.grammar.value)(g, view, cx, ty)
}
