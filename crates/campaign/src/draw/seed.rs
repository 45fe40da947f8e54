//! Numbers from numbers: the seed of each test, and the few choices that a campaign makes itself. There is no
//! state, so a test is the same whoever runs it, and after whichever other tests.

/// What a number is drawn for: a change in one use does not shift the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Test = 1,
    Profile = 2,
    Flags = 3,
    Features = 4,
    Target = 5,
    Configuration = 6,
    Learning = 7,
}

/// The seed of test number `index`.
pub fn of_test(campaign: u64, index: u64) -> u64 {
    draw(campaign, Purpose::Test, index)
}

/// The `n`th number that a seed gives for a purpose.
pub fn draw(seed: u64, purpose: Purpose, n: u64) -> u64 {
    mix(mix(mix(seed) ^ purpose as u64) ^ n)
}

/// A campaign's seed when nobody gave one: the time and our process number. Kept below 2^32, so that a person can
/// type it.
pub fn fresh() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    mix(now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40) >> 32
}

/// One step of SplitMix64 (Steele, Lea, Flood 2014): a bijection that changes half of the bits for each bit changed.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Takes one of several by weight; the first when all weigh nothing.
pub fn weighted<T: Copy>(rows: &[(T, u32)], number: u64) -> Option<T> {
    let total: u64 = rows.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut at = number % total.max(1);
    for (item, weight) in rows {
        if at < u64::from(*weight) {
            return Some(*item);
        }
        at -= u64::from(*weight);
    }
    rows.first().map(|row| row.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_generator_is_the_published_one() {
        // The first output of SplitMix64 for the state 0.
        assert_eq!(mix(0), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn tests_of_neighbouring_campaigns_are_different() {
        let seeds: BTreeSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |index| of_test(seed, index))).collect();
        assert_eq!(seeds.len(), 10_000);
    }

    #[test]
    fn purposes_are_independent() {
        assert_ne!(draw(1, Purpose::Test, 0), draw(1, Purpose::Flags, 0));
    }
}
