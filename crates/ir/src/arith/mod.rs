//! The arithmetic of C's types: exact, without a program, without memory. The machine, the
//! constant evaluator of the reader and the validator all use these functions and no others.

pub mod float;
pub mod functions;
pub mod int;
