//! A campaign goes on with its own settings, within its time, and after its store was damaged.

mod support;

use std::fs;
use std::process::Output;
use std::time::{Duration, Instant};
use support::Place;

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A compiler that writes something for each program.
const NOTHING: &str = "while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done";

/// One that crashes on every test.
const CRASHING: &str =
    "if [ -f test.c ]; then echo 'test.c:1:1: internal compiler error: in f, at g.cc:1' >&2; exit 1; fi";

#[test]
fn a_campaign_goes_on_with_its_own_settings() {
    let place = Place::new();
    let nothing = place.compiler("nothing", NOTHING);
    let words = ["hunt", "--cc", &nothing, "--mode", "crash", "--tests", "1", "--dir", "c"];
    assert_eq!(place.assay(&words).status.code(), Some(0));
    let more = place.assay(&["hunt", "--dir", "c", "--tests", "2"]);
    assert_eq!(more.status.code(), Some(0), "{}", err(&more));
    assert!(out(&more).contains("going on after 1 test and 0 findings"), "{}", out(&more));
    assert!(out(&more).contains("1 test in"), "{}", out(&more));
    let other = place.assay(&["hunt", "--dir", "c", "--std", "c99", "--tests", "3"]);
    assert_eq!(other.status.code(), Some(2), "{}", err(&other));
    assert!(err(&other).contains("--std was not given and is `c99`"), "{}", err(&other));
    assert!(err(&other).contains("--new-settings") && err(&other).lines().count() == 1, "{}", err(&other));
    let confirmed = place.assay(&["hunt", "--dir", "c", "--std", "c99", "--tests", "3", "--new-settings"]);
    assert_eq!(confirmed.status.code(), Some(0), "{}", err(&confirmed));
    let again = place.assay(&["hunt", "--dir", "c", "--tests", "4"]);
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    assert!(place.read("c/settings.toml").contains("std = \"c99\""));
}

#[test]
fn the_usual_file_is_read_where_it_stands_and_said_so() {
    let place = Place::new();
    let nothing = place.compiler("nothing", NOTHING);
    place.write(
        "assay.toml",
        &format!("dir = \"there\"\n[[toolchain]]\nname = \"n\"\ncommand = \"{nothing}\"\nlevels = [\"\"]\n"),
    );
    let output = place.assay(&["hunt", "--mode", "crash", "--tests", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("assay.toml is here, and is read"), "{}", err(&output));
    assert!(place.path("there/campaign.sqlite").exists());
}

/// What is under way is stopped, and counts as not done.
#[test]
fn a_run_of_seconds_takes_seconds() {
    let place = Place::new();
    let slow = place.compiler("slow", &format!("if [ -f test.c ]; then sleep 100; fi\n{NOTHING}"));
    let began = Instant::now();
    let output = place.assay(&[
        "hunt", "--cc", &slow, "--mode", "crash", "--layout", "single", "--for", "2s", "--dir", "c",
    ]);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("0 tests in"), "{}", out(&output));
}

#[test]
fn a_damaged_store_is_made_again() {
    let place = Place::new();
    let crashing = place.compiler("crashing", &format!("{CRASHING}\n{NOTHING}"));
    let words = [
        "hunt",
        "--cc",
        &crashing,
        "--mode",
        "crash",
        "--layout",
        "single",
        "--no-triage",
        "--tests",
        "2",
        "--dir",
        "c",
    ];
    assert_eq!(place.assay(&words).status.code(), Some(1));
    fs::write(place.path("c/campaign.sqlite"), "no database").unwrap();
    let damaged = place.assay(&["show", "c"]);
    assert_eq!(damaged.status.code(), Some(3));
    assert!(err(&damaged).contains("`assay show c --repair` makes it again"), "{}", err(&damaged));
    let repaired = place.assay(&["show", "c", "--repair"]);
    assert_eq!(repaired.status.code(), Some(0), "{}", err(&repaired));
    assert!(
        out(&repaired).starts_with("2 findings in the new store of c; the old one is in c/damaged-0"),
        "{}",
        out(&repaired)
    );
    assert_eq!(place.read("c/damaged-0/campaign.sqlite"), "no database");
    let shown = out(&place.assay(&["show", "c"]));
    assert!(shown.contains("2 done, 2 findings") && shown.contains("2 x compiler-crash"), "{shown}");
    let on = place.assay(&["hunt", "--dir", "c", "--tests", "3", "--no-triage"]);
    assert_eq!(on.status.code(), Some(1), "{}", err(&on));
    assert!(out(&on).contains("going on after 2 tests and 2 findings"), "{}", out(&on));
}
