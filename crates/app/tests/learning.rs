//! Learning while hunting: what was learned is kept, gives the same tests again, and helps.

mod support;

use campaign::RandomFlags;
use harness::Family;
use serde_json::Value;
use std::process::Output;
use support::{Place, events, is};

/// A compiler that compiles nothing, and crashes where a program has four things of ten, and for two of its ten bugs only with
/// a flag. Where to begin with the bugs depends on the program, so that none hides another.
const PLANTED: &str = r#"case "$*" in *--version*) echo "planted 1.0"; exit;; esac
for word; do [ "$last" = -o ] && out=$word; last=$word; done
[ ! -f test.c ] || awk -v flags=" $* " '
BEGIN {
    split("__int128@long double@switch \\(@packed@continue;@volatile \\*@calloc\\(@\\(\\*[A-Za-z0-9_]+\\)\\(@convertvector@inline ", part, "@")
    flag[3] = " -fno-tree-dce "; flag[6] = " -fipa-pta "
}
{ for (i = 1; i <= 10; i++) if (!has[i - 1] && $0 ~ part[i]) has[i - 1] = 1 }
END {
    for (n = NR; n < NR + 10; n++) {
        i = n % 10
        if (has[i] && has[(i + 1) % 10] && has[(i + 3) % 10] && has[(i + 4) % 10] && (!flag[i] || index(flags, flag[i]))) {
            printf "test.c:1:1: internal compiler error: in bug_%d, at planted.cc:%d\n", i, i
            exit 1
        }
    }
}' test.c >&2 || exit 1
echo > "$out""#;

/// The bugs that are planted.
const BUGS: usize = 10;

fn planted(place: &Place) {
    let compiler = place.compiler("planted", PLANTED);
    let flags = RandomFlags::unusual(Family::Gcc).from;
    let text = format!(
        "[[toolchain]]\nname = \"planted\"\ncommand = \"{compiler}\"\nlevels = [\"-O2\"]\n\
         random-flags = {flags:?}\nrandom-count = 3\n"
    );
    place.write("planted.toml", &text);
}

/// A campaign of one worker, whose tests come one after the other.
fn words<'a>(seed: &'a str, dir: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let words = ["hunt", "--config", "planted.toml", "--mode", "crash", "--layout", "single", "--no-triage"];
    [&words, &["--jobs", "1", "--json", "--seed", seed, "--dir", dir][..], more].concat()
}

fn found(output: &Output) -> Vec<Value> {
    events(output)
        .into_iter()
        .filter(|event| is(event, "found"))
        .map(|mut event| event["finding"].take())
        .collect()
}

fn shown(place: &Place, dir: &str) -> Value {
    serde_json::from_slice(&place.assay(&["show", dir, "--json"]).stdout).expect("JSON")
}

#[test]
fn what_is_learned_is_kept_and_its_tests_can_be_made_again() {
    let place = Place::new();
    planted(&place);
    let first = place.assay(&words("7", "c", &["--tests", "120"]));
    assert!(!found(&first).is_empty(), "{}", String::from_utf8_lossy(&first.stderr));
    let before = shown(&place, "c")["learning"]["generation"].as_u64().expect("a number");
    assert!(before > 0);
    let second = found(&place.assay(&words("7", "c", &["--tests", "300"])));
    let learned: Vec<&Value> =
        second.iter().filter(|one| one["generation"].as_u64() >= Some(before)).collect();
    let finding = learned.first().expect("a finding that was drawn by what the first run had learned");

    let (id, seed) = (finding["id"].as_str().expect("a name"), finding["seed"].to_string());
    let odds = format!("c/findings/{id}/odds.toml");
    let made = place.assay(&["gen", "--aim", "crash", "--seed", &seed, "--odds", &odds]);
    let body = |text: &str| text.split_once("*/").map(|(_, rest)| rest.to_owned()).expect("a header");
    assert_eq!(
        body(&String::from_utf8_lossy(&made.stdout)),
        body(&place.read(&format!("c/findings/{id}/test.c")))
    );
    let plain = place.assay(&["gen", "--aim", "crash", "--seed", &seed]);
    assert_ne!(plain.stdout, made.stdout, "the odds make a difference");

    let text =
        |form| String::from_utf8_lossy(&place.assay(&["report", "c", "--format", form]).stdout).into_owned();
    assert!(text("md").contains("## Choices") && text("html").contains("<h2>Choices</h2>"));
    let report: Value = serde_json::from_str(&text("json")).expect("JSON");
    let choices = report["learning"]["choices"].as_array().expect("a list");
    assert!(
        choices.iter().any(|one| one["choice"] == "flags" && one["option"] == "-fipa-pta"),
        "{choices:?}"
    );
    assert!(
        choices.iter().any(|one| one["choice"] == "has-int128" && one["option"] == "with"),
        "{choices:?}"
    );
}

#[test]
fn without_learning_tests_are_those_of_the_seed() {
    let place = Place::new();
    planted(&place);
    let run = |dir| found(&place.assay(&words("4", dir, &["--tests", "150", "--no-learning"])));
    let (one, other) = (run("a"), run("b"));
    assert!(one.iter().all(|finding| finding["generation"] == 0) && one.len() > 1, "{one:?}");
    let ids = |all: &[Value]| all.iter().map(|finding| finding["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&one), ids(&other));
    assert_eq!(shown(&place, "a")["learning"]["generation"], 0);
    // It is the campaign's from then on.
    let again = found(&place.assay(&[
        "hunt",
        "--dir",
        "a",
        "--tests",
        "300",
        "--jobs",
        "1",
        "--no-triage",
        "--json",
    ]));
    assert!(again.iter().all(|finding| finding["generation"] == 0), "{again:?}");
}

/// Tests and CPU seconds until all bugs are found. Prints a table:
/// `cargo test -p assay --test learning -- --ignored --nocapture`. SEEDS says how many campaigns there are of each kind, FIRST the seed
/// of the first.
#[test]
#[ignore = "takes minutes"]
#[allow(clippy::print_stdout, reason = "the table is what it is run for")]
fn ten_bugs_that_need_different_features_are_found_sooner() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, seeds) = (number("FIRST").unwrap_or(1), number("SEEDS").unwrap_or(3));
    println!("| seed | learning | tests until the 5th bug | the 9th | the 10th | CPU seconds |");
    println!("|---:|---|---:|---:|---:|---:|");
    let mut sums = [0, 0];
    for seed in first..first + seeds {
        for (at, kind) in ["off", "on"].into_iter().enumerate() {
            let place = Place::new();
            planted(&place);
            let (tests, cpu) = until_all(&place, seed, kind);
            println!("| {seed} | {kind} | {} | {} | {} | {cpu:.1} |", tests[4], tests[8], tests[9]);
            sums[at] += tests[BUGS - 1];
        }
    }
    println!("| all | off | | | {} | |\n| all | on | | | {} | |", sums[0], sums[1]);
    assert!(sums[1] < sums[0], "learning does not help");
}

/// After which test each bug was found, and the CPU seconds of all tests.
fn until_all(place: &Place, seed: u64, learning: &str) -> (Vec<u64>, f64) {
    let (seed, more): (_, &[&str]) =
        (seed.to_string(), if learning == "on" { &[] } else { &["--no-learning"] });
    let mut hunt = place.start(&words(&seed, "c", more));
    let (mut tests, mut done, mut cpu) = (Vec::new(), 0, 0.0);
    while tests.len() < BUGS {
        for event in hunt.until("test-done", 1) {
            if is(&event, "found") && event["first_of_bucket"] == true {
                tests.push(done + 1);
            }
            if is(&event, "test-done") {
                done += 1;
                cpu += event["usage"]["compilers"]["planted"].as_f64().unwrap_or(0.0);
            }
        }
    }
    hunt.signal("-INT");
    let rest = hunt.rest();
    hunt.child.wait().expect("it ends");
    let own = rest
        .iter()
        .filter(|event| is(event, "finished"))
        .flat_map(|event| event["summary"]["shares"].as_array().cloned());
    cpu += own
        .flatten()
        .filter(|one| one["who"] == "assay itself")
        .filter_map(|one| one["seconds"].as_f64())
        .sum::<f64>();
    (tests, cpu)
}
