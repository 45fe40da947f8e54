//! The random numbers of the library: a program that asks for them gets the same ones as with glibc.

/// The numbers of glibc's `rand`: each the sum of those 3 and 31 before it.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    last: [u32; 31],
    at: usize,
}

impl Random {
    pub fn new(seed: u32) -> Random {
        let seed = if seed == 0 { 1 } else { seed };
        let mut last = [0; 31];
        let mut word = i64::from(seed as i32);
        last[0] = seed;
        for slot in &mut last[1..] {
            word = (16807 * word) % 2_147_483_647;
            word += if word < 0 { 2_147_483_647 } else { 0 };
            *slot = word as u32;
        }
        let mut random = Random { last, at: 0 };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    pub fn next(&mut self) -> i64 {
        let value = self.last[self.at].wrapping_add(self.last[(self.at + 28) % 31]);
        self.last[self.at] = value;
        self.at = (self.at + 1) % 31;
        i64::from(value >> 1)
    }
}
