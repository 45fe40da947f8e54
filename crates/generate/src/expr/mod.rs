//! Expressions: raw operations over what is in scope. Nothing is guarded here; the machine evaluates the result, and
//! [`crate::repair`] mends what would be undefined.

pub mod bits;
pub mod csmith_pointers;
pub mod csmith_table;
pub mod float_expr;
pub mod float_vector_expr;
pub mod guard;
pub mod inexact_expr;
pub mod init_loops;
pub mod initialisers;
pub mod inner_calls;
pub mod ints;
pub mod literals;
pub mod lvalue;
pub mod operators;
pub mod pointer_arith;
pub mod scopes;
pub mod statement_expr;
pub mod vector_expr;

use crate::policy::Policy;
use crate::state::grammar::Grammar;

/// The tables that the policy asks for: the engine's own, or Csmith's.
pub fn grammar(policy: &Policy) -> Grammar {
    let int = if policy.manner.expression_table { csmith_table::expression } else { ints::expr };
    Grammar { int, value: ints::value_of }
}
