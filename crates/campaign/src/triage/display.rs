//! An examination in words: rows of a name and a value, for people.

use super::affected::{Outcome, Tried};
use super::{Cure, Triage};

impl Triage {
    /// What is worth telling, in the order of interest.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = Vec::new();
        if let Some(step) = &self.culprit.step {
            rows.push(("culprit pass", step.to_string()));
        }
        if !self.flags.is_empty() {
            rows.push(("needs", self.flags.join(" ")));
        }
        if let Some(note) = &self.culprit.note {
            rows.push(("note", note.clone()));
        }
        let cures: Vec<String> = self.culprit.cures.iter().map(Cure::to_string).collect();
        if !cures.is_empty() {
            rows.push(("cured by", cures.join("; or ")));
        }
        let groups = [
            ("levels that fail", &self.levels, Outcome::Fails),
            ("levels that work", &self.levels, Outcome::Works),
            ("also fail", &self.versions, Outcome::Fails),
            ("others work", &self.versions, Outcome::Works),
            ("unclear", &self.versions, Outcome::Unclear),
        ];
        for (name, all, outcome) in groups {
            let labels = labels(all, outcome);
            if !labels.is_empty() {
                rows.push((name, labels.join(", ")));
            }
        }
        rows
    }
}

/// The configurations with an outcome.
pub fn labels(all: &[Tried], outcome: Outcome) -> Vec<String> {
    all.iter().filter(|tried| tried.outcome == outcome).map(|tried| tried.label.clone()).collect()
}
