//! Floating results that are a little off, as they may be where compilers reassociate, contract or keep more precision.

use crate::config::FloatMode;
use ir::arith::float::{self, Float};
use ir::{FloatFormat, IntType};
use std::cell::Cell;

/// How far a result is moved at most, in units of its last place.
const MOST: u64 = 2;

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
