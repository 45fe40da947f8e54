//! When things happened: runs, tests and findings in time, for charts.

use std::time::Instant;

use serde::Serialize;

use super::engine::{Trouble, first, values};
use super::{Store, StoreError};

/// Times are milliseconds since 1970, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct History {
    pub runs: Vec<RunTime>,
    /// When each test ended, to the second, or to a thousandth of the campaign's age; the last ones if they are many. Tests of stores of the first format are missing.
    pub tests: Vec<i64>,
}

/// From the first to the last sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RunTime {
    pub started: i64,
    pub ended: i64,
}

/// How old a campaign is, in seconds.
#[derive(Debug)]
pub(super) struct Age {
    before: i64,
    since: Instant,
}

/// A campaign has a few thousand slots of time, however long it is.
const FINE: i64 = 2000;

impl Age {
    pub fn none() -> Age {
        Age { before: 0, since: Instant::now() }
    }

    /// Tests are counted by slots of time: of a second at first, and of a thousandth of the campaign's age later on.
    fn slot(&self) -> i64 {
        let age = self.before + self.since.elapsed().as_secs() as i64;
        1 << (age / FINE).max(1).ilog2()
    }
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
        let query = "SELECT {now} - min(started) FROM run";
        let age = self.fails(first(self.db(), query, &[]))?.map(|row| row.int(0)).unwrap_or_default();
        self.age = Age { before: age / 1000, since: Instant::now() };
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
        let query = "INSERT INTO pace VALUES ({now} / 1000 / ?2 * ?2, ?1, 1)
                     ON CONFLICT (second, machine) DO UPDATE SET tests = pace.tests + 1";
        self.db.execute(query, values![&self.who.machine, self.age.slot()]).map(|_| ())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_grow_with_the_campaign() {
        let slot = |before| Age { before, since: Instant::now() }.slot();
        assert_eq!([0, 3900, 4100, 86_400, 10_000_000].map(slot), [1, 1, 2, 32, 4096]);
    }
}
