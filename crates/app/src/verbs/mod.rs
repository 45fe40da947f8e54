//! One file a verb.

pub mod completions;
pub mod man;
pub mod run;
