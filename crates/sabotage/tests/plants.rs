//! Each planted bug shows in the sabotaged compiler, and not in the one that it calls; crashes and hangs look like a compiler's.

use harness::process::Clock;
use harness::{Expected, Limits, Setup, Source, Template, Toolchain, Verdict};
use std::time::Duration;

const SHORT: Duration = Duration::from_millis(700);

fn toolchain(line: &str) -> Toolchain {
    Toolchain::from_template(Template::parse(line).unwrap()).unwrap()
}

fn gcc() -> Toolchain {
    toolchain("gcc")
}

/// The sabotaged compiler with these options.
fn sabotaged(options: &str) -> Toolchain {
    toolchain(&format!("'{}' {options} --cc gcc --", env!("CARGO_BIN_EXE_assay-sabotage")))
}

fn source(text: &str) -> Vec<Source> {
    vec![Source { name: "test.c".into(), text: text.into() }]
}

fn verdict(toolchain: &Toolchain, flags: &[&str], text: &str, stdout: &str) -> Verdict {
    let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    let expected = Expected { stdout: stdout.into(), code: 0 };
    Setup::default().test(toolchain, &flags, &source(text), Some(&expected)).unwrap().verdict
}

/// What a plant needs to show: a program, its right output, flags at which it goes wrong.
const PLANTED: [(&str, &str, &str, &str); 9] = [
    ("sar-to-shr", "-O1", "volatile int v = -8; P(v >> 1);", "-4"),
    ("compare-off-by-one", "-O1", "volatile int v = 3, w = 3; P(v < w);", "0"),
    ("movsbl-to-movzbl", "-O1", "volatile signed char c = -1; P(c);", "-1"),
    ("signed-to-unsigned", "-O1", "volatile int v = -1, w = 3; P(v > w);", "0"),
    ("dropped-store", "-O1", "static volatile int g = 1; g = 5; P(g);", "5"),
    ("swapped-branch", "-O0", "volatile int v = 1, w = 3, x = 0; if (v >= w) x = 1; P(x);", "0"),
    (
        "bit-field-mask",
        "-O0",
        "static struct { unsigned a : 5, b : 7; } s = {0, 127}; s.a = 1; P(s.b);",
        "127",
    ),
    (
        "struct-copy",
        "-O2",
        "struct S { long a, b, c, d; }; static volatile long z = 9; struct S s = {z, z, z, z}; static struct S t; \
         struct S *volatile p = &t; *p = s; P((int)(p->a + p->b + p->c + p->d));",
        "36",
    ),
    ("sub-to-add", "-O1", "volatile int v = 7, w = 2; P(v - w);", "5"),
];

#[test]
fn planted_bugs_show_in_the_sabotaged_compiler_and_not_in_the_real_one() {
    for (plant, level, body, right) in PLANTED {
        let text = format!(
            "#include <stdio.h>\n#define P(x) printf(\"%d\\n\", x)\nint main(void) {{ {body} return 0; }}\n"
        );
        let right = format!("{right}\n");
        assert_eq!(verdict(&gcc(), &[level], &text, &right), Verdict::Ok, "{plant}: the example is wrong");
        let found = verdict(&sabotaged(&format!("--plant {plant}")), &[level], &text, &right);
        assert!(matches!(found, Verdict::WrongResult(_)), "{plant}: {found}");
    }
}

const SHIFT: &str =
    "#include <stdio.h>\nint main(void) { volatile int v = -8; printf(\"%d\\n\", v >> 1); return 0; }";

#[test]
fn a_planted_bug_may_depend_on_the_level() {
    let from_one = sabotaged("--plant sar-to-shr --from-level 1");
    let at_two = sabotaged("--plant sar-to-shr --at-level 2");
    let rows = [
        (&from_one, "-O0", true),
        (&from_one, "-O3", false),
        (&at_two, "-O1", true),
        (&at_two, "-O2", false),
        (&at_two, "-O3", true),
    ];
    for (toolchain, level, ok) in rows {
        assert_eq!(verdict(toolchain, &[level], SHIFT, "-4\n").is_ok(), ok, "{level}");
    }
}

#[test]
fn a_compiler_may_have_many_bugs() {
    let options = "--plant sub-to-add --plant sar-to-shr --every --only sarl --from-level 1";
    let both = sabotaged(options);
    assert!(!verdict(&both, &["-O1"], SHIFT, "-4\n").is_ok());
    assert!(verdict(&both, &["-O0"], SHIFT, "-4\n").is_ok(), "each has conditions of its own");
    let long = SHIFT.replace("int v", "long v").replace("%d", "%ld");
    assert!(verdict(&both, &["-O1"], &long, "-4\n").is_ok(), "only 32-bit shifts are concerned");
    let difference = SHIFT.replace("v >> 1", "v - v");
    assert!(!verdict(&both, &["-O0"], &difference, "0\n").is_ok());
}

const DIVIDE: &str = "int main(void) { volatile int v = 7, w = 2; return v / w - 3; }";

#[test]
fn a_compiler_crash_has_a_signature() {
    let found = verdict(&sabotaged("--plant crash"), &["-O1"], DIVIDE, "");
    assert_eq!(found.to_string(), "compiler crash: expand_sabotage at sabotage.cc");
    assert_eq!(verdict(&sabotaged("--plant crash"), &["-O1"], SHIFT, "-4\n"), Verdict::Ok);
}

#[test]
fn a_compiler_that_dies_silently() {
    let found = verdict(&sabotaged("--plant abort"), &[], DIVIDE, "");
    assert_eq!(found.to_string(), "compiler crash: SIGABRT");
}

#[test]
fn a_compiler_hang() {
    let setup = Setup { compile: Limits::compiler().with_time(SHORT), ..Setup::default() };
    let found = setup.test(&sabotaged("--plant hang"), &[], &source(DIVIDE), None).unwrap().verdict;
    assert_eq!(found, Verdict::CompilerHang { clock: Clock::Wall });
}

#[test]
fn the_sabotaged_compiler_explains_itself() {
    let run = |arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|&a| a.to_owned()).collect();
        match sabotage::run(&arguments) {
            sabotage::Outcome::Fail { message, code: 2 } => message,
            other => panic!("{other:?}"),
        }
    };
    assert!(run(&["--plant", "nonsense"]).contains("sar-to-shr, compare-off-by-one"));
    assert!(run(&["--"]).contains("`--plant NAME` is missing"));
    assert!(run(&["-O2"]).contains("`-O2` is no option"));
}
