//! C++ as a person meets it: programs in files of C++, and campaigns with its compilers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use test_support::Compiler;

fn assay(dir: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(words).current_dir(dir).output().expect("assay starts")
}

#[test]
fn programs_are_written_to_files_of_cxx_and_print_what_they_must() {
    if Compiler::gxx().is_none() {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let words = ["gen", "--profile", "yarpgen", "--std", "c++17", "--seed", "3", "--size", "1500"];
    let done = assay(dir.path(), &[&words[..], &["--count", "1", "--out-dir", "."]].concat());
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let built = Command::new("g++")
        .args(["-std=c++17", "-pedantic-errors", "-O1", "-w", "3.cpp", "-o", "3"])
        .current_dir(dir.path())
        .status()
        .expect("g++ is there");
    assert!(built.success());
    let printed = Command::new(dir.path().join("3")).output().expect("it runs").stdout;
    assert_eq!(printed, fs::read(dir.path().join("3.expected")).expect("it was written"));
    let split = assay(dir.path(), &[&words[..], &["--layout", "split", "-o", "parts"]].concat());
    assert!(split.status.success());
    for file in ["test.h", "test_main.cpp", "test_funcs.cpp"] {
        assert!(dir.path().join("parts").join(file).is_file(), "{file}");
    }
}

#[test]
fn a_campaign_tests_compilers_of_cxx() {
    if Compiler::gxx().is_none() {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let words =
        ["hunt", "--profile", "yarpgen", "--std", "c++17", "--tests", "1", "--jobs", "1", "--seed", "1"];
    let done = assay(dir.path(), &[&words[..], &["--cc", "g++ -O1"]].concat());
    let text = [done.stdout, done.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert_eq!(done.status.code(), Some(0), "{text}");
    assert!(text.contains("nothing found"), "{text}");
}

#[test]
fn findings_in_cxx_are_reduced() {
    if Compiler::gxx().is_none() {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let bad =
        format!("{} sabotage --plant sub-to-add --every --cc g++ -- -w -O1", env!("CARGO_BIN_EXE_assay"));
    let words =
        ["hunt", "--profile", "yarpgen", "--std", "c++17", "--tests", "4", "--jobs", "2", "--seed", "1"];
    let done = assay(dir.path(), &[&words[..], &["--cc", &bad, "--dir", "c"]].concat());
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    // The first of the bug is reduced, whichever test finds it.
    let findings = fs::read_dir(dir.path().join("c/findings")).expect(&told).flatten();
    let place = findings.map(|one| one.path()).find(|one| one.join("reduced.cpp").exists()).expect(&told);
    let text = fs::read_to_string(place.join("reduced.cpp")).expect(&told);
    assert!(text.contains('-') && text.lines().count() <= 25, "{text}");
    let built = Command::new("g++").args(["-w", "reduced.cpp", "-o", "reduced"]).current_dir(&place).status();
    assert!(built.expect("g++ is there").success() && !place.join("reduced.c").exists(), "{text}");
    reduced_by_hand(&place, &text);
}

/// The same by hand, with what is in the finding's folder alone.
fn reduced_by_hand(place: &Path, text: &str) {
    fs::remove_file(place.join("reduced.cpp")).unwrap();
    let done = assay(place, &["reduce", "."]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{told}");
    assert_eq!(fs::read_to_string(place.join("reduced.cpp")).expect(&told), text);
    let done = assay(place, &["reduce", ".", "--script", "x.sh"]);
    assert!(String::from_utf8_lossy(&done.stderr).contains("are for programs in C"));
    fs::remove_file(place.join("program.c")).unwrap();
    let done = assay(place, &["reduce", "."]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{told}");
    assert!(told.contains("program.c is missing"), "{told}");
}

#[test]
fn mistakes_are_told() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let rows: [(&[&str], &str); 3] = [
        (&["gen", "--std", "c++98"], "there is no standard c++98"),
        (&["hunt", "--std", "c++98", "--tests", "1"], "there is no standard `c++98`"),
        (&["hunt", "--std", "c++17", "--cc", "gcc -O2", "--tests", "1"], "gcc is for C"),
    ];
    for (words, told) in rows {
        let done = assay(dir.path(), words);
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{words:?}: {text}");
        assert!(text.contains(told), "{words:?}: {text}");
    }
}
