//! `assay hunt` and its relatives as a person or a script meets them, with gcc and sabotaged gccs: what is found, what
//! is not, what survives a kill, and every kind of bad input.

mod support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use support::{ASSAY, Place, events, is};

fn findings(events: &[Value]) -> Vec<&Value> {
    events.iter().filter(|event| is(event, "found")).map(|event| &event["finding"]).collect()
}

fn tests(events: &[Value], name: &str) -> Vec<u64> {
    events.iter().filter(|event| is(event, name)).map(|event| event["test"].as_u64().unwrap()).collect()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn sabotaged(plant: &str, flags: &str) -> String {
    format!("{ASSAY} sabotage --plant {plant} --every --cc gcc -- -w {flags}")
}

/// A compiler that does nothing, quickly: for tests about everything else.
const NOTHING: &str = "while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done";

#[test]
fn a_planted_bug_is_found_and_the_variable_is_named() {
    let place = Place::new();
    let bad = sabotaged("dropped-store", "-O1");
    let words = [
        "hunt",
        "--no-triage",
        "--cc",
        "gcc -w -O0",
        "--cc",
        &bad,
        "--tests",
        "12",
        "--seed",
        "1",
        "--dir",
        "c",
    ];
    let output = place.assay(&[&words[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let events = events(&output);
    let all = findings(&events);
    let wrong = all.iter().find(|finding| finding["kind"] == "wrong-code").expect("a wrong result");
    assert!(!wrong["variable"]["name"].as_str().unwrap().is_empty(), "{wrong:#}");
    assert_ne!(wrong["variable"]["expected"], wrong["variable"]["actual"]);
    assert!(wrong["right"][0].as_str().unwrap().contains("gcc -w -O0"));
    let id = wrong["id"].as_str().unwrap();
    for file in
        ["test.c", "expected.txt", "actual.txt", "expected-variables.txt", "README.md", "finding.json"]
    {
        assert!(place.path(&format!("c/findings/{id}/{file}")).is_file(), "{file}");
    }
    shown_and_reproduced(&place, id);
}

fn shown_and_reproduced(place: &Place, id: &str) {
    let list = place.assay(&["show", "c"]);
    assert!(out(&list).contains(id), "{}", out(&list));
    let one = place.assay(&["show", "c", id]);
    let text = out(&one);
    assert!(text.contains("first wrong") && text.contains(" cores, "), "{text}");
    let command = text.lines().find_map(|line| line.strip_prefix("reproduce")).expect("a command").trim();
    let again = Command::new("sh").args(["-c", command]).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    let json: Value = serde_json::from_slice(&place.assay(&["show", "c", id, "--json"]).stdout).unwrap();
    assert_eq!(json["id"], id);
    assert_eq!(place.assay(&["show", "c", "no-such"]).status.code(), Some(2));
}

#[test]
fn crashes_and_hangs_have_buckets_and_known_ones_do_not_count() {
    let place = Place::new();
    let crash = sabotaged("crash --pattern ret", "").replace("--every ", "");
    let hang = sabotaged("hang --pattern ret", "").replace("--every ", "");
    let config = format!(
        "known-bugs = \"known.toml\"\n[limits]\ncompile-seconds = 1\n\
         [[toolchain]]\nname = \"crashing\"\ncommand = \"{crash}\"\nlevels = [\"-O1\"]\n\
         [[toolchain]]\nname = \"hanging\"\ncommand = \"{hang}\"\nlevels = [\"-O1\"]\n"
    );
    place.write("known.toml", "[[known]]\ncontains = \"expand_sabotage at sabotage.cc\"\nnote = \"PR1\"\n");
    place.write("assay.toml", &config);
    let words = [
        "hunt",
        "--config",
        "assay.toml",
        "--mode",
        "crash",
        "--no-reduce",
        "--tests",
        "1",
        "--seed",
        "1",
        "--json",
    ];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let events = events(&output);
    let by_kind: BTreeMap<&str, &Value> =
        findings(&events).into_iter().map(|finding| (finding["kind"].as_str().unwrap(), finding)).collect();
    assert_eq!(by_kind["compiler-crash"]["bucket"], "compiler-crash: expand_sabotage at sabotage.cc");
    assert_eq!(by_kind["compiler-crash"]["known"], "PR1");
    assert_eq!(by_kind["compiler-hang"]["compiler"], "hanging");
    let examined = events.iter().filter(|event| is(event, "examined")).map(|event| &event["finding"]);
    let buckets: Vec<&str> = examined.filter_map(|finding| finding["bucket"].as_str()).collect();
    assert!(buckets.contains(&"compiler-hang hanging: rtl-sabotage"), "it tells where it hangs: {buckets:?}");
    let summary = &events.last().unwrap()["summary"]["totals"];
    assert_eq!((summary["findings"].as_u64(), summary["known"].as_u64()), (Some(1), Some(1)));
}

#[test]
fn a_killed_campaign_goes_on_and_loses_nothing() {
    let place = Place::new();
    let bad = sabotaged("dropped-store", "-O1");
    let words = [
        "hunt",
        "--no-triage",
        "--cc",
        "gcc -w -O0",
        "--cc",
        &bad,
        "--tests",
        "8",
        "--jobs",
        "2",
        "--seed",
        "3",
        "--dir",
        "c",
        "--json",
    ];
    let mut first = place.start(&words);
    let before = first.until("test-done", 3);
    first.child.kill().unwrap();
    let before = [before, first.rest()].concat();
    first.child.wait().unwrap();
    let second = place.assay(&words);
    let after = events(&second);
    let done: BTreeSet<u64> = tests(&before, "test-done").into_iter().collect();
    let again: BTreeSet<u64> = tests(&after, "test-started").into_iter().collect();
    assert!(done.is_disjoint(&again), "{done:?} were done, and {again:?} were run after");
    let started = tests(&before, "test-started").len();
    assert!(started - done.len() <= 2, "at most the tests in flight are repeated");
    let total = &after.last().unwrap()["summary"]["totals"];
    assert_eq!(total["tests"], 8);
    let listing: Value = serde_json::from_slice(&place.assay(&["show", "c", "--json"]).stdout).unwrap();
    let kept: BTreeSet<&str> = listing["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["id"].as_str().unwrap())
        .collect();
    for finding in findings(&before).into_iter().chain(findings(&after)) {
        let id = finding["id"].as_str().unwrap();
        assert!(kept.contains(id) && place.path(&format!("c/findings/{id}/README.md")).is_file(), "{id}");
    }
    assert_eq!(fs::read_dir(place.path("c/findings")).unwrap().count(), kept.len(), "no half-written folder");
}

#[test]
fn two_processes_do_not_share_a_folder() {
    let place = Place::new();
    let nothing = place.compiler("nothing", &format!("sleep 1; {NOTHING}"));
    let words = ["hunt", "--cc", &nothing, "--mode", "crash", "--seed", "1", "--dir", "c", "--json"];
    let mut first = place.start(&words);
    first.until("test-started", 1);
    let second = place.assay(&words);
    assert_eq!(second.status.code(), Some(3));
    let pid = first.child.id();
    assert!(err(&second).contains(&format!("another assay (process {pid}) works in c")), "{}", err(&second));
    first.signal("-INT");
    let rest = first.rest();
    assert!(is(rest.last().unwrap(), "finished"), "Ctrl-C ends with a summary");
    assert_eq!(first.child.wait().unwrap().code(), Some(0));
}

#[test]
fn trouble_around_the_compiler_is_no_finding() {
    let place = Place::new();
    let words = |cc: &str, dir: &str| {
        let words =
            ["hunt", "--cc", cc, "--mode", "crash", "--seed", "1", "--tests", "20", "--dir", dir, "--json"];
        words.map(str::to_owned)
    };
    let run = |cc: &str, dir: &str| {
        let words = words(cc, dir);
        place.assay(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let full = place.compiler("full", "echo 'as: No space left on device' >&2; exit 1");
    let hungry = place.compiler("hungry", "echo 'cc1: out of memory allocating 65536 bytes' >&2; exit 1");
    for (cc, part) in [(full, "the disk is full"), (hungry, "8 tests in a row")] {
        let output = run(&cc, part);
        assert_eq!(output.status.code(), Some(3), "{}", err(&output));
        assert!(err(&output).contains(part), "{}", err(&output));
        assert!(findings(&events(&output)).is_empty());
    }
}

#[test]
fn a_compiler_that_changes_stops_the_campaign() {
    let place = Place::new();
    let changing = place.compiler("changing", &format!("echo >> \"$0\"; {NOTHING}"));
    // Asking for the version changes it too, before its fingerprint is taken.
    let words = [
        "hunt",
        "--cc",
        &changing,
        "--mode",
        "crash",
        "--tests",
        "3",
        "--seed",
        "1",
        "--dir",
        "c",
        "--writable",
        ".",
    ];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(err(&output).contains("has changed since the start"), "{}", err(&output));
    assert!(out(&output).contains("nothing found"), "{}", out(&output));
}

#[test]
fn what_does_not_come_again_does_not_count() {
    let place = Place::new();
    let text = format!(
        "case \"$*\" in *test.c*) if [ ! -e {0} ]; then : > {0}; echo 'internal compiler error: in f, at g.c:1' >&2; exit 1; fi;; esac; {NOTHING}",
        place.path("seen").display()
    );
    let flaky = place.compiler("flaky", &text);
    let words = [
        "hunt",
        "--cc",
        &flaky,
        "--mode",
        "crash",
        "--tests",
        "2",
        "--jobs",
        "1",
        "--seed",
        "1",
        "--json",
        "--writable",
        ".",
    ];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    assert!(events(&output).iter().any(|event| is(event, "flaky")));
}

#[test]
fn tests_do_not_depend_on_the_number_of_jobs() {
    let place = Place::new();
    let programs = |jobs: &str, seed: &str| {
        let log = place.path(&format!("{jobs}-{seed}.log")).display().to_string();
        let cc = place.compiler(
            &format!("log-{jobs}-{seed}"),
            // A program may have several files; what asks about the compiler has one of its own.
            &format!(
                "case \"$*\" in *--version*|*target.c*|*probe.c*) ;; *) cat *.[ch] | cksum >> {log};; esac; {NOTHING}"
            ),
        );
        let dir = format!("c{jobs}-{seed}");
        let words = [
            "hunt",
            "--cc",
            &cc,
            "--mode",
            "crash",
            "--tests",
            "6",
            "--jobs",
            jobs,
            "--seed",
            seed,
            "--dir",
            &dir,
            "--writable",
            ".",
        ];
        let output = place.assay(&words);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let text = fs::read_to_string(log).unwrap();
        let lines: BTreeSet<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 6);
        lines
    };
    let one = programs("1", "5");
    assert_eq!(one, programs("3", "5"));
    assert!(one.is_disjoint(&programs("1", "6")));
}

const DEFINED: &str =
    "#include <stdio.h>\nint g; int main(void) { g = 7; printf(\"%d\\n\", g); return 0; }\n";
const UNDEFINED: &str = "#include <stdio.h>\nint g; int f(void) { int x; return x; }\n\
    int main(void) { g = 7; printf(\"%d %d\\n\", g, f() & 1); return 0; }\n";

#[test]
fn foreign_programs_are_voted_on_and_validated() {
    let place = Place::new();
    let bad = sabotaged("dropped-store", "-O0");
    let hunt = |program: &Path, dir: &str| {
        let generator = format!("sh -c 'cat {}'", program.display());
        let words = [
            "hunt",
            "--cc",
            "gcc -w -O0",
            "--cc",
            "gcc -w -O1",
            "--cc",
            &bad,
            "--no-triage",
            "--generator",
            &generator,
        ];
        place.assay(&[&words[..], &["--tests", "1", "--seed", "1", "--dir", dir, "--json"]].concat())
    };
    let output = hunt(&place.write("defined.txt", DEFINED), "c1");
    assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
    let all = events(&output);
    let found = findings(&all)[0];
    assert_eq!(found["kind"], "wrong-code");
    assert!(found["wrong"][0]["label"].as_str().unwrap().contains("dropped-store"), "{found:#}");
    assert_eq!(found["validated_by"][0], "assay's machine");
    let output = hunt(&place.write("undefined.txt", UNDEFINED), "c2");
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    assert_eq!(events(&output).last().unwrap()["summary"]["totals"]["skipped"], 1);
}

#[test]
fn the_demonstration_finds_its_bug() {
    let place = Place::new();
    let output = place.assay(&["demo", "--dir", "c"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    let text = out(&output);
    assert!(text.contains("first wrong") && text.contains("reproduce"), "{text}");
    assert!(!text.contains("once more stops at once"), "nobody has asked it to stop: {text}");
    // It is a campaign as any other, and goes on as it says.
    let output = place.assay(&["hunt", "--dir", "c", "--tests", "1", "--no-triage"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("going on after"), "{}", out(&output));
}

#[test]
fn programs_are_checked_in_a_table() {
    let place = Place::new();
    place.write("good.c", DEFINED);
    place.write("bad.c", "int main(void) { int a[2] = {1, 2}; int i = 2; return a[i]; }\n");
    let output = place.assay(&["check", "good.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let output = place.assay(&["check", "good.c", "bad.c", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json[1]["opinions"][0]["view"]["view"], "undefined");
    assert_eq!(json[0]["opinions"][0]["view"]["view"], "clean");
}

#[test]
fn the_doctor_knows_the_compiler() {
    let place = Place::new();
    let output = place.assay(&["doctor", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(json["compilers"].as_array().unwrap().iter().any(|one| one["family"] == "gcc"));
    let none = place.command(&["doctor"]).env("PATH", place.path("")).output().unwrap();
    assert_eq!(none.status.code(), Some(3));
    assert!(out(&none).contains("apt install gcc"));
}

#[test]
fn bad_input_gets_one_clear_sentence() {
    let place = Place::new();
    place.write("bad.toml", "sead = 1");
    place.write("file", "");
    let rows: [(&[&str], i32, &str); 11] = [
        (&["hunt", "--profile", "csmyth"], 2, "there is no profile `csmyth`; there are: default"),
        (&["hunt", "--cc", ""], 2, "the command line is empty"),
        (&["hunt", "--cc", "gcc 'x"], 2, "never closed"),
        (&["hunt", "--cc", "no-such-compiler"], 3, "`no-such-compiler` was not found"),
        (&["hunt", "--config", "bad.toml"], 2, "unknown field `sead`; did you mean `seed`?"),
        (&["hunt", "--config", "none.toml"], 2, "cannot read none.toml"),
        (&["hunt", "--cc", "gcc", "--dir", ".", "--tests", "1"], 2, "no campaign's folder"),
        (&["hunt", "--cc", "gcc", "--dir", "file/x", "--tests", "1"], 3, "cannot write in file/x"),
        (&["hunt", "--generator", "csmith {sede}"], 2, "`{sede}` is no placeholder"),
        (&["show", "nowhere"], 2, "there is no campaign in nowhere"),
        (&["check", "none.c"], 2, "cannot read none.c"),
    ];
    for (words, code, part) in rows {
        let output = place.assay(words);
        let text = err(&output);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {text}");
        assert!(text.contains(part) && text.lines().count() == 1, "{words:?}: {text}");
    }
}

#[test]
fn a_folder_belongs_to_one_campaign() {
    let place = Place::new();
    let nothing = place.compiler("nothing", NOTHING);
    let words = ["hunt", "--cc", &nothing, "--mode", "crash", "--tests", "1", "--dir", "c"];
    assert_eq!(place.assay(&words).status.code(), Some(0));
    assert_eq!(
        place.assay(&words).status.code(),
        Some(0),
        "the same command goes on, with the folder's seed"
    );
    let other = place.assay(&[&words[..], &["--seed", "12345678901"]].concat());
    assert_eq!(other.status.code(), Some(2));
    assert!(err(&other).contains("belongs to a campaign with other seed"), "{}", err(&other));
}

#[test]
fn a_compiler_that_changed_between_runs_is_told() {
    let place = Place::new();
    let nothing = place.compiler("nothing", NOTHING);
    let words = |tests| ["hunt", "--cc", &nothing, "--mode", "crash", "--tests", tests, "--dir", "c"];
    assert_eq!(place.assay(&words("1")).status.code(), Some(0));
    place.compiler("nothing", &format!("# upgraded\n{NOTHING}"));
    let output = place.assay(&words("2"));
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("nothing has changed since the last run"), "{}", out(&output));
}

#[test]
fn when_all_compilers_agree_against_us_the_suspect_is_assay() {
    let place = Place::new();
    let (one, other) = (sabotaged("dropped-store", "-O1"), sabotaged("dropped-store", "-O1 -g"));
    let words = ["hunt", "--cc", &one, "--cc", &other, "--tests", "2", "--seed", "1", "--json"];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let events = events(&output);
    let suspect = findings(&events).into_iter().find(|finding| finding["kind"] == "oracle-suspect");
    assert_eq!(suspect.expect("a suspicion")["compiler"], "assay");
}

#[test]
fn a_compiler_without_a_feature_is_tested_without_it() {
    let place = Place::new();
    let small = place.compiler(
        "small",
        &format!("if grep -q __int128 *.c; then echo 'error: no __int128' >&2; exit 1; fi\n{NOTHING}"),
    );
    let complete = place.compiler("complete", NOTHING);
    let words = [
        "hunt",
        "--every-config",
        "--cc",
        &small,
        "--cc",
        &complete,
        "--mode",
        "crash",
        "--tests",
        "8",
        "--seed",
        "1",
        "--json",
    ];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let events = events(&output);
    let tested = |name: &str| {
        let done = events.iter().filter(|event| is(event, "test-done"));
        done.filter(|event| event["usage"]["compilers"].get(name).is_some()).count()
    };
    assert_eq!(tested("complete"), 8);
    assert!((1..8).contains(&tested("small")), "{}", tested("small"));
}

#[test]
fn a_program_goes_to_one_configuration_and_to_others_when_it_fails() {
    let place = Place::new();
    let fine = place.compiler("fine", NOTHING);
    // It crashes on half of the programs.
    let script = "if grep -q 'assay gen' *.c && cat *.c | cksum | grep -q '^[0-9]*[02468] '; then\n\
                  echo 'internal compiler error: in f, at g.cc:1' >&2; exit 1; fi";
    let bad = place.compiler("bad", &format!("{script}\n{NOTHING}"));
    let hunt = |dir: &str, tests: &str| {
        place.assay(&[
            "hunt",
            "--cc",
            &fine,
            "--cc",
            &bad,
            "--mode",
            "crash",
            "--tests",
            tests,
            "--seed",
            "4",
            "--dir",
            dir,
            "--no-learning",
            "--no-triage",
            "--json",
        ])
    };
    let done = |output: &Output| -> Vec<(u64, u64, u64)> {
        let events = events(output);
        let count = |event: &Value, name: &str| {
            let tallies = event["usage"]["configurations"].as_object().unwrap();
            let own = tallies.iter().filter(|(label, _)| label.ends_with(name));
            own.map(|(_, tally)| tally["programs"].as_u64().unwrap()).sum()
        };
        let rows = events.iter().filter(|event| is(event, "test-done"));
        let mut rows: Vec<_> =
            rows.map(|e| (e["test"].as_u64().unwrap(), count(e, "fine"), count(e, "bad"))).collect();
        rows.sort_unstable();
        rows
    };
    let whole = hunt("c", "16");
    let rows = done(&whole);
    let found: BTreeSet<u64> =
        findings(&events(&whole)).iter().map(|finding| finding["test"].as_u64().unwrap()).collect();
    assert!(!found.is_empty() && found.len() < 10, "{found:?}");
    for (test, fine, bad) in &rows {
        assert_eq!(fine + bad, if found.contains(test) { 2 } else { 1 }, "test {test}: {rows:?}");
    }
    let alone = |fine: u64, bad: u64| rows.iter().filter(|row| (row.1, row.2) == (fine, bad)).count();
    assert!(alone(1, 0) > 2 && alone(0, 1) > 2, "{rows:?}");
    // A campaign in two runs is the same.
    assert_eq!([done(&hunt("d", "7")), done(&hunt("d", "16"))].concat(), rows);
    let listing: Value = serde_json::from_slice(&place.assay(&["show", "d", "--json"]).stdout).unwrap();
    let tallies = listing["configurations"].as_object().unwrap().values();
    let programs: u64 = tallies.map(|tally| tally["programs"].as_u64().unwrap()).sum();
    assert_eq!(programs, 16 + found.len() as u64);
    let other = place.assay(&[
        "hunt",
        "--cc",
        &fine,
        "--cc",
        &bad,
        "--mode",
        "crash",
        "--every-config",
        "--dir",
        "d",
    ]);
    assert!(err(&other).contains("--every-config was not given and is `given`"), "{}", err(&other));
}

#[test]
fn flags_are_drawn_and_only_those_that_a_bug_needs_stay() {
    let place = Place::new();
    // It crashes when something is left out.
    let script = "case \"$*\" in *' -fno-'*) if [ -f test.c ]; then\n\
                  echo 'internal compiler error: in f, at g.cc:1' >&2; exit 1; fi;; esac\nexec gcc -w \"$@\"";
    let cc = format!("{} -O1", place.compiler("leaving", script));
    let hunt = |dir: &str| {
        let words = [
            "hunt",
            "--cc",
            &cc,
            "--random-flags",
            "--tests",
            "14",
            "--seed",
            "5",
            "--no-reduce",
            "--no-learning",
            "--layout",
            "single",
            "--dir",
            dir,
            "--json",
        ];
        let events = events(&place.assay(&words));
        // The compiler behind it may have bugs of its own.
        let is_planted = |case: &Value| case["verdict"].as_str().is_some_and(|words| words.contains("g.cc"));
        let all = findings(&events).iter().map(|finding| finding["wrong"][0].clone()).collect::<Vec<_>>();
        let cases = all.into_iter().filter(is_planted).collect::<Vec<_>>();
        (cases, events)
    };
    let (cases, events) = hunt("c");
    let is_left_out = |flag: &Value| flag.as_str().unwrap().starts_with("-fno-");
    assert!(!cases.is_empty(), "no test has found anything");
    for case in &cases {
        assert!(case["drawn"].as_array().unwrap().iter().any(is_left_out), "{case}");
    }
    let examined = events.iter().filter(|event| is(event, "examined")).map(|event| &event["finding"]);
    let examined = examined.filter(|finding| finding["bucket"].to_string().contains("g.cc"));
    let mut named = 0;
    for finding in examined {
        let needed = finding["triage"]["flags"].as_array().unwrap();
        assert!(needed.len() == 1 && is_left_out(&needed[0]), "{needed:?}");
        named += 1;
    }
    assert!(named > 0);
    // The list is kept with the campaign, and what was drawn with the finding; another campaign draws the same.
    let again: BTreeSet<String> = hunt("d").0.iter().map(|case| case["label"].to_string()).collect();
    assert_eq!(cases.iter().map(|case| case["label"].to_string()).collect::<BTreeSet<_>>(), again);
}

#[test]
fn flags_that_do_not_go_together_are_no_finding() {
    let place = Place::new();
    let script = "case \"$*\" in *test.c*-f*|*-f*test.c*) echo 'error: these flags do not go together' >&2; exit 1;; esac";
    let cc = place.compiler("choosy", &format!("{script}\nexec gcc -w \"$@\""));
    let words = [
        "hunt",
        "--cc",
        &cc,
        "--random-flags",
        "--tests",
        "8",
        "--seed",
        "6",
        "--layout",
        "single",
        "--json",
    ];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let events = events(&output);
    let refused = events.iter().filter(|event| is(event, "flags-refused")).count() as u64;
    assert!(refused > 0);
    assert_eq!(events.last().unwrap()["summary"]["totals"]["refused_flags"], refused);
}

#[test]
fn the_example_configuration_can_be_used() {
    let place = Place::new();
    let example = out(&place.assay(&["hunt", "--write-config"]));
    assert!(example.contains("[[toolchain]]"));
    place.write("assay.toml", &example);
    let nothing = place.compiler("nothing", NOTHING);
    let words = ["hunt", "--config", "assay.toml", "--cc", &nothing, "--mode", "crash", "--tests", "1"];
    assert_eq!(place.assay(&words).status.code(), Some(0));
}

#[test]
fn bugs_of_a_compiler_that_another_one_does_not_have_are_counted() {
    let place = Place::new();
    let script = "if [ -f probe.c ] || [ -f target.c ]; then :; elif grep -q 'switch (' *.c; then\n\
                  echo 'internal compiler error: in expand_case, at stmt.cc:1' >&2; exit 1; fi\nexec gcc -w \"$@\"";
    let old = format!("{} -O1", place.compiler("old", script));
    let words =
        ["bench", "--only", "bugs", "--rows", "default", "--for", "4s", "--cc", &old, "--newer", "gcc"];
    let output = place.assay(&[&words[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = &report["bugs"][0];
    assert_eq!(row["row"], "default");
    assert!(row["cpu_seconds"].as_f64().unwrap() >= 4.0 && row["tests"].as_u64().unwrap() > 0, "{row}");
    assert_eq!(row["mended"].as_array().unwrap().len(), 1, "{row}");
    assert!(row["mended"][0].as_str().unwrap().contains("expand_case"), "{row}");
    assert!(row["mended_per_hour"].as_f64().unwrap() > 0.0, "{row}");
    let wrong = place.assay(&["bench", "--only", "bugs", "--cc", &old, "--newer", "no-such-cc"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", err(&wrong));
}
