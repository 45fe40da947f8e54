//! What is behind a finding: the culprit step of the compiler, which levels and versions have the bug, and so its
//! bucket. Findings with the same bucket have, as a first guess, the same cause.
//!
//! A finding has a first bucket from its verdict alone, without another run; see [`bucket`]. For wrong code that says
//! little, so the finding is examined: the failing case is tried again, with parts of the compiler turned off.

pub mod affected;
mod bisect;
pub mod bucket;
mod clang;
pub mod culprit;
pub mod display;
pub(crate) mod examine;
mod gcc;
pub(crate) mod probe;
pub mod recheck;
pub mod reduction;
pub mod versions;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use harness::inquire;
use serde::{Deserialize, Serialize};

use crate::draw::flags;
use crate::finding::{Finding, Kind};
use crate::usage::Usage;
pub use affected::{Outcome, Precaution, Tried};
use bisect::Answer;
pub use culprit::{Culprit, Cure, Step};
use probe::{FailingCase, Prober, Stop, Until};

/// What an examination found out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Triage {
    /// Whether the bug came again when it was examined.
    pub came_again: bool,
    #[serde(rename = "guilt")]
    pub culprit: Culprit,
    /// Those of the flags that the test drew without which the bug does not show.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Levels of the same compiler. Empty unless the finding is the first of its bucket.
    pub levels: Vec<Tried>,
    /// Other compilers on the machine. Empty unless the finding is the first of its bucket.
    pub versions: Vec<Tried>,
    /// What trackers ask reporters to try first, and what came of it; only of wrong code.
    #[serde(default)]
    pub precautions: Vec<Precaution>,
    /// What the compiler says to `-v`.
    pub version_text: String,
    pub probes: u32,
    pub seconds: f64,
}

/// How long the examination of one finding may take.
pub const TIME: Duration = Duration::from_secs(240);

/// Which passes a compiler can do without at some flags: asked once.
#[derive(Debug, Default)]
pub(crate) struct PassLists(Mutex<BTreeMap<String, Vec<String>>>);

impl PassLists {
    fn of(&self, failing: &FailingCase) -> Result<Vec<String>, harness::Error> {
        let FailingCase { setup, toolchain, flags, .. } = failing;
        let key = format!("{} {}", toolchain.command, flags.join(" "));
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(known.clone());
        }
        let passes = gcc::optional_passes(setup, toolchain, flags)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, passes.clone());
        Ok(passes)
    }
}

/// What an examination needs beside the failing.
pub(crate) struct Examiner<'a> {
    pub lists: &'a PassLists,
    pub stop: Arc<AtomicBool>,
    /// When the campaign's time is over.
    pub end: Option<Instant>,
    pub usage: &'a Mutex<Usage>,
}

impl Examiner<'_> {
    /// The culprit step, if there is one: what the bucket needs.
    pub fn cause(&self, failing: &FailingCase) -> Result<Triage, Stop> {
        let mut triage = Triage { flags: failing.drawn.clone(), ..Triage::default() };
        if !failing.drawn.is_empty() {
            self.timed(failing, &mut triage, needed_flags)?;
        }
        let failing = &failing.with_drawn(&triage.flags);
        self.timed(failing, &mut triage, |prober, triage| {
            triage.came_again = prober.comes_again()?;
            if !triage.came_again {
                triage.culprit = Culprit::unknown("the bug did not come again");
                return Ok(());
            }
            triage.culprit = match failing.kind {
                kind if kind.is_wrong_code() => culprit::of_wrong_code(prober, self.lists)?,
                Kind::CompilerHang => culprit::of_hang(prober)?,
                _ => Culprit::default(),
            };
            Ok(())
        })?;
        Ok(triage)
    }

    /// What else is to be known about the first finding of a bucket: other cures, levels, versions.
    pub fn spread(&self, failing: &FailingCase, triage: &mut Triage) -> Result<(), Stop> {
        if !triage.came_again {
            return Ok(());
        }
        self.timed(failing, triage, |prober, triage| {
            prober.comes_again()?;
            triage.version_text = inquire::version(&failing.setup, &failing.toolchain)?;
            affected::levels(prober, &mut triage.levels)?;
            if triage.levels.iter().all(|tried| tried.outcome == Outcome::Fails) {
                triage.culprit.fails_everywhere();
            }
            affected::versions(prober, &mut triage.versions)?;
            if failing.kind.is_wrong_code() {
                affected::precautions(prober, &mut triage.precautions)?;
                culprit::more_cures(prober, self.lists, &mut triage.culprit)?;
            }
            Ok(())
        })
    }

    fn timed(
        &self,
        failing: &FailingCase,
        triage: &mut Triage,
        examine: impl FnOnce(&mut Prober, &mut Triage) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let started = Instant::now();
        let until = Until { stop: self.stop.clone(), end: self.end, deadline: started + TIME };
        let mut prober = Prober::new(failing, until, self.usage);
        match examine(&mut prober, triage) {
            Ok(()) | Err(Stop::OutOfTime) => {}
            Err(stop) => return Err(stop),
        }
        triage.probes += prober.probes;
        triage.seconds += started.elapsed().as_secs_f64();
        Ok(())
    }
}

/// The other compilers' answers alone, within the time of one examination.
pub(crate) fn tried_by_others(failing: &FailingCase) -> Vec<Tried> {
    let until = Until { stop: Arc::default(), end: None, deadline: Instant::now() + TIME };
    let usage = Mutex::default();
    let mut prober = Prober::new(failing, until, &usage);
    let mut tried = Vec::new();
    // What was tried until the time was over counts, too.
    let _ = affected::versions(&mut prober, &mut tried);
    tried
}

/// Takes away drawn flags one by one, as long as the bug shows.
fn needed_flags(prober: &mut Prober, triage: &mut Triage) -> Result<(), Stop> {
    let failing = prober.failing;
    let mut at = 0;
    while let entries = flags::entries(&triage.flags)
        && at < entries.len()
    {
        let fewer = [&entries[..at], &entries[at + 1..]].concat().concat();
        let flags = failing.with_drawn(&fewer).flags;
        if prober.by(&failing.toolchain, &flags)? == Answer::Shows {
            triage.flags = fewer;
        } else {
            at += 1;
        }
    }
    Ok(())
}

/// Whether examining a finding can tell something.
pub fn is_worthwhile(finding: &Finding) -> bool {
    match finding.kind {
        Kind::WrongResult
        | Kind::ProgramCrash
        | Kind::ProgramHang
        | Kind::CompilerCrash
        | Kind::CompilerHang
        | Kind::CompilerReject
        | Kind::BadOutput => true,
        // Nobody knows who is wrong.
        Kind::Disagreement | Kind::OracleSuspect => false,
    }
}
