//! One file a verb.

pub mod bench;
pub mod bisect;
pub mod check;
pub mod compare;
pub mod completions;
pub mod corpus;
pub mod demo;
pub mod doctor;
pub mod fleet;
pub mod r#gen;
pub mod hunt;
pub mod man;
pub mod observe;
pub mod recheck;
pub mod reduce;
pub mod report;
pub mod run;
pub mod sabotage;
pub mod serve;
pub mod show;
