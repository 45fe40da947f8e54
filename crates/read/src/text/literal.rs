//! What constants mean: integers with their C type and style, floating constants, characters and strings.
//! Pure functions of a text and a target.

use crate::error::BadConstant;
use ir::arith::{float, int};
use ir::{Base, FloatKind, IntKind, LitStyle, Target};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int {
        value: u64,
        kind: IntKind,
        style: LitStyle,
    },
    Float {
        kind: FloatKind,
        bits: u128,
        hex: bool,
    },
    /// GNU's imaginary constants.
    Imaginary,
    /// `_Float128` and its like.
    Extended,
}

/// A preprocessing number (C17 6.4.4.1, 6.4.4.2).
pub(crate) fn number(text: &str, target: &Target) -> Result<Number, BadConstant> {
    // C23's digit separators mean nothing.
    if text.contains('\'') {
        return number(&text.replace('\'', ""), target);
    }
    if is_float(text) { floating(text, target) } else { integer(text, target) }
}

fn is_hex(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X")
}

fn is_float(text: &str) -> bool {
    if is_hex(text) {
        text.contains(['.', 'p', 'P'])
    } else {
        text.contains(['.', 'e', 'E']) && !is_binary(text)
    }
}

fn is_binary(text: &str) -> bool {
    text.starts_with("0b") || text.starts_with("0B")
}

fn floating(text: &str, target: &Target) -> Result<Number, BadConstant> {
    const SUFFIXES: [(&str, FloatKind); 3] =
        [("f", FloatKind::Float), ("l", FloatKind::LongDouble), ("", FloatKind::Double)];
    let hex = is_hex(text);
    let digits = float_digits(text, hex);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    if suffix.contains(['i', 'j']) {
        return Ok(Number::Imaginary);
    }
    let Some((_, kind)) = SUFFIXES.iter().find(|(s, _)| *s == suffix) else {
        let extended = suffix.starts_with(['f', 'd', 'q', 'w', 'b']);
        return if extended { Ok(Number::Extended) } else { Err(BadConstant::Suffix) };
    };
    let value = float::parse(digits, target.float_format(*kind)).map_err(|_| BadConstant::Digits)?;
    Ok(Number::Float { kind: *kind, bits: value.to_bits(), hex })
}

/// The constant without its suffix. In a hexadecimal one, letters are digits up to the exponent.
fn float_digits(text: &str, hex: bool) -> &str {
    let exponent = if hex { text.find(['p', 'P']) } else { text.find(['e', 'E']) };
    let from = exponent.map_or(0, |e| e + 1);
    let from = from + usize::from(text[from..].starts_with(['+', '-']));
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    match text[from..].find(letter) {
        Some(end) => &text[..from + end],
        None => text,
    }
}

fn integer(text: &str, target: &Target) -> Result<Number, BadConstant> {
    let (base, radix, body) = split_base(text);
    let end = body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len());
    let (digits, suffix) = body.split_at(end);
    if suffix.starts_with(|c: char| c.is_ascii_digit()) || (digits.is_empty() && base != Base::Octal) {
        return Err(BadConstant::Digits);
    }
    if suffix.contains(['i', 'j', 'I', 'J']) {
        return Ok(Number::Imaginary);
    }
    let suffix_row = Suffix::of(suffix).ok_or(BadConstant::Suffix)?;
    // A lone zero is written the same in both bases.
    let (base, digits) = if digits.is_empty() { (Base::Decimal, "0") } else { (base, digits) };
    let value = u64::from_str_radix(digits, radix).map_err(|_| BadConstant::TooLarge)?;
    let kind = int_kind(value, base, suffix_row, target).ok_or(BadConstant::TooLarge)?;
    let shortest = Suffix::ALL.iter().find(|s| int_kind(value, base, **s, target) == Some(kind));
    let full = shortest != Some(&suffix_row) && suffix_row.is_own(kind, target);
    let lower = body.contains(|c: char| c.is_ascii_lowercase());
    Ok(Number::Int { value, kind, style: LitStyle { base, lower, full } })
}

fn split_base(text: &str) -> (Base, u32, &str) {
    if is_hex(text) {
        (Base::Hex, 16, &text[2..])
    } else if is_binary(text) {
        (Base::Binary, 2, &text[2..])
    } else if text.len() > 1 && text.starts_with('0') {
        (Base::Octal, 8, &text[1..])
    } else {
        (Base::Decimal, 10, text)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Suffix {
    unsigned: bool,
    /// The lowest type it allows.
    least: IntKind,
}

impl Suffix {
    /// Shortest first.
    const ALL: [Suffix; 6] = [
        Suffix { unsigned: false, least: IntKind::Int },
        Suffix { unsigned: true, least: IntKind::Int },
        Suffix { unsigned: false, least: IntKind::Long },
        Suffix { unsigned: true, least: IntKind::Long },
        Suffix { unsigned: false, least: IntKind::LongLong },
        Suffix { unsigned: true, least: IntKind::LongLong },
    ];

    fn of(text: &str) -> Option<Suffix> {
        // `lL` is no suffix (C17 6.4.4.1p1).
        if text.contains("lL") || text.contains("Ll") {
            return None;
        }
        Some(
            Suffix::ALL[match text.to_ascii_lowercase().as_str() {
                "" => 0,
                "u" => 1,
                "l" => 2,
                "ul" | "lu" => 3,
                "ll" => 4,
                "ull" | "llu" => 5,
                _ => return None,
            }],
        )
    }

    /// Whether it names exactly this type.
    fn is_own(self, kind: IntKind, target: &Target) -> bool {
        self.least.rank() == kind.rank() && self.unsigned != target.is_signed(kind)
    }
}

/// The first type of the list that can represent the value (C17 6.4.4.1p5).
fn int_kind(value: u64, base: Base, suffix: Suffix, target: &Target) -> Option<IntKind> {
    let both = base != Base::Decimal || suffix.unsigned;
    [IntKind::Int, IntKind::Long, IntKind::LongLong]
        .into_iter()
        .filter(|kind| kind.rank() >= suffix.least.rank())
        .flat_map(|kind| [(kind, !suffix.unsigned), (kind.to_unsigned(), both)])
        .find(|(kind, allowed)| *allowed && fits(value, *kind, target))
        .map(|(kind, _)| kind)
}

fn fits(value: u64, kind: IntKind, target: &Target) -> bool {
    let t = target.int_type(kind);
    let value_bits = t.bits - u8::from(t.signed);
    value_bits >= 64 || value >> value_bits == 0
}

/// A character constant without its quotes (C17 6.4.4.4): the value of the `int`, and whether one character.
pub(crate) fn character(text: &str, target: &Target) -> Result<(i32, bool), BadConstant> {
    let mut bytes = Vec::new();
    unescape(text, &mut bytes)?;
    match bytes[..] {
        [] => Err(BadConstant::Empty),
        [byte] if target.char_signed => Ok((i32::from(byte as i8), true)),
        [byte] => Ok((i32::from(byte), true)),
        // GCC and clang: each character shifts those before it up.
        _ => {
            let value = bytes.iter().fold(0i32, |value, byte| value.wrapping_shl(8) | i32::from(*byte));
            let fits = int::fits(target.int_type(IntKind::Int), i64::from(value));
            if fits { Ok((value, false)) } else { Err(BadConstant::TooLarge) }
        }
    }
}

/// The characters of a wide literal, each a number (C17 6.4.4.4p11).
pub(crate) fn wide(text: &str) -> Result<Vec<u32>, BadConstant> {
    let mut values = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            values.push(u32::from(c));
            continue;
        }
        let (value, behind) = wide_escape(rest)?;
        values.push(value);
        rest = behind;
    }
    Ok(values)
}

/// The value of an escape sequence behind its backslash, and what follows.
fn wide_escape(text: &str) -> Result<(u32, &str), BadConstant> {
    let (from, radix, most) = match text.chars().next() {
        Some('0'..='7') => (0, 8, 3),
        Some('x') => (1, 16, 8),
        Some('u') => (1, 16, 4),
        Some('U') => (1, 16, 8),
        _ => {
            let mut bytes = Vec::new();
            let behind = one_escape(text, &mut bytes)?;
            let value = bytes.first().copied().ok_or(BadConstant::Escape)?;
            return Ok((u32::from(value), behind));
        }
    };
    let len = text[from..].bytes().take(most).take_while(|b| char::from(*b).is_digit(radix)).count();
    let (digits, behind) = text[from..].split_at(len);
    Ok((u32::from_str_radix(digits, radix).map_err(|_| BadConstant::Escape)?, behind))
}

/// The characters of a literal, with escape sequences replaced.
pub(crate) fn unescape(text: &str, into: &mut Vec<u8>) -> Result<(), BadConstant> {
    let mut rest = text;
    while let Some(escape) = rest.find('\\') {
        into.extend_from_slice(&rest.as_bytes()[..escape]);
        rest = one_escape(&rest[escape + 1..], into)?;
    }
    into.extend_from_slice(rest.as_bytes());
    Ok(())
}

const ESCAPES: [(char, u8); 14] = [
    ('n', b'\n'),
    ('t', b'\t'),
    ('\\', b'\\'),
    ('"', b'"'),
    ('\'', b'\''),
    ('r', b'\r'),
    ('a', 7),
    ('b', 8),
    ('f', 12),
    ('v', 11),
    ('?', b'?'),
    ('e', 27),
    ('E', 27),
    ('%', b'%'),
];

/// Appends the character behind a backslash, and gives what follows.
fn one_escape<'a>(text: &'a str, into: &mut Vec<u8>) -> Result<&'a str, BadConstant> {
    let first = text.chars().next().ok_or(BadConstant::Escape)?;
    match first {
        '0'..='7' => {
            let len = text.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
            byte_escape(text, 0, len, 8, into)
        }
        'x' => {
            let len = text[1..].bytes().take_while(u8::is_ascii_hexdigit).count();
            byte_escape(text, 1, 1 + len, 16, into)
        }
        'u' => universal(text, 5, into),
        'U' => universal(text, 9, into),
        // A line that goes on.
        '\n' => Ok(&text[1..]),
        _ => {
            let (_, byte) = ESCAPES.iter().find(|(c, _)| *c == first).ok_or(BadConstant::Escape)?;
            into.push(*byte);
            Ok(&text[first.len_utf8()..])
        }
    }
}

fn byte_escape<'a>(
    text: &'a str,
    from: usize,
    to: usize,
    radix: u32,
    into: &mut Vec<u8>,
) -> Result<&'a str, BadConstant> {
    let value = u32::from_str_radix(&text[from..to], radix).map_err(|_| BadConstant::Escape)?;
    into.push(u8::try_from(value).map_err(|_| BadConstant::Escape)?);
    Ok(&text[to..])
}

/// `\u00e9`, in UTF-8 as GCC and clang have it.
fn universal<'a>(text: &'a str, to: usize, into: &mut Vec<u8>) -> Result<&'a str, BadConstant> {
    let digits = text.get(1..to).ok_or(BadConstant::Escape)?;
    let code = u32::from_str_radix(digits, 16).map_err(|_| BadConstant::Escape)?;
    let c = char::from_u32(code).ok_or(BadConstant::Escape)?;
    into.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(&text[to..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> (u64, IntKind, LitStyle) {
        match number(text, &Target::LP64) {
            Ok(Number::Int { value, kind, style }) => (value, kind, style),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn the_first_type_that_fits() {
        let rows = [
            ("0", 0, IntKind::Int),
            ("2147483647", 0x7fff_ffff, IntKind::Int),
            ("2147483648", 0x8000_0000, IntKind::Long),
            ("0x80000000", 0x8000_0000, IntKind::UInt),
            ("0xFFFFFFFFFFFFFFFF", u64::MAX, IntKind::ULong),
            ("4294967296u", 1 << 32, IntKind::ULong),
            ("017", 15, IntKind::Int),
            ("0b101", 5, IntKind::Int),
            ("5ull", 5, IntKind::ULongLong),
            ("5LLU", 5, IntKind::ULongLong),
            ("1'000", 1000, IntKind::Int),
        ];
        for (text, value, kind) in rows {
            let got = int(text);
            assert_eq!((got.0, got.1), (value, kind), "{text}");
        }
        assert_eq!(int("0xFFFFFFFFu").2, LitStyle { base: Base::Hex, lower: true, full: true });
        assert_eq!(int("0xffL").2, LitStyle { base: Base::Hex, lower: true, full: false });
        assert_eq!(int("4294967296UL").2, LitStyle { base: Base::Decimal, lower: false, full: true });
        assert_eq!(int("0xFFFFFFFFFFFFFFFFULL").2, LitStyle { base: Base::Hex, lower: false, full: true });
        assert_eq!(int("0xFFFFFFFFFFFFFFFFLL").2, LitStyle { base: Base::Hex, lower: false, full: false });
        assert_eq!(int("5L").2, LitStyle { base: Base::Decimal, lower: false, full: false });
    }

    #[test]
    fn bad_numbers() {
        for text in
            ["0x", "089", "5lL", "12abc", "18446744073709551616", "9223372036854775808", "1.5.2", "0b2", "1e"]
        {
            assert!(number(text, &Target::LP64).is_err(), "{text}");
        }
    }

    #[test]
    fn floats_and_characters() {
        let double = |text: &str| match number(text, &Target::LP64) {
            Ok(Number::Float { kind: FloatKind::Double, bits, .. }) => f64::from_bits(bits as u64),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(double("1.5e3"), 1500.0);
        assert_eq!(double("0x1.8p+1"), 3.0);
        assert_eq!(double(".5"), 0.5);
        assert!(matches!(number("1.f", &Target::LP64), Ok(Number::Float { kind: FloatKind::Float, .. })));
        assert!(matches!(number("0x1p3F", &Target::LP64), Ok(Number::Float { kind: FloatKind::Float, .. })));
        assert_eq!(character("\\377", &Target::LP64), Ok((-1, true)));
        assert_eq!(character("\\x41", &Target::LP64), Ok((0x41, true)));
        assert_eq!(character("ab", &Target::LP64), Ok((0x6162, false)));
        assert!(character("\\q", &Target::LP64).is_err());
    }
}
