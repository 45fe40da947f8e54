//! The digits of `%a`. C leaves the leading digit and so the exponent to the implementation
//! (C17 7.21.6.1p8); these are glibc's choices. Not the sign, the prefix, the width or the case.

use ir::target::FloatFormat;

use super::{Finite, Layout};

/// `h.hhhp±d` of the number.
pub fn digits(layout: &Layout, v: Finite) -> String {
    let fraction_digits = fraction_digits(v.format);
    let exponent = if v.mantissa == 0 { 0 } else { v.exponent + 4 * fraction_digits as i32 };
    let (mantissa, kept) = match layout.precision {
        Some(precision) if precision < fraction_digits => {
            (rounded(v.mantissa, 4 * (fraction_digits - precision) as u32), precision)
        }
        Some(_) | None => (v.mantissa, fraction_digits),
    };
    let leading = mantissa >> (4 * kept);
    // Only the 64 bits of the x87 format fill their leading digit and can overflow it.
    let (leading, exponent) = if leading > 0xf { (leading >> 4, exponent + 4) } else { (leading, exponent) };
    let fraction = fraction_text(mantissa, kept, layout.precision);
    let point = if fraction.is_empty() && !layout.flags.alternative { "" } else { "." };
    format!("{leading:x}{point}{fraction}p{exponent:+}")
}

/// How many hexadecimal digits follow the leading one.
fn fraction_digits(format: FloatFormat) -> usize {
    match format {
        // Never printed as itself: variable arguments are promoted.
        FloatFormat::Single => 6,
        FloatFormat::Double => 13,
        FloatFormat::X87 => 15,
        FloatFormat::Quad => 28,
    }
}

/// Without the lowest bits, rounded to nearest, ties to even.
fn rounded(mantissa: u128, bits: u32) -> u128 {
    let (kept, half) = (mantissa >> bits, 1u128 << (bits - 1));
    let dropped = mantissa - (kept << bits);
    kept + (dropped > half || dropped == half && kept % 2 == 1) as u128
}

/// The lowest `count` digits, without trailing zeros if there is no precision, else with as many.
fn fraction_text(mantissa: u128, count: usize, precision: Option<usize>) -> String {
    let low = mantissa & ((1u128 << (4 * count)) - 1);
    let text = if count == 0 { String::new() } else { format!("{low:0count$x}") };
    match precision {
        Some(precision) => text + &"0".repeat(precision - count),
        None => text.trim_end_matches('0').to_string(),
    }
}
