//! What a report is made from: the store, and the files of the findings that stand for their buckets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Serialize;

use super::time;
use crate::draw::learn::{Account, Line, USUAL};
use crate::finding::Finding;
use crate::finding::folder;
use crate::store::{History, Said, Store, StoreError, Texts, Totals};
use crate::summary::survey::{Seen, Survey};
use crate::usage::{Share, Tally};

#[derive(Clone, Debug, Serialize)]
pub struct Data {
    /// Of this form of the data; raised when a field changes its meaning or goes away.
    pub schema: &'static str,
    /// Of assay, which wrote the report.
    pub version: &'static str,
    pub dir: PathBuf,
    /// How the campaign is called: its folder, or its name and its server.
    #[serde(skip)]
    pub name: String,
    /// What makes the campaign what it is: seed, compilers, mode.
    pub campaign: BTreeMap<String, String>,
    pub totals: Totals,
    /// How many causes there are that are not known bugs; see [`super::Figures`].
    #[serde(skip)]
    pub causes: u64,
    pub shares: Vec<Share>,
    /// The same time by what was done in it.
    #[serde(skip)]
    pub steps: Vec<Share>,
    #[serde(skip)]
    pub compilers: Vec<Share>,
    /// What was tested how often, by label.
    pub configurations: BTreeMap<String, Tally>,
    pub history: History,
    /// How many tests ended from a moment on, in milliseconds since 1970, up to the next one.
    #[serde(skip)]
    pub pace: Vec<(i64, u64)>,
    pub learning: Lessons,
    pub survey: Survey,
    /// The most frequent first; those that are known last.
    pub bugs: Vec<Bug>,
}

/// What the campaign has learned.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lessons {
    /// Of the newest odds; zero where nothing was learned.
    pub generation: u64,
    /// All tests together.
    pub all: Account,
    /// New buckets.
    pub buckets: usize,
    /// Options of draws, those that are drawn most beside what is usual first.
    pub choices: Vec<Line>,
}

impl Lessons {
    pub fn of(store: &Store) -> Result<Lessons, StoreError> {
        let (learned, odds) = store.learned()?;
        Ok(Lessons {
            generation: odds.generation,
            all: learned.all,
            buckets: learned.bugs.len(),
            choices: learned.lines(&odds),
        })
    }

    /// The options whose odds changed most, either way: the first of these many, and the last.
    pub fn outstanding(&self, most: usize) -> impl Iterator<Item = &Line> {
        let more = self.choices.iter().filter(|line| line.odds > USUAL).take(most);
        let less: Vec<&Line> =
            self.choices.iter().rev().filter(|line| line.odds < USUAL).take(most).collect();
        more.chain(less.into_iter().rev())
    }
}

/// A bucket and the finding that shows it best.
#[derive(Clone, Debug, Serialize)]
pub struct Bug {
    pub bucket: String,
    pub count: u64,
    pub known: Option<String>,
    /// What people and `assay recheck` say of it.
    #[serde(skip)]
    pub said: Said,
    /// It is one of those that [`Figures`](crate::figures::Figures) counts: its findings have one cause, and it is not known.
    #[serde(skip)]
    pub is_cause: bool,
    /// When each of its findings was made, in seconds since 1970.
    pub found: Vec<u64>,
    /// All of its findings, in the order of tests.
    #[serde(skip)]
    pub examples: Vec<Sighting>,
    pub example: Finding,
    pub program: Program,
    /// What the program should print, and what it prints; empty where it is not run.
    pub expected: String,
    pub actual: String,
    /// What the compiler said.
    pub messages: String,
}

/// One of a bug's findings, in a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sighting {
    pub id: String,
    pub test: u64,
    /// Seconds since 1970.
    pub found: u64,
    pub title: String,
    /// The configurations that show it.
    pub wrong: Vec<String>,
}

impl Sighting {
    fn of(finding: &Finding) -> Sighting {
        Sighting {
            id: finding.id.clone(),
            test: finding.test,
            found: finding.found,
            title: finding.title.clone(),
            wrong: finding.wrong.iter().map(|case| case.label.clone()).collect(),
        }
    }
}

/// The program of a report: the reduced one, or the one that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Program {
    pub file: String,
    pub text: String,
    pub is_reduced: bool,
    /// The command line that fails on it.
    pub compile: String,
    pub run: Option<String>,
}

pub const SCHEMA: &str = "assay-report/1";

impl Data {
    pub fn gather(store: &Store) -> Result<Data, StoreError> {
        Data::with(store, store.history()?)
    }

    /// The same without the moment of each test, of which there may be millions.
    pub fn glance(store: &Store) -> Result<Data, StoreError> {
        Data::with(store, History { runs: store.runs()?, tests: Vec::new() })
    }

    fn with(store: &Store, history: History) -> Result<Data, StoreError> {
        let mut bugs: Vec<Bug> = Vec::new();
        let findings = store.findings()?;
        for finding in findings.iter().cloned() {
            match bugs.iter_mut().find(|bug| bug.bucket == finding.bucket) {
                Some(bug) => bug.add(finding),
                None => bugs.push(Bug::new(finding)),
            }
        }
        show_all(&mut bugs, store)?;
        bugs.sort_by(|a, b| {
            a.known
                .is_some()
                .cmp(&b.known.is_some())
                .then(b.count.cmp(&a.count))
                .then(a.bucket.cmp(&b.bucket))
        });
        let usage = store.usage()?;
        let causes = store.buckets()?.into_iter().filter(|one| one.is_cause && one.known.is_none());
        let causes: BTreeSet<String> = causes.map(|one| one.name).collect();
        let mut said = store.said()?;
        for bug in &mut bugs {
            bug.is_cause = causes.contains(&bug.bucket);
            bug.said = said.remove(&bug.bucket).unwrap_or_default();
        }
        let pace = store.pace(time::slice(&history.runs))?;
        let seen: Vec<Seen> = bugs.iter().filter(|bug| bug.known.is_none()).map(Bug::seen).collect();
        let survey = Survey::of(&findings, &seen, &usage.configurations);
        Ok(Data {
            survey,
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            dir: store.dir().to_owned(),
            name: store.place().to_string(),
            campaign: store.identity()?,
            totals: store.totals()?,
            causes: causes.len() as u64,
            shares: usage.shares(),
            steps: usage.steps(),
            compilers: usage.by_compiler(),
            configurations: usage.configurations,
            history,
            pace,
            learning: Lessons::of(store)?,
            bugs,
        })
    }

    /// The title of a report.
    pub fn heading(&self) -> String {
        match self.name.strip_prefix("campaign ") {
            Some(name) => format!("Campaign {name}"),
            None => format!("Campaign in {}", self.name),
        }
    }

    /// Only the bug that a finding or a bucket of this name belongs to; `None` when there is none.
    pub fn only(mut self, store: &Store, name: &str) -> Result<Option<Data>, StoreError> {
        let finding = store.finding(name)?;
        let bucket = finding.as_ref().map_or(name, |finding| finding.bucket.as_str());
        self.bugs.retain(|bug| bug.bucket == bucket);
        if let (Some(finding), Some(bug)) = (finding, self.bugs.first_mut())
            && store.has_files(name)
        {
            bug.example = finding;
            show_all(std::slice::from_mut(bug), store)?;
        }
        Ok((!self.bugs.is_empty()).then_some(self))
    }
}

/// Reads the files of the findings that stand for bugs.
fn show_all(bugs: &mut [Bug], store: &Store) -> Result<(), StoreError> {
    let mut names: BTreeSet<String> = ALWAYS.iter().map(|&name| name.to_owned()).collect();
    for example in bugs.iter().map(|bug| &bug.example) {
        names.extend(example.reduced.as_ref().map(|reduced| reduced.file.clone()));
        names.extend(example.sources.first().cloned());
    }
    let ids: Vec<&str> = bugs.iter().map(|bug| bug.example.id.as_str()).collect();
    let texts = store.texts(&ids, &names.iter().map(String::as_str).collect::<Vec<_>>())?;
    bugs.iter_mut().for_each(|bug| bug.show(&texts));
    Ok(())
}

/// What is read of all of them.
const ALWAYS: [&str; 3] = [folder::EXPECTED, "actual.txt", "compiler-messages.txt"];

impl Bug {
    fn new(finding: Finding) -> Bug {
        Bug {
            bucket: finding.bucket.clone(),
            count: 1,
            known: finding.known.clone(),
            said: Said::default(),
            is_cause: false,
            found: vec![finding.found],
            examples: vec![Sighting::of(&finding)],
            program: Program::of(&finding, &Texts::new()),
            expected: String::new(),
            actual: String::new(),
            messages: String::new(),
            example: finding,
        }
    }

    fn add(&mut self, finding: Finding) {
        self.count += 1;
        self.found.push(finding.found);
        self.examples.push(Sighting::of(&finding));
        // The best example is the one of which most is known.
        let worth = |finding: &Finding| {
            let spread = finding.triage.as_ref().is_some_and(|triage| !triage.versions.is_empty());
            let finished = finding.reduced.as_ref().is_some_and(|reduced| reduced.finished);
            (finished, finding.reduced.is_some(), spread, finding.triage.is_some())
        };
        if worth(&finding) > worth(&self.example) {
            self.example = finding;
        }
    }

    fn show(&mut self, texts: &Texts) {
        let finding = &self.example;
        let read = |name: &str| text(texts, finding, name).unwrap_or_default();
        let reduced = finding.reduced.as_ref();
        self.expected = reduced.map_or_else(|| read(folder::EXPECTED), |reduced| reduced.expected.clone());
        self.actual = reduced.map_or_else(|| read("actual.txt"), |reduced| reduced.actual.clone());
        self.messages = read("compiler-messages.txt");
        self.program = Program::of(finding, texts);
    }

    fn seen(&self) -> Seen<'_> {
        Seen { example: &self.example, reduced: self.reduced() }
    }

    /// The reduced program, if there is one.
    pub fn reduced(&self) -> Option<&str> {
        self.program.is_reduced.then_some(self.program.text.as_str())
    }

    /// Where it is reported, in what it is fixed, or why it is no news.
    pub fn note(&self) -> Option<&str> {
        let said = Some(self.said.note.as_str()).filter(|note| !note.is_empty());
        said.or(self.known.as_deref())
    }

    /// One line that says what is wrong.
    pub fn title(&self) -> &str {
        &self.example.title
    }
}

fn text(texts: &Texts, finding: &Finding, name: &str) -> Option<String> {
    texts.get(&(finding.id.clone(), name.to_owned())).cloned()
}

impl Program {
    fn of(finding: &Finding, texts: &Texts) -> Program {
        let case = finding.wrong.first();
        let run = case.and_then(|case| case.run.clone());
        let read = |name: &str| text(texts, finding, name);
        if let Some(reduced) = &finding.reduced
            && let Some(text) = read(&reduced.file)
        {
            let (file, compile) = (reduced.file.clone(), reduced.compile.clone());
            return Program { file, text, is_reduced: true, compile, run };
        }
        let file = finding.sources.first().cloned().unwrap_or_else(|| "test.c".to_owned());
        let text = read(&file).unwrap_or_default();
        let compile = case.map(|case| case.compile.clone()).unwrap_or_default();
        Program { file, text, is_reduced: false, compile, run }
    }
}
