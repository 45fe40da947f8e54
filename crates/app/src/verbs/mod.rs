//! One file a verb.

pub mod completions;
pub mod r#gen;
pub mod man;
pub mod run;
