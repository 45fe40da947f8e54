//! What tells findings apart when the compiler gives no hint: the operations of the reduced program, its shape, or the one operation
//! that goes wrong.

pub mod operations;
pub mod shape;
pub(crate) mod wrong_operation;
