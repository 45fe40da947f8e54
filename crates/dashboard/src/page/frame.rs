//! What all pages have around them: the head, the ways to the other pages, and what says that it is alive.

use campaign::report::markup::Text;
use maud::{DOCTYPE, Markup, html};

use super::words::minute;
use crate::keeper::Snapshot;
use crate::model::overview::{in_a_line, is_running};

/// The pages that are linked from all others.
const PAGES: [(&str, &str); 5] = [
    ("/", "Overview"),
    ("/bugs", "Bugs"),
    ("/workers", "Workers"),
    ("/compare", "Compare"),
    ("/corpus", "Corpus"),
];

/// A browser that runs no scripts asks again after so many seconds.
const REFRESH: u32 = 15;

/// `here`: the page's own path, or that of the page it belongs to.
pub fn frame(snapshot: &Snapshot, here: &str, title: &str, now: i64, body: &Markup) -> Markup {
    let state = if is_running(snapshot, now) { "running" } else { "at rest" };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (Text(title)) " · assay" }
                link rel="stylesheet" href="/assets/style.css";
                link rel="icon" type="image/svg+xml" href="/assets/icon.svg";
                link rel="alternate" type="application/atom+xml" title="New bugs" href="/feed.atom";
                noscript { meta http-equiv="refresh" content=(REFRESH); }
                script src="/assets/live.js" defer {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header {
                    nav aria-label="Pages" {
                        a.brand href="/" { "assay" }
                        @for (path, name) in PAGES {
                            a href=(path) aria-current=[(path == here).then_some("page")] { (name) }
                        }
                        form.goto action="/tests" method="get" role="search" {
                            label for="number" { "Test" }
                            input #number name="number" inputmode="numeric" pattern="[0-9]*" size="7" required placeholder="number";
                        }
                    }
                    p.alive {
                        span #alive data-live data-running[is_running(snapshot, now)] { (state) }
                        " " span.path { (Text(&snapshot.name)) }
                    }
                }
                @if let Some(trouble) = &snapshot.trouble {
                    p.trouble role="alert" { (Text(trouble)) " What you see is of " (minute(snapshot.taken)) " (UTC)." }
                }
                main #main tabindex="-1" { (body) }
                footer {
                    p #news role="status" aria-live="polite" data-number=(snapshot.number) { (in_a_line(&snapshot.data.figures())) }
                    p {
                        a href="/api/openapi.json" { "JSON API" } " · " a href="/metrics" { "metrics" } " · "
                        a href="/feed.atom" { "feed" } " · " a href="/report.html" { "report" } " · assay " (snapshot.data.version)
                    }
                }
            }
        }
    }
}
