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
pub mod ticks;
mod time;
mod tracker;

pub use crate::figures::{Figures, grouped, rate};
pub use accept::check;
pub use bug::MOST_BYTES;
pub use data::{Bug, Data, Lessons, Program, SCHEMA, Sighting};

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

/// The report on one bug, for whoever wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipient {
    Gcc,
    Llvm,
    /// Nobody in particular: plain text.
    Anybody,
}

impl Recipient {
    fn tracker(self) -> &'static tracker::Tracker {
        match self {
            Recipient::Gcc => &tracker::GCC,
            Recipient::Llvm => &tracker::LLVM,
            Recipient::Anybody => &tracker::ANYBODY,
        }
    }
}

impl Bug {
    /// The report, ready to be sent.
    pub fn report(&self, to: Recipient) -> String {
        tracker::one(self, to.tracker(), env!("CARGO_PKG_VERSION"))
    }

    /// Whose tracker it belongs in.
    pub fn recipient(&self) -> Recipient {
        let own = [Recipient::Gcc, Recipient::Llvm].into_iter().find(|to| to.tracker().takes(self));
        own.unwrap_or(Recipient::Anybody)
    }

    /// A link that has the program in it, if it is short and its compiler is there.
    pub fn explorer(&self) -> Option<String> {
        let to = self.recipient().tracker();
        let Program { text, file, .. } = &self.program;
        explorer::link(text, file, self.target(), to.explorer, &self.flags()).filter(|_| !text.is_empty())
    }
}

/// The page for a browser that asks for it again after so many seconds.
pub fn live_page(data: &Data, seconds: u32) -> String {
    html::page(data, Some(seconds))
}
