//! What a worker of a fleet does beside its tests: it tells that it lives, looks at what others have found, and waits when the
//! store is away.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Claims, Shared, Supply, locked};
use crate::draw::learn::Learning;
use crate::event::Event;
use crate::finding::known;
use crate::run::fatal::Fatal;
use crate::store::{Heart, Leased, Pulse, RANGE, StoreError};
use crate::testing::report::Report;

/// How long it is before a store that is away is asked again.
const AGAIN: Duration = Duration::from_millis(1000);

/// How long it is before others are looked at again: a thousand workers do so.
const AROUND: Duration = Duration::from_secs(5);

/// So many ranges without a test for this machine are passed on at a time.
const MOST_PASSED: usize = 16;

/// A heart looks so often whether its worker has ended.
const BLINK: Duration = Duration::from_millis(50);

impl Shared<'_> {
    /// Whether there are tests to run; takes a range of them if need be.
    pub(super) fn supply(&self) -> Result<Supply, Fatal> {
        let mut claims = locked(&self.claims);
        if self.has_been_silent() {
            self.drop_range(&mut claims);
        }
        if claims.has_next(self.control.tests) {
            return Ok(Supply::Tests);
        }
        if claims.is_over {
            return Ok(Supply::Over);
        }
        if claims.again.is_some_and(|again| Instant::now() < again) {
            return Ok(Supply::Wait);
        }
        let generation =
            if self.plan.learning == Learning::On { locked(&self.pupil).generation() } else { 0 };
        match self.leased(&mut claims, generation) {
            Ok(Leased::Range(range)) => {
                claims.again = None;
                claims.range = Some(range);
                Ok(if claims.has_next(self.control.tests) { Supply::Tests } else { Supply::Wait })
            }
            Ok(Leased::Others) => {
                claims.again = Some(Instant::now() + self.again);
                Ok(Supply::Wait)
            }
            Ok(Leased::Over) => {
                claims.is_over = true;
                Ok(Supply::Over)
            }
            Err(error) if error.is_passing() => {
                claims.again = Some(Instant::now() + AGAIN);
                self.is_away(&error);
                Ok(Supply::Wait)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A range with tests that can be run here, if there is one among the next few. Others are passed on to machines that have what
    /// their tests have drawn.
    fn leased(&self, claims: &mut Claims, generation: u64) -> Result<Leased, StoreError> {
        self.leave_the_last(claims)?;
        let mut store = locked(&self.store);
        for _ in 0..MOST_PASSED {
            let mut range = match store.lease(self.control.tests, generation, claims.left)? {
                Leased::Range(range) => range,
                other @ (Leased::Others | Leased::Over) => return Ok(other),
            };
            let foreign = self.foreign(range.number);
            range.done |= foreign;
            let is_last = self.is_cut(range.number);
            claims.range = Some(range);
            if claims.has_next(self.control.tests) {
                return Ok(Leased::Range(range));
            }
            claims.range = None;
            if is_last {
                store.give_back(range.number)?;
                claims.left = Some(range.number);
            } else {
                store.pass(range.number, foreign)?;
            }
        }
        Ok(Leased::Others)
    }

    /// Of the tests of a range, those that another machine has to run.
    pub(super) fn foreign(&self, range: u64) -> u64 {
        self.plan.foreign(range * RANGE, RANGE)
    }

    /// Whether the campaign ends within a range.
    fn is_cut(&self, range: u64) -> bool {
        self.control.tests.is_some_and(|tests| tests / RANGE == range && tests % RANGE > 0)
    }

    /// The last range is never full, so that storing its tests does not pass it on.
    fn leave_the_last(&self, claims: &mut Claims) -> Result<(), StoreError> {
        let Some(range) = claims.range.filter(|range| self.is_cut(range.number)) else { return Ok(()) };
        if self.foreign(range.number) != 0
            && !claims.under_way.contains_key(&range.number)
            && self.kept() == 0
        {
            locked(&self.store).give_back(range.number)?;
            claims.range = None;
            claims.left = Some(range.number);
        }
        Ok(())
    }

    /// Who was stopped or cut off for longer than a lease may have lost it.
    fn has_been_silent(&self) -> bool {
        self.heartbeat.as_ref().is_some_and(|last| locked(last).elapsed() > self.lease)
    }

    fn drop_range(&self, claims: &mut Claims) {
        if let Some(range) = claims.range.take() {
            // Nobody minds if that fails: it ends by itself.
            let _ = locked(&self.store).give_back(range.number);
        }
    }

    /// Keeps a result: in the store, or here until the store is back.
    pub(super) fn record(&self, report: Report) -> Result<(), Fatal> {
        if locked(&self.spool).as_ref().is_none_or(|spool| spool.is_empty()) {
            let stored = locked(&self.store).record(&report);
            match stored {
                Ok(recorded) => return self.recorded(report, recorded),
                Err(error) if error.is_passing() => self.is_away(&error),
                Err(error) => return Err(error.into()),
            }
        }
        let mut spool = locked(&self.spool);
        let Some(spool) = spool.as_mut() else { return Ok(()) };
        let dir = self.dir.clone();
        Ok(spool.push(report).map_err(|error| StoreError::Io { dir, error })?)
    }

    /// Stores what waits, as far as the store takes it.
    pub(super) fn drain(&self) -> Result<(), Fatal> {
        let mut spool = locked(&self.spool);
        let Some(spool) = spool.as_mut().filter(|spool| !spool.is_empty()) else { return Ok(()) };
        let mut last = locked(&self.drained);
        if last.is_some_and(|last| last.elapsed() < AGAIN) {
            return Ok(());
        }
        while let Some(report) = spool.first() {
            let stored = locked(&self.store).record(report);
            match stored {
                Ok(recorded) => {
                    if let Some(report) = spool.pop() {
                        self.recorded(report, recorded)?;
                    }
                }
                Err(error) if error.is_passing() => {
                    *last = Some(Instant::now());
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
        }
        *last = None;
        locked(&self.trouble).clear();
        (self.sink)(Event::StoreBack);
        Ok(())
    }

    /// How many results wait.
    pub(super) fn kept(&self) -> usize {
        locked(&self.spool).as_ref().map_or(0, |spool| spool.len())
    }

    pub(super) fn is_away(&self, error: &StoreError) {
        let mut trouble = locked(&self.trouble);
        let is_news = trouble.is_empty();
        *trouble = error.to_string();
        if is_news {
            (self.sink)(Event::StoreAway { why: trouble.clone(), waiting: 0 });
        }
    }

    /// The store answers.
    pub(super) fn is_there(&self) {
        if self.kept() == 0 {
            let mut trouble = locked(&self.trouble);
            if !trouble.is_empty() {
                trouble.clear();
                (self.sink)(Event::StoreBack);
            }
        }
    }

    /// Puts in line what others have found, and takes over what is said of bugs.
    pub(super) fn look_around(&self) -> Result<(), Fatal> {
        if self.heartbeat.is_none() {
            return Ok(());
        }
        let mut last = locked(&self.looked);
        if last.is_some_and(|last| last.elapsed() < AROUND) {
            return Ok(());
        }
        *last = Some(Instant::now());
        let seen = {
            let store = locked(&self.store);
            let read = || {
                Ok((
                    store.waiting()?,
                    [store.unreduced()?, store.unnamed()?].concat(),
                    store.described()?,
                    store.said()?,
                ))
            };
            read()
        };
        let (waiting, reductions, described, said) = match seen {
            Ok(seen) => seen,
            Err(error) => {
                let error: StoreError = error;
                self.is_away(&error);
                return if error.is_passing() { Ok(()) } else { Err(error.into()) };
            }
        };
        self.is_there();
        locked(&self.queue).merge(waiting);
        locked(&self.reductions).merge(reductions);
        locked(&self.described).extend(described);
        let settled = said.iter().filter(|(_, said)| said.state.is_settled());
        let rows: Vec<(&str, &str)> =
            settled.map(|(bucket, said)| (bucket.as_str(), said.note.as_str())).collect();
        let dir = self.dir.clone();
        Ok(known::replace(&self.dir, &rows).map_err(|error| StoreError::Io { dir, error })?)
    }

    /// Beats until the workers have ended.
    pub(super) fn live(&self, heart: &Heart, is_over: &AtomicBool) {
        let mut next = Instant::now();
        while !is_over.load(Ordering::Relaxed) {
            if Instant::now() < next {
                std::thread::sleep(BLINK);
                continue;
            }
            let (pulse, asked) = (self.pulse(), Instant::now());
            match heart.beat(&pulse) {
                Ok(()) => {
                    if let Some(last) = &self.heartbeat {
                        *locked(last) = asked;
                    }
                }
                Err(trouble) => *locked(&self.trouble) = trouble.to_string(),
            }
            next = Instant::now() + heart.pause();
        }
        // The last figures. Should the store be away just now, the others know a little less.
        let _ = heart.beat(&self.pulse());
    }

    fn pulse(&self) -> Pulse {
        let doing =
            locked(&self.doing).iter().map(|(what, count)| format!("{what} {count}")).collect::<Vec<_>>();
        let (tests, findings) = (self.tests.load(Ordering::Relaxed), self.findings.load(Ordering::Relaxed));
        let ranges = locked(&self.claims).held();
        Pulse { tests, findings, ranges, doing: doing.join(", "), trouble: locked(&self.trouble).clone() }
    }
}
