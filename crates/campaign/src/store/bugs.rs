//! What became of each bug: new, reported, fixed, known, invalid.

use std::collections::BTreeMap;

use super::engine::{Safety, first, values, whole};
use super::kinds::{BugState, Said};
use super::{Place, Store, StoreError};
use crate::finding::known;

impl Store {
    /// What is said of the bugs, by bucket; of those that are not there, nothing was said.
    pub fn said(&self) -> Result<BTreeMap<String, Said>, StoreError> {
        let rows = self.fails(self.db.query("SELECT bucket, state, note, changed FROM bug", &[]))?;
        let said = |row: &super::engine::Row| Said {
            state: BugState::from_name(&row.text(1)).unwrap_or_default(),
            note: row.text(2),
            changed: row.int(3),
        };
        Ok(rows.iter().map(|row| (row.text(0), said(row))).collect())
    }

    /// Says what became of a bug. Findings of one that is reported, known or invalid are no news any more; those of one that is
    /// new or fixed are. Tells how many findings that concerns.
    pub fn say(&mut self, bucket: &str, state: BugState, note: &str) -> Result<usize, StoreError> {
        let query = "INSERT INTO bug VALUES (?1, ?2, ?3, {now}) ON CONFLICT (bucket)
                     DO UPDATE SET state = ?2, note = ?3, changed = {now}";
        let kept = whole(self.db(), Safety::Power, || {
            self.db.execute(query, values![bucket, state.name(), note]).map(|_| ())
        });
        self.fails(kept)?;
        self.mark(bucket, state.is_settled().then_some(note))
    }

    /// The same, and a campaign that runs in a folder heeds it at once: it reads the file of known bugs there. On a server it asks
    /// the store.
    pub fn settle(&mut self, bucket: &str, state: BugState, note: &str) -> Result<usize, StoreError> {
        if let Place::Folder(dir) = &self.place {
            let kept = match state.is_settled() {
                true => known::mark(dir, bucket, note),
                false => known::unmark(dir, bucket),
            };
            kept.map_err(|error| StoreError::Io { dir: dir.clone(), error })?;
        }
        self.say(bucket, state, note)
    }

    /// Changes whenever the campaign does, as far as a moment's work can tell.
    pub fn stamp(&self) -> Result<u64, StoreError> {
        let query = "SELECT coalesce(max(second), 0), (SELECT coalesce(max(seen), 0) FROM worker),
                     (SELECT coalesce(max(changed), 0) FROM bug), (SELECT count(*) FROM finding),
                     (SELECT count(*) FROM reduction), (SELECT CAST(coalesce(sum(tests), 0) AS BIGINT) FROM pace AS last
                      WHERE second = (SELECT max(second) FROM pace)) FROM pace";
        let row = self.fails(first(self.db(), query, &[]))?;
        let fields =
            row.map(|row| (0..6).map(|at| row.int(at) as u64).collect::<Vec<_>>()).unwrap_or_default();
        Ok(fields
            .iter()
            .fold(0, |stamp: u64, field| (stamp.rotate_left(17) ^ field).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// What is said of one bug.
    pub fn said_of(&self, bucket: &str) -> Result<Said, StoreError> {
        let query = "SELECT state, note, changed FROM bug WHERE bucket = ?1";
        let row = self.fails(first(self.db(), query, values![bucket]))?;
        Ok(row.map_or_else(Said::default, |row| Said {
            state: BugState::from_name(&row.text(0)).unwrap_or_default(),
            note: row.text(1),
            changed: row.int(2),
        }))
    }
}
