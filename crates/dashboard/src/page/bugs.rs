//! The list of bugs, with filters that are a plain form.

use std::collections::BTreeSet;

use campaign::report::grouped;
use campaign::report::markup::Text;
use maud::{Markup, html};

use super::frame::frame;
use super::words::minute;
use crate::keeper::Snapshot;
use crate::model::bug::Row;
use crate::model::filter::{Choices, Chosen, Filter, MOST, USUAL};

pub fn page(snapshot: &Snapshot, filter: &Filter, now: i64) -> Markup {
    let bugs = &snapshot.data.bugs;
    let (choices, chosen) = (Choices::of(bugs), filter.choose(bugs));
    let body = html! {
        h1 { "Bugs" }
        (form(filter, &choices))
        div #c-bugs data-live {
            p.quiet { (grouped(chosen.total as u64)) " of " (grouped(bugs.len() as u64)) ", the most different ones first" }
            @if chosen.bugs.is_empty() { p { "No bug is like that." } } @else { (list(&chosen.bugs)) }
            (turn(filter, &chosen))
        }
    };
    frame(snapshot, "/bugs", "Bugs", now, &body)
}

fn form(filter: &Filter, choices: &Choices) -> Markup {
    html! {
        form.filter method="get" action="/bugs" role="search" aria-label="Filter" data-submit {
            (select("compiler", &filter.compiler, &choices.compilers))
            (select("kind", &filter.kind, &choices.kinds))
            (select("state", &filter.state, &choices.states))
            (select("pass", &filter.pass, &choices.passes))
            div { label for="f-text" { "text" } input #f-text type="search" name="text" value=(Text(&filter.text)) maxlength="200"; }
            div { button type="submit" { "Filter" } " " a href="/bugs" { "clear" } }
        }
    }
}

fn select(name: &str, chosen: &str, options: &BTreeSet<String>) -> Markup {
    html! {
        div {
            label for=(format!("f-{name}")) { (name) }
            select id=(format!("f-{name}")) name=(name) {
                option value="" { "any" }
                @for option in options { option value=(Text(option)) selected[option == chosen] { (Text(option)) } }
            }
        }
    }
}

/// Bugs as cards; each is one link with its particulars.
pub fn list(bugs: &[Row]) -> Markup {
    html! { ol.bugs { @for row in bugs { li { (card(row)) } } } }
}

fn card(row: &Row) -> Markup {
    html! {
        article data-state=(row.state.name()) {
            h3 { a href=(format!("/bugs/{}", row.id)) { (Text(row.title)) } }
            p.tags {
                span.tag data-kind=(row.kind) { (row.kind) }
                span.tag { (Text(row.compiler)) }
                @if let Some(pass) = &row.pass { span.tag.pass { (Text(pass)) } }
                span.tag data-state=(row.state.name()) { (row.state.name()) }
                span.count { "×" (grouped(row.count)) }
            }
            p.quiet {
                (Text(row.bucket)) " · first " time { (minute(row.first_found as i64 * 1000)) }
                @if let (Some(lines), Some(bytes)) = (row.lines, row.bytes) { " · reduced to " (lines) " lines, " (bytes) " bytes" }
            }
            @if let Some(note) = row.note { p.note { (Text(note)) } }
        }
    }
}

fn turn(filter: &Filter, chosen: &Chosen) -> Markup {
    let limit = filter.limit.unwrap_or(USUAL).clamp(1, MOST);
    let end = chosen.offset + chosen.bugs.len();
    html! {
        @if chosen.offset > 0 || end < chosen.total {
            nav.turn aria-label="More bugs" {
                @if chosen.offset > 0 { a href=(link(filter, chosen.offset.saturating_sub(limit))) { "before" } }
                span { (chosen.offset + 1) " to " (end) }
                @if end < chosen.total { a href=(link(filter, end)) { "after" } }
            }
        }
    }
}

fn link(filter: &Filter, offset: usize) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let words = [
        ("compiler", &filter.compiler),
        ("kind", &filter.kind),
        ("state", &filter.state),
        ("pass", &filter.pass),
        ("text", &filter.text),
    ];
    words.into_iter().filter(|(_, value)| !value.is_empty()).for_each(|(name, value)| {
        query.append_pair(name, value);
    });
    if let Some(limit) = filter.limit {
        query.append_pair("limit", &limit.to_string());
    }
    query.append_pair("offset", &offset.to_string());
    format!("/bugs?{}", query.finish())
}
