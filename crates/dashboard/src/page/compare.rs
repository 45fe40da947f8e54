//! Campaigns side by side.

use campaign::report::markup::Text;
use campaign::report::{grouped, rate};
use maud::{Markup, html};

use super::frame::frame;
use super::words::span;
use crate::keeper::Snapshot;
use crate::model::compare::{Column, Comparison};

/// So many bugs are compared one by one.
const MOST: usize = 200;

/// How a row reads for one campaign.
type Value = fn(&Column) -> String;

/// What is compared.
const ROWS: [(&str, Value); 10] = [
    ("tests", |one| grouped(one.figures.tests)),
    ("tests a second", |one| rate(one.figures.tests_per_second)),
    ("run time", |one| span(one.figures.seconds)),
    ("programs", |one| grouped(one.figures.programs)),
    ("compilations", |one| grouped(one.figures.compilations)),
    ("CPU time", |one| span(one.cpu_seconds)),
    ("findings", |one| grouped(one.figures.findings)),
    ("bugs", |one| grouped(one.figures.bugs)),
    ("bugs an hour of CPU", |one| rate(one.bugs_per_cpu_hour)),
    ("bugs that no other has", |one| one.alone.to_string()),
];

pub fn page(snapshot: &Snapshot, all: &Comparison, now: i64) -> Markup {
    let body = html! {
        h1 { "Compare campaigns" }
        @if all.campaigns.len() < 2 {
            p { "There is one campaign. To compare: " code { "assay serve DIR --beside OTHER" } ", again for more." }
        }
        div.scroll tabindex="0" role="region" aria-label="Figures" { table #c-figures data-live {
            thead { tr { th { "" } @for one in &all.campaigns { th.n scope="col" { (Text(one.name)) } } } }
            tbody { @for (name, value) in ROWS { tr {
                th scope="row" { (name) }
                @for one in &all.campaigns { td.n { (value(one)) } }
            } } }
        } }
        h2 { "Findings by bug" }
        div.scroll tabindex="0" role="region" aria-label="Findings by bug" { table #c-shared data-live {
            thead { tr { th { "bug" } @for one in &all.campaigns { th.n scope="col" { (Text(one.name)) } } } }
            tbody { @for bug in all.bugs.iter().take(MOST) { tr {
                th scope="row" { (Text(bug.bucket)) }
                @for count in &bug.counts { td.n { @if *count == 0 { "–" } @else { (grouped(*count)) } } }
            } } }
        } }
        @if all.bugs.len() > MOST { p.quiet { "The first " (MOST) " of " (all.bugs.len()) "." } }
    };
    frame(snapshot, "/compare", "Compare", now, &body)
}
