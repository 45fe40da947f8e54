//! The campaign's own time: its runs one after the other, without the pauses between them.

use super::data::Data;
use crate::figures::Figures;
use crate::store::{RunTime, lasted};

impl Data {
    /// How long the campaign has run.
    pub fn active_seconds(&self) -> f64 {
        lasted(&self.history.runs)
    }

    /// The numbers that the campaign is known by.
    pub fn figures(&self) -> Figures {
        self.totals.figures(self.causes, &self.configurations, self.active_seconds())
    }

    /// Tests a second in each of `parts` parts of the time.
    pub fn throughput(&self, parts: usize) -> Vec<f64> {
        let parts = parts.max(1);
        let whole = self.active_seconds().max(1e-3);
        let mut counts = vec![0u64; parts];
        for (moment, tests) in &self.pace {
            let share = active(&self.history.runs, *moment) / whole;
            counts[((share * parts as f64) as usize).min(parts - 1)] += tests;
        }
        counts.iter().map(|count| *count as f64 * parts as f64 / whole).collect()
    }

    /// When each bug that is not known was first seen.
    pub(super) fn first_seen(&self) -> Vec<f64> {
        let new = self.bugs.iter().filter(|bug| bug.known.is_none());
        let mut times: Vec<f64> = new
            .filter_map(|bug| bug.found.iter().min())
            .map(|found| active(&self.history.runs, *found as i64 * 1000))
            .collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// When findings were made, and when the first of each bug was.
    pub fn discoveries(&self) -> (Vec<f64>, Vec<f64>) {
        let at = |found: &u64| active(&self.history.runs, *found as i64 * 1000);
        let news = self.bugs.iter().filter(|bug| bug.known.is_none());
        let mut findings: Vec<f64> = news.flat_map(|bug| &bug.found).map(at).collect();
        let causes = self.bugs.iter().filter(|bug| bug.is_cause);
        let mut bugs: Vec<f64> = causes.filter_map(|bug| bug.found.iter().min()).map(at).collect();
        findings.sort_by(f64::total_cmp);
        bugs.sort_by(f64::total_cmp);
        (findings, bugs)
    }
}

/// How many milliseconds tests are counted together for: little beside the parts that a chart has.
pub(super) fn slice(runs: &[RunTime]) -> i64 {
    const PARTS: i64 = 480;
    const LEAST: i64 = 100;
    (runs.iter().map(length).sum::<i64>() / PARTS).max(LEAST)
}

/// Seconds of running until a moment, given in milliseconds since 1970.
fn active(runs: &[RunTime], moment: i64) -> f64 {
    seconds(runs.iter().map(|run| moment.clamp(run.started, run.ended.max(run.started)) - run.started).sum())
}

fn length(run: &RunTime) -> i64 {
    (run.ended - run.started).max(0)
}

fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_count() {
        let runs = [RunTime { started: 1000, ended: 3000 }, RunTime { started: 100_000, ended: 101_000 }];
        for (moment, expected) in [(0, 0.0), (2000, 1.0), (50_000, 2.0), (100_500, 2.5), (200_000, 3.0)] {
            assert!((active(&runs, moment) - expected).abs() < 1e-9, "{moment}");
        }
    }
}
