//! The campaign on one page: what it came to, how fast it goes, who uses the CPU, what finds bugs.

use campaign::report::chart::{Axes, columns, steps};
use campaign::report::grouped;
use campaign::report::markup::{Text, facts};
use campaign::usage::{Share, Tally};
use maud::{Markup, html};

use super::bars::{Bar, bars};
use super::bugs;
use super::frame::frame;
use super::words::span;
use crate::keeper::Snapshot;
use crate::model::bug::Row;
use crate::model::overview::Overview;

/// So many bugs are shown on the first page; the others are one step away.
const FIRST: usize = 6;

/// More bars are not told apart.
const MOST_ROWS: usize = 16;

pub fn page(snapshot: &Snapshot, now: i64) -> Markup {
    let overview = Overview::of(snapshot, now);
    let bugs: Vec<Row> = snapshot.data.bugs.iter().map(Row::of).take(FIRST).collect();
    let body = html! {
        h1 { "Campaign" }
        (figures(&overview))
        div.columns {
            section aria-labelledby="h-throughput" { h2 #h-throughput { "Throughput" } div #c-throughput data-live { (throughput(&overview)) } }
            section aria-labelledby="h-found" { h2 #h-found { "Bugs over time" } div #c-found data-live { (discoveries(snapshot, &overview)) } }
        }
        section aria-labelledby="h-bugs" {
            h2 #h-bugs { "Bugs to look at first" }
            div #c-bugs data-live {
                @if bugs.is_empty() { p.quiet { "Nothing found yet." } } @else { (bugs::list(&bugs)) }
                @if snapshot.data.bugs.len() > bugs.len() { p { a href="/bugs" { "All " (snapshot.data.bugs.len()) } } }
            }
        }
        div.columns {
            section aria-labelledby="h-steps" { h2 #h-steps { "CPU time by step" } div #c-steps data-live { (shares("CPU time by step", overview.steps)) } }
            section aria-labelledby="h-compilers" { h2 #h-compilers { "Compiling, by compiler" } div #c-compilers data-live { (shares("CPU time of compiling, by compiler", overview.compilers)) } }
        }
        section aria-labelledby="h-tested" { h2 #h-tested { "What was tested" } div #c-tested data-live { (configurations(&overview)) } }
        (choices(&overview))
        section aria-labelledby="h-settings" { h2 #h-settings { "Settings" } (settings(&overview)) }
    };
    frame(snapshot, "/", "Campaign", now, &body)
}

fn figures(overview: &Overview) -> Markup {
    let rows = overview.figures.rows();
    html! {
        ul.figures #c-figures data-live {
            @for (value, name) in &rows { li { b { (value) } " " span { (name) } } }
            li { b { (span(overview.figures.seconds)) } " " span { "of running" } }
        }
    }
}

fn throughput(overview: &Overview) -> Markup {
    let seconds = overview.figures.seconds.max(1.0);
    columns(
        &Axes::time("Tests a second, over the time the campaign has run", seconds, "tests/s"),
        &overview.throughput,
    )
}

fn discoveries(snapshot: &Snapshot, overview: &Overview) -> Markup {
    let seconds = overview.figures.seconds.max(1.0);
    let (findings, _) = snapshot.data.discoveries();
    let lines = [("findings".to_owned(), findings), ("different bugs".to_owned(), overview.bugs.clone())];
    steps(&Axes::time("Findings and different bugs, over the time the campaign has run", seconds, ""), &lines)
}

fn shares(title: &str, shares: &[Share]) -> Markup {
    let bar = |share: &Share| {
        let words = format!("{:.1} %, {}", share.percent, span(share.seconds));
        Bar { name: share.who.clone(), size: share.seconds, words }
    };
    let all: Vec<Bar> = shares.iter().map(bar).collect();
    html! { @if all.is_empty() { p.quiet { "Nothing yet." } } @else { (bars(title, &all)) } }
}

fn configurations(overview: &Overview) -> Markup {
    let mut all: Vec<(&String, &Tally)> = overview.configurations.iter().collect();
    all.sort_by_key(|(label, tally)| (std::cmp::Reverse(tally.programs), *label));
    let bar = |(label, tally): &(&String, &Tally)| {
        let (programs, compilations) = (grouped(tally.programs), grouped(tally.compilations));
        let words = format!("{programs} programs, {compilations} compilations");
        Bar { name: (*label).clone(), size: tally.programs as f64, words }
    };
    let shown: Vec<Bar> = all.iter().take(MOST_ROWS).map(bar).collect();
    html! {
        @if shown.is_empty() { p.quiet { "Nothing yet." } } @else { (bars("Programs by configuration", &shown)) }
        @if all.len() > shown.len() { p.quiet { "and " (all.len() - shown.len()) " more" } }
    }
}

/// Which choices found what.
fn choices(overview: &Overview) -> Markup {
    html! {
        section aria-labelledby="h-choices" {
            h2 #h-choices { "Which choices found what" }
            div #c-choices data-live {
                @if overview.choices.is_empty() {
                    p.quiet { "Nothing was learned yet: all options are drawn as usual." }
                } @else {
                    p.quiet { "The options of draws that are drawn most beside what is usual, and those that are drawn least." }
                    div.scroll tabindex="0" role="region" aria-label="Choices" { table {
                        thead { tr { th { "draw" } th { "option" } th.n { "tests" } th.n { "bugs" } th.n { "news" } th.n { "odds" } } }
                        tbody { @for line in &overview.choices { tr {
                            td { (Text(&line.choice)) }
                            td { (Text(&line.option)) }
                            td.n { (grouped(line.account.tests)) }
                            td.n { (format!("{:.1}", line.buckets)) }
                            td.n { (line.account.news) }
                            td.n { (line.odds) " %" }
                        } } }
                    } }
                }
            }
        }
    }
}

fn settings(overview: &Overview) -> Markup {
    let known = overview.settings.iter().filter(|(_, value)| !value.is_empty());
    facts(known.map(|(name, value)| (name.as_str(), value.clone())))
}
