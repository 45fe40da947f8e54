//! From a request to a program: attempts, the search for a size, dead code, the cold run.

pub mod adopt;
pub mod attempt;
pub mod conflicts;
pub mod csmith;
pub mod dead;
pub mod faults;
pub mod growing;
pub mod host;
pub mod lowering;
pub mod size_search;
