//! Each pass on a small program: what it proposes, applied, gives this text. The programs are C, through the reader.

use emit::{Looks, Options, print};
use ir::validate::{Dialect, Rules, validate_with};
use ir::{Program, Target};
use reduce::Trace;
use reduce::passes::{FINISH, ORANGE_LAST, PASSES, POLISH};
use reduce::rebuild::rebuild;

fn program(text: &str) -> Program {
    read::read(text, Target::LP64).unwrap_or_else(|error| panic!("{error}: {text}")).program
}

fn shown(p: &Program) -> String {
    let options = Options { looks: Looks::Compact, ..Options::default() };
    let text = print(p, &options).expect("it prints").text();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What each proposal of a pass makes of the program, those that are no C left out.
fn proposed(pass: &str, text: &str) -> Vec<String> {
    let p = program(text);
    let trace = Trace::of(&p, machine::Config::default());
    let row = PASSES
        .iter()
        .chain(&POLISH)
        .chain(&FINISH)
        .chain(&ORANGE_LAST)
        .find(|row| row.name == pass)
        .expect("a pass of that name");
    let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
    let copies = (row.propose)(&trace).into_iter().filter_map(|edits| rebuild(&p, &edits).ok());
    copies.filter(|copy| validate_with(copy, rules).is_empty()).map(|copy| shown(&copy)).collect()
}

#[track_caller]
fn one(pass: &str, text: &str, expected: &str) {
    let all = proposed(pass, text);
    assert!(all.iter().any(|one| one == expected), "{pass}: {expected} is not among {all:#?}");
}

#[test]
fn dead_code_goes() {
    one(
        "dead code",
        "int a; int main(void) { if (a) a = 2; a = 1; }",
        "int a; int main() { if (a) ; a = 1; }",
    );
}

#[test]
fn what_nobody_mentions_goes_at_once() {
    one(
        "unused",
        "int a, b; void f(void) { b = 1; } int main(void) { a = 1; }",
        "int a; int main() { a = 1; }",
    );
}

#[test]
fn a_function_that_is_gone_gives_zero() {
    one(
        "functions",
        "int a; int f(int x) { return x; } int main(void) { a = 1 + f(2); }",
        "int a; int main() { a = 1 + 0; }",
    );
}

#[test]
fn statements_go() {
    let text = "int a; int main(void) { a = 1; while (a) { a--; } }";
    one("statements", text, "int a; int main() { a = 1; }");
    one("statements within", text, "int a; int main() { a = 1; while (a) ; }");
}

#[test]
fn compound_statements_are_unwrapped() {
    one("unwrap", "int a; int main(void) { if (!a) a = 2; else a = 3; }", "int a; int main() { a = 2; }");
    let text = "int a; int main(void) { for (int i = 1; i < 3; i++) { if (a) break; a = i; } }";
    one("unwrap", text, "int a; int main() { int i = 1; if (a) ; a = i; }");
    let text = "int a; int main(void) { switch (a) { case 0: a = 1; break; default: a = 2; } }";
    one("unwrap", text, "int a; int main() { a = 1; a = 2; }");
}

#[test]
fn variables_become_what_is_seen_of_them() {
    one("variables", "int a = 7, b; int main(void) { b = a; }", "int b; int main() { b = 7; }");
    one("variables", "int a = 7, b; int main(void) { b = a; }", "int a = 7; int main() {}");
}

/// What is computed for a variable that is gone may do something.
#[test]
fn calls_stay_when_their_result_goes() {
    let text = "int a; int f(void) { return a = 1; } int main(void) { int x = f(); }";
    one("unused", text, "int a; int f() { return a = 1; } int main() { f(); }");
}

#[test]
fn expressions_become_their_values() {
    let text = "int a = 7, b; int main(void) { b = a * 3 - 1; }";
    one("values", text, "int a = 7, b; int main() { b = 20; }");
    one("values", text, "int a = 7, b; int main() { b = 21 - 1; }");
    one("zero", text, "int a = 7, b; int main() { b = 0; }");
}

#[test]
fn parameters_go_with_their_arguments() {
    let text = "int a; void f(int x, int y) { a = x + y; } int main(void) { f(3, 4); }";
    one("parameters", text, "int a; void f(int y) { a = 3 + y; } int main() { f(4); }");
    one("parameters", text, "int a; void f(int x) { int y = 4; a = x + y; } int main() { f(3); }");
}

#[test]
fn results_that_nobody_wants_go() {
    let text = "int a; long f(void) { a = 1; return a; } int main(void) { f(); }";
    one("returns", text, "int a; void f() { a = 1; return; } int main() { f(); }");
}

#[test]
fn operations_become_operands() {
    let text = "int a, b; int main(void) { a = b ? b + 2 : -b; a += 3; }";
    one("operands", text, "int a, b; int main() { a = b + 2; a += 3; }");
    one("operands", text, "int a, b; int main() { a = b ? 2 : -b; a += 3; }");
    one("operands", text, "int a, b; int main() { a = b ? b + 2 : b; a += 3; }");
    one("operands", text, "int a, b; int main() { a = b ? b + 2 : -b; a = 3; }");
}

#[test]
fn pointers_become_what_they_point_to() {
    let text = "struct S { int f, g[3]; } s; int *p = &s.g[2]; int main(void) { *p = 5; }";
    one(
        "places",
        text,
        "struct S { int f; int g[3]; }; struct S s; int *p = &s.g[2]; int main() { s.g[2] = 5; }",
    );
}

#[test]
fn labels_go_with_their_jumps() {
    one(
        "jumps",
        "int a; int main(void) { if (a) goto end; a = 1; end: a = 2; }",
        "int a; int main() { if (a) ; a = 1; a = 2; }",
    );
}

#[test]
fn calls_are_inlined() {
    let text = "int a; int f(int x) { int y = x + 1; return y * 2; } int main(void) { a = f(3); }";
    one("inline", text, "int a; int main() { int x = 3, y = x + 1; a = y * 2; }");
}

#[test]
fn aggregates_become_scalars() {
    let text = "struct S { int f; long g; } s = { 1, 2 }; int main(void) { s.g = s.f; }";
    one("split", text, "int s_f = 1; long s_g = 2; int main() { s_g = s_f; }");
    one("aggregates", text, "long s = 2; int main() { s = 0; }");
    one("aggregates", text, "int s = 1; int main() { s = s; }");
    let text = "int a[3] = { 4, 5, 6 }, i; int main(void) { a[i] = 1; }";
    one("aggregates", text, "int a = 4, i; int main() { a = 1; }");
    one("aggregates", text, "int a[1] = {4}, i; int main() { a[i] = 1; }");
}

#[test]
fn members_and_attributes_go() {
    let text = "struct __attribute__((packed)) S { int f : 3; int g; } s; int main(void) { s.g = s.f; }";
    one("fields", text, "struct __attribute__((packed)) S { int g; }; struct S s; int main() { s.g = 0; }");
    one("fields", text, "struct S { int f : 3; int g; }; struct S s; int main() { s.g = s.f; }");
    one(
        "fields",
        text,
        "struct __attribute__((packed)) S { int f; int g; }; struct S s; int main() { s.g = s.f; }",
    );
}

#[test]
fn records_become_one_of_their_members_everywhere() {
    let text = "struct S { int f; long g; } s[2] = { { 1, 2 } }, *p = s; int main(void) { p->f = s[1].g; }";
    one("fields", text, "long s[2] = {2}, *p = s; int main() { *p = s[1]; }");
    one("fields", text, "int s[2] = {1}, *p = s; int main() { *p = s[1]; }");
    let text = "struct L { struct L *next; } l; int main(void) { l.next = &l; }";
    assert!(proposed("fields", text).is_empty());
}

#[test]
fn initialisers_go() {
    let text = "int a[3] = { 1, 2, 3 }, b = 4; int main(void) { a[b - 4] = b; }";
    one("initialisers", text, "int a[3] = {1, 2, 3}, b; int main() { a[b - 4] = b; }");
    one("initialisers", text, "int a[3] = {1, [2] = 3}, b = 4; int main() { a[b - 4] = b; }");
}

#[test]
fn declarations_get_plain() {
    let text = "static volatile int a; const long b = 1; int main(void) { a = b; }";
    one("qualifiers", text, "int a; const long b = 1; int main() { a = b; }");
    one("qualifiers", text, "static int a; const long b = 1; int main() { a = b; }");
    let text = "long a[2], *b = a; int main(void) { *b = (long)1; }";
    one("types", text, "int a[2], *b = a; int main() { *b = (int)1; }");
    one("types", "long a[2]; int main(void) { a[1] = 1; }", "int a[2]; int main() { a[1] = 1; }");
    one("types", "unsigned char a; int main(void) { a = 1; }", "int a; int main() { a = 1; }");
}

#[test]
fn constants_get_smaller() {
    let text = "int a; int main(void) { a = 0x1234 + 5L; }";
    one("constants", text, "int a; int main() { a = 0 + 5L; }");
    one("constants", text, "int a; int main() { a = 0x1234 + 5; }");
    one("smaller constants", text, "int a; int main() { a = 466 + 5L; }");
    one("smaller constants", text, "int a; int main() { a = 4096 + 5L; }");
    one("constants", text, "int a; int main() { a = 52 + 5L; }");
    one("constants", "int a = -7 - 1; int main() {}", "int a = -1; int main() {}");
}

#[test]
fn values_are_forwarded_and_variables_merged() {
    let text = "int a, b; int main(void) { int c = a + 1; b = c; }";
    one("forward", text, "int a, b; int main() { b = a + 1; }");
    one("merge", text, "int a; int main() { int c = a + 1; a = c; }");
}

#[test]
fn the_check_becomes_one_line() {
    let text = "int printf(const char *, ...); int a = 3; long b; int main(void) { printf(\"%d and %ld\\n\", a, b); }";
    let includes = "#include <stdio.h> ";
    one("printed", text, &format!("{includes}int a = 3; long b; int main() {{ printf(\"%d\\n\", a); }}"));
    let text = "int printf(const char *, ...); int a = 3; int main(void) { printf(\"%d\\n\", a); }";
    one("abort", text, "int a = 3; int main() { if (a != 3) __builtin_abort(); }");
    one(
        "names",
        "int foo; struct Tag { int bar; } baz; int main(void) { foo = baz.bar; }",
        "struct A { int a; }; int a; struct A b; int main() { a = b.a; }",
    );
}

/// No pass is without a test of its own; what is written in decimal shows in the others' texts.
#[test]
fn every_pass_is_tested_here() {
    let own: String = include_str!("passes.rs").split_whitespace().collect();
    for row in PASSES.iter().chain(&POLISH).chain(&FINISH).filter(|row| row.name != "decimal") {
        let name: String = row.name.split_whitespace().collect();
        assert!(own.contains(&format!("one(\"{name}\"")), "{}", row.name);
    }
}

#[test]
fn a_global_of_one_function_becomes_local() {
    one(
        "globals to locals",
        "static int a = 3; int b; int f(void) { return b; } int main(void) { return a + f(); }",
        "int b; int f() { return b; } int main() { int a = 3; return a + f(); }",
    );
    one(
        "globals to locals",
        "long a; int main(void) { a = a + 1; return 0; }",
        "int main() { long a = 0; a = a + 1; return 0; }",
    );
    let used = "int a, b, *p = &a; int f(void) { return b; } int main(void) { return a + b + f() + *p; }";
    assert!(
        proposed("globals to locals", used)
            .iter()
            .all(|text| text.starts_with("int a, b") || text.starts_with("int a; int b"))
    );
}
