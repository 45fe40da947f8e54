//! What compilers, test programs and accidents can do to a campaign, and what they cannot.

mod support;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use support::{Place, events, is};

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn findings(events: &[Value]) -> Vec<&Value> {
    events.iter().filter(|event| is(event, "found")).map(|event| &event["finding"]).collect()
}

/// A script that compiles with gcc, and then does something to the output of programs with a word in them.
fn spoiling(place: &Place, name: &str, word: &str, deed: &str) -> String {
    place.compiler(
        name,
        &format!(
            "gcc -w -O0 \"$@\" || exit 1\nwhile [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then out=$2; fi; shift; done\n\
             if [ -n \"${{out:-}}\" ] && grep -qs '{word}' *.c; then {deed}; fi; true"
        ),
    )
}

/// The seed of the first test of the campaign with seed 1.
fn first_seed(place: &Place) -> String {
    let words = ["hunt", "--cc", "gcc -w", "--tests", "1", "--seed", "1", "--dir", "first", "--json"];
    let events = events(&place.assay(&words));
    let done = events.iter().find(|event| is(event, "test-done")).expect("a test");
    done["seed"].as_u64().expect("a number").to_string()
}

fn size_of(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir).unwrap().flatten();
    entries
        .map(|one| if one.path().is_dir() { size_of(&one.path()) } else { one.metadata().unwrap().len() })
        .sum()
}

#[test]
fn success_without_a_program_is_a_finding_and_the_campaign_goes_on() {
    let place = Place::new();
    let mark = format!("seed {}[^0-9]", first_seed(&place));
    let rows = [
        ("missing", "rm $out", "no output file"),
        ("empty", ": > $out", "an empty output file"),
        ("plain", "chmod 644 $out", "an output file that may not be executed"),
        ("broken", "printf '\\177ELFnonsense' > $out", "an output file that is not a program"),
    ];
    let compilers = rows.map(|(name, deed, _)| spoiling(&place, name, &mark, deed));
    let mut words = vec!["hunt", "--tests", "2", "--seed", "1", "--dir", "c", "--no-triage", "--json"];
    compilers.iter().for_each(|one| words.extend(["--cc", one]));
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let events = events(&output);
    assert_eq!(events.last().unwrap()["summary"]["totals"]["tests"], 2, "the next test came after it");
    for (name, _, cause) in rows {
        let bucket = format!("bad-output {name}: {cause}");
        let found = findings(&events).into_iter().find(|one| one["bucket"] == bucket.as_str());
        let found = found.unwrap_or_else(|| panic!("{bucket}: {:#?}", findings(&events)));
        assert_eq!(found["kind"], "bad-output");
        let script = place.path(&format!("c/findings/{}/reproduce.sh", found["id"].as_str().unwrap()));
        let again = Command::new("sh").arg(&script).output().unwrap();
        assert_eq!(again.status.code(), Some(0), "{name}: {}", err(&again));
    }
    let report = place.assay(&["report", "c"]);
    assert!(String::from_utf8_lossy(&report.stdout).contains("bad-output missing"));
}

#[test]
fn a_compiler_that_never_writes_a_program_is_the_environment() {
    let place = Place::new();
    let rows = [
        ("never", "rm $out", "wrote no output that can be used"),
        ("foreign", "printf '\\177ELFnonsense' > $out", "is a program for another machine"),
    ];
    for (name, deed, part) in rows {
        let cc = spoiling(&place, name, "", deed);
        let output = place.assay(&[
            "hunt",
            "--cc",
            &cc,
            "--tests",
            "2",
            "--seed",
            "1",
            "--dir",
            &format!("c-{name}"),
            "--json",
        ]);
        assert!([Some(2), Some(3)].contains(&output.status.code()), "{}", err(&output));
        assert!(err(&output).contains(part), "{}", err(&output));
        assert!(!String::from_utf8_lossy(&output.stdout).contains("\"found\""), "{name}");
    }
}

#[test]
fn a_message_of_a_megabyte_is_not_kept_whole() {
    let place = Place::new();
    let mark = format!("seed {}[^0-9]", first_seed(&place));
    let deed = "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo ' error: at the end' >&2; exit 1";
    let cc = spoiling(&place, "chatty", &mark, deed);
    let words = ["hunt", "--cc", &cc, "--tests", "1", "--seed", "1", "--dir", "c", "--no-triage", "--json"];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let events = events(&output);
    let found = findings(&events)[0];
    let title = found["title"].as_str().unwrap();
    assert!(title.contains("characters left out") && title.contains("at the end"), "{title}");
    let folder = place.path(&format!("c/findings/{}", found["id"].as_str().unwrap()));
    let messages = fs::read_to_string(folder.join("compiler-messages.txt")).unwrap();
    assert!(messages.contains("bytes left out") && messages.len() < 70_000, "{}", messages.len());
    assert!(size_of(&place.path("c")) < 1 << 20, "{} bytes", size_of(&place.path("c")));
}
