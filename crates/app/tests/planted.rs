//! Ten planted bugs of as many kinds, each reduced: what is left still shows the planted bug, which is to say that it is right where
//! the compiler is cured, and no sanitizer has anything to say about it.

mod support;

use std::fs;
use std::process::{Command, Output};
use support::{ASSAY, Place};
use test_support::Compiler;

/// What the bugs are met in: something of each kind of statement, around a function that only one of the bugs concerns.
fn program(declarations: &str, body: &str) -> String {
    format!(
        "#include <stdio.h>\n\
         int g_1 = -77, g_2 = 5, g_3 = 4;\n\
         {declarations}\n\
         static long work(int a, int b) {{ {body} }}\n\
         int main(void) {{\n\
             for (int i = 0; i < 2; i++)\n\
                 if (i)\n\
                     g_2 = (int)work(g_1 * 2, i);\n\
             printf(\"%d %d\\n\", g_2, g_3);\n\
             return 0;\n\
         }}\n"
    )
}

fn sabotaged(plant: &str) -> String {
    format!("{ASSAY} sabotage --plant {plant} --every --cc gcc -- -w -O1")
}

impl Place {
    /// What the program prints that a compiler makes of a file, and how it ends.
    fn run(&self, cc: &str, file: &str) -> Output {
        let exe = self.path("tested");
        let mut words = cc.split(' ');
        let mut compile = Command::new(words.next().expect("a command"));
        compile.args(words).args(["-o"]).arg(&exe).arg(file).current_dir(self.0.path());
        let compiled = compile.output().unwrap_or_else(|error| panic!("{cc}: {error}"));
        assert!(compiled.status.success(), "{cc}: {}", String::from_utf8_lossy(&compiled.stderr));
        Command::new(exe).output().expect("the program starts")
    }

    /// Reduces a program on which the compiler fails, and looks at what is left; its size.
    fn lay_bare(&self, plant: &str, file: &str, more: &[&str]) -> usize {
        let cc = sabotaged(plant);
        let reduced = self.assay(&[&["reduce", file, "--cc", &cc, "-o", "small.c"], more].concat());
        assert!(reduced.status.success(), "{plant}: {}", String::from_utf8_lossy(&reduced.stderr));
        let text = fs::read_to_string(self.path("small.c")).expect("it is written");
        let right = self.assay(&["run", "small.c"]);
        let same =
            |output: &Output| (output.status.code(), &output.stdout) == (right.status.code(), &right.stdout);
        assert!(right.status.success(), "{plant}: {}\n{text}", String::from_utf8_lossy(&right.stderr));
        assert!(!same(&self.run(&cc, "small.c")), "{plant}: the bug is lost\n{text}");
        assert!(same(&self.run("gcc -w -O1", "small.c")), "{plant}: another bug is left\n{text}");
        for sanitized in sanitizers() {
            let output = self.run(&sanitized, "small.c");
            let silent = output.stderr.is_empty() && same(&output);
            assert!(silent, "{plant}, {sanitized}: {}\n{text}", String::from_utf8_lossy(&output.stderr));
        }
        text.len()
    }
}

/// The sanitizers of gcc, and of clang where it is installed.
fn sanitizers() -> Vec<String> {
    let mut all = vec!["gcc -w -fsanitize=address,undefined".to_owned()];
    if let Some(clang) = Compiler::clang() {
        let clang = clang.name();
        let kinds = ["address,undefined", "memory"];
        all.extend(kinds.map(|kind| format!("{clang} -w -fsanitize={kind}")));
    }
    all
}

fn check(plant: &str, declarations: &str, body: &str) {
    let place = Place::new();
    place.write("big.c", &program(declarations, body));
    let size = place.lay_bare(plant, "big.c", &[]);
    assert!(size < 200, "{plant}: {size} bytes are left");
}

macro_rules! planted {
    ($($name:ident: $plant:literal, $declarations:literal, $body:literal;)*) => {
        $(
            #[test]
            fn $name() {
                check($plant, $declarations, $body);
            }
        )*

        const PLANTS: &[&str] = &[$($plant),*];
    };
}

planted! {
    shift: "sar-to-shr", "", "return a >> b;";
    comparison: "compare-off-by-one", "", "return (a < g_3 - 158) + b;";
    extension: "movsbl-to-movzbl", "", "signed char c = (signed char)(a + 100); return c + b;";
    signedness: "signed-to-unsigned", "", "return (a < g_3) + 3;";
    store: "dropped-store", "volatile int v_1;", "v_1 = a; return v_1 + b;";
    branch: "swapped-branch", "", "if (a < g_3) { g_3 = 7; return g_3 + b; } return a;";
    bit_field: "bit-field-mask", "struct fields { unsigned low : 5, high : 7; } f_1 = { 9, 5 };",
        "f_1.low = (unsigned)b; return f_1.high + a;";
    copy: "struct-copy", "struct block { long x[4]; } b_1, b_2 = { { 1, 2, 3, 4 } };",
        "b_1 = b_2; return b_1.x[1] + b_1.x[3] + a;";
    subtraction: "sub-to-add", "", "return a * b - g_3;";
    floating: "float-add-to-sub", "double d_1 = 2.5;", "double d = d_1 + a; return (long)d + b;";
}

/// The same with grown programs of a thousand lines. Takes minutes.
#[test]
#[ignore = "takes minutes: cargo test -p assay --test planted -- --ignored"]
fn grown_programs_are_laid_bare_too() {
    for plant in PLANTS {
        let place = Place::new();
        let fails = (1..200).find(|seed| {
            let seed = seed.to_string();
            let grown = place.assay(&["gen", "--seed", &seed, "-o", "big.c"]).status.success();
            let right = place.assay(&["run", "big.c"]);
            let tested = || place.run(&format!("timeout 20 {}", sabotaged(plant)), "big.c");
            grown && right.status.success() && tested().stdout != right.stdout
        });
        let seed = fails.unwrap_or_else(|| panic!("{plant} concerns no program"));
        let size = place.lay_bare(plant, "big.c", &["--for", "150s"]);
        assert!(size < 2500, "{plant}, seed {seed}: {size} bytes are left");
    }
}
