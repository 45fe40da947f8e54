//! A finished program run with floating arithmetic that is a little off, as it may be where compilers reassociate, contract
//! or keep more precision. A program prints the same under every noise if its results are compared within a tolerance, and
//! if no inexact value decides anything else.

use crate::config::{Config, FloatMode};
use crate::machine::run;
use crate::outcome::Outcome;
use ir::arith::float::{self, Float};
use ir::{FloatFormat, IntType, Program};
use std::cell::Cell;

/// How far a result is moved at most, in units of its last place.
const MOST: u64 = 2;

/// How many kinds of noise a program has to stand.
const KINDS: u64 = 4;

/// Whether the program ends in the same way and prints the same whatever the noise. `stdout` is what it prints without any.
pub fn is_stable(program: &Program, config: &Config, stdout: &[u8]) -> bool {
    (0..KINDS).all(|kind| {
        let config = Config { floats: FloatMode::Perturbed(kind), ..config.clone() };
        let (outcome, mut machine) = run(program, config);
        matches!(outcome, Outcome::Finished { .. }) && machine.take_output() == stdout
    })
}

/// What the next noise comes from. It is a sequence, not chance: the same run is the same each time.
#[derive(Clone)]
pub(crate) struct Noise(Cell<u64>);

impl Noise {
    pub(crate) fn of(mode: FloatMode) -> Noise {
        Noise(Cell::new(match mode {
            FloatMode::Perturbed(kind) => kind,
            FloatMode::Ieee | FloatMode::Exact => 0,
        }))
    }

    /// A number of last places from -MOST to MOST.
    fn next(&self) -> i64 {
        // The mixing step of splitmix64.
        let state = self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.set(state);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed ^ mixed >> 27) % (2 * MOST + 1)) as i64 - MOST as i64
    }

    /// The value, moved by a few of its last places.
    pub(crate) fn perturb(&self, value: Float) -> Float {
        // `long double` is rounded to `double` here and there.
        let places = if value.format() == FloatFormat::Single { 23 } else { 52 };
        let whole = |n: i64| float::from_int(i128::from(n), IntType::signed(64), value.format());
        let scale = 1i64 << places;
        let factor = float::div(whole(scale + self.next()), whole(scale));
        float::mul(value, factor)
    }
}
