//! Where a campaign stands, added up from its events. Both the live status and the lines of a log are made from it.

use super::Frame;
use campaign::event::TestOutcome;
use campaign::usage::{Usage, own_cpu};
use campaign::{Event, Finding, Kind};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

pub struct Status {
    frame: Frame,
    /// The campaign's folder.
    pub dir: PathBuf,
    started: Instant,
    own_before: Duration,
    pub tests: u64,
    pub done_before: u64,
    pub kinds: BTreeMap<Kind, u64>,
    /// Findings by their cause, as far as that is known.
    pub buckets: BTreeMap<String, u64>,
    pub unexamined: u64,
    pub rejected: u64,
    pub incidents: u64,
    pub skipped: u64,
    pub refused_flags: u64,
    pub last: Option<(String, Instant)>,
    usage: Usage,
    under_way: BTreeMap<u64, Instant>,
}

impl Status {
    pub fn new(frame: Frame) -> Status {
        Status {
            frame,
            dir: PathBuf::new(),
            started: Instant::now(),
            own_before: own_cpu(),
            tests: 0,
            done_before: 0,
            kinds: BTreeMap::new(),
            buckets: BTreeMap::new(),
            unexamined: 0,
            rejected: 0,
            incidents: 0,
            skipped: 0,
            refused_flags: 0,
            last: None,
            usage: Usage::default(),
            under_way: BTreeMap::new(),
        }
    }

    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Started { place, done_before, .. } => {
                self.dir = PathBuf::from(place);
                self.done_before = *done_before;
            }
            Event::TestStarted { test, seed: _ } => drop(self.under_way.insert(*test, Instant::now())),
            Event::TestDone { test, outcome, usage, seed: _, wall: _ } => {
                self.tests += 1;
                self.under_way.remove(test);
                self.usage.add(usage);
                self.skipped += u64::from(matches!(outcome, TestOutcome::Skipped(_)));
                self.rejected += u64::from(matches!(outcome, TestOutcome::Rejected(_)));
            }
            Event::Found { finding, first_of_bucket } => self.found(finding, *first_of_bucket),
            Event::Examined { finding, first_of_bucket: _ } => self.examined(finding),
            Event::Flaky { .. } | Event::Environment { .. } => self.incidents += 1,
            Event::FlagsRefused { .. } => self.refused_flags += 1,
            Event::CompilerChanged { .. }
            | Event::StoreAway { .. }
            | Event::StoreBack
            | Event::Reduced { .. }
            | Event::NotReduced { .. }
            | Event::Finished { .. } => {}
        }
    }

    fn found(&mut self, finding: &Finding, first_of_bucket: bool) {
        *self.kinds.entry(finding.kind).or_default() += 1;
        if finding.kind.is_silent() {
            self.unexamined += 1;
        } else {
            *self.buckets.entry(finding.bucket.clone()).or_default() += 1;
        }
        if first_of_bucket {
            self.last = Some((format!("{}: {}", finding.id, finding.title), Instant::now()));
        }
    }

    /// The finding moves to its bucket. It may be one of an earlier run.
    fn examined(&mut self, finding: &Finding) {
        if finding.kind.is_silent() {
            self.unexamined = self.unexamined.saturating_sub(1);
        } else if let Some(count) = self.buckets.get_mut(&finding.class) {
            *count = count.saturating_sub(1);
        }
        self.buckets.retain(|_, count| *count > 0);
        *self.buckets.entry(finding.bucket.clone()).or_default() += 1;
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn rate(&self) -> f64 {
        self.tests as f64 / self.elapsed().as_secs_f64().max(1e-3)
    }

    /// Whose the CPU time is, so far.
    pub fn usage(&self) -> Usage {
        Usage { own: own_cpu().saturating_sub(self.own_before), ..self.usage.clone() }
    }

    /// How long the oldest test under way has been running.
    pub fn oldest(&self) -> Option<Duration> {
        self.under_way.values().min().map(Instant::elapsed)
    }

    /// How long it will take still, where that can be told.
    pub fn remaining(&self) -> Option<Duration> {
        let by_time = self.frame.time.map(|time| time.saturating_sub(self.elapsed()));
        let by_tests = self.frame.tests.filter(|_| self.tests > 0).map(|tests| {
            let left = tests.saturating_sub(self.done_before + self.tests);
            Duration::from_secs_f64(left as f64 / self.rate().max(1e-6))
        });
        by_time.into_iter().chain(by_tests).min()
    }

    pub fn is_stopping(&self) -> bool {
        self.frame.interrupted.load(Ordering::Relaxed)
    }
}
