//! What a campaign remembers: which tests are done, what they found, who used the CPU, and which campaign this is. It is kept by
//! SQLite in the campaign's folder, or by PostgreSQL where many machines work on one campaign (`engine`).
//!
//! A test and its findings enter in one transaction, after the findings' folders are on disk. So after a kill a test
//! is either done, with all it found, or it is repeated. Transactions without findings are not forced to disk one by
//! one: a killed process loses none of them, only a power failure may, and then those tests are repeated.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

mod account;
mod bugs;
mod engine;
mod examined;
mod files;
mod fleet;
mod history;
mod kinds;
mod learned;
mod lease;
pub(crate) mod lock;
pub mod look;
mod place;
mod presence;
mod repair;
mod schema;
mod server;
#[cfg(test)]
mod tests;

use crate::draw::selection::Draws;
use crate::figures::Figures;
use crate::finding::folder;
use crate::finding::life::Stage;
use crate::finding::{Finding, Found, Kind};
use crate::plan::{Identity, Plan};
use crate::store::lock::{Lock, LockError};
use crate::testing::report::{IncidentKind, Outcome, Report};
use crate::usage::Tally;
use engine::lite::Lite;
use engine::{Engine, Safety, first, number, values, whole};
pub use engine::{Trouble, TroubleKind};
pub(crate) use examined::{Reducing, Waiting};
pub use files::Texts;
pub use fleet::LEASE;
use fleet::Who;
pub(crate) use fleet::{Heart, Pulse};
pub use history::{History, RunTime, lasted};
pub use kinds::{BugState, Compiler, Said, Worker};
pub(crate) use kinds::{Leased, RANGE, Range};
pub use place::Place;
use presence::Presence;
pub use repair::Repaired;
use server::connected;

/// A campaign's memory. Who holds one for writing is alone on the folder.
#[derive(Debug)]
pub struct Store {
    db: Box<dyn Engine>,
    place: Place,
    /// The campaign's folder; for one on a server, where this machine keeps the files that it works on.
    dir: PathBuf,
    /// The folder that machines share for the files of findings, if they are not in the database.
    shelf: Option<PathBuf>,
    who: Who,
    /// The run that is under way, as the history knows it.
    run: i64,
    age: history::Age,
    /// What the files of the store were when it was opened.
    presence: Presence,
    _lock: Option<Lock>,
    /// A copy that is looked at in place of a folder that cannot be written to.
    _copy: Option<tempfile::TempDir>,
}

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("another assay{} works in {}; stop it, or choose another --dir", process(.by), .dir.display())]
    Busy { dir: PathBuf, by: Option<u32> },
    #[error("{} is not empty and no campaign's folder; choose another --dir", .0.display())]
    Foreign(PathBuf),
    #[error("there is no {}; `assay hunt {}` starts one", missing(.0), .0.options())]
    Missing(Place),
    #[error(
        "{place} belongs to a campaign with other {what} (`{}`, not `{}`); repeat its command, confirm the change by --new-settings, or choose another {}",
        few(.stored),
        few(.asked),
        .place.option()
    )]
    OtherCampaign { place: Box<Place>, what: String, stored: String, asked: String },
    #[error("{place} was written by a newer assay (format {version}); use that one")]
    Newer { place: Place, version: i64 },
    #[error(
        "{place} was written by an older assay (format {version}); the `assay hunt` command that made it brings it up to date"
    )]
    Older { place: Place, version: i64 },
    #[error("cannot write in {}: {error}", .dir.display())]
    Io { dir: PathBuf, error: io::Error },
    #[error("cannot read the store of {}: {error}", .dir.display())]
    Unreadable { dir: PathBuf, error: io::Error },
    #[error("the store of {} {what}; `assay show {} --repair` makes it again from the findings' folders", .dir.display(), .dir.display())]
    Damaged { dir: PathBuf, what: &'static str },
    #[error("the store of {} {what} while the campaign ran; what came after is lost, and nothing was written over it", .dir.display())]
    Gone { dir: PathBuf, what: &'static str },
    #[error("the store of {} fails: {error}; if it stays so, `assay show {} --repair` makes it again from the findings' folders", .dir.display(), .dir.display())]
    Database { dir: PathBuf, error: Trouble },
    #[error("{0}")]
    Server(Trouble),
}

impl StoreError {
    /// Whether it goes away by itself: the server is not reached, or has no room. Whoever waits and asks again loses nothing.
    pub fn is_passing(&self) -> bool {
        match self {
            StoreError::Server(trouble) => matches!(trouble.kind, TroubleKind::Lost | TroubleKind::Full),
            StoreError::Busy { .. }
            | StoreError::Foreign(_)
            | StoreError::Missing(_)
            | StoreError::OtherCampaign { .. }
            | StoreError::Newer { .. }
            | StoreError::Older { .. }
            | StoreError::Io { .. }
            | StoreError::Unreadable { .. }
            | StoreError::Damaged { .. }
            | StoreError::Gone { .. }
            | StoreError::Database { .. } => false,
        }
    }
}

fn missing(place: &Place) -> String {
    match place {
        Place::Folder(dir) => format!("campaign in {}", dir.display()),
        Place::Server { .. } => place.to_string(),
    }
}

fn process(by: &Option<u32>) -> String {
    by.map(|pid| format!(" (process {pid})")).unwrap_or_default()
}

/// A compiler that is not the one of the last run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    pub compiler: String,
    pub before: String,
    pub now: String,
}

/// What recording a finding told about its bucket.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub finding: Finding,
    pub first_of_bucket: bool,
    /// It is to be examined.
    pub is_waiting: bool,
    /// It is not one of too many.
    pub has_files: bool,
}

/// All findings of one cause.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Bucket {
    pub name: String,
    pub kind: Kind,
    pub count: u64,
    pub known: Option<String>,
    /// The first finding in it.
    pub example: String,
    /// Its findings have one cause, as far as can be told. Else they only look alike, and wait to be examined.
    pub is_cause: bool,
}

/// Counts over the whole campaign, all runs of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Totals {
    pub tests: u64,
    pub skipped: u64,
    /// Tests whose programs no compiler took.
    pub rejected: u64,
    pub internal: u64,
    pub findings: u64,
    /// Those of the findings of which nobody knows yet whether they have one cause or many.
    pub unexamined: u64,
    pub known: u64,
    pub flaky: u64,
    pub environment: u64,
    /// Compilations with drawn flags that the compiler does not take together.
    pub refused_flags: u64,
}

impl Totals {
    /// With so many different bugs, what was tested, and how long it took.
    pub fn figures(&self, bugs: u64, tallies: &BTreeMap<String, Tally>, seconds: f64) -> Figures {
        let figures = Figures {
            tests: self.tests,
            programs: tallies.values().map(|tally| tally.programs).sum(),
            compilations: tallies.values().map(|tally| tally.compilations).sum(),
            findings: self.findings,
            bugs,
            unexamined: self.unexamined,
            known: self.known,
            without_verdict: self.skipped + self.flaky + self.environment,
            ..Figures::default()
        };
        figures.at(seconds)
    }
}

const FILE: &str = "campaign.sqlite";

/// How many findings of one bucket get a folder. The others are counted, and can be made again from their seeds.
const FOLDERS_PER_BUCKET: u64 = 50;

impl Store {
    /// Opens the folder of a campaign, or makes it.
    pub fn open(dir: &Path, plan: &Plan) -> Result<(Store, Vec<Changed>), StoreError> {
        let mut store = Store::prepare(dir, &plan.identity())?;
        let stored = store.fails(store.stored_identity())?;
        if stored.is_empty() {
            store.fails(store.keep_identity(&plan.identity()))?;
        } else {
            same_identity(&store.place, &stored, &plan.identity())?;
        }
        store.fails(store.release_all())?;
        let changed = store.begin(plan)?;
        store.presence = Presence::of(dir)?;
        Ok((store, changed))
    }

    /// A run begins: what it tests with is noted.
    fn begin(&mut self, plan: &Plan) -> Result<Vec<Changed>, StoreError> {
        let changed = self.fails(self.note_compilers(plan))?;
        self.fails(self.keep_draws(&plan.draws))?;
        self.begin_run()?;
        self.fails(self.register(plan))?;
        Ok(changed)
    }

    fn prepare(dir: &Path, identity: &Identity) -> Result<Store, StoreError> {
        let io_error = |error| StoreError::Io { dir: dir.to_owned(), error };
        if dir.exists() && !dir.is_dir() {
            return Err(StoreError::Foreign(dir.to_owned()));
        }
        fs::create_dir_all(dir).map_err(io_error)?;
        let fresh = !dir.join(FILE).exists();
        if fresh && !is_vacant(dir).map_err(io_error)? {
            return Err(StoreError::Foreign(dir.to_owned()));
        }
        let lock = Lock::take(dir).map_err(|error| match error {
            LockError::Taken { by } => StoreError::Busy { dir: dir.to_owned(), by },
            LockError::Io(error) => io_error(error),
        })?;
        if !dir.join(FILE).exists() {
            presence::start(dir, identity)?;
        }
        presence::check_sound(dir)?;
        let opened = Lite::open_to_write(&dir.join(FILE));
        let db = opened.map_err(|error| StoreError::Database { dir: dir.to_owned(), error })?;
        let store =
            Store { _lock: Some(lock), ..Store::around(Box::new(db), Place::Folder(dir.to_owned()), dir) };
        let version = store.format()?;
        store.fails(schema::migrate(store.db(), version))?;
        Ok(store)
    }

    /// Makes what a plan is the campaign's own, where there is one. Tests that are done stay done.
    pub fn adopt(dir: &Path, plan: &Plan) -> Result<(), StoreError> {
        if !dir.join(FILE).exists() {
            return Ok(());
        }
        let store = Store::prepare(dir, &plan.identity())?;
        store.fails(store.keep_identity(&plan.identity()))?;
        store.fails(store.add_draws(&plan.draws))
    }

    fn around(db: Box<dyn Engine>, place: Place, dir: &Path) -> Store {
        let (dir, presence) = (dir.to_owned(), Presence::default());
        Store {
            db,
            place,
            dir,
            shelf: None,
            who: Who::alone(),
            run: 0,
            age: history::Age::none(),
            presence,
            _lock: None,
            _copy: None,
        }
    }

    fn keep_identity(&self, identity: &Identity) -> Result<(), Trouble> {
        whole(self.db(), Safety::Power, || {
            for (name, value) in &identity.0 {
                self.db.execute(KEEP_IDENTITY, values![*name, value])?;
            }
            Ok(())
        })
    }

    fn db(&self) -> &dyn Engine {
        self.db.as_ref()
    }

    /// The seed of a campaign, if there is one.
    pub fn seed_in(place: &Place) -> Result<Option<u64>, StoreError> {
        match Store::look_at_any(place) {
            Ok(store) => {
                Ok(store.fails(store.stored_identity())?.get("seed").and_then(|seed| seed.parse().ok()))
            }
            Err(StoreError::Missing(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Where its files are; for a campaign on a server, those of this machine.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Whether what is written now would be found again.
    fn check(&self) -> Result<(), StoreError> {
        self.presence.check(&self.dir)
    }

    /// Keeps a test and all that it found. When this returns, it is not lost any more. A test that was done before, by whomever,
    /// is not counted again, and has found nothing.
    pub(crate) fn record(&mut self, report: &Report) -> Result<Vec<Recorded>, StoreError> {
        self.check()?;
        let found = match &report.outcome {
            Outcome::Found(found) => found.as_slice(),
            Outcome::Clean
            | Outcome::Skipped { .. }
            | Outcome::Rejected { .. }
            | Outcome::Internal { .. } => &[],
        };
        let mut recorded = Vec::new();
        for one in found {
            recorded.push(self.judged(one)?);
        }
        let is_first = self.fails(self.insert(report, found, &recorded))?;
        Ok(if is_first { recorded } else { Vec::new() })
    }

    /// What is to become of a finding. In a folder, its files are written before the store knows of it.
    fn judged(&self, one: &Found) -> Result<Recorded, StoreError> {
        let before = self.fails(self.count_of_class(&one.finding.class))?;
        let waiting = self.fails(self.count_waiting(&one.finding.class))?;
        let is_silent = one.finding.kind.is_silent();
        let has_files = waiting < FOLDERS_PER_BUCKET && (is_silent || before < FOLDERS_PER_BUCKET);
        if has_files && !self.place.is_server() {
            let written = folder::write_finding(&self.dir, one);
            written.map_err(|error| StoreError::Io { dir: self.dir.clone(), error })?;
        }
        // Where the verdict says all, one examination is enough.
        let is_waiting = has_files && one.finding.kind.is_worth_examining() && (is_silent || before == 0);
        Ok(Recorded { finding: one.finding.clone(), first_of_bucket: before == 0, is_waiting, has_files })
    }

    /// False if the test was done before.
    fn insert(&self, report: &Report, found: &[Found], recorded: &[Recorded]) -> Result<bool, Trouble> {
        let safety = if recorded.is_empty() { Safety::Kill } else { Safety::Power };
        whole(self.db(), safety, || {
            if !self.mark_done(report)? {
                return Ok(false);
            }
            self.put_test(report)?;
            for (one, Recorded { finding, is_waiting, has_files, .. }) in found.iter().zip(recorded) {
                let stage = if *is_waiting { Stage::Waiting } else { Stage::Counted };
                put_finding(self.db(), finding, stage)?;
                if *has_files {
                    self.put_found(one)?;
                }
            }
            for incident in &report.incidents {
                let kind = incident_name(incident.kind);
                let row = values![report.index, kind, &incident.label, &incident.words];
                self.db.execute("INSERT INTO incident VALUES (?1, ?2, ?3, ?4)", row)?;
            }
            self.note_pace()?;
            self.put_usage(&report.usage)?;
            // The heart of a worker says that its run goes on.
            if !self.place.is_server() {
                self.lasts()?;
            }
            Ok(true)
        })
    }

    /// A test that found nothing is only a bit in its range.
    fn put_test(&self, report: &Report) -> Result<(), Trouble> {
        let (outcome, why) = outcome_words(&report.outcome);
        if matches!(report.outcome, Outcome::Clean) {
            return Ok(());
        }
        let milliseconds = report.wall.as_millis() as i64;
        let row =
            values![report.index, report.seed.to_string(), outcome, why, milliseconds, report.generation];
        let query = "INSERT INTO test VALUES (?1, ?2, ?3, ?4, ?5, {now}, ?6) ON CONFLICT (number) DO NOTHING";
        self.db.execute(query, row).map(|_| ())
    }

    /// What tests draw from, if that is stored.
    pub fn draws_in(place: &Place) -> Result<Option<Draws>, StoreError> {
        match Store::look_in(place) {
            Ok(store) => store.fails(store.draws()),
            Err(StoreError::Missing(_) | StoreError::Older { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn draws(&self) -> Result<Option<Draws>, Trouble> {
        let newest = first(self.db(), "SELECT data FROM draws ORDER BY number DESC LIMIT 1", &[])?;
        Ok(newest.and_then(|row| serde_json::from_str(&row.text(0)).ok()))
    }

    /// The first run of a campaign decides.
    fn keep_draws(&self, draws: &Draws) -> Result<(), Trouble> {
        if self.draws()?.is_none() { self.add_draws(draws) } else { Ok(()) }
    }

    /// The last ones count.
    fn add_draws(&self, draws: &Draws) -> Result<(), Trouble> {
        let data = serde_json::to_string(draws).unwrap_or_default();
        self.db.execute("INSERT INTO draws (data) VALUES (?1)", values![data]).map(|_| ())
    }

    pub fn totals(&self) -> Result<Totals, StoreError> {
        let count = |query: &str| number(self.db(), query, &[]).map(|n| n as u64);
        let read = || -> Result<Totals, Trouble> {
            Ok(Totals {
                tests: count("SELECT CAST(coalesce(sum(tests), 0) AS BIGINT) FROM lease")?,
                skipped: count("SELECT count(*) FROM test WHERE outcome = 'skipped'")?,
                rejected: count("SELECT count(*) FROM test WHERE outcome = 'rejected'")?,
                internal: count("SELECT count(*) FROM test WHERE outcome = 'internal'")?,
                findings: count("SELECT count(*) FROM finding WHERE known IS NULL")?,
                unexamined: self.unexamined()?.len() as u64,
                known: count("SELECT count(*) FROM finding WHERE known IS NOT NULL")?,
                flaky: count("SELECT count(*) FROM incident WHERE kind = 'flaky'")?,
                environment: count("SELECT count(*) FROM incident WHERE kind = 'environment'")?,
                refused_flags: count("SELECT count(*) FROM incident WHERE kind = 'flags'")?,
            })
        };
        self.fails(read())
    }

    /// All findings, in the order of tests.
    pub fn findings(&self) -> Result<Vec<Finding>, StoreError> {
        let rows = self.fails(self.db.query("SELECT data FROM finding ORDER BY test, id", &[]))?;
        Ok(rows.iter().filter_map(|row| serde_json::from_str(&row.text(0)).ok()).collect())
    }

    /// Causes, the most frequent first.
    pub fn buckets(&self) -> Result<Vec<Bucket>, StoreError> {
        let unexamined = self.fails(self.unexamined())?;
        let mut buckets: BTreeMap<(String, bool), Bucket> = BTreeMap::new();
        let query = "SELECT id, bucket, kind, known FROM finding ORDER BY test, id";
        for row in self.fails(self.db.query(query, &[]))? {
            let (id, name) = (row.text(0), row.text(1));
            let Some(kind) = Kind::from_name(&row.text(2)) else { continue };
            let is_cause = !unexamined.contains(&id);
            let known = Some(row.text(3)).filter(|note| !note.is_empty());
            let entry = buckets.entry((name.clone(), is_cause)).or_insert_with(|| Bucket {
                name,
                kind,
                count: 0,
                known,
                example: id,
                is_cause,
            });
            entry.count += 1;
        }
        let mut list: Vec<Bucket> = buckets.into_values().collect();
        list.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
        Ok(list)
    }

    /// What is said of the campaign itself, by name.
    pub fn identity(&self) -> Result<BTreeMap<String, String>, StoreError> {
        self.fails(self.stored_identity())
    }

    fn format(&self) -> Result<i64, StoreError> {
        let version = self.fails(self.db.format())?;
        if version > schema::FORMAT {
            return Err(StoreError::Newer { place: self.place.clone(), version });
        }
        Ok(version)
    }

    fn stored_identity(&self) -> Result<BTreeMap<String, String>, Trouble> {
        let rows = self.db.query("SELECT name, value FROM identity", &[])?;
        Ok(rows.iter().map(|row| (row.text(0), row.text(1))).collect())
    }

    /// Remembers what the compilers are, and tells which are not what they were.
    fn note_compilers(&self, plan: &Plan) -> Result<Vec<Changed>, Trouble> {
        let compilers =
            plan.configurations.iter().map(|one| (&*one.label, one.toolchain.fingerprint.to_string()));
        // The same seed makes other programs when the generator is another.
        let ours = ("assay", env!("CARGO_PKG_VERSION").to_owned());
        whole(self.db(), Safety::Power, || {
            let mut changed = Vec::new();
            for (name, now) in compilers.chain([ours]) {
                let query = "SELECT fingerprint FROM compiler WHERE name = ?1";
                let before = first(self.db(), query, values![name])?.map(|row| row.text(0));
                if let Some(before) = before.filter(|before| *before != now) {
                    changed.push(Changed { compiler: name.to_owned(), before, now: now.clone() });
                }
                let query =
                    "INSERT INTO compiler VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET fingerprint = ?2";
                self.db.execute(query, values![name, now])?;
            }
            Ok(changed)
        })
    }

    fn count_of_class(&self, class: &str) -> Result<u64, Trouble> {
        let query = "SELECT count(*) FROM finding WHERE class = ?1";
        number(self.db(), query, values![class]).map(|n| n as u64)
    }

    fn fails<T>(&self, result: Result<T, Trouble>) -> Result<T, StoreError> {
        result.map_err(|error| match self.place {
            Place::Folder(_) => StoreError::Database { dir: self.dir.clone(), error },
            Place::Server { .. } => StoreError::Server(error),
        })
    }
}

const KEEP_IDENTITY: &str =
    "INSERT INTO identity VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2";

fn outcome_words(outcome: &Outcome) -> (&'static str, Option<&str>) {
    match outcome {
        Outcome::Clean => ("clean", None),
        Outcome::Found(_) => ("found", None),
        Outcome::Skipped { why } => ("skipped", Some(why)),
        Outcome::Rejected { words } => ("rejected", Some(words)),
        Outcome::Internal { words, files: _ } => ("internal", Some(words)),
    }
}

fn incident_name(kind: IncidentKind) -> &'static str {
    match kind {
        IncidentKind::Flaky => "flaky",
        IncidentKind::Environment => "environment",
        IncidentKind::Flags => "flags",
    }
}

/// A lock may be there already, and what a killed start has left: another process may be about to start a campaign here.
fn is_vacant(dir: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(dir)? {
        if !presence::OF_A_START.contains(&&*entry?.file_name().to_string_lossy()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The first of a long list, and how many there are.
fn few(list: &str) -> String {
    const MOST: usize = 4;
    let items: Vec<&str> = list.split("; ").collect();
    match items.as_slice() {
        [first, .., last] if items.len() > MOST => format!("{first}; …; {last}, {} in all", items.len()),
        _ => list.to_owned(),
    }
}

fn same_identity(
    place: &Place,
    stored: &BTreeMap<String, String>,
    asked: &Identity,
) -> Result<(), StoreError> {
    let differs = asked.0.iter().find(|(name, value)| stored.get(**name) != Some(*value));
    let Some((name, value)) = differs else { return Ok(()) };
    Err(StoreError::OtherCampaign {
        place: Box::new(place.clone()),
        what: (*name).to_owned(),
        stored: stored.get(*name).cloned().unwrap_or_default(),
        asked: value.clone(),
    })
}

/// Writes the row of a finding.
fn put_finding(db: &dyn Engine, finding: &Finding, stage: Stage) -> Result<(), Trouble> {
    let data = serde_json::to_string(finding).unwrap_or_default();
    let (kind, known) = (finding.kind.name(), finding.known.as_ref());
    let row = values![
        &finding.id,
        finding.test,
        kind,
        &finding.compiler,
        &finding.bucket,
        known,
        data,
        &finding.class,
        stage.word()
    ];
    db.execute(
        "INSERT INTO finding VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO UPDATE SET test = ?2,
         kind = ?3, compiler = ?4, bucket = ?5, known = ?6, data = ?7, class = ?8, state = ?9",
        row,
    )
    .map(|_| ())
}
