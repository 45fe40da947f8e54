//! Text to tokens, and where they stand. Nothing here knows the grammar.

pub(crate) mod guard_macros;
pub(crate) mod lex;
pub(crate) mod literal;
pub(crate) mod source;
pub(crate) mod token;
