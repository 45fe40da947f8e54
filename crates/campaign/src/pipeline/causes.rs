//! What the workers do between tests: look for the causes of findings, and reduce them.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use harness::Cancel;

use super::{Examine, Reduce, Shared, locked};
use crate::event::Event;
use crate::examine::{self, Desk, Naming};
use crate::finding::Finding;
use crate::halt::Halt;
use crate::queue::Pressure;
use crate::shrink::{self, Bounds, Unreduced};
use crate::store::{State, Waiting};
use crate::triage::Examiner;
use crate::triage::suspect::{Stop, Suspect};
use crate::usage::Usage;

/// Examining and reducing findings gets one part in so many of the workers' time, while there are tests to run.
const PART: u32 = 3;

impl Shared<'_> {
    pub(super) fn next_waiting(&self, exhausted: bool) -> Option<Waiting> {
        if self.control.examine == Examine::Later {
            return None;
        }
        let pressure = self.pressure(exhausted);
        locked(&self.queue).take(pressure)
    }

    pub(super) fn next_unreduced(&self, exhausted: bool) -> Option<Waiting> {
        if self.control.reduce == Reduce::Later {
            return None;
        }
        let pressure = self.pressure(exhausted);
        locked(&self.reductions).take(pressure)
    }

    fn pressure(&self, exhausted: bool) -> Pressure {
        let spent = locked(&self.queue).total() + locked(&self.reductions).total();
        let all = self.started.elapsed() * self.control.jobs.max(1) as u32;
        match (exhausted, spent * PART < all) {
            (true, _) => Pressure::Done,
            (false, true) => Pressure::Free,
            (false, false) => Pressure::Busy,
        }
    }

    fn desk(&self) -> Desk<'_> {
        Desk { plan: self.plan, campaign: &self.dir, described: &self.described }
    }

    /// Examines something, and puts what that uses on the account.
    fn examining<T>(&self, work: impl FnOnce(&Examiner) -> T) -> Result<T, Halt> {
        let usage = Mutex::new(Usage::default());
        let end = self.control.time.map(|time| self.started + time);
        let (lists, stop) = (&self.plan.pass_lists, self.control.stop.clone());
        let done = work(&Examiner { lists, stop, end, usage: &usage });
        let usage = usage.into_inner().unwrap_or_else(PoisonError::into_inner);
        locked(&self.usage).add(&usage);
        locked(&self.store).add_usage(&usage)?;
        Ok(done)
    }

    pub(super) fn examine(&self, waiting: &Waiting) -> Result<(), Halt> {
        let started = Instant::now();
        let Some(finding) = locked(&self.store).finding(&waiting.id)? else { return Ok(()) };
        let naming = match self.control.reduce {
            Reduce::Now => Naming::ByProgram,
            Reduce::Later => Naming::ByVerdict,
        };
        let examined =
            self.examining(|examiner| examine::examine(&self.desk(), examiner, naming, &finding))?;
        locked(&self.queue).spent(&waiting.class, started.elapsed());
        match examined {
            Ok(Some((finding, State::Examined))) => {
                if self.keep_examined(finding.clone())? && finding.known.is_none() {
                    let one = Waiting { id: finding.id, class: finding.bucket };
                    locked(&self.reductions).push(one);
                }
                Ok(())
            }
            Ok(Some((finding, State::Unnamed))) => {
                locked(&self.store).examined(&finding, State::Unnamed)?;
                locked(&self.reductions).push(waiting.clone());
                Ok(())
            }
            Ok(None) => Ok(locked(&self.store).only_count(&waiting.id)?),
            Err(stop) => later(stop),
        }
    }

    /// True when the finding is the first of its bucket.
    fn keep_examined(&self, finding: Finding) -> Result<bool, Halt> {
        let first_of_bucket = locked(&self.store).examined(&finding, State::Examined)?;
        if first_of_bucket {
            locked(&self.queue).is_news(&finding.class);
            locked(&self.reductions).is_news(&finding.class);
        }
        (self.sink)(Event::Examined { finding: Box::new(finding), first_of_bucket });
        Ok(first_of_bucket)
    }

    pub(super) fn reduce(&self, waiting: &Waiting) -> Result<(), Halt> {
        let started = Instant::now();
        let done = self.reduce_one(&waiting.id);
        locked(&self.reductions).spent(&waiting.class, started.elapsed());
        done
    }

    fn reduce_one(&self, id: &str) -> Result<(), Halt> {
        let (found, state) = {
            let store = locked(&self.store);
            (store.finding(id)?, store.state(id)?)
        };
        let (Some(mut finding), Some(state)) = (found, state) else { return Ok(()) };
        if finding.known.is_some() {
            return Ok(());
        }
        let left = self.control.time.map(|time| time.saturating_sub(self.started.elapsed()));
        let bounds = Bounds { time: left.unwrap_or(shrink::TIME).min(shrink::TIME), jobs: self.free_hands() };
        let stop = Cancel::new(self.control.stop.clone());
        let mut named = None;
        let mut is_enough = |small: &Suspect| {
            if state == State::Unnamed {
                named = self.known_bucket(&finding, small);
            }
            named.is_some()
        };
        match shrink::shrink(self.plan, &self.dir, &finding, bounds, &stop, &mut is_enough) {
            Ok(reduction) => {
                let reduced = Some(reduction);
                if let Some(named) = named {
                    return self.keep_examined(Finding { reduced, ..named }).map(drop);
                }
                // The campaign's time may be over, and not the reduction's: the next run goes on with it.
                let is_cut = reduced.as_ref().is_some_and(|one| !one.finished) && bounds.time < shrink::TIME;
                finding.reduced = reduced;
                if is_cut { self.reduced_so_far(finding) } else { self.reduced(finding, state) }
            }
            Err(Unreduced::Impossible(why)) => self.unreduced(finding, state, why),
            Err(Unreduced::Interrupted) => Ok(()),
        }
    }

    /// The finding in its bucket, if a program that could be smaller tells that already. What goes wrong here is met
    /// again with the smallest program.
    fn known_bucket(&self, finding: &Finding, small: &Suspect) -> Option<Finding> {
        let named = self.examining(|examiner| examine::known_bucket(&self.desk(), examiner, finding, small));
        named.ok()?.ok().flatten()
    }

    /// How many candidates a reduction may try at a time: when no tests are left, those who have nothing to do help.
    fn free_hands(&self) -> usize {
        let exhausted = locked(&self.claims).is_exhausted(self.control.tests);
        let busy = self.busy.load(Ordering::Relaxed).max(1);
        if exhausted { (self.control.jobs / busy).max(1) } else { 1 }
    }

    fn reduced_so_far(&self, finding: Finding) -> Result<(), Halt> {
        locked(&self.store).reduced_so_far(&finding)?;
        (self.sink)(Event::Reduced { finding: Box::new(finding) });
        Ok(())
    }

    /// The reduced program is examined as well. It may be the first that tells what the bug is.
    fn reduced(&self, finding: Finding, state: State) -> Result<(), Halt> {
        let examined =
            self.examining(|examiner| examine::examine_reduced(&self.desk(), examiner, state, finding))?;
        let mut finding = match examined {
            Ok(finding) => finding,
            Err(stop) => return later(stop),
        };
        // Somebody may have marked it meanwhile.
        finding.known = self.plan.known.note(&finding);
        if state == State::Unnamed {
            self.keep_examined(finding.clone())?;
        }
        locked(&self.store).reduced(&finding, None)?;
        (self.sink)(Event::Reduced { finding: Box::new(finding) });
        Ok(())
    }

    fn unreduced(&self, finding: Finding, state: State, why: String) -> Result<(), Halt> {
        let examined =
            self.examining(|examiner| examine::examine_reduced(&self.desk(), examiner, state, finding))?;
        let finding = match examined {
            Ok(finding) => finding,
            Err(stop) => return later(stop),
        };
        if state == State::Unnamed {
            self.keep_examined(finding.clone())?;
        }
        locked(&self.store).reduced(&finding, Some(&why))?;
        (self.sink)(Event::NotReduced { finding: finding.id, why });
        Ok(())
    }
}

/// What is interrupted waits for the next run.
fn later(stop: Stop) -> Result<(), Halt> {
    match stop {
        Stop::Interrupted | Stop::OutOfTime => Ok(()),
        Stop::Halt(halt) => Err(halt),
    }
}
