//! Finished functions run as code, and the tree says what is right: both must do the same, in all that can be seen. Every other
//! test of the machine compares them too; here are programs that others wrote.

mod support;

use assay_machine::{Aliasing, Alignment, Config, Order, Outcome};
use std::error::Error;
use std::path::Path;
use std::process::Command;
use test_support::{Compiler, is_installed};

const INCLUDE: &str = "/usr/include/csmith";
const PROGRAMS: u32 = 12;

/// A preprocessed program that Csmith wrote.
fn csmith(seed: u32, dir: &Path) -> Result<String, Box<dyn Error>> {
    let wrote = Command::new("csmith").current_dir(dir).args(["--seed", &seed.to_string()]).output()?;
    let file = dir.join("program.c");
    std::fs::write(&file, &wrote.stdout)?;
    Ok(Compiler::gcc().preprocess(&file, &["-I", INCLUDE])?)
}

#[test]
fn programs_of_csmith_run_alike() -> Result<(), Box<dyn Error>> {
    if !is_installed("csmith") || !Path::new(INCLUDE).join("csmith.h").exists() {
        test_support::skip("there is no csmith");
        return Ok(());
    }
    let dir = tempfile::tempdir()?;
    let mut finished = 0;
    for seed in 1..=PROGRAMS {
        let program = support::program(&csmith(seed, dir.path())?, ir::Target::LP64)?;
        let strict = Config { max_steps: 3_000_000, ..Config::default() };
        support::execute(&program, strict.clone());
        let forgiving = Config {
            order: Order::LeftToRight,
            alignment: Alignment::Any,
            aliasing: Aliasing::Any,
            ..strict
        };
        let ran = support::execute(&program, forgiving);
        finished += u32::from(matches!(ran.outcome, Outcome::Finished { .. }));
    }
    assert!(finished > PROGRAMS / 3, "only {finished} of {PROGRAMS} programs finished");
    Ok(())
}

/// What a statement has counted when something undefined ends it: an operand of each kind of expression divides by zero.
#[test]
fn steps_are_the_same_where_a_program_ends_early() -> Result<(), Box<dyn Error>> {
    for statement in ENDING_EARLY {
        let text = format!(
            "int g; int a[3]; struct S {{ int f; int k[4]; }} s;
             int twice(int x, int y) {{ return (x < 0 || y > 9) ? x : x + y; }}
             int bad(int z) {{ int w = 3; w = 1 / z; return w; }}
             int main(void) {{ {statement}; return 0; }}"
        );
        let program = support::program(&text, ir::Target::LP64)?;
        for order in [Order::Strict, Order::LeftToRight] {
            let ran = support::execute(&program, Config { order, ..Config::default() });
            assert!(matches!(ran.outcome, Outcome::Undefined(_)), "{statement}: {:?}", ran.outcome);
        }
    }
    Ok(())
}

const ENDING_EARLY: &[&str] = &[
    "g = bad(0)",
    "int l; l = bad(0)",
    "g += bad(0)",
    "int l = 0; l += bad(0)",
    "a[1] = bad(0)",
    "a[2] += bad(0)",
    "s.f = bad(0)",
    "s.f += bad(0)",
    "s.k[1] = bad(0)",
    "s.k[g] += bad(0)",
    "s.k[bad(0)] = 1",
    "s.k[g + 4] = bad(0)",
    "s.k[3] + s.k[g - 1]",
    "a[bad(0)]",
    "s.k[1] + bad(0)",
    "s.k[g++] = bad(0)",
    "s.f = (g = 1) + bad(0)",
    "g = (s.f = 1) + bad(0)",
    "g += (s.f = 1) + bad(0)",
    "int l = 0; l += (s.f = 1) + bad(0)",
    "int *q = &g; *q = bad(0)",
    "int *q = &g; *q += (s.f = 1) + bad(0)",
    "int *q = &g; q[bad(0)] = (g = 1) + bad(0)",
    "int l = 0; int *q = &l; l = (s.f += 1) + bad(0)",
    "int l = 0; int *q = &l; l += (s.f += 1) + bad(0)",
    "int *q; q = &a[bad(0)]",
    "int *q; int **r = &q; q = (s.f = 1, &a[bad(0)])",
    "struct S *p = &s, *t; t = (bad(0), p)",
    "struct S *p = &s; p->k[2] = bad(0)",
    "g++ + bad(0)",
    "s.f++ + bad(0)",
    "struct S z; z = (bad(0), s)",
    "struct S z; z = (g = 2, bad(0), s)",
    "double d; d = bad(0)",
    "int *q = a; q += bad(0)",
    "twice(g, bad(0))",
    "twice(twice(1, g), twice(2, twice(g, 1 / g)))",
    "twice(2147483647, 1)",
    "g = 3 + twice(2147483647, twice(g, 1))",
];
