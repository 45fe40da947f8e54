//! The examination of one failing case, within its time: who is the culprit, and what else has the bug.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use harness::inquire;

use super::bisect::Answer;
use super::gcc::PassLists;
use super::probe::{FailingCase, Prober, Stop, Until};
use super::{affected, culprit};
use crate::draw::flags;
use crate::finding::examination::{Culprit, Outcome, Tried};
use crate::finding::{Kind, Triage};
use crate::usage::Usage;

/// How long the examination of one finding may take.
pub const TIME: Duration = Duration::from_secs(240);

/// What an examination needs beside the failing case.
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
