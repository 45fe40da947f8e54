//! What examining a finding has found out: the culprit, and what has the bug beside it. Looking for it is [`crate::triage`]'s.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What an examination found out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Triage {
    /// Whether the bug came again when it was examined.
    pub came_again: bool,
    #[serde(rename = "guilt")]
    pub culprit: Culprit,
    /// Those of the flags that the test drew without which the bug does not show.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Levels of the same compiler. Empty unless the finding is the first of its bucket.
    pub levels: Vec<Tried>,
    /// Other compilers on the machine. Empty unless the finding is the first of its bucket.
    pub versions: Vec<Tried>,
    /// What trackers ask reporters to try first, and what came of it; only of wrong code.
    #[serde(default)]
    pub precautions: Vec<Precaution>,
    /// What the compiler says to `-v`.
    pub version_text: String,
    pub probes: u32,
    pub seconds: f64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Culprit {
    /// The first step with which the bug shows, when all later ones are left out.
    pub step: Option<Step>,
    /// Flags that make the bug go away, the shortest first.
    pub cures: Vec<Cure>,
    /// What the step has changed in the compiler's own representation, where it shows that.
    #[serde(default)]
    pub change: Option<String>,
    /// Why there is no step.
    pub note: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub pass: String,
    /// Which function it ran on, where the compiler tells.
    pub function: Option<String>,
    /// Its place among all steps that can be left out; none of none if only the compiler has told where it was.
    pub number: u64,
    pub of: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cure {
    pub flags: Vec<String>,
    /// Tried as it stands, and the program was right.
    pub certain: bool,
}

const NO_PASS: &str = "the bug is there with all optional passes left out";
const EVERYWHERE: &str = "it is wrong at every level, and with all optional passes left out: before any pass, as in the \
     front end, or after the last one";

impl Culprit {
    pub(crate) fn unknown(why: &str) -> Culprit {
        Culprit { note: Some(why.to_owned()), ..Culprit::default() }
    }

    pub(crate) fn no_pass() -> Culprit {
        Culprit::unknown(NO_PASS)
    }

    /// Says more, once it is known that every level fails.
    pub(crate) fn fails_everywhere(&mut self) {
        if self.note.as_deref() == Some(NO_PASS) {
            self.note = Some(EVERYWHERE.to_owned());
        }
    }

    /// What tells causes apart: the step, or else the shortest cure.
    pub fn key(&self) -> Option<String> {
        let cure = || self.cures.iter().find(|cure| cure.certain).map(|cure| cure.flags.join(" "));
        self.step.as_ref().map(|step| step.pass.clone()).or_else(cure)
    }
}

/// One more configuration, and whether it has the bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    pub label: String,
    /// Of the compiler, as it says itself.
    pub version: String,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Fails,
    Works,
    /// It could not be tried, or fails in another way.
    Unclear,
}

/// What trackers ask reporters to try first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Precaution {
    pub flags: Vec<String>,
    pub outcome: Outcome,
    /// The first line of what a sanitizer reports.
    pub said: Option<String>,
}

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

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pass)?;
        if let Some(function) = &self.function {
            write!(f, " on {function}")?;
        }
        match self.of {
            0 => Ok(()),
            of => write!(f, " (step {} of {of})", self.number),
        }
    }
}

impl fmt::Display for Cure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.flags.iter().map(|flag| harness::command::quote(flag)).collect();
        f.write_str(&words.join(" "))
    }
}
