//! Every floating operator, conversion and constant against what gcc compiles, in all four formats
//! (`__float128` is the fourth), with the hardware's inexact flag for our claims of exactness.
#![cfg(target_arch = "x86_64")]

use assay_ir::arith::float::{self, Float};
use assay_ir::target::{FloatFormat, IntKind, IntType, Target};
use test_support::{Compiler, Random, hex, unhex};

const FORMATS: [FloatFormat; 4] =
    [FloatFormat::Single, FloatFormat::Double, FloatFormat::X87, FloatFormat::Quad];

fn c_name(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "float",
        FloatFormat::Double => "double",
        FloatFormat::X87 => "long double",
        FloatFormat::Quad => "__float128",
    }
}

/// The widths of exponent and fraction.
fn widths(format: FloatFormat) -> (u32, u32) {
    match format {
        FloatFormat::Single => (8, 23),
        FloatFormat::Double => (11, 52),
        FloatFormat::X87 => (15, 63),
        FloatFormat::Quad => (15, 112),
    }
}

/// A proper value: `X87` has its leading bit set exactly when the exponent is not zero.
fn assemble(format: FloatFormat, negative: bool, exponent: u128, fraction: u128) -> Float {
    let (e, f) = widths(format);
    let fraction = fraction & ((1 << f) - 1);
    let stored = match format {
        FloatFormat::X87 => exponent << 64 | ((exponent != 0) as u128) << 63 | fraction,
        FloatFormat::Single | FloatFormat::Double | FloatFormat::Quad => exponent << f | fraction,
    };
    let sign = if format == FloatFormat::X87 { 79 } else { e + f };
    Float::from_bits(format, (negative as u128) << sign | stored)
}

fn boundaries(format: FloatFormat) -> Vec<Float> {
    let (e, f) = widths(format);
    let (bias, ones) = ((1u128 << (e - 1)) - 1, (1u128 << f) - 1);
    let top = (1u128 << e) - 1;
    let mut values = Vec::new();
    for negative in [false, true] {
        let mut put = |exponent, fraction| values.push(assemble(format, negative, exponent, fraction));
        put(top, 0);
        put(top, 1 << (f - 1));
        for fraction in [0, 1, 1 << (f - 1), ones, ones - 1] {
            put(0, fraction);
            put(1, fraction);
            put(top - 1, fraction);
            for exponent in [0, 1, 2, 7, 31, 63, 64, f as u128, f as u128 + 1] {
                put(bias + exponent, fraction);
                put(bias - exponent, fraction);
            }
        }
    }
    values
}

/// Mostly of a magnitude near one and with few digits, so that operands meet.
fn random_value(random: &mut Random, format: FloatFormat) -> Float {
    let (e, f) = widths(format);
    let bias = (1u128 << (e - 1)) - 1;
    let exponent = match random.below(3) {
        0 => random.wide() % ((1 << e) - 1),
        _ => bias + random.below(200) as u128 % bias - 60,
    };
    let fraction = random.wide() << random.below(128) & ((1 << f) - 1);
    assemble(format, random.below(2) == 1, exponent, fraction << (random.below(2) * random.below(64)))
}

fn values(random: &mut Random, format: FloatFormat, count: usize) -> Vec<Float> {
    let mut values = boundaries(format);
    values.extend((0..count).map(|_| random_value(random, format)));
    values
}

/// Reads cases, answers each with bits (`nan` for any NaN) and whether an exception was raised.
fn program(cases: &str) -> String {
    format!(
        r#"
#include <fenv.h>
#include <stdio.h>
#include <string.h>
typedef unsigned __int128 wide;
static int raised;
#define LOAD(T, v, w) T v; {{ wide bits = w; memcpy(&v, &bits, sizeof v); }}
#define SIZE(T) (sizeof(T) == 16 && __builtin_types_compatible_p(T, long double) ? 10 : sizeof(T))
#define FINISH(T, r) raised = fetestexcept(FE_INEXACT | FE_OVERFLOW | FE_INVALID | FE_DIVBYZERO) != 0; \
    if (r != r) return ~(wide)0; {{ wide bits = 0; memcpy(&bits, &r, SIZE(T)); return bits; }}
static wide evaluate(int which, wide wa, wide wb) {{
    feclearexcept(FE_ALL_EXCEPT);
    switch (which) {{
{cases}
    }}
    return 0;
}}
int main(void) {{
    int which;
    unsigned long long ah, al, bh, bl;
    while (scanf("%d %llx %llx %llx %llx", &which, &ah, &al, &bh, &bl) == 5) {{
        wide r = evaluate(which, (wide)ah << 64 | al, (wide)bh << 64 | bl);
        printf("%d %llx %llx\n", raised, (unsigned long long)(r >> 64), (unsigned long long)r);
    }}
    return 0;
}}
"#
    )
}

struct Case {
    which: usize,
    a: u128,
    b: u128,
    ours: u128,
    /// `None` where the flags of the C side say nothing.
    exact: Option<bool>,
}

const NAN: u128 = u128::MAX;

fn bits(v: Float) -> u128 {
    if v.is_nan() { NAN } else { v.to_bits() }
}

fn compare(name: &str, source: &str, cases: &[Case]) {
    let line = |c: &Case| format!("{} {} {}\n", c.which, hex(c.a), hex(c.b));
    let input: String = cases.iter().map(line).collect();
    let flags = ["-std=gnu17", "-w", "-O0", "-frounding-math"];
    let built = Compiler::gcc().build_apart(source, &flags);
    let output = built.unwrap_or_else(|e| panic!("{name}: {e}")).run_with(&input).text();
    assert_eq!(output.lines().count(), cases.len());
    for (case, line) in cases.iter().zip(output.lines()) {
        let (raised, theirs) = line.split_once(' ').unwrap();
        let Case { which, a, b, ours, exact } = case;
        let theirs = unhex(theirs);
        assert_eq!(*ours, theirs, "{name} {which}: {a:x} and {b:x}: {ours:x} is not {theirs:x}");
        if let Some(exact) = exact {
            assert_eq!(*exact, raised == "0", "{name} {which}: exactness of {a:x} and {b:x}");
        }
    }
}

fn pairs(random: &mut Random, format: FloatFormat) -> Vec<(Float, Float)> {
    let edges = boundaries(format);
    let mut pairs: Vec<_> = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b))).collect();
    pairs.extend((0..5000).map(|_| (random_value(random, format), random_value(random, format))));
    pairs
}

type Operator = (&'static str, fn(Float, Float) -> Float, fn(Float, Float) -> (Float, bool));

#[test]
fn arithmetic() {
    let operators: [Operator; 4] = [
        ("+", float::add, float::add_exact),
        ("-", float::sub, float::sub_exact),
        ("*", float::mul, float::mul_exact),
        ("/", float::div, float::div_exact),
    ];
    let (mut source, mut cases, mut random) = (String::new(), Vec::new(), Random::new(1));
    for (which, (format, (op, plain, exact))) in
        FORMATS.into_iter().flat_map(|f| operators.map(|o| (f, o))).enumerate()
    {
        let t = c_name(format);
        source += &format!(
            "case {which}: {{ LOAD({t}, a, wa) LOAD({t}, b, wb) {t} r = a {op} b; FINISH({t}, r) }}\n"
        );
        for (a, b) in pairs(&mut random, format) {
            let (result, exact) = exact(a, b);
            assert_eq!(plain(a, b), result, "{a:?} {op} {b:?}");
            let (a, b) = (a.to_bits(), b.to_bits());
            cases.push(Case { which, a, b, ours: bits(result), exact: Some(exact) });
        }
    }
    compare("float_arithmetic", &program(&source), &cases);
}

#[test]
fn comparisons() {
    let ours = |a, b| {
        [float::lt(a, b), float::le(a, b), float::gt(a, b), float::ge(a, b), float::eq(a, b), float::ne(a, b)]
    };
    let (mut source, mut cases, mut random) = (String::new(), Vec::new(), Random::new(2));
    for (which, format) in FORMATS.into_iter().enumerate() {
        let t = c_name(format);
        source += &format!(
            "case {which}: {{ LOAD({t}, a, wa) LOAD({t}, b, wb) \
             return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5; }}\n"
        );
        for (a, b) in pairs(&mut random, format) {
            let ours = ours(a, b).iter().enumerate().map(|(i, &v)| (v as u128) << i).sum();
            cases.push(Case { which, a: a.to_bits(), b: b.to_bits(), ours, exact: None });
        }
    }
    compare("float_comparisons", &program(&source), &cases);
}

#[test]
fn conversions_between_formats_and_negation() {
    let (mut source, mut cases, mut random) = (String::new(), Vec::new(), Random::new(3));
    for (i, from) in FORMATS.into_iter().enumerate() {
        let values = values(&mut random, from, 3000);
        for (j, to) in FORMATS.into_iter().enumerate() {
            let (which, f, t) = (i * 5 + j, c_name(from), c_name(to));
            source += &format!("case {which}: {{ LOAD({f}, a, wa) {t} r = a; FINISH({t}, r) }}\n");
            for &a in &values {
                let (result, exact) = float::convert_exact(a, to);
                assert_eq!(float::convert(a, to), result);
                cases.push(Case { which, a: a.to_bits(), b: 0, ours: bits(result), exact: Some(exact) });
            }
        }
        let (which, f) = (i * 5 + 4, c_name(from));
        source += &format!("case {which}: {{ LOAD({f}, a, wa) {f} r = -a; FINISH({f}, r) }}\n");
        let case =
            |&a: &Float| Case { which, a: a.to_bits(), b: 0, ours: bits(float::neg(a)), exact: Some(true) };
        cases.extend(values.iter().map(case));
    }
    compare("float_conversions", &program(&source), &cases);
}

const INTEGERS: [(IntKind, &str); 11] = [
    (IntKind::Bool, "_Bool"),
    (IntKind::SChar, "signed char"),
    (IntKind::UChar, "unsigned char"),
    (IntKind::Short, "short"),
    (IntKind::UShort, "unsigned short"),
    (IntKind::Int, "int"),
    (IntKind::UInt, "unsigned"),
    (IntKind::Long, "long"),
    (IntKind::ULong, "unsigned long"),
    (IntKind::Int128, "__int128"),
    (IntKind::UInt128, "unsigned __int128"),
];

fn integers(random: &mut Random, t: IntType) -> Vec<i128> {
    use assay_ir::arith::int;
    let edges = [0, int::min::<i128>(t), int::max::<i128>(t)];
    let near = edges.iter().flat_map(|e| (-3..=3).map(move |d| e.wrapping_add(d)));
    // Ties, and their neighbours, of every format's rounding.
    let ties = [24u32, 53, 64, 113].into_iter().flat_map(|p| {
        (p..127).flat_map(move |w| {
            let base = (1i128 << w) | (1i128 << (w - p));
            let odd = base | (1i128 << (w - p + 1).min(w - 1));
            [base - 1, base, base + 1, odd - 1, odd, odd + 1, -base, -odd]
        })
    });
    let mut values: Vec<i128> = near.chain(ties).collect();
    values.extend((0..1000).map(|_| random.wide() as i128 >> random.below(128)));
    values.iter().map(|&v| int::wrap(t, v)).collect()
}

#[test]
fn conversions_from_integers() {
    let (mut source, mut cases, mut random) = (String::new(), Vec::new(), Random::new(4));
    for (i, (kind, name)) in INTEGERS.into_iter().enumerate() {
        let t = Target::LP64.int_type(kind);
        let values = integers(&mut random, t);
        for (j, format) in FORMATS.into_iter().enumerate() {
            let (which, f) = (i * 4 + j, c_name(format));
            source += &format!("case {which}: {{ {name} a = wa; {f} r = a; FINISH({f}, r) }}\n");
            let case = |&a: &i128| {
                let ours = float::from_int(a, t, format);
                let (same, exact) = float::from_int_exact(a, t, format);
                assert_eq!(ours, same);
                assert_eq!(exact, float::to_int(ours, t) == Ok(a));
                Case { which, a: a as u128, b: 0, ours: bits(ours), exact: None }
            };
            cases.extend(values.iter().map(case));
        }
    }
    compare("float_from_int", &program(&source), &cases);
}

#[test]
fn conversions_to_integers() {
    let (mut source, mut cases, mut random) = (String::new(), Vec::new(), Random::new(5));
    for (i, format) in FORMATS.into_iter().enumerate() {
        let mut values = values(&mut random, format, 3000);
        for (kind, _) in INTEGERS {
            let t = Target::LP64.int_type(kind);
            values.extend(integers(&mut random, t).iter().map(|&v| float::from_int(v, t, format)));
        }
        for (j, (kind, name)) in INTEGERS.into_iter().enumerate() {
            let (which, f, t) = (i * 11 + j, c_name(format), Target::LP64.int_type(kind));
            source += &format!("case {which}: {{ LOAD({f}, a, wa) {name} r = a; return r; }}\n");
            let defined = values.iter().filter_map(|&a| float::to_int(a, t).ok().map(|r| (a, r)));
            cases.extend(defined.map(|(a, r)| Case {
                which,
                a: a.to_bits(),
                b: 0,
                ours: r as u128,
                exact: None,
            }));
        }
    }
    compare("float_to_int", &program(&source), &cases);
}

/// A constant as a program might write it: decimal or hexadecimal, short or long.
fn constant(random: &mut Random) -> String {
    let mut digits = |count: usize, from: &[u8]| -> String {
        (0..count).map(|_| char::from(*random.pick(from))).collect()
    };
    let hexadecimal = digits(1, b"01") == "1";
    let set: &[u8] = if hexadecimal { b"0123456789abcdefABCDEF" } else { b"0123456789" };
    let length = [0, 1, 1, 2, 5, 17, 20, 40];
    let mut size = || length[digits(1, b"01234567").parse::<usize>().unwrap()];
    let (whole, fraction) = (size(), size().max(1));
    let exponent = [1, 1, 2, 3, 4][size() % 5];
    let significand = format!("{}.{}", digits(whole, set), digits(fraction, set));
    let sign = ["", "+", "-", "-"][whole % 4];
    let exponent = format!("{sign}{}", digits(exponent, b"0123456789"));
    if hexadecimal { format!("0x{significand}p{exponent}") } else { format!("{significand}e{exponent}") }
}

/// Halfway between two neighbours, exactly and nearly.
fn ties() -> Vec<String> {
    let mut texts: Vec<String> =
        ["0x1.000001p0", "0x1.000001000000001p0", "0x1.000003p0", "0x1.00000000000008p0"]
            .map(String::from)
            .to_vec();
    texts.extend(
        ["1.", ".5", "0.1", "1e0", "1e-5000", "1e5000", "0.0", "0e99", "0x0p0", "0x.8p-16444"]
            .map(String::from),
    );
    texts.extend(["16777217.0", "16777219.", "16777217.000000000000000000000000000000001"].map(String::from));
    texts.extend(
        ["9007199254740993.0", "9007199254740993.00000000000000000000000000000000000000000001"]
            .map(String::from),
    );
    texts.extend(
        ["18446744073709551617.0", "36893488147419103233.", "1.7976931348623158079e308"].map(String::from),
    );
    texts.extend(
        ["2.4703282292062327208e-324", "2.4703282292062328e-324", "3.4028235677973366e38"].map(String::from),
    );
    texts
}

#[test]
fn constants() {
    let mut random = Random::new(6);
    let mut texts = ties();
    texts.extend((0..1500).map(|_| constant(&mut random)));
    let (mut source, mut cases) = (String::new(), Vec::new());
    for (i, (format, suffix)) in FORMATS.into_iter().zip(["f", "", "l", "q"]).enumerate() {
        let f = c_name(format);
        let list: String = texts.iter().map(|t| format!("{t}{suffix}, ")).collect();
        source += &format!(
            "case {i}: {{ static const {f} list[] = {{ {list} }}; {f} r = list[wa]; FINISH({f}, r) }}\n"
        );
        for (k, text) in texts.iter().enumerate() {
            let ours = float::parse(text, format).unwrap();
            cases.push(Case { which: i, a: k as u128, b: 0, ours: bits(ours), exact: None });
        }
    }
    compare("float_constants", &program(&source), &cases);
}
