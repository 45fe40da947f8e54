//! Who is examined next. Findings of a rare class do not wait behind many of a frequent one: the class that has had least
//! time comes first. And examining does not take over: it has a share of the time, as long as there are tests to run.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::store::Waiting;

#[derive(Debug, Default)]
pub(crate) struct Queue {
    waiting: Vec<Waiting>,
    spent: BTreeMap<String, Spent>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    findings: u32,
    time: Duration,
}

/// What else there is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pressure {
    /// Tests are to be run, and examining has had its share.
    Busy,
    /// Tests are to be run.
    Free,
    /// No tests are left.
    Done,
}

/// When no tests are left, so many findings of a class that bring nothing new are examined; the others wait for the next
/// run.
const ENOUGH: u32 = 6;

impl Queue {
    pub fn new(waiting: Vec<Waiting>) -> Queue {
        Queue { waiting, spent: BTreeMap::new() }
    }

    pub fn push(&mut self, one: Waiting) {
        self.waiting.push(one);
    }

    /// Takes the next finding. The first of a class is always worth it.
    pub fn take(&mut self, pressure: Pressure) -> Option<Waiting> {
        let most = match pressure {
            Pressure::Busy => 1,
            Pressure::Free => u32::MAX,
            Pressure::Done => ENOUGH,
        };
        let spent = |one: &Waiting| self.spent.get(&one.class).copied().unwrap_or_default();
        let candidates = self.waiting.iter().enumerate().filter(|(_, one)| spent(one).findings < most);
        let (at, _) = candidates.min_by_key(|(at, one)| (spent(one).time, spent(one).findings, *at))?;
        let one = self.waiting.remove(at);
        self.spent.entry(one.class.clone()).or_default().findings += 1;
        Some(one)
    }

    /// The class has brought something new, so its findings are worth more time.
    pub fn is_news(&mut self, class: &str) {
        self.spent.entry(class.to_owned()).or_default().findings = 0;
    }

    pub fn spent(&mut self, class: &str, time: Duration) {
        self.spent.entry(class.to_owned()).or_default().time += time;
    }

    pub fn total(&self) -> Duration {
        self.spent.values().map(|spent| spent.time).sum()
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
        assert_eq!(queue.take(Pressure::Busy).unwrap().id, "0");
        queue.spent("frequent", Duration::from_secs(9));
        assert_eq!(queue.take(Pressure::Busy).unwrap().class, "rare");
        assert_eq!(queue.take(Pressure::Busy), None, "both classes have had their first");
        assert_eq!(queue.take(Pressure::Free).unwrap().id, "1");
    }

    #[test]
    fn at_the_end_enough_is_enough() {
        let mut queue = queue();
        let taken: Vec<String> =
            std::iter::from_fn(|| queue.take(Pressure::Done)).map(|one| one.class).collect();
        assert_eq!(taken.iter().filter(|class| *class == "frequent").count(), ENOUGH as usize);
        assert!(taken.contains(&"rare".to_owned()));
        queue.is_news("frequent");
        assert!(queue.take(Pressure::Done).is_some(), "where there is news, there may be more");
    }
}
