//! Finished functions run as code, and the tree says what is right: both must do the same, in all that can be seen. Every other
//! test of the machine compares them too; here are programs that others wrote.
#![allow(clippy::print_stderr)]

mod support;

use assay_machine::{Aliasing, Alignment, Config, Order, Outcome};
use std::error::Error;
use std::path::Path;
use std::process::Command;

const INCLUDE: &str = "/usr/include/csmith";
const PROGRAMS: u32 = 12;

/// A preprocessed program that Csmith wrote.
fn csmith(seed: u32, dir: &Path) -> Result<String, Box<dyn Error>> {
    let wrote = Command::new("csmith").current_dir(dir).args(["--seed", &seed.to_string()]).output()?;
    let file = dir.join("program.c");
    std::fs::write(&file, &wrote.stdout)?;
    let preprocessed = Command::new("gcc").args(["-E", "-I", INCLUDE]).arg(&file).output()?;
    Ok(String::from_utf8(preprocessed.stdout)?)
}

#[test]
fn programs_of_csmith_run_alike() -> Result<(), Box<dyn Error>> {
    let installed = Command::new("csmith").arg("--version").output().is_ok();
    if !installed || !Path::new(INCLUDE).join("csmith.h").exists() {
        eprintln!("skipped: csmith is not installed");
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
