//! A store that is damaged, made again from what the folders of its findings tell.
//!
//! Which tests were clean is lost, so they are repeated when the campaign goes on; what was found is not.

use std::fs;
use std::path::{Path, PathBuf};

use super::engine::lite::Lite;
use super::engine::{Engine, Safety, Trouble, number, values, whole};
use super::{FILE, Place, RANGE, StoreError, examined, presence, put_finding};
use crate::finding::Finding;
use crate::finding::folder::{self, FINDINGS};
use crate::finding::life::Stage;
use crate::plan::Identity;
use crate::store::lock::{Lock, LockError};

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    pub findings: usize,
    /// Folders without a finding that can be read.
    pub unreadable: Vec<PathBuf>,
    /// Where the old store is kept, if there was one.
    pub kept: Option<PathBuf>,
}

impl super::Store {
    /// Puts the store of a campaign aside, and makes a new one with all findings that have a folder.
    pub fn repair(dir: &Path) -> Result<Repaired, StoreError> {
        let io_error = |error| StoreError::Io { dir: dir.to_owned(), error };
        if !dir.join(FINDINGS).is_dir() && !dir.join(FILE).exists() {
            return Err(StoreError::Missing(Place::Folder(dir.to_owned())));
        }
        let _lock = Lock::take(dir).map_err(|error| match error {
            LockError::Taken { by } => StoreError::Busy { dir: dir.to_owned(), by },
            LockError::Io(error) => io_error(error),
        })?;
        let (findings, unreadable) = read_all(dir).map_err(io_error)?;
        let kept = put_aside(dir).map_err(io_error)?;
        presence::start(dir, &Identity(Default::default()))?;
        let failed = |error| StoreError::Database { dir: dir.to_owned(), error };
        let db = Lite::open(&dir.join(FILE)).map_err(failed)?;
        insert(&db, &findings).map_err(failed)?;
        Ok(Repaired { findings: findings.len(), unreadable, kept })
    }
}

fn read_all(dir: &Path) -> std::io::Result<(Vec<Finding>, Vec<PathBuf>)> {
    let (mut findings, mut unreadable) = (Vec::new(), Vec::new());
    if !dir.join(FINDINGS).is_dir() {
        return Ok((findings, unreadable));
    }
    for entry in fs::read_dir(dir.join(FINDINGS))? {
        let place = entry?.path();
        // One that begins with a dot was being written.
        let is_whole = place.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'));
        if !place.is_dir() || !is_whole {
            continue;
        }
        let text = fs::read_to_string(place.join(folder::DATA)).unwrap_or_default();
        match serde_json::from_str::<Finding>(&text) {
            Ok(finding) => findings.push(finding),
            Err(_) => unreadable.push(place),
        }
    }
    findings.sort_by(|a, b| (a.test, &a.id).cmp(&(b.test, &b.id)));
    unreadable.sort();
    Ok((findings, unreadable))
}

/// Nothing is thrown away: somebody may still get more out of it.
fn put_aside(dir: &Path) -> std::io::Result<Option<PathBuf>> {
    let place = (0..).map(|n| dir.join(format!("damaged-{n}"))).find(|place| !place.exists());
    let Some(place) = place.filter(|_| dir.join(FILE).exists()) else { return Ok(None) };
    fs::create_dir(&place)?;
    for name in [FILE.to_owned(), format!("{FILE}-wal"), format!("{FILE}-shm")] {
        if dir.join(&name).exists() {
            fs::rename(dir.join(&name), place.join(&name))?;
        }
    }
    Ok(Some(place))
}

fn insert(db: &dyn Engine, findings: &[Finding]) -> Result<(), Trouble> {
    whole(db, Safety::Power, || {
        for finding in findings {
            let found = finding.found as i64 * 1000;
            db.execute(
                "INSERT INTO test VALUES (?1, ?2, 'found', NULL, 0, ?3, ?4) ON CONFLICT (number) DO NOTHING",
                values![finding.test, finding.seed.to_string(), found, finding.generation],
            )?;
            put_finding(db, finding, stage(finding))?;
            begin_ranges(db, finding.test / RANGE)?;
            db.execute(
                "UPDATE lease SET done = done | ?2, tests = tests + 1 WHERE number = ?1 AND (done & ?2) = 0",
                values![finding.test / RANGE, 1_i64 << (finding.test % RANGE)],
            )?;
            if finding.reduced.as_ref().is_some_and(|reduced| reduced.finished) {
                db.execute(examined::KEEP_REDUCTION, values![&finding.bucket, &finding.id, ""])?;
            }
        }
        Ok(())
    })
}

/// All ranges up to this one are there, and nobody's.
fn begin_ranges(db: &dyn Engine, last: u64) -> Result<(), Trouble> {
    let next = number(db, "SELECT next FROM frontier", &[])? as u64;
    for range in next..=last {
        db.execute("INSERT INTO lease (number) VALUES (?1)", values![range])?;
    }
    db.execute("UPDATE frontier SET next = ?1", values![next.max(last + 1)]).map(|_| ())
}

fn stage(finding: &Finding) -> Stage {
    if finding.triage.is_some() {
        Stage::Examined
    } else if finding.kind.is_worth_examining() {
        Stage::Waiting
    } else {
        Stage::Counted
    }
}
