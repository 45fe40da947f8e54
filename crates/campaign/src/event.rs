//! What happens in a campaign, told as it happens. Whoever shows a campaign sees nothing else of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::figures::Figures;
use crate::finding::Finding;
use crate::pulse::Work;
use crate::summary::Summary;
use crate::usage::{Usage, seconds};

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    Started {
        dir: PathBuf,
        /// How other verbs name the campaign: its folder, or options.
        place: String,
        seed: u64,
        jobs: usize,
        configurations: Vec<String>,
        /// Tests that an earlier run has done.
        done_before: u64,
        findings_before: u64,
        /// What the campaign is known by so far, for who adds up.
        #[serde(skip)]
        before: Box<Before>,
    },
    /// A compiler is not the one that an earlier run of this campaign tested.
    CompilerChanged {
        compiler: String,
        before: String,
        now: String,
    },
    TestStarted {
        test: u64,
        seed: u64,
    },
    TestDone {
        test: u64,
        seed: u64,
        outcome: TestOutcome,
        #[serde(serialize_with = "seconds")]
        wall: Duration,
        usage: Usage,
    },
    Found {
        finding: Box<Finding>,
        first_of_bucket: bool,
    },
    /// The cause of a finding was looked for; its bucket is the final one.
    Examined {
        finding: Box<Finding>,
        first_of_bucket: bool,
    },
    /// A smaller program shows the same bug.
    Reduced {
        finding: Box<Finding>,
    },
    /// A finding is looked into from now on.
    Begun {
        finding: String,
        /// What it is taken for.
        bucket: String,
        work: Work,
    },
    /// A smaller program than before shows it; there may be one that is smaller still.
    Smaller {
        finding: String,
        bytes: usize,
    },
    /// Nobody looks into it any more. What came of it was told before.
    Ended {
        finding: String,
    },
    /// There is no smaller program, and there will be none.
    NotReduced {
        finding: String,
        why: String,
    },
    /// A result that did not come again.
    Flaky {
        test: u64,
        configuration: String,
        words: String,
    },
    /// Something around the compilers failed; there is no verdict.
    Environment {
        test: u64,
        configuration: String,
        words: String,
    },
    /// The compiler does not take flags that were drawn together; the program was tried without them.
    FlagsRefused {
        test: u64,
        configuration: String,
        words: String,
    },
    /// The store is not reached, or takes nothing; so many results wait here.
    StoreAway {
        why: String,
        waiting: usize,
    },
    /// All that waited is stored.
    StoreBack,
    Finished {
        summary: Box<Summary>,
    },
}

/// Where a campaign stood when a run of it began.
#[derive(Clone, Debug, Default)]
pub struct Before {
    pub figures: Figures,
    /// Causes that are not known bugs, by their buckets, and how many findings each has.
    pub bugs: BTreeMap<String, u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestOutcome {
    Clean,
    Found,
    Skipped(String),
    /// No compiler took the program; the first words against it.
    Rejected(String),
    Internal(String),
}
