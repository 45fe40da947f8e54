//! In which order sets of proposals are tried: all at once, then halves, then quarters, down to single ones. What was
//! accepted stays, and the next set is tried on top of it.
//!
//! It is a value that is told outcomes and says what comes next; so it can be copied, and asked what would come next if
//! the outcome were this or that.

/// How small sets may get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    /// Not below a share of all proposals.
    Share(usize),
    Single,
    /// One by one from the start.
    Linear,
}

#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// Proposals that were not accepted yet, by their number.
    alive: Vec<usize>,
    accepted: Vec<usize>,
    size: usize,
    smallest: usize,
    at: usize,
}

impl Search {
    pub fn new(count: usize, grain: Grain) -> Search {
        let smallest = match grain {
            Grain::Share(parts) => count.div_ceil(parts).max(1),
            Grain::Single | Grain::Linear => 1,
        };
        let size = if grain == Grain::Linear { 1 } else { count.max(1) };
        Search { alive: (0..count).collect(), accepted: Vec::new(), size, smallest, at: 0 }
    }

    pub fn accepted(&self) -> &[usize] {
        &self.accepted
    }

    /// The set that is to be tried now; `None` at the end.
    pub fn current(&self) -> Option<&[usize]> {
        let end = (self.at + self.size).min(self.alive.len());
        (self.at < end).then(|| &self.alive[self.at..end])
    }

    pub fn advance(&mut self, success: bool) {
        let end = (self.at + self.size).min(self.alive.len());
        if success {
            self.accepted.extend(self.alive.drain(self.at..end));
        } else {
            self.at = end;
        }
        if self.at >= self.alive.len() && self.size > self.smallest {
            self.at = 0;
            self.size = self.size.min(self.alive.len()).div_ceil(2).max(self.smallest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(count: usize, grain: Grain, good: impl Fn(usize) -> bool) -> (Vec<usize>, usize) {
        let mut search = Search::new(count, grain);
        let mut tests = 0;
        while let Some(set) = search.current() {
            let success = set.iter().all(|n| good(*n));
            tests += 1;
            search.advance(success);
        }
        let mut accepted = search.accepted().to_vec();
        accepted.sort_unstable();
        (accepted, tests)
    }

    #[test]
    fn everything_that_can_go_goes() {
        assert_eq!(run(100, Grain::Single, |_| true), ((0..100).collect(), 1));
        let (accepted, tests) = run(64, Grain::Single, |n| n != 17);
        assert_eq!(accepted.len(), 63);
        assert!(tests < 20, "{tests}");
        assert_eq!(run(9, Grain::Single, |n| n % 2 == 0).0, [0, 2, 4, 6, 8]);
        assert_eq!(run(0, Grain::Single, |_| true), (Vec::new(), 0));
    }

    #[test]
    fn coarse_searches_are_short() {
        let (accepted, tests) = run(800, Grain::Share(8), |_| false);
        assert!(accepted.is_empty() && tests < 20, "{tests}");
    }
}
