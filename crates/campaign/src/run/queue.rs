//! Who is examined next. Findings of a rare class do not wait behind many of a frequent one: the class that has had least
//! time comes first. How long it may take as long as there are tests to run is for [`crate::run::budget`] to say.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::run::budget;
use crate::store::Waiting;

#[derive(Debug, Default)]
pub(crate) struct Queue {
    waiting: Vec<Waiting>,
    /// All that ever were in line here.
    seen: BTreeSet<String>,
    spent: BTreeMap<String, Spent>,
    /// How often a finding was cut because its time was over.
    cuts: BTreeMap<String, u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    findings: u32,
    time: Duration,
}

/// What else there is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pressure {
    /// Tests are to be run, and so much time is left for findings.
    Tests { left: Duration },
    /// No tests are left.
    Done,
}

/// When no tests are left, so many findings of a class that bring nothing new are examined; the others wait for the next
/// run.
const ENOUGH: u32 = 6;

/// Less is not worth beginning with.
const LEAST: Duration = Duration::from_secs(5);

impl Queue {
    pub fn new(waiting: Vec<Waiting>) -> Queue {
        let seen = waiting.iter().map(|one| one.id.clone()).collect();
        Queue { waiting, seen, ..Queue::default() }
    }

    pub fn push(&mut self, one: Waiting) {
        self.seen.insert(one.id.clone());
        self.waiting.push(one);
    }

    /// Puts in line what others have found.
    pub fn merge(&mut self, all: Vec<Waiting>) {
        for one in all {
            if !self.seen.contains(&one.id) {
                self.push(one);
            }
        }
    }

    /// Somebody else works on what was taken; should it wait again, it comes again by [`Queue::merge`].
    pub fn leave(&mut self, one: &Waiting) {
        self.seen.remove(&one.id);
        if let Some(spent) = self.spent.get_mut(&one.class) {
            spent.findings = spent.findings.saturating_sub(1);
        }
    }

    /// What was begun, and needs more time than it had: twice as much, the next time.
    pub fn again(&mut self, one: Waiting) {
        *self.cuts.entry(one.id.clone()).or_default() += 1;
        if let Some(spent) = self.spent.get_mut(&one.class) {
            spent.findings = spent.findings.saturating_sub(1);
        }
        self.waiting.push(one);
    }

    /// Takes the next finding, and how long it may take. What was cut comes first, and what needs more time than is left is
    /// waited for: else much would be begun, and nothing ended.
    pub fn take(&mut self, pressure: Pressure) -> Option<(Waiting, Duration)> {
        let (left, most) = match pressure {
            Pressure::Tests { left } => (left, u32::MAX),
            Pressure::Done => (budget::MOST, ENOUGH),
        };
        let spent = |one: &Waiting| self.spent.get(&one.class).copied().unwrap_or_default();
        let is_new = |one: &Waiting| !self.cuts.contains_key(&one.id);
        let candidates = self.waiting.iter().enumerate().filter(|(_, one)| spent(one).findings < most);
        let (at, one) =
            candidates.min_by_key(|(at, one)| (is_new(one), spent(one).time, spent(one).findings, *at))?;
        if self.needed(one) > left {
            return None;
        }
        let one = self.waiting.remove(at);
        self.spent.entry(one.class.clone()).or_default().findings += 1;
        Some((one, left))
    }

    fn needed(&self, one: &Waiting) -> Duration {
        let cuts = self.cuts.get(&one.id).copied().unwrap_or_default();
        LEAST.saturating_mul(1 << cuts.min(16)).min(budget::MOST)
    }

    /// The class has brought something new, so its findings are worth more time.
    pub fn is_news(&mut self, class: &str) {
        self.spent.entry(class.to_owned()).or_default().findings = 0;
    }

    pub fn spent(&mut self, class: &str, time: Duration) {
        self.spent.entry(class.to_owned()).or_default().time += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(id: u32, class: &str) -> Waiting {
        Waiting { id: id.to_string(), class: class.to_owned() }
    }

    fn queue() -> Queue {
        let mut all: Vec<Waiting> = (0..20).map(|id| waiting(id, "frequent")).collect();
        all.push(waiting(20, "rare"));
        Queue::new(all)
    }

    #[test]
    fn rare_classes_do_not_wait() {
        let mut queue = queue();
        let tests = Pressure::Tests { left: LEAST };
        assert_eq!(queue.take(tests).unwrap().0.id, "0");
        queue.spent("frequent", Duration::from_secs(9));
        assert_eq!(queue.take(tests).unwrap().0.class, "rare");
        assert_eq!(queue.take(Pressure::Tests { left: LEAST / 2 }), None, "there is no time");
        assert_eq!(queue.take(tests).unwrap().0.id, "1");
    }

    #[test]
    fn what_was_cut_gets_more_time() {
        let mut queue = Queue::new(vec![waiting(0, "one")]);
        let mut left = LEAST;
        for _ in 0..4 {
            let (one, time) = queue.take(Pressure::Tests { left }).unwrap();
            assert_eq!(time, left);
            queue.again(one);
            assert_eq!(queue.take(Pressure::Tests { left }), None);
            left *= 2;
        }
        assert!(queue.take(Pressure::Done).is_some());
    }

    #[test]
    fn at_the_end_enough_is_enough() {
        let mut queue = queue();
        let taken: Vec<String> =
            std::iter::from_fn(|| queue.take(Pressure::Done)).map(|(one, _)| one.class).collect();
        assert_eq!(taken.iter().filter(|class| *class == "frequent").count(), ENOUGH as usize);
        assert!(taken.contains(&"rare".to_owned()));
        queue.is_news("frequent");
        assert!(queue.take(Pressure::Done).is_some(), "where there is news, there may be more");
    }
}
