//! Every random decision: one source, with named draws, the same on every platform. Nothing else in Assay draws.
//!
//! Sampling is our own, on top of a portable stream, so that no library update can change a program.

mod trace;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, VecDeque};
pub use trace::{Draw, Draws, NotATrace, Section, Tape, Trace};

/// A stream of draws.
pub struct Choice {
    rng: ChaCha8Rng,
    source: Source,
}

/// Where the numbers come from, and where they go.
enum Source {
    /// The stream alone.
    Seed,
    /// The stream, and each draw is written down in a section of the tape.
    Recorded { tape: Tape, section: usize },
    /// Draws whose names are here take the next number of theirs; the others are the stream's.
    Given(BTreeMap<String, VecDeque<u64>>),
}

/// What the streams of one seed are for: a change in one does not shift the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The policy of the program.
    Policy = 1,
    /// The program, and which attempt at it.
    Program = 2,
    /// How its variables are written in C++.
    Lowering = 3,
    /// How it is cut into files.
    Layout = 4,
    /// What becomes of a program that was there already.
    Mutation = 5,
}

impl Choice {
    /// A stream of a seed. `attempt` counts the sub-seeds of programs that were given up.
    pub fn new(seed: u64, stream: Stream, attempt: u32) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream as u64 | u64::from(attempt) << 8);
        Choice { rng, source: Source::Seed }
    }

    /// The same stream, in which each draw with one of these names takes the next number given for it. What is too large for
    /// a draw is the last that it has. The other draws are as they would be without.
    ///
    /// ```
    /// use assay_generate::{Choice, Stream};
    ///
    /// let mut ch = Choice::scripted(7, Stream::Program, &[("repair", 1), ("repair", 0)]);
    /// assert_eq!((ch.below("repair", 4), ch.below("repair", 4)), (1, 0));
    /// ```
    pub fn scripted(seed: u64, stream: Stream, script: &[(&str, u64)]) -> Self {
        let mut given: BTreeMap<String, VecDeque<u64>> = BTreeMap::new();
        for (name, drawn) in script {
            given.entry((*name).to_owned()).or_default().push_back(*drawn);
        }
        Choice { source: Source::Given(given), ..Choice::new(seed, stream, 0) }
    }

    /// 64 bits, all alike.
    pub fn bits(&mut self, name: &'static str) -> u64 {
        let bits = self.rng.next_u64();
        self.settle(name, 0, bits)
    }

    /// What a draw comes to: recorded, or as it was given.
    #[inline]
    fn settle(&mut self, name: &'static str, of: u64, drawn: u64) -> u64 {
        match &mut self.source {
            Source::Seed => drawn,
            Source::Recorded { tape, section } => {
                tape.add(*section, Draw { name: name.into(), drawn, of });
                drawn
            }
            Source::Given(given) => match given.get_mut(name).and_then(VecDeque::pop_front) {
                Some(given) if of == 0 => given,
                Some(given) => given.min(of - 1),
                None => drawn,
            },
        }
    }

    /// A number below `n`, all alike; 0 if `n` is 0.
    pub fn below(&mut self, name: &'static str, n: usize) -> usize {
        // The high part of a product: the bias is below 2^-32 for the sizes drawn here.
        let drawn = ((u128::from(self.rng.next_u64()) * n as u128) >> 64) as u64;
        if n == 0 { 0 } else { self.settle(name, n as u64, drawn) as usize }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, name: &'static str, low: u32, high: u32) -> u32 {
        low + self.below(name, (high.saturating_sub(low) + 1) as usize) as u32
    }

    /// True with a probability in per cent.
    pub fn chance(&mut self, name: &'static str, percent: u32) -> bool {
        self.below(name, 100) < percent as usize
    }

    /// One of the items, all alike; `None` if there are none.
    pub fn pick<'a, T>(&mut self, name: &'static str, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(name, items.len())]) }
    }

    /// The index of one of the weights, each as likely as it is heavy; `None` if all are zero.
    pub fn weighted(
        &mut self,
        name: &'static str,
        weights: impl Iterator<Item = u32> + Clone,
    ) -> Option<usize> {
        let total: u64 = weights.clone().map(u64::from).sum();
        if total == 0 {
            return None;
        }
        let mut at = self.below(name, total as usize) as u64;
        for (i, weight) in weights.enumerate() {
            if at < u64::from(weight) {
                return Some(i);
            }
            at -= u64::from(weight);
        }
        None
    }

    /// A small number, geometrically distributed: each further step with the given probability in per cent.
    pub fn steps(&mut self, name: &'static str, percent: u32, most: u32) -> u32 {
        let mut n = 0;
        while n < most && self.chance(name, percent) {
            n += 1;
        }
        n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_portable_and_independent() {
        let first = |stream, attempt| Choice::new(7, stream, attempt).bits("test");
        assert_eq!(first(Stream::Program, 0), first(Stream::Program, 0));
        assert_ne!(first(Stream::Program, 0), first(Stream::Program, 1));
        assert_ne!(first(Stream::Program, 0), first(Stream::Policy, 0));
        // A golden value: if it changes, every stored seed means another program.
        assert_eq!(first(Stream::Program, 0), GOLDEN);
    }

    const GOLDEN: u64 = 5_536_391_431_806_027_785;

    #[test]
    fn a_recorded_stream_is_followed_and_can_be_changed() {
        let draw = |ch: &mut Choice| -> Vec<usize> {
            let mut all: Vec<usize> = (0..40).map(|i| ch.below(["a", "b", "c"][i % 3], 10 + i)).collect();
            all.push(ch.bits("d") as usize);
            all
        };
        let (plain, tape) = (draw(&mut Choice::new(5, Stream::Program, 2)), Tape::default());
        assert_eq!(draw(&mut Draws::Recorded(tape.clone()).choice(5, Stream::Program, 2)), plain);
        let trace: Trace = tape.trace(5).to_string().parse().unwrap();
        assert_eq!(trace, tape.trace(5));
        // Another seed: all comes from the trace.
        assert_eq!(draw(&mut Draws::replayed(trace.clone()).choice(6, Stream::Program, 2)), plain);
        let mut changed = trace;
        changed.sections[0].draws[4].drawn = 999;
        let now = draw(&mut Draws::replayed(changed).choice(5, Stream::Program, 2));
        assert_eq!(now[4], 13, "the last of fourteen");
        assert_eq!([&now[..4], &now[5..]], [&plain[..4], &plain[5..]]);
    }

    #[test]
    fn below_stays_below() {
        let mut ch = Choice::new(1, Stream::Program, 0);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[ch.below("test", 7)] += 1;
        }
        assert!(seen.iter().all(|n| (800..1200).contains(n)), "{seen:?}");
    }

    #[test]
    fn weights_are_respected() {
        let mut ch = Choice::new(1, Stream::Program, 0);
        let mut seen = [0; 3];
        for _ in 0..4000 {
            seen[ch.weighted("test", [1, 0, 3].into_iter()).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!(seen[2] > 2 * seen[0]);
        assert_eq!(ch.weighted("test", [0, 0].into_iter()), None);
    }
}
