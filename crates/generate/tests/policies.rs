//! Whatever weights and probabilities a policy has, programs come of it: none of them breaks growth, and each cold run agrees.

use assay_generate::{Aim, Check, GrowError, PROFILES, Policy, Request, find_profile, grow};
use ir::Target;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use toml::Value;

/// Names of bounds, which are not to be multiplied: programs would be too large to test many of them.
const BOUNDS: [&str; 14] = [
    "max_", "depth", "len", "side", "most", "turns", "enough", "tokens", "fewest", "per_", "fuel", "block",
    "size", "entries",
];

/// Parts whose numbers are weights, probabilities and small amounts.
const PARTS: [&str; 14] = [
    "statements",
    "expressions",
    "operators",
    "constants",
    "repairs",
    "promises",
    "types",
    "levels",
    "odds",
    "idioms",
    "arrays",
    "dead",
    "weights",
    "barriers",
];

/// Multiplies each number with a certain probability, by nothing or by a lot.
fn shake(value: &mut Value, rng: &mut ChaCha8Rng, one_in: u32) {
    match value {
        Value::Integer(n) if rng.next_u32().is_multiple_of(one_in) => {
            let factor = [0, 0, 3, 10, 30][rng.next_u32() as usize % 5];
            *n = if *n == 0 { [5, 30, 80][rng.next_u32() as usize % 3] } else { *n * factor };
        }
        // The least and the most: the other way round they are refused.
        Value::Array(range) => {
            range.iter_mut().for_each(|item| shake(item, rng, one_in));
            range.sort_by_key(Value::as_integer);
        }
        Value::Table(table) => {
            let weights = table.iter_mut().filter(|(name, _)| !BOUNDS.iter().any(|b| name.contains(b)));
            weights.for_each(|(_, item)| shake(item, rng, one_in));
        }
        _ => {}
    }
}

fn shaken(seed: u64) -> Policy {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let one_in = [4, 12, 50][rng.next_u32() as usize % 3];
    let policy = find_profile("default").expect("it is there").policy(Aim::WrongCode);
    let mut value: Value = policy.to_toml().parse::<toml::Table>().expect("a policy can be written").into();
    for part in PARTS {
        shake(value.get_mut(part).expect("a part of policies"), &mut rng, one_in);
    }
    let mut policy = Policy::default();
    policy.overlay(&toml::to_string(&value).expect("TOML")).expect("and read back");
    policy.shape.size = 1500;
    policy
}

#[test]
fn programs_come_of_any_weights() {
    machine::on_deep_stack(|| {
        let mut without = 0;
        for seed in 0..1500 {
            let policy = shaken(seed);
            let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print };
            match grow(&request) {
                Ok(grown) => assert!(grown.expected.starts_with(b"checksum = "), "seed {seed}"),
                // A policy may want little else than what can't be repaired.
                Err(GrowError::GaveUp(..) | GrowError::TooLong { .. } | GrowError::TooShort { .. }) => {
                    without += 1
                }
                Err(error) => panic!("seed {seed}: {error}"),
            }
        }
        assert!(without <= 15, "no program came of {without} policies");
    });
}

/// The policy that a program has drawn, written down and read back, makes the same program: whatever the profile draws, how many sub-seeds
/// were given up, and whether a size was looked for.
#[test]
fn a_programs_own_policy_makes_it_again() {
    for profile in PROFILES {
        for (seed, size) in [(1, None), (2, None), (3, Some(700)), (4, Some(300))] {
            let mut policy = profile.policy(Aim::WrongCode);
            policy.shape.size = size.unwrap_or(1500);
            policy.shape.exact_size = size.is_some();
            let request = Request {
                seed,
                target: Target::LP64,
                policy,
                swarm: profile.is_swarmed(),
                check: Check::Print,
            };
            let first = profile.grow(&request).expect("a program");
            let mut policy = Policy::default();
            policy.overlay(&first.policy.to_toml()).expect("what is written is read back");
            let again = profile.grow(&Request { policy, ..request }).expect("a program");
            let text = |program| emit::print(program, &emit::Options::default()).expect("C").text();
            let name = profile.name();
            assert_eq!(text(&first.program), text(&again.program), "{name}, seed {seed}, size {size:?}");
        }
    }
}
