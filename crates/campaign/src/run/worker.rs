//! What the workers do between tests: look for the causes of findings, and reduce them.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use harness::Cancel;

use super::{Effort, Examine, Reduce, Shared, locked};
use crate::event::Event;
use crate::finding::Finding;
use crate::finding::life::{self, Action, Stage};
use crate::pulse;
use crate::run::budget;
use crate::run::fatal::Fatal;
use crate::run::queue::Pressure;
use crate::store::{Reducing, Waiting};
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
        let (finding, event) = match examined {
            Ok(examined) => examined,
            Err(stop) => (finding, cut_by(stop)?),
        };
        self.follow(Stage::Waiting, finding, event, None)
    }

    /// Does what the table of a finding's life says. A bucket that has no smaller program has a reason.
    fn follow(
        &self,
        stage: Stage,
        finding: Finding,
        event: life::Event,
        why_not: Option<String>,
    ) -> Result<End, Fatal> {
        let Some((next, actions)) = stage.after(event) else { return Ok(End::Done) };
        let waiting = |class: &str| Waiting { id: finding.id.clone(), class: class.to_owned() };
        let mut is_first = false;
        for action in actions {
            match action {
                Action::Keep => is_first = self.keep(&finding, next)?,
                Action::Reduce => locked(&self.reductions).push(waiting(&finding.class)),
                Action::ReduceFirst if is_first => locked(&self.reductions).push(waiting(&finding.bucket)),
                Action::ReduceFirst | Action::Again => {}
                Action::KeepProgress => self.keep_progress(&finding)?,
                Action::KeepReduction => self.keep_reduction(&finding, why_not.as_deref())?,
            }
        }
        Ok(if actions.contains(&Action::Again) { End::Cut } else { End::Done })
    }

    /// True when the finding is the first of its bucket.
    fn keep(&self, finding: &Finding, stage: Stage) -> Result<bool, Fatal> {
        match stage {
            Stage::Examined => return self.keep_examined(finding.clone()),
            Stage::Counted => locked(&self.store).only_count(&finding.id)?,
            Stage::Waiting | Stage::Unnamed => {
                locked(&self.store).examined(finding, stage)?;
            }
        }
        Ok(false)
    }

    fn keep_examined(&self, finding: Finding) -> Result<bool, Fatal> {
        let first_of_bucket = locked(&self.store).examined(&finding, Stage::Examined)?;
        self.learn_of_bug(&finding)?;
        if first_of_bucket {
            locked(&self.queue).is_news(&finding.class);
            locked(&self.reductions).is_news(&finding.class);
        }
        (self.sink)(Event::Examined { finding: Box::new(finding), first_of_bucket });
        Ok(first_of_bucket)
    }

    fn reduce_one(&self, id: &str, until: Instant) -> Result<End, Fatal> {
        let (found, stage) = {
            let store = locked(&self.store);
            (store.finding(id)?, store.stage(id)?)
        };
        let (Some(finding), Some(stage @ (Stage::Unnamed | Stage::Examined))) = (found, stage) else {
            return Ok(End::Done);
        };
        if finding.known.is_some() {
            return self.follow(stage, finding, life::Event::Marked, None);
        }
        let bounds = Bounds { time: self.time_for_reduction(until), jobs: self.free_hands() };
        let stop = Cancel::new(self.control.stop.clone());
        let mut named = None;
        let mut is_enough = |small: &FailingCase| {
            if stage == Stage::Unnamed {
                named = self.known_bucket(until, &finding, small);
            }
            named.is_some()
        };
        let tell = |bytes| (self.sink)(Event::Smaller { finding: id.to_owned(), bytes });
        let mut watch = Watch { is_enough: &mut is_enough, tell: &tell };
        match reduction::shrink(self.plan, &self.dir, &finding, bounds, &stop, &mut watch) {
            Ok(reduction) => {
                // Our time may be over, and not the reduction's: it goes on later, or in the next run.
                let is_cut = !reduction.finished && bounds.time < reduction::TIME;
                let reduced = Some(reduction);
                if let Some(named) = named {
                    let finding = Finding { reduced, ..named };
                    return self.follow(stage, finding, life::Event::Recognised, None);
                }
                let finding = Finding { reduced, ..finding };
                if is_cut {
                    return self.follow(stage, finding, life::Event::Smaller, None);
                }
                self.reduced(until, finding, stage, None)
            }
            Err(Unreduced::Impossible(why)) => self.reduced(until, finding, stage, Some(why)),
            Err(Unreduced::Interrupted) => self.follow(stage, finding, life::Event::Cut, None),
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

    fn keep_progress(&self, finding: &Finding) -> Result<(), Fatal> {
        locked(&self.store).reduced_so_far(finding)?;
        if self.is_over() {
            (self.sink)(Event::Reduced { finding: Box::new(finding.clone()) });
        }
        Ok(())
    }

    fn keep_reduction(&self, finding: &Finding, why_not: Option<&str>) -> Result<(), Fatal> {
        locked(&self.store).reduced(finding, why_not)?;
        (self.sink)(match why_not {
            None => Event::Reduced { finding: Box::new(finding.clone()) },
            Some(why) => Event::NotReduced { finding: finding.id.clone(), why: why.to_owned() },
        });
        Ok(())
    }

    /// The reduced program, or that of the test if there is none, is examined as well. It may be the first that tells what the bug is.
    fn reduced(
        &self,
        until: Instant,
        finding: Finding,
        stage: Stage,
        why_not: Option<String>,
    ) -> Result<End, Fatal> {
        let before = finding.clone();
        let examined = self
            .examining(until, |examiner| examine::examine_reduced(&self.desk(), examiner, stage, finding))?;
        let mut finding = match examined {
            Ok(finding) => finding,
            Err(stop) => return self.follow(stage, before, cut_by(stop)?, None),
        };
        // Somebody may have marked it meanwhile.
        finding.known = self.plan.known.note(&finding).or(finding.known);
        self.follow(stage, finding, life::Event::Reduced, why_not)
    }
}

/// What is interrupted comes again in this run or in the next one.
fn cut_by(stop: Stop) -> Result<life::Event, Fatal> {
    match stop {
        Stop::Interrupted | Stop::OutOfTime => Ok(life::Event::Cut),
        Stop::Environment(cause) => Err(Fatal::Environment(cause)),
    }
}
