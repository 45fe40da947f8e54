//! A campaign on one page: charts, and a section for each bug. The page stands alone and asks nobody for anything.

use std::fmt::Write as _;

use super::bug::MOST_BYTES;
use super::chart::{Axes, columns, rows, steps};
use super::data::{Bug, Data, Lessons};
use super::escape;
use super::markdown::MOST_CHOICES;
use crate::draw::learn::Account;

pub(super) fn page(data: &Data) -> String {
    let mut body = String::new();
    heading(&mut body, data);
    charts(&mut body, data);
    choices(&mut body, &data.learning);
    let _ = write!(body, "<h2>Bugs</h2>");
    if data.bugs.is_empty() {
        body.push_str("<p>Nothing found.</p>");
    }
    data.bugs.iter().for_each(|bug| section(&mut body, bug));
    let title = format!("Campaign in {}", data.dir.display());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <title>{}</title><style>{STYLE}</style></head><body><main>{body}\
         <footer>Report by assay {}</footer></main></body></html>\n",
        escape(&title),
        data.version
    )
}

const STYLE: &str = include_str!("style.css");

fn heading(body: &mut String, data: &Data) {
    let totals = &data.totals;
    let _ = write!(body, "<h1>Campaign in {}</h1>", escape(&data.dir.display().to_string()));
    let seconds = data.active_seconds();
    let figures = [
        (totals.tests.to_string(), "tests"),
        (format!("{:.2}", totals.tests as f64 / seconds.max(1e-3)), "tests a second"),
        (totals.findings.to_string(), "findings"),
        (data.bugs.iter().filter(|bug| bug.known.is_none()).count().to_string(), "bugs"),
        (totals.known.to_string(), "findings of known bugs"),
        ((totals.skipped + totals.flaky + totals.environment).to_string(), "without a verdict"),
    ];
    body.push_str("<ul class=\"figures\">");
    for (value, name) in figures {
        let _ = write!(body, "<li><b>{value}</b> {name}</li>");
    }
    body.push_str("</ul><table class=\"facts\">");
    for (name, value) in data.campaign.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(body, "<tr><th>{}</th><td>{}</td></tr>", escape(name), escape(value));
    }
    body.push_str("</table>");
}

/// In how many parts the time is cut, at most; each is a second or more.
const PARTS: f64 = 48.0;

/// More bars are not told apart.
const MOST_ROWS: usize = 20;

fn charts(body: &mut String, data: &Data) {
    let seconds = data.active_seconds().max(1.0);
    let axes = |title, unit| Axes { title, seconds, unit };
    let throughput = data.throughput(seconds.min(PARTS) as usize);
    figure(body, "Throughput, tests a second", &columns(&axes("Throughput", "tests/s"), &throughput));
    let (findings, bugs) = data.discoveries();
    let lines = [("findings", findings), ("bugs", bugs)];
    figure(body, "Findings over time", &steps(&axes("Findings over time", ""), &lines));
    let buckets: Vec<(String, f64, String)> = data
        .bugs
        .iter()
        .take(MOST_ROWS)
        .map(|bug| (bug.bucket.clone(), bug.count as f64, bug.count.to_string()))
        .collect();
    if !buckets.is_empty() {
        figure(body, "Findings by bug", &rows("Findings by bug", &buckets));
    }
    let shares: Vec<(String, f64, String)> = data
        .shares
        .iter()
        .map(|share| {
            (share.who.clone(), share.percent, format!("{:.1} % ({:.1} s)", share.percent, share.seconds))
        })
        .collect();
    figure(body, "CPU time", &rows("CPU time", &shares));
    let tested: Vec<(String, f64, String)> = data
        .configurations
        .iter()
        .map(|(label, tally)| {
            let words = format!("{} ({} compilations)", tally.programs, tally.compilations);
            (label.clone(), tally.programs as f64, words)
        })
        .collect();
    if !tested.is_empty() {
        figure(body, "Programs by configuration", &rows("Programs by configuration", &tested));
    }
}

/// Which choices found what.
fn choices(body: &mut String, learning: &Lessons) {
    if learning.generation == 0 {
        return;
    }
    body.push_str(
        "<h2>Choices</h2><table class=\"facts\"><tr><th>draw</th><th>option</th><th>tests</th><th>new buckets</th>\
         <th>new counters and remarks</th><th>odds</th></tr>",
    );
    for line in learning.outstanding(MOST_CHOICES) {
        let (Account { tests, news, .. }, buckets) = (line.account, line.buckets);
        let _ = write!(
            body,
            "<tr><td>{}</td><td>{}</td><td>{tests}</td><td>{buckets:.1}</td><td>{news}</td><td>{} %</td></tr>",
            escape(&line.choice),
            escape(&line.option),
            line.odds
        );
    }
    body.push_str("</table>");
}

fn figure(body: &mut String, caption: &str, svg: &str) {
    let _ = write!(body, "<figure><figcaption>{}</figcaption>{svg}</figure>", escape(caption));
}

fn section(body: &mut String, bug: &Bug) {
    let open = if bug.known.is_none() { " open" } else { "" };
    let known = bug.known.as_ref().map(|note| format!(" <i>known: {}</i>", escape(note))).unwrap_or_default();
    let _ = write!(
        body,
        "<details{open}><summary><b>{}</b> &times;{}{known}</summary><p>{}</p><table class=\"facts\">",
        escape(&bug.bucket),
        bug.count,
        escape(bug.title())
    );
    let mut row = |name: &str, value: &str| {
        let _ = write!(body, "<tr><th>{}</th><td>{}</td></tr>", escape(name), escape(value));
    };
    row("compiler", &bug.compiler());
    for (name, value) in bug.rows() {
        row(name, &value);
    }
    row("command", &bug.command());
    row("program", &bug.example.origin);
    row("folder", &format!("findings/{}", bug.example.id));
    body.push_str("</table>");
    let (expected, actual) = bug.contrast();
    let _ = write!(
        body,
        "<div class=\"pair\"><div>expected<pre>{}</pre></div><div>actual<pre>{}</pre></div></div>",
        escape(&expected),
        escape(&actual)
    );
    program(body, bug);
    body.push_str("</details>");
}

/// A reduced program is shown, a long one when it is asked for.
fn program(body: &mut String, bug: &Bug) {
    let program = &bug.program;
    if program.text.is_empty() || program.text.len() > MOST_BYTES {
        return;
    }
    let lines = program.text.lines().count();
    let open = if program.is_reduced { " open" } else { "" };
    let _ = write!(
        body,
        "<details{open}><summary>{} ({lines} lines)</summary><pre>{}</pre></details>",
        escape(&program.file),
        escape(&program.text)
    );
}
