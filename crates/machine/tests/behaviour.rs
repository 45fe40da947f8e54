//! What the machine promises besides refusing undefined behaviour: memory that does not grow with steps, observations, the
//! volatile trace, budgets, other targets, and final values.

mod support;

use assay_machine as machine;
use ir::{Endian, ExprKind, PathStep, Program, Target, VarId};
use machine::{Config, Endings, Limit, Outcome, Scalar, Ub, Value};
use support::{execute, program};

fn read(text: &str) -> Program {
    program(text, Target::LP64).expect("the test's program is valid")
}

fn exit_code(text: &str, target: Target) -> i32 {
    let program = program(text, target).expect("the test's program is valid");
    match execute(&program, Config::default()).outcome {
        Outcome::Finished { exit_code } => exit_code,
        other => panic!("{other:?}"),
    }
}

fn footprint(text: &str) -> usize {
    let ran = execute(&read(text), Config::default());
    assert_eq!(ran.outcome, Outcome::Finished { exit_code: 0 });
    ran.footprint
}

// --- memory grows with live objects, not with steps ---

#[test]
fn loops_with_locals_and_calls_reuse_memory() {
    let text = |n: u32| {
        format!(
            "static int twice(int x) {{ int y[4] = {{ x, x, x, x }}; return y[3] * 2; }}
             int main(void) {{ unsigned s = 0;
                 for (int i = 0; i < {n}; i++) {{ int a = i % 10; struct {{ int v[3]; }} b = {{ {{ a }} }};
                     s += (unsigned)(twice(a) + twice(b.v[0])); }}
                 return s == 1; }}"
        )
    };
    assert_eq!(footprint(&text(10)), footprint(&text(20_000)));
}

#[test]
fn freed_memory_is_used_again() {
    let text = |n: u32| {
        format!(
            "void *malloc(unsigned long); void free(void *);
             int main(void) {{ for (int i = 0; i < {n}; i++) {{
                 char *p = malloc(100); int *q = malloc(sizeof *q); *q = i; p[99] = 1; free(q); free(p); }}
                 return 0; }}"
        )
    };
    assert_eq!(footprint(&text(3)), footprint(&text(20_000)));
}

#[test]
fn recursion_gives_its_memory_back() {
    let text = |n: u32| {
        format!(
            "static int down(int n) {{ int a[10] = {{ n }}; return n ? down(n - 1) + a[0] : 0; }}
             int main(void) {{ unsigned s = 0; for (int i = 0; i < {n}; i++) s += (unsigned)down(50); return s == 1; }}"
        )
    };
    assert_eq!(footprint(&text(1)), footprint(&text(500)));
}

#[test]
fn watching_calls_does_not_pile_up_records() {
    // Two calls in one expression are watched; what they do again and again is recorded once.
    let text = "static int g[8]; static int f(int n) { for (int i = 0; i < n; i++) g[i & 7] ^= i; return 1; }
                static int h(int n) { int s = 0; while (n-- > 0) s += f(1) - f(1); return s; }
                int main(void) { return f(300000) - (h(1) + 1); }";
    let program = read(text);
    let config = Config { order: machine::Order::LeftToRight, ..Config::default() };
    assert_eq!(execute(&program, config).outcome, Outcome::Finished { exit_code: 0 });
}

// --- observations ---

#[test]
fn counts_ranges_and_constants_are_recorded() {
    let program = read(
        "int g; int main(void) { for (int i = -3; i < 5; i++) { g = i; g = 7; if (i > 100) g = 0; } return 0; }",
    );
    let config = Config { record_values: true, ..Config::default() };
    let (outcome, machine) = machine::run(&program, config);
    assert_eq!(outcome, Outcome::Finished { exit_code: 0 });
    let seen: Vec<_> =
        program.exprs.ids().filter_map(|e| machine.observed.seen(e).map(|s| (e, *s))).collect();
    let values_of_i = seen
        .iter()
        .find(|(e, s)| matches!(program.exprs[*e].kind, ExprKind::Assign { .. }) && s.varies && s.count == 8);
    let (_, i) = values_of_i.expect("g = i ran eight times");
    assert_eq!((i.min, i.max, i.constant()), (-3, 4, None));
    let sevens = seen.iter().filter(|(_, s)| s.constant() == Some(Value::Int(7)) && s.count == 8).count();
    assert!(sevens >= 1, "g = 7 gave seven each time");
    let dead = program.stmts.ids().filter(|s| machine.observed.runs(*s) == 0).count();
    assert!(dead >= 1, "g = 0 never ran");
}

#[test]
fn volatile_accesses_are_traced_in_order() {
    let program = read("volatile int v = 1; int main(void) { v = 5; int x = v; v += 2; v++; return x; }");
    let config = Config { record_volatile: true, ..Config::default() };
    let (_, machine) = machine::run(&program, config);
    let trace: Vec<(bool, Value)> = machine
        .observed
        .volatile
        .as_ref()
        .expect("it was asked for")
        .iter()
        .map(|access| (access.write, access.value))
        .collect();
    let int = Value::Int;
    // The first is the initialiser, before the program starts.
    let expected = [
        (true, int(1)),
        (true, int(5)),
        (false, int(5)),
        (false, int(5)),
        (true, int(7)),
        (false, int(7)),
        (true, int(8)),
    ];
    assert_eq!(trace, expected);
    assert_eq!(machine.observed.volatile_count, 7);
}

// --- budgets ---

#[test]
fn each_budget_has_its_name() {
    let out_of = |text: &str, config: Config| match execute(&read(text), config).outcome {
        Outcome::OutOfBudget(limit) => limit,
        other => panic!("{other:?}"),
    };
    let few = Config { max_steps: 1000, ..Config::default() };
    assert_eq!(
        out_of("int main(void) { for (unsigned i = 1; i; i++) ; return 0; }", few.clone()),
        Limit::Steps
    );
    assert_eq!(out_of("int main(void) { a: goto b; b: goto a; }", few), Limit::Endless);
    let flat = Config { max_depth: 20, ..Config::default() };
    assert_eq!(
        out_of("static int f(int n) { return f(n + 1); } int main(void) { return f(0); }", flat),
        Limit::Depth
    );
    let small = Config { max_memory: 1 << 16, ..Config::default() };
    let hungry = "void *malloc(unsigned long); int main(void) { for (;;) malloc(1000); }";
    assert_eq!(out_of(hungry, small), Limit::Memory);
    assert_eq!(out_of("int main(void) { for (;;) ; }", Config::default()), Limit::Endless);
    assert_eq!(out_of("int main(void) { while (1) { } }", Config::default()), Limit::Endless);
}

#[test]
fn deep_recursion_fits_the_deep_stack() {
    let text = "static int f(int n) { if (n) { { return ((f(n - 1) + 1)); } } return 0; }
                int main(void) { return f(9000) == 9000 ? 3 : 4; }";
    assert_eq!(exit_code(text, Target::LP64), 3);
}

// --- other targets ---

#[test]
fn sizes_follow_the_target() {
    let text = "struct s { char c; double d; }; int main(void) {
        return (int)(sizeof(int) + 10 * sizeof(long) + 1000 * sizeof(void *) + 10000 * sizeof(struct s)); }";
    assert_eq!(exit_code(text, Target::LP64), 4 + 80 + 8000 + 160_000);
    assert_eq!(exit_code(text, Target::LLP64), 4 + 40 + 8000 + 160_000);
    assert_eq!(exit_code(text, Target::ILP32), 4 + 40 + 4000 + 120_000);
    let small = "int main(void) { return (int)(sizeof(int) + 10 * sizeof(long) + 100 * sizeof(void *)); }";
    assert_eq!(exit_code(small, Target::IP16), 2 + 40 + 200);
}

#[test]
fn promotions_follow_the_target() {
    // unsigned short promotes to int, or to unsigned int where that is no wider.
    let text = "int main(void) { unsigned short a = 1; return a - 2 < 0; }";
    assert_eq!(exit_code(text, Target::LP64), 1);
    assert_eq!(exit_code(text, Target::IP16), 0);
    let overflow = "int main(void) { int a = 32767; return a + 1 > 0; }";
    assert_eq!(exit_code(overflow, Target::LP64), 1);
    let program = program(overflow, Target::IP16).unwrap();
    assert!(matches!(execute(&program, Config::default()).outcome, Outcome::Undefined(_)));
    let char_sign = "int main(void) { char c = (char)200; return c < 0; }";
    assert_eq!(exit_code(char_sign, Target::LP64), 1);
    assert_eq!(exit_code(char_sign, Target::IP16), 0);
}

fn big_endian() -> Target {
    Target { endian: Endian::Big, ..Target::LP64 }
}

#[test]
fn bytes_stand_in_the_targets_order() {
    let text = "int main(void) { unsigned x = 0x01020304; unsigned char *p = (unsigned char *)&x;
        return p[0] * 10 + p[3]; }";
    assert_eq!(exit_code(text, Target::LP64), 41);
    assert_eq!(exit_code(text, big_endian()), 14);
}

#[test]
fn bit_fields_stand_in_the_targets_order() {
    let text = "int main(void) { union { struct { unsigned a : 4, b : 12, c : 16; } s; unsigned char bytes[4]; } u;
        u.s.a = 1; u.s.b = 2; u.s.c = 3; return u.bytes[0] == LOW && u.s.a == 1 && u.s.b == 2 && u.s.c == 3; }";
    assert_eq!(exit_code(&text.replace("LOW", "0x21"), Target::LP64), 1);
    assert_eq!(exit_code(&text.replace("LOW", "0x10"), big_endian()), 1);
}

#[test]
fn pointers_of_any_size_are_kept_whole() {
    let text =
        "int main(void) { int x = 5, *p = &x, **q = &p; struct { char c; int *p; } s = { 1, *q }, t = s;
        *t.p += 2; return x; }";
    for target in Target::PRESETS {
        assert_eq!(exit_code(text, target.clone()), 7, "{}", target.name);
    }
    assert_eq!(exit_code(text, big_endian()), 7);
}

// --- records by value ---

#[test]
fn records_are_passed_by_value_whatever_happens_to_them() {
    let text = "struct s { int a[4]; }; static struct s s = { { 1, 2, 3, 4 } };
        static int spoil(void) { s.a[0] = 50; return 1; }
        static int first(struct s t, int n) { s.a[0] += 100; return t.a[0] + n; }
        static int later(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); s.a[0] = 70;
            struct s t = __builtin_va_arg(ap, struct s); __builtin_va_end(ap); return t.a[0] + n; }
        int main(void) { return first(s, spoil()) == 2 && s.a[0] == 150 && later(1, s) == 151; }";
    let config = Config { order: machine::Order::LeftToRight, ..Config::default() };
    assert_eq!(execute(&read(text), config).outcome, Outcome::Finished { exit_code: 1 });
}

// --- final values ---

fn global(program: &Program, name: &str) -> VarId {
    let found = program.globals.iter().find(|v| program.name(program.vars[**v].name) == name);
    *found.expect("there is such a global")
}

#[test]
fn final_values_of_every_scalar() {
    let program = read(
        "struct s { int a; unsigned b : 3; signed c : 4; char d[2]; }; struct s s = { 1, 2, -3, { 4, 5 } };
         int grid[2][2]; int *null; int *some; double d; _Bool truth; long long big;
         int main(void) { grid[1][0] = -7; some = &grid[0][1]; d = 2.5; truth = 5; s.d[1]++; big = -1; return 0; }",
    );
    let (_, machine) = machine::run(&program, Config::default());
    let value = |name: &str, path: &[PathStep]| machine.final_value(global(&program, name), path);
    assert_eq!(value("s", &[PathStep::Field(0)]), Some(Scalar::Int(1)));
    assert_eq!(value("s", &[PathStep::Field(1)]), Some(Scalar::Int(2)));
    assert_eq!(value("s", &[PathStep::Field(2)]), Some(Scalar::Int(-3)));
    assert_eq!(value("s", &[PathStep::Field(3), PathStep::Element(1)]), Some(Scalar::Int(6)));
    assert_eq!(value("grid", &[PathStep::Element(1), PathStep::Element(0)]), Some(Scalar::Int(-7)));
    assert_eq!(value("null", &[]), Some(Scalar::Null));
    assert_eq!(value("some", &[]), Some(Scalar::NotNull));
    assert_eq!(value("truth", &[]), Some(Scalar::Int(1)));
    assert_eq!(value("big", &[]), Some(Scalar::Int(-1)));
    assert!(matches!(value("d", &[]), Some(Scalar::Float(_))));
    let all = machine.finals();
    assert_eq!(all.len(), 5 + 4 + 2 + 3);
    for one in all.iter() {
        assert_eq!(machine.final_value(one.path.var, &one.path.steps), Some(one.value));
    }
}

// --- going back ---

// --- inexact floating point ---

/// Noise changes what is printed only where that depends on how inexact values are rounded.
#[test]
fn noise_tells_inexact_results_from_others() {
    let print = "int printf(const char *, ...);";
    let rows = [
        (true, "volatile float x = 3.0f; printf(\"%d\", (int)(x * 5.0f));"),
        (true, "volatile double x = 0.1; printf(\"%d\", x * 3.0 - 0.3 < 1e-9);"),
        (true, "volatile float x = 0.7f; printf(\"%d\", x / 3.0f > 0.2f);"),
        (false, "volatile double x = 0.1; printf(\"%d\", x * 3.0 == 0.3);"),
        (false, "volatile double x = 0.1; printf(\"%.17g\", x + 0.2);"),
        (false, "volatile double x = 0.1; float f = x; printf(\"%d\", f == 0.1f);"),
    ];
    for (stable, body) in rows {
        let program = read(&format!("{print} int main(void) {{ {body} return 0; }}"));
        let printed = execute(&program, Config::default()).output;
        assert_eq!(machine::is_stable(&program, &Config::default(), &printed), stable, "{body}");
    }
}

/// Which types have the attribute is not kept, so that nothing is said about accesses through another type.
#[test]
fn may_alias_is_no_reason_to_refuse() {
    let text = |attribute: &str| {
        format!(
            "typedef int {attribute} loose; int main(void) {{ float f = 1.0f; loose *p = (loose *)&f; return *p == 0; }}"
        )
    };
    let outcome = |attribute: &str| execute(&read(&text(attribute)), Config::default()).outcome;
    assert!(matches!(outcome(""), Outcome::Undefined(found) if found.ub.name() == "effective-type"));
    let Outcome::Unsupported(gap) = outcome("__attribute__((may_alias))") else { panic!("it is not known") };
    assert_eq!(gap.what, machine::Missing::MayAlias);
}

/// In C a function may end without a value that nobody uses; in C++ it may not.
#[test]
fn a_function_that_ends_without_its_value() {
    let outcome = |text: &str, endings| execute(&read(text), Config { endings, ..Config::default() }).outcome;
    let rows = [
        ("int f(int a) { if (a) return 1; } int main(void) { f(0); return 0; }", true),
        ("int f(int a) { if (a) return 1; } int main(void) { f(1); return 0; }", false),
        ("void f(void) {} int main(void) { f(); }", false),
        ("struct s { int a; }; struct s f(void) {} int main(void) { f(); return 0; }", true),
    ];
    for (text, is_undefined) in rows {
        assert!(matches!(outcome(text, Endings::InC), Outcome::Finished { .. }), "{text}");
        let is_found = matches!(outcome(text, Endings::InCpp), Outcome::Undefined(found) if found.ub == Ub::MissingReturn);
        assert_eq!(is_found, is_undefined, "{text}");
    }
}
