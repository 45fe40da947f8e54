//! The checks see every scalar and nothing else, and name the one that is wrong.

mod gcc;
mod zoo;

use assay_emit as emit;
use emit::check::{self, Helpers, Oracle, Scalar};
use emit::{EmitError, Holes, Layout, Options, Std};
use ir::{
    Alias, BinaryOp, ExprKind, FnType, FuncId, GuardStyle, Init, InitItem, IntKind, PathStep, Program, Quals,
    RecordKind, Stmt, Storage, Target, Ty, VarId,
};

fn initialised(p: &mut Program, name: &str, ty: Ty, value: i128) -> VarId {
    let e = p.int_const(value, Ty::LONG);
    let e = p.assign_convert(e, ty).expect("typed");
    let init = p.push_init(Init::Expr(e));
    p.add_global(name, ty, Storage::Global, Some(init))
}

fn lines(p: &Program, std: Std) -> Vec<String> {
    let out = emit::print(p, &Options { std, ..Options::default() }).expect("it prints");
    gcc::run(std, &[], &out, &["verbose"]).lines().map(str::to_owned).collect()
}

/// The lines of scalars with their names in the place of numbers, which go up from 1.
fn named(names: &[String], lines: Vec<String>) -> Vec<String> {
    let (sum, scalars) = lines.split_last().expect("a checksum");
    assert_eq!(scalars.len(), names.len());
    let name = |(number, (line, name)): (usize, (&String, &String))| {
        let value = line.strip_prefix(&format!("{} = ", number + 1)).expect("the next number");
        format!("{name} = {value}")
    };
    scalars.iter().zip(names).enumerate().map(name).chain([sum.clone()]).collect()
}

/// Arrays in arrays in records, and unions of which one member may be read.
#[test]
fn lines_name_each_scalar() {
    let mut p = Program::new(Target::LP64);
    let volatile = p.types.qualify(Ty::SHORT, Quals::VOLATILE);
    let constant = p.types.qualify(Ty::INT, Quals::CONST);
    initialised(&mut p, "a", volatile, -5);
    initialised(&mut p, "b", constant, 6);
    let either = p.record(RecordKind::Union, "either", &[("i", Ty::INT), ("f", Ty::FLOAT)]);
    let row = p.types.array(Ty::UCHAR, 2);
    let rows = p.types.array(row, 2);
    let outer = p.record(RecordKind::Struct, "outer", &[("m", rows), ("d", Ty::DOUBLE)]);
    let outers = p.types.array(outer, 2);
    p.add_global("s", outers, Storage::Static, None);
    let eithers = p.types.array(either, 2);
    let u = p.add_global("u", eithers, Storage::Global, None);
    let pointer = p.types.pointer(Ty::INT);
    p.add_global("p", pointer, Storage::Global, None);
    p.add_global("w", Ty::INT128, Storage::Global, None);
    p.add_global("elsewhere", Ty::INT, Storage::Extern, None);
    let (entry, _) = zoo::entry(&mut p);
    let readable = |var, path: &[PathStep]| var == u && path == [PathStep::Element(1), PathStep::Field(0)];
    let names = check::add_print(&mut p, entry, &readable, Helpers::OutOfLine).names;
    let printed = named(&names, lines(&p, Std::C11));
    let mut expected = vec!["a = -5".to_owned(), "b = 6".to_owned()];
    for i in 0..2 {
        for (j, k) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            expected.push(format!("s[{i}].m[{j}][{k}] = 0"));
        }
        expected.push(format!("s[{i}].d = 0x0000000000000000"));
    }
    expected.extend(["u[1].i = 0", "p = 0", "w = 0x00000000000000000000000000000000"].map(str::to_owned));
    assert_eq!(printed[..printed.len() - 1], expected);
    assert_eq!(printed, named(&names, lines(&p, Std::C89)));
}

#[test]
fn the_checksum_depends_on_every_scalar_and_on_their_order() {
    let mut sums = Vec::new();
    for values in [[1, 2, 3], [2, 1, 3], [1, 2, 4], [0, 0, 0], [1, 3, 2]] {
        let mut p = Program::new(Target::LP64);
        for (i, v) in values.into_iter().enumerate() {
            initialised(&mut p, &format!("g_{i}"), Ty::UCHAR, v);
        }
        let (entry, _) = zoo::entry(&mut p);
        check::add_print(&mut p, entry, &check::no_unions, Helpers::OutOfLine);
        let last = lines(&p, Std::C17).pop().expect("a line");
        assert_eq!(last.len(), "checksum = ".len() + 16, "{last}");
        sums.push(last);
    }
    sums.sort();
    sums.dedup();
    assert_eq!(sums.len(), 5);
}

struct Same(Vec<(VarId, Vec<PathStep>, Scalar)>);

impl Oracle for Same {
    fn scalar(&self, var: VarId, path: &[PathStep]) -> Option<Scalar> {
        self.0.iter().find(|(v, p, _)| *v == var && p == path).map(|(_, _, s)| *s)
    }
}

/// Nothing is wrong, or a pointer, or an element.
fn with_assert(wrong: bool, element: Option<(u64, u64)>) -> (Program, Vec<String>) {
    let mut p = Program::new(Target::LP64);
    let mut known = Vec::new();
    for (i, (ty, v)) in [
        (Ty::INT, i128::from(i32::MIN)),
        (Ty::UCHAR, 255),
        (Ty::LONG, i128::from(i64::MIN)),
        (Ty::ULONG, i128::from(u64::MAX)),
        (Ty::BOOL, 1),
        (Ty::INT128, i128::MIN + 3),
        (Ty::UINT128, -1),
    ]
    .into_iter()
    .enumerate()
    {
        let e = p.int_const(v, ty);
        let init = p.push_init(Init::Expr(e));
        let var = p.add_global(&format!("g_{i}"), ty, Storage::Global, Some(init));
        known.push((var, vec![], Scalar::Int(v)));
    }
    for (kind, bits) in [
        (ir::FloatKind::Float, u128::from(1.5f32.to_bits())),
        (ir::FloatKind::Double, u128::from(0.1f64.to_bits())),
        (ir::FloatKind::LongDouble, 0x3fff_c000_0000_0000_0001),
    ] {
        let e = p.float_lit(kind, bits, true);
        let init = p.push_init(Init::Expr(e));
        let var = p.add_global(&format!("f_{}", kind as u8), Ty::float(kind), Storage::Global, Some(init));
        known.push((var, vec![], Scalar::Float(bits)));
    }
    let pointer = p.types.pointer(Ty::INT);
    let array = p.types.array(pointer, 2);
    let pointers = p.add_global("p", array, Storage::Global, None);
    let null = Scalar::Pointer { null: !wrong };
    known.push((pointers, vec![PathStep::Element(1)], null));
    // All elements are known here, so that a loop compares them.
    let row = p.types.array(Ty::SHORT, 3);
    let rows = p.types.array(row, 2);
    let rows = p.add_global("r", rows, Storage::Global, None);
    for (i, j) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
        let expected = Scalar::Int(i128::from(element == Some((i, j))));
        known.push((rows, vec![PathStep::Element(i), PathStep::Element(j)], expected));
    }
    let (entry, _) = zoo::entry(&mut p);
    let names = check::add_assert(&mut p, entry, &Same(known), Helpers::OutOfLine).names;
    (p, names)
}

#[test]
fn assertions_hold_or_name_the_variable() {
    let (p, _) = with_assert(false, None);
    for std in Std::C {
        let out = emit::print(&p, &Options { std, ..Options::default() }).expect("it prints");
        assert_eq!(gcc::run(std, &[], &out, &[]), "ok\n");
    }
    for (pointer, element, name) in [(true, None, "p[1]"), (false, Some((1, 1)), "r[1][1]")] {
        let (p, names) = with_assert(pointer, element);
        let mut out = emit::print(&p, &Options::default()).expect("it prints");
        // So that the test can see what is printed before the program aborts.
        out.files[0].text = out.files[0].text.replace("abort()", "exit(0)");
        let number = names.iter().position(|n| n == name).expect("it is looked at") + 1;
        assert_eq!(gcc::run(Std::C11, &[], &out, &[]), format!("{number}: expected 1, found 0\n"));
        assert_eq!(out.text().matches("for (").count(), 2);
    }
}

#[test]
fn no_check_calls_the_entry() {
    let mut p = Program::new(Target::LP64);
    let (entry, _) = zoo::entry(&mut p);
    check::add_none(&mut p, entry);
    let out = emit::print(&p, &Options { layout: Layout::Split, ..Options::default() }).expect("it prints");
    assert_eq!(gcc::run(Std::C11, &[], &out, &[]), "");
    assert!(!out.text().contains("<"), "no header is needed:\n{}", out.text());
}

/// The names of the check and of the printer give way to the program's own.
#[test]
fn names_do_not_clash() {
    let mut p = Program::new(Target::LP64);
    for name in ["check_mix", "check_sum", "int128", "guard_add_int", "i0"] {
        initialised(&mut p, name, Ty::INT, 1);
    }
    let wide = p.types.array(Ty::INT128, 2);
    p.add_global("wide", wide, Storage::Global, None);
    let (entry, body) = zoo::entry(&mut p);
    let (a, b) = (p.int_lit(1, IntKind::Int), p.int_lit(2, IntKind::Int));
    let sum = p.binary(BinaryOp::Add, a, b).expect("typed");
    let guard = p.push_expr(ExprKind::Guard(sum, GuardStyle::Function), Ty::INT);
    p.expr_stmt(body, guard);
    check::add_print(&mut p, entry, &check::no_unions, Helpers::OutOfLine);
    assert_eq!(lines(&p, Std::C11).len(), 5 + 2 + 1);
}

/// A program that names the extension itself, as one that was read back does, keeps its name.
#[test]
fn own_names_of_extensions_are_kept() {
    let mut p = Program::new(Target::LP64);
    let name = p.names.intern("quad");
    let quad = p.types.add_alias(Alias { name, ty: Ty::INT128, header: None });
    p.add_global("x", quad, Storage::Global, None);
    p.add_global("y", Ty::INT128, Storage::Global, None);
    let text = emit::print(&p, &Options::default()).expect("it prints").text();
    assert_eq!(text, "__extension__ typedef __int128 quad;\n\nquad x;\nquad y;\n");
}

fn printed(
    build: impl FnOnce(&mut Program, FuncId, ir::BlockId),
    options: &Options,
) -> Result<emit::Output, EmitError> {
    let mut p = Program::new(Target::LP64);
    let (f, body) = zoo::entry(&mut p);
    build(&mut p, f, body);
    emit::print(&p, options)
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let hole = |p: &mut Program, _, body| {
        p.append(body, Stmt::Hole);
    };
    assert_eq!(printed(hole, &Options::default()), Err(EmitError::Hole));
    let shown = printed(hole, &Options { holes: Holes::Comment, ..Options::default() });
    assert!(shown.is_ok_and(|out| out.text().contains("/* hole */")));
    let pointer_guard = |p: &mut Program, f, body| {
        let ty = p.types.pointer(Ty::INT);
        let var = p.declare(body, f, "p", ty, None).expect("typed");
        let (v, one) = (p.var(var), p.int_lit(1, IntKind::Int));
        let sum = p.binary(BinaryOp::Add, v, one).expect("typed");
        let guard = p.push_expr(ExprKind::Guard(sum, GuardStyle::Inline), ty);
        p.append(body, Stmt::Expr(guard));
    };
    assert_eq!(printed(pointer_guard, &Options::default()), Err(EmitError::NotGuardable));
    let dots = |p: &mut Program, _, _| {
        let ty = p.types.function(FnType { ret: Ty::VOID, params: vec![], variadic: true, prototype: true });
        p.add_func("dots", ty, &[]);
    };
    assert!(matches!(printed(dots, &Options::default()), Err(EmitError::NotInStandard { .. })));
    assert!(printed(dots, &Options { std: Std::C23, ..Options::default() }).is_ok());
    let huge = |p: &mut Program, _, body| {
        let e = p.int_lit(1 << 40, IntKind::Int);
        p.append(body, Stmt::Expr(e));
    };
    assert_eq!(printed(huge, &Options::default()), Err(EmitError::NoSuchConstant { value: 1 << 40 }));
}

/// A definition in the old style has its parameters' types between the declarator and the body.
#[test]
fn old_style_definitions() {
    let old = |p: &mut Program, _, _| {
        let ty = p.types.function(FnType { ret: Ty::INT, params: vec![], variadic: false, prototype: false });
        let f = p.add_func("old", ty, &[]);
        let x = p.add_local("x", Ty::CHAR, Storage::Param, f);
        p.funcs[f].params.push(x);
        let body = p.push_block(Vec::new());
        p.funcs[f].body = Some(body);
        let v = p.var(x);
        p.return_value(body, f, v).expect("typed");
    };
    let out = printed(old, &Options::default()).expect("it prints");
    assert!(out.text().contains("int old(x)\n    char x;\n{\n    return x;\n}\n"), "{}", out.text());
    gcc::accepts(Std::C11, &out);
    assert!(printed(old, &Options { std: Std::C23, ..Options::default() }).is_err());
}

/// Items out of their order are designated, and long gaps are not filled.
#[test]
fn designators_only_where_needed() {
    let mut p = Program::new(Target::LP64);
    let array = p.types.array(Ty::INT, 1000);
    let one = p.int_lit(1, IntKind::Int);
    let one = p.push_init(Init::Expr(one));
    let init = p.push_init(Init::List(vec![InitItem { place: 900, init: one, designated: false }]));
    p.add_global("a", array, Storage::Global, Some(init));
    let text = emit::print(&p, &Options::default()).expect("it prints").text();
    assert_eq!(text, "int a[1000] = {[900] = 1};\n");
    let c89 = emit::print(&p, &Options { std: Std::C89, ..Options::default() }).expect("it prints");
    assert_eq!(c89.text().matches('0').count(), 900 + 3);
    gcc::accepts(Std::C89, &c89);
}

/// One declaration has one list of specifiers, so the loop gets a block around it.
#[test]
fn declarations_that_share_no_type_stand_before_the_loop() {
    let build = |p: &mut Program, f, body| {
        let init = zoo::two_declarations(p, f, Ty::LONG);
        let inner = p.push_block(Vec::new());
        p.append(inner, Stmt::Break);
        p.append(body, Stmt::For { init, cond: None, step: None, body: inner });
    };
    let out = printed(build, &Options::default()).expect("it prints");
    let expected = "{\n        int j = 0;\n        long k = 0;\n        for (;;) {\n            break;\n        }\n    }\n";
    assert!(out.text().contains(expected), "{}", out.text());
    gcc::accepts(Std::C11, &out);
}
