//! When things happened: runs, tests and findings in time, for charts.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::engine::{Row, Trouble, first, values};
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

impl Store {
    /// A run begins; each test and each examination that is recorded moves its end.
    pub(super) fn begin_run(&mut self) -> Result<(), StoreError> {
        let query = "INSERT INTO run (started, ended) VALUES ({now}, {now}) RETURNING number";
        let row = self.fails(first(self.db(), query, &[]))?;
        self.run = row.map(|row| row.int(0)).unwrap_or_default();
        Ok(())
    }

    /// The run has lasted until this moment.
    pub(super) fn lasts(&self) -> Result<(), Trouble> {
        self.db.execute("UPDATE run SET ended = {now} WHERE number = ?1", values![self.run]).map(|_| ())
    }

    pub fn history(&self) -> Result<History, StoreError> {
        let runs = self.fails(self.db.query("SELECT started, ended FROM run ORDER BY number", &[]))?;
        let tests = "SELECT finished FROM test WHERE finished IS NOT NULL ORDER BY finished";
        let tests = self.fails(self.db.query(tests, &[]))?;
        let run = |row: &Row| RunTime { started: row.int(0), ended: row.int(1) };
        Ok(History {
            runs: runs.iter().map(run).collect(),
            tests: tests.iter().map(|row| row.int(0)).collect(),
        })
    }
}
