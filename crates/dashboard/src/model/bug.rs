//! A bug as a row of a list, and with all that is known of it.

use campaign::Finding;
use campaign::finding::examination::Outcome;
use campaign::report::{Bug, Program, Recipient, Sighting};
use campaign::store::BugState;
use serde::{Deserialize, Serialize};

/// What is to be done about a bug.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Its cause is known, and it is not reported.
    New,
    /// Its findings wait to be examined; they may be of several bugs.
    Unexamined,
    /// The note says where.
    Reported,
    /// The note says in what.
    Fixed,
    /// It was known before.
    Known,
    /// It is no bug of the compiler.
    Invalid,
}

impl State {
    pub const ALL: [State; 6] =
        [State::New, State::Unexamined, State::Reported, State::Fixed, State::Known, State::Invalid];

    pub fn of(bug: &Bug) -> State {
        match (bug.said.state, &bug.known, bug.is_cause) {
            (BugState::Reported, ..) => State::Reported,
            (BugState::Fixed, ..) => State::Fixed,
            (BugState::Invalid, ..) => State::Invalid,
            // The list of known bugs has it, or somebody has said so.
            (BugState::Known, ..) | (BugState::New, Some(_), _) => State::Known,
            (BugState::New, None, true) => State::New,
            (BugState::New, None, false) => State::Unexamined,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            State::New => "new",
            State::Unexamined => "unexamined",
            State::Reported => "reported",
            State::Fixed => "fixed",
            State::Known => "known",
            State::Invalid => "invalid",
        }
    }

    pub fn from_name(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.name() == name)
    }
}

#[derive(Serialize)]
pub struct Row<'a> {
    /// Its first finding; the name of any of its findings leads to it.
    pub id: &'a str,
    pub bucket: &'a str,
    pub title: &'a str,
    pub kind: &'static str,
    pub compiler: &'a str,
    pub version: &'a str,
    pub state: State,
    /// Where it is reported, or why it is no news.
    pub note: Option<&'a str>,
    /// The culprit pass, or else the flags that cure it.
    pub pass: Option<String>,
    pub count: u64,
    /// Seconds since 1970.
    pub first_found: u64,
    pub last_found: u64,
    /// Of the reduced program.
    pub lines: Option<usize>,
    pub bytes: Option<usize>,
}

impl<'a> Row<'a> {
    pub fn of(bug: &'a Bug) -> Row<'a> {
        let example = &bug.example;
        let reduced = example.reduced.as_ref();
        Row {
            id: id(bug),
            bucket: &bug.bucket,
            title: bug.title(),
            kind: example.kind.name(),
            compiler: &example.compiler,
            version: &example.version,
            state: State::of(bug),
            note: bug.note(),
            pass: bug.culprit().and_then(|culprit| culprit.key()),
            count: bug.count,
            first_found: bug.found.iter().min().copied().unwrap_or_default(),
            last_found: bug.found.iter().max().copied().unwrap_or_default(),
            lines: reduced.map(|one| one.lines),
            bytes: reduced.map(|one| one.bytes),
        }
    }
}

/// How a bug is called in addresses.
pub fn id(bug: &Bug) -> &str {
    bug.examples.first().map_or(&bug.example.id, |first| &first.id)
}

/// For whom a report is, by the name in addresses and in words.
pub const RECIPIENTS: [(&str, &str, Recipient); 3] = [
    ("gcc", "for GCC's Bugzilla", Recipient::Gcc),
    ("llvm", "for LLVM's issues", Recipient::Llvm),
    ("text", "as plain text", Recipient::Anybody),
];

#[derive(Serialize)]
pub struct Whole<'a> {
    #[serde(flatten)]
    pub row: Row<'a>,
    pub program: &'a Program,
    /// The command line with which it shows.
    pub command: String,
    pub expected: String,
    pub actual: String,
    pub matrix: Matrix,
    pub examples: &'a [Sighting],
    /// The finding that is shown for all.
    pub example: &'a Finding,
    /// A link to Compiler Explorer that has the program in it.
    pub explorer: Option<String>,
}

impl<'a> Whole<'a> {
    pub fn of(bug: &'a Bug) -> Whole<'a> {
        let (expected, actual) = bug.contrast();
        Whole {
            row: Row::of(bug),
            program: &bug.program,
            command: bug.command(),
            expected,
            actual,
            matrix: Matrix::of(&bug.example),
            examples: &bug.examples,
            example: &bug.example,
            explorer: bug.explorer(),
        }
    }
}

/// Which compilers have the bug at which levels.
#[derive(Debug, PartialEq, Serialize)]
pub struct Matrix {
    pub levels: Vec<String>,
    pub rows: Vec<Tests>,
}

/// One compiler; a cell for each level, empty where it was not tried.
#[derive(Debug, PartialEq, Serialize)]
pub struct Tests {
    pub compiler: String,
    pub version: String,
    pub cells: Vec<Option<Outcome>>,
}

/// Where a configuration has no level.
const USUAL: &str = "defaults";

impl Matrix {
    pub fn of(finding: &Finding) -> Matrix {
        let mut cells: Vec<(String, String, String, Outcome)> = Vec::new();
        let mut add = |label: &str, version: &str, outcome| {
            let (compiler, level) = split(label);
            cells.push((compiler, version.to_owned(), level, outcome));
        };
        let own = &finding.version;
        finding.wrong.iter().for_each(|case| add(&case.label, own, Outcome::Fails));
        finding.right.iter().for_each(|label| {
            let is_own = split(label).0 == finding.compiler;
            add(label, if is_own { own } else { "" }, Outcome::Works);
        });
        if let Some(triage) = &finding.triage {
            for tried in &triage.levels {
                add(&format!("{} {}", finding.compiler, tried.label), own, tried.outcome);
            }
            triage.versions.iter().for_each(|tried| add(&tried.label, &tried.version, tried.outcome));
        }
        Matrix::from(cells)
    }

    /// What was told first of a cell counts.
    fn from(told: Vec<(String, String, String, Outcome)>) -> Matrix {
        let mut levels: Vec<String> = told.iter().map(|(_, _, level, _)| level.clone()).collect();
        levels.sort_by_key(|level| (place(level), level.clone()));
        levels.dedup();
        let mut rows: Vec<Tests> = Vec::new();
        for (compiler, version, level, outcome) in told {
            let at = rows.iter().position(|row| row.compiler == compiler).unwrap_or(rows.len());
            if at == rows.len() {
                rows.push(Tests { compiler, version: String::new(), cells: vec![None; levels.len()] });
            }
            let row = &mut rows[at];
            if row.version.is_empty() {
                row.version = version;
            }
            let column = levels.iter().position(|one| *one == level).unwrap_or_default();
            row.cells[column].get_or_insert(outcome);
        }
        Matrix { levels, rows }
    }
}

/// The compiler's name and the level of a label, as in `gcc-12 -O2 -fno-tree-vrp`.
fn split(label: &str) -> (String, String) {
    let mut words = label.split_whitespace();
    let compiler = words.next().unwrap_or(label).to_owned();
    let level = words.rfind(|word| word.starts_with("-O")).unwrap_or(USUAL);
    (compiler, level.to_owned())
}

/// Levels in the order in which compilers do more.
fn place(level: &str) -> usize {
    let order = [USUAL, "-O0", "-Og", "-O1", "-Os", "-Oz", "-O2", "-O3", "-Ofast"];
    order.iter().position(|one| *one == level).unwrap_or(order.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_what_was_told_first_and_empty_where_nothing_was() {
        let row = |label: &str, version: &str, outcome| {
            let (compiler, level) = split(label);
            (compiler, version.to_owned(), level, outcome)
        };
        let matrix = Matrix::from(vec![
            row("gcc-12 -O2 -fno-x", "12.2", Outcome::Fails),
            row("gcc-12 -O0", "12.2", Outcome::Works),
            row("gcc-12 -O2", "12.2", Outcome::Works),
            row("tcc", "", Outcome::Works),
        ]);
        assert_eq!(matrix.levels, ["defaults", "-O0", "-O2"]);
        assert_eq!(matrix.rows[0].cells, [None, Some(Outcome::Works), Some(Outcome::Fails)]);
        assert_eq!(matrix.rows[1].cells, [Some(Outcome::Works), None, None]);
        assert_eq!(matrix.rows[0].version, "12.2");
    }
}
