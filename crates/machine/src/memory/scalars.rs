//! Scalars as bytes of memory have them: no rule is checked here.

use super::{LoadFault, Memory};

use ir::arith::float::Float;
use ir::{FloatFormat, IntType};

#[inline]
pub(crate) fn load_float(mem: &Memory, pos: u32, format: FloatFormat) -> Result<Float, LoadFault> {
    let size = format.value_bytes() as u32;
    let bits = match mem.load_wide(pos, size) {
        Err(LoadFault::Partial) => mem.load_without(pos, size, free_of_nan(format)).ok_or(LoadFault::Partial),
        bits => bits,
    };
    bits.map(|bits| Float::from_bits(format, bits))
}

pub(crate) fn int_size(t: IntType) -> u32 {
    u32::from(t.bits).div_ceil(8)
}

/// The bits of a NaN that are not the same everywhere: its sign, and all of the fraction but its first bit, which is set.
pub(crate) fn free_of_nan(format: FloatFormat) -> u128 {
    let (sign, payload) = match format {
        FloatFormat::Single => (31, 22),
        FloatFormat::Double => (63, 51),
        FloatFormat::X87 => (79, 62),
        FloatFormat::Quad => (127, 111),
    };
    1 << sign | ((1 << payload) - 1)
}
