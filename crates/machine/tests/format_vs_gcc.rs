//! The formatting of `printf` against glibc's: tens of thousands of combinations of flags, widths,
//! precisions and arguments in one process.
#![cfg(target_arch = "x86_64")]

use assay_machine::format::{self, Arg, Conversion, Count, FormatError, Operand, Piece, Specifier, Stars};
use ir::arith::float::{self, Float};
use ir::arith::int;
use ir::target::{FloatFormat, Target};
use test_support::{Compiler, Random, hex as word};

/// Reads cases: which argument, how many stars and their values, the argument's bits, the format in
/// hexadecimal. Answers each with the bytes in hexadecimal.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <string.h>
static char buffer[100000];
static const char *const strings[] = { "", "a", "hello", "with space", "\303\251\377\001" };
#define CALL(v) \
    (stars == 0 ? snprintf(buffer, sizeof buffer, format, v) \
     : stars == 1 ? snprintf(buffer, sizeof buffer, format, s, v) \
     : snprintf(buffer, sizeof buffer, format, s, t, v))
int main(void) {
    int which, stars, s, t;
    unsigned long long high, low;
    static char hex[400], format[200];
    while (scanf("%d %d %d %d %llx %llx %399s", &which, &stars, &s, &t, &high, &low, hex) == 7) {
        int n = strlen(hex) / 2;
        for (int i = 0; i < n; i++) {
            unsigned byte;
            sscanf(hex + 2 * i, "%2x", &byte);
            format[i] = byte;
        }
        format[n] = 0;
        double d;
        memcpy(&d, &low, 8);
        unsigned __int128 bits = (unsigned __int128)high << 64 | low;
        long double l;
        memcpy(&l, &bits, 16);
        switch (which) {
        case 0: n = CALL((int)low); break;
        case 1: n = CALL((long)low); break;
        case 2: n = CALL(d); break;
        case 3: n = CALL(l); break;
        case 4: n = CALL(strings[low]); break;
        }
        for (int i = 0; i < n; i++) printf("%02x", (unsigned char)buffer[i]);
        putchar('\n');
    }
    return 0;
}
"#;

const STRINGS: [&[u8]; 5] = [b"", b"a", b"hello", b"with space", b"\xc3\xa9\xff\x01"];

/// Values with ties, long expansions and exponents around the border of `%g`, as text.
const NUMBERS: [&str; 32] = [
    "0.0",
    "1.0",
    "0.5",
    "1.5",
    "2.5",
    "0.25",
    "0.125",
    "0.375",
    "9.5",
    "9.96875",
    "99.5",
    "0.1",
    "0.05",
    "0.0001",
    "0.00001",
    "0.00009999995",
    "999999.5",
    "999999.4999",
    "1000000.0",
    "123456.5",
    "1e15",
    "123456789012345678.0",
    "1e22",
    "1e23",
    "1e100",
    "1e-100",
    "0x1p-1074",
    "0x1p-1022",
    "0x1.fffffffffffffp1023",
    "0x1.ffffffp0",
    "0x1.88p3",
    "3.14159265358979323846",
];

struct Case {
    text: String,
    conversion: Conversion,
    stars: Stars,
    /// Which argument of the C program, and its bits.
    which: usize,
    bits: u128,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

impl Case {
    fn line(&self) -> String {
        let stars: Vec<i32> = [self.stars.width, self.stars.precision].into_iter().flatten().collect();
        let star = |i: usize| stars.get(i).copied().unwrap_or(0);
        let (count, bits) = (stars.len(), word(self.bits));
        format!("{} {count} {} {} {bits} {}\n", self.which, star(0), star(1), hex(self.text.as_bytes()))
    }

    fn ours(&self) -> Vec<u8> {
        let mut out = Vec::new();
        format::format(&self.conversion, self.stars, self.arg(), &mut out).unwrap();
        out
    }

    fn arg(&self) -> Arg<'static> {
        match self.conversion.operand(&Target::LP64) {
            Operand::Int { passed, printed } => {
                let (passed, printed) = (Target::LP64.int_type(passed), Target::LP64.int_type(printed));
                let value = int::wrap(passed, self.bits as i128);
                Arg::Int { value: int::convert(passed, printed, value) }
            }
            Operand::Double => Arg::Float(Float::from_bits(FloatFormat::Double, self.bits)),
            Operand::LongDouble => Arg::Float(Float::from_bits(FloatFormat::X87, self.bits)),
            Operand::Str => Arg::Str(STRINGS[self.bits as usize]),
        }
    }
}

fn only_conversion(text: &str) -> Result<Conversion, FormatError> {
    match format::parse(text.as_bytes())?[..] {
        [Piece::Convert(conversion)] => Ok(conversion),
        ref pieces => panic!("{text}: {pieces:?}"),
    }
}

fn specification(random: &mut Random) -> String {
    let mut text = String::from("%");
    for flag in ["-", "+", " ", "#", "0"] {
        if random.below(3) == 0 {
            text += flag;
        }
    }
    text += *random.pick(&["", "", "1", "5", "12", "30", "*"]);
    text += *random.pick(&["", "", ".", ".0", ".1", ".2", ".3", ".6", ".15", ".20", ".40", ".*"]);
    if random.below(200) == 0 {
        text = format!("%.{}", random.below(1200));
    }
    text += *random.pick(&["", "", "", "hh", "h", "l", "ll", "j", "z", "t", "L", "L"]);
    text + *random.pick(&["d", "i", "u", "o", "x", "X", "c", "s", "f", "F", "e", "E", "g", "G", "a", "A"])
}

fn random_float(random: &mut Random, format: FloatFormat) -> Float {
    let v = match random.below(4) {
        0 => float::parse(random.pick::<&str>(&NUMBERS), format).unwrap(),
        // Few digits, so that ties are common.
        1 => {
            let eighths = float::parse(&format!("{}.0", random.below(20_000)), format).unwrap();
            float::div(eighths, float::parse("64.0", format).unwrap())
        }
        2 => random_bits(random, format),
        _ => specials(format)[random.below(8)],
    };
    if random.below(2) == 0 { v } else { float::neg(v) }
}

fn random_bits(random: &mut Random, format: FloatFormat) -> Float {
    match format {
        FloatFormat::X87 => {
            let exponent = match random.below(3) {
                0 => random.below(0x7fff),
                _ => 0x3fff - 80 + random.below(160),
            } as u128;
            let mantissa = random.word() << random.below(60) | ((exponent != 0) as u64) << 63;
            // A subnormal number has no leading bit.
            let mantissa = if exponent == 0 { mantissa >> 1 } else { mantissa };
            Float::from_bits(format, exponent << 64 | mantissa as u128)
        }
        FloatFormat::Single | FloatFormat::Double | FloatFormat::Quad => {
            let bits = Float::from_bits(format, random.wide());
            if bits.is_nan() { Float::zero(format) } else { bits }
        }
    }
}

fn specials(format: FloatFormat) -> [Float; 8] {
    let value = |text| float::parse(text, format).unwrap();
    let zero = Float::zero(format);
    let (one, tiny) = (value("1.0"), Float::from_bits(format, 1));
    let infinity = float::div(one, zero);
    // All digits set: the roundings of `%a` carry into and past the leading digit.
    let full = value("0x1.fffffffffffffffffffffffffffep5");
    let below = if format == FloatFormat::X87 { value("0xf.fffffffffffffffp4") } else { full };
    let largest_subnormal = match format {
        FloatFormat::X87 => Float::from_bits(format, u64::MAX as u128 >> 1),
        _ => Float::from_bits(format, (1 << 52) - 1),
    };
    [zero, one, tiny, infinity, float::div(zero, zero), full, below, largest_subnormal]
}

fn random_int(random: &mut Random) -> u128 {
    let edges =
        [0, 1, 7, 8, 9, 10, 127, 128, 255, 256, 32768, 65535, i32::MAX as u64, 1 << 31, u32::MAX as u64];
    (match random.below(4) {
        0 => *random.pick(&edges),
        1 => *random.pick(&[i64::MAX as u64, i64::MIN as u64, u64::MAX, u64::MAX - 99]),
        _ => (random.word() as i64 >> random.below(64)) as u64,
    }) as u128
}

fn star(random: &mut Random, count: Option<Count>) -> Option<i32> {
    (count == Some(Count::Argument)).then(|| random.below(50) as i32 - 20)
}

fn case(random: &mut Random) -> Option<Case> {
    let text = specification(random);
    let conversion = only_conversion(&text).ok()?;
    let stars =
        Stars { width: star(random, conversion.width), precision: star(random, conversion.precision) };
    let (which, bits) = match conversion.operand(&Target::LP64) {
        Operand::Int { passed, .. } => (Target::LP64.int_size(passed).size as usize / 8, random_int(random)),
        Operand::Double => (2, random_float(random, FloatFormat::Double).to_bits()),
        Operand::LongDouble => (3, random_float(random, FloatFormat::X87).to_bits()),
        Operand::Str => (4, random.below(STRINGS.len()) as u128),
    };
    Some(Case { text, conversion, stars, which, bits })
}

fn show(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// glibc 2.36 prints `%#g` of 999999.5 as `1.e+06`: when rounding carries into the style of `%e`, it
/// drops the zeros that `#` asks for (C17 7.21.6.1p6). We follow the standard there.
fn is_lost_digits(conversion: &Conversion, theirs: &[u8]) -> bool {
    matches!(conversion.specifier, Specifier::General(_))
        && conversion.flags.alternative
        && show(theirs).to_lowercase().contains("1.e+")
}

#[test]
fn as_glibc_formats() {
    let mut random = Random::new(99);
    let cases: Vec<Case> = (0..120_000).filter_map(|_| case(&mut random)).collect();
    assert!(cases.len() > 30_000, "only {} cases", cases.len());
    let input: String = cases.iter().map(Case::line).collect();
    let program = Compiler::gcc().build_apart(PROGRAM, &["-std=gnu17", "-w", "-O0"]).unwrap();
    let output = program.run_with(&input).text();
    assert_eq!(output.lines().count(), cases.len());
    for (case, theirs) in cases.iter().zip(output.lines()) {
        let ours = case.ours();
        let bytes: Vec<u8> = (0..theirs.len() / 2)
            .map(|i| u8::from_str_radix(&theirs[2 * i..2 * i + 2], 16).unwrap())
            .collect();
        if is_lost_digits(&case.conversion, &bytes) {
            continue;
        }
        assert_eq!(show(&ours), show(&bytes), "{} {:?} of {:x}", case.text, case.stars, case.bits);
        assert_eq!(ours, bytes);
    }
}

fn formatted(text: &str, v: Float) -> String {
    let mut out = Vec::new();
    format::format(&only_conversion(text).unwrap(), Stars::default(), Arg::Float(v), &mut out).unwrap();
    show(&out)
}

/// glibc here cannot print a `Quad`; but the decimal digits of a value do not depend on its format,
/// and `%a` of a normal number is that of a `double`.
#[test]
fn quads_are_printed_as_their_values() {
    let mut random = Random::new(7);
    for text in ["%f", "%.0f", "%.3e", "%.40g", "%#.12G", "%020.5f"] {
        for _ in 0..300 {
            let v = random_float(&mut random, FloatFormat::X87);
            // A conversion does not keep the sign of a NaN.
            if !v.is_nan() {
                assert_eq!(formatted(text, float::convert(v, FloatFormat::Quad)), formatted(text, v));
            }
        }
    }
    for text in ["%a", "%.0a", "%.3a", "%.20A", "%#a"] {
        for number in NUMBERS.iter().filter(|n| **n != "0x1p-1074") {
            let v = float::parse(number, FloatFormat::Double).unwrap();
            assert_eq!(formatted(text, float::convert(v, FloatFormat::Quad)), formatted(text, v));
        }
    }
}

#[test]
fn singles_are_promoted() {
    let v = float::parse("0.1", FloatFormat::Single).unwrap();
    assert_eq!(formatted("%.20f", v), "0.10000000149011611938");
    assert_eq!(formatted("%a", v), "0x1.99999ap-4");
}
