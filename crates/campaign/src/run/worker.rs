//! What the workers do between tests: look for the causes of findings, and reduce them.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use harness::Cancel;

use super::{Effort, Examine, Reduce, Shared, locked};
use crate::event::Event;
use crate::finding::Finding;
use crate::pulse;
use crate::run::budget;
use crate::run::fatal::Fatal;
use crate::run::queue::Pressure;
use crate::store::{Reducing, State, Waiting};
use crate::triage::examine::{self, Desk, Naming};
use crate::triage::examiner::Examiner;
use crate::triage::probe::{FailingCase, Stop};
use crate::triage::reduction::{self, Bounds, Unreduced, Watch};
use crate::usage::Usage;

/// Work on one finding, and how long it may take.
#[derive(Debug)]
pub(super) struct Piece {
    waiting: Waiting,
    work: Work,
    time: Duration,
    /// The time is lent by the share that findings have.
    is_lent: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    Examine,
    Reduce,
}

/// What is done before a reduction begins takes a moment of its time.
const SLACK: Duration = Duration::from_secs(10);

impl Piece {
    /// What it is, for those who look on.
    pub(super) fn words(&self) -> &'static str {
        match self.work {
            Work::Examine => "examining",
            Work::Reduce => "reducing",
        }
    }

    /// What nobody else does at the same time: examining the findings of a class, reducing those of a bucket.
    fn task(&self) -> String {
        format!("{} {}", self.words(), self.waiting.class)
    }
}

/// How a piece of work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Done,
    /// Another machine does it, or has done it.
    Theirs,
    /// Its time was too short.
    Cut,
}

impl Shared<'_> {
    /// The next finding that is worth its time. Those to be examined come first: they may turn out to be nothing new.
    pub(super) fn next_piece(&self, exhausted: bool) -> Option<Piece> {
        let mut budget = locked(&self.budget);
        let pressure = match (exhausted, self.control.effort) {
            (true, _) => Pressure::Done,
            (false, Effort::Whole) => Pressure::Tests { left: budget::MOST },
            (false, Effort::Third) => Pressure::Tests { left: budget.left(self.started.elapsed()) },
        };
        let examine = || match self.control.examine {
            Examine::Now => locked(&self.queue).take(pressure).map(|taken| (Work::Examine, taken)),
            Examine::Later => None,
        };
        let reduce = || match self.control.reduce {
            Reduce::Now => locked(&self.reductions).take(pressure).map(|taken| (Work::Reduce, taken)),
            Reduce::Later => None,
        };
        let (work, (waiting, time)) = examine().or_else(reduce)?;
        let is_lent = !exhausted && self.control.effort == Effort::Third;
        if is_lent {
            budget.lend(time);
        }
        Some(Piece { waiting, work, time, is_lent })
    }

    /// Works on a finding. What is cut comes again, and gets more time then.
    pub(super) fn look_into(&self, piece: Piece) -> Result<(), Fatal> {
        let started = Instant::now();
        let finding = piece.waiting.id.clone();
        (self.sink)(Event::Begun {
            finding: finding.clone(),
            bucket: piece.waiting.class.clone(),
            work: match piece.work {
                Work::Examine => pulse::Work::Triaging,
                Work::Reduce => pulse::Work::Reducing,
            },
        });
        let ended = self.take(&piece).and_then(|is_ours| match (is_ours, piece.work) {
            (false, _) => Ok(End::Theirs),
            (true, Work::Examine) => self.examine(&piece.waiting, started + piece.time),
            (true, Work::Reduce) => self.reduce_one(&piece.waiting.id, started + piece.time),
        });
        (self.sink)(Event::Ended { finding });
        let let_go = if matches!(ended, Ok(End::Theirs)) { Ok(()) } else { self.let_go(&piece) };
        let Piece { waiting, work, time, is_lent } = piece;
        let used = started.elapsed();
        if is_lent {
            locked(&self.budget).give_back(time, used);
        }
        let queue = match work {
            Work::Examine => &self.queue,
            Work::Reduce => &self.reductions,
        };
        self.has_reduced.fetch_or(work == Work::Reduce, Ordering::Relaxed);
        let mut queue = locked(queue);
        queue.spent(&waiting.class, used);
        match &ended {
            Ok(End::Done) => {}
            Ok(End::Theirs) => queue.leave(&waiting),
            Ok(End::Cut) if !self.is_over() => queue.again(waiting),
            Err(fatal) if fatal.is_passing() => queue.again(waiting),
            Ok(End::Cut) | Err(_) => {}
        }
        drop(queue);
        ended.and(let_go)
    }

    /// Sees to it that nobody else works on the same, and that the files are here. False if that is too late.
    fn take(&self, piece: &Piece) -> Result<bool, Fatal> {
        if self.heartbeat.is_none() {
            return Ok(true);
        }
        let reducing = match piece.work {
            Work::Examine => Reducing::No,
            Work::Reduce => Reducing::Yes,
        };
        let mut store = locked(&self.store);
        if !store.take_task(&piece.task())? {
            return Ok(false);
        }
        if !store.is_due(&piece.waiting.id, reducing)? {
            store.end_task(&piece.task())?;
            return Ok(false);
        }
        store.fetch(&piece.waiting.id)?;
        Ok(true)
    }

    fn let_go(&self, piece: &Piece) -> Result<(), Fatal> {
        if self.heartbeat.is_none() {
            return Ok(());
        }
        let mut store = locked(&self.store);
        store.forget_files(&piece.waiting.id);
        Ok(store.end_task(&piece.task())?)
    }

    fn desk(&self) -> Desk<'_> {
        Desk { plan: self.plan, campaign: &self.dir, described: &self.described }
    }

    /// Examines something, and puts what that uses on the account.
    fn examining<T>(&self, until: Instant, work: impl FnOnce(&Examiner) -> T) -> Result<T, Fatal> {
        let usage = Mutex::new(Usage::default());
        let end = Some(self.control.time.map_or(until, |time| until.min(self.started + time)));
        let (lists, stop) = (&self.pass_lists, self.control.stop.clone());
        let done = work(&Examiner { lists, stop, end, usage: &usage });
        let usage = usage.into_inner().unwrap_or_else(PoisonError::into_inner);
        locked(&self.usage).add(&usage);
        locked(&self.store).add_usage(&usage)?;
        Ok(done)
    }

    fn examine(&self, waiting: &Waiting, until: Instant) -> Result<End, Fatal> {
        let Some(finding) = locked(&self.store).finding(&waiting.id)? else { return Ok(End::Done) };
        let naming = match self.control.reduce {
            Reduce::Now => Naming::ByProgram,
            Reduce::Later => Naming::ByVerdict,
        };
        let examined =
            self.examining(until, |examiner| examine::examine(&self.desk(), examiner, naming, &finding))?;
        match examined {
            Ok(Some((finding, State::Examined))) => {
                if self.keep_examined(finding.clone())? && finding.known.is_none() {
                    let one = Waiting { id: finding.id, class: finding.bucket };
                    locked(&self.reductions).push(one);
                }
                Ok(End::Done)
            }
            Ok(Some((finding, State::Unnamed))) => {
                locked(&self.store).examined(&finding, State::Unnamed)?;
                locked(&self.reductions).push(waiting.clone());
                Ok(End::Done)
            }
            Ok(None) => {
                locked(&self.store).only_count(&waiting.id)?;
                Ok(End::Done)
            }
            Err(stop) => cut(stop),
        }
    }

    /// True when the finding is the first of its bucket.
    fn keep_examined(&self, finding: Finding) -> Result<bool, Fatal> {
        let first_of_bucket = locked(&self.store).examined(&finding, State::Examined)?;
        self.learn_of_bug(&finding)?;
        if first_of_bucket {
            locked(&self.queue).is_news(&finding.class);
            locked(&self.reductions).is_news(&finding.class);
        }
        (self.sink)(Event::Examined { finding: Box::new(finding), first_of_bucket });
        Ok(first_of_bucket)
    }

    fn reduce_one(&self, id: &str, until: Instant) -> Result<End, Fatal> {
        let (found, state) = {
            let store = locked(&self.store);
            (store.finding(id)?, store.state(id)?)
        };
        let (Some(mut finding), Some(state)) = (found, state) else { return Ok(End::Done) };
        if finding.known.is_some() {
            return Ok(End::Done);
        }
        let bounds = Bounds { time: self.time_for_reduction(until), jobs: self.free_hands() };
        let stop = Cancel::new(self.control.stop.clone());
        let mut named = None;
        let mut is_enough = |small: &FailingCase| {
            if state == State::Unnamed {
                named = self.known_bucket(until, &finding, small);
            }
            named.is_some()
        };
        let tell = |bytes| (self.sink)(Event::Smaller { finding: id.to_owned(), bytes });
        let mut watch = Watch { is_enough: &mut is_enough, tell: &tell };
        match reduction::shrink(self.plan, &self.dir, &finding, bounds, &stop, &mut watch) {
            Ok(reduction) => {
                let reduced = Some(reduction);
                if let Some(named) = named {
                    return self.keep_examined(Finding { reduced, ..named }).map(|_| End::Done);
                }
                // Our time may be over, and not the reduction's: it goes on later, or in the next run.
                let is_cut =
                    reduced.as_ref().is_some_and(|one| !one.finished) && bounds.time < reduction::TIME;
                finding.reduced = reduced;
                if is_cut { self.reduced_so_far(finding) } else { self.reduced(until, finding, state) }
            }
            Err(Unreduced::Impossible(why)) => self.unreduced(until, finding, state, why),
            Err(Unreduced::Interrupted) => Ok(End::Cut),
        }
    }

    fn time_for_reduction(&self, until: Instant) -> Duration {
        let left = until.saturating_duration_since(Instant::now());
        // What is lent is in whole slices; the last one is as long as a reduction may be.
        let own = if left + SLACK >= reduction::TIME { reduction::TIME } else { left };
        let of_run = self.control.time.map(|time| time.saturating_sub(self.started.elapsed()));
        of_run.map_or(own, |left| left.min(own))
    }

    /// The finding in its bucket, if a program that could be smaller tells that already. What goes wrong here is met
    /// again with the smallest program.
    fn known_bucket(&self, until: Instant, finding: &Finding, small: &FailingCase) -> Option<Finding> {
        let named =
            self.examining(until, |examiner| examine::known_bucket(&self.desk(), examiner, finding, small));
        named.ok()?.ok().flatten()
    }

    /// How many candidates a reduction may try at a time: when no tests are left, those who have nothing to do help.
    fn free_hands(&self) -> usize {
        let exhausted = !locked(&self.claims).has_next(self.control.tests);
        let busy = self.busy.load(Ordering::Relaxed).max(1);
        if exhausted { (self.control.jobs / busy).max(1) } else { 1 }
    }

    fn reduced_so_far(&self, finding: Finding) -> Result<End, Fatal> {
        locked(&self.store).reduced_so_far(&finding)?;
        if self.is_over() {
            (self.sink)(Event::Reduced { finding: Box::new(finding) });
        }
        Ok(End::Cut)
    }

    /// The reduced program is examined as well. It may be the first that tells what the bug is.
    fn reduced(&self, until: Instant, finding: Finding, state: State) -> Result<End, Fatal> {
        let mut finding = match self.examined_reduced(until, finding, state)? {
            Ok(finding) => finding,
            Err(stop) => return cut(stop),
        };
        // Somebody may have marked it meanwhile.
        finding.known = self.plan.known.note(&finding);
        if state == State::Unnamed {
            self.keep_examined(finding.clone())?;
        }
        locked(&self.store).reduced(&finding, None)?;
        (self.sink)(Event::Reduced { finding: Box::new(finding) });
        Ok(End::Done)
    }

    fn examined_reduced(
        &self,
        until: Instant,
        finding: Finding,
        state: State,
    ) -> Result<Result<Finding, Stop>, Fatal> {
        self.examining(until, |examiner| examine::examine_reduced(&self.desk(), examiner, state, finding))
    }

    fn unreduced(&self, until: Instant, finding: Finding, state: State, why: String) -> Result<End, Fatal> {
        let finding = match self.examined_reduced(until, finding, state)? {
            Ok(finding) => finding,
            Err(stop) => return cut(stop),
        };
        if state == State::Unnamed {
            self.keep_examined(finding.clone())?;
        }
        locked(&self.store).reduced(&finding, Some(&why))?;
        (self.sink)(Event::NotReduced { finding: finding.id, why });
        Ok(End::Done)
    }
}

/// What is interrupted comes again in this run or in the next one.
fn cut(stop: Stop) -> Result<End, Fatal> {
    match stop {
        Stop::Interrupted | Stop::OutOfTime => Ok(End::Cut),
        Stop::Environment(cause) => Err(Fatal::Environment(cause)),
    }
}
