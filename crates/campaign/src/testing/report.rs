//! What came of a test: what the store keeps of it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::draw::learn;
use crate::finding::{File, Found};
use crate::usage::Usage;

/// What came of a test.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub index: u64,
    pub seed: u64,
    pub outcome: Outcome,
    /// What was first said against the program, if no compiler took it.
    pub rejected: Option<String>,
    pub incidents: Vec<Incident>,
    /// How many configurations were asked for a verdict.
    pub asked: usize,
    #[serde(skip)]
    pub usage: Usage,
    pub wall: Duration,
    /// What it was drawn by.
    pub generation: u64,
    /// What there is to learn from it.
    pub learned: Option<learn::Trial>,
    /// Of the tests of its range, those that another machine has to run.
    #[serde(default)]
    pub foreign: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Clean,
    Found(Vec<Found>),
    /// There was no program to test with: the generator gave up, or a validator objected.
    Skipped {
        why: String,
    },
    /// No compiler took the program, which is somebody else's.
    Rejected {
        words: String,
    },
    /// A bug of ours.
    Internal {
        words: String,
        files: Vec<File>,
    },
}

/// Something that happened and is no finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Incident {
    pub kind: IncidentKind,
    pub label: String,
    pub words: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum IncidentKind {
    Flaky,
    Environment,
    /// The compiler does not take a combination of flags that was drawn.
    Flags,
}
