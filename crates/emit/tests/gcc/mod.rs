//! Compiles and runs what the printer wrote. Tests that need a compiler call [`gcc`].

#![allow(dead_code)]

use assay_emit::{Output, SourceFile, Std};
use std::path::Path;
use std::process::{Command, Output as Done};

/// GCC 12 knows C23 by its old name.
pub fn flag(std: Std) -> &'static str {
    match std {
        Std::C89 => "-std=c89",
        Std::C99 => "-std=c99",
        Std::C11 => "-std=c11",
        Std::C17 => "-std=c17",
        Std::C23 => "-std=c2x",
        Std::Cxx11 => "-std=c++11",
        Std::Cxx14 => "-std=c++14",
        Std::Cxx17 => "-std=c++17",
        Std::Cxx20 => "-std=c++20",
        Std::Cxx23 => "-std=c++23",
    }
}

const STRICT: [&str; 2] = ["-pedantic-errors", "-Wall"];
/// What C++ has no name for.
const STRICT_C: &str = "-Werror=implicit";

fn write(dir: &Path, output: &Output) -> Vec<String> {
    for file in &output.files {
        std::fs::write(dir.join(&file.name), &file.text).expect("the directory is writable");
    }
    output.files.iter().map(|f| f.name.clone()).filter(|n| !n.ends_with(".h")).collect()
}

fn gcc(dir: &Path, std: Std, flags: &[&str], sources: &[String]) -> Done {
    Command::new(if std.is_cxx() { "g++" } else { "gcc" })
        .current_dir(dir)
        .arg(flag(std))
        .args(STRICT)
        .args((!std.is_cxx()).then_some(STRICT_C))
        .args(flags)
        .args(sources)
        .output()
        .expect("gcc is installed")
}

fn demand(done: &Done, what: &str, output: &Output) {
    let errors: String = String::from_utf8_lossy(&done.stderr).chars().take(3000).collect();
    assert!(done.status.success(), "{}\n{what}: {}\n{errors}", output.text(), done.status);
}

/// Whether there is a compiler for C++; says so if there is none.
#[expect(clippy::print_stderr)]
pub fn has_cxx() -> bool {
    let found = Command::new("g++").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no g++");
    }
    found
}

/// Whether the headers of the library are there for 32 bits (Debian: gcc-multilib); says so if they are not.
#[expect(clippy::print_stderr)]
pub fn has_32_bit_headers() -> bool {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sources = write(dir.path(), &text("#include <stdio.h>\n".to_owned()));
    let found = gcc(dir.path(), Std::C11, &["-fsyntax-only", "-m32"], &sources).status.success();
    if !found {
        eprintln!("skipped: gcc -m32 finds no <stdio.h>");
    }
    found
}

/// The strict compiler accepts each file.
pub fn accepts(std: Std, output: &Output) {
    accepts_for(std, "-m64", output);
}

/// The same for another target: code is made for it, but not run.
pub fn accepts_for(std: Std, target: &str, output: &Output) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sources = write(dir.path(), output);
    demand(&gcc(dir.path(), std, &["-c", target], &sources), std.name(), output);
}

/// What the program prints, which has to end well.
pub fn run(std: Std, flags: &[&str], output: &Output, args: &[&str]) -> String {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sources = write(dir.path(), output);
    let mut flags = flags.to_vec();
    flags.extend(["-o", "a.out"]);
    demand(&gcc(dir.path(), std, &flags, &sources), std.name(), output);
    let done = Command::new(dir.path().join("a.out")).args(args).output().expect("it starts");
    demand(&done, "run", output);
    String::from_utf8(done.stdout).expect("it prints ASCII")
}

/// The same for text that is not the printer's.
pub fn text(text: String) -> Output {
    Output { files: vec![SourceFile { name: "test.c".to_owned(), text }] }
}
