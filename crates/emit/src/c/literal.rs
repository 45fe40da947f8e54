//! Constants: integers with the suffix that gives them exactly their type, characters, strings, and
//! floating constants that are exactly their value.

use super::Printer;
use crate::options::{EmitError, Std};
use ir::{Base, FloatFormat, FloatId, FloatKind, IntKind, LitStyle, StrId, Target, Ty, TypeKind};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Quad, X87DoubleExtended};

const UPPER: &[u8; 16] = b"0123456789ABCDEF";
const LOWER: &[u8; 16] = b"0123456789abcdef";

/// A suffix in both cases, and its type of the least rank.
struct Suffix {
    upper: &'static str,
    lower: &'static str,
    kind: IntKind,
}

/// Shortest first: the first that fits is taken.
const SUFFIXES: [Suffix; 6] = [
    Suffix { upper: "", lower: "", kind: IntKind::Int },
    Suffix { upper: "U", lower: "u", kind: IntKind::UInt },
    Suffix { upper: "L", lower: "l", kind: IntKind::Long },
    Suffix { upper: "UL", lower: "ul", kind: IntKind::ULong },
    Suffix { upper: "LL", lower: "ll", kind: IntKind::LongLong },
    Suffix { upper: "ULL", lower: "ull", kind: IntKind::ULongLong },
];

/// The type of an integer constant (C17 6.4.4.1p5; C90 6.1.3.2, where a decimal constant may be `unsigned long`
/// and there is no `long long`).
fn type_of(target: &Target, std: Std, value: u64, decimal: bool, suffix: &Suffix) -> Option<IntKind> {
    const ORDER: [IntKind; 6] =
        [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong, IntKind::ULongLong];
    let wants_unsigned = !target.is_signed(suffix.kind);
    ORDER.into_iter().filter(|kind| kind.rank() >= suffix.kind.rank()).find(|kind| {
        let t = target.int_type(*kind);
        let long_long = kind.rank() == IntKind::LongLong.rank();
        let c90 = std == Std::C89 && suffix.kind.rank() < IntKind::LongLong.rank();
        let listed = if t.signed {
            !wants_unsigned
        } else {
            wants_unsigned || !decimal || (c90 && *kind == IntKind::ULong)
        };
        listed && !(c90 && long_long) && fits(value, t.bits, t.signed)
    })
}

fn fits(value: u64, bits: u8, signed: bool) -> bool {
    let bits = bits - u8::from(signed);
    bits >= 64 || value >> bits == 0
}

fn suffix_for(
    target: &Target,
    std: Std,
    value: u64,
    style: LitStyle,
    kind: IntKind,
) -> Option<&'static Suffix> {
    let decimal = style.base == Base::Decimal;
    let gives = |s: &&Suffix| type_of(target, std, value, decimal, s) == Some(kind);
    if style.full {
        let own = SUFFIXES.iter().find(|s| s.kind == kind).filter(gives);
        if own.is_some() {
            return own;
        }
    }
    SUFFIXES.iter().find(gives)
}

/// `\n` and its like: the letter after the backslash.
fn escape(byte: u8) -> Option<u8> {
    Some(match byte {
        7 => b'a',
        8 => b'b',
        9 => b't',
        10 => b'n',
        11 => b'v',
        12 => b'f',
        13 => b'r',
        b'\\' => b'\\',
        _ => return None,
    })
}

impl Printer<'_> {
    pub(super) fn int(&mut self, value: u64, style: LitStyle, ty: Ty) {
        let TypeKind::Int(kind) = self.p.types.kind(ty) else {
            return self.fail(EmitError::NoSuchConstant { value });
        };
        if style.base == Base::Char && kind == IntKind::Int && self.is_char_value(value) {
            return self.char_constant(value as u8);
        }
        let style = self.possible_style(style);
        let Some(suffix) = suffix_for(self.p.target(), self.std, value, style, kind) else {
            return self.fail(EmitError::NoSuchConstant { value });
        };
        // C90 has no `long long`; the extension operator permits its constants.
        let extension = self.std == Std::C89 && suffix.kind.rank() == IntKind::LongLong.rank();
        if extension {
            self.out.str("(__extension__ ");
        }
        self.digits(value, style);
        self.out.str(if style.lower { suffix.lower } else { suffix.upper });
        if extension {
            self.out.byte(b')');
        }
    }

    /// A character constant is a value of `char` converted to `int` (C17 6.4.4.4p10).
    fn is_char_value(&self, value: u64) -> bool {
        value < 128 || (value < 256 && !self.p.target().char_signed)
    }

    fn possible_style(&self, style: LitStyle) -> LitStyle {
        let base = match style.base {
            Base::Char => Base::Decimal,
            Base::Binary if self.std.has_binary_literals() => Base::Binary,
            Base::Binary => Base::Hex,
            Base::Decimal => Base::Decimal,
            Base::Octal => Base::Octal,
            Base::Hex => Base::Hex,
        };
        LitStyle { base, ..style }
    }

    fn digits(&mut self, value: u64, style: LitStyle) {
        let digits = if style.lower { LOWER } else { UPPER };
        let (prefix, radix) = match style.base {
            Base::Decimal | Base::Char => ("", 10),
            Base::Octal if value == 0 => ("", 8),
            Base::Octal => ("0", 8),
            Base::Hex => ("0x", 16),
            Base::Binary => ("0b", 2),
        };
        self.out.str(prefix);
        self.out.unsigned(value, radix, digits);
    }

    fn char_constant(&mut self, byte: u8) {
        self.out.byte(b'\'');
        match byte {
            b'\'' => self.out.str("\\'"),
            _ => self.char(byte),
        }
        self.out.byte(b'\'');
    }

    fn char(&mut self, byte: u8) {
        if let Some(letter) = escape(byte) {
            self.out.byte(b'\\');
            self.out.byte(letter);
        } else if (32..127).contains(&byte) {
            self.out.byte(byte);
        } else {
            // Always three digits, so that no digit that follows can become a part of it (C17 6.4.4.4p7).
            self.out.byte(b'\\');
            for shift in [6, 3, 0] {
                self.out.byte(b'0' + (byte >> shift & 7));
            }
        }
    }

    pub(super) fn string(&mut self, id: StrId) {
        let p = self.p;
        let bytes = &p.strings[id].bytes;
        let long = bytes.len() > self.std.string_limit();
        if long {
            self.out.str("__extension__ ");
        }
        self.out.byte(b'"');
        let mut last = 0;
        for byte in bytes {
            match *byte {
                b'"' => self.out.str("\\\""),
                // Two question marks may begin a trigraph (C17 5.2.1.1).
                b'?' if last == b'?' => self.out.str("\\?"),
                byte => self.char(byte),
            }
            last = *byte;
        }
        self.out.byte(b'"');
    }

    pub(super) fn float(&mut self, id: FloatId) {
        let lit = self.p.floats[id];
        let format = self.p.target().float_format(lit.kind);
        let Some(value) = Decoded::new(format, lit.bits) else {
            return self.fail(EmitError::NotFinite);
        };
        if value.negative {
            self.out.str("(-");
        }
        if lit.hex && self.std.has_hex_floats() {
            self.hex_float(value);
        } else {
            self.decimal_float(format, lit.bits & !sign_bit(format));
        }
        self.out.str(match lit.kind {
            FloatKind::Float => "f",
            FloatKind::Double => "",
            FloatKind::LongDouble => "L",
        });
        if value.negative {
            self.out.byte(b')');
        }
    }

    /// `0x1.8p+1`: the leading digit is one, but for zero.
    fn hex_float(&mut self, value: Decoded) {
        if value.mantissa == 0 {
            return self.out.str("0x0p+0");
        }
        let zeros = value.mantissa.leading_zeros();
        let exponent = value.exponent + 127 - zeros as i32;
        // What is left of the leading bit stands in the upper bits, from the first hexadecimal digit on.
        let mut fraction = (value.mantissa << zeros) << 1;
        self.out.str("0x1");
        if fraction != 0 {
            self.out.byte(b'.');
        }
        while fraction != 0 {
            self.out.byte(LOWER[(fraction >> 124) as usize]);
            fraction <<= 4;
        }
        self.out.fmt(format_args!("p{exponent:+}"));
    }

    /// Enough digits to give the value back: the fewest for the formats that Rust knows.
    fn decimal_float(&mut self, format: FloatFormat, bits: u128) {
        let start = self.out.text.len();
        match format {
            FloatFormat::Single => self.out.fmt(format_args!("{:?}", f32::from_bits(bits as u32))),
            FloatFormat::Double => self.out.fmt(format_args!("{:?}", f64::from_bits(bits as u64))),
            FloatFormat::X87 => self.out.fmt(format_args!("{}", X87DoubleExtended::from_bits(bits))),
            FloatFormat::Quad => self.out.fmt(format_args!("{}", Quad::from_bits(bits))),
        }
        if !self.out.text[start..].contains(['.', 'e', 'E']) {
            self.out.str(".0");
        }
    }
}

fn sign_bit(format: FloatFormat) -> u128 {
    match format {
        FloatFormat::Single => 1 << 31,
        FloatFormat::Double => 1 << 63,
        FloatFormat::X87 => 1 << 79,
        FloatFormat::Quad => 1 << 127,
    }
}

/// A finite value: ± mantissa · 2^exponent.
#[derive(Clone, Copy)]
struct Decoded {
    negative: bool,
    mantissa: u128,
    exponent: i32,
}

impl Decoded {
    fn new(format: FloatFormat, bits: u128) -> Option<Decoded> {
        let (fraction_bits, exponent_bits, explicit_lead) = match format {
            FloatFormat::Single => (23, 8, false),
            FloatFormat::Double => (52, 11, false),
            FloatFormat::X87 => (64, 15, true),
            FloatFormat::Quad => (112, 15, false),
        };
        let fraction = bits & ((1 << fraction_bits) - 1);
        let biased = (bits >> fraction_bits) as i32 & ((1 << exponent_bits) - 1);
        if biased == (1 << exponent_bits) - 1 {
            return None;
        }
        let normal = biased != 0;
        let lead = if normal && !explicit_lead { 1 << fraction_bits } else { 0 };
        let bias = (1 << (exponent_bits - 1)) - 1;
        let point = fraction_bits - i32::from(explicit_lead);
        Some(Decoded {
            negative: bits & sign_bit(format) != 0,
            mantissa: fraction | lead,
            exponent: biased.max(1) - bias - point,
        })
    }
}
