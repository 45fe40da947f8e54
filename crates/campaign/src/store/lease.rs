//! Who runs which tests. A test number is a bit in the row of its range; a range is leased to one worker for a while, which its
//! heartbeat makes longer. When a worker dies, hangs or is cut off, its lease ends and others do what is left of the range.
//!
//! A result counts when its bit is set, and only once, whoever brings it and however late: so leases need not be exact.

use super::engine::{Safety, Trouble, Value, first, number, values, whole};
use super::kinds::{Leased, RANGE, Range};
use super::{Store, StoreError};
use crate::testing::report::Report;

/// Of a campaign without an end.
const NO_END: i64 = i64::MAX / RANGE as i64;

/// Ranges in which there is something to do for this worker: of those below the end, with tests that are not done, and not passed on
/// by somebody who has the same compilers.
const OPEN: &str = "is_open = 1 AND number < ?1 AND (number <> ?2 OR (done & ?3) <> ?3) AND number <> ?4
                    AND passed NOT LIKE ?5";

/// All tests of a range.
const FULL: i64 = (1 << RANGE) - 1;

/// How many ranges there are, and which tests of the last one count: all bits, or the first few.
struct End {
    ranges: i64,
    last: i64,
    mask: i64,
}

impl End {
    fn of(tests: Option<u64>) -> End {
        let Some(tests) = tests else { return End { ranges: NO_END, last: -1, mask: 0 } };
        let (whole, rest) = ((tests / RANGE) as i64, tests % RANGE);
        match rest {
            0 => End { ranges: whole, last: -1, mask: 0 },
            rest => End { ranges: whole + 1, last: whole, mask: (1 << rest) - 1 },
        }
    }
}

impl Store {
    /// Takes a range with tests to run, of those below a number: one that was begun, or a new one, which is drawn by the odds
    /// of a generation.
    /// `left`: one that this worker has done what it can of.
    pub(crate) fn lease(
        &mut self,
        tests: Option<u64>,
        generation: u64,
        left: Option<u64>,
    ) -> Result<Leased, StoreError> {
        let end = End::of(tests);
        let left = left.map_or(-1, |left| left as i64);
        let leased = whole(self.db(), Safety::Kill, || {
            if let Some(range) = self.lease_open(&end, left)? {
                return Ok(Leased::Range(range));
            }
            if let Some(range) = self.lease_new(&end, generation)? {
                return Ok(Leased::Range(range));
            }
            let query = format!("SELECT count(*) FROM lease WHERE {OPEN}");
            let there = number(self.db(), &query, &self.wanting(&end, left))?;
            Ok(if there > 0 { Leased::Others } else { Leased::Over })
        });
        self.fails(leased)
    }

    /// The values of [`OPEN`].
    fn wanting(&self, end: &End, left: i64) -> [Value; 5] {
        let own = format!("%,{},%", self.who.ability);
        [end.ranges.into(), end.last.into(), end.mask.into(), left.into(), own.into()]
    }

    /// What was begun and is nobody's any more.
    fn lease_open(&self, end: &End, left: i64) -> Result<Option<Range>, Trouble> {
        let query = format!(
            "SELECT number, done, generation FROM lease WHERE {OPEN} AND (worker IS NULL OR expires < {{now}})
             ORDER BY number LIMIT 1 {{skip}}"
        );
        let row = first(self.db(), &query, &self.wanting(end, left))?;
        let Some(row) = row else { return Ok(None) };
        let query = "UPDATE lease SET worker = ?2, expires = {now} + ?3 WHERE number = ?1";
        self.db.execute(query, values![row.int(0), &self.who.id, self.who.lease_ms()])?;
        let [number, done, generation] = [0, 1, 2].map(|at| row.int(at) as u64);
        Ok(Some(Range { number, done, generation }))
    }

    fn lease_new(&self, end: &End, generation: u64) -> Result<Option<Range>, Trouble> {
        let query = "UPDATE frontier SET next = next + 1 WHERE number = 1 AND next < ?1 RETURNING next - 1";
        let Some(row) = first(self.db(), query, values![end.ranges])? else { return Ok(None) };
        let query = "INSERT INTO lease (number, generation, worker, expires) VALUES (?1, ?2, ?3, {now} + ?4)";
        let number = row.int(0);
        self.db.execute(query, values![number, generation, &self.who.id, self.who.lease_ms()])?;
        Ok(Some(Range { number: number as u64, done: 0, generation }))
    }

    /// Notes that a test is done. False if it was done before: then nothing of it is counted again.
    pub(super) fn mark_done(&self, report: &Report) -> Result<bool, Trouble> {
        let (range, bit) = (report.index / RANGE, 1_i64 << (report.index % RANGE));
        // When all that its worker can run is done, others go on with it.
        let query = "UPDATE lease SET done = done | ?2, tests = tests + 1, milliseconds = milliseconds + ?3,
                         is_open = CASE WHEN tests + 1 < ?4 THEN 1 ELSE 0 END,
                         worker = CASE WHEN (done | ?2 | ?5) <> ?6 THEN worker END,
                         expires = CASE WHEN (done | ?2 | ?5) <> ?6 THEN expires END,
                         passed = CASE WHEN tests + 1 < ?4 AND (done | ?2 | ?5) = ?6 THEN passed || ?7 ELSE passed END
                     WHERE number = ?1 AND (done & ?2) = 0";
        let wall = report.wall.as_millis() as i64;
        let row = values![range, bit, wall, RANGE, report.foreign, FULL, self.passed()];
        Ok(self.db.execute(query, row)? > 0)
    }

    /// Who passes a range on, as it is written there.
    fn passed(&self) -> String {
        format!(",{},", self.who.ability)
    }

    /// Passes on a range of which this worker can run nothing more; `foreign` are the tests that it cannot run at all.
    pub(crate) fn pass(&mut self, range: u64, foreign: u64) -> Result<(), StoreError> {
        let query = "UPDATE lease SET worker = NULL, expires = NULL, passed = passed || ?3
                     WHERE number = ?1 AND (done | ?2) = ?4 AND worker = ?5";
        let row = values![range, foreign, self.passed(), FULL, &self.who.id];
        self.fails(self.db.execute(query, row).map(|_| ()))
    }

    /// How many tests wait for machines with other compilers than those that came by so far.
    pub fn waiting_elsewhere(&self) -> Result<u64, StoreError> {
        let query = "SELECT CAST(coalesce(sum(?1 - tests), 0) AS BIGINT) FROM lease WHERE is_open = 1 AND passed <> ''";
        self.fails(number(self.db(), query, values![RANGE])).map(|count| count as u64)
    }

    /// This worker was silent for too long: a range is anybody's, if nobody has taken it yet.
    pub(crate) fn give_back(&mut self, range: u64) -> Result<(), StoreError> {
        let query = "UPDATE lease SET worker = NULL, expires = NULL WHERE number = ?1 AND worker = ?2";
        self.fails(self.db.execute(query, values![range, &self.who.id]).map(|_| ()))
    }

    /// Gives back what this worker has and will not do.
    pub(crate) fn release(&mut self) -> Result<(), StoreError> {
        let done = whole(self.db(), Safety::Kill, || {
            let query = "UPDATE lease SET worker = NULL, expires = NULL WHERE is_open = 1 AND worker = ?1";
            self.db.execute(query, values![&self.who.id])?;
            self.db.execute("DELETE FROM task WHERE worker = ?1", values![&self.who.id])?;
            self.db
                .execute("UPDATE worker SET ended = {now}, seen = {now} WHERE id = ?1", values![&self.who.id])
        });
        self.fails(done.map(|_| ()))
    }

    /// One process works in a folder, so what others have left there is nobody's.
    pub(super) fn release_all(&self) -> Result<(), Trouble> {
        whole(self.db(), Safety::Kill, || {
            self.db
                .execute("UPDATE lease SET worker = NULL, expires = NULL WHERE worker IS NOT NULL", &[])?;
            self.db.execute("DELETE FROM task", &[])?;
            self.db.execute("DELETE FROM worker", &[]).map(|_| ())
        })
    }

    /// Takes the work on something for this worker alone: a class to be examined, a bucket to be reduced. False if another has it.
    pub(crate) fn take_task(&mut self, name: &str) -> Result<bool, StoreError> {
        let query = "INSERT INTO task VALUES (?1, ?2, {now} + ?3) ON CONFLICT (name)
                     DO UPDATE SET worker = ?2, expires = {now} + ?3
                     WHERE task.worker = ?2 OR task.expires < {now}";
        let taken = self.db.execute(query, values![name, &self.who.id, self.who.lease_ms()]);
        self.fails(taken.map(|rows| rows > 0))
    }

    pub(crate) fn end_task(&mut self, name: &str) -> Result<(), StoreError> {
        let query = "DELETE FROM task WHERE name = ?1 AND worker = ?2";
        self.fails(self.db.execute(query, values![name, &self.who.id]).map(|_| ()))
    }
}
