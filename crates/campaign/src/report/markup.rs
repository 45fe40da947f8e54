//! What all pages share: the frame of a page, text that is made safe, tables and figures. What a page says is said elsewhere.
//!
//! `maud` escapes what HTML takes for markup. Text of compilers and programs also holds what a browser should not get at all.

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use crate::text::is_steering;

/// Text of others in a page: control characters have no place there, nor have those that turn text around.
pub struct Text<T>(pub T);

impl<T: AsRef<str>> Render for Text<T> {
    fn render_to(&self, buffer: &mut String) {
        cleaned(self.0.as_ref()).as_str().render_to(buffer);
    }
}

/// Without the characters that neither XML nor HTML may have, and without those that turn text around.
pub(super) fn cleaned(text: &str) -> String {
    let is_bad = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || is_steering(c);
    text.chars().map(|c| if is_bad(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

const STYLE: &str = include_str!("style.css");

/// A page that stands alone and asks nobody for anything. `refresh`: it asks for itself again after so many seconds.
pub fn page(title: &str, refresh: Option<u32>, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                @if let Some(seconds) = refresh { meta http-equiv="refresh" content=(seconds); }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (Text(title)) }
                style { (PreEscaped(STYLE)) }
            }
            body { main {
                (body)
                footer { "Report by assay " (env!("CARGO_PKG_VERSION")) }
            } }
        }
    };
    page.into_string() + "\n"
}

/// Names with a value each.
pub fn facts<'a>(rows: impl IntoIterator<Item = (&'a str, String)>) -> Markup {
    html! {
        table.facts { @for (name, value) in rows { tr { th { (Text(name)) } td { (Text(value)) } } } }
    }
}

/// Rows under headings. The first column is words, the others are numbers or short.
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> Markup {
    html! {
        table.grid {
            tr { @for head in heads { th { (Text(head)) } } }
            @for row in rows { tr { @for cell in row { td { (Text(cell)) } } } }
        }
    }
}

/// Numbers that are seen first.
pub fn figures<'a>(all: impl IntoIterator<Item = (String, &'a str)>) -> Markup {
    html! { ul.figures { @for (value, name) in all { li { b { (Text(value)) } " " (name) } } } }
}

pub fn figure(caption: &str, chart: &Markup) -> Markup {
    html! { figure { figcaption { (Text(caption)) } (chart) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_made_safe() {
        let text = Text("<a b=\"c\">&\u{1}\n\u{202e}").render().into_string();
        assert_eq!(text, "&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\n\u{fffd}");
        let table = table(&["a<b"], &[vec!["<script>".to_owned()]]).into_string();
        assert_eq!(
            table,
            "<table class=\"grid\"><tr><th>a&lt;b</th></tr><tr><td>&lt;script&gt;</td></tr></table>"
        );
    }

    #[test]
    fn a_page_refreshes_itself_only_when_asked() {
        let body = html! { p { "x" } };
        assert!(page("t", Some(10), &body).contains("<meta http-equiv=\"refresh\" content=\"10\">"));
        let still = page("</title>", None, &body);
        assert!(!still.contains("refresh") && still.contains("<title>&lt;/title&gt;</title>"), "{still}");
    }
}
