//! Since which version: `assay bisect` with planted compilers. And campaigns side by side, and their bugs in order.

mod support;

use serde_json::Value;
use std::process::Output;
use support::{ASSAY, Place};

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A gcc that has the bug from its build 23 on; build 17 does not start.
fn builds(place: &Place) -> String {
    place.compiler(
        "build",
        &format!(
            "rev=$1; shift\n[ $rev -eq 17 ] && exit 9\nif [ $rev -ge 23 ]; then\n\
             exec {ASSAY} sabotage --plant sar-to-shr --every --cc gcc -- -w -O1 \"$@\"; fi\nexec gcc -w -O1 \"$@\""
        ),
    )
}

/// A campaign with a finding of wrong code, whose compiler is build 40.
fn hunted(place: &Place) -> String {
    let build = builds(place);
    let cc = format!("{build} 40");
    let words = ["hunt", "--cc", &cc, "--no-triage", "--tests", "12", "--seed", "3", "--dir", "c", "--json"];
    let hunted = place.assay(&words);
    assert_eq!(hunted.status.code(), Some(1), "{}", err(&hunted));
    let events = support::events(&hunted);
    let found = events.iter().filter(|event| support::is(event, "found")).map(|event| &event["finding"]);
    let mut wrong = found.filter(|finding| finding["kind"] == "wrong-code");
    wrong.next().expect("wrong code")["id"].as_str().expect("a name").to_owned()
}

#[test]
fn the_first_bad_build_is_found() {
    let place = Place::new();
    let id = hunted(&place);
    let builds = format!("{} {{rev}}", place.path("build").display());
    let words = ["bisect", &id, "--dir", "c", "--builds", &builds, "--revs", "10..40", "--json"];
    let output = place.assay(&words);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&told["last_good"], &told["first_bad"]), (&Value::from("22"), &Value::from("23")));
    assert!(told["tried"].as_array().expect("a list").len() < 12, "{told}");
    let list = format!("{0} 16,{0} 17,{0} 30", place.path("build").display());
    let output = place.assay(&["bisect", &id, "--dir", "c", "--versions", &list]);
    let text = out(&output);
    assert!(text.contains("does not tell") && text.contains("build 16"), "{text}{}", err(&output));
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.starts_with("first bad: ") && line.contains("last good: ")),
        "{text}"
    );
    // The gccs of this machine have no such bug.
    let none = place.assay(&["bisect", &id, "--dir", "c", "--versions", "gcc*"]);
    assert_eq!(none.status.code(), Some(1), "{}{}", out(&none), err(&none));
    let rows: [&[&str]; 4] = [
        &["bisect", "7-nobody", "--dir", "c", "--versions", "gcc"],
        &["bisect", &id, "--dir", "c"],
        &["bisect", &id, "--dir", "c", "--versions", "nothing-*"],
        &["bisect", &id, "--dir", "c", "--builds", "gcc", "--revs", "1..3"],
    ];
    for words in rows {
        let output = place.assay(words);
        assert_eq!(
            (output.status.code(), err(&output).lines().count()),
            (Some(2), 1),
            "{words:?}: {}",
            err(&output)
        );
    }
}

#[test]
fn campaigns_are_compared_and_bugs_are_ranked() {
    let place = Place::new();
    let id = hunted(&place);
    let words = ["hunt", "--cc", "gcc -w -O1", "--no-triage", "--tests", "2", "--seed", "3", "--dir", "fine"];
    let fine = place.assay(&words);
    assert_eq!(fine.status.code(), Some(0), "{}", err(&fine));
    let compared = place.assay(&["compare", "c", "fine"]);
    let text = out(&compared);
    assert!(
        text.starts_with("campaign") && text.contains("bugs/hour") && text.contains("wrong code"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 3, "{text}");
    let page = out(&place.assay(&["compare", "c", "fine", "--format", "html"]));
    assert!(
        page.contains("Distinct bugs over time") && page.contains("<svg") && !page.contains("NaN"),
        "{page}"
    );
    let json: Value =
        serde_json::from_slice(&place.assay(&["compare", "c", "fine", "--format", "json"]).stdout)
            .expect("JSON");
    let row = &json["campaigns"][0];
    assert!(row["bugs"].as_u64() >= Some(1) && row["bugs"] == row["only_here"], "{json}");
    assert_eq!(
        row["first_seen"].as_array().map(Vec::len),
        row["bugs"].as_u64().map(|n| n as usize),
        "{json}"
    );
    // The account of what was wrong where, in `show` and in reports.
    let shown = out(&place.assay(&["show", "c"]));
    assert!(
        shown.contains("\nwrong ") && shown.contains("\nbugs ") && shown.contains("wrong code 1"),
        "{shown}"
    );
    let report = out(&place.assay(&["report", "c"]));
    assert!(report.contains("## Error rates") && report.contains("| wrong code | 1 |"), "{report}");
    let ranked = out(&place.assay(&["show", "c", "--ranked"]));
    assert!(ranked.lines().count() >= 2 && ranked.starts_with("distance"), "{ranked}");
    let aside = place.assay(&["show", "c", "--put-aside", &id]);
    assert_eq!(aside.status.code(), Some(0), "{}", err(&aside));
    let left = out(&place.assay(&["show", "c", "--ranked"]));
    assert_eq!(left.lines().count() + 1, ranked.lines().count(), "{left}");
}
