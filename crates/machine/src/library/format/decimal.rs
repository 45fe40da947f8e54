//! The digits of `%f`, `%e` and `%g`, from the exact decimal expansion of a binary number. Every
//! format goes the same way, so that there is one rounding to get right: to nearest, ties to even.
//! Not the sign, the width or the case.

use super::{Finite, Layout};

const LIMB: u64 = 1_000_000_000;
const LIMB_DIGITS: usize = 9;

/// `[ddd.]ddd`: as many digits after the point as the precision says (C17 7.21.6.1p8).
pub fn fixed(layout: &Layout, v: Finite) -> String {
    let precision = layout.precision.unwrap_or(6);
    let mut decimal = expand(&v);
    decimal.round(decimal.point + precision as i64);
    decimal.fixed(precision, Point::unless_flagged(layout))
}

/// `d.ddde±dd`, with at least two digits in the exponent (p8).
pub fn exponent(layout: &Layout, v: Finite) -> String {
    let precision = layout.precision.unwrap_or(6);
    let mut decimal = expand(&v);
    decimal.round(1 + precision as i64);
    decimal.scientific(precision, Point::unless_flagged(layout))
}

/// `%f` or `%e`, whichever suits the magnitude; without trailing zeros, unless `#` is given (p8).
pub fn general(layout: &Layout, v: Finite) -> String {
    let significant = layout.precision.unwrap_or(6).max(1);
    let mut decimal = expand(&v);
    decimal.round(significant as i64);
    let exponent = decimal.exponent();
    let as_fixed = -4 <= exponent && exponent < significant as i64;
    let precision =
        if as_fixed { significant as i64 - 1 - exponent } else { significant as i64 - 1 } as usize;
    let before = if as_fixed { decimal.point } else { 1 };
    let kept = if layout.flags.alternative { precision } else { precision.min(decimal.digits_after(before)) };
    let point = Point::unless_flagged(layout);
    if as_fixed { decimal.fixed(kept, point) } else { decimal.scientific(kept, point) }
}

/// When a point is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    Always,
    BeforeDigits,
}

impl Point {
    fn unless_flagged(layout: &Layout) -> Point {
        if layout.flags.alternative { Point::Always } else { Point::BeforeDigits }
    }

    fn write(self, digits: usize, out: &mut String) {
        if self == Point::Always || digits > 0 {
            out.push('.');
        }
    }
}

/// The number 0.d₁d₂d₃… times ten to the power of `point`. The first digit is not zero; neither is
/// the last. Zero has no digits.
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    fn new(mut digits: Vec<u8>, point: i64) -> Decimal {
        let leading = digits.iter().take_while(|&&d| d == 0).count();
        digits.drain(..leading);
        let mut decimal = Decimal { digits, point: point - leading as i64 };
        decimal.trim();
        decimal
    }

    fn trim(&mut self) {
        let used = self.digits.iter().rposition(|&d| d != 0).map_or(0, |last| last + 1);
        self.digits.truncate(used);
    }

    /// Keeps this many digits; none, or fewer than none, leave zero or one unit of the last place.
    fn round(&mut self, count: i64) {
        if count >= self.digits.len() as i64 {
            return;
        }
        if count < 0 {
            self.digits.clear();
            return;
        }
        let count = count as usize;
        let up = self.rounds_up(count);
        self.digits.truncate(count);
        if up {
            self.increment();
        }
        self.trim();
    }

    fn rounds_up(&self, count: usize) -> bool {
        let odd = count > 0 && self.digits[count - 1] % 2 == 1;
        // The last digit is not zero, so that a digit after the five breaks the tie.
        let tie = self.digits[count] == 5 && self.digits.len() == count + 1;
        if tie { odd } else { self.digits[count] >= 5 }
    }

    fn increment(&mut self) {
        match self.digits.iter().rposition(|&d| d != 9) {
            Some(last) => {
                self.digits[last] += 1;
                self.digits.truncate(last + 1);
            }
            None => {
                self.digits = vec![1];
                self.point += 1;
            }
        }
    }

    /// The exponent with one digit before the point; that of zero is zero.
    fn exponent(&self) -> i64 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }

    /// How many digits say something after the first `before`, which may be none and zeros.
    fn digits_after(&self, before: i64) -> usize {
        (self.digits.len() as i64 - before).max(0) as usize
    }

    /// The digit worth ten to the power of `place`.
    fn digit(&self, place: i64) -> char {
        let index = usize::try_from(self.point - 1 - place).ok();
        let digit = index.and_then(|i| self.digits.get(i)).copied().unwrap_or(0);
        (b'0' + digit) as char
    }

    fn fixed(&self, precision: usize, point: Point) -> String {
        let mut text: String = (0..=(self.exponent().max(0))).rev().map(|p| self.digit(p)).collect();
        point.write(precision, &mut text);
        text.extend((1..=precision as i64).map(|p| self.digit(-p)));
        text
    }

    fn scientific(&self, precision: usize, point: Point) -> String {
        let exponent = self.exponent();
        let mut text = String::from(self.digit(exponent));
        point.write(precision, &mut text);
        text.extend((1..=precision as i64).map(|p| self.digit(exponent - p)));
        let sign = if exponent < 0 { '-' } else { '+' };
        text + &format!("e{sign}{:02}", exponent.abs())
    }
}

/// The exact expansion: that of the integral part, and then that of the fraction.
fn expand(v: &Finite) -> Decimal {
    let shift = v.exponent.unsigned_abs() as usize;
    if v.exponent >= 0 {
        let digits = integral_digits(shifted(v.mantissa, shift));
        let point = digits.len() as i64;
        return Decimal::new(digits, point);
    }
    let (whole, fraction) = match v.mantissa.checked_shr(shift as u32) {
        Some(whole) => (whole, v.mantissa - (whole << shift)),
        None => (0, v.mantissa),
    };
    let mut digits = integral_digits(shifted(whole, 0));
    let point = digits.len() as i64;
    fraction_digits(fraction, shift, &mut digits);
    Decimal::new(digits, point)
}

/// `value` shifted left, in limbs of 32 bits, lowest first.
fn shifted(value: u128, shift: usize) -> Vec<u32> {
    let (limbs, bits) = (shift / 32, shift % 32);
    let mut result = vec![0u32; limbs];
    let mut carry = 0u64;
    for i in 0..4 {
        let wide = (((value >> (32 * i)) as u32 as u64) << bits) | carry;
        result.push(wide as u32);
        carry = wide >> 32;
    }
    result.push(carry as u32);
    result
}

fn push_limb(mut limb: u64, digits: &mut Vec<u8>) {
    let start = digits.len();
    for _ in 0..LIMB_DIGITS {
        digits.push((limb % 10) as u8);
        limb /= 10;
    }
    digits[start..].reverse();
}

/// Digits by repeated division, nine at a time; a multiple of nine, with leading zeros.
fn integral_digits(mut number: Vec<u32>) -> Vec<u8> {
    let mut limbs = Vec::new();
    while trim_high(&mut number) {
        limbs.push(divide(&mut number));
    }
    let mut digits = Vec::with_capacity(limbs.len() * LIMB_DIGITS);
    limbs.iter().rev().for_each(|&limb| push_limb(limb, &mut digits));
    digits
}

/// Drops leading zeros; false when nothing is left.
fn trim_high(number: &mut Vec<u32>) -> bool {
    while number.last() == Some(&0) {
        number.pop();
    }
    !number.is_empty()
}

/// Divides by the decimal limb and returns the remainder.
fn divide(number: &mut [u32]) -> u64 {
    let mut remainder = 0u64;
    for limb in number.iter_mut().rev() {
        let wide = remainder << 32 | *limb as u64;
        *limb = (wide / LIMB) as u32;
        remainder = wide % LIMB;
    }
    remainder
}

/// The digits of `fraction` / 2^`bits`, by repeated multiplication, nine at a time.
fn fraction_digits(fraction: u128, bits: usize, digits: &mut Vec<u8>) {
    // As limbs below the point: the lowest bit has the weight 2^-(32 * length).
    let length = bits.div_ceil(32);
    let mut number = shifted(fraction, length * 32 - bits);
    number.resize(length.max(number.len()), 0);
    number.truncate(length);
    let mut lowest = 0;
    while let Some(used) = number[lowest..].iter().position(|&limb| limb != 0) {
        lowest += used;
        push_limb(multiply(&mut number[lowest..]), digits);
    }
}

/// Multiplies by the decimal limb and returns what passes the point.
fn multiply(number: &mut [u32]) -> u64 {
    let mut carry = 0u64;
    for limb in number.iter_mut() {
        let wide = *limb as u64 * LIMB + carry;
        *limb = wide as u32;
        carry = wide >> 32;
    }
    carry
}
