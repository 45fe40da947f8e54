//! `assay gen --profile csmith` in the place of `csmith`: each of its options is taken, or refused in one sentence.

use std::process::{Command, Output};
use test_support::Compiler;

const OPTIONS: &str = include_str!("csmith-options.txt");

fn csmith(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(["gen", "--profile", "csmith", "--size", "400", "-s", "3"]).args(args);
    command.output().expect("assay runs")
}

#[test]
fn every_option_of_csmith_is_taken_or_refused_in_a_sentence() {
    let rows = OPTIONS.lines().filter(|line| !line.starts_with('#'));
    let (mut taken, mut refused) = (0, 0);
    for row in rows {
        let words: Vec<&str> = row.split(' ').map(|word| if word == "N" { "3" } else { word }).collect();
        let output = csmith(&words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(0) => {
                assert!(!output.stdout.is_empty() && said.is_empty(), "{row}: {said}");
                taken += 1;
            }
            Some(2) => {
                let sentence = format!("assay: {} of Csmith ", words[0]);
                assert!(said.starts_with(&sentence) && said.lines().count() == 1, "{row}: {said}");
                refused += 1;
            }
            other => panic!("{row}: {other:?} {said}"),
        }
    }
    assert!(taken > 105 && refused > 30, "{taken} taken, {refused} refused");
}

#[test]
fn a_script_for_csmith_keeps_working() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("test.c");
    let file = file.to_str().expect("a plain name");
    let options = ["--max-funcs", "4", "--no-bitfields", "--no-packed-struct", "--concise", "--quiet"];
    let output = csmith(&[&options[..], &["--output", file]].concat());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let text = std::fs::read_to_string(file).expect("it is written");
    assert!(text.contains("func_1(") && !text.contains("func_5("), "{text}");
}

#[test]
fn cxx_is_written_on_request() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("test.cpp");
    let name = file.to_str().expect("a plain name");
    assert_eq!(csmith(&["--lang-cpp", "--concise", "-o", name]).status.code(), Some(0));
    let text = std::fs::read_to_string(&file).expect("it is written");
    assert!(!text.contains("union "), "a union can be read by the wrong member: {text}");
    let Some(compiler) = Compiler::gxx() else { return };
    let checked = compiler.check(&[("test.cpp", &text)], &["-std=c++11", "-w"]);
    assert!(checked.is_ok(), "{checked:?}\n{text}");
}
