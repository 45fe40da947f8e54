//! What is behind a finding: the culprit step of the compiler, which levels and versions have the bug, and so its
//! bucket. Findings with the same bucket have, as a first guess, the same cause.
//!
//! A finding has a first bucket from its verdict alone, without another run; see `finding::naming`. For wrong code that says
//! little, so the finding is examined: the failing case is tried again, with parts of the compiler turned off.

mod affected;
mod bisect;
mod case;
mod clang;
mod culprit;
pub(crate) mod examine;
pub(crate) mod examiner;
mod gcc;
pub(crate) mod probe;
pub mod recheck;
pub mod reduction;
pub mod versions;

pub(crate) use gcc::PassLists;
