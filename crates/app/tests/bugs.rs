//! The compiler bugs that Assay has found (`tests/bugs/`): each program is well defined, and what its first lines
//! expect is what the machine says, and gcc unless the bug is gcc's. Whether the named compiler is still wrong is for its own maintainers.

use std::path::{Path, PathBuf};
use std::process::Command;
use test_support::Compiler;

fn programs() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bugs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("tests/bugs is there")
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

/// What follows a word in the comment at the top.
fn field<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.trim_start_matches("/*").trim_start().strip_prefix(word)).map(str::trim)
}

fn output(command: &mut Command) -> String {
    let out = command.output().unwrap();
    assert!(out.status.success(), "{command:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn every_program_says_what_is_wrong_and_is_right_itself() {
    let programs = programs();
    assert!(!programs.is_empty());
    for file in programs {
        let text = std::fs::read_to_string(&file).unwrap();
        for word in ["compiler:", "wrong:", "actual:"] {
            assert!(field(&text, word).is_some_and(|rest| !rest.is_empty()), "{}: {word}", file.display());
        }
        let expected = field(&text, "expected:").expect("what is expected").to_owned();
        let machine = output(Command::new(env!("CARGO_BIN_EXE_assay")).arg("run").arg(&file));
        assert_eq!(machine.trim(), expected, "{} on the machine", file.display());
        if field(&text, "compiler:").is_some_and(|compiler| compiler.starts_with("gcc")) {
            continue;
        }
        let built = Compiler::gcc().build_file(&file, &["-w", "-O0"]).unwrap();
        assert_eq!(built.run(&[]).text().trim(), expected, "{} by gcc", file.display());
    }
}
