//! A campaign on one page: charts, and a section for each bug.

use maud::{Markup, html};

use super::bug::MOST_BYTES;
use super::chart::{Axes, columns, rows, steps};
use super::data::{Bug, Data, Lessons};
use super::markdown::MOST_CHOICES;
use super::markup::{Text, facts, figure, figures, page as whole, table};
use crate::summary::survey::Survey;

/// `refresh`: the page asks for itself again after so many seconds.
pub(super) fn page(data: &Data, refresh: Option<u32>) -> String {
    let title = data.heading();
    let body = html! {
        h1 { (Text(&title)) }
        (heading(data))
        (charts(data))
        (choices(&data.learning))
        (survey(&data.survey))
        h2 { "Bugs" }
        @if data.bugs.is_empty() { p { "Nothing found." } }
        @for bug in &data.bugs { (section(bug)) }
    };
    whole(&title, refresh, &body)
}

fn heading(data: &Data) -> Markup {
    let campaign = data.campaign.iter().filter(|(_, value)| !value.is_empty());
    html! {
        (figures(data.figures().rows()))
        (facts(campaign.map(|(name, value)| (name.as_str(), value.clone()))))
    }
}

/// In how many parts the time is cut, at most; each is a second or more.
const PARTS: f64 = 48.0;

/// More bars are not told apart.
const MOST_ROWS: usize = 20;

fn charts(data: &Data) -> Markup {
    let seconds = data.active_seconds().max(1.0);
    let throughput = data.throughput(seconds.min(PARTS) as usize);
    let (findings, bugs) = data.discoveries();
    let lines = [("findings".to_owned(), findings), ("bugs".to_owned(), bugs)];
    html! {
        (figure("Throughput, tests a second", &columns(&Axes::time("Throughput", seconds, "tests/s"), &throughput)))
        (figure("Findings over time", &steps(&Axes::time("Findings over time", seconds, ""), &lines)))
        (bars("Findings by bug", data.bugs.iter().take(MOST_ROWS).map(|bug| {
            (bug.bucket.to_string(), bug.count as f64, bug.count.to_string())
        })))
        (bars("CPU time", data.shares.iter().map(|share| {
            (share.who.clone(), share.percent, format!("{:.1} % ({:.1} s)", share.percent, share.seconds))
        })))
        (bars("Programs by configuration", data.configurations.iter().map(|(label, tally)| {
            let words = format!("{} ({} compilations)", tally.programs, tally.compilations);
            (label.clone(), tally.programs as f64, words)
        })))
    }
}

/// Error rates, and where bugs are.
fn survey(survey: &Survey) -> Markup {
    let rates: Vec<Vec<String>> = survey.rates.iter().map(|rate| rate.cells().to_vec()).collect();
    html! {
        @if survey.bugs > 0 {
            h2 { "Error rates" }
            (table(&Survey::RATE_HEADS, &rates))
            (bars("Where bugs are", survey.counts().into_iter().map(|(name, count)| {
                (name.to_owned(), count as f64, count.to_string())
            })))
        }
    }
}

/// A chart of bars, unless there are none.
fn bars(title: &str, values: impl Iterator<Item = (String, f64, String)>) -> Markup {
    let values: Vec<(String, f64, String)> = values.collect();
    html! { @if !values.is_empty() { (figure(title, &rows(title, &values))) } }
}

/// Which choices found what.
fn choices(learning: &Lessons) -> Markup {
    const HEADS: [&str; 6] = ["draw", "option", "tests", "new buckets", "new counters and remarks", "odds"];
    html! {
        @if learning.generation > 0 {
            h2 { "Choices" }
            table.facts {
                tr { @for head in HEADS { th { (head) } } }
                @for line in learning.outstanding(MOST_CHOICES) {
                    tr {
                        td { (Text(&line.choice)) }
                        td { (Text(&line.option)) }
                        td { (line.account.tests) }
                        td { (format!("{:.1}", line.buckets)) }
                        td { (line.account.news) }
                        td { (line.odds) " %" }
                    }
                }
            }
        }
    }
}

fn section(bug: &Bug) -> Markup {
    let last = [
        ("command", bug.command()),
        ("program", bug.example.origin.clone()),
        ("folder", format!("findings/{}", bug.example.id)),
    ];
    let rows = [("compiler", bug.compiler())].into_iter().chain(bug.rows()).chain(last);
    let (expected, actual) = bug.contrast();
    html! {
        details open[bug.known.is_none()] {
            summary {
                b { (Text(bug.bucket.to_string())) } " ×" (bug.count)
                @if let Some(note) = &bug.known { " " i { "known: " (Text(note)) } }
            }
            p { (Text(bug.title())) }
            (facts(rows))
            div.pair {
                div { "expected" pre { (Text(&expected)) } }
                div { "actual" pre { (Text(&actual)) } }
            }
            (program(bug))
        }
    }
}

/// A reduced program is shown, a long one when it is asked for.
fn program(bug: &Bug) -> Markup {
    let program = &bug.program;
    let lines = program.text.lines().count();
    html! {
        @if !program.text.is_empty() && program.text.len() <= MOST_BYTES {
            details open[program.is_reduced] {
                summary { (Text(&program.file)) " (" (lines) " lines)" }
                pre { (Text(&program.text)) }
            }
        }
    }
}
