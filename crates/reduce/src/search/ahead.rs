//! Candidates under way, each started on guesses about those before it. Decisions are made in the order of the search, and
//! what was guessed wrongly is cancelled.

use crate::interesting::judge::Judged;
use crate::passes::Pass;
use crate::search::menu::Course;
use crate::search::patience::Clock;
use harness::Cancel;
use std::collections::VecDeque;

/// So many more than usual may be under way that are hardly anything but hangs.
const MOST_OVERDUE: usize = 6;

/// So many for each job may be begun before the first of them is decided: one that takes long keeps nobody waiting.
const MOST_AHEAD: usize = 4;

/// A candidate under way.
pub(crate) struct Flight {
    pub id: u64,
    pub pass: Pass,
    /// What those after it assume of its outcome.
    pub guess: bool,
    pub cancel: Cancel,
    pub clock: Clock,
    pub outcome: Option<Judged>,
}

pub(crate) struct Ahead {
    /// The way as far as it is decided.
    pub decided: Course,
    /// The way as it will be if all guesses are right.
    pub course: Course,
    pub flights: VecDeque<Flight>,
    next_id: u64,
    /// The last decision: the next one is often the same.
    lucky: bool,
}

impl Ahead {
    pub fn new(course: Course) -> Ahead {
        let flights = VecDeque::new();
        Ahead { decided: course.clone(), course, flights, next_id: 0, lucky: false }
    }

    /// Whether there is something to start, and hands for it. Those that wait for the end of a hang need none, and those
    /// that are done.
    pub fn has_room(&self, jobs: usize) -> bool {
        let under_way = self.flights.iter().filter(|flight| flight.outcome.is_none());
        let overdue = under_way.clone().filter(|flight| flight.is_waiting()).count().min(MOST_OVERDUE);
        let (busy, jobs) = (under_way.count() - overdue, jobs.max(1));
        busy < jobs && self.flights.len() < jobs * MOST_AHEAD + overdue && !self.course.is_over()
    }

    /// Starts the next one.
    pub fn push(&mut self, start: impl FnOnce(u64, bool) -> Flight) {
        let flight = start(self.next_id, self.lucky);
        self.next_id += 1;
        // What is known already needs no guess.
        let guess = flight.guess && flight.outcome.is_none();
        self.course.advance(guess);
        self.flights.push_back(Flight { guess, ..flight });
    }

    /// Takes the first one off, with what became of it.
    pub fn decided(&mut self, success: bool) {
        let Some(flight) = self.flights.pop_front() else { return };
        self.decided.advance(success);
        self.lucky = success;
        if success != flight.guess {
            self.cancel_from(0);
        }
    }

    /// Whoever takes longer than an honest compiler does is guessed to hang, which is what is looked for.
    pub fn guess_overdue(&mut self) {
        let wrong = |flight: &Flight| !flight.guess && flight.is_waiting();
        if let Some(at) = self.flights.iter().position(wrong) {
            self.flights[at].guess = true;
            self.cancel_from(at + 1);
        }
    }

    /// Drops candidates whose guesses are no longer made.
    pub fn cancel_from(&mut self, at: usize) {
        self.flights.drain(at..).for_each(|flight| flight.cancel.cancel());
        self.course = self.decided.clone();
        self.flights.iter().for_each(|flight| self.course.advance(flight.guess));
    }
}

impl Flight {
    pub fn new(id: u64, pass: Pass, guess: bool) -> Flight {
        Flight { id, pass, guess, cancel: Cancel::default(), clock: Clock::default(), outcome: None }
    }

    fn is_waiting(&self) -> bool {
        self.outcome.is_none() && self.clock.is_overdue()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Edit, Whole};
    use crate::interesting::facts::Facts;
    use crate::passes::Growth;
    use crate::search::grain::Grain;
    use crate::search::menu::Menu;
    use ir::{Program, Target};
    use machine::Config;
    use std::time::Duration;

    const PASS: Pass = Pass { name: "test", propose: |_| Vec::new(), growth: Growth::Never };

    /// So many proposals, one by one.
    fn ahead(count: usize) -> Ahead {
        let facts = Facts::of(&Program::new(Target::LP64), Config::default());
        let groups = vec![vec![Edit::Whole(Whole::Decimal)]; count];
        Ahead::new(Course::first(Menu::given(PASS, groups, Grain::Linear, facts)))
    }

    fn flight(id: u64, guess: bool, overdue: Option<Duration>) -> Flight {
        let clock = Clock::default();
        clock.start(overdue);
        Flight { id, pass: PASS, guess, cancel: Cancel::default(), clock, outcome: None }
    }

    #[test]
    fn hangs_are_waited_for_together() {
        let mut ahead = ahead(64);
        for _ in 0..MOST_OVERDUE {
            assert!(ahead.has_room(1));
            ahead.push(|id, guess| flight(id, guess, Some(Duration::ZERO)));
            ahead.guess_overdue();
        }
        assert_eq!(ahead.course.search.accepted().len(), MOST_OVERDUE, "each was guessed to hang");
        assert!(!ahead.decided.has_changed());
        assert!(ahead.has_room(1));
        ahead.push(|id, guess| flight(id, guess, None));
        assert!(!ahead.has_room(1), "this one is not known to hang");
        // The first does not hang after all.
        let cancelled: Vec<Cancel> = ahead.flights.iter().map(|flight| flight.cancel.clone()).collect();
        ahead.decided(false);
        assert!(ahead.flights.is_empty());
        assert!(cancelled[1..].iter().all(Cancel::is_cancelled));
        assert_eq!(ahead.course.search.current(), Some(&[1][..]));
    }

    #[test]
    fn an_overdue_guess_revises_what_was_built_on_the_other_one() {
        let mut ahead = ahead(8);
        ahead.push(|id, _| flight(id, false, Some(Duration::ZERO)));
        ahead.push(|id, _| flight(id, false, None));
        let second = ahead.flights[1].cancel.clone();
        ahead.guess_overdue();
        assert!(second.is_cancelled() && ahead.flights.len() == 1);
        assert_eq!(
            (ahead.course.search.accepted(), ahead.course.search.current()),
            (&[0][..], Some(&[1][..]))
        );
    }
}
