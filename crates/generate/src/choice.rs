//! Every random decision: one source, with named draws, the same on every platform. Nothing else in Assay draws.
//!
//! Sampling is our own, on top of a portable stream, so that no library update can change a program.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

pub struct Choice {
    rng: ChaCha8Rng,
    draws: u64,
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
        Choice { rng, draws: 0 }
    }

    /// How many draws have been made.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    pub fn bits(&mut self, _name: &'static str) -> u64 {
        self.draws += 1;
        self.rng.next_u64()
    }

    /// A number below `n`, all alike; 0 if `n` is 0.
    pub fn below(&mut self, name: &'static str, n: usize) -> usize {
        // The high part of a product: the bias is below 2^-32 for the sizes drawn here.
        ((u128::from(self.bits(name)) * n as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, name: &'static str, low: u32, high: u32) -> u32 {
        low + self.below(name, (high.saturating_sub(low) + 1) as usize) as u32
    }

    /// True with a probability in per cent.
    pub fn chance(&mut self, name: &'static str, percent: u32) -> bool {
        self.below(name, 100) < percent as usize
    }

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
