//! When things happened: runs, tests and findings in time, for charts.

use serde::Serialize;

use super::engine::{Trouble, first, values};
use super::{Store, StoreError};

/// Times are milliseconds since 1970, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct History {
    pub runs: Vec<RunTime>,
    /// When each test ended, to the second; the last ones if they are many. Tests of stores of the first format are missing.
    pub tests: Vec<i64>,
}

/// From the first to the last sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RunTime {
    pub started: i64,
    pub ended: i64,
}

/// So many moments of tests are told.
const MOST_MOMENTS: usize = 100_000;

/// How long runs have lasted together, in seconds.
pub fn lasted(runs: &[RunTime]) -> f64 {
    runs.iter().map(|run| (run.ended - run.started).max(0)).sum::<i64>() as f64 / 1000.0
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

    pub fn runs(&self) -> Result<Vec<RunTime>, StoreError> {
        let rows = self.fails(self.db.query("SELECT started, ended FROM run ORDER BY number", &[]))?;
        Ok(rows.iter().map(|row| RunTime { started: row.int(0), ended: row.int(1) }).collect())
    }

    /// A test has ended.
    pub(super) fn note_pace(&self) -> Result<(), Trouble> {
        let query = "INSERT INTO pace VALUES ({now} / 1000, ?1, 1)
                     ON CONFLICT (second, machine) DO UPDATE SET tests = pace.tests + 1";
        self.db.execute(query, values![&self.who.machine]).map(|_| ())
    }

    /// How many tests ended in each slice of so many milliseconds, with the moment of the first.
    pub fn pace(&self, slice: i64) -> Result<Vec<(i64, u64)>, StoreError> {
        let query =
            "SELECT min(second) * 1000, CAST(sum(tests) AS BIGINT) FROM pace GROUP BY second / ?1 ORDER BY 1";
        let rows = self.fails(self.db.query(query, values![(slice / 1000).max(1)]))?;
        Ok(rows.iter().map(|row| (row.int(0), row.int(1) as u64)).collect())
    }

    pub fn history(&self) -> Result<History, StoreError> {
        let query =
            "SELECT second, CAST(sum(tests) AS BIGINT) FROM pace GROUP BY second ORDER BY second DESC";
        let mut tests = Vec::new();
        for row in self.fails(self.db.query(query, &[]))? {
            let room = MOST_MOMENTS - tests.len();
            tests.extend(std::iter::repeat_n(row.int(0) * 1000, room.min(row.int(1) as usize)));
        }
        tests.reverse();
        Ok(History { runs: self.runs()?, tests })
    }
}
