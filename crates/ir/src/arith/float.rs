//! Floating values and the arithmetic of C on them, rounded to nearest, ties to even. Not the usual
//! arithmetic conversions: both operands of an operator have one format already. Nor contraction or
//! excess precision: what a compiler may do beyond this, the generator avoids by staying exact.
//!
//! `float` and `double` use the hardware, the long formats `rustc_apfloat`. C says nothing about
//! the sign and payload of a NaN and hardware differs, so every operation that yields one yields
//! the same one: quiet, positive, without payload.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_apfloat::ieee::{self, IeeeFloat, Semantics};
use rustc_apfloat::{Float as Soft, FloatConvert, Round, Status, StatusAnd};

use crate::target::{FloatFormat, IntType};

/// A value of a floating type. The long formats are kept as bits, low half first.
///
/// `==` in Rust means the same format and the same bits; C's operator is [`eq`].
#[derive(Clone, Copy, Debug)]
pub enum Float {
    /// A `float`.
    Single(f32),
    /// A `double`.
    Double(f64),
    /// A `long double` as x87 has it, low half first.
    X87([u64; 2]),
    /// A `long double` or `__float128` of 128 bits, low half first.
    Quad([u64; 2]),
}

/// A floating value has no counterpart in the integer type it is converted to (C17 6.3.1.4p1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the integral part is not representable")]
pub struct NotRepresentable;

/// The text is not a floating constant without suffix (C17 6.4.4.2p1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a floating constant")]
pub struct NotAConstant;

/// A value taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Whether the sign bit is set, of zeros and NaNs too.
    pub negative: bool,
    /// The number without its sign.
    pub magnitude: Magnitude,
}

/// A number without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magnitude {
    /// `mantissa` times two to the power of `exponent`. The exponent is that of the format's last
    /// place: the mantissa is not reduced, and that of zero is zero.
    Finite {
        /// The digits, as an integer.
        mantissa: u128,
        /// The power of two that the mantissa is multiplied by.
        exponent: i32,
    },
    /// Larger than every number of the format.
    Infinite,
    /// No number.
    NaN,
}

impl Float {
    /// Positive zero.
    pub fn zero(format: FloatFormat) -> Float {
        Float::from_bits(format, 0)
    }

    /// The format that the value is in.
    pub fn format(self) -> FloatFormat {
        match self {
            Float::Single(_) => FloatFormat::Single,
            Float::Double(_) => FloatFormat::Double,
            Float::X87(_) => FloatFormat::X87,
            Float::Quad(_) => FloatFormat::Quad,
        }
    }

    /// The value whose representation is the low bits of the pattern; those above are ignored.
    pub fn from_bits(format: FloatFormat, bits: u128) -> Float {
        match format {
            FloatFormat::Single => Float::Single(f32::from_bits(bits as u32)),
            FloatFormat::Double => Float::Double(f64::from_bits(bits as u64)),
            FloatFormat::X87 => Float::X87(halves(bits & X87_MASK)),
            FloatFormat::Quad => Float::Quad(halves(bits)),
        }
    }

    /// The value as its bits in memory, from the least significant one.
    pub fn to_bits(self) -> u128 {
        match self {
            Float::Single(v) => v.to_bits() as u128,
            Float::Double(v) => v.to_bits() as u128,
            Float::X87(v) | Float::Quad(v) => whole(v),
        }
    }

    /// Whether it is zero of either sign.
    pub fn is_zero(self) -> bool {
        matches!(self.parts().magnitude, Magnitude::Finite { mantissa: 0, .. })
    }

    /// Whether it is a number, and not infinite.
    pub fn is_finite(self) -> bool {
        matches!(self.parts().magnitude, Magnitude::Finite { .. })
    }

    /// Whether it is no number.
    pub fn is_nan(self) -> bool {
        self.parts().magnitude == Magnitude::NaN
    }

    /// Whether the sign bit is set, also for zeros and NaNs.
    pub fn is_negative(self) -> bool {
        self.parts().negative
    }

    /// Sign, mantissa and exponent.
    pub fn parts(self) -> Parts {
        let fields = fields(self.format());
        let bits = self.to_bits();
        let low = |width: u32| (1u128 << width) - 1;
        let exponent = (bits >> fields.stored) & low(fields.exponent);
        let stored = bits & low(fields.stored);
        let magnitude = if exponent == low(fields.exponent) {
            special(stored & low(fields.fraction))
        } else {
            finite(fields, stored, exponent as i32)
        };
        Parts { negative: bits >> (fields.stored + fields.exponent) & 1 == 1, magnitude }
    }
}

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.format() == other.format() && self.to_bits() == other.to_bits()
    }
}

impl Eq for Float {}

impl Hash for Float {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.format().hash(state);
        self.to_bits().hash(state);
    }
}

const X87_MASK: u128 = (1 << 80) - 1;

fn halves(bits: u128) -> [u64; 2] {
    [bits as u64, (bits >> 64) as u64]
}

fn whole([low, high]: [u64; 2]) -> u128 {
    (high as u128) << 64 | low as u128
}

/// How a format's bits are divided, in widths.
#[derive(Clone, Copy)]
struct Fields {
    exponent: u32,
    /// The bits below the exponent. `X87` stores the leading bit of the significand here.
    stored: u32,
    /// The bits after the binary point.
    fraction: u32,
}

fn fields(format: FloatFormat) -> Fields {
    match format {
        FloatFormat::Single => Fields { exponent: 8, stored: 23, fraction: 23 },
        FloatFormat::Double => Fields { exponent: 11, stored: 52, fraction: 52 },
        FloatFormat::X87 => Fields { exponent: 15, stored: 64, fraction: 63 },
        FloatFormat::Quad => Fields { exponent: 15, stored: 112, fraction: 112 },
    }
}

fn special(fraction: u128) -> Magnitude {
    if fraction == 0 { Magnitude::Infinite } else { Magnitude::NaN }
}

fn finite(fields: Fields, stored: u128, exponent: i32) -> Magnitude {
    let bias = (1 << (fields.exponent - 1)) - 1;
    let hidden = if exponent == 0 || fields.stored > fields.fraction { 0 } else { 1 << fields.fraction };
    Magnitude::Finite {
        mantissa: stored | hidden,
        // Subnormal numbers have the exponent of the smallest normal ones.
        exponent: exponent.max(1) - bias - fields.fraction as i32,
    }
}

pub(super) fn soft<S: Semantics>(bits: u128) -> IeeeFloat<S> {
    IeeeFloat::<S>::from_bits(bits)
}

pub(super) fn canonical<S: Semantics>(v: IeeeFloat<S>) -> IeeeFloat<S> {
    if v.is_nan() { IeeeFloat::<S>::qnan(None) } else { v }
}

fn soft_bits<S: Semantics>(v: IeeeFloat<S>) -> [u64; 2] {
    halves(canonical(v).to_bits())
}

fn single(v: f32) -> Float {
    Float::Single(if v.is_nan() { f32::from_bits(0x7fc0_0000) } else { v })
}

fn double(v: f64) -> Float {
    Float::Double(if v.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { v })
}

fn mixed(a: Float, b: Float) -> ! {
    panic!("operands of different formats: {a:?} and {b:?}")
}

/// The operation in software, and whether its result was neither rounded nor invalid.
fn in_software<S: Semantics>(
    format: FloatFormat,
    (a, b): (Float, Float),
    op: impl FnOnce(IeeeFloat<S>, IeeeFloat<S>) -> StatusAnd<IeeeFloat<S>>,
) -> (Float, bool) {
    if a.format() != format || b.format() != format {
        mixed(a, b);
    }
    let result = op(soft(a.to_bits()), soft(b.to_bits()));
    (Float::from_bits(format, canonical(result.value).to_bits()), result.status == Status::OK)
}

macro_rules! arithmetic {
    ($name:ident, $exact:ident, $op:tt, $clause:literal) => {
        #[doc = concat!("`a ", stringify!($op), " b` (C17 ", $clause, ").")]
        pub fn $name(a: Float, b: Float) -> Float {
            match (a, b) {
                (Float::Single(a), Float::Single(b)) => single(a $op b),
                (Float::Double(a), Float::Double(b)) => double(a $op b),
                (Float::X87(a), Float::X87(b)) => {
                    let result = soft::<ieee::X87DoubleExtendedS>(whole(a)) $op soft(whole(b));
                    Float::X87(soft_bits(result.value))
                }
                (Float::Quad(a), Float::Quad(b)) => {
                    let result = soft::<ieee::QuadS>(whole(a)) $op soft(whole(b));
                    Float::Quad(soft_bits(result.value))
                }
                (a, b) => mixed(a, b),
            }
        }

        #[doc = concat!("[`", stringify!($name), "`], and whether the result is exact: not rounded,")]
        /// not overflowed, not invalid. Infinite operands may give an exact infinite result.
        pub fn $exact(a: Float, b: Float) -> (Float, bool) {
            let format = a.format();
            match format {
                FloatFormat::Single => in_software::<ieee::SingleS>(format, (a, b), |a, b| a $op b),
                FloatFormat::Double => in_software::<ieee::DoubleS>(format, (a, b), |a, b| a $op b),
                FloatFormat::X87 => {
                    in_software::<ieee::X87DoubleExtendedS>(format, (a, b), |a, b| a $op b)
                }
                FloatFormat::Quad => in_software::<ieee::QuadS>(format, (a, b), |a, b| a $op b),
            }
        }
    };
}

arithmetic!(add, add_exact, +, "6.5.6p5");
arithmetic!(sub, sub_exact, -, "6.5.6p6");
arithmetic!(mul, mul_exact, *, "6.5.5p4");
arithmetic!(div, div_exact, /, "6.5.5p5");

/// `-a`: the other sign, also for zeros and NaNs (C17 6.5.3.3p3, F.3).
pub fn neg(a: Float) -> Float {
    let fields = fields(a.format());
    Float::from_bits(a.format(), a.to_bits() ^ 1 << (fields.stored + fields.exponent))
}

fn compare(a: Float, b: Float) -> Option<Ordering> {
    match (a, b) {
        (Float::Single(a), Float::Single(b)) => a.partial_cmp(&b),
        (Float::Double(a), Float::Double(b)) => a.partial_cmp(&b),
        (Float::X87(a), Float::X87(b)) => {
            soft::<ieee::X87DoubleExtendedS>(whole(a)).partial_cmp(&soft(whole(b)))
        }
        (Float::Quad(a), Float::Quad(b)) => soft::<ieee::QuadS>(whole(a)).partial_cmp(&soft(whole(b))),
        (a, b) => mixed(a, b),
    }
}

/// `a < b` (C17 6.5.8p6). False when an operand is a NaN, here and below (F.9.3).
pub fn lt(a: Float, b: Float) -> bool {
    compare(a, b).is_some_and(Ordering::is_lt)
}

/// `a <= b` (C17 6.5.8p6).
pub fn le(a: Float, b: Float) -> bool {
    compare(a, b).is_some_and(Ordering::is_le)
}

/// `a > b` (C17 6.5.8p6).
pub fn gt(a: Float, b: Float) -> bool {
    compare(a, b).is_some_and(Ordering::is_gt)
}

/// `a >= b` (C17 6.5.8p6).
pub fn ge(a: Float, b: Float) -> bool {
    compare(a, b).is_some_and(Ordering::is_ge)
}

/// `a == b` (C17 6.5.9p3).
pub fn eq(a: Float, b: Float) -> bool {
    compare(a, b).is_some_and(Ordering::is_eq)
}

/// `a != b` (C17 6.5.9p3): true when an operand is a NaN.
pub fn ne(a: Float, b: Float) -> bool {
    !eq(a, b)
}

/// Conversion between formats (C17 6.3.1.5). A value out of range becomes infinite; C leaves that
/// undefined outside Annex F, so who cares looks at the result.
pub fn convert(v: Float, to: FloatFormat) -> Float {
    match (v, to) {
        (Float::Single(v), FloatFormat::Single) => single(v),
        (Float::Single(v), FloatFormat::Double) => double(v as f64),
        (Float::Double(v), FloatFormat::Single) => single(v as f32),
        (Float::Double(v), FloatFormat::Double) => double(v),
        (v, to) => convert_exact(v, to).0,
    }
}

/// [`convert`], and whether the value survived.
pub fn convert_exact(v: Float, to: FloatFormat) -> (Float, bool) {
    let quad = to_quad(v);
    match to {
        FloatFormat::Single => from_quad::<ieee::SingleS>(quad, to),
        FloatFormat::Double => from_quad::<ieee::DoubleS>(quad, to),
        FloatFormat::X87 => from_quad::<ieee::X87DoubleExtendedS>(quad, to),
        FloatFormat::Quad => (Float::Quad(soft_bits(quad)), true),
    }
}

/// Every format's values are values of `Quad`, so that a conversion through it rounds once.
fn to_quad(v: Float) -> ieee::Quad {
    let mut loses = false;
    let bits = v.to_bits();
    match v.format() {
        FloatFormat::Single => soft::<ieee::SingleS>(bits).convert(&mut loses).value,
        FloatFormat::Double => soft::<ieee::DoubleS>(bits).convert(&mut loses).value,
        FloatFormat::X87 => soft::<ieee::X87DoubleExtendedS>(bits).convert(&mut loses).value,
        FloatFormat::Quad => soft::<ieee::QuadS>(bits),
    }
}

fn from_quad<S: Semantics>(quad: ieee::Quad, to: FloatFormat) -> (Float, bool) {
    let mut loses = false;
    let result: StatusAnd<IeeeFloat<S>> = quad.convert(&mut loses);
    let value = Float::from_bits(to, canonical(result.value).to_bits());
    // The payload of a NaN may be lost; the value is a NaN as before.
    (value, !loses || value.is_nan())
}

/// Conversion of a value of an integer type (C17 6.3.1.4p2), held as [`super::int`] holds it. Only
/// an `unsigned __int128` can be out of range, of `float`; it becomes infinite.
pub fn from_int(v: i128, t: IntType, to: FloatFormat) -> Float {
    match (to, is_pattern(v, t)) {
        (FloatFormat::Single, false) => Float::Single(v as f32),
        (FloatFormat::Single, true) => Float::Single(v as u128 as f32),
        (FloatFormat::Double, false) => Float::Double(v as f64),
        (FloatFormat::Double, true) => Float::Double(v as u128 as f64),
        (FloatFormat::X87, _) => Float::X87(soft_from_int::<ieee::X87DoubleExtendedS>(v, t)),
        (FloatFormat::Quad, _) => Float::Quad(soft_from_int::<ieee::QuadS>(v, t)),
    }
}

/// A negative word of an unsigned type is a pattern with the topmost of 128 bits set.
fn is_pattern(v: i128, t: IntType) -> bool {
    !t.signed && v < 0
}

fn soft_from_int<S: Semantics>(v: i128, t: IntType) -> [u64; 2] {
    let result =
        if is_pattern(v, t) { IeeeFloat::<S>::from_u128(v as u128) } else { IeeeFloat::<S>::from_i128(v) };
    soft_bits(result.value)
}

/// [`from_int`], and whether the value survived.
pub fn from_int_exact(v: i128, t: IntType, to: FloatFormat) -> (Float, bool) {
    let result = from_int(v, t, to);
    let wide = if t.signed { IntType::signed(128) } else { IntType::unsigned(128) };
    (result, to_int(result, wide) == Ok(v))
}

/// Conversion to an integer type: truncation toward zero (C17 6.3.1.4p1). `_Bool` asks instead
/// whether the value compares equal to zero (6.3.1.2p1). An unsigned result of 128 bits is its bit
/// pattern.
pub fn to_int(v: Float, t: IntType) -> Result<i128, NotRepresentable> {
    if t.is_bool() {
        return Ok(!v.is_zero() as i128);
    }
    match v {
        Float::Single(v) => truncate(v as f64, t),
        Float::Double(v) => truncate(v, t),
        Float::X87(v) => soft_truncate(soft::<ieee::X87DoubleExtendedS>(whole(v)), t),
        Float::Quad(v) => soft_truncate(soft::<ieee::QuadS>(whole(v)), t),
    }
}

fn truncate(v: f64, t: IntType) -> Result<i128, NotRepresentable> {
    let integral = v.trunc();
    let power = |n: u8| f64::from_bits((1023 + n as u64) << 52);
    // Both bounds are powers of two and therefore exact. A NaN is in no range.
    let range = if t.signed { -power(t.bits - 1)..power(t.bits - 1) } else { 0.0..power(t.bits) };
    if !range.contains(&integral) {
        return Err(NotRepresentable);
    }
    Ok(if t.signed { integral as i128 } else { integral as u128 as i128 })
}

fn soft_truncate<S: Semantics>(v: IeeeFloat<S>, t: IntType) -> Result<i128, NotRepresentable> {
    let (bits, mut exact) = (t.bits as usize, false);
    let result = if t.signed {
        v.to_i128_r(bits, Round::TowardZero, &mut exact)
    } else {
        v.to_u128_r(bits, Round::TowardZero, &mut exact).map(|v| v as i128)
    };
    if result.status.contains(Status::INVALID_OP) { Err(NotRepresentable) } else { Ok(result.value) }
}

/// The value of a floating constant without its suffix, decimal or hexadecimal, correctly rounded.
/// One out of range becomes infinite or zero.
pub fn parse(text: &str, format: FloatFormat) -> Result<Float, NotAConstant> {
    if !is_constant(text) {
        return Err(NotAConstant);
    }
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    match format {
        FloatFormat::Single if !hexadecimal => text.parse().map(Float::Single).map_err(|_| NotAConstant),
        FloatFormat::Double if !hexadecimal => text.parse().map(Float::Double).map_err(|_| NotAConstant),
        FloatFormat::Single => soft_parse::<ieee::SingleS>(text, format),
        FloatFormat::Double => soft_parse::<ieee::DoubleS>(text, format),
        FloatFormat::X87 => soft_parse::<ieee::X87DoubleExtendedS>(text, format),
        FloatFormat::Quad => soft_parse::<ieee::QuadS>(text, format),
    }
}

fn soft_parse<S: Semantics>(text: &str, format: FloatFormat) -> Result<Float, NotAConstant> {
    let parsed = IeeeFloat::<S>::from_str_r(text, Round::NearestTiesToEven).map_err(|_| NotAConstant)?;
    Ok(Float::from_bits(format, parsed.value.to_bits()))
}

/// The grammar of C17 6.4.4.2p1, without the suffix: digits with a point or an exponent or both;
/// the exponent is obligatory after hexadecimal digits.
fn is_constant(text: &str) -> bool {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let mark = if radix == 16 { ['p', 'P'] } else { ['e', 'E'] };
    match digits.split_once(mark) {
        Some((significand, exponent)) => is_significand(significand, radix) && is_exponent(exponent),
        None => radix == 10 && digits.contains('.') && is_significand(digits, radix),
    }
}

fn is_significand(text: &str, radix: u32) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    !(whole.is_empty() && fraction.is_empty())
        && whole.chars().chain(fraction.chars()).all(|c| c.is_digit(radix))
}

fn is_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    //! What a comparison with hardware cannot show; the rest is in `tests/float_vs_gcc.rs`.

    use super::*;

    const FORMATS: [FloatFormat; 4] =
        [FloatFormat::Single, FloatFormat::Double, FloatFormat::X87, FloatFormat::Quad];

    fn value(text: &str, format: FloatFormat) -> Float {
        match text.strip_prefix('-') {
            Some(text) => neg(parse(text, format).unwrap()),
            None => parse(text, format).unwrap(),
        }
    }

    #[test]
    fn stays_small() {
        assert!(size_of::<Float>() <= 24 && align_of::<Float>() == 8);
    }

    #[test]
    fn truncation_ends_where_the_type_ends() {
        let schar = IntType::signed(8);
        let uchar = IntType::unsigned(8);
        let bit_field = IntType::signed(5);
        for format in FORMATS {
            let to = |text, t| to_int(value(text, format), t).ok();
            assert_eq!(to("127.996", schar), Some(127));
            assert_eq!(to("128.0", schar), None);
            assert_eq!(to("-128.996", schar), Some(-128));
            assert_eq!(to("-129.0", schar), None);
            assert_eq!(to("-0.996", uchar), Some(0));
            assert_eq!(to("-1.0", uchar), None);
            assert_eq!(to("255.996", uchar), Some(255));
            assert_eq!(to("256.0", uchar), None);
            assert_eq!(to("15.9", bit_field), Some(15));
            assert_eq!(to("16.0", bit_field), None);
            assert_eq!(to("0x1p63", IntType::signed(64)), None);
            assert_eq!(to("-0x1p63", IntType::signed(64)), Some(i64::MIN as i128));
            assert_eq!(to("0x1p64", IntType::unsigned(64)), None);
            assert_eq!(to("0x1p127", IntType::signed(128)), None);
            assert_eq!(to("-0x1p127", IntType::signed(128)), Some(i128::MIN));
            assert_eq!(to("0x1p127", IntType::unsigned(128)), Some(i128::MIN));
        }
    }

    #[test]
    fn infinities_and_nans_are_no_integers() {
        for format in FORMATS {
            let (zero, one) = (Float::zero(format), value("1.0", format));
            let infinity = div(one, zero);
            let nan = div(zero, zero);
            assert!(!infinity.is_finite() && !infinity.is_nan() && nan.is_nan());
            for v in [infinity, neg(infinity), nan] {
                assert_eq!(to_int(v, IntType::signed(128)), Err(NotRepresentable));
                assert_eq!(to_int(v, IntType::unsigned(1)), Ok(1));
            }
            assert_eq!(to_int(neg(zero), IntType::unsigned(1)), Ok(0));
            assert_eq!(to_int(value("0.25", format), IntType::unsigned(1)), Ok(1));
        }
    }

    #[test]
    fn there_is_one_nan() {
        for format in FORMATS {
            let (zero, one) = (Float::zero(format), value("1.0", format));
            let nan = div(zero, zero);
            assert!(!nan.is_negative());
            let infinity = div(one, zero);
            let ways = [sub(infinity, infinity), mul(zero, neg(infinity)), add(neg(nan), one)];
            assert_eq!(ways, [nan; 3]);
            for to in FORMATS {
                let there = div(Float::zero(to), Float::zero(to));
                assert_eq!(convert(neg(nan), to), there);
                assert_eq!(convert_exact(nan, to), (there, true));
            }
        }
    }

    #[test]
    fn constants_follow_the_grammar() {
        for format in FORMATS {
            for good in ["1.", ".5", "1e1", "1.e-1", ".5E+07", "0x1p0", "0X.8P-1", "0xa.p+1", "08.5"] {
                assert!(parse(good, format).is_ok(), "{good}");
            }
            for bad in [
                "", ".", "1", "e1", ".e1", "1e", "1e+", "1.0f", "-1.0", "+1.0", "inf", "nan", "infinity",
                "0x1", "0x1.8", "0x.p1", "0xp1", "0x1p", "0x1pa", "1.0 ", "1_0.0", "1.2.3", "1p1",
            ] {
                assert_eq!(parse(bad, format), Err(NotAConstant), "{bad}");
            }
        }
    }

    #[test]
    fn constants_beyond_all_range() {
        let many = "9".repeat(30);
        for format in FORMATS {
            for mark in ["1e", "0x1p"] {
                assert!(!value(&format!("{mark}{many}"), format).is_finite());
                assert!(value(&format!("{mark}-{many}"), format).is_zero());
            }
            assert!(value(&format!("0e{many}"), format).is_zero());
            let long = format!("0.{}1e5001", "0".repeat(5000));
            assert_eq!(value(&long, format), value("1.0", format));
        }
    }

    #[test]
    fn parts_put_together_again() {
        for format in FORMATS {
            for (text, negative) in [("1.0", false), ("-6.5", true), ("0x1p-126", false), ("-0.0", true)] {
                let v = value(text, format);
                let Parts { negative: sign, magnitude: Magnitude::Finite { mantissa, exponent } } = v.parts()
                else {
                    panic!("{text} is finite");
                };
                assert_eq!(sign, negative);
                let again = value(&format!("0x{mantissa:x}p{exponent}"), format);
                assert_eq!(if sign { neg(again) } else { again }, v);
            }
        }
    }
}
