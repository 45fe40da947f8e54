//! Profile `orange` from outside: its options, what is said about wrong ones, and how its findings are named.

mod support;

use std::process::{Command, Output};
use support::{ASSAY, Place, events, is};

fn orange(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(["gen", "--seed", "1"]).args(args).output().expect("assay runs")
}

#[test]
fn expressions_are_as_many_as_asked_for() {
    let options = ["--profile", "orange", "--expressions", "3", "--operators", "4", "--check", "orange"];
    let output = orange(&options);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = |start: &str| text.lines().filter(|line| line.trim_start().starts_with(start)).count();
    assert_eq!((lines("t0 = "), lines("t1 = "), lines("t2 = "), lines("t3 = ")), (1, 1, 1, 0), "{text}");
    assert_eq!(lines("OK();"), 3, "{text}");
}

#[test]
fn wrong_numbers_are_told() {
    let rows: [(&[&str], &str); 4] = [
        (&["--operators", "4"], "--operators needs --profile orange"),
        (&["--profile", "orange", "--operators", "100", "--depth", "3"], "ask for --depth 7 or more"),
        (
            &["--profile", "orange", "--operators", "10000", "--expressions", "10000"],
            "ask for at most 1000000",
        ),
        (&["--profile", "orange", "--expressions", "0"], "0 is not in 1..=10000"),
    ];
    for (args, said) in rows {
        let output = orange(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(words.contains(said), "{args:?}: {words}");
    }
}

/// A finding is reduced in Orange's own way, and the operators and types that are left name the bug.
#[test]
fn a_finding_is_named_by_its_pattern() {
    let place = Place::new();
    let buggy = format!("{ASSAY} sabotage --plant compare-off-by-one --every --cc gcc -- -w -O0");
    let words = ["hunt", "--cc", &buggy, "--profile", "orange", "--tests", "1", "--jobs", "2"];
    let output = place.assay(&[&words[..], &["--seed", SEED, "--dir", "c", "--json"]].concat());
    let all = events(&output);
    let reduced = all.iter().find(|event| is(event, "reduced")).expect("there is a finding");
    let (finding, program) = (&reduced["finding"], &reduced["finding"]["reduced"]);
    assert_eq!(program["finished"], true, "{program}");
    let pattern = program["pattern"].as_str().expect("it has one");
    assert!(["<", "<=", ">", ">="].iter().any(|op| pattern.contains(&format!("({op} "))), "{pattern}");
    assert!(!pattern.contains(|c: char| c.is_ascii_digit()), "values do not count: {pattern}");
    let bucket = finding["bucket"].as_str().expect("it has one");
    assert!(bucket.starts_with("wrong-code ") && bucket.ends_with(&format!(": {pattern}")), "{bucket}");
}

/// One whose first program fails, and is soon small.
const SEED: &str = "3";
