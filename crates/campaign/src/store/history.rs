//! When things happened: runs, tests and findings in time, for charts.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};
use serde::Serialize;

use super::{Store, StoreError};

/// Times are milliseconds since 1970, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct History {
    pub runs: Vec<RunTime>,
    /// When each test ended. Tests of stores of the first format are missing.
    pub tests: Vec<i64>,
}

/// From the first to the last sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RunTime {
    pub started: i64,
    pub ended: i64,
}

pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

/// The run has lasted until this moment.
pub(super) fn lasts(db: &Connection, run: i64, now: i64) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE run SET ended = ?2 WHERE number = ?1")?.execute(params![run, now])?;
    Ok(())
}

impl Store {
    /// A run begins; each test and each examination that is recorded moves its end.
    pub(super) fn begin_run(&mut self) -> Result<(), StoreError> {
        let inserted = self.db.execute("INSERT INTO run (started, ended) VALUES (?1, ?1)", params![now()]);
        self.fails(inserted)?;
        self.run = self.db.last_insert_rowid();
        Ok(())
    }

    pub fn history(&self) -> Result<History, StoreError> {
        let read = || -> rusqlite::Result<History> {
            let mut runs = self.db.prepare("SELECT started, ended FROM run ORDER BY number")?;
            let runs = runs.query_map([], |row| Ok(RunTime { started: row.get(0)?, ended: row.get(1)? }))?;
            let mut tests =
                self.db.prepare("SELECT finished FROM test WHERE finished IS NOT NULL ORDER BY finished")?;
            let tests = tests.query_map([], |row| row.get(0))?;
            Ok(History { runs: runs.collect::<Result<_, _>>()?, tests: tests.collect::<Result<_, _>>()? })
        };
        self.fails(read())
    }
}
