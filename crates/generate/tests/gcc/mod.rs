//! Compiles programs with a C compiler and runs them.

use std::path::Path;
use std::process::Command;

/// What the program prints when it is compiled with these flags.
pub fn run(dir: &Path, text: &str, flags: &[&str]) -> String {
    run_by("gcc", dir, text, flags)
}

pub fn run_by(compiler: &str, dir: &Path, text: &str, flags: &[&str]) -> String {
    let (file, out) = (dir.join("t.c"), dir.join("t.out"));
    std::fs::write(&file, text).expect("write");
    let status = Command::new(compiler).args(flags).arg("-w").arg("-o").arg(&out).arg(&file).status();
    assert!(status.expect("the compiler runs").success(), "{compiler} {flags:?} rejects\n{text}");
    let run = Command::new(&out).env("ASAN_OPTIONS", "detect_leaks=0").output().expect("the program runs");
    assert!(run.status.success(), "{compiler} {flags:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}
