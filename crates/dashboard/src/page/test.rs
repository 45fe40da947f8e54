//! One test: what it was and what came of it.

use campaign::report::markup::{Text, facts};
use maud::{Markup, html};

use super::frame::frame;
use super::words::minute;
use crate::keeper::Snapshot;
use crate::model::test::Test;

pub fn page(snapshot: &Snapshot, test: &Test, now: i64) -> Markup {
    let row = &test.row;
    let finished = row.finished.map(|time| format!("{} UTC", minute(time)));
    let rows = [
        Some(("outcome", row.outcome.clone())),
        row.why.clone().map(|why| ("why", why)),
        Some(("seed", row.seed.clone())),
        row.milliseconds.map(|time| ("took", format!("{time} ms"))),
        finished.map(|time| ("finished", time)),
        Some(("drawn by", drawn_by(row.generation))),
    ];
    let title = format!("Test {}", row.number);
    let body = html! {
        h1 { (title) }
        (facts(rows.into_iter().flatten()))
        h2 { "Findings" }
        @if row.findings.is_empty() { p.quiet { "None." } }
        ul { @for id in &row.findings { li { (finding(snapshot, id)) } } }
        @if !row.incidents.is_empty() {
            h2 { "Results that did not count" }
            ul { @for one in &row.incidents {
                li { b { (Text(&one.kind)) } " " (Text(&one.configuration)) ": " (Text(&one.words)) }
            } }
        }
        nav.turn aria-label="Other tests" {
            @if row.number > 0 { a href=(format!("/tests/{}", row.number - 1)) { "before" } }
            a href=(format!("/tests/{}", row.number + 1)) { "after" }
        }
    };
    frame(snapshot, "", &title, now, &body)
}

fn drawn_by(generation: u64) -> String {
    match generation {
        0 => "the usual odds".to_owned(),
        n => format!("generation {n} of what was learned"),
    }
}

fn finding(snapshot: &Snapshot, id: &str) -> Markup {
    let bug = snapshot.bug(id);
    html! {
        @match bug {
            Some(bug) => { a href=(format!("/findings/{id}")) { (Text(id)) } ", of " (Text(&bug.bucket)) }
            None => (Text(id)),
        }
    }
}
