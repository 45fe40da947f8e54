//! Where a campaign stands, added up from its events: what the terminal shows, and what is told to those who look from outside.

use super::Frame;
use campaign::event::TestOutcome;
use campaign::figures::Figures;
use campaign::pulse::{News, Pulse, Task};
use campaign::usage::{Usage, own_cpu};
use campaign::{Event, Finding, Kind};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub struct Status {
    frame: Frame,
    /// The campaign's folder.
    pub dir: PathBuf,
    started: Instant,
    own_before: Duration,
    /// What the campaign was known by when this run began.
    before: Figures,
    /// Tests of this run.
    pub tests: u64,
    pub done_before: u64,
    pub kinds: BTreeMap<Kind, u64>,
    /// Findings by their cause, as far as that is known, of the whole campaign.
    pub buckets: BTreeMap<String, u64>,
    pub unexamined: u64,
    pub known: u64,
    pub rejected: u64,
    pub incidents: u64,
    pub skipped: u64,
    pub refused_flags: u64,
    pub last: Option<(String, Instant)>,
    usage: Usage,
    under_way: BTreeMap<u64, Instant>,
    /// When the last tests of this run ended, for the rate of now.
    ended: VecDeque<Instant>,
    pulse: Pulse,
}

/// The rate of now is that of the last so many seconds.
const NOW: Duration = Duration::from_secs(20);

/// More moments need not be kept.
const MOST_ENDED: usize = 4096;

/// So much news is kept.
const MOST_NEWS: usize = 8;

impl Status {
    pub fn new(frame: Frame) -> Status {
        let pulse = Pulse {
            host: campaign::host::name(),
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started: now(),
            ..Pulse::default()
        };
        Status {
            frame,
            dir: PathBuf::new(),
            started: Instant::now(),
            own_before: own_cpu(),
            before: Figures::default(),
            tests: 0,
            done_before: 0,
            kinds: BTreeMap::new(),
            buckets: BTreeMap::new(),
            unexamined: 0,
            known: 0,
            rejected: 0,
            incidents: 0,
            skipped: 0,
            refused_flags: 0,
            last: None,
            usage: Usage::default(),
            under_way: BTreeMap::new(),
            ended: VecDeque::new(),
            pulse,
        }
    }

    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Started { place, done_before, before, jobs, configurations, .. } => {
                self.dir = PathBuf::from(place);
                self.done_before = *done_before;
                self.before = before.figures;
                self.buckets = before.bugs.clone();
                self.unexamined = before.figures.unexamined;
                self.known = before.figures.known;
                self.pulse.jobs = *jobs;
                self.pulse.configurations = configurations.clone();
            }
            Event::TestStarted { test, seed: _ } => drop(self.under_way.insert(*test, Instant::now())),
            Event::TestDone { test, outcome, usage, seed: _, wall: _ } => {
                self.done(*test, outcome);
                self.usage.add(usage);
            }
            Event::Found { finding, first_of_bucket } => self.found(finding, *first_of_bucket),
            Event::Examined { finding, first_of_bucket } => self.examined(finding, *first_of_bucket),
            Event::Flaky { .. } | Event::Environment { .. } => self.incidents += 1,
            Event::FlagsRefused { .. } => self.refused_flags += 1,
            Event::Begun { finding, bucket, work } => {
                let (what, finding, bucket) = (*work, finding.clone(), bucket.clone());
                self.pulse.tasks.push(Task { what, finding, bucket, since: now(), bytes: None });
            }
            Event::Smaller { finding, bytes } => self.smaller(finding, *bytes),
            Event::Ended { finding } => self.pulse.tasks.retain(|task| task.finding != *finding),
            Event::Reduced { finding } => {
                if let Some(reduced) = &finding.reduced {
                    self.news(format!("reduced {} to {} lines", finding.id, reduced.lines));
                }
            }
            Event::Finished { .. } => {
                self.under_way.clear();
                self.pulse.tasks.clear();
                self.pulse.is_over = true;
            }
            Event::CompilerChanged { .. }
            | Event::StoreAway { .. }
            | Event::StoreBack
            | Event::NotReduced { .. } => {}
        }
    }

    fn done(&mut self, test: u64, outcome: &TestOutcome) {
        self.tests += 1;
        self.under_way.remove(&test);
        self.skipped += u64::from(matches!(outcome, TestOutcome::Skipped(_)));
        self.rejected += u64::from(matches!(outcome, TestOutcome::Rejected(_)));
        if self.ended.len() == MOST_ENDED {
            self.ended.pop_front();
        }
        self.ended.push_back(Instant::now());
    }

    fn found(&mut self, finding: &Finding, first_of_bucket: bool) {
        *self.kinds.entry(finding.kind).or_default() += 1;
        if finding.known.is_some() {
            self.known += 1;
            return;
        }
        if finding.kind.is_silent() {
            self.unexamined += 1;
        } else {
            *self.buckets.entry(finding.bucket.clone()).or_default() += 1;
        }
        if first_of_bucket {
            self.last = Some((format!("{}: {}", finding.id, finding.title), Instant::now()));
            self.news(format!("found {}: {}", finding.id, finding.title));
        }
    }

    /// The finding moves to its bucket. It may be one of an earlier run.
    fn examined(&mut self, finding: &Finding, first_of_bucket: bool) {
        if finding.kind.is_silent() {
            self.unexamined = self.unexamined.saturating_sub(1);
        } else if let Some(count) = self.buckets.get_mut(&finding.class) {
            *count = count.saturating_sub(1);
        }
        self.buckets.retain(|_, count| *count > 0);
        if finding.known.is_some() {
            self.known += 1;
            return;
        }
        *self.buckets.entry(finding.bucket.clone()).or_default() += 1;
        if first_of_bucket {
            self.news(format!("new bug, {}: {}", finding.id, finding.bucket));
        }
    }

    fn smaller(&mut self, finding: &str, bytes: usize) {
        for task in self.pulse.tasks.iter_mut().filter(|task| task.finding == finding) {
            task.bytes = Some(bytes);
        }
    }

    fn news(&mut self, words: String) {
        self.pulse.news.push(News { when: now(), words });
        let extra = self.pulse.news.len().saturating_sub(MOST_NEWS);
        self.pulse.news.drain(..extra);
    }

    /// The numbers of the whole campaign, as pages and reports say them.
    pub fn figures(&self) -> Figures {
        let before = self.before;
        let found: u64 = self.kinds.values().sum();
        let tallies = self.usage.configurations.values();
        let (programs, compilations) = tallies.fold((before.programs, before.compilations), |sum, tally| {
            (sum.0 + tally.programs, sum.1 + tally.compilations)
        });
        let figures = Figures {
            tests: before.tests + self.tests,
            programs,
            compilations,
            findings: (before.findings + before.known + found).saturating_sub(self.known),
            bugs: self.buckets.len() as u64,
            unexamined: self.unexamined,
            known: self.known,
            without_verdict: before.without_verdict + self.skipped + self.incidents,
            ..Figures::default()
        };
        figures.at(before.seconds + self.elapsed().as_secs_f64())
    }

    /// What is told to those who look from outside.
    pub fn pulse(&self) -> Pulse {
        Pulse {
            beat: now(),
            tests: self.tests,
            tests_per_second: self.rate(),
            findings: self.kinds.values().sum(),
            figures: self.figures(),
            testing: self.under_way.len(),
            ..self.pulse.clone()
        }
    }

    /// Findings under way.
    pub fn tasks(&self) -> &[Task] {
        &self.pulse.tasks
    }

    /// The newest last.
    pub fn all_news(&self) -> &[News] {
        &self.pulse.news
    }

    /// How many tests are under way.
    pub fn testing(&self) -> usize {
        self.under_way.len()
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Of this run.
    pub fn rate(&self) -> f64 {
        self.tests as f64 / self.elapsed().as_secs_f64().max(1e-3)
    }

    /// Of the last seconds.
    pub fn rate_now(&self) -> f64 {
        let recent = self.ended.iter().rev().take_while(|when| when.elapsed() <= NOW).count();
        let span = self.elapsed().min(NOW).as_secs_f64();
        recent as f64 / span.max(1e-3)
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

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}
