//! What compilers are asked before the first test: whether they work, what they compile for, what they lack.

pub mod features;
pub mod flags;
pub mod language;
pub mod smoke;
pub mod speed;
pub mod target;
