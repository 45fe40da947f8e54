//! Looking at a campaign without changing it, also while it runs, and also where nothing may be written.

use std::fs;
use std::path::Path;

use super::engine::lite::Lite;
use super::engine::{self, values};
use super::{FILE, Place, RANGE, Store, StoreError, connected, presence, schema};
use crate::draw::seed;

impl Store {
    /// Opens a campaign in a folder to look at it.
    pub fn look(dir: &Path) -> Result<Store, StoreError> {
        Store::look_in(&Place::Folder(dir.to_owned()))
    }

    /// Opens a campaign to look at it.
    pub fn look_in(place: &Place) -> Result<Store, StoreError> {
        let store = Store::look_at_any(place)?;
        let version = store.format()?;
        if (1..schema::FORMAT).contains(&version) {
            return Err(StoreError::Older { place: place.clone(), version });
        }
        Ok(store)
    }

    /// Opens a campaign of any format, for what all of them have.
    pub(super) fn look_at_any(place: &Place) -> Result<Store, StoreError> {
        match place {
            Place::Folder(dir) => look_in_folder(dir),
            Place::Server { .. } => {
                let io_error = |error| StoreError::Io { dir: std::env::temp_dir(), error };
                let copy = tempfile::tempdir().map_err(io_error)?;
                let server = connected(place)?;
                let store = Store::around(Box::new(server), place.clone(), copy.path());
                if store.format()? == 0 {
                    return Err(StoreError::Missing(place.clone()));
                }
                let shelf = store.known_shelf()?;
                Ok(Store { _copy: Some(copy), shelf, ..store })
            }
        }
    }
}

fn look_in_folder(dir: &Path) -> Result<Store, StoreError> {
    let place = Place::Folder(dir.to_owned());
    if !dir.join(FILE).exists() {
        return Err(StoreError::Missing(place));
    }
    presence::check_sound(dir)?;
    let (db, copy) = match Lite::open_to_read(&dir.join(FILE)) {
        Ok(db) => (db, None),
        Err(_) => copied(dir).map(|(db, copy)| (db, Some(copy)))?,
    };
    Ok(Store { _copy: copy, ..Store::around(Box::new(db), place, dir) })
}

/// What is known of one test.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct TestRow {
    pub number: u64,
    pub seed: String,
    /// `clean`, `found`, `skipped`, `rejected` or `internal`.
    pub outcome: String,
    pub why: Option<String>,
    /// Of tests that found nothing, only the sum is kept.
    pub milliseconds: Option<u64>,
    /// When it ended, in milliseconds since 1970.
    pub finished: Option<i64>,
    /// Of the odds it was drawn by.
    pub generation: u64,
    /// By their ids.
    pub findings: Vec<String>,
    pub incidents: Vec<Incident>,
}

/// A result that did not count.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Incident {
    pub kind: String,
    pub configuration: String,
    pub words: String,
}

impl Store {
    /// A test that is done.
    pub fn test(&self, number: u64) -> Result<Option<TestRow>, StoreError> {
        if i64::try_from(number).is_err() {
            return Ok(None);
        }
        let query =
            "SELECT seed, outcome, why, milliseconds, finished, generation FROM test WHERE number = ?1";
        let Some(row) = self.fails(engine::first(self.db.as_ref(), query, values![number]))? else {
            return self.clean(number);
        };
        let findings = "SELECT id FROM finding WHERE test = ?1 ORDER BY id";
        let findings = self.fails(self.db.query(findings, values![number]))?;
        let incidents = "SELECT kind, label, words FROM incident WHERE test = ?1 ORDER BY kind, label, words";
        let incidents = self.fails(self.db.query(incidents, values![number]))?;
        Ok(Some(TestRow {
            number,
            seed: row.text(0),
            outcome: row.text(1),
            why: Some(row.text(2)).filter(|why| !why.is_empty()),
            milliseconds: Some(row.int(3) as u64),
            finished: row.opt_int(4),
            generation: row.int(5) as u64,
            findings: findings.iter().map(|row| row.text(0)).collect(),
            incidents: incidents.iter().map(Incident::of).collect(),
        }))
    }

    /// A test that found nothing: a bit in its range says that it is done, and the campaign's seed what it was.
    fn clean(&self, number: u64) -> Result<Option<TestRow>, StoreError> {
        let query = "SELECT generation FROM lease WHERE number = ?1 AND (done & ?2) <> 0";
        let row = engine::first(self.db.as_ref(), query, values![number / RANGE, 1_i64 << (number % RANGE)]);
        let Some(row) = self.fails(row)? else { return Ok(None) };
        let seed = self.identity()?.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or_default();
        let incidents = "SELECT kind, label, words FROM incident WHERE test = ?1 ORDER BY kind, label, words";
        let incidents = self.fails(self.db.query(incidents, values![number]))?;
        Ok(Some(TestRow {
            number,
            seed: seed::of_test(seed, number).to_string(),
            outcome: "clean".to_owned(),
            why: None,
            milliseconds: None,
            finished: None,
            generation: row.int(0) as u64,
            findings: Vec::new(),
            incidents: incidents.iter().map(Incident::of).collect(),
        }))
    }
}

impl Incident {
    fn of(row: &engine::Row) -> Incident {
        Incident { kind: row.text(0), configuration: row.text(1), words: row.text(2) }
    }
}

/// In a folder that we may not write to, a copy is looked at, with the log that belongs to it. Nobody else writes there at
/// the same time but a campaign of another user; then the copy may be broken, and the next try is not.
fn copied(dir: &Path) -> Result<(Lite, tempfile::TempDir), StoreError> {
    let io_error = |error| StoreError::Io { dir: std::env::temp_dir(), error };
    let copy = tempfile::tempdir().map_err(io_error)?;
    let log = format!("{FILE}-wal");
    let unreadable = |error| StoreError::Unreadable { dir: dir.to_owned(), error };
    fs::copy(dir.join(FILE), copy.path().join(FILE)).map_err(unreadable)?;
    if dir.join(&log).exists() {
        fs::copy(dir.join(&log), copy.path().join(&log)).map_err(unreadable)?;
    }
    let opened = Lite::open_to_read(&copy.path().join(FILE));
    let db = opened.map_err(|error| StoreError::Database { dir: dir.to_owned(), error })?;
    Ok((db, copy))
}
