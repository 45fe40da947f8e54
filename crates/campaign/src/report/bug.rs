//! What reports say about one bug, whatever their form.

use super::data::Bug;
use crate::finding::Kind;
use crate::triage::words::labels;
use crate::triage::{Guilt, Outcome, Triage};

/// A program that is longer is not printed, but named.
pub(super) const MOST_BYTES: usize = 60_000;

const NOT_EXAMINED: &str =
    "not examined yet; these findings may be of several bugs, and the next run goes on with them";

impl Bug {
    pub(super) fn triage(&self) -> Option<&Triage> {
        self.example.triage.as_ref()
    }

    /// What an examination found out, in rows of a name and a value.
    pub(super) fn rows(&self) -> Vec<(&'static str, String)> {
        match self.triage() {
            Some(triage) => triage.rows(),
            None if self.is_mixed() => vec![("note", NOT_EXAMINED.to_owned())],
            None => Vec::new(),
        }
    }

    /// Whether its findings have nothing in common yet but a verdict that says nothing.
    fn is_mixed(&self) -> bool {
        self.example.kind.is_silent() && self.example.triage.is_none()
    }

    /// What is known of the guilty step: of the reduced program, which has less that could mislead, or else of the program
    /// that was found.
    pub(super) fn guilt(&self) -> Option<&Guilt> {
        let reduced = self.example.reduced.as_ref().map(|reduced| &reduced.guilt);
        reduced.filter(|guilt| guilt.step.is_some()).or(self.triage().map(|triage| &triage.guilt))
    }

    /// What should happen, and what happens.
    pub(super) fn contrast(&self) -> (String, String) {
        match self.example.kind {
            Kind::WrongResult | Kind::Disagreement | Kind::OracleSuspect => {
                (ending(&self.expected), ending(&self.actual))
            }
            Kind::ProgramCrash => (ending(&self.expected), self.verdict()),
            Kind::ProgramHang => (ending(&self.expected), "it does not end".to_owned()),
            Kind::CompilerCrash | Kind::CompilerReject => {
                ("it compiles".to_owned(), self.messages.trim().to_owned())
            }
            Kind::BadOutput => ("it compiles".to_owned(), self.verdict()),
            Kind::CompilerHang => ("it compiles".to_owned(), "the compiler does not end".to_owned()),
        }
    }

    fn verdict(&self) -> String {
        self.example.wrong.first().map(|case| case.verdict.clone()).unwrap_or_default()
    }

    /// The compiler with its version, where it tells one.
    pub(super) fn compiler(&self) -> String {
        let example = &self.example;
        match example.version.is_empty() {
            true => example.compiler.clone(),
            false => format!("{} ({})", example.compiler, example.version),
        }
    }

    /// The command line with which it shows.
    pub(super) fn command(&self) -> String {
        match &self.program.run {
            Some(run) => format!("{} && {run}", self.program.compile),
            None => self.program.compile.clone(),
        }
    }

    /// Configurations that fail and those that work, of the test and of the examination.
    pub(super) fn spread(&self) -> (Vec<String>, Vec<String>) {
        let mut fails: Vec<String> = self.example.wrong.iter().map(|case| case.label.clone()).collect();
        let mut works = self.example.right.clone();
        if let Some(triage) = self.triage() {
            let level = |label: String| format!("{} {label}", self.example.compiler);
            fails.extend(labels(&triage.levels, Outcome::Fails).into_iter().map(level));
            works.extend(labels(&triage.levels, Outcome::Works).into_iter().map(level));
            fails.extend(with_versions(triage, Outcome::Fails));
            works.extend(with_versions(triage, Outcome::Works));
        }
        (distinct(fails), distinct(works))
    }

    /// How it was found, in a sentence.
    pub(super) fn origin(&self) -> String {
        let example = &self.example;
        format!("Found by {}, test {} of its campaign.", example.origin, example.test)
    }
}

fn with_versions(triage: &Triage, outcome: Outcome) -> Vec<String> {
    let rows = triage.versions.iter().filter(|tried| tried.outcome == outcome);
    rows.map(|tried| match tried.version.is_empty() {
        true => tried.label.clone(),
        false => format!("{} ({})", tried.label, tried.version),
    })
    .collect()
}

fn distinct(mut labels: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    labels.retain(|label| seen.insert(label.clone()));
    labels
}

/// Lines of an output that are shown: the last ones, where the checksum is.
const LINES: usize = 12;

fn ending(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let hidden = lines.len().saturating_sub(LINES);
    let mut shown = if hidden > 0 { format!("({hidden} lines)\n") } else { String::new() };
    shown.push_str(&lines[hidden..].join("\n"));
    shown
}
