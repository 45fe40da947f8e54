//! Which step of the compiler is guilty, as far as leaving out steps can tell.

use std::fmt;

use harness::Family;
use serde::{Deserialize, Serialize};

use super::probe::{Prober, Stop};
use super::{PassLists, clang, gcc};

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
    pub(super) fn unknown(why: &str) -> Culprit {
        Culprit { note: Some(why.to_owned()), ..Culprit::default() }
    }

    pub(super) fn no_pass() -> Culprit {
        Culprit::unknown(NO_PASS)
    }

    /// Says more, once it is known that every level fails.
    pub(super) fn fails_everywhere(&mut self) {
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

/// Looks for the culprit step. Running out of time leaves what is known by then.
pub(super) fn of_wrong_code(prober: &mut Prober, lists: &PassLists) -> Result<Culprit, Stop> {
    let found = match prober.failing.toolchain.family {
        Family::Gcc => gcc::culprit(prober, lists),
        Family::Llvm => clang::culprit(prober),
        Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => {
            Ok(Culprit::unknown("this compiler has no switches for its passes"))
        }
    };
    match found {
        Err(Stop::OutOfTime) => Ok(Culprit::unknown("there was not enough time to find the pass")),
        other => other,
    }
}

/// Other ways to avoid the bug, which a report wants and the bucket does not need.
pub(super) fn more_cures(prober: &mut Prober, lists: &PassLists, culprit: &mut Culprit) -> Result<(), Stop> {
    match prober.failing.toolchain.family {
        Family::Gcc => gcc::more_cures(prober, lists, culprit),
        Family::Llvm | Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => Ok(()),
    }
}

/// Both tell where they are, and nothing has to be left out: each probe would take as long as a hang does.
pub(super) fn of_hang(prober: &mut Prober) -> Result<Culprit, Stop> {
    match prober.failing.toolchain.family {
        Family::Llvm => clang::culprit(prober),
        Family::Gcc => gcc::hanging(prober),
        Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => Ok(Culprit::default()),
    }
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
