//! The formatting of C's `printf`: a format string taken apart, and one conversion written as glibc
//! writes it, byte for byte. Not the call: fetching arguments, and checking that they have the type
//! that a conversion wants, is the machine's.

use ir::arith::float::{self, Float, Magnitude, Parts};
use ir::target::{FloatFormat, IntKind, Target};

mod decimal;
mod hexadecimal;
mod parse;

pub use parse::parse;

/// A stretch of a format string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Bytes that are copied; `%%` is one of them.
    Literal(&'a [u8]),
    /// A conversion of an argument.
    Convert(Conversion),
}

/// A conversion specification (C17 7.21.6.1p4). [`parse`] makes only valid combinations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The characters `-+ #0` after the `%`.
    pub flags: Flags,
    /// The least number of characters.
    pub width: Option<Count>,
    /// What stands behind the point.
    pub precision: Option<Count>,
    /// How long the argument is.
    pub length: Length,
    /// What is converted, and how.
    pub specifier: Specifier,
}

/// The flags of C17 7.21.6.1p6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A space.
    pub space: bool,
    /// `#`
    pub alternative: bool,
    /// `0`
    pub zero: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// This number.
    Number(u32),
    /// `*`: an argument of type `int` that comes before the one to be converted.
    Argument,
}

/// The length modifiers of C17 7.21.6.1p7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// No letters: the type after the promotions.
    None,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `ll`
    LongLong,
    /// `j`
    IntMax,
    /// `z`
    Size,
    /// `t`
    PtrDiff,
    /// `L`
    LongDouble,
}

/// What to convert, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specifier {
    /// `d` or `i`
    Signed,
    /// `u`
    Unsigned,
    /// `o`
    Octal,
    /// `x` or `X`
    Hex(Case),
    /// `c`
    Char,
    /// `s`
    Str,
    /// `f` or `F`
    Fixed(Case),
    /// `e` or `E`
    Exponent(Case),
    /// `g` or `G`
    General(Case),
    /// `a` or `A`
    HexFloat(Case),
}

/// In which case letters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Small letters.
    Lower,
    /// Capitals.
    Upper,
}

/// What a conversion takes from the argument list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An integer is passed as one type, after the promotions, and converted to the other before
    /// it is printed. The type of the other sign may be passed too, if both can represent the
    /// value (C17 7.16.1.1p2).
    Int {
        /// The type of the argument after the promotions.
        passed: IntKind,
        /// The type that it is converted to before it is printed.
        printed: IntKind,
    },
    /// A `double`.
    Double,
    /// A `long double`.
    LongDouble,
    /// A pointer to characters, up to a null character or as many as the precision says.
    Str,
}

/// An argument to be formatted.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    /// The value in the type [`Operand::Int`] calls `printed`, held as [`ir::arith::int`] holds it.
    Int {
        /// The value, in the type that is printed.
        value: i128,
    },
    /// A floating value.
    Float(Float),
    /// The bytes before the null character. Those beyond the precision are not looked at.
    Str(&'a [u8]),
}

/// The arguments that stand for `*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stars {
    /// What stands for the first `*`.
    pub width: Option<i32>,
    /// What stands for the `*` behind the point.
    pub precision: Option<i32>,
}

/// Why a format is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Valid C that the machine does not do: wide characters, `%p`, which prints what the
    /// implementation likes, and `%n`.
    #[error("%{} is not supported (at byte {at})", *specifier as char)]
    Unsupported {
        /// The letter.
        specifier: u8,
        /// Where it is in the format.
        at: usize,
    },
    /// A conversion specification whose behaviour is undefined (C17 7.21.6.1p9 and p4 to p7).
    #[error("malformed conversion at byte {at}: {flaw}")]
    Malformed {
        /// What is wrong.
        flaw: Flaw,
        /// Where it is in the format.
        at: usize,
    },
    /// Longer than a program of ours may print at once.
    #[error("a width or precision of {0} is too large")]
    TooLarge(u32),
    /// The argument given is not what the conversion takes; a mistake of the caller.
    #[error("the argument does not match the conversion")]
    Mismatch,
}

/// What is wrong with a conversion specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// It ends within a conversion.
    #[error("the string ends")]
    Truncated,
    /// C has no such conversion.
    #[error("no such conversion")]
    Unknown,
    /// The conversion has no such length.
    #[error("the length modifier does not belong to the conversion")]
    Length,
    /// The conversion has no such flag.
    #[error("a flag does not belong to the conversion")]
    Flag,
    /// The conversion has no precision.
    #[error("the conversion takes no precision")]
    Precision,
    /// There is something between the signs of `%%`.
    #[error("%% takes nothing between")]
    Percent,
}

/// The largest width and precision that are served; C only promises 4095 characters (p15).
pub const LIMIT: u32 = 1 << 20;

fn within_limit(n: u32) -> Result<u32, FormatError> {
    if n <= LIMIT { Ok(n) } else { Err(FormatError::TooLarge(n)) }
}

/// Which class of arguments a specifier belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Int,
    Float,
    Char,
    Str,
}

fn class(specifier: Specifier) -> Class {
    match specifier {
        Specifier::Signed | Specifier::Unsigned | Specifier::Octal | Specifier::Hex(_) => Class::Int,
        Specifier::Fixed(_) | Specifier::Exponent(_) | Specifier::General(_) | Specifier::HexFloat(_) => {
            Class::Float
        }
        Specifier::Char => Class::Char,
        Specifier::Str => Class::Str,
    }
}

impl Conversion {
    /// What the conversion takes from the argument list, after those for its stars.
    pub fn operand(&self, target: &Target) -> Operand {
        match class(self.specifier) {
            Class::Int => self.int_operand(target),
            // Converted to `unsigned char` (p8).
            Class::Char => Operand::Int { passed: IntKind::Int, printed: IntKind::UChar },
            Class::Float if self.length == Length::LongDouble => Operand::LongDouble,
            Class::Float => Operand::Double,
            Class::Str => Operand::Str,
        }
    }

    fn int_operand(&self, target: &Target) -> Operand {
        let kind = match self.length {
            Length::Char => IntKind::SChar,
            Length::Short => IntKind::Short,
            Length::None => IntKind::Int,
            Length::Long => IntKind::Long,
            // On the targets that we model the largest type of the standard has 64 bits.
            Length::IntMax => target.exact(64, true).unwrap_or(IntKind::LongLong),
            Length::Size => target.size_t,
            Length::PtrDiff => target.ptrdiff_t,
            Length::LongLong | Length::LongDouble => IntKind::LongLong,
        };
        let signed = self.specifier == Specifier::Signed;
        let of_sign = |k: IntKind| if signed { k.to_signed() } else { k.to_unsigned() };
        let printed = of_sign(kind);
        Operand::Int { passed: promoted_kind(printed, target), printed }
    }
}

/// The integer promotions (C17 6.3.1.1p2), which a narrow argument has gone through.
fn promoted_kind(kind: IntKind, target: &Target) -> IntKind {
    let (narrow, int) = (target.int_type(kind), target.int_type(IntKind::Int));
    if kind.rank() >= IntKind::Int.rank() {
        kind
    } else if narrow.signed || narrow.bits < int.bits {
        IntKind::Int
    } else {
        IntKind::UInt
    }
}

/// Width, precision and flags with the stars filled in.
struct Layout {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
}

/// The number that a width or precision stands for. Stars and their arguments come in pairs.
fn count(count: Option<Count>, star: Option<i32>) -> Result<Option<i32>, FormatError> {
    match (count, star) {
        (None, None) => Ok(None),
        (Some(Count::Number(n)), None) => Ok(Some(n as i32)),
        (Some(Count::Argument), Some(n)) => Ok(Some(n)),
        (None | Some(Count::Number(_)), Some(_)) | (Some(Count::Argument), None) => {
            Err(FormatError::Mismatch)
        }
    }
}

/// A negative width is a flag `-` and a width; a negative precision is none at all (p5).
fn layout(c: &Conversion, stars: Stars) -> Result<Layout, FormatError> {
    let width = count(c.width, stars.width)?.unwrap_or(0);
    let precision = count(c.precision, stars.precision)?.and_then(|p| u32::try_from(p).ok());
    Ok(Layout {
        flags: Flags { left: c.flags.left || width < 0, ..c.flags },
        width: within_limit(width.unsigned_abs())? as usize,
        precision: precision.map(within_limit).transpose()?.map(|p| p as usize),
    })
}

/// Appends the argument, converted as the specification says.
pub fn format(c: &Conversion, stars: Stars, arg: Arg<'_>, out: &mut Vec<u8>) -> Result<(), FormatError> {
    let layout = layout(c, stars)?;
    match (c.specifier, arg) {
        (Specifier::Signed, Arg::Int { value }) => {
            number(&layout, sign(&layout, value < 0), "", &value.unsigned_abs().to_string(), out)
        }
        (Specifier::Unsigned, Arg::Int { value }) => {
            number(&layout, "", "", &(value as u128).to_string(), out)
        }
        (Specifier::Octal, Arg::Int { value }) => octal(&layout, value as u128, out),
        (Specifier::Hex(case), Arg::Int { value }) => hexadecimal(&layout, value as u128, case, out),
        (Specifier::Char, Arg::Int { value }) => padded(&layout, &[value as u8], out),
        (Specifier::Str, Arg::Str(text)) => string(&layout, text, out),
        (Specifier::Fixed(case), Arg::Float(v)) => {
            floating(&layout, v, case, out, |v| ("", decimal::fixed(&layout, v)))
        }
        (Specifier::Exponent(case), Arg::Float(v)) => {
            floating(&layout, v, case, out, |v| ("", decimal::exponent(&layout, v)))
        }
        (Specifier::General(case), Arg::Float(v)) => {
            floating(&layout, v, case, out, |v| ("", decimal::general(&layout, v)))
        }
        (Specifier::HexFloat(case), Arg::Float(v)) => {
            floating(&layout, v, case, out, |v| ("0x", hexadecimal::digits(&layout, v)))
        }
        _ => return Err(FormatError::Mismatch),
    }
    Ok(())
}

fn sign(layout: &Layout, negative: bool) -> &'static str {
    match (negative, layout.flags.plus, layout.flags.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

fn spaces(layout: &Layout, length: usize) -> usize {
    layout.width.saturating_sub(length)
}

fn repeat(byte: u8, count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, byte);
}

/// The text with spaces before or after it, up to the width.
fn padded(layout: &Layout, text: &[u8], out: &mut Vec<u8>) {
    let spaces = spaces(layout, text.len());
    if !layout.flags.left {
        repeat(b' ', spaces, out);
    }
    out.extend_from_slice(text);
    if layout.flags.left {
        repeat(b' ', spaces, out);
    }
}

fn string(layout: &Layout, text: &[u8], out: &mut Vec<u8>) {
    let length = layout.precision.map_or(text.len(), |p| p.min(text.len()));
    padded(layout, &text[..length], out);
}

/// What makes up for a number that is narrower than its field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    /// Between the prefix and the digits.
    Zeros,
    /// Around the number.
    Spaces,
}

/// The flag `-` overrides the flag `0` (p6).
fn fill(layout: &Layout) -> Fill {
    if layout.flags.zero && !layout.flags.left { Fill::Zeros } else { Fill::Spaces }
}

/// A number with its sign and prefix, as wide as its field.
fn filled(layout: &Layout, fill: Fill, head: [&str; 2], body: &str, out: &mut Vec<u8>) {
    let length = head[0].len() + head[1].len() + body.len();
    let zeros = if fill == Fill::Zeros { spaces(layout, length) } else { 0 };
    let mut text = Vec::with_capacity(length + zeros);
    head.iter().for_each(|h| text.extend_from_slice(h.as_bytes()));
    repeat(b'0', zeros, &mut text);
    text.extend_from_slice(body.as_bytes());
    padded(layout, &text, out);
}

/// An integer: the precision is the least number of digits, and none at all print zero at
/// precision zero; a precision switches the flag `0` off (p6 and p8).
fn number(layout: &Layout, sign: &str, prefix: &str, digits: &str, out: &mut Vec<u8>) {
    let digits = if layout.precision == Some(0) && digits == "0" { "" } else { digits };
    let missing = layout.precision.unwrap_or(1).saturating_sub(digits.len());
    let body = "0".repeat(missing) + digits;
    let fill = if layout.precision.is_none() { fill(layout) } else { Fill::Spaces };
    filled(layout, fill, [sign, prefix], &body, out);
}

/// The flag `#` raises the precision just so far that the first digit is a zero (p6).
fn octal(layout: &Layout, value: u128, out: &mut Vec<u8>) {
    let digits = format!("{value:o}");
    let longer = digits.len() + (value != 0) as usize;
    if !layout.flags.alternative || layout.precision.is_some_and(|p| p >= longer) {
        return number(layout, "", "", &digits, out);
    }
    if layout.precision.is_some() {
        let raised = Layout { precision: Some(longer), ..*layout };
        return number(&raised, "", "", &digits, out);
    }
    // Without a precision the flag `0` stays in force.
    number(layout, "", "", &if value == 0 { digits } else { format!("0{digits}") }, out)
}

fn hexadecimal(layout: &Layout, value: u128, case: Case, out: &mut Vec<u8>) {
    let prefixed = layout.flags.alternative && value != 0;
    match case {
        Case::Lower => number(layout, "", if prefixed { "0x" } else { "" }, &format!("{value:x}"), out),
        Case::Upper => number(layout, "", if prefixed { "0X" } else { "" }, &format!("{value:X}"), out),
    }
}

/// A finite number without its sign.
struct Finite {
    format: FloatFormat,
    mantissa: u128,
    exponent: i32,
}

/// The variable arguments of C are never `float`, and the digits of one are those of its `double`.
fn promoted(v: Float) -> Float {
    match v {
        Float::Single(_) => float::convert(v, FloatFormat::Double),
        Float::Double(_) | Float::X87(_) | Float::Quad(_) => v,
    }
}

/// Sign, prefix and digits of a finite value; infinities and NaNs are words, never filled with zeros.
fn floating(
    layout: &Layout,
    v: Float,
    case: Case,
    out: &mut Vec<u8>,
    digits: impl FnOnce(Finite) -> (&'static str, String),
) {
    let v = promoted(v);
    let Parts { negative, magnitude } = v.parts();
    let sign = sign(layout, negative);
    let (fill, (prefix, body)) = match magnitude {
        Magnitude::Finite { mantissa, exponent } => {
            (fill(layout), digits(Finite { format: v.format(), mantissa, exponent }))
        }
        Magnitude::Infinite => (Fill::Spaces, ("", "inf".to_string())),
        Magnitude::NaN => (Fill::Spaces, ("", "nan".to_string())),
    };
    match case {
        Case::Lower => filled(layout, fill, [sign, prefix], &body, out),
        Case::Upper => filled(layout, fill, [sign, &prefix.to_uppercase()], &body.to_uppercase(), out),
    }
}

#[cfg(test)]
mod tests {
    //! Refusals and operands; what is written is compared in `tests/format_vs_gcc.rs`.

    use super::*;

    #[test]
    fn enormous_fields_are_refused() {
        assert_eq!(parse(b"%2000000d"), Err(FormatError::TooLarge(2_000_000)));
        assert_eq!(parse(b"%.99999999999f"), Err(FormatError::TooLarge(u32::MAX)));
        let Piece::Convert(star) = parse(b"%*d").unwrap()[0] else { panic!() };
        let stars = Stars { width: Some(i32::MIN), precision: None };
        let result = format(&star, stars, Arg::Int { value: 1 }, &mut Vec::new());
        assert_eq!(result, Err(FormatError::TooLarge(1 << 31)));
    }

    #[test]
    fn arguments_must_match() {
        let Piece::Convert(c) = parse(b"%d").unwrap()[0] else { panic!() };
        let mut out = Vec::new();
        assert_eq!(format(&c, Stars::default(), Arg::Str(b"x"), &mut out), Err(FormatError::Mismatch));
        let stars = Stars { width: Some(3), precision: None };
        assert_eq!(format(&c, stars, Arg::Int { value: 1 }, &mut out), Err(FormatError::Mismatch));
        assert!(out.is_empty());
    }

    #[test]
    fn operands_depend_on_the_target() {
        let operand = |text: &str, target| match parse(text.as_bytes()).unwrap()[0] {
            Piece::Convert(c) => c.operand(target),
            Piece::Literal(_) => panic!(),
        };
        let int = |passed, printed| Operand::Int { passed, printed };
        let (lp64, ilp32) = (&Target::LP64, &Target::ILP32);
        assert_eq!(operand("%hhd", lp64), int(IntKind::Int, IntKind::SChar));
        assert_eq!(operand("%hx", lp64), int(IntKind::Int, IntKind::UShort));
        assert_eq!(operand("%hx", &Target::IP16), int(IntKind::UInt, IntKind::UShort));
        assert_eq!(operand("%u", lp64), int(IntKind::UInt, IntKind::UInt));
        assert_eq!(operand("%c", lp64), int(IntKind::Int, IntKind::UChar));
        assert_eq!(operand("%zu", lp64), int(IntKind::ULong, IntKind::ULong));
        assert_eq!(operand("%zu", ilp32), int(IntKind::UInt, IntKind::UInt));
        assert_eq!(operand("%td", lp64), int(IntKind::Long, IntKind::Long));
        assert_eq!(operand("%jd", lp64), int(IntKind::Long, IntKind::Long));
        assert_eq!(operand("%ju", ilp32), int(IntKind::ULongLong, IntKind::ULongLong));
        assert_eq!(operand("%lf", lp64), Operand::Double);
        assert_eq!(operand("%La", lp64), Operand::LongDouble);
        assert_eq!(operand("%.3s", lp64), Operand::Str);
    }
}
