//! Guards of every operator, type and style over boundary values, compiled with the sanitizer: their conditions are
//! defined themselves, and their results are those of the arithmetic that the machine uses.

mod gcc;

use assay_emit as emit;
use emit::{Options, Output, Std};
use ir::arith::{float, int};
use ir::{
    BinaryOp, ExprId, ExprKind, FloatKind, GuardStyle, IntKind, IntType, Program, Storage, Target, Ty,
    UnaryOp,
};
use std::fmt::Write;

const STYLES: [GuardStyle; 3] = [GuardStyle::Inline, GuardStyle::Function, GuardStyle::Macro];
const KINDS: [IntKind; 13] = [
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int128,
    IntKind::UInt128,
];
const OPS: [BinaryOp; 7] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem, BinaryOp::Shl, BinaryOp::Shr];
const SANITIZE: [&str; 3] = ["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover", "-O0"];

fn kind_type(kind: IntKind) -> IntType {
    Target::LP64.int_type(kind)
}

/// Values near all limits that a type could have, wrapped to this one.
fn values(t: IntType) -> Vec<i128> {
    let mut all: Vec<i128> = vec![0, 1, -1, 2, 3, -7, 31, 32, 63, 64, 127, 128, 46341, 3037000500];
    all.extend([int::min::<i128>(t), int::min::<i128>(t).wrapping_add(1), int::max::<i128>(t)]);
    all.extend([
        int::max::<i128>(t).wrapping_sub(1),
        int::max::<i128>(t) / 2,
        i32::MAX.into(),
        i32::MIN.into(),
        u32::MAX.into(),
    ]);
    let mut wrapped: Vec<i128> = all.into_iter().map(|v| int::wrap(t, v)).collect();
    wrapped.sort_unstable();
    wrapped.dedup();
    wrapped
}

/// A program of functions with one operation each, and the text that its driver prints.
struct Batch {
    p: Program,
    driver: String,
    expected: String,
    count: usize,
}

impl Batch {
    fn new() -> Self {
        let mut driver = String::from(
            "extern int printf(const char *, ...);\n__extension__ typedef unsigned __int128 wide;\n\
             static void out(wide v) { printf(\"%016lx%016lx\\n\", (unsigned long)(v >> 64), (unsigned long)v); }\n",
        );
        driver.push_str(C_TYPES);
        for kind in KINDS {
            write!(driver, "static {} v{}[] = {{", c_name(kind), kind as u8).expect("ok");
            for v in values(kind_type(kind)) {
                write!(driver, "({})(((wide){}UL << 64) | {}UL), ", c_name(kind), (v >> 64) as u64, v as u64)
                    .expect("ok");
            }
            driver.push_str("};\n");
        }
        driver.push_str("#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))\nint main(void) {\nint i, j;\n");
        Batch { p: Program::new(Target::LP64), driver, expected: String::new(), count: 0 }
    }

    /// `R f(A a, B b) { return guarded; }`
    fn function(
        &mut self,
        params: &[Ty],
        style: GuardStyle,
        raw: impl FnOnce(&mut Program, &[ExprId]) -> ExprId,
    ) -> (String, Ty) {
        let p = &mut self.p;
        let name = format!("f{}", self.count);
        self.count += 1;
        let params: Vec<(Ty, &str)> = params.iter().copied().zip(["a", "b"]).collect();
        let types: Vec<Ty> = params.iter().map(|(t, _)| *t).collect();
        let names: Vec<&str> = params.iter().map(|(_, n)| *n).collect();
        // The type of the result is known when the operation is built, and the operation needs the parameters.
        let placeholder = p.fn_type(Ty::VOID, &types);
        let f = p.add_func(&name, placeholder, &names);
        let vars: Vec<ExprId> = p.params(f).to_vec().into_iter().map(|v| p.var(v)).collect();
        let raw = raw(p, &vars);
        let ty = p.value_type(raw);
        p.funcs[f].ty = p.fn_type(ty, &types);
        let body = p.push_block(Vec::new());
        p.funcs[f].body = Some(body);
        let guard = p.push_expr(ExprKind::Guard(raw, style), ty);
        p.return_value(body, f, guard).expect("typed");
        (name, ty)
    }

    fn expect(&mut self, t: IntType, value: i128) {
        // The driver converts to 128 bits, with the sign of the type.
        let wide: i128 = int::convert(t, IntType::unsigned(128), value);
        writeln!(self.expected, "{:016x}{:016x}", (wide >> 64) as u64, wide as u64).expect("ok");
    }

    fn output(self, std: Std) -> (Output, String) {
        let mut out = emit::print(&self.p, &Options { std, ..Options::default() }).expect("it prints");
        out.files[0].text.push_str(&self.driver);
        out.files[0].text.push_str("return 0;\n}\n");
        (out, self.expected)
    }

    fn check(self, std: Std) {
        let (out, expected) = self.output(std);
        let printed = gcc::run(std, &SANITIZE, &out, &[]);
        let wrong = printed.lines().zip(expected.lines()).position(|(a, b)| a != b);
        assert!(wrong.is_none() && printed.len() == expected.len(), "line {wrong:?} of\n{}", out.text());
    }
}

/// The driver's own names for the types, all of which it defines.
fn c_name(kind: IntKind) -> String {
    format!("t{}", kind as u8)
}

const C_TYPES: &str = "__extension__ typedef char t1; __extension__ typedef signed char t2;
__extension__ typedef unsigned char t3; __extension__ typedef short t4; __extension__ typedef unsigned short t5;
__extension__ typedef int t6; __extension__ typedef unsigned t7; __extension__ typedef long t8;
__extension__ typedef unsigned long t9; __extension__ typedef long long t10; __extension__ typedef unsigned long long t11;
__extension__ typedef __int128 t12; __extension__ typedef unsigned __int128 t13;
";

fn raw_result(op: BinaryOp, t: IntType, a: i128, b: i128, count: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => int::add(t, a, b).ok(),
        BinaryOp::Sub => int::sub(t, a, b).ok(),
        BinaryOp::Mul => int::mul(t, a, b).ok(),
        BinaryOp::Div => int::div(t, a, b).ok(),
        BinaryOp::Rem => int::rem(t, a, b).ok(),
        BinaryOp::Shl => int::shl(t, a, count, int::ShiftRules::Classic).ok(),
        BinaryOp::Shr => int::shr(t, a, count).ok(),
        _ => None,
    }
}

fn binary(batch: &mut Batch, op: BinaryOp, left: IntKind, right: IntKind, style: GuardStyle) {
    let (name, ty) = batch
        .function(&[Ty::int(left), Ty::int(right)], style, |p, v| p.binary(op, v[0], v[1]).expect("typed"));
    let (va, vb) = (format!("v{}", left as u8), format!("v{}", right as u8));
    writeln!(
        batch.driver,
        "for (i = 0; i < COUNT({va}); i++) for (j = 0; j < COUNT({vb}); j++) out({name}({va}[i], {vb}[j]));"
    )
    .expect("ok");
    let t = batch.p.types.int_type(ty).expect("an integer");
    for a in values(kind_type(left)) {
        for b in values(kind_type(right)) {
            let x: i128 = int::convert(kind_type(left), t, a);
            let y: i128 = int::convert(kind_type(right), t, b);
            let result = raw_result(op, t, x, y, b).unwrap_or(x);
            batch.expect(t, result);
        }
    }
}

#[test]
fn binary_operators_of_equal_types() {
    for std in [Std::C89, Std::C11] {
        for style in STYLES {
            let mut batch = Batch::new();
            for kind in KINDS {
                OPS.iter().for_each(|op| binary(&mut batch, *op, kind, kind, style));
            }
            batch.check(std);
        }
    }
}

#[test]
fn binary_operators_of_mixed_types() {
    let kinds = [
        IntKind::SChar,
        IntKind::UShort,
        IntKind::Int,
        IntKind::UInt,
        IntKind::Long,
        IntKind::UInt128,
        IntKind::Int128,
    ];
    for style in STYLES {
        let mut batch = Batch::new();
        for left in kinds {
            for right in kinds.into_iter().filter(|k| *k != left) {
                OPS.iter().for_each(|op| binary(&mut batch, *op, left, right, style));
            }
        }
        batch.check(Std::C17);
    }
}

#[test]
fn negation() {
    let mut batch = Batch::new();
    for style in STYLES {
        for kind in KINDS {
            let (name, ty) =
                batch.function(&[Ty::int(kind)], style, |p, v| p.unary(UnaryOp::Neg, v[0]).expect("typed"));
            writeln!(batch.driver, "for (i = 0; i < COUNT(v{k}); i++) out({name}(v{k}[i]));", k = kind as u8)
                .expect("ok");
            let t = batch.p.types.int_type(ty).expect("an integer");
            for a in values(kind_type(kind)) {
                let x: i128 = int::convert(kind_type(kind), t, a);
                batch.expect(t, int::neg(t, x).unwrap_or(x));
            }
        }
    }
    batch.check(Std::C11);
}

/// Neighbours of every limit, as far as the format has them.
fn float_values(kind: FloatKind) -> Vec<float::Float> {
    let format = Target::LP64.float_format(kind);
    let mut all = vec![float::Float::zero(format)];
    for text in ["0.5", "0.99", "1.0", "1.5", "1e30", "3e38"] {
        all.push(float::parse(text, format).expect("a constant"));
    }
    for bits in [7u32, 8, 15, 16, 31, 32, 63, 64, 127] {
        let power = float::from_int(1i128.wrapping_shl(bits), IntType::unsigned(128), format);
        let next = |delta: i128| float::Float::from_bits(format, (power.to_bits() as i128 + delta) as u128);
        all.extend([power, next(1), float::sub(power, float::parse("0.5", format).expect("ok"))]);
        all.extend([
            float::add(power, float::parse("0.5", format).expect("ok")),
            float::add(power, float::parse("1.0", format).expect("ok")),
        ]);
    }
    let negative: Vec<float::Float> = all.iter().map(|v| float::neg(*v)).collect();
    all.extend(negative);
    all
}

#[test]
fn conversions_from_floating_types() {
    let mut batch = Batch::new();
    for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble] {
        let array = float_array(&mut batch.p, kind);
        for to in KINDS.into_iter().chain([IntKind::Bool]) {
            for style in STYLES {
                let (name, ty) = batch
                    .function(&[Ty::float(kind)], style, |p, v| p.cast(v[0], Ty::int(to)).expect("typed"));
                assert_eq!(ty, Ty::int(to));
                writeln!(batch.driver, "for (i = 0; i < COUNT({array}); i++) out({name}({array}[i]));")
                    .expect("ok");
                for v in float_values(kind) {
                    batch.expect(kind_type(to), float::to_int(v, kind_type(to)).unwrap_or(0));
                }
            }
        }
    }
    batch.check(Std::C11);
}

/// A global array of all the values; gives its name.
fn float_array(p: &mut Program, kind: FloatKind) -> String {
    let mut items = Vec::new();
    for (i, v) in float_values(kind).into_iter().enumerate() {
        let e = p.float_lit(kind, v.to_bits(), true);
        let init = p.push_init(ir::Init::Expr(e));
        items.push(ir::InitItem { place: i as u32, init, designated: false });
    }
    let ty = p.types.array(Ty::float(kind), items.len() as u64);
    let init = p.push_init(ir::Init::List(items));
    let name = format!("x{}", kind as u8);
    p.add_global(&name, ty, Storage::Global, Some(init));
    name
}

#[test]
fn floating_division_by_zero() {
    for style in STYLES {
        let mut batch = Batch::new();
        let (name, ty) = batch.function(&[Ty::DOUBLE, Ty::DOUBLE], style, |p, v| {
            p.binary(BinaryOp::Div, v[0], v[1]).expect("typed")
        });
        assert_eq!(ty, Ty::DOUBLE);
        writeln!(batch.driver, "out((wide){name}(7, 0)); out((wide){name}(6, 2));").expect("ok");
        batch.expect(IntType::signed(32), 7);
        batch.expect(IntType::signed(32), 3);
        batch.check(Std::C11);
    }
}

/// An operand with an effect is evaluated once, whatever the style.
#[test]
fn operands_with_effects_are_not_repeated() {
    let mut batch = Batch::new();
    for style in STYLES {
        let (name, _) = batch.function(&[Ty::INT], style, |p, v| {
            let inc = p.inc_dec(ir::IncDec::PostInc, v[0]).expect("typed");
            let one = p.int_lit(1, IntKind::Int);
            p.binary(BinaryOp::Add, inc, one).expect("typed")
        });
        let _ = name;
    }
    let (out, _) = batch.output(Std::C11);
    let text = out.text();
    assert_eq!(text.matches("a++").count(), 3, "{text}");
    assert_eq!(text.matches("guard_add_int(a++, 1)").count(), 2, "{text}");
    // A macro gets it from where it is kept.
    assert!(text.contains("= a++, GUARD_ADD_INT(t_"), "{text}");
}

/// The guarded operation has the type of the raw one, whatever it is converted to afterwards.
#[test]
fn guards_keep_the_type() {
    for style in STYLES {
        let mut batch = Batch::new();
        for left in KINDS {
            for right in [IntKind::UChar, IntKind::Int, IntKind::ULong] {
                for op in OPS {
                    batch.function(&[Ty::int(left), Ty::int(right)], style, |p, v| {
                        p.binary(op, v[0], v[1]).expect("typed")
                    });
                }
            }
        }
        let (mut out, _) = batch.output(Std::C11);
        // Each function returns the type of its guard, so the line before the body names it.
        let mut checked = String::new();
        let mut ret = "";
        for line in out.files[0].text.lines() {
            if let Some((before, _)) = line.strip_suffix(')').and_then(|l| l.split_once(" f")) {
                ret = before;
            }
            if let Some(e) =
                line.strip_prefix("    return ").and_then(|l| l.strip_suffix(';')).filter(|_| !ret.is_empty())
            {
                writeln!(checked, "_Static_assert(_Generic({e}, {ret}: 1, default: 0), \"\");").expect("ok");
                ret = "";
            }
            writeln!(checked, "{line}").expect("ok");
        }
        assert_eq!(checked.matches("_Static_assert").count(), KINDS.len() * 3 * OPS.len());
        out.files[0].text = checked;
        gcc::accepts(Std::C11, &out);
    }
}
