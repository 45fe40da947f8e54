//! How much time examining and reducing findings may take. As long as there are tests to run, it is one part in three of the
//! workers' time, from the start of the run on: what is not used is saved up, and what is begun is lent its time beforehand
//! and cut when that is over. So the share is never exceeded, whatever an examination turns out to need.

use std::time::Duration;

/// One part in so many.
const PART: u32 = 3;

/// No piece of work is lent more at a time.
pub(crate) const MOST: Duration = Duration::from_secs(300);

#[derive(Debug)]
pub(crate) struct Budget {
    workers: u32,
    used: Duration,
    /// To pieces that are under way.
    lent: Duration,
}

impl Budget {
    pub fn new(workers: usize) -> Budget {
        Budget { workers: workers.max(1) as u32, used: Duration::ZERO, lent: Duration::ZERO }
    }

    /// What can be lent at a time since the start, at most [`MOST`].
    pub fn left(&self, elapsed: Duration) -> Duration {
        let all = elapsed * self.workers / PART;
        all.saturating_sub(self.used + self.lent).min(MOST)
    }

    pub fn lend(&mut self, time: Duration) {
        self.lent += time;
    }

    /// A piece of work has ended.
    pub fn give_back(&mut self, lent: Duration, used: Duration) {
        self.lent = self.lent.saturating_sub(lent);
        self.used += used;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::queue::{Pressure, Queue};
    use crate::store::Waiting;
    use std::collections::BTreeMap;

    const TEST: Duration = Duration::from_millis(700);

    /// What a worker does until when.
    struct Busy {
        until: Duration,
        piece: Option<(Waiting, Duration, Duration)>,
    }

    /// A campaign by a clock of its own: every test finds something, which takes `effort` to examine.
    struct Simulation {
        budget: Budget,
        queue: Queue,
        left: BTreeMap<String, Duration>,
        effort: Duration,
        examining: Duration,
        tests: u32,
        examined: u32,
    }

    impl Simulation {
        fn run(workers: usize, length: Duration, effort: Duration) -> Simulation {
            let mut all = Simulation {
                budget: Budget::new(workers),
                queue: Queue::new(Vec::new()),
                left: BTreeMap::new(),
                effort,
                examining: Duration::ZERO,
                tests: 0,
                examined: 0,
            };
            let mut busy: Vec<Busy> =
                (0..workers).map(|_| Busy { until: Duration::ZERO, piece: None }).collect();
            loop {
                let at = (0..workers).min_by_key(|&at| busy[at].until).expect("a worker");
                let now = busy[at].until;
                all.end(busy[at].piece.take());
                assert!(all.examining * 3 <= now * workers as u32, "{:?} of {now:?}", all.examining);
                if now >= length {
                    return all;
                }
                busy[at] = all.begin(now);
            }
        }

        fn begin(&mut self, now: Duration) -> Busy {
            let left = self.budget.left(now);
            let Some((one, lent)) = self.queue.take(Pressure::Tests { left }) else {
                self.tests += 1;
                let one = Waiting { id: self.tests.to_string(), class: (self.tests % 4).to_string() };
                self.left.insert(one.id.clone(), self.effort);
                self.queue.push(one);
                return Busy { until: now + TEST, piece: None };
            };
            assert!(lent <= left);
            self.budget.lend(lent);
            let used = lent.min(self.left[&one.id]);
            Busy { until: now + used, piece: Some((one, lent, used)) }
        }

        fn end(&mut self, piece: Option<(Waiting, Duration, Duration)>) {
            let Some((one, lent, used)) = piece else { return };
            self.budget.give_back(lent, used);
            self.queue.spent(&one.class, used);
            self.examining += used;
            let left = self.left.get_mut(&one.id).expect("a finding");
            *left -= used;
            if left.is_zero() {
                self.examined += 1;
            } else {
                self.queue.again(one);
            }
        }
    }

    #[test]
    fn a_third_of_the_time_is_never_exceeded_and_is_made_use_of() {
        let seconds = Duration::from_secs;
        // Workers, the length of the run, what a finding takes, how many are examined at least.
        let rows = [
            (1, 60, 1, 10),
            (1, 60, 40, 0),
            (2, 60, 10, 2),
            (2, 120, 1, 50),
            (2, 600, 30, 10),
            (8, 60, 20, 3),
            (4, 900, 60, 10),
        ];
        for (workers, length, effort, least) in rows {
            let all = Simulation::run(workers, seconds(length), seconds(effort));
            let whole = seconds(length) * workers as u32;
            assert!(all.examining * 3 <= whole, "{workers} {length} {effort}: {:?}", all.examining);
            assert!(all.examining * 6 >= whole, "{workers} {length} {effort}: only {:?}", all.examining);
            assert!(all.examined >= least, "{workers} {length} {effort}: {} examined", all.examined);
            assert!(TEST * all.tests * 2 >= whole, "{workers} {length} {effort}: {} tests", all.tests);
        }
    }
}
