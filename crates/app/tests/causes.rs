//! From findings to bugs: what is reduced, how bugs that no pass is guilty of are told apart, and what a kill or a mark in
//! the middle of it does.

mod support;

use campaign::foreign::generator_seed;
use campaign::seed::of_test;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{ASSAY, Place, events, is};

/// Small programs of others, of which the last digit of the seed chooses one; more voters than there are bugs tell who is
/// wrong.
fn generator(place: &Place, bodies: &[&str]) -> String {
    for digit in 0..10 {
        let text = format!("#include <stdio.h>\n{}\n", bodies[digit % bodies.len()]);
        place.write(&format!("program{digit}.txt"), &text);
    }
    let dir = place.path("");
    format!("sh -c 'cat {}/program$(echo {{seed}} | tail -c 2).txt'", dir.display())
}

fn config(place: &Place, bugs: &str) {
    let voters = ["-O0", "-O1", "-Og"];
    let buggy = format!("{ASSAY} sabotage {bugs} --cc gcc -- -w");
    let text = format!(
        "[[toolchain]]\nname = \"voter\"\ncommand = \"gcc -w\"\nlevels = {voters:?}\n\
         [[toolchain]]\nname = \"buggy\"\ncommand = \"{buggy}\"\nlevels = [\"-O1\"]\n"
    );
    place.write("assay.toml", &text);
}

/// Two programs for each of three bugs in one compiler at one level.
const PROGRAMS: [&str; 6] = [
    "int a = -8, b; int main(void) { b = a >> 1; printf(\"%d\\n\", b); return 0; }",
    "long a[2] = {5, -99}; int main(void) { a[1] >>= 3; printf(\"%ld %ld\\n\", a[0], a[1]); return 0; }",
    "int a = 3, b = 3, c; int main(void) { c = a < b; printf(\"%d\\n\", c); return 0; }",
    "long a = 7, b = 7; int main(void) { int c = 5; c += a > b; printf(\"%d\\n\", c); return 0; }",
    "signed char a = -3; int main(void) { int b = a; printf(\"%d\\n\", b); return 0; }",
    "struct { int x; short y; } a = {1, -3}; int main(void) { printf(\"%d %d\\n\", a.x, a.y); return 0; }",
];

const THREE_BUGS: &str =
    "--plant sar-to-shr --every --plant compare-off-by-one --every --plant movsbl-to-movzbl --every";

#[test]
fn bugs_of_one_compiler_are_told_apart_by_their_reduced_programs() {
    let place = Place::new();
    config(&place, THREE_BUGS);
    let generator = generator(&place, &PROGRAMS);
    let words = ["hunt", "--config", "assay.toml", "--generator", &generator, "--tests", "6", "--jobs", "2"];
    // A seed with which each program comes once.
    let output = place.assay(&[&words[..], &["--seed", "8", "--dir", "c", "--json"]].concat());
    let all = events(&output);
    let mut buckets: BTreeMap<&str, u32> = BTreeMap::new();
    for event in all.iter().filter(|event| is(event, "reduced")) {
        *buckets.entry(event["finding"]["bucket"].as_str().unwrap()).or_default() += 1;
    }
    let names: Vec<&str> = buckets.keys().copied().collect();
    let expected = ["< signed", ">> signed", "extension of signed"];
    assert_eq!(
        names,
        expected.map(|what| format!("wrong-code buggy, at every level: {what}")),
        "{buckets:?}"
    );
    assert!(buckets.values().any(|count| *count > 1), "examples of one bug share its bucket: {buckets:?}");
    let news = all.iter().filter(|event| is(event, "examined") && event["first_of_bucket"] == true).count();
    assert_eq!(news, 3);
}

#[test]
fn findings_that_were_not_examined_are_not_taken_for_one_bug() {
    let place = Place::new();
    config(&place, "--plant sar-to-shr --every");
    let generator = generator(&place, &PROGRAMS[..1]);
    let words = ["hunt", "--config", "assay.toml", "--generator", &generator, "--tests", "1", "--seed", "1"];
    let output = place.assay(&[&words[..], &["--dir", "c", "--no-triage"]].concat());
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("1 finding not yet examined") && !told.contains("by cause"), "{told}");
    for form in ["md", "html"] {
        let report = place.assay(&["report", "c", "--format", form]);
        let text = String::from_utf8_lossy(&report.stdout).into_owned();
        assert!(text.contains("not examined yet; these findings may be of several bugs"), "{text}");
    }
}

/// gcc, which takes `^` for `|` where `-fno-tree-dce` is given.
const FLAGGED: &str = "case \"$*\" in *--version*) echo 'flagged 1.0'; exit;; esac\n\
    case \" $* \" in *' -fno-tree-dce '*)\n\
    for word; do shift; case $word in *.c) sed 's/ ^ / | /g' $word > spoilt.c; word=spoilt.c;; esac; set -- \"$@\" \"$word\"; done\n\
    esac\n\
    exec gcc -w \"$@\"";

#[test]
fn wrong_code_that_needs_a_drawn_flag_is_reduced_with_it() {
    let place = Place::new();
    let flagged = place.compiler("flagged", FLAGGED);
    let text = format!(
        "[[toolchain]]\nname = \"voter\"\ncommand = \"gcc -w\"\nlevels = [\"-O0\", \"-O1\", \"-Og\"]\n\
         [[toolchain]]\nname = \"flagged\"\ncommand = \"{flagged}\"\nlevels = [\"-O1\"]\n\
         random-flags = [\"-fno-tree-dce\", \"-g\", \"-fwrapv\"]\nrandom-count = 2\n"
    );
    place.write("assay.toml", &text);
    let program = "int a = 7, b = 2, d = 9; int f(int x) { return x * 3; } \
                   int main(void) { int c = a ^ b; for (int i = 0; i < 3; i++) d += f(c); printf(\"%d %d\\n\", c, d); return 0; }";
    let generator = generator(&place, &[program]);
    let words = ["hunt", "--config", "assay.toml", "--generator", &generator, "--tests", "4", "--jobs", "2"];
    let all = events(&place.assay(&[&words[..], &["--seed", "1", "--dir", "c", "--json"]].concat()));
    let found: Vec<&Value> =
        all.iter().filter(|event| is(event, "found")).map(|event| &event["finding"]).collect();
    assert!(!found.is_empty(), "two of three tests draw the flag");
    for finding in &found {
        let drawn = finding["wrong"][0]["drawn"].as_array().expect("a list");
        assert!(drawn.len() == 2 && drawn.iter().any(|flag| flag == "-fno-tree-dce"), "{finding:#}");
    }
    let reduced = all.iter().find(|event| is(event, "reduced")).expect("a reduced program");
    let (id, reduced) = (reduced["finding"]["id"].as_str().expect("a name"), &reduced["finding"]["reduced"]);
    let bucket = all.iter().find(|event| is(event, "reduced")).map(|event| &event["finding"]["bucket"]);
    assert_eq!(reduced["flags"], serde_json::json!(["-fno-tree-dce"]), "{reduced:#}");
    assert!(bucket.and_then(Value::as_str).is_some_and(|name| name.contains("-fno-tree-dce")), "{bucket:?}");
    assert!(reduced["bytes"].as_u64() < Some(program.len() as u64), "{reduced:#}");
    // The folder shows it, with the flags as they were drawn, and the reduced command line shows it too.
    let script = place.path(&format!("c/findings/{id}/reproduce.sh"));
    let shown = Command::new("sh").arg(&script).output().expect("sh");
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    let line = format!("{} && ./a.out", reduced["compile"].as_str().expect("a command line"));
    let folder = place.path(&format!("c/findings/{id}"));
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder).output().expect("sh");
    let is_right =
        output.status.success() && output.stdout == reduced["expected"].as_str().expect("text").as_bytes();
    assert!(!is_right, "{reduced:#}");
}

/// Killed while the cause is looked for, and again while the program is reduced.
#[test]
fn a_kill_between_tests_loses_nothing() {
    let place = Place::new();
    config(&place, "--plant sar-to-shr --every");
    let generator = generator(&place, &[include_str!("data/shift.c")]);
    let words = ["hunt", "--config", "assay.toml", "--generator", &generator, "--tests", "1", "--jobs", "1"];
    let words = [&words[..], &["--seed", "1", "--dir", "c", "--json"]].concat();

    let mut first = place.start(&words);
    first.until("test-done", 1);
    first.child.kill().unwrap();
    assert!(!first.rest().iter().any(|event| is(event, "examined")), "it was too fast for this test");
    first.child.wait().unwrap();

    let mut second = place.start(&words);
    let kept = place.path("c/findings/0-buggy/reduced.c");
    wait_for(&kept);
    second.child.kill().unwrap();
    let seen = second.rest();
    assert!(!seen.iter().any(|event| is(event, "test-started") || is(event, "reduced")), "{seen:#?}");
    second.child.wait().unwrap();
    let before = fs::read_to_string(&kept).unwrap();
    assert!(place.assay(&["run", &kept.display().to_string()]).status.success(), "{before}");

    let third = events(&place.assay(&words));
    assert!(!third.iter().any(|event| is(event, "test-started")), "{third:#?}");
    let reduced = third.iter().find(|event| is(event, "reduced")).expect("it goes on");
    assert_eq!(reduced["finding"]["reduced"]["finished"], true);
    assert_eq!(reduced["finding"]["bucket"], "wrong-code buggy, at every level: >> signed");
    assert!(fs::read_to_string(&kept).unwrap().len() <= before.len());
    let listing: Value = serde_json::from_slice(&place.assay(&["show", "c", "--json"]).stdout).unwrap();
    assert_eq!(listing["findings"].as_array().unwrap().len(), 1);
}

fn wait_for(file: &Path) {
    for _ in 0..2400 {
        if file.is_file() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    panic!("{} does not appear", file.display());
}

/// Crashes on every test, and works when it is asked who it is.
const CRASHING: &str = "if [ -f test.c ]; then echo 'test.c:1:1: internal compiler error: in f, at g.cc:1' >&2; exit 1; fi\n\
    while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done";

#[test]
fn a_bug_that_is_marked_while_the_hunt_runs_is_known_from_then_on() {
    let place = Place::new();
    let cc = place.compiler("crashing", CRASHING);
    let words =
        ["hunt", "--cc", &cc, "--mode", "crash", "--seed", "1", "--no-triage", "--dir", "c", "--json"];
    let mut hunt = place.start(&[&words[..], &["--jobs", "1"]].concat());
    let found = hunt.until("found", 1);
    assert!(found.iter().filter(|event| is(event, "found")).all(|event| event["finding"]["known"].is_null()));
    let marked = place.assay(&["show", "c", "--mark-known", "0-crashing", "--note", "PR 1"]);
    assert!(marked.status.success(), "{}", String::from_utf8_lossy(&marked.stderr));
    // One test may have been under way.
    let later = hunt.until("found", 50);
    assert!(
        later.iter().any(|event| is(event, "found") && event["finding"]["known"] == "PR 1"),
        "{later:#?}"
    );
    hunt.signal("-INT");
    hunt.rest();
    hunt.child.wait().unwrap();
}

/// The ten kinds that the project promises, in one compiler at one level, each rare enough to leave room for the others.
const TEN: [(&str, &str); 10] = [
    ("wrong shift", "--plant sar-to-shr --every --only sarw"),
    ("wrong comparison", "--plant compare-off-by-one --every --only setle"),
    ("wrong extension", "--plant movsbl-to-movzbl --every --only movsbw"),
    ("dropped store", "--plant dropped-store --every --only movl\\ $-1,"),
    ("swapped branch", "--plant swapped-branch --every --only jge"),
    ("bit-field insert", "--plant bit-field-mask --every --only andw"),
    ("struct copy", "--plant struct-copy --every --only movups"),
    ("only above -O1", "--plant sub-to-add --every --only subw --from-level 2"),
    ("crash on a pattern", "--plant crash --pattern imulw"),
    ("hang on a pattern", "--plant hang --pattern cwtl"),
];

/// The same kinds as they show in small programs, with one program each.
const SMALL: [(&str, &str, &str); 10] = [
    (
        "wrong shift",
        "--plant sar-to-shr --every --only sarw",
        "short a = -9, b; int main(void) { b = a; b >>= 2; printf(\"%d\\n\", b); return 0; }",
    ),
    (
        "wrong comparison",
        "--plant compare-off-by-one --every --only setle",
        "int a = 3, b = 3; int main(void) { int c = a <= b; printf(\"%d\\n\", c); return 0; }",
    ),
    (
        "wrong extension",
        "--plant movsbl-to-movzbl --every --only movsbw",
        "signed char a = -3; short b; int main(void) { b = a; b += 7; printf(\"%d\\n\", b); return 0; }",
    ),
    (
        "dropped store",
        "--plant dropped-store --every --only movl\\ $-1,",
        "volatile int a = 5; int main(void) { a = -1; printf(\"%d\\n\", a); return 0; }",
    ),
    (
        "swapped branch",
        "--plant swapped-branch --every",
        "int a = 3, b = 5, c; \
         int main(void) { if (a < b) { c = 7; printf(\"less %d\\n\", a); } printf(\"%d\\n\", c); return 0; }",
    ),
    (
        "bit-field insert",
        "--plant bit-field-mask --every --only andw",
        "struct { unsigned short a : 5, b : 7; } s = {31, 127}; int v = 3; \
         int main(void) { s.b = v; printf(\"%d %d\\n\", s.a, s.b); return 0; }",
    ),
    (
        "struct copy",
        "--plant struct-copy --every",
        "struct s { int a[8]; } s = {{1, 2, 3, 4, 5, 6, 7, 8}}, t; int i = 2; \
         int main(void) { t = s; printf(\"%d\\n\", t.a[i]); return 0; }",
    ),
    (
        "only above -O1",
        "--plant sub-to-add --every --only subl --from-level 2",
        "int a = 9, b = 4; int main(void) { printf(\"%d\\n\", a - b); return 0; }",
    ),
    (
        "crash on a pattern",
        "--plant crash --pattern idivq",
        "long a = 99, b = 7; int main(void) { printf(\"%ld\\n\", a / b); return 0; }",
    ),
    (
        "hang on a pattern",
        "--plant hang --pattern imulq",
        "long a = -3, b = 5; int main(void) { printf(\"%ld\\n\", a * b); return 0; }",
    ),
];

#[test]
fn ten_kinds_of_bugs_in_one_compiler_are_found_reduced_and_kept_apart() {
    let place = Place::new();
    let all: Vec<&str> = SMALL.iter().map(|(_, bug, _)| *bug).collect();
    let buggy = format!("{ASSAY} sabotage {} --cc gcc -- -w", all.join(" "));
    let text = format!(
        "[limits]\ncompile-seconds = 5\n\
         [[toolchain]]\nname = \"voter\"\ncommand = \"gcc -w\"\nlevels = [\"-O0\", \"-O1\", \"-O2\"]\n\
         [[toolchain]]\nname = \"buggy\"\ncommand = {}\nlevels = [\"-O2\"]\n",
        serde_json::to_string(&buggy).unwrap()
    );
    place.write("assay.toml", &text);
    let generator = generator(&place, &SMALL.map(|(_, _, program)| program));
    let seed = once_each(10).to_string();
    let words = ["hunt", "--config", "assay.toml", "--generator", &generator, "--tests", "10", "--jobs", "2"];
    let seen = events(&place.assay(&[&words[..], &["--seed", &seed, "--dir", "c", "--json"]].concat()));
    let causes = causes(&place, &seen, &SMALL.map(|(name, bug, _)| (name, bug)));
    assert_eq!(causes.len(), 10, "{causes:#?}");
    for (name, _, _) in SMALL {
        let own = causes.values().filter(|guilty| guilty.iter().eq([&name])).count();
        assert_eq!(own, 1, "{name} has a bucket to itself: {causes:#?}");
    }
}

/// The seed of a campaign in which the tests' seeds end in each digit once.
fn once_each(tests: u64) -> u64 {
    let digits = |campaign| (0..tests).map(move |test| generator_seed(of_test(campaign, test)) % 10);
    (0..).find(|campaign| digits(*campaign).collect::<BTreeSet<u64>>().len() as u64 == tests).unwrap()
}

/// Takes many minutes: `cargo test -p assay --test causes -- --ignored --nocapture`. TESTS says how many tests are run.
#[test]
#[ignore = "hunts for many minutes"]
fn ten_planted_bugs_are_found_reduced_and_kept_apart() {
    let place = Place::new();
    let all: Vec<&str> = TEN.iter().map(|(_, bug)| *bug).collect();
    let buggy = format!("{ASSAY} sabotage {} --cc gcc -- -w", all.join(" "));
    let text = format!(
        "[limits]\ncompile-seconds = 10\n[[toolchain]]\nname = \"buggy\"\ncommand = {}\nlevels = [\"-O2\"]\n",
        serde_json::to_string(&buggy).unwrap()
    );
    place.write("assay.toml", &text);
    let tests = std::env::var("TESTS").unwrap_or("60".to_owned());
    let words = ["hunt", "--config", "assay.toml", "--tests", &tests, "--seed", "1", "--dir", "c", "--json"];
    let seen = events(&place.assay(&words));
    let causes = causes(&place, &seen, &TEN);
    let merged: Vec<_> = causes.iter().filter(|(_, guilty)| guilty.len() != 1).collect();
    assert!(merged.is_empty(), "buckets of several bugs: {merged:#?}");
    for (name, _) in TEN {
        let buckets = causes.values().filter(|guilty| guilty.contains(name)).count();
        assert!((1..=MOST_BUCKETS).contains(&buckets), "{name} has {buckets} buckets");
    }
}

/// The buckets of a hunt, and which planted bugs are in them.
#[allow(clippy::print_stdout, reason = "the table is what it is run for")]
fn causes(
    place: &Place,
    seen: &[Value],
    plants: &[(&'static str, &str)],
) -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut causes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    println!("{:<58} {:>5} {:>5} {:>7}  planted", "bucket", "lines", "bytes", "seconds");
    for event in seen.iter().filter(|event| is(event, "reduced")) {
        let finding = &event["finding"];
        let reduced = &finding["reduced"];
        let file = place.path(&format!("c/findings/{}/reduced.c", finding["id"].as_str().unwrap()));
        let guilty = guilty(place, plants, &file, reduced);
        let bucket = finding["bucket"].as_str().unwrap();
        let seconds = reduced["seconds"].as_f64().unwrap();
        println!("{bucket:<58} {:>5} {:>5} {seconds:>7.1}  {guilty:?}", reduced["lines"], reduced["bytes"]);
        causes.entry(bucket.to_owned()).or_default().extend(guilty);
    }
    causes
}

/// One bug may have so many names: reduced programs differ in what they need beside the operation that goes wrong.
const MOST_BUCKETS: usize = 4;

/// Which of the planted bugs, alone, spoil a program.
fn guilty(place: &Place, plants: &[(&'static str, &str)], file: &Path, reduced: &Value) -> Vec<&'static str> {
    let expected = reduced["expected"].as_str().unwrap();
    let spoilt = |bug: &str| {
        let line = format!(
            "timeout 5 {ASSAY} sabotage {bug} --cc gcc -- -w -O2 {} -o alone 2>/dev/null && timeout 5 ./alone",
            file.display()
        );
        let output = Command::new("sh").args(["-c", &line]).current_dir(place.path("")).output().unwrap();
        let code = output.status.code().unwrap_or(-1);
        String::from_utf8_lossy(&output.stdout) != expected
            || code != reduced["exit_code"].as_i64().unwrap() as i32
    };
    plants.iter().filter(|(_, bug)| spoilt(&bug.replace("\\ $", "\\ \\$"))).map(|(name, _)| *name).collect()
}
