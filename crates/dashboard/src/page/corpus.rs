//! The programs of a corpus whose mutants found something.

use campaign::report::markup::Text;
use maud::{Markup, html};

use super::frame::frame;
use crate::keeper::Snapshot;
use crate::model::corpus::Corpus;

/// So many programs are listed.
const MOST: usize = 200;

pub fn page(snapshot: &Snapshot, now: i64) -> Markup {
    let corpus = Corpus::of(&snapshot.data);
    let body = html! {
        h1 { "Corpus" }
        div #c-corpus data-live {
            @if !corpus.is_used {
                p { "All programs of this campaign are grown. To mutate those of a folder: " code { "assay hunt --corpus DIR" } "." }
            } @else if corpus.programs.is_empty() {
                p { "No mutant has shown a bug yet." }
            }
            @for one in corpus.programs.iter().take(MOST) {
                article.worker {
                    h2 { (Text(one.file)) }
                    ul { @for bug in &one.bugs { li {
                        a href=(format!("/bugs/{}", bug.id)) { (Text(bug.title)) }
                        " " span.quiet { (Text(bug.mutations)) }
                    } } }
                }
            }
            @if corpus.programs.len() > MOST { p.quiet { "The first " (MOST) " of " (corpus.programs.len()) "." } }
        }
    };
    frame(snapshot, "/corpus", "Corpus", now, &body)
}
