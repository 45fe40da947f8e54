//! The exact arithmetic of C's integer types: one function per operator, on values held in machine
//! words. Not the promotions: operands arrive already converted to the type of the operation.
//!
//! A value of a signed type is kept sign-extended in its word, one of an unsigned type
//! zero-extended. Where an unsigned type fills the word, the word is its bit pattern. Types of up to
//! 64 bits may live in an `i64`; every type may live in an `i128`. Widths need not be powers of two,
//! because bit-fields are not.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::target::IntType;

/// Why an integer operation has no defined result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
pub enum Fault {
    /// The mathematical result is not representable (C17 6.5p5).
    #[error("signed overflow")]
    Overflow,
    /// C17 6.5.5p5.
    #[error("division by zero")]
    DivideByZero,
    /// The smallest value divided by -1: the quotient is not representable, and then the remainder
    /// is undefined as well (C17 6.5.5p6).
    #[error("quotient not representable")]
    DivideOverflow,
    /// The count is negative, or not less than the width (C17 6.5.7p3).
    #[error("shift count out of range")]
    ShiftCount,
    /// A left shift of a negative value (C17 6.5.7p4); of a right one see [`ShiftRules::Portable`].
    #[error("left shift of a negative value")]
    ShiftNegative,
    /// A left shift of a signed value into or past its sign bit (C17 6.5.7p4).
    #[error("left shift into or past the sign bit")]
    ShiftOverflow,
}

/// What a left shift of a signed value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShiftRules {
    /// Defined only for a value that is not negative and stays representable: C99 to C17 6.5.7p4,
    /// and C23 6.5.8p4, which kept the rule although it fixed two's complement. C89 said only that
    /// bits move, and C++11 to C++17 also let a bit into the sign (CWG 1457); programs that are to
    /// mean the same everywhere obey the strict rule.
    Classic,
    /// Multiplication modulo 2^N: C++20 [expr.shift]p2.
    Modular,
    /// As classic, and a negative value is not shifted to the right either: what that gives was left to
    /// implementations until C++20 (C17 6.5.7p5).
    Portable,
    /// As modular, and sums, differences and products of signed integers wrap as well: the dialect of `-fwrapv`.
    Wrapping,
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i64 {}
    impl Sealed for i128 {}
}

/// A machine word that holds integer values: `i64`, or `i128`.
pub trait Word:
    sealed::Sealed
    + Copy
    + Debug
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many bits a word of this type has.
    const BITS: u32;
    /// 0 in this type.
    const ZERO: Self;
    /// 1 in this type.
    const ONE: Self;
    /// -1 in this type: all bits are set.
    const MINUS_ONE: Self;
    /// The word whose only bit is the topmost.
    const MIN: Self;

    /// The sum modulo the width, and whether that is not the sum.
    fn overflowing_add(self, other: Self) -> (Self, bool);
    /// The difference modulo the width, and whether that is not the difference.
    fn overflowing_sub(self, other: Self) -> (Self, bool);
    /// The product modulo the width, and whether that is not the product.
    fn overflowing_mul(self, other: Self) -> (Self, bool);
    /// Division of signed words. The caller has excluded zero and overflow.
    fn signed_div(self, other: Self) -> Self;
    /// The remainder of signed words; the divisor is neither 0 nor, of the least value, -1.
    fn signed_rem(self, other: Self) -> Self;
    /// Division of bit patterns. The caller has excluded zero.
    fn unsigned_div(self, other: Self) -> Self;
    /// The remainder of words without a sign; the divisor is not 0.
    fn unsigned_rem(self, other: Self) -> Self;
    /// Shifts whose count is below the width of the word.
    fn shift_left(self, count: u32) -> Self;
    /// Shifted to the right with copies of the sign bit.
    fn arithmetic_right(self, count: u32) -> Self;
    /// Shifted to the right with zeros.
    fn logical_right(self, count: u32) -> Self;
    /// The count as a small number when it is below `limit`. As bit patterns, negative counts and
    /// those of any unsigned type that are too large look alike: large.
    fn below(self, limit: u8) -> Option<u32>;
    /// This value of type `t` in the wide word.
    fn widened(self, t: IntType) -> i128;
    /// The low bits of a wide word. Keeps every value whose type fits this word.
    fn truncated(wide: i128) -> Self;
}

macro_rules! word {
    ($signed:ty, $unsigned:ty, $widened:expr) => {
        impl Word for $signed {
            const BITS: u32 = <$signed>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const MINUS_ONE: Self = -1;
            const MIN: Self = <$signed>::MIN;

            #[inline]
            fn overflowing_add(self, other: Self) -> (Self, bool) {
                <$signed>::overflowing_add(self, other)
            }
            #[inline]
            fn overflowing_sub(self, other: Self) -> (Self, bool) {
                <$signed>::overflowing_sub(self, other)
            }
            #[inline]
            fn overflowing_mul(self, other: Self) -> (Self, bool) {
                <$signed>::overflowing_mul(self, other)
            }
            #[inline]
            fn signed_div(self, other: Self) -> Self {
                self.wrapping_div(other)
            }
            #[inline]
            fn signed_rem(self, other: Self) -> Self {
                self.wrapping_rem(other)
            }
            #[inline]
            fn unsigned_div(self, other: Self) -> Self {
                (self as $unsigned / other as $unsigned) as $signed
            }
            #[inline]
            fn unsigned_rem(self, other: Self) -> Self {
                (self as $unsigned % other as $unsigned) as $signed
            }
            #[inline]
            fn shift_left(self, count: u32) -> Self {
                self.wrapping_shl(count)
            }
            #[inline]
            fn arithmetic_right(self, count: u32) -> Self {
                self.wrapping_shr(count)
            }
            #[inline]
            fn logical_right(self, count: u32) -> Self {
                (self as $unsigned).wrapping_shr(count) as $signed
            }
            #[inline]
            fn below(self, limit: u8) -> Option<u32> {
                ((self as $unsigned) < limit as $unsigned).then_some(self as u32)
            }
            #[inline]
            fn widened(self, t: IntType) -> i128 {
                $widened(t, self)
            }
            #[inline]
            fn truncated(wide: i128) -> Self {
                wide as $signed
            }
        }
    };
}

word!(i64, u64, widen);
word!(i128, u128, |_, wide| wide);

/// The value of type `t` that is congruent to the word modulo 2^bits.
#[inline]
pub fn wrap<W: Word>(t: IntType, a: W) -> W {
    debug_assert!(t.bits >= 1 && t.bits as u32 <= W::BITS, "{t:?} does not fit its word");
    let unused = W::BITS - t.bits as u32;
    let high = a.shift_left(unused);
    if t.signed { high.arithmetic_right(unused) } else { high.logical_right(unused) }
}

/// Whether the word is a value of type `t` in the form that this module keeps values in.
#[inline]
pub fn is_value<W: Word>(t: IntType, a: W) -> bool {
    wrap(t, a) == a
}

/// Whether type `t` can represent the word, read as a signed number.
#[inline]
pub fn fits<W: Word>(t: IntType, a: W) -> bool {
    is_value(t, a) && (t.signed || a >= W::ZERO)
}

/// The smallest value of the type.
#[inline]
pub fn min<W: Word>(t: IntType) -> W {
    if t.signed { W::MIN.arithmetic_right(W::BITS - t.bits as u32) } else { W::ZERO }
}

/// The largest value of the type.
#[inline]
pub fn max<W: Word>(t: IntType) -> W {
    if t.signed { !min::<W>(t) } else { wrap(t, W::MINUS_ONE) }
}

/// A value of type `t`, of at most 64 bits, in the wide word.
#[inline]
pub fn widen(t: IntType, a: i64) -> i128 {
    if t.signed { a as i128 } else { a as u64 as i128 }
}

/// A value of type `t`, of at most 64 bits, in the narrow word.
#[inline]
pub fn narrow(t: IntType, a: i128) -> i64 {
    debug_assert!(t.bits <= 64 && is_value(t, a));
    a as i64
}

/// Conversion between integer types, and between words where their types need it. `_Bool` asks
/// whether the value is zero (C17 6.3.1.2p1), unsigned types reduce it modulo 2^N (6.3.1.3p2), and
/// so do signed ones, as both GCC and clang define it (6.3.1.3p3; C++20 demands it).
#[inline]
pub fn convert<A: Word, B: Word>(from: IntType, to: IntType, a: A) -> B {
    debug_assert!(is_value(from, a));
    if to.is_bool() {
        return if a == A::ZERO { B::ZERO } else { B::ONE };
    }
    wrap(to, B::truncated(a.widened(from)))
}

/// The result of a signed operation, if it did not overflow; of an unsigned one, modulo 2^N.
#[inline]
fn representable<W: Word>(t: IntType, (exact, overflow): (W, bool)) -> Result<W, Fault> {
    let value = wrap(t, exact);
    // Without short-circuits: one jump instead of three.
    if t.signed & (overflow | (value != exact)) { Err(Fault::Overflow) } else { Ok(value) }
}

/// `a + b` (C17 6.5.6p5).
#[inline]
pub fn add<W: Word>(t: IntType, a: W, b: W) -> Result<W, Fault> {
    representable(t, a.overflowing_add(b))
}

/// `a - b` (C17 6.5.6p6).
#[inline]
pub fn sub<W: Word>(t: IntType, a: W, b: W) -> Result<W, Fault> {
    representable(t, a.overflowing_sub(b))
}

/// `a * b` (C17 6.5.5p4).
#[inline]
pub fn mul<W: Word>(t: IntType, a: W, b: W) -> Result<W, Fault> {
    representable(t, a.overflowing_mul(b))
}

#[inline]
fn divisible<W: Word>(t: IntType, a: W, b: W) -> Result<(), Fault> {
    if b == W::ZERO {
        return Err(Fault::DivideByZero);
    }
    if t.signed & (b == W::MINUS_ONE) & (a == min(t)) {
        return Err(Fault::DivideOverflow);
    }
    Ok(())
}

/// `a / b`, truncated toward zero (C17 6.5.5p5 and p6).
#[inline]
pub fn div<W: Word>(t: IntType, a: W, b: W) -> Result<W, Fault> {
    divisible(t, a, b)?;
    Ok(if t.signed { a.signed_div(b) } else { a.unsigned_div(b) })
}

/// `a % b`, with the sign of `a` (C17 6.5.5p5 and p6).
#[inline]
pub fn rem<W: Word>(t: IntType, a: W, b: W) -> Result<W, Fault> {
    divisible(t, a, b)?;
    Ok(if t.signed { a.signed_rem(b) } else { a.unsigned_rem(b) })
}

/// `a << count` (C17 6.5.7p4). The type of the count is its own and does not matter.
#[inline]
pub fn shl<W: Word, C: Word>(t: IntType, a: W, count: C, rules: ShiftRules) -> Result<W, Fault> {
    let count = count.below(t.bits).ok_or(Fault::ShiftCount)?;
    let value = wrap(t, a.shift_left(count));
    if t.signed && !matches!(rules, ShiftRules::Modular | ShiftRules::Wrapping) {
        if a < W::ZERO {
            return Err(Fault::ShiftNegative);
        }
        // A lost bit does not come back, and a sign bit that was hit comes back as many.
        if value.arithmetic_right(count) != a {
            return Err(Fault::ShiftOverflow);
        }
    }
    Ok(value)
}

/// `a >> count` (C17 6.5.7p5). Negative values keep their sign, as GCC and clang define it and
/// C++20 demands.
#[inline]
pub fn shr<W: Word, C: Word>(t: IntType, a: W, count: C) -> Result<W, Fault> {
    let count = count.below(t.bits).ok_or(Fault::ShiftCount)?;
    Ok(if t.signed { a.arithmetic_right(count) } else { a.logical_right(count) })
}

/// `a & b` (C17 6.5.10p4). Extended operands give an extended result, here and in `or` and `xor`.
#[inline]
pub fn and<W: Word>(_: IntType, a: W, b: W) -> W {
    a & b
}

/// `a | b` (C17 6.5.12p4).
#[inline]
pub fn or<W: Word>(_: IntType, a: W, b: W) -> W {
    a | b
}

/// `a ^ b` (C17 6.5.11p4).
#[inline]
pub fn xor<W: Word>(_: IntType, a: W, b: W) -> W {
    a ^ b
}

/// `-a` (C17 6.5.3.3p3).
#[inline]
pub fn neg<W: Word>(t: IntType, a: W) -> Result<W, Fault> {
    sub(t, W::ZERO, a)
}

/// `~a` (C17 6.5.3.3p4).
#[inline]
pub fn not<W: Word>(t: IntType, a: W) -> W {
    wrap(t, !a)
}

/// The word whose order, as a signed number, is that of the value: unsigned patterns are moved down
/// by half the range, so that one signed comparison serves both.
#[inline]
fn ordered<W: Word>(t: IntType, a: W) -> W {
    a ^ if t.signed { W::ZERO } else { W::MIN }
}

/// `a < b` (C17 6.5.8p6).
#[inline]
pub fn lt<W: Word>(t: IntType, a: W, b: W) -> bool {
    ordered(t, a) < ordered(t, b)
}

/// `a <= b` (C17 6.5.8p6).
#[inline]
pub fn le<W: Word>(t: IntType, a: W, b: W) -> bool {
    ordered(t, a) <= ordered(t, b)
}

/// `a > b` (C17 6.5.8p6).
#[inline]
pub fn gt<W: Word>(t: IntType, a: W, b: W) -> bool {
    lt(t, b, a)
}

/// `a >= b` (C17 6.5.8p6).
#[inline]
pub fn ge<W: Word>(t: IntType, a: W, b: W) -> bool {
    le(t, b, a)
}

/// `a == b` (C17 6.5.9p3).
#[inline]
pub fn eq<W: Word>(_: IntType, a: W, b: W) -> bool {
    a == b
}

/// `a != b` (C17 6.5.9p3).
#[inline]
pub fn ne<W: Word>(_: IntType, a: W, b: W) -> bool {
    a != b
}

#[cfg(test)]
mod tests {
    //! Narrow types exhaustively against plain mathematics in `i128`; wide ones at their boundaries
    //! and at random against Rust's own integers.

    use super::*;

    /// Every value of a narrow type, as a number.
    fn numbers(t: IntType) -> std::ops::Range<i128> {
        let half = 1i128 << (t.bits - 1);
        if t.signed { -half..half } else { 0..2 * half }
    }

    /// What C makes of a mathematical result: an overflow, or a reduction modulo 2^N.
    fn settle(t: IntType, exact: i128, fault: Fault) -> Result<i128, Fault> {
        match (numbers(t).contains(&exact), t.signed) {
            (true, _) => Ok(exact),
            (false, true) => Err(fault),
            (false, false) => Ok(exact.rem_euclid(1 << t.bits)),
        }
    }

    fn reference_div(t: IntType, a: i128, b: i128) -> Result<(i128, i128), Fault> {
        if b == 0 {
            return Err(Fault::DivideByZero);
        }
        let magnitude = a.abs() / b.abs();
        let quotient = if (a < 0) == (b < 0) { magnitude } else { -magnitude };
        settle(t, quotient, Fault::DivideOverflow).map(|q| (q, a - b * q))
    }

    fn reference_shl(t: IntType, a: i128, n: i128) -> Result<i128, Fault> {
        if !(0..t.bits as i128).contains(&n) {
            return Err(Fault::ShiftCount);
        }
        if a < 0 {
            return Err(Fault::ShiftNegative);
        }
        settle(t, a * (1 << n), Fault::ShiftOverflow)
    }

    fn reference_modular_shl(t: IntType, a: i128, n: i128) -> Result<i128, Fault> {
        if !(0..t.bits as i128).contains(&n) {
            return Err(Fault::ShiftCount);
        }
        Ok(congruent(t, a * (1 << n)))
    }

    fn reference_shr(t: IntType, a: i128, n: i128) -> Result<i128, Fault> {
        if (0..t.bits as i128).contains(&n) { Ok(a.div_euclid(1 << n)) } else { Err(Fault::ShiftCount) }
    }

    fn congruent(t: IntType, a: i128) -> i128 {
        numbers(t).find(|v| (v - a) % (1 << t.bits) == 0).unwrap()
    }

    /// The number whose bits, from the lowest, are what `f` makes of the operands' bits.
    fn bitwise(t: IntType, a: i128, b: i128, f: fn(i128, i128) -> i128) -> i128 {
        let bit = |v: i128, i: u8| v.div_euclid(1 << i).rem_euclid(2);
        let pattern: i128 = (0..t.bits).map(|i| f(bit(a, i), bit(b, i)) << i).sum();
        if numbers(t).contains(&pattern) { pattern } else { pattern - (1 << t.bits) }
    }

    fn check_pair<W: Word>(t: IntType, x: i128, y: i128) {
        let (a, b) = (W::truncated(x), W::truncated(y));
        let same = |what: &str, got: Result<W, Fault>, want: Result<i128, Fault>| {
            assert_eq!(got.map(|v| v.widened(t)), want, "{what} of {x} and {y} in {t:?}");
        };
        let quotient = reference_div(t, x, y);
        same("+", add(t, a, b), settle(t, x + y, Fault::Overflow));
        same("-", sub(t, a, b), settle(t, x - y, Fault::Overflow));
        same("*", mul(t, a, b), settle(t, x * y, Fault::Overflow));
        same("/", div(t, a, b), quotient.map(|q| q.0));
        same("%", rem(t, a, b), quotient.map(|q| q.1));
        same("<<", shl(t, a, b, ShiftRules::Classic), reference_shl(t, x, y));
        same("modular <<", shl(t, a, b, ShiftRules::Modular), reference_modular_shl(t, x, y));
        same(">>", shr(t, a, b), reference_shr(t, x, y));
        same("&", Ok(and(t, a, b)), Ok(bitwise(t, x, y, |p, q| p * q)));
        same("|", Ok(or(t, a, b)), Ok(bitwise(t, x, y, |p, q| p.max(q))));
        same("^", Ok(xor(t, a, b)), Ok(bitwise(t, x, y, |p, q| (p + q) % 2)));
        assert_eq!(
            [lt(t, a, b), le(t, a, b), gt(t, a, b), ge(t, a, b), eq(t, a, b), ne(t, a, b)],
            [x < y, x <= y, x > y, x >= y, x == y, x != y]
        );
    }

    fn check_one<W: Word>(t: IntType, x: i128) {
        let a = W::truncated(x);
        assert_eq!(neg(t, a).map(|v| v.widened(t)), settle(t, -x, Fault::Overflow));
        assert_eq!(not(t, a).widened(t), bitwise(t, x, 0, |p, _| 1 - p));
        assert!(is_value(t, a) && fits(t, a));
    }

    fn check_type<W: Word>(t: IntType) {
        assert_eq!(min::<W>(t).widened(t), numbers(t).start);
        assert_eq!(max::<W>(t).widened(t), numbers(t).end - 1);
        for x in numbers(t) {
            check_one::<W>(t, x);
            numbers(t).for_each(|y| check_pair::<W>(t, x, y));
        }
        for x in -600..600 {
            assert_eq!(wrap(t, W::truncated(x)).widened(t), congruent(t, x));
            assert_eq!(fits(t, W::truncated(x)), numbers(t).contains(&x));
        }
    }

    fn both(bits: u8) -> [IntType; 2] {
        [IntType::signed(bits), IntType::unsigned(bits)]
    }

    #[test]
    fn every_pair_of_narrow_operands() {
        for t in [1, 2, 3, 4, 5, 8].into_iter().flat_map(both) {
            check_type::<i64>(t);
            check_type::<i128>(t);
        }
    }

    #[test]
    fn every_conversion_between_narrow_types() {
        let types: Vec<IntType> = (1..=9).flat_map(both).collect();
        for (&from, &to) in types.iter().flat_map(|f| types.iter().map(move |t| (f, t))) {
            for x in numbers(from) {
                let want = if to.is_bool() { (x != 0) as i128 } else { congruent(to, x) };
                assert_eq!(convert::<i64, i64>(from, to, x as i64) as i128, want);
                assert_eq!(convert::<i64, i128>(from, to, x as i64), want);
                assert_eq!(convert::<i128, i64>(from, to, x) as i128, want);
                assert_eq!(convert::<i128, i128>(from, to, x), want);
            }
        }
    }

    #[test]
    fn shift_counts_beyond_any_width() {
        let (t, huge) = (IntType::signed(32), 1i128 << 64);
        assert_eq!(shl(t, 1i64, huge, ShiftRules::Modular), Err(Fault::ShiftCount));
        assert_eq!(shr(t, 1i64, huge + 1), Err(Fault::ShiftCount));
        assert_eq!(shr(t, 1i64, i64::MIN), Err(Fault::ShiftCount));
    }

    #[test]
    fn words_change_with_unsigned_patterns_intact() {
        let (ulong, long) = (IntType::unsigned(64), IntType::signed(64));
        assert_eq!(widen(ulong, -1), u64::MAX as i128);
        assert_eq!(widen(long, -1), -1);
        assert_eq!(narrow(ulong, u64::MAX as i128), -1);
        assert_eq!(convert::<i64, i128>(ulong, IntType::signed(128), -1), u64::MAX as i128);
        assert_eq!(convert::<i64, i128>(long, IntType::unsigned(128), -1), -1);
        assert!(!fits(ulong, -1i64) && is_value(ulong, -1i64));
    }

    /// SplitMix64, enough for test operands.
    struct Random(u64);

    impl Random {
        fn word(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        /// A value of random magnitude, so that small and large ones meet.
        fn value(&mut self) -> i128 {
            let wide = (self.word() as i128) << 64 | self.word() as i128;
            wide >> (self.word() % 128)
        }
    }

    macro_rules! against_rust {
        ($name:ident, $native:ty, $word:ty, $signed:expr) => {
            #[test]
            fn $name() {
                let t = IntType { bits: <$native>::BITS as u8, signed: $signed };
                let word = |v: $native| v as $word;
                let ok = |v: Option<$native>, fault| v.map(word).ok_or(fault);
                let overflow = |signed: Option<$native>, modular: $native| {
                    if $signed { ok(signed, Fault::Overflow) } else { Ok(word(modular)) }
                };
                let mut random = Random(<$native>::BITS as u64);
                let edges = [0, 1, 2, 3, <$native>::MAX, <$native>::MIN];
                let mut values: Vec<$native> = edges
                    .iter()
                    .flat_map(|e| (0..4).flat_map(move |d| [e.wrapping_add(d), e.wrapping_sub(d)]))
                    .collect();
                values.extend((0..<$native>::BITS).map(|i| (1 as $native) << i));
                values.extend((0..300).map(|_| random.value() as $native));
                for (&x, &y) in values.iter().flat_map(|x| values.iter().map(move |y| (x, y))) {
                    let (a, b) = (word(x), word(y));
                    let divided = |v| {
                        let fault = if y == 0 { Fault::DivideByZero } else { Fault::DivideOverflow };
                        ok(v, fault)
                    };
                    assert_eq!(add(t, a, b), overflow(x.checked_add(y), x.wrapping_add(y)));
                    assert_eq!(sub(t, a, b), overflow(x.checked_sub(y), x.wrapping_sub(y)));
                    assert_eq!(mul(t, a, b), overflow(x.checked_mul(y), x.wrapping_mul(y)));
                    assert_eq!(div(t, a, b), divided(x.checked_div(y)));
                    assert_eq!(rem(t, a, b), divided(x.checked_rem(y)));
                    assert_eq!(and(t, a, b), word(x & y));
                    assert_eq!(or(t, a, b), word(x | y));
                    assert_eq!(xor(t, a, b), word(x ^ y));
                    assert_eq!(
                        [lt(t, a, b), le(t, a, b), gt(t, a, b), ge(t, a, b), eq(t, a, b), ne(t, a, b)],
                        [x < y, x <= y, x > y, x >= y, x == y, x != y]
                    );
                }
                for &x in &values {
                    let a = word(x);
                    assert_eq!(neg(t, a), overflow((0 as $native).checked_sub(x), x.wrapping_neg()));
                    assert_eq!(not(t, a), word(!x));
                    for n in 0..<$native>::BITS {
                        let count = n as i64;
                        let modular = x.wrapping_shl(n);
                        let strict = if !$signed {
                            Ok(word(modular))
                        } else if a < 0 {
                            Err(Fault::ShiftNegative)
                        } else if x != 0 && x.leading_zeros() <= n {
                            Err(Fault::ShiftOverflow)
                        } else {
                            Ok(word(modular))
                        };
                        assert_eq!(shl(t, a, count, ShiftRules::Modular), Ok(word(modular)));
                        assert_eq!(shl(t, a, count, ShiftRules::Classic), strict, "{x} << {n}");
                        assert_eq!(shr(t, a, count), Ok(word(x.wrapping_shr(n))));
                    }
                    for count in [-1, <$native>::BITS as i64, 200, i64::MAX, i64::MIN] {
                        assert_eq!(shl(t, a, count, ShiftRules::Classic), Err(Fault::ShiftCount));
                        assert_eq!(shr(t, a, count), Err(Fault::ShiftCount));
                    }
                }
            }
        };
    }

    against_rust!(i16_in_i64, i16, i64, true);
    against_rust!(u16_in_i64, u16, i64, false);
    against_rust!(i32_in_i64, i32, i64, true);
    against_rust!(u32_in_i64, u32, i64, false);
    against_rust!(i64_in_i64, i64, i64, true);
    against_rust!(u64_in_i64, u64, i64, false);
    against_rust!(i32_in_i128, i32, i128, true);
    against_rust!(u32_in_i128, u32, i128, false);
    against_rust!(i64_in_i128, i64, i128, true);
    against_rust!(u64_in_i128, u64, i128, false);
    against_rust!(i128_in_i128, i128, i128, true);
    against_rust!(u128_in_i128, u128, i128, false);
}
