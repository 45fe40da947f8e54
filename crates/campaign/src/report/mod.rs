//! A campaign as a document: for people, for other programs, and for those who fix the compiler. Everything is taken
//! from the campaign's folder; nothing is compiled or run again.

mod accept;
mod bug;
pub mod chart;
pub mod compare;
mod data;
mod explorer;
mod html;
mod json;
mod junit;
mod markdown;
pub mod markup;
mod sarif;
mod time;
mod tracker;

pub use accept::check;
pub use data::{Bug, Data, Lessons};

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
        Form::Html => html::page(data, None),
        Form::Markdown => markdown::summary(data),
        Form::Gcc => tracker::all(data, &tracker::GCC),
        Form::Llvm => tracker::all(data, &tracker::LLVM),
        Form::Json => json::document(data),
        Form::Junit => junit::document(data),
        Form::Sarif => sarif::document(data),
    }
}

/// The page for a browser that asks for it again after so many seconds.
pub fn live_page(data: &Data, seconds: u32) -> String {
    html::page(data, Some(seconds))
}
