//! Reducers that work on text: C-Vise, C-Reduce, and the script that answers them.

pub(crate) mod script;
pub(crate) mod tools;
