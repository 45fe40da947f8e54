//! Constants have exactly the type and the value of their nodes, in every standard.

mod gcc;

use assay_emit as emit;
use emit::{EmitError, Options, Std};
use ir::{Base, FloatKind, IntKind, LitStyle, Program, Stmt, Target, Ty};
use std::fmt::Write;

const KINDS: [IntKind; 6] =
    [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong, IntKind::ULongLong];

/// Every boundary that fits the kind, in every style.
fn literals(target: &Target) -> Vec<(u64, LitStyle, IntKind)> {
    let values = [0, 1, 7, 8, 42, 127, 128, 255, 32767, 32768, 65535, 65536, 0x7fff_ffff, 0x8000_0000];
    let more = [0xffff_ffff, 0x1_0000_0000, i64::MAX as u64, 1 << 63, u64::MAX];
    let mut all = Vec::new();
    for value in values.into_iter().chain(more) {
        for kind in KINDS {
            let t = target.int_type(kind);
            if value >> (t.bits - 1) >> u8::from(!t.signed) != 0 {
                continue;
            }
            for base in [Base::Decimal, Base::Octal, Base::Hex, Base::Binary] {
                for (lower, full) in [(false, false), (true, true), (false, true)] {
                    all.push((value, LitStyle { base, lower, full }, kind));
                }
            }
        }
    }
    all
}

/// A function that returns each constant, in the order of the list, so that their texts can be read.
fn texts(target: Target, std: Std, list: &[(u64, LitStyle, IntKind)]) -> Vec<String> {
    let mut p = Program::new(target);
    let ty = p.fn_type(Ty::VOID, &[]);
    let f = p.add_func("f", ty, &[]);
    let body = p.push_block(Vec::new());
    p.funcs[f].body = Some(body);
    for (value, style, kind) in list {
        let e = p.int_lit_styled(*value, *kind, *style);
        p.append(body, Stmt::Expr(e));
    }
    let text = emit::print(&p, &Options { std, ..Options::default() }).expect("it prints").text();
    let lines = text.lines().skip_while(|l| !l.starts_with('{')).skip(1);
    lines.take(list.len()).map(|l| l.trim().trim_end_matches(';').to_owned()).collect()
}

#[test]
fn integer_constants_have_their_type_and_value() {
    for (target, flag) in [(Target::LP64, "-m64"), (Target::ILP32, "-m32")] {
        for std in Std::C {
            integer_constants(&target, flag, std);
        }
    }
}

fn integer_constants(target: &Target, flag: &str, std: Std) {
    let list = literals(target);
    let mut c =
        String::from("__extension__ typedef long long ll; __extension__ typedef unsigned long long ull;\n");
    for (text, (value, _, kind)) in texts(target.clone(), std, &list).iter().zip(&list) {
        let name = ["int", "unsigned", "long", "unsigned long", "ll", "ull"]
            [KINDS.iter().position(|k| k == kind).expect("one of them")];
        writeln!(
                c,
                "__extension__ _Static_assert(_Generic({text}, {name}: 1, default: 0) && (ull){text} == {value}ULL, \"{text} {name}\");"
            )
            .expect("a string takes it");
    }
    gcc::accepts_for(std, flag, &gcc::text(c));
}

#[test]
fn suffixes_follow_the_target_and_the_standard() {
    let rows = [
        (Target::LP64, Std::C11, 5, IntKind::LongLong, "5LL"),
        (Target::LP64, Std::C11, 1 << 31, IntKind::Long, "2147483648"),
        (Target::ILP32, Std::C11, 1 << 31, IntKind::LongLong, "2147483648"),
        (Target::ILP32, Std::C89, 1 << 31, IntKind::ULong, "2147483648"),
        (Target::ILP32, Std::C89, 1 << 31, IntKind::LongLong, "(__extension__ 2147483648LL)"),
        (Target::IP16, Std::C11, 40000, IntKind::UInt, "40000U"),
        (Target::IP16, Std::C11, 40000, IntKind::Long, "40000"),
        (Target::LP64, Std::C89, u64::MAX, IntKind::ULong, "18446744073709551615"),
        (Target::LP64, Std::C99, u64::MAX, IntKind::ULong, "18446744073709551615U"),
    ];
    for (target, std, value, kind, expected) in rows {
        assert_eq!(texts(target, std, &[(value, LitStyle::DECIMAL, kind)]), [expected]);
    }
}

#[test]
fn characters_and_binary_constants_fall_back_where_they_must() {
    let char_style = LitStyle { base: Base::Char, ..LitStyle::DECIMAL };
    let binary = LitStyle { base: Base::Binary, ..LitStyle::DECIMAL };
    let list = [
        (b'a'.into(), char_style, IntKind::Int),
        (b'\''.into(), char_style, IntKind::Int),
        (b'\\'.into(), char_style, IntKind::Int),
        (0, char_style, IntKind::Int),
        (10, char_style, IntKind::Int),
        (200, char_style, IntKind::Int),
        (65, char_style, IntKind::Long),
        (5, binary, IntKind::Int),
    ];
    let c11 = texts(Target::LP64, Std::C11, &list);
    assert_eq!(c11, ["'a'", "'\\''", "'\\\\'", "'\\000'", "'\\n'", "200", "65L", "0x5"]);
    assert_eq!(texts(Target::LP64, Std::C23, &list)[7], "0b101");
    assert_eq!(texts(Target::IP16, Std::C11, &list)[5], "'\\310'");
}

#[test]
fn every_byte_survives_in_a_string() {
    let mut bytes: Vec<u8> = (1..=255).flat_map(|b| [b, b'1']).collect();
    bytes.extend(b"??=??/??'\0" as &[u8]);
    bytes.push(b'7');
    for std in [Std::C89, Std::C11] {
        let mut p = Program::new(Target::LP64);
        let s = p.str_lit(&bytes);
        let init = p.push_init(ir::Init::Expr(s));
        let ty = p.types.array(Ty::CHAR, bytes.len() as u64);
        p.add_global("s", ty, ir::Storage::Global, Some(init));
        let mut out = emit::print(&p, &Options { std, ..Options::default() }).expect("it prints");
        out.files[0].text.push_str("extern int putchar(int);\nint main(void) { unsigned i; for (i = 0; i < sizeof s; i++) putchar((s[i] & 15) + 65), putchar((s[i] >> 4 & 15) + 65); return 0; }\n");
        let expected: String =
            bytes.iter().flat_map(|b| [b & 15, b >> 4]).map(|n| (n + 65) as char).collect();
        assert_eq!(gcc::run(std, &["-trigraphs", "-Wno-overlength-strings"], &out, &[]), expected);
    }
}

/// Bits of the values that are hard to write: the least, the greatest, and some with long expansions.
fn float_bits(kind: FloatKind) -> Vec<u128> {
    match kind {
        FloatKind::Float => {
            let values =
                [0.0f32, 1.0, 1.5, 0.1, f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1), 16777217.0, 3e10];
            values.iter().map(|v| v.to_bits().into()).collect()
        }
        FloatKind::Double => {
            let values = [
                0.0f64,
                1.0,
                1.5,
                0.1,
                f64::MAX,
                f64::MIN_POSITIVE,
                f64::from_bits(1),
                1e22,
                1.0 / 3.0,
                123456789.0,
            ];
            values.iter().map(|v| v.to_bits().into()).collect()
        }
        FloatKind::LongDouble => vec![
            0,
            0x3fff_8000_0000_0000_0000,
            0x3fff_8000_0000_0000_0001,
            0x7ffe_ffff_ffff_ffff_ffff,
            0x0001_8000_0000_0000_0000,
            0x0000_0000_0000_0000_0001,
            0x3ffb_cccc_cccc_cccc_cccd,
            0x403e_ffff_ffff_ffff_ffff,
            0x4002_f000_0000_0000_0000,
        ],
    }
}

#[test]
fn floating_constants_are_exact() {
    for std in [Std::C89, Std::C11] {
        let mut p = Program::new(Target::LP64);
        let (mut main, mut expected) =
            (String::from("extern int printf(const char *, ...);\nint main(void) {\n"), String::new());
        for (kind, bytes) in [(FloatKind::Float, 4), (FloatKind::Double, 8), (FloatKind::LongDouble, 10)] {
            for (i, bits) in float_bits(kind).into_iter().enumerate() {
                for hex in [false, true] {
                    let e = p.float_lit(kind, bits, hex);
                    let init = p.push_init(ir::Init::Expr(e));
                    let name = format!("v{}_{i}_{}", kind as u8, u8::from(hex));
                    p.add_global(&name, Ty::float(kind), ir::Storage::Global, Some(init));
                    writeln!(main, "{{ int i; for (i = {bytes}; i--; ) printf(\"%02x\", ((unsigned char *)&{name})[i]); printf(\"\\n\"); }}").expect("ok");
                    writeln!(expected, "{bits:0width$x}", width = bytes * 2).expect("ok");
                }
            }
        }
        let mut out = emit::print(&p, &Options { std, ..Options::default() }).expect("it prints");
        out.files[0].text.push_str(&(main + "return 0; }\n"));
        assert_eq!(gcc::run(std, &[], &out, &[]), expected);
    }
}

#[test]
fn infinity_is_refused() {
    let mut p = Program::new(Target::LP64);
    let e = p.float_lit(FloatKind::Double, f64::INFINITY.to_bits().into(), false);
    let init = p.push_init(ir::Init::Expr(e));
    p.add_global("x", Ty::DOUBLE, ir::Storage::Global, Some(init));
    assert_eq!(emit::print(&p, &Options::default()), Err(EmitError::NotFinite));
}
