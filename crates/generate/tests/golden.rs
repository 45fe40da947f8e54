//! The same seed gives the same bytes on every machine. `tests/golden/seeds` has a hash for each of a dozen programs; a change
//! of the generator changes them on purpose, and `ASSAY_BLESS=1 cargo test -p assay-generate --test golden` writes them anew.

use assay_generate::{Check, Policy, Request, grow};
use ir::Target;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/seeds");
const SEEDS: [u64; 12] = [0, 1, 2, 3, 5, 8, 13, 21, 1000, 65_537, 1 << 40, u64::MAX];

/// FNV-1a, which is the same everywhere and in every version.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
}

fn lines() -> String {
    let mut all = String::new();
    for seed in SEEDS {
        let policy = Policy::default();
        let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print };
        let grown = grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let text = emit::print(&grown.program, &emit::Options::default()).expect("it can be printed").text();
        let expected = String::from_utf8_lossy(&grown.expected);
        writeln!(all, "{seed} {:016x} {}", hash(text.as_bytes()), expected.trim_end()).expect("a string");
    }
    all
}

#[test]
fn seeds_mean_what_they_meant() {
    let now = machine::on_deep_stack(lines);
    if std::env::var_os("ASSAY_BLESS").is_some() {
        std::fs::write(FILE, now).expect("the file can be written");
        return;
    }
    let before = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(
        before, now,
        "the programs of the golden seeds have changed; if they were to, run the tests with ASSAY_BLESS=1"
    );
}
