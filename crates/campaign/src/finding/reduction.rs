//! What reducing a finding has come to. Reducing it is [`crate::triage`]'s.

use serde::{Deserialize, Serialize};

use crate::finding::examination::Culprit;

/// What a finding's folder calls its reduced program.
pub const FILE: &str = "reduced.c";

/// What reducing a finding came to. The program is in its folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reduction {
    /// What it is called there.
    #[serde(default = "usual_file")]
    pub file: String,
    pub lines: usize,
    pub bytes: usize,
    /// The command line that fails on the reduced program.
    pub compile: String,
    pub flags: Vec<String>,
    /// What the reduced program should print, and what it prints.
    pub expected: String,
    pub actual: String,
    pub exit_code: i32,
    pub verdict: String,
    /// How many programs were compiled for it.
    pub tests: u64,
    pub seconds: f64,
    /// Nothing smaller is to be found; else the time was up.
    pub finished: bool,
    /// What the program is made of, as far as it tells bugs apart.
    #[serde(default)]
    pub ingredients: String,
    /// Its expressions without values and names: see `fingerprint::shape`.
    #[serde(default)]
    pub pattern: String,
    /// The culprit step of the compiler, looked for again with the reduced program.
    #[serde(default, rename = "guilt")]
    pub culprit: Culprit,
}

fn usual_file() -> String {
    FILE.to_owned()
}
