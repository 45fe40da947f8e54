//! Functions of floating values whose results are exact or rounded once, as IEEE 754 and Annex F want them, so that every
//! library has the same. Of those that libraries only come close to, the cases with an exact result.

use super::float::{self, Float, Magnitude, canonical, soft};
use crate::mathematics::MathFn;
use crate::target::{FloatFormat, IntType};
use rustc_apfloat::Float as Soft;
pub use rustc_apfloat::Round;
use rustc_apfloat::ieee::{self, IeeeFloat, Semantics};

/// Results with the bits of a NaN are this one.
fn nan(format: FloatFormat) -> Float {
    float::sub(infinity(format), infinity(format))
}

/// Positive infinity.
pub fn infinity(format: FloatFormat) -> Float {
    float::div(number(1, format), Float::zero(format))
}

fn number(value: i32, format: FloatFormat) -> Float {
    float::from_int(i128::from(value), IntType::signed(32), format)
}

/// A function of values of one format that is written once, for `rustc_apfloat`'s numbers.
macro_rules! in_software {
    ($format:expr, $name:ident($($arg:expr),*)) => {{
        let format = $format;
        let bits = match format {
            FloatFormat::Single => canonical($name::<ieee::SingleS>($($arg),*)).to_bits(),
            FloatFormat::Double => canonical($name::<ieee::DoubleS>($($arg),*)).to_bits(),
            FloatFormat::X87 => canonical($name::<ieee::X87DoubleExtendedS>($($arg),*)).to_bits(),
            FloatFormat::Quad => canonical($name::<ieee::QuadS>($($arg),*)).to_bits(),
        };
        Float::from_bits(format, bits)
    }};
}

/// The value without its sign.
pub fn abs(v: Float) -> Float {
    if v.is_negative() { float::neg(v) } else { v }
}

/// The value with the sign of another one, as `copysign` has it.
pub fn copy_sign(v: Float, sign: Float) -> Float {
    if v.is_negative() == sign.is_negative() { v } else { float::neg(v) }
}

/// A whole number: `floor`, `ceil` and their like (C17 7.12.9).
pub fn rounded(v: Float, how: Round) -> Float {
    fn round<S: Semantics>(bits: u128, how: Round) -> IeeeFloat<S> {
        soft::<S>(bits).round_to_integral(how).value
    }
    in_software!(v.format(), round(v.to_bits(), how))
}

/// `a * b + c`, rounded once, as `fma` has it.
pub fn fused(a: Float, b: Float, c: Float) -> Float {
    fn fused<S: Semantics>(a: u128, b: u128, c: u128) -> IeeeFloat<S> {
        soft::<S>(a).mul_add(soft(b), soft(c)).value
    }
    in_software!(a.format(), fused(a.to_bits(), b.to_bits(), c.to_bits()))
}

/// `fmod`, whose result is always exact (C17 7.12.10.1).
pub fn modulo(a: Float, b: Float) -> Float {
    fn modulo<S: Semantics>(a: u128, b: u128) -> IeeeFloat<S> {
        soft::<S>(a).c_fmod(soft(b)).value
    }
    in_software!(a.format(), modulo(a.to_bits(), b.to_bits()))
}

/// What is left of `a / b` when the quotient is cut off, as `fmod` has it.
pub fn remainder(a: Float, b: Float) -> Float {
    fn remainder<S: Semantics>(a: u128, b: u128) -> IeeeFloat<S> {
        soft::<S>(a).ieee_rem(soft(b)).value
    }
    in_software!(a.format(), remainder(a.to_bits(), b.to_bits()))
}

/// Times a power of two, rounded if the result is subnormal.
pub fn scaled(v: Float, exponent: i32) -> Float {
    fn scaled<S: Semantics>(v: u128, exponent: i32) -> IeeeFloat<S> {
        soft::<S>(v).scalbn(exponent)
    }
    in_software!(v.format(), scaled(v.to_bits(), exponent.clamp(-50_000, 50_000)))
}

/// The neighbour in the direction of another value.
pub fn next_after(v: Float, to: Float) -> Float {
    fn up<S: Semantics>(v: u128) -> IeeeFloat<S> {
        soft::<S>(v).next_up().value
    }
    fn down<S: Semantics>(v: u128) -> IeeeFloat<S> {
        soft::<S>(v).next_down().value
    }
    if v.is_nan() || to.is_nan() {
        nan(v.format())
    } else if float::eq(v, to) {
        to
    } else if float::lt(v, to) {
        in_software!(v.format(), up(v.to_bits()))
    } else {
        in_software!(v.format(), down(v.to_bits()))
    }
}

/// The exponent of a finite value that is not zero, as of 1.5 times two to its power.
pub fn exponent(v: Float) -> Option<i32> {
    match v.parts().magnitude {
        Magnitude::Finite { mantissa: 0, .. } | Magnitude::Infinite | Magnitude::NaN => None,
        Magnitude::Finite { mantissa, exponent } => Some(exponent + 127 - mantissa.leading_zeros() as i32),
    }
}

/// The square root, rounded to nearest (C17 F.10.4.5); nothing where the machine cannot.
pub fn square_root(v: Float) -> Option<Float> {
    match v {
        Float::Single(v) => Some(same_nan(Float::Single(v.sqrt()))),
        Float::Double(v) => Some(same_nan(Float::Double(v.sqrt()))),
        Float::X87(_) => Some(extended_root(v)),
        Float::Quad(_) => None,
    }
}

fn same_nan(v: Float) -> Float {
    if v.is_nan() { nan(v.format()) } else { v }
}

/// By the root of an integer of 127 or 128 bits, which has the 64 bits of the result.
fn extended_root(v: Float) -> Float {
    let (negative, magnitude) = (v.parts().negative, v.parts().magnitude);
    match magnitude {
        Magnitude::Finite { mantissa: 0, .. } => v,
        Magnitude::Infinite if !negative => v,
        Magnitude::Finite { mantissa, exponent } if !negative => {
            let shift = mantissa.leading_zeros() as i32;
            let shift = shift - ((exponent - shift) & 1);
            let radicand = mantissa << shift;
            let root = radicand.isqrt();
            let nearest = if radicand - root * root > root { root + 1 } else { root };
            let whole = float::from_int(nearest as i128, IntType::unsigned(128), v.format());
            scaled(whole, (exponent - shift) / 2)
        }
        Magnitude::Finite { .. } | Magnitude::Infinite | Magnitude::NaN => nan(v.format()),
    }
}

/// The result of a function that libraries compute differently, where it is exact.
pub fn exactly(function: MathFn, args: &[Float]) -> Option<Float> {
    let x = *args.first()?;
    let format = x.format();
    let (zero, one) = (Float::zero(format), number(1, format));
    if let (MathFn::Pow, [_, y]) = (function, args) {
        return power(x, *y);
    }
    if args.iter().any(|v| v.is_nan()) {
        return Some(nan(format));
    }
    use MathFn as F;
    match function {
        F::Sin | F::Tan | F::Asin | F::Atan | F::Sinh | F::Tanh | F::Expm1 | F::Log1p | F::Cbrt
            if x.is_zero() =>
        {
            Some(x)
        }
        F::Sin | F::Cos | F::Tan if !x.is_finite() => Some(nan(format)),
        F::Cos | F::Cosh | F::Exp | F::Exp2 if x.is_zero() => Some(one),
        F::Exp | F::Exp2 if !x.is_finite() => Some(if x.is_negative() { zero } else { x }),
        F::Log | F::Log2 | F::Log10 | F::Acos if x == one => Some(zero),
        F::Log | F::Log2 | F::Log10 if x.is_zero() => Some(float::neg(infinity(format))),
        F::Log | F::Log2 | F::Log10 if x.is_negative() => Some(nan(format)),
        F::Log | F::Log2 | F::Log10 if !x.is_finite() => Some(x),
        F::Exp2 => whole_number(x).map(|n| scaled(one, n)),
        F::Log2 => exponent(x).filter(|n| scaled(one, *n) == x).map(|n| number(n, format)),
        F::Log10 => (1..40)
            .find(|n| integral_power(number(10, format), *n) == Some(x))
            .map(|n| number(n as i32, format)),
        F::Cbrt => cube_root(x),
        F::Hypot => hypotenuse(x, *args.get(1)?),
        F::Atan2 if x.is_zero() && float::gt(*args.get(1)?, zero) => Some(x),
        _ => None,
    }
}

/// The value as an integer, if it is one and not large.
fn whole_number(v: Float) -> Option<i32> {
    let value = i32::try_from(float::to_int(v, IntType::signed(32)).ok()?).ok()?;
    (number(value, v.format()) == v || v.is_zero()).then_some(value)
}

/// `pow`, if the result needs no rounding (C17 F.10.4.4).
fn power(x: Float, y: Float) -> Option<Float> {
    let one = number(1, x.format());
    if x == one || y.is_zero() {
        return Some(one);
    }
    if x.is_nan() || y.is_nan() {
        return Some(nan(x.format()));
    }
    if !x.is_finite() || x.is_zero() {
        return None;
    }
    match whole_number(y)? {
        n if n > 0 => integral_power(x, n.unsigned_abs()),
        n => {
            let (value, exact) = float::div_exact(one, integral_power(x, n.unsigned_abs())?);
            exact.then_some(value)
        }
    }
}

/// A power, if it is exact.
fn integral_power(x: Float, n: u32) -> Option<Float> {
    // More factors than the exponent has values lead out of every format, but for one and minus one.
    let one = number(1, x.format());
    if abs(x) == one {
        return Some(if n.is_multiple_of(2) { one } else { x });
    }
    let mut product = one;
    for _ in 0..n {
        let (next, exact) = float::mul_exact(product, x);
        if !exact || !next.is_finite() {
            return None;
        }
        product = next;
    }
    Some(product)
}

fn cube_root(x: Float) -> Option<Float> {
    let value = whole_number(x)?;
    let root = (0..1300i32).find(|n| n * n >= value.abs() / (n.max(&1)) && n.pow(3) == value.abs())?;
    Some(number(root * value.signum(), x.format()))
}

fn hypotenuse(x: Float, y: Float) -> Option<Float> {
    let ((xx, x_exact), (yy, y_exact)) = (float::mul_exact(x, x), float::mul_exact(y, y));
    let (sum, exact) = float::add_exact(xx, yy);
    let root = square_root(sum)?;
    let (back, root_exact) = float::mul_exact(root, root);
    (x_exact && y_exact && exact && root_exact && back == sum).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extended(v: f64) -> Float {
        float::convert(Float::Double(v), FloatFormat::X87)
    }

    #[test]
    fn roots_of_long_doubles() {
        for v in [0.0, 1.0, 2.0, 3.0, 0.5, 1e300, 1e-300, 4.0, 1_234_567.0] {
            let root = square_root(extended(v)).unwrap();
            assert_eq!(float::convert(root, FloatFormat::Double), Float::Double(v.sqrt()), "{v}");
            let between = |v: Float| float::mul(v, v);
            assert!(float::le(between(next_after(root, Float::zero(FloatFormat::X87))), extended(v)), "{v}");
            assert!(float::ge(between(next_after(root, infinity(FloatFormat::X87))), extended(v)), "{v}");
        }
    }

    #[test]
    fn exact_results_only() {
        let d = Float::Double;
        assert_eq!(exactly(MathFn::Pow, &[d(3.0), d(4.0)]), Some(d(81.0)));
        assert_eq!(exactly(MathFn::Pow, &[d(2.0), d(-3.0)]), Some(d(0.125)));
        assert_eq!(exactly(MathFn::Pow, &[d(3.0), d(-1.0)]), None);
        assert_eq!(exactly(MathFn::Pow, &[d(3.0), d(100.0)]), None);
        assert_eq!(exactly(MathFn::Hypot, &[d(3.0), d(4.0)]), Some(d(5.0)));
        assert_eq!(exactly(MathFn::Log10, &[d(1000.0)]), Some(d(3.0)));
        assert_eq!(exactly(MathFn::Cbrt, &[d(-27.0)]), Some(d(-3.0)));
        assert_eq!(exactly(MathFn::Sin, &[d(1.0)]), None);
    }
}
