//! Runs batches of C through gcc, so that our arithmetic can be compared with a compiler's. Test
//! support only: no limits on the child, which is our own program.

// Each test crate that includes this file uses its own part of it.
#![allow(dead_code)]

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Whether the comparison can be made at all; it says so where it cannot.
#[expect(clippy::print_stderr)]
pub fn available() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("skipped: there is no gcc to compare with");
    }
    found
}

/// Compiles the source to an object with the flags, and links it without them.
pub fn build(name: &str, source: &str, flags: &[&str]) -> PathBuf {
    let base = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (c, o) = (base.with_extension("c"), base.with_extension("o"));
    fs::write(&c, source).unwrap();
    let steps = [Command::new("gcc").args(flags).arg("-c").arg(&c).arg("-o").arg(&o).output().unwrap(), {
        Command::new("gcc").arg(&o).arg("-o").arg(&base).arg("-lm").output().unwrap()
    }];
    for step in steps {
        assert!(step.status.success(), "{}", String::from_utf8_lossy(&step.stderr));
    }
    base
}

/// What the program prints when it reads the input.
pub fn run(program: &PathBuf, input: &str) -> Vec<u8> {
    let file = program.with_extension("in");
    fs::write(&file, input).unwrap();
    let output = Command::new(program)
        .stdin(Stdio::from(File::open(&file).unwrap()))
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "{program:?} ended with {}", output.status);
    output.stdout
}

/// A word as C reads it with `%llx %llx`: high half, low half.
pub fn hex(v: u128) -> String {
    format!("{:x} {:x}", (v >> 64) as u64, v as u64)
}

/// The inverse of [`hex`].
pub fn unhex(text: &str) -> u128 {
    let half = |t| u64::from_str_radix(t, 16).unwrap() as u128;
    let (high, low) = text.split_once(' ').unwrap();
    half(high) << 64 | half(low)
}

/// SplitMix64: enough for operands, and the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit as u64) as usize
    }

    pub fn wide(&mut self) -> u128 {
        (self.word() as u128) << 64 | self.word() as u128
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
