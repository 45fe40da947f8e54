//! All that is known of one bug.

use campaign::finding::examination::Outcome;
use campaign::report::markup::{Text, facts};
use campaign::report::{Bug, MOST_BYTES};
use campaign::store::BugState;
use maud::{Markup, html};

use super::code::program;
use super::frame::frame;
use super::words::minute;
use crate::keeper::Snapshot;
use crate::model::bug::{Matrix, RECIPIENTS, Whole};

/// So many examples are listed; the others are in the JSON.
const MOST_EXAMPLES: usize = 100;

pub fn page(snapshot: &Snapshot, bug: &Bug, files: &[String], now: i64) -> Markup {
    let whole = Whole::of(bug);
    let body = html! {
        p.quiet { a href="/bugs" { "Bugs" } " / " (Text(whole.row.bucket)) }
        h1 { (Text(whole.row.title)) }
        p.tags {
            span.tag data-kind=(whole.row.kind) { (whole.row.kind) }
            span.tag { (Text(whole.row.compiler)) }
            @if let Some(pass) = &whole.row.pass { span.tag.pass { (Text(pass)) } }
            span.tag data-state=(whole.row.state.name()) { (whole.row.state.name()) }
            span.count { "×" (whole.row.count) }
        }
        @if let Some(note) = whole.row.note { p.note { (Text(note)) } }
        (source(&whole))
        (contrast(&whole))
        section aria-labelledby="h-known" { h2 #h-known { "What is known" } (facts(rows(bug, &whole))) (change(bug)) }
        (matrix(&whole.matrix))
        (reports(bug, &whole))
        (examples(&whole))
        (material(&whole, files))
        (state(&whole))
    };
    frame(snapshot, "/bugs", whole.row.title, now, &body)
}

fn source(whole: &Whole) -> Markup {
    let one = whole.program;
    let lines = one.text.lines().count();
    let about = if one.is_reduced { "Reduced program" } else { "Program, not reduced yet" };
    html! {
        section aria-labelledby="h-program" {
            h2 #h-program { (about) }
            p.quiet { (Text(&one.file)) ", " (lines) " lines, " (one.text.len()) " bytes" }
            @if one.text.is_empty() {
                p { "Its files were not kept: there are many findings like this one." }
            } @else if one.text.len() > MOST_BYTES {
                p { "It is long; see the files below." }
            } @else if one.is_reduced {
                (copied(&program(&one.text)))
            } @else {
                details { summary { "Show it" } (copied(&program(&one.text))) }
            }
            h3 { "Command line" }
            (copied(&html! { pre tabindex="0" { (Text(&whole.command)) } }))
            @if let Some(link) = &whole.explorer {
                h3 { "Compiler Explorer" }
                p.quiet { "An address that has the program in it; nothing is sent unless you go there." }
                (copied(&html! { pre.link tabindex="0" { (Text(link)) } }))
            }
        }
    }
}

/// Something that is worth copying; the button comes from the script.
fn copied(inside: &Markup) -> Markup {
    html! { div.copied data-copy { (inside) } }
}

/// Both outputs, with the lines that differ marked.
fn contrast(whole: &Whole) -> Markup {
    let (expected, actual): (Vec<&str>, Vec<&str>) =
        (whole.expected.lines().collect(), whole.actual.lines().collect());
    let side = |own: &[&str], other: &[&str]| {
        let lines: Vec<(bool, String)> = own
            .iter()
            .enumerate()
            .map(|(at, line)| (other.get(at) != Some(line), (*line).to_owned()))
            .collect();
        html! { pre tabindex="0" { @for (differs, line) in &lines {
            @if *differs { mark { (Text(line)) } } @else { (Text(line)) }
            "\n"
        } } }
    };
    html! {
        section aria-label="Expected and actual" {
            div.pair {
                div { h2 { "Expected" } (side(&expected, &actual)) }
                div { h2 { "Actual" } (side(&actual, &expected)) }
            }
        }
    }
}

fn rows(bug: &Bug, whole: &Whole) -> Vec<(&'static str, String)> {
    let example = whole.example;
    let mut rows = vec![("compiler", bug.compiler())];
    rows.extend(bug.rows());
    if let Some(variable) = &example.variable {
        rows.push(("first wrong", variable.to_string()));
    }
    rows.push(("program", example.origin.clone()));
    rows.push(("machine", example.host.to_string()));
    rows.push(("first found", format!("{} UTC", minute(whole.row.first_found as i64 * 1000))));
    rows.push(("last found", format!("{} UTC", minute(whole.row.last_found as i64 * 1000))));
    rows
}

/// What the culprit pass did, where the compiler shows it.
fn change(bug: &Bug) -> Markup {
    let change = bug.culprit().and_then(|culprit| culprit.change.as_ref());
    html! { @if let Some(change) = change {
        details { summary { "What the pass changes" } pre tabindex="0" { (Text(change)) } }
    } }
}

fn matrix(matrix: &Matrix) -> Markup {
    let cell = |outcome: &Option<Outcome>| match outcome {
        Some(Outcome::Fails) => ("fails", "fails"),
        Some(Outcome::Works) => ("works", "works"),
        Some(Outcome::Unclear) => ("unclear", "unclear"),
        None => ("untried", "–"),
    };
    html! {
        section aria-labelledby="h-matrix" {
            h2 #h-matrix { "Versions and levels" }
            div.scroll tabindex="0" role="region" aria-labelledby="h-matrix" { table.matrix {
                thead { tr { th scope="col" { "compiler" } @for level in &matrix.levels { th scope="col" { (Text(level)) } } } }
                tbody { @for row in &matrix.rows { tr {
                    th scope="row" title=(Text(&row.version)) { (Text(&row.compiler)) }
                    @for outcome in &row.cells { @let (class, word) = cell(outcome); td class=(class) { (word) } }
                } } }
            } }
        }
    }
}

fn reports(bug: &Bug, whole: &Whole) -> Markup {
    let own = bug.recipient();
    html! {
        section aria-labelledby="h-report" {
            h2 #h-report { "Report, ready to copy" }
            @for (name, about, to) in RECIPIENTS {
                details open[to == own] {
                    summary { (about) }
                    p { a href=(format!("/bugs/{}/report?for={name}", whole.row.id)) { "alone" } }
                    (copied(&html! { pre.report tabindex="0" { (Text(&bug.report(to))) } }))
                }
            }
        }
    }
}

fn examples(whole: &Whole) -> Markup {
    let all = whole.examples;
    html! {
        section aria-labelledby="h-examples" {
            h2 #h-examples { "All examples (" (all.len()) ")" }
            div.scroll tabindex="0" role="region" aria-labelledby="h-examples" { table {
                thead { tr { th { "finding" } th.n { "test" } th { "found (UTC)" } th { "with" } th { "title" } } }
                tbody { @for one in all.iter().take(MOST_EXAMPLES) { tr {
                    td { @if one.id == whole.example.id { b { (Text(&one.id)) } } @else { (Text(&one.id)) } }
                    td.n { a href=(format!("/tests/{}", one.test)) { (one.test) } }
                    td { (minute(one.found as i64 * 1000)) }
                    td { (Text(one.wrong.join(", "))) }
                    td { (Text(&one.title)) }
                } } }
            } }
            @if all.len() > MOST_EXAMPLES { p.quiet { "The first " (MOST_EXAMPLES) " of " (all.len()) "." } }
        }
    }
}

fn material(whole: &Whole, files: &[String]) -> Markup {
    let id = &whole.example.id;
    html! {
        section aria-labelledby="h-files" {
            h2 #h-files { "Files of " (Text(id)) }
            @if files.is_empty() { p.quiet { "None were kept." } }
            ul.files { @for file in files { li { a href=(format!("/findings/{id}/files/{file}")) { (Text(file)) } } } }
        }
    }
}

/// What people say of it. Whoever is not on this machine needs the token.
fn state(whole: &Whole) -> Markup {
    let states = BugState::ALL.map(BugState::name);
    let now = whole.row.state.name();
    html! {
        section aria-labelledby="h-state" {
            h2 #h-state { "State" }
            form.state method="post" action=(format!("/bugs/{}/state", whole.row.id)) {
                div {
                    label for="s-state" { "What became of it" }
                    select #s-state name="state" {
                        @for state in states { option value=(state) selected[state == now] { (state) } }
                    }
                }
                div {
                    label for="s-note" { "Where it is reported, in what it is fixed, or why it is no news" }
                    input #s-note name="note" maxlength="2000" value=(Text(whole.row.note.unwrap_or_default()));
                }
                div {
                    label for="s-token" { "Token (only from other machines)" }
                    input #s-token name="token" type="password" autocomplete="off" maxlength="200";
                }
                button type="submit" { "Keep" }
            }
        }
    }
}
