//! Compiles programs that are written in C++, strictly, and runs them.

use emit::{Output, Std};
use std::path::Path;
use std::process::Command;

/// Whether there is a compiler for C++; says so if there is none.
#[expect(clippy::print_stderr)]
pub fn is_there() -> bool {
    let found = Command::new("g++").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no g++");
    }
    found
}

/// What the program prints at this level of optimisation.
pub fn run(out: &Output, std: Std, level: &str, what: &str) -> String {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for file in &out.files {
        std::fs::write(dir.path().join(&file.name), &file.text).expect("the directory is writable");
    }
    let sources = out.files.iter().map(|f| f.name.as_str()).filter(|n| !n.ends_with(".h"));
    let done = Command::new("g++")
        .current_dir(dir.path())
        .args([&format!("-std={std}"), "-pedantic-errors", "-w", level, "-o", "a.out"])
        .args(sources)
        .output()
        .expect("g++ is there");
    let errors: String = String::from_utf8_lossy(&done.stderr).chars().take(3000).collect();
    assert!(done.status.success(), "{what} in {std}:\n{errors}\n{}", out.text());
    execute(&dir.path().join("a.out"), what)
}

fn execute(program: &Path, what: &str) -> String {
    let done = Command::new(program).output().expect("it starts");
    assert!(done.status.success(), "{what}: {}", done.status);
    String::from_utf8(done.stdout).expect("text")
}
