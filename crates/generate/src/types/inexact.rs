//! Constants of inexact floating arithmetic.

use crate::state::Run;
use ir::arith::float::Float;
use ir::{ExprId, FloatKind};

/// Whether this program's floats are inexact.
pub fn is_on(m: &Run) -> bool {
    m.grow.policy.types.is_inexact()
}

/// A constant, rounded to its kind.
pub fn literal(m: &mut Run, kind: FloatKind, value: f64) -> ExprId {
    let format = m.grow.p.target().float_format(kind);
    let double = Float::from_bits(ir::FloatFormat::Double, u128::from(value.to_bits()));
    let bits = ir::arith::float::convert(double, format).to_bits();
    let hex = m.grow.ch.chance("hex-float", m.grow.policy.odds.hex_float);
    m.grow.p.float_lit(kind, bits, hex)
}

/// Half of the digits behind the first of a constant.
const DIGITS: u32 = 1 << 25;

/// What objects start with.
pub fn constant(m: &mut Run, kind: FloatKind) -> ExprId {
    let mut value = f64::from(m.grow.ch.between("inexact-constant", 4, 7)) / 8.0;
    // Mostly with digits down to the last place, so that operations round.
    if !m.grow.ch.chance("short-constant", m.grow.policy.odds.short_constant) {
        value += f64::from(m.grow.ch.between("inexact-digits", 0, DIGITS - 1)) / f64::from(DIGITS) / 8.0;
        value += f64::from(m.grow.ch.between("last-digits", 0, DIGITS - 1)) / f64::from(DIGITS).powi(2) / 8.0;
    }
    literal(m, kind, value)
}
