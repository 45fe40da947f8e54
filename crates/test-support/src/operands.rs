//! Operands for tests: numbers that are the same everywhere, and words as C reads and prints them.

/// SplitMix64: enough for tests, and the same on every machine.
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Two words, the first of them above.
    pub fn wide(&mut self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }

    /// A number below the limit; zero if that is zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit.max(1) as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A word as C reads it with `%llx %llx`: high half, low half.
pub fn hex(v: u128) -> String {
    format!("{:x} {:x}", (v >> 64) as u64, v as u64)
}

/// The inverse of [`hex`].
pub fn unhex(text: &str) -> u128 {
    let half = |half| u128::from(u64::from_str_radix(half, 16).expect("a word in hexadecimal"));
    let (high, low) = text.split_once(' ').expect("two halves");
    half(high) << 64 | half(low)
}
