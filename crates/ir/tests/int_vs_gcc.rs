//! Every integer operator and conversion against what gcc compiles, and every fault against what
//! its sanitizer sees: one program and one process per operator, thousands of operands each.

use assay_ir::arith::int::{self, Fault, ShiftRules};
use assay_ir::target::{IntKind, IntType, Target};
use test_support::{Compiler, Random, hex, unhex};

type Outcome = Result<i128, Fault>;

/// The types that arithmetic happens in: those that the promotions leave alone.
const PROMOTED: [IntKind; 8] = [
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int128,
    IntKind::UInt128,
];

fn type_of(kind: IntKind) -> IntType {
    Target::LP64.int_type(kind)
}

fn c_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

/// The frame of every program: reads cases, answers each with a wide word or `u` for undefined. With
/// the sanitizer's instrumentation but without its library, its handlers are ours, and jump out.
fn program(cases: &str) -> String {
    format!(
        r#"
#include <setjmp.h>
#include <stdio.h>
typedef unsigned __int128 wide;
static jmp_buf undefined;
#define HANDLER(name) void __ubsan_handle_##name(void) {{ longjmp(undefined, 1); }}
HANDLER(add_overflow) HANDLER(sub_overflow) HANDLER(mul_overflow) HANDLER(negate_overflow)
HANDLER(divrem_overflow) HANDLER(shift_out_of_bounds)
static wide evaluate(int which, wide wa, wide wb) {{
    switch (which) {{
{cases}
    }}
    return 0;
}}
int main(void) {{
    static int which;
    static unsigned long long ah, al, bh, bl;
    while (scanf("%d %llx %llx %llx %llx", &which, &ah, &al, &bh, &bl) == 5) {{
        if (setjmp(undefined)) {{ puts("u"); continue; }}
        wide r = evaluate(which, (wide)ah << 64 | al, (wide)bh << 64 | bl);
        printf("%llx %llx\n", (unsigned long long)(r >> 64), (unsigned long long)r);
    }}
    return 0;
}}
"#
    )
}

/// One case per promoted type: `expression` in terms of `a` and `b` of type `T`, or of `n`, an int.
fn operator_program(result: &str, expression: &str) -> String {
    let case = |(i, kind): (usize, &IntKind)| {
        let t = c_name(*kind);
        let result = if result == "T" { t } else { result };
        format!(
            "case {i}: {{ {t} a = wa, b = wb; int n = (int)wb; (void)b; (void)n; \
             {result} r = {expression}; return r; }}\n"
        )
    };
    program(&PROMOTED.iter().enumerate().map(case).collect::<String>())
}

/// The limits of the type, small numbers, powers of two and their neighbours.
fn boundaries(t: IntType) -> Vec<i128> {
    let edges = [0, int::min::<i128>(t), int::max::<i128>(t)];
    let near = edges.iter().flat_map(|e| (-3..=3).map(move |d| e.wrapping_add(d)));
    let powers = [7, 8, 15, 16, 31, 32, 63, 64, 126, 127];
    let near_powers = powers.iter().flat_map(|p| (-1..=1).map(move |d| (1i128 << p).wrapping_add(d)));
    let mut values: Vec<i128> = near.chain(near_powers).map(|v| int::wrap(t, v)).collect();
    values.sort();
    values.dedup();
    values
}

/// A value of random magnitude and sign.
fn random_value(random: &mut Random, t: IntType) -> i128 {
    int::wrap(t, random.wide() as i128 >> random.below(128))
}

fn pairs(random: &mut Random, t: IntType) -> Vec<(i128, i128)> {
    let values = boundaries(t);
    let mut pairs: Vec<_> = values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b))).collect();
    pairs.extend((0..2000).map(|_| (random_value(random, t), random_value(random, t))));
    pairs
}

fn shifts(random: &mut Random, t: IntType) -> Vec<(i128, i128)> {
    let mut values = boundaries(t);
    values.extend((0..50).map(|_| random_value(random, t)));
    let counts: Vec<i128> = (-1..=t.bits as i128).chain([1000, i32::MAX as i128, i32::MIN as i128]).collect();
    values.iter().flat_map(|&a| counts.iter().map(move |&n| (a, n))).collect()
}

struct Case {
    which: usize,
    a: i128,
    b: i128,
    ours: Outcome,
}

fn answers(name: &str, source: &str, flags: &[&str], cases: &[Case]) -> Vec<Option<i128>> {
    let line = |c: &Case| format!("{} {} {}\n", c.which, hex(c.a as u128), hex(c.b as u128));
    let input: String = cases.iter().map(line).collect();
    let built = Compiler::gcc().build_apart(source, flags);
    let output = built.unwrap_or_else(|e| panic!("{name}: {e}")).run_with(&input).text();
    output.lines().map(|l| (l != "u").then(|| unhex(l) as i128)).collect()
}

/// Plain compilation of what is defined, then the sanitizer's view of everything.
fn compare(name: &str, source: &str, cases: Vec<Case>) {
    assert!(cases.len() > 5000, "{name}: only {} cases", cases.len());
    let sanitize =
        ["-std=gnu17", "-w", "-O0", "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero"];
    let seen = answers(&format!("{name}_sanitized"), source, &sanitize, &cases);
    check(name, &cases, &seen);
    let defined: Vec<Case> = cases.into_iter().filter(|c| c.ours.is_ok()).collect();
    check(name, &defined, &answers(name, source, &["-std=gnu17", "-w", "-O0"], &defined));
}

fn check(name: &str, cases: &[Case], theirs: &[Option<i128>]) {
    assert_eq!(cases.len(), theirs.len(), "{name}: the program stopped early");
    for (case, theirs) in cases.iter().zip(theirs) {
        let (Case { which, a, b, ours }, types) = (case, PROMOTED);
        assert_eq!(ours.ok(), *theirs, "{name} case {which} (of {types:?}) on {a} and {b}: {ours:?}");
    }
}

/// The outcome in the wide word, after checking that the narrow word agrees where the type fits it.
fn in_both_words(t: IntType, wide: Outcome, narrow: impl FnOnce() -> Result<i64, Fault>) -> Outcome {
    if t.bits <= 64 {
        assert_eq!(narrow().map(|v| int::widen(t, v)), wide);
    }
    wide
}

type Operands = fn(&mut Random, IntType) -> Vec<(i128, i128)>;

fn cases(operands: Operands, ours: impl Fn(IntType, i128, i128) -> Outcome) -> Vec<Case> {
    let mut random = Random::new(17);
    let mut cases = Vec::new();
    for (which, kind) in PROMOTED.iter().enumerate() {
        let t = type_of(*kind);
        let list = operands(&mut random, t);
        cases.extend(list.into_iter().map(|(a, b)| Case { which, a, b, ours: ours(t, a, b) }));
    }
    cases
}

macro_rules! arithmetic {
    ($test:ident, $expression:literal, $f:expr) => {
        #[test]
        fn $test() {
            let ours =
                |t: IntType, a: i128, b: i128| in_both_words(t, $f(t, a, b), || $f(t, a as i64, b as i64));
            compare(stringify!($test), &operator_program("T", $expression), cases(pairs, ours));
        }
    };
}

macro_rules! bitwise {
    ($test:ident, $expression:literal, $f:ident) => {
        #[test]
        fn $test() {
            let ours = |t: IntType, a: i128, b: i128| {
                in_both_words(t, Ok(int::$f(t, a, b)), || Ok(int::$f(t, a as i64, b as i64)))
            };
            compare(stringify!($test), &operator_program("T", $expression), cases(pairs, ours));
        }
    };
}

macro_rules! comparison {
    ($test:ident, $expression:literal, $f:ident) => {
        #[test]
        fn $test() {
            let ours = |t: IntType, a: i128, b: i128| {
                let narrow = || Ok(int::$f(t, a as i64, b as i64) as i64);
                in_both_words(t, Ok(int::$f(t, a, b) as i128), narrow)
            };
            compare(stringify!($test), &operator_program("int", $expression), cases(pairs, ours));
        }
    };
}

arithmetic!(add, "a + b", int::add);
arithmetic!(sub, "a - b", int::sub);
arithmetic!(mul, "a * b", int::mul);
arithmetic!(div, "a / b", int::div);
arithmetic!(rem, "a % b", int::rem);
bitwise!(and, "a & b", and);
bitwise!(or, "a | b", or);
bitwise!(xor, "a ^ b", xor);
comparison!(lt, "a < b", lt);
comparison!(le, "a <= b", le);
comparison!(gt, "a > b", gt);
comparison!(ge, "a >= b", ge);
comparison!(eq, "a == b", eq);
comparison!(ne, "a != b", ne);

#[test]
fn neg() {
    let ours = |t: IntType, a: i128, _| in_both_words(t, int::neg(t, a), || int::neg(t, a as i64));
    compare("neg", &operator_program("T", "-a"), cases(pairs, ours));
}

#[test]
fn not() {
    let ours = |t: IntType, a: i128, _| in_both_words(t, Ok(int::not(t, a)), || Ok(int::not(t, a as i64)));
    compare("not", &operator_program("T", "~a"), cases(pairs, ours));
}

#[test]
fn shl() {
    let rules = ShiftRules::Classic;
    let ours = |t: IntType, a: i128, n: i128| {
        in_both_words(t, int::shl(t, a, n, rules), || int::shl(t, a as i64, n as i64, rules))
    };
    compare("shl", &operator_program("T", "a << n"), cases(shifts, ours));
}

#[test]
fn shr() {
    let ours = |t: IntType, a: i128, n: i128| {
        in_both_words(t, int::shr(t, a, n), || int::shr(t, a as i64, n as i64))
    };
    compare("shr", &operator_program("T", "a >> n"), cases(shifts, ours));
}

/// Shifts as C++20 has them: the sanitizer would object, the plain compilation does not.
#[test]
fn modular_shl() {
    let ours = |t: IntType, a: i128, n: i128| int::shl(t, a, n, ShiftRules::Modular);
    let mut cases = cases(shifts, ours);
    cases.retain(|c| c.ours.is_ok());
    let source = operator_program("T", "a << n");
    check("modular_shl", &cases, &answers("modular_shl", &source, &["-w", "-O0"], &cases));
}

fn conversion(from: IntKind, to: IntKind, a: i128) -> Outcome {
    let (from, to) = (type_of(from), type_of(to));
    let wide = int::convert(from, to, a);
    if from.bits <= 64 {
        assert_eq!(int::convert::<i64, i128>(from, to, a as i64), wide);
    }
    in_both_words(to, Ok(wide), || Ok(int::convert(from, to, a)))
}

#[test]
fn conversions() {
    let all = IntKind::ALL.len();
    let (mut source, mut cases, mut random) = (String::new(), Vec::new(), Random::new(23));
    for (i, from) in IntKind::ALL.into_iter().enumerate() {
        let t = type_of(from);
        let mut values = boundaries(t);
        values.extend((0..100).map(|_| random_value(&mut random, t)));
        for (j, to) in IntKind::ALL.into_iter().enumerate() {
            let which = i * all + j;
            let (f, t) = (c_name(from), c_name(to));
            source += &format!("case {which}: {{ {f} a = wa; {t} r = a; return r; }}\n");
            let case = |&a: &i128| Case { which, a, b: 0, ours: conversion(from, to, a) };
            cases.extend(values.iter().map(case));
        }
    }
    compare("conversions", &program(&source), cases);
}
