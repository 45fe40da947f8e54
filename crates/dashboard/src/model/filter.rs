//! Which bugs of a list are wanted. What can be asked for is what there is.

use std::collections::BTreeSet;

use campaign::report::Bug;
use serde::{Deserialize, Serialize};

use super::bug::{Row, State};

/// The words of a request; what is empty asks for nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Filter {
    pub compiler: String,
    pub kind: String,
    pub state: String,
    pub pass: String,
    /// A piece of the title or of the bucket.
    pub text: String,
    /// From which one on, and how many.
    pub offset: usize,
    pub limit: Option<usize>,
}

/// A page has so many bugs, an answer at most.
pub const USUAL: usize = 50;
pub const MOST: usize = 500;

/// Bugs that were asked for.
#[derive(Serialize)]
pub struct Chosen<'a> {
    /// How many there are, on all pages.
    pub total: usize,
    pub offset: usize,
    pub bugs: Vec<Row<'a>>,
}

/// What can be chosen.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Choices {
    pub compilers: BTreeSet<String>,
    pub kinds: BTreeSet<String>,
    pub states: BTreeSet<String>,
    pub passes: BTreeSet<String>,
}

impl Choices {
    pub fn of(bugs: &[Bug]) -> Choices {
        let mut choices = Choices::default();
        for row in bugs.iter().map(Row::of) {
            choices.compilers.insert(row.compiler.to_owned());
            choices.kinds.insert(row.kind.to_owned());
            choices.states.insert(row.state.name().to_owned());
            choices.passes.extend(row.pass);
        }
        choices
    }
}

impl Filter {
    /// A state that there is not is a mistake, and not a wish for nothing.
    pub fn check(&self) -> Result<(), String> {
        if self.state.is_empty() || State::from_name(&self.state).is_some() {
            return Ok(());
        }
        let names: Vec<&str> = State::ALL.into_iter().map(State::name).collect();
        Err(format!("there is no state `{}`; there are {}", self.state, names.join(", ")))
    }

    fn takes(&self, row: &Row) -> bool {
        let is = |wanted: &str, value: &str| wanted.is_empty() || wanted == value;
        let text = self.text.to_lowercase();
        is(&self.compiler, row.compiler)
            && is(&self.kind, row.kind)
            && is(&self.state, row.state.name())
            && is(&self.pass, row.pass.as_deref().unwrap_or_default())
            && [row.title, row.bucket, row.id].iter().any(|words| words.to_lowercase().contains(&text))
    }

    pub fn choose<'a>(&self, bugs: &'a [Bug]) -> Chosen<'a> {
        let rows: Vec<Row> = bugs.iter().map(Row::of).filter(|row| self.takes(row)).collect();
        let limit = self.limit.unwrap_or(USUAL).clamp(1, MOST);
        let total = rows.len();
        Chosen { total, offset: self.offset, bugs: rows.into_iter().skip(self.offset).take(limit).collect() }
    }
}
