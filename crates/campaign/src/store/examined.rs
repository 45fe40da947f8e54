//! Findings on their way: waiting to be examined, examined, or only counted.

use std::collections::BTreeSet;

use super::engine::{Safety, Trouble, first, number, values, whole};
use super::files::Files;
use super::{BugState, FOLDERS_PER_BUCKET, Store, StoreError};
use crate::finding::folder;
use crate::finding::life::Stage;
use crate::finding::{Finding, Kind};

/// A finding that is to be examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub id: String,
    pub class: String,
}

impl Store {
    /// What an earlier run did not get to. Known bugs are left alone.
    pub(crate) fn waiting(&self) -> Result<Vec<Waiting>, StoreError> {
        self.in_stage(Stage::Waiting)
    }

    /// What an earlier run has examined, and not reduced, as the bucket's name needs.
    pub(crate) fn unnamed(&self) -> Result<Vec<Waiting>, StoreError> {
        self.in_stage(Stage::Unnamed)
    }

    fn in_stage(&self, stage: Stage) -> Result<Vec<Waiting>, StoreError> {
        let query = "SELECT id, class FROM finding WHERE state = ?1 AND known IS NULL ORDER BY test, id";
        self.waiting_by(query, stage)
    }

    fn waiting_by(&self, query: &str, stage: Stage) -> Result<Vec<Waiting>, StoreError> {
        let rows = self.fails(self.db.query(query, values![stage.word()]))?;
        Ok(rows.iter().map(|row| Waiting { id: row.text(0), class: row.text(1) }).collect())
    }

    /// Findings whose verdict says nothing of their cause, and that were not examined, or not to the end.
    pub(super) fn unexamined(&self) -> Result<BTreeSet<String>, Trouble> {
        let query = "SELECT id, kind FROM finding WHERE state <> ?1 AND known IS NULL";
        let rows = self.db.query(query, values![Stage::Examined.word()])?;
        let is_silent = |kind: &str| Kind::from_name(kind).is_some_and(Kind::is_silent);
        Ok(rows.iter().filter(|row| is_silent(&row.text(1))).map(|row| row.text(0)).collect())
    }

    pub(super) fn count_waiting(&self, class: &str) -> Result<u64, Trouble> {
        let query = "SELECT count(*) FROM finding WHERE class = ?1 AND state = ?2";
        number(self.db(), query, values![class, Stage::Waiting.word()]).map(|n| n as u64)
    }

    /// Buckets of which one finding was examined.
    pub(crate) fn described(&self) -> Result<BTreeSet<String>, StoreError> {
        let query = "SELECT DISTINCT bucket FROM finding WHERE state = ?1";
        let rows = self.fails(self.db.query(query, values![Stage::Examined.word()]))?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }

    pub fn finding(&self, id: &str) -> Result<Option<Finding>, StoreError> {
        let query = "SELECT data FROM finding WHERE id = ?1";
        let row = self.fails(first(self.db(), query, values![id]))?;
        Ok(row.and_then(|row| serde_json::from_str(&row.text(0)).ok()))
    }

    /// Keeps what an examination found out, in the finding's folder and here. True when it is the first of its bucket.
    pub(crate) fn examined(&mut self, finding: &Finding, stage: Stage) -> Result<bool, StoreError> {
        self.check()?;
        let query = "SELECT count(*) FROM finding WHERE bucket = ?1 AND state = ?2";
        let before =
            self.fails(number(self.db(), query, values![&finding.bucket, Stage::Examined.word()]))?;
        let files = if before as u64 >= FOLDERS_PER_BUCKET { Files::Gone } else { self.written(finding)? };
        let io_error = |error| StoreError::Io { dir: self.dir.clone(), error };
        if matches!(files, Files::Gone) {
            folder::remove_finding(&self.dir, &finding.id).map_err(io_error)?;
        }
        self.fails(self.update(finding, stage, &files))?;
        Ok(before == 0)
    }

    /// The examined findings that stand for buckets of which none was reduced, in the order of tests.
    pub(crate) fn unreduced(&self) -> Result<Vec<Waiting>, StoreError> {
        let query = "SELECT id, bucket FROM finding AS one WHERE state = ?1 AND known IS NULL
             AND bucket NOT IN (SELECT bucket FROM reduction)
             AND NOT EXISTS (SELECT 1 FROM finding AS other WHERE other.bucket = one.bucket AND other.state = ?1
                             AND (other.test, other.id) < (one.test, one.id))
             ORDER BY test, id";
        self.waiting_by(query, Stage::Examined)
    }

    /// Where a finding stands.
    pub(crate) fn stage(&self, id: &str) -> Result<Option<Stage>, StoreError> {
        let query = "SELECT state FROM finding WHERE id = ?1";
        let row = self.fails(first(self.db(), query, values![id]))?;
        Ok(row.and_then(|row| Stage::from_word(&row.text(0))))
    }

    /// Keeps what reducing a finding has come to, while there is more to do.
    pub(crate) fn reduced_so_far(&mut self, finding: &Finding) -> Result<(), StoreError> {
        self.check()?;
        let files = self.written(finding)?;
        let data = serde_json::to_string(finding).unwrap_or_default();
        let kept = whole(self.db(), Safety::Power, || {
            let query = "UPDATE finding SET data = ?2 WHERE id = ?1";
            self.db.execute(query, values![&finding.id, data])?;
            self.put_files(&finding.id, &files)
        });
        self.fails(kept)
    }

    /// Keeps how reducing a finding ended: with a smaller program, or with the reason why there is none.
    pub(crate) fn reduced(&mut self, finding: &Finding, why_not: Option<&str>) -> Result<(), StoreError> {
        self.check()?;
        let files = self.written(finding)?;
        let kept = self.update(finding, Stage::Examined, &files).and_then(|()| {
            let row = values![&finding.bucket, &finding.id, why_not.unwrap_or_default()];
            self.db.execute(KEEP_REDUCTION, row).map(|_| ())
        });
        self.fails(kept)
    }

    /// All findings of a bucket are of a known bug from now on. Tells how many these are.
    pub fn mark_known(&mut self, bucket: &str, note: &str) -> Result<usize, StoreError> {
        self.say(bucket, BugState::Known, note)
    }

    /// Notes with all findings of a bucket where it is known, or that it is not.
    pub(super) fn mark(&mut self, bucket: &str, note: Option<&str>) -> Result<usize, StoreError> {
        let mut marked = 0;
        for mut finding in self.findings()?.into_iter().filter(|finding| finding.bucket == bucket) {
            finding.known = note.map(str::to_owned);
            let data = serde_json::to_string(&finding).unwrap_or_default();
            let query = "UPDATE finding SET known = ?2, data = ?3 WHERE id = ?1";
            marked += self.fails(self.db.execute(query, values![&finding.id, note, data]))? as usize;
        }
        Ok(marked)
    }

    /// A finding that cannot be examined.
    pub(crate) fn only_count(&mut self, id: &str) -> Result<(), StoreError> {
        self.check()?;
        let done = self
            .db
            .execute("UPDATE finding SET state = ?2 WHERE id = ?1", values![id, Stage::Counted.word()]);
        self.fails(done.map(|_| ()))
    }

    fn update(&self, finding: &Finding, stage: Stage, files: &Files) -> Result<(), Trouble> {
        let data = serde_json::to_string(finding).unwrap_or_default();
        whole(self.db(), Safety::Power, || {
            let row = values![&finding.id, &finding.bucket, finding.known.as_ref(), data, stage.word()];
            let query = "UPDATE finding SET bucket = ?2, known = ?3, data = ?4, state = ?5 WHERE id = ?1";
            self.db.execute(query, row)?;
            self.put_files(&finding.id, files)
        })
    }

    /// Whether a finding still is in the state that it was in when it was put in line.
    pub(crate) fn is_due(&self, id: &str, reducing: Reducing) -> Result<bool, StoreError> {
        let query = match reducing {
            Reducing::No => "SELECT 1 FROM finding WHERE id = ?1 AND known IS NULL AND state = 'waiting'",
            Reducing::Yes => {
                "SELECT 1 FROM finding WHERE id = ?1 AND known IS NULL AND (state = 'unnamed' OR
                     (state = 'examined' AND bucket NOT IN (SELECT bucket FROM reduction)))"
            }
        };
        Ok(self.fails(first(self.db(), query, values![id]))?.is_some())
    }
}

/// What a finding is in line for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reducing {
    No,
    Yes,
}

pub(super) const KEEP_REDUCTION: &str =
    "INSERT INTO reduction VALUES (?1, ?2, ?3) ON CONFLICT (bucket) DO UPDATE SET finding = ?2, data = ?3";
