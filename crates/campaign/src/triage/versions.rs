//! Since when a compiler has a bug: a finding, tried with versions of its compiler in their order. Few of them are all tried; of many,
//! the place is found where it begins.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use harness::{Expected, Setup, Source, Toolchain};
use ir::Target;
use serde::Serialize;

use super::affected::portable_flags;
use super::probe::{FailingCase, Prober, Stop, Until};
use crate::finding::Finding;
use crate::finding::examination::Outcome;
use crate::finding::folder;
use crate::plan::Mode;

/// A finding that is ready to be tried again, with whatever compiler.
pub struct Case(FailingCase);

/// What came of it. The numbers are places in the list of versions, the oldest of which is number 0.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Regression {
    /// What was tried, in the order of the list.
    pub tried: Vec<(usize, Outcome)>,
    pub last_good: Option<usize>,
    pub first_bad: Option<usize>,
    /// The first that is good again, if a later one than the first bad is.
    pub fixed: Option<usize>,
}

/// So many versions are all tried.
pub const ALL: usize = 12;

/// How long one version may take.
const TIME: Duration = Duration::from_secs(120);

impl Case {
    /// The finding in a folder: its reduced program if there is one. `None` if its program or compiler is lost.
    pub fn of(place: &Path, finding: &Finding, toolchain: Toolchain) -> Option<Case> {
        let text = |name: &String| {
            let text = std::fs::read(place.join(name)).ok()?;
            Some(Source { name: name.clone(), text: String::from_utf8_lossy(&text).into_owned() })
        };
        let case = finding.wrong.first()?;
        let reduced = finding.reduced.as_ref().and_then(|reduced| Some((reduced, text(&reduced.file)?)));
        let (sources, expected, flags) = match reduced {
            Some((reduced, source)) => {
                let stdout = reduced.expected.clone().into_bytes();
                (vec![source], Some(Expected { stdout, code: reduced.exit_code }), reduced.flags.clone())
            }
            None => {
                let expected = std::fs::read(place.join(folder::EXPECTED)).ok();
                let expected = expected.map(|stdout| Expected { stdout, code: 0 });
                (finding.sources.iter().map(text).collect::<Option<_>>()?, expected, case.flags.clone())
            }
        };
        if finding.kind.is_wrong_code() && expected.is_none() {
            return None;
        }
        Some(Case(FailingCase {
            setup: Setup::default(),
            mode: mode_of(&case.compile),
            kind: finding.kind,
            cause: finding.cause.clone(),
            toolchain,
            flags,
            drawn: Vec::new(),
            target: &Target::LP64,
            sources,
            expected,
        }))
    }

    /// Whether another compiler has the bug, with those of the flags that it knows.
    pub fn tried_with(&self, toolchain: &Toolchain) -> Outcome {
        let failing = &self.0;
        let flags = portable_flags(&failing.toolchain, &failing.flags, toolchain.family);
        let mut toolchain = toolchain.clone();
        toolchain.runner.clone_from(&failing.toolchain.runner);
        let until = Until { stop: Default::default(), end: None, deadline: Instant::now() + TIME };
        let usage = Mutex::default();
        let mut prober = Prober::new(failing, until, &usage);
        match prober.by(&toolchain, &flags) {
            Ok(answer) => answer.into(),
            Err(Stop::Environment(_) | Stop::Interrupted | Stop::OutOfTime) => Outcome::Unclear,
        }
    }
}

/// A command line that stops at an object is a test of crashes.
fn mode_of(compile: &str) -> Mode {
    if compile.split(' ').any(|word| word == "-c") { Mode::Crash } else { Mode::WrongCode }
}

/// Looks for the first bad one among `count` versions.
pub fn search(count: usize, ask: impl FnMut(usize) -> Outcome) -> Regression {
    let mut asked = Asked { answers: vec![None; count], ask };
    if count <= ALL {
        for at in 0..count {
            asked.at(at);
        }
    } else {
        asked.bisect();
    }
    let tried: Vec<(usize, Outcome)> =
        asked.answers.iter().enumerate().filter_map(|(at, answer)| Some((at, (*answer)?))).collect();
    let first_bad = tried.iter().find(|(_, outcome)| *outcome == Outcome::Fails).map(|(at, _)| *at);
    let works = |(at, outcome): &&(usize, Outcome)| (*outcome == Outcome::Works).then_some(*at);
    Regression {
        last_good: first_bad
            .and_then(|bad| tried.iter().rev().filter(|(at, _)| *at < bad).find_map(|one| works(&one))),
        fixed: first_bad.and_then(|bad| tried.iter().filter(|(at, _)| *at > bad).find_map(|one| works(&one))),
        first_bad,
        tried,
    }
}

struct Asked<F> {
    answers: Vec<Option<Outcome>>,
    ask: F,
}

impl<F: FnMut(usize) -> Outcome> Asked<F> {
    fn at(&mut self, at: usize) -> Outcome {
        if let Some(known) = self.answers[at] {
            return known;
        }
        let outcome = (self.ask)(at);
        self.answers[at] = Some(outcome);
        outcome
    }

    /// The nearest one within the bounds, from the middle outwards, that says something.
    fn between(&mut self, low: usize, high: usize) -> Option<(usize, Outcome)> {
        let middle = usize::midpoint(low, high);
        let mut places: Vec<usize> = (low + 1..high).collect();
        places.sort_by_key(|at| (at.abs_diff(middle), *at));
        places.into_iter().find_map(|at| match self.at(at) {
            Outcome::Unclear => None,
            outcome @ (Outcome::Fails | Outcome::Works) => Some((at, outcome)),
        })
    }

    fn bisect(&mut self) {
        let last = self.answers.len() - 1;
        let bad = (0..=last).rev().find(|at| self.at(*at) == Outcome::Fails || *at == 0).unwrap_or(0);
        let good = (0..bad).find(|at| self.at(*at) != Outcome::Unclear).unwrap_or(bad);
        if self.at(bad) != Outcome::Fails || self.at(good) != Outcome::Works {
            return;
        }
        let (mut good, mut bad) = (good, bad);
        while let Some((at, outcome)) = self.between(good, bad) {
            match outcome {
                Outcome::Fails => bad = at,
                Outcome::Works | Outcome::Unclear => good = at,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(fails: bool) -> Outcome {
        if fails { Outcome::Fails } else { Outcome::Works }
    }

    #[test]
    fn the_first_bad_one_is_found_with_few_questions() {
        for count in [2, 12, 13, 200] {
            for first in [1, count / 2, count - 1] {
                let mut asked = 0;
                let found = search(count, |at| {
                    asked += 1;
                    outcome(at >= first)
                });
                assert_eq!(
                    (found.last_good, found.first_bad, found.fixed),
                    (Some(first - 1), Some(first), None)
                );
                assert!(asked <= 13, "{asked} of {count}");
            }
        }
    }

    #[test]
    fn builds_that_do_not_work_are_passed_over() {
        let found =
            search(100, |at| if (30..45).contains(&at) { Outcome::Unclear } else { outcome(at >= 40) });
        assert_eq!((found.last_good, found.first_bad), (Some(29), Some(45)));
    }

    #[test]
    fn what_was_mended_and_what_was_always_bad() {
        let found = search(6, |at| outcome((2..4).contains(&at)));
        assert_eq!((found.last_good, found.first_bad, found.fixed), (Some(1), Some(2), Some(4)));
        let found = search(50, |_| Outcome::Fails);
        assert_eq!((found.last_good, found.first_bad), (None, Some(0)));
        assert_eq!(search(3, |_| Outcome::Works).first_bad, None);
        assert_eq!(search(0, |_| Outcome::Works), Regression::default());
    }
}
