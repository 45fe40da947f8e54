//! From a request to a program: attempts, the search for a size, dead code, the cold run.

pub mod attempt;
pub mod dead;
pub mod lowering;
pub mod size_search;
