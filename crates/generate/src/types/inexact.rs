//! Constants of inexact floating arithmetic.

use crate::state::Gen;
use ir::arith::float::Float;
use ir::{ExprId, FloatKind};

/// Whether this program's floats are inexact.
pub fn is_on(g: &Gen) -> bool {
    g.policy.types.is_inexact()
}

/// A constant, rounded to its kind.
pub fn literal(g: &mut Gen, kind: FloatKind, value: f64) -> ExprId {
    let format = g.p.target().float_format(kind);
    let double = Float::from_bits(ir::FloatFormat::Double, u128::from(value.to_bits()));
    let bits = ir::arith::float::convert(double, format).to_bits();
    let hex = g.ch.chance("hex-float", g.policy.odds.hex_float);
    g.p.float_lit(kind, bits, hex)
}

/// Half of the digits behind the first of a constant.
const DIGITS: u32 = 1 << 25;

/// What objects start with.
pub fn constant(g: &mut Gen, kind: FloatKind) -> ExprId {
    let mut value = f64::from(g.ch.between("inexact-constant", 4, 7)) / 8.0;
    // Mostly with digits down to the last place, so that operations round.
    if !g.ch.chance("short-constant", g.policy.odds.short_constant) {
        value += f64::from(g.ch.between("inexact-digits", 0, DIGITS - 1)) / f64::from(DIGITS) / 8.0;
        value += f64::from(g.ch.between("last-digits", 0, DIGITS - 1)) / f64::from(DIGITS).powi(2) / 8.0;
    }
    literal(g, kind, value)
}
