//! The grammar of expressions is recursive, its modules are not: what is below the tables calls back through here. Which
//! tables they are is the policy's choice, made once.

use crate::state::Run;
use crate::state::cx::Cx;
use ir::{ExprId, Ty};

/// The tables of expressions that a program grows by.
#[derive(Clone, Copy)]
pub struct Grammar {
    /// An expression of some integer type.
    pub int: fn(&mut Run, &mut Cx) -> ExprId,
    /// A value of a type.
    pub value: fn(&mut Run, &mut Cx, Ty) -> Option<ExprId>,
}

/// An expression of some integer type.
pub fn int(m: &mut Run, cx: &mut Cx) -> ExprId {
    (m.grow.grammar.int)(m, cx)
}

/// A value of the type, converted as an assignment does.
pub fn value_of(m: &mut Run, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    (m.grow.grammar.value)(m, cx, ty)
}
