//! What a process that works on a campaign is doing now: a small file in the campaign's folder, written anew from time to time,
//! for whoever looks from outside. It tells nothing that the store does not know, but for what is not done yet.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::figures::Figures;

/// Within the campaign's folder.
pub const FILE: &str = "worker.json";

/// A process that has not written for so many milliseconds is gone.
pub const PATIENCE: i64 = 15_000;

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pulse {
    /// The machine's name, and the process there.
    pub host: String,
    pub pid: u32,
    /// Of assay.
    pub version: String,
    /// How many tests at a time.
    pub jobs: usize,
    pub configurations: Vec<String>,
    /// Milliseconds since 1970: when it began, and when this was written.
    pub started: i64,
    pub beat: i64,
    /// The run has ended, as it should.
    pub is_over: bool,
    /// Of this run.
    pub tests: u64,
    pub tests_per_second: f64,
    pub findings: u64,
    /// Of the campaign, as its terminal shows them.
    pub figures: Figures,
    /// Tests under way.
    pub testing: usize,
    /// Findings under way.
    pub tasks: Vec<Task>,
    /// The same in a few words, where no more is known.
    pub doing: String,
    /// The last thing that went wrong; empty while all is well.
    pub trouble: String,
    /// The newest last.
    pub news: Vec<News>,
}

/// A finding that is being examined or reduced.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Task {
    pub what: Work,
    pub finding: String,
    /// What it is taken for so far.
    pub bucket: String,
    /// When it began, in milliseconds since 1970.
    pub since: i64,
    /// The smallest program so far.
    pub bytes: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    #[default]
    Triaging,
    Reducing,
}

impl std::fmt::Display for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Work::Triaging => "triaging",
            Work::Reducing => "reducing",
        })
    }
}

/// Something that was worth a line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct News {
    /// Milliseconds since 1970.
    pub when: i64,
    pub words: String,
}

/// How a process stands, as seen from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    Working,
    /// It has ended as it should.
    Over,
    /// It was heard of too long ago.
    Silent,
}

/// In milliseconds since 1970, by the clock of this machine.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

impl Pulse {
    pub fn health(&self, now: i64) -> Health {
        match (self.is_over, now - self.beat <= PATIENCE) {
            (true, _) => Health::Over,
            (false, true) => Health::Working,
            (false, false) => Health::Silent,
        }
    }

    /// The file is old or new, never half.
    pub fn write(&self, campaign: &Path) -> io::Result<()> {
        let text = serde_json::to_string(self).map_err(io::Error::other)?;
        let beside = campaign.join(format!(".{FILE}.part"));
        fs::write(&beside, text + "\n")?;
        fs::rename(beside, campaign.join(FILE))
    }

    /// What the last process here was doing, if there was one that tells.
    pub fn read(campaign: &Path) -> Option<Pulse> {
        serde_json::from_str(&fs::read_to_string(campaign.join(FILE)).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_grows_old() {
        let place = tempfile::tempdir().unwrap();
        assert_eq!(Pulse::read(place.path()), None);
        let task = Task { finding: "1-gcc".to_owned(), what: Work::Reducing, ..Task::default() };
        let pulse = Pulse { pid: 7, beat: 1000, tasks: vec![task], ..Pulse::default() };
        pulse.write(place.path()).unwrap();
        assert_eq!(Pulse::read(place.path()), Some(pulse.clone()));
        assert_eq!(pulse.health(1000 + PATIENCE), Health::Working);
        assert_eq!(pulse.health(1001 + PATIENCE), Health::Silent);
        assert_eq!(Pulse { is_over: true, ..pulse }.health(1 << 40), Health::Over);
    }
}
