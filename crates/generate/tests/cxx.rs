//! Programs in C++: what C and C++ see differently, one case each, and grown programs.

mod gxx;

use assay_generate::{Aim, Check, Feature, Request, find_profile};
use emit::{Layout, Options, Std};
use ir::Target;
use machine::{Config, Outcome};
use test_support::Compiler;

/// C that means something else, or nothing, in C++ if it is taken by the letter.
const CASES: [(&str, &str); 9] = [
    (
        "enumerations",
        "enum E { A, B = 5, C }; enum E e = A, f[2] = { C, 1 }; enum E g(enum E x) { return x == 1 ? B : 1; }
        int main(void) { int r; e += 2; e |= 1; r = e++; printf(\"%d %d\\n\", r, e); r = --e; e--; printf(\"%d %d\\n\", r, e);
        printf(\"%d %d %d\\n\", g(f[1]), A - 1 < 0, e - 9 < 0); switch (e) { case B: case 2: puts(\"x\"); } return 0; }",
    ),
    (
        "bool",
        "_Bool b; int main(void) { int r; r = b++; printf(\"%d%d\", r, b); r = b++; printf(\"%d%d\", r, b);
        r = b--; printf(\"%d%d\", r, b); r = b--; printf(\"%d%d\", r, b); r = --b; printf(\"%d%d\", r, b); b--; ++b;
        printf(\"%d\\n\", b); return 0; }",
    ),
    (
        "bit-fields",
        "struct S { unsigned a : 3, b : 5; int c : 4; } s = { 1, 2, -3 };
        int main(void) { int k = s.a; printf(\"%d\", (k ? s.a : s.b) - 10 < 0); printf(\"%d\", (k, s.b) - 10 < 0);
        printf(\"%d\", (s.a = 9) - 10 < 0); printf(\"%d\\n\", s.b++ - 10 < 0); return 0; }",
    ),
    (
        "tentative definitions and constants",
        "static int a; static int *p = &a; static int a = 7; const int z; static const struct { int x; } w;
        extern int *q; int **pp = &q; int *q = &a;
        int main(void) { printf(\"%d %d %d %d\\n\", *p, z, w.x, **pp); return 0; }",
    ),
    (
        "strings",
        "char a[3] = \"abc\"; unsigned char u[2] = \"\\377x\"; char *s = \"text\"; const char *t = \"t\";
        int main(void) { char *p = strchr(\"hello\", 'l'); printf(\"%c%c %d %s %s %s\\n\", a[0], a[2], u[0], s, t, p); return 0; }",
    ),
    (
        "memory",
        "int main(void) { int *p = malloc(sizeof *p); void *v = p; long r; if (!p) return 1; *p = 5; int *q = v; r = *q; free(p);
        printf(\"%ld\\n\", r); return 0; }",
    ),
    (
        "lists",
        "struct S { unsigned char c; struct { int x[3]; } in; short s; };
        int main(void) { int i = 300; struct S s = { i, { { [2] = i } }, .s = -1 }; float f[2] = { i };
        printf(\"%d %d %d %d %d\\n\", s.c, s.in.x[2], s.in.x[0], s.s, (int)f[0]); return 0; }",
    ),
    (
        "conversions of values",
        "int f(char c) { return c; } int main(void) { unsigned char u = 200; int r = (1 ? u : u) << 1;
        printf(\"%d %d %d\\n\", r, f('a'), -('a' < 'b') < 0); return 0; }",
    ),
    ("storage", "int f(int *restrict p) { register int i = *p; return i + _Alignof(long); } int main(void) { int x = 1; return f(&x) != 9; }"),
];

fn preprocessed(text: &str) -> String {
    let head = "int printf(const char *, ...); int puts(const char *); char *strchr(const char *, int);
        void *malloc(unsigned long); void free(void *);\n";
    format!("{head}{text}\n")
}

#[test]
fn what_differs_from_c_is_translated() {
    let Some(compiler) = Compiler::gxx() else { return };
    for (name, text) in CASES {
        let program =
            read::read(&preprocessed(text), Target::LP64).unwrap_or_else(|e| panic!("{name}: {e}")).program;
        let (outcome, mut machine) = machine::run(&program, Config::default());
        assert_eq!(outcome, Outcome::Finished { exit_code: 0 }, "{name}");
        let expected = String::from_utf8(machine.take_output()).expect("text");
        for std in [Std::Cxx11, Std::Cxx20] {
            let options = Options { std, ..Options::default() };
            let out = emit::print(&program, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(
                gxx::run(&compiler, &out, (std, "-O1"), name),
                expected,
                "{name} in {std}:\n{}",
                out.text()
            );
        }
    }
}

/// Each standard gets its own programs.
#[test]
fn grown_programs_print_what_they_must() {
    let Some(compiler) = Compiler::gxx() else { return };
    let profile = find_profile("default").expect("there is one");
    for (i, std) in Std::CXX.into_iter().enumerate() {
        let mut policy = profile.policy(Aim::WrongCode);
        policy.shape.size = 3000;
        Feature::missing_in(std).for_each(|feature| feature.turn_off(&mut policy));
        for (seed, level) in [(100 + i as u64, "-O0"), (200 + i as u64, "-O2")] {
            let request = Request {
                seed,
                target: Target::LP64,
                policy: policy.clone(),
                swarm: true,
                check: Check::Print,
            };
            let grown = profile.grow(&request).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let layout = if level == "-O0" { Layout::Single } else { Layout::Split };
            let out = emit::print(&grown.program, &Options { std, layout, ..Options::default() });
            let out = out.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let printed = gxx::run(&compiler, &out, (std, level), &format!("seed {seed}"));
            assert_eq!(printed.as_bytes(), grown.expected, "seed {seed} in {std} at {level}");
        }
    }
}
