//! Bars with a name and a value each, as a list: it wraps where there is little room, and is read aloud as what it is.

use campaign::report::markup::Text;
use maud::{Markup, html};

pub struct Bar {
    pub name: String,
    pub size: f64,
    /// What the size is, in words.
    pub words: String,
}

pub fn bars(title: &str, all: &[Bar]) -> Markup {
    let most = all.iter().map(|bar| bar.size).fold(0.0, f64::max).max(1e-9);
    html! {
        ul.bars aria-label=(title) {
            @for bar in all {
                li {
                    span.name { (Text(&bar.name)) }
                    svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
                        rect.back width="100" height="10" {}
                        rect.bar width=(format!("{:.2}", 100.0 * bar.size / most)) height="10" {}
                    }
                    span.words { (Text(&bar.words)) }
                }
            }
        }
    }
}
