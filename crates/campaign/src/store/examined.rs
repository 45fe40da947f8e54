//! Findings on their way: waiting to be examined, examined, or only counted.

use std::collections::BTreeSet;

use rusqlite::{OptionalExtension, params};

use super::{FOLDERS_PER_BUCKET, Store, StoreError};
use crate::finding::folder;
use crate::finding::{Finding, Kind};

pub(super) const WAITING: &str = "waiting";
pub(super) const EXAMINED: &str = "examined";
/// Examined without a cause: its reduced program will name its bucket.
pub(super) const UNNAMED: &str = "unnamed";
/// One of many like it: it adds to a number.
pub(super) const COUNTED: &str = "counted";

/// How far an examination has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Examined,
    Unnamed,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Examined => EXAMINED,
            State::Unnamed => UNNAMED,
        }
    }
}

/// A finding that is to be examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub id: String,
    pub class: String,
}

impl Store {
    /// What an earlier run did not get to. Known bugs are left alone.
    pub(crate) fn waiting(&self) -> Result<Vec<Waiting>, StoreError> {
        self.in_state(WAITING)
    }

    /// What an earlier run has examined, and not reduced, as the bucket's name needs.
    pub(crate) fn unnamed(&self) -> Result<Vec<Waiting>, StoreError> {
        self.in_state(UNNAMED)
    }

    fn in_state(&self, state: &str) -> Result<Vec<Waiting>, StoreError> {
        let query = "SELECT id, class FROM finding WHERE state = ?1 AND known IS NULL ORDER BY test, id";
        self.waiting_by(query, state)
    }

    fn waiting_by(&self, query: &str, state: &str) -> Result<Vec<Waiting>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Waiting>> {
            let mut query = self.db.prepare(query)?;
            query.query_map([state], |row| Ok(Waiting { id: row.get(0)?, class: row.get(1)? }))?.collect()
        };
        self.fails(read())
    }

    /// Findings whose verdict says nothing of their cause, and that were not examined, or not to the end.
    pub(super) fn unexamined(&self) -> rusqlite::Result<BTreeSet<String>> {
        let mut query =
            self.db.prepare("SELECT id, kind FROM finding WHERE state <> ?1 AND known IS NULL")?;
        let rows =
            query.query_map([EXAMINED], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        let rows = rows.collect::<rusqlite::Result<Vec<_>>>()?;
        let is_silent = |kind: &str| Kind::from_name(kind).is_some_and(Kind::is_silent);
        Ok(rows.into_iter().filter(|(_, kind)| is_silent(kind)).map(|(id, _)| id).collect())
    }

    pub(super) fn count_waiting(&self, class: &str) -> rusqlite::Result<u64> {
        let query = "SELECT count(*) FROM finding WHERE class = ?1 AND state = ?2";
        self.db.query_row(query, [class, WAITING], |row| row.get::<_, i64>(0)).map(|n| n as u64)
    }

    /// Buckets of which one finding was examined.
    pub(crate) fn described(&self) -> Result<BTreeSet<String>, StoreError> {
        let read = || -> rusqlite::Result<BTreeSet<String>> {
            let mut query = self.db.prepare("SELECT DISTINCT bucket FROM finding WHERE state = ?1")?;
            query.query_map([EXAMINED], |row| row.get(0))?.collect()
        };
        self.fails(read())
    }

    pub fn finding(&self, id: &str) -> Result<Option<Finding>, StoreError> {
        let query = "SELECT data FROM finding WHERE id = ?1";
        let text: Option<String> = self.fails(self.db.query_row(query, [id], |row| row.get(0)).optional())?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Keeps what an examination found out, in the finding's folder and here. True when it is the first of its bucket.
    pub(crate) fn examined(&mut self, finding: &Finding, state: State) -> Result<bool, StoreError> {
        self.presence.check(&self.dir)?;
        let query = "SELECT count(*) FROM finding WHERE bucket = ?1 AND state = ?2";
        let before: i64 =
            self.fails(self.db.query_row(query, [finding.bucket.as_str(), EXAMINED], |row| row.get(0)))?;
        let written = if before as u64 >= FOLDERS_PER_BUCKET {
            folder::remove_finding(&self.dir, &finding.id)
        } else {
            folder::update_finding(&self.dir, finding)
        };
        written.map_err(|error| StoreError::Io { dir: self.dir.clone(), error })?;
        let stored = self.update(finding, state.word());
        self.fails(stored)?;
        Ok(before == 0)
    }

    /// The examined findings that stand for buckets of which none was reduced, in the order of tests.
    pub(crate) fn unreduced(&self) -> Result<Vec<Waiting>, StoreError> {
        let query = "SELECT id, bucket FROM finding AS one WHERE state = ?1 AND known IS NULL
             AND bucket NOT IN (SELECT bucket FROM reduction)
             AND NOT EXISTS (SELECT 1 FROM finding AS other WHERE other.bucket = one.bucket AND other.state = ?1
                             AND (other.test, other.id) < (one.test, one.id))
             ORDER BY test, id";
        self.waiting_by(query, EXAMINED)
    }

    /// How far an examined finding has come.
    pub(crate) fn state(&self, id: &str) -> Result<Option<State>, StoreError> {
        let query = "SELECT state FROM finding WHERE id = ?1";
        let word: Option<String> = self.fails(self.db.query_row(query, [id], |row| row.get(0)).optional())?;
        Ok(word.and_then(|word| {
            [State::Examined, State::Unnamed].into_iter().find(|state| state.word() == word)
        }))
    }

    /// Keeps what reducing a finding has come to, while there is more to do.
    pub(crate) fn reduced_so_far(&mut self, finding: &Finding) -> Result<(), StoreError> {
        self.presence.check(&self.dir)?;
        let written = folder::update_finding(&self.dir, finding);
        written.map_err(|error| StoreError::Io { dir: self.dir.clone(), error })?;
        let data = serde_json::to_string(finding).unwrap_or_default();
        let stored = self.db.execute("UPDATE finding SET data = ?2 WHERE id = ?1", params![finding.id, data]);
        self.fails(stored.map(|_| ()))
    }

    /// Keeps how reducing a finding ended: with a smaller program, or with the reason why there is none.
    pub(crate) fn reduced(&mut self, finding: &Finding, why_not: Option<&str>) -> Result<(), StoreError> {
        self.presence.check(&self.dir)?;
        let written = folder::update_finding(&self.dir, finding);
        written.map_err(|error| StoreError::Io { dir: self.dir.clone(), error })?;
        let stored = self.update(finding, EXAMINED);
        self.fails(stored)?;
        let row = params![finding.bucket, finding.id, why_not.unwrap_or_default()];
        let noted = self.db.execute("INSERT OR REPLACE INTO reduction VALUES (?1, ?2, ?3)", row);
        self.fails(noted.map(|_| ()))
    }

    /// All findings of a bucket are of a known bug from now on. Tells how many these are.
    pub fn mark_known(&mut self, bucket: &str, note: &str) -> Result<usize, StoreError> {
        let mut marked = 0;
        for mut finding in self.findings()?.into_iter().filter(|finding| finding.bucket == bucket) {
            finding.known = Some(note.to_owned());
            let data = serde_json::to_string(&finding).unwrap_or_default();
            let done = self.db.execute(
                "UPDATE finding SET known = ?2, data = ?3 WHERE id = ?1",
                params![finding.id, note, data],
            );
            marked += self.fails(done)?;
        }
        Ok(marked)
    }

    /// A finding that cannot be examined.
    pub(crate) fn only_count(&mut self, id: &str) -> Result<(), StoreError> {
        self.presence.check(&self.dir)?;
        let done = self.db.execute("UPDATE finding SET state = ?2 WHERE id = ?1", [id, COUNTED]);
        self.fails(done.map(|_| ()))
    }

    fn update(&mut self, finding: &Finding, state: &str) -> rusqlite::Result<()> {
        self.db.pragma_update(None, "synchronous", "FULL")?;
        let data = serde_json::to_string(finding).unwrap_or_default();
        self.db.execute(
            "UPDATE finding SET bucket = ?2, known = ?3, data = ?4, state = ?5 WHERE id = ?1",
            params![finding.id, finding.bucket, finding.known, data, state],
        )?;
        Ok(())
    }
}
