//! What a campaign has found: one bug seen in one test, in one compiler, at one or more of its settings.

pub mod bucket;
pub mod examination;
pub mod fingerprint;
pub mod folder;
mod kind;
pub mod known;
pub(crate) mod life;
pub(crate) mod naming;
pub mod reduction;
pub mod title;

use serde::{Deserialize, Serialize};

use crate::host::Host;
pub use examination::Triage;
pub use kind::Kind;
pub use reduction::Reduction;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The name of its folder: the number of the test and the compiler.
    pub id: String,
    pub kind: Kind,
    pub test: u64,
    pub seed: u64,
    /// What its test was drawn by; zero for a test that heeded nothing that was learned.
    #[serde(default)]
    pub generation: u64,
    /// The profile of the program, if it is ours.
    #[serde(default)]
    pub profile: String,
    /// Who wrote the program.
    pub origin: String,
    /// The command that makes the program again in the finding's folder, if it is ours.
    #[serde(default)]
    pub made_by: Option<String>,
    pub compiler: String,
    pub version: String,
    /// Findings with the same bucket have, as a first guess, the same cause.
    pub bucket: String,
    /// The bucket as the verdict alone tells it, before the finding was examined.
    #[serde(default)]
    pub class: String,
    /// What the compiler said of the cause: a crash's signature, or an error without its particulars.
    #[serde(default)]
    pub cause: String,
    pub title: String,
    /// The first variable with a wrong value.
    pub variable: Option<WrongVariable>,
    /// The configurations that show it.
    pub wrong: Vec<Case>,
    /// Those that do not.
    pub right: Vec<String>,
    /// Who looked for undefined behaviour in a foreign program, and found none.
    pub validated_by: Vec<String>,
    /// Where it is reported already.
    pub known: Option<String>,
    pub host: Host,
    /// Seconds since 1970.
    pub found: u64,
    /// The program's files, in the finding's folder.
    #[serde(default)]
    pub sources: Vec<String>,
    /// What an examination found out.
    #[serde(default)]
    pub triage: Option<Triage>,
    /// The reduced program, in the finding's folder.
    #[serde(default)]
    pub reduced: Option<Reduction>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrongVariable {
    pub name: String,
    pub expected: String,
    pub actual: String,
}

/// One configuration and what it did. Command lines are for the finding's folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Case {
    pub label: String,
    /// The configuration without what was drawn; empty in findings of older versions, where the label tells.
    #[serde(default)]
    pub configuration: String,
    /// All flags beside the compiler's command line.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Those of them that the test drew.
    #[serde(default)]
    pub drawn: Vec<String>,
    pub verdict: String,
    pub compile: String,
    pub run: Option<String>,
}

/// A file that belongs to a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A finding with its evidence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    pub finding: Finding,
    pub files: Vec<File>,
}

impl File {
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> File {
        File { name: name.into(), bytes: bytes.into() }
    }
}

impl std::fmt::Display for WrongVariable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is {}, expected {}", self.name, self.actual, self.expected)
    }
}
