//! What became of each bug: new, reported, fixed, known, invalid.

use std::collections::BTreeMap;

use super::engine::{Safety, first, values, whole};
use super::kinds::{BugState, Said};
use super::{Store, StoreError};

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
