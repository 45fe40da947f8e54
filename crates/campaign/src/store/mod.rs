//! What a campaign remembers: SQLite in the campaign's folder. Which tests are done, what they found, who used the
//! CPU, and which campaign this is.
//!
//! A test and its findings enter in one transaction, after the findings' folders are on disk. So after a kill a test
//! is either done, with all it found, or it is repeated. Transactions without findings are not forced to disk one by
//! one: a killed process loses none of them, only a power failure may, and then those tests are repeated.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;

mod examined;
mod history;
mod learned;
mod look;
mod presence;
mod repair;
mod schema;

use crate::draw::roster::Draws;
use crate::finding::folder;
use crate::finding::{Finding, Kind};
use crate::pipeline::lock::{Lock, LockError};
use crate::pipeline::usage::{Tally, Usage};
use crate::plan::{Identity, Plan};
use crate::testing::test::{IncidentKind, Outcome, Report};
use crate::triage;
pub(crate) use examined::{State, Waiting};
pub use history::{History, RunTime};
use presence::Presence;
pub use repair::Repaired;

/// A campaign's memory. Who holds one for writing is alone on the folder.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    dir: PathBuf,
    /// The run that is under way, as the history knows it.
    run: i64,
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
    #[error("there is no campaign in {}; `assay hunt --dir {}` starts one", .0.display(), .0.display())]
    Missing(PathBuf),
    #[error(
        "{} belongs to a campaign with other {what} (`{}`, not `{}`); repeat its command, confirm the change by --new-settings, or choose another --dir",
        .dir.display(),
        few(.stored),
        few(.asked)
    )]
    OtherCampaign { dir: PathBuf, what: String, stored: String, asked: String },
    #[error("{} was written by a newer assay (format {version}); use that one", .dir.display())]
    Newer { dir: PathBuf, version: i64 },
    #[error(
        "{} was written by an older assay (format {version}); the `assay hunt` command that made it brings it up to date",
        .dir.display()
    )]
    Older { dir: PathBuf, version: i64 },
    #[error("cannot write in {}: {error}", .dir.display())]
    Io { dir: PathBuf, error: io::Error },
    #[error("cannot read the store of {}: {error}", .dir.display())]
    Unreadable { dir: PathBuf, error: io::Error },
    #[error("the store of {} {what}; `assay show {} --repair` makes it again from the findings' folders", .dir.display(), .dir.display())]
    Damaged { dir: PathBuf, what: &'static str },
    #[error("the store of {} {what} while the campaign ran; what came after is lost, and nothing was written over it", .dir.display())]
    Gone { dir: PathBuf, what: &'static str },
    #[error("the store of {} fails: {error}; if it stays so, `assay show {} --repair` makes it again from the findings' folders", .dir.display(), .dir.display())]
    Database { dir: PathBuf, error: rusqlite::Error },
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

const FILE: &str = "campaign.sqlite";

/// How many findings of one bucket get a folder. The others are counted, and can be made again from their seeds.
const FOLDERS_PER_BUCKET: u64 = 50;

impl Store {
    /// Opens the folder of a campaign, or makes it.
    pub fn open(dir: &Path, plan: &Plan) -> Result<(Store, Vec<Changed>), StoreError> {
        let mut store = Store::prepare(dir, &plan.identity())?;
        let stored = store.fails(store.stored_identity())?;
        if stored.is_empty() {
            let kept = store.keep_identity(&plan.identity());
            store.fails(kept)?;
        } else {
            same_identity(dir, &stored, &plan.identity())?;
        }
        let changed = store.note_compilers(plan);
        let changed = store.fails(changed)?;
        store.fails(store.keep_draws(&plan.draws))?;
        store.begin_run()?;
        store.presence = Presence::of(dir)?;
        Ok((store, changed))
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
        let failed = |error| StoreError::Database { dir: dir.to_owned(), error };
        if !dir.join(FILE).exists() {
            presence::start(dir, identity)?;
        }
        presence::check_sound(dir)?;
        let db = Connection::open(dir.join(FILE)).map_err(failed)?;
        db.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
        db.busy_timeout(Duration::from_secs(10)).map_err(failed)?;
        let presence = Presence::default();
        let mut store = Store { db, dir: dir.to_owned(), run: 0, presence, _lock: Some(lock), _copy: None };
        let version = store.format()?;
        let migrated = schema::migrate(&mut store.db, version);
        store.fails(migrated)?;
        Ok(store)
    }

    /// Makes what a plan is the campaign's own, where there is one. Tests that are done stay done.
    pub fn adopt(dir: &Path, plan: &Plan) -> Result<(), StoreError> {
        if !dir.join(FILE).exists() {
            return Ok(());
        }
        let mut store = Store::prepare(dir, &plan.identity())?;
        let kept = store.keep_identity(&plan.identity());
        store.fails(kept)?;
        store.fails(store.add_draws(&plan.draws))
    }

    fn keep_identity(&mut self, identity: &Identity) -> rusqlite::Result<()> {
        let all = self.db.transaction()?;
        for (name, value) in &identity.0 {
            all.execute("INSERT OR REPLACE INTO identity VALUES (?1, ?2)", params![name, value])?;
        }
        all.commit()
    }

    /// The seed of the campaign in a folder, if there is one.
    pub fn seed_in(dir: &Path) -> Result<Option<u64>, StoreError> {
        match Store::look_at_any(dir) {
            Ok(store) => {
                Ok(store.fails(store.stored_identity())?.get("seed").and_then(|seed| seed.parse().ok()))
            }
            Err(StoreError::Missing(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Numbers of all tests that need not be run again.
    pub fn done(&self) -> Result<BTreeSet<u64>, StoreError> {
        let read = || {
            let mut query = self.db.prepare("SELECT number FROM test")?;
            query.query_map([], |row| row.get::<_, i64>(0).map(|n| n as u64))?.collect()
        };
        self.fails(read())
    }

    /// Keeps a test and all that it found. When this returns, findings are on disk.
    pub(crate) fn record(&mut self, report: &Report) -> Result<Vec<Recorded>, StoreError> {
        self.presence.check(&self.dir)?;
        let found = match &report.outcome {
            Outcome::Found(found) => found.as_slice(),
            Outcome::Clean
            | Outcome::Skipped { .. }
            | Outcome::Rejected { .. }
            | Outcome::Internal { .. } => &[],
        };
        let mut recorded = Vec::new();
        for one in found {
            let before = self.fails(self.count_of("class", &one.finding.class))?;
            let waiting = self.fails(self.count_waiting(&one.finding.class))?;
            let has_folder =
                waiting < FOLDERS_PER_BUCKET && (one.finding.kind.is_silent() || before < FOLDERS_PER_BUCKET);
            if has_folder {
                let written = folder::write_finding(&self.dir, one);
                written.map_err(|error| StoreError::Io { dir: self.dir.clone(), error })?;
            }
            // Where the verdict says all, one examination is enough.
            let is_waiting = has_folder
                && triage::is_worthwhile(&one.finding)
                && (one.finding.kind.is_silent() || before == 0);
            recorded.push(Recorded {
                finding: one.finding.clone(),
                first_of_bucket: before == 0,
                is_waiting,
            });
        }
        let result = self.insert(report, &recorded);
        self.fails(result)?;
        Ok(recorded)
    }

    fn insert(&mut self, report: &Report, recorded: &[Recorded]) -> rusqlite::Result<()> {
        let durable = if recorded.is_empty() { "NORMAL" } else { "FULL" };
        self.db.pragma_update(None, "synchronous", durable)?;
        let all = self.db.transaction()?;
        let (outcome, why) = outcome_words(&report.outcome);
        let now = history::now();
        all.prepare_cached("INSERT OR REPLACE INTO test VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?.execute(
            params![
                report.index as i64,
                report.seed.to_string(),
                outcome,
                why,
                report.wall.as_millis() as i64,
                now,
                report.generation as i64
            ],
        )?;
        history::lasts(&all, self.run, now)?;
        for Recorded { finding, first_of_bucket: _, is_waiting } in recorded {
            put_finding(&all, finding, if *is_waiting { examined::WAITING } else { examined::COUNTED })?;
        }
        for incident in &report.incidents {
            let kind = incident_name(incident.kind);
            all.prepare_cached("INSERT INTO incident VALUES (?1, ?2, ?3, ?4)")?.execute(params![
                report.index as i64,
                kind,
                incident.label,
                incident.words
            ])?;
        }
        add_usage(&all, &report.usage)?;
        all.commit()
    }

    /// Adds to the account what is not a test's own. The run has lasted until now.
    pub fn add_usage(&mut self, usage: &Usage) -> Result<(), StoreError> {
        self.presence.check(&self.dir)?;
        let run = self.run;
        let result = self.db.transaction().and_then(|all| {
            add_usage(&all, usage)?;
            history::lasts(&all, run, history::now())?;
            all.commit()
        });
        self.fails(result)
    }

    pub fn usage(&self) -> Result<Usage, StoreError> {
        let read = || -> rusqlite::Result<Usage> {
            let mut usage = Usage::default();
            let mut query = self.db.prepare("SELECT who, nanoseconds FROM usage ORDER BY who")?;
            let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
            for row in rows {
                let (who, nanoseconds) = row?;
                let time = Duration::from_nanos(nanoseconds as u64);
                match who.as_str() {
                    PROGRAMS => usage.programs = time,
                    REDUCING => usage.reducing = time,
                    TOOLS => usage.tools = time,
                    LEARNING => usage.learning = time,
                    OWN => usage.own = time,
                    compiler => {
                        let name = compiler.strip_prefix(COMPILER).unwrap_or(compiler).to_owned();
                        usage.compilers.insert(name, time);
                    }
                }
            }
            usage.configurations = self.tallies()?;
            Ok(usage)
        };
        self.fails(read())
    }

    fn tallies(&self) -> rusqlite::Result<BTreeMap<String, Tally>> {
        let mut query = self.db.prepare("SELECT label, programs, compilations FROM configuration")?;
        let row = |row: &rusqlite::Row| {
            let (programs, compilations) = (row.get::<_, i64>(1)? as u64, row.get::<_, i64>(2)? as u64);
            Ok((row.get(0)?, Tally { programs, compilations }))
        };
        query.query_map([], row)?.collect()
    }

    /// What tests draw from, if that is stored in a folder.
    pub fn draws_in(dir: &Path) -> Result<Option<Draws>, StoreError> {
        match Store::look(dir) {
            Ok(store) => store.fails(store.draws()),
            Err(StoreError::Missing(_) | StoreError::Older { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn draws(&self) -> rusqlite::Result<Option<Draws>> {
        let query = "SELECT data FROM draws ORDER BY number DESC LIMIT 1";
        let text: Option<String> = self.db.query_row(query, [], |row| row.get(0)).optional()?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// The first run of a campaign decides.
    fn keep_draws(&self, draws: &Draws) -> rusqlite::Result<()> {
        if self.draws()?.is_none() { self.add_draws(draws) } else { Ok(()) }
    }

    /// The last ones count.
    fn add_draws(&self, draws: &Draws) -> rusqlite::Result<()> {
        let data = serde_json::to_string(draws).unwrap_or_default();
        self.db.execute("INSERT INTO draws (data) VALUES (?1)", [data])?;
        Ok(())
    }

    pub fn totals(&self) -> Result<Totals, StoreError> {
        let count = |query: &str| self.db.query_row(query, [], |row| row.get::<_, i64>(0)).map(|n| n as u64);
        let read = || -> rusqlite::Result<Totals> {
            Ok(Totals {
                tests: count("SELECT count(*) FROM test")?,
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
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut query = self.db.prepare("SELECT data FROM finding ORDER BY test, id")?;
            query.query_map([], |row| row.get(0))?.collect()
        };
        let texts = self.fails(read())?;
        Ok(texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect())
    }

    /// Causes, the most frequent first.
    pub fn buckets(&self) -> Result<Vec<Bucket>, StoreError> {
        let unexamined = self.fails(self.unexamined())?;
        let mut buckets: BTreeMap<(String, bool), Bucket> = BTreeMap::new();
        for finding in self.findings()? {
            let is_cause = !unexamined.contains(&finding.id);
            let entry = buckets.entry((finding.bucket.clone(), is_cause)).or_insert_with(|| Bucket {
                name: finding.bucket.clone(),
                kind: finding.kind,
                count: 0,
                known: finding.known.clone(),
                example: finding.id.clone(),
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
        let version: i64 = self.fails(self.db.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        if version > schema::FORMAT {
            return Err(StoreError::Newer { dir: self.dir.clone(), version });
        }
        Ok(version)
    }

    fn stored_identity(&self) -> rusqlite::Result<BTreeMap<String, String>> {
        let mut query = self.db.prepare("SELECT name, value FROM identity")?;
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    /// Remembers what the compilers are, and tells which are not what they were.
    fn note_compilers(&mut self, plan: &Plan) -> rusqlite::Result<Vec<Changed>> {
        let mut changed = Vec::new();
        let all = self.db.transaction()?;
        let compilers =
            plan.configurations.iter().map(|one| (&*one.label, one.toolchain.fingerprint.to_string()));
        // The same seed makes other programs when the generator is another.
        let ours = ("assay", env!("CARGO_PKG_VERSION").to_owned());
        for (name, now) in compilers.chain([ours]) {
            let query = "SELECT fingerprint FROM compiler WHERE name = ?1";
            let before: Option<String> = all.query_row(query, [name], |row| row.get(0)).optional()?;
            if let Some(before) = before.filter(|before| *before != now) {
                changed.push(Changed { compiler: name.to_owned(), before, now: now.clone() });
            }
            all.execute("INSERT OR REPLACE INTO compiler VALUES (?1, ?2)", params![name, now])?;
        }
        all.commit()?;
        Ok(changed)
    }

    fn count_of(&self, column: &str, value: &str) -> rusqlite::Result<u64> {
        let query = format!("SELECT count(*) FROM finding WHERE {column} = ?1");
        self.db.query_row(&query, [value], |row| row.get::<_, i64>(0)).map(|n| n as u64)
    }

    fn fails<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::Database { dir: self.dir.clone(), error })
    }
}

const COMPILER: &str = "compiler ";
const PROGRAMS: &str = "programs";
const REDUCING: &str = "reducing";
const TOOLS: &str = "tools";
const LEARNING: &str = "learning";
const OWN: &str = "own";

fn add_usage(db: &Connection, usage: &Usage) -> rusqlite::Result<()> {
    let compilers = usage.compilers.iter().map(|(name, time)| (format!("{COMPILER}{name}"), *time));
    let others = [
        (PROGRAMS, usage.programs),
        (REDUCING, usage.reducing),
        (TOOLS, usage.tools),
        (LEARNING, usage.learning),
        (OWN, usage.own),
    ];
    let others = others.into_iter().map(|(who, time)| (who.to_owned(), time));
    for (who, time) in compilers.chain(others).filter(|(_, time)| !time.is_zero()) {
        db.prepare_cached(
            "INSERT INTO usage VALUES (?1, ?2) ON CONFLICT (who) DO UPDATE SET nanoseconds = nanoseconds + ?2",
        )?
        .execute(params![who, time.as_nanos() as i64])?;
    }
    for (label, tally) in &usage.configurations {
        db.prepare_cached(
            "INSERT INTO configuration VALUES (?1, ?2, ?3) ON CONFLICT (label)
             DO UPDATE SET programs = programs + ?2, compilations = compilations + ?3",
        )?
        .execute(params![label, tally.programs as i64, tally.compilations as i64])?;
    }
    Ok(())
}

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

fn same_identity(dir: &Path, stored: &BTreeMap<String, String>, asked: &Identity) -> Result<(), StoreError> {
    let differs = asked.0.iter().find(|(name, value)| stored.get(**name) != Some(*value));
    let Some((name, value)) = differs else { return Ok(()) };
    Err(StoreError::OtherCampaign {
        dir: dir.to_owned(),
        what: (*name).to_owned(),
        stored: stored.get(*name).cloned().unwrap_or_default(),
        asked: value.clone(),
    })
}
/// Writes the row of a finding; `state` tells whether it is still to be examined.
fn put_finding(db: &Connection, finding: &Finding, state: &str) -> Result<(), rusqlite::Error> {
    let data = serde_json::to_string(finding).unwrap_or_default();
    db.prepare_cached("INSERT OR REPLACE INTO finding VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?
        .execute(params![
            finding.id,
            finding.test as i64,
            finding.kind.name(),
            finding.compiler,
            finding.bucket,
            finding.known,
            data,
            finding.class,
            state
        ])?;
    Ok(())
}
