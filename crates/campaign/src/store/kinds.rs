//! What the store tells of a fleet: ranges of tests, workers, states of bugs. Only data.

use serde::{Deserialize, Serialize};

use crate::pulse::{self, Pulse};

/// Tests are leased in ranges of so many numbers.
pub(crate) const RANGE: u64 = 32;

/// Tests from `number * RANGE` on, which are this process's for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub number: u64,
    /// A bit for each test that is done.
    pub done: u64,
    /// Of the odds that its tests are drawn by.
    pub generation: u64,
}

/// What came of asking for tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leased {
    Range(Range),
    /// All that is left is being done by others, who may yet fail.
    Others,
    /// Everything is done.
    Over,
}

/// A process that works on a campaign, or did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Worker {
    pub id: String,
    pub machine: String,
    pub process: i64,
    pub cores: i64,
    pub jobs: i64,
    /// Of assay.
    pub version: String,
    /// What it compiles with.
    pub compilers: Vec<Compiler>,
    /// Milliseconds since 1970, by the store's clock.
    pub started: i64,
    /// Its last heartbeat.
    pub seen: i64,
    pub ended: Option<i64>,
    pub tests: i64,
    pub findings: i64,
    /// In a few words.
    pub doing: String,
    /// The last thing that went wrong; empty while all is well.
    pub trouble: String,
    /// The store's clock when this was read.
    pub now: i64,
}

impl Worker {
    /// The same as a process in a folder tells it, by the clock of this machine.
    pub fn pulse(self) -> Pulse {
        let here = pulse::now() - self.now;
        let seconds = (self.seen - self.started) as f64 / 1000.0;
        let compiler = |one: &Compiler| format!("{} ({}) for {}", one.name, one.version, one.target);
        Pulse {
            host: self.machine,
            pid: self.process as u32,
            version: self.version,
            jobs: self.jobs as usize,
            configurations: self.compilers.iter().map(compiler).collect(),
            started: self.started + here,
            beat: self.seen + here,
            is_over: self.ended.is_some(),
            tests: self.tests as u64,
            tests_per_second: self.tests as f64 / seconds.max(1.0),
            findings: self.findings as u64,
            doing: self.doing,
            trouble: self.trouble,
            ..Pulse::default()
        }
    }
}

/// A compiler of a worker.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Compiler {
    pub name: String,
    pub version: String,
    pub target: String,
}

/// What became of a bug, as people and `assay recheck` say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BugState {
    /// Nobody has said anything of it yet; or it has come back.
    #[default]
    New,
    /// The note says where.
    Reported,
    /// The note says in what.
    Fixed,
    /// It was known before.
    Known,
    /// It is no bug of the compiler.
    Invalid,
}

impl BugState {
    pub const ALL: [BugState; 5] =
        [BugState::New, BugState::Reported, BugState::Fixed, BugState::Known, BugState::Invalid];

    pub fn name(self) -> &'static str {
        match self {
            BugState::New => "new",
            BugState::Reported => "reported",
            BugState::Fixed => "fixed",
            BugState::Known => "known",
            BugState::Invalid => "invalid",
        }
    }

    pub fn from_name(name: &str) -> Option<BugState> {
        BugState::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether more findings of it are no news.
    pub fn is_settled(self) -> bool {
        matches!(self, BugState::Reported | BugState::Known | BugState::Invalid)
    }
}

impl std::fmt::Display for BugState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// What is said of a bug.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Said {
    pub state: BugState,
    pub note: String,
    /// Milliseconds since 1970; zero where nothing was said.
    pub changed: i64,
}
