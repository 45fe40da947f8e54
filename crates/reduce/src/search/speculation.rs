//! Candidates under way, each started on guesses about those before it. Decisions are made in the order of the search, and
//! what was guessed wrongly is cancelled.

use crate::interesting::interestingness::TestOutcome;
use crate::passes::Pass;
use crate::search::pass_queue::Cursor;
use crate::search::timeouts::Clock;
use harness::Cancel;
use std::collections::VecDeque;

/// So many more than usual may be under way that are hardly anything but hangs.
const MOST_OVERDUE: usize = 6;

/// So many for each job may be begun before the first of them is decided: one that takes long holds nothing up.
const MOST_AHEAD: usize = 4;

/// A candidate under way.
pub(crate) struct InFlight {
    pub id: u64,
    pub pass: Pass,
    /// What those after it assume of its outcome.
    pub guess: bool,
    pub cancel: Cancel,
    pub clock: Clock,
    pub outcome: Option<TestOutcome>,
}

pub(crate) struct Speculation {
    /// The way as far as it is decided.
    pub decided: Cursor,
    /// The way as it will be if all guesses are right.
    pub cursor: Cursor,
    pub in_flight: VecDeque<InFlight>,
    next_id: u64,
    /// The last decision: the next one is often the same.
    lucky: bool,
}

impl Speculation {
    pub fn new(cursor: Cursor) -> Speculation {
        let in_flight = VecDeque::new();
        Speculation { decided: cursor.clone(), cursor, in_flight, next_id: 0, lucky: false }
    }

    /// Whether there is something to start, and hands for it. Those that wait for the end of a hang need none, and those
    /// that are done.
    pub fn has_room(&self, jobs: usize) -> bool {
        let under_way = self.in_flight.iter().filter(|pending| pending.outcome.is_none());
        let overdue = under_way.clone().filter(|pending| pending.is_waiting()).count().min(MOST_OVERDUE);
        let (busy, jobs) = (under_way.count() - overdue, jobs.max(1));
        busy < jobs && self.in_flight.len() < jobs * MOST_AHEAD + overdue && !self.cursor.is_over()
    }

    /// Starts the next one.
    pub fn push(&mut self, start: impl FnOnce(u64, bool) -> InFlight) {
        let pending = start(self.next_id, self.lucky);
        self.next_id += 1;
        // What is known already needs no guess.
        let guess = pending.guess && pending.outcome.is_none();
        self.cursor.advance(guess);
        self.in_flight.push_back(InFlight { guess, ..pending });
    }

    /// Takes the first one off, with what became of it.
    pub fn decided(&mut self, success: bool) {
        let Some(pending) = self.in_flight.pop_front() else { return };
        self.decided.advance(success);
        self.lucky = success;
        if success != pending.guess {
            self.cancel_from(0);
        }
    }

    /// A compiler that takes longer than an honest one is guessed to hang, which is what is looked for.
    pub fn guess_overdue(&mut self) {
        let wrong = |pending: &InFlight| !pending.guess && pending.is_waiting();
        if let Some(at) = self.in_flight.iter().position(wrong) {
            self.in_flight[at].guess = true;
            self.cancel_from(at + 1);
        }
    }

    /// Drops candidates whose guesses are no longer made.
    pub fn cancel_from(&mut self, at: usize) {
        self.in_flight.drain(at..).for_each(|pending| pending.cancel.cancel());
        self.cursor = self.decided.clone();
        self.in_flight.iter().for_each(|pending| self.cursor.advance(pending.guess));
    }
}

impl InFlight {
    pub fn new(id: u64, pass: Pass, guess: bool) -> InFlight {
        InFlight { id, pass, guess, cancel: Cancel::default(), clock: Clock::default(), outcome: None }
    }

    fn is_waiting(&self) -> bool {
        self.outcome.is_none() && self.clock.is_overdue()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Edit, Whole};
    use crate::interesting::trace::Trace;
    use crate::passes::Growth;
    use crate::search::grain::Grain;
    use crate::search::pass_queue::PassQueue;
    use ir::{Program, Target};
    use machine::Config;
    use std::time::Duration;

    const PASS: Pass = Pass { name: "test", propose: |_| Vec::new(), growth: Growth::Never };

    /// So many proposals, one by one.
    fn ahead(count: usize) -> Speculation {
        let trace = Trace::of(&Program::new(Target::LP64), Config::default());
        let groups = vec![vec![Edit::Whole(Whole::Decimal)]; count];
        Speculation::new(Cursor::first(PassQueue::given(PASS, groups, Grain::Linear, trace)))
    }

    fn pending(id: u64, guess: bool, overdue: Option<Duration>) -> InFlight {
        let clock = Clock::default();
        clock.start(overdue);
        InFlight { id, pass: PASS, guess, cancel: Cancel::default(), clock, outcome: None }
    }

    #[test]
    fn hangs_are_waited_for_together() {
        let mut ahead = ahead(64);
        for _ in 0..MOST_OVERDUE {
            assert!(ahead.has_room(1));
            ahead.push(|id, guess| pending(id, guess, Some(Duration::ZERO)));
            ahead.guess_overdue();
        }
        assert_eq!(ahead.cursor.search.accepted().len(), MOST_OVERDUE, "each was guessed to hang");
        assert!(!ahead.decided.has_changed());
        assert!(ahead.has_room(1));
        ahead.push(|id, guess| pending(id, guess, None));
        assert!(!ahead.has_room(1), "this one is not known to hang");
        // The first does not hang after all.
        let cancelled: Vec<Cancel> = ahead.in_flight.iter().map(|pending| pending.cancel.clone()).collect();
        ahead.decided(false);
        assert!(ahead.in_flight.is_empty());
        assert!(cancelled[1..].iter().all(Cancel::is_cancelled));
        assert_eq!(ahead.cursor.search.current(), Some(&[1][..]));
    }

    #[test]
    fn an_overdue_guess_revises_what_was_built_on_the_other_one() {
        let mut ahead = ahead(8);
        ahead.push(|id, _| pending(id, false, Some(Duration::ZERO)));
        ahead.push(|id, _| pending(id, false, None));
        let second = ahead.in_flight[1].cancel.clone();
        ahead.guess_overdue();
        assert!(second.is_cancelled() && ahead.in_flight.len() == 1);
        assert_eq!(
            (ahead.cursor.search.accepted(), ahead.cursor.search.current()),
            (&[0][..], Some(&[1][..]))
        );
    }
}
