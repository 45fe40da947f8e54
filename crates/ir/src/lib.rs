//! What a program is: types, target model, expressions, statements, and the rules that make them C.
//! Nothing here executes, prints or chooses.

pub mod arith;
pub mod ids;
pub mod target;
