//! A campaign as a document: for people, for other programs, and for those who fix the compiler. Everything is taken
//! from the campaign's folder; nothing is compiled or run again.

mod accept;
mod bug;
mod chart;
mod data;
mod explorer;
mod html;
mod json;
mod junit;
mod markdown;
mod sarif;
mod time;
mod tracker;

pub use accept::check;
pub use data::{Bug, Data, Lessons};

use crate::text::is_steering;

/// How a report is written: a row for each form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One page with charts.
    Html,
    /// The same in words.
    Markdown,
    /// For GCC's bug tracker.
    Gcc,
    /// For LLVM's.
    Llvm,
    Json,
    Junit,
    Sarif,
}

/// Writes a report.
pub fn write(data: &Data, form: Form) -> String {
    match form {
        Form::Html => html::page(data),
        Form::Markdown => markdown::summary(data),
        Form::Gcc => tracker::all(data, &tracker::GCC),
        Form::Llvm => tracker::all(data, &tracker::LLVM),
        Form::Json => json::document(data),
        Form::Junit => junit::document(data),
        Form::Sarif => sarif::document(data),
    }
}

/// Text inside of XML and HTML. Control characters have no place there at all, nor have those that turn text around.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if (c.is_control() && !matches!(c, '\n' | '\t')) || is_steering(c) => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_is_made_safe() {
        assert_eq!(escape("<a b=\"c\">&\u{1}\n"), "&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\n");
    }
}
