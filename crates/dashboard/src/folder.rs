//! A campaign in a folder, with SQLite.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use campaign::pulse::{self, Pulse};
use campaign::report::Data;
use campaign::store::look::TestRow;
use campaign::{Finding, Store, StoreError, folder, known};

use crate::source::{Change, NewState, Source, SourceError};

pub struct Folder {
    dir: PathBuf,
    /// The store is opened for each question, and by one at a time: to look whether it is sound, its file is opened and closed,
    /// which drops the locks of all others in this process.
    turn: Mutex<()>,
}

impl Folder {
    /// The campaign must be there.
    pub fn open(dir: &Path) -> Result<Folder, StoreError> {
        Store::look(dir)?;
        Ok(Folder { dir: dir.to_owned(), turn: Mutex::default() })
    }

    fn with<T>(&self, ask: impl FnOnce(&mut Store) -> Result<T, StoreError>) -> Result<T, SourceError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(ask(&mut Store::look(&self.dir)?)?)
    }

    fn unreadable(&self, what: &Path, error: std::io::Error) -> SourceError {
        SourceError::File { what: what.display().to_string(), error }
    }
}

impl Source for Folder {
    fn name(&self) -> String {
        self.dir.display().to_string()
    }

    /// Sizes and times of the files that change.
    fn stamp(&self) -> u64 {
        let files = ["campaign.sqlite", "campaign.sqlite-wal", known::FILE, pulse::FILE];
        files.iter().fold(0, |stamp, name| {
            let about = fs::metadata(self.dir.join(name)).ok();
            let time = about.as_ref().and_then(|about| about.modified().ok());
            let time = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
            let size = about.map_or(0, |about| about.len());
            stamp.rotate_left(17) ^ size.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ time.as_nanos() as u64
        })
    }

    fn glance(&self) -> Result<Data, SourceError> {
        self.with(|store| Data::glance(store))
    }

    fn whole(&self) -> Result<Data, SourceError> {
        self.with(|store| Data::gather(store))
    }

    fn workers(&self) -> Result<Vec<Pulse>, SourceError> {
        Ok(Pulse::read(&self.dir).into_iter().collect())
    }

    fn finding(&self, id: &str) -> Result<Option<Finding>, SourceError> {
        self.with(|store| store.finding(id))
    }

    fn files(&self, id: &str) -> Result<Vec<String>, SourceError> {
        // Only what the store knows is looked for on the disk.
        if self.finding(id)?.is_none() {
            return Ok(Vec::new());
        }
        let place = folder::of_finding(&self.dir, id);
        let entries = match fs::read_dir(&place) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.unreadable(&place, error)),
        };
        let files = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let names = files.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort();
        Ok(names)
    }

    fn file(&self, id: &str, name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        if !self.files(id)?.iter().any(|known| known == name) {
            return Ok(None);
        }
        self.with(|store| Ok(store.file(id, name)))
    }

    fn test(&self, number: u64) -> Result<Option<TestRow>, SourceError> {
        self.with(|store| store.test(number))
    }

    fn change(&self, bucket: &str, change: &Change) -> Result<usize, SourceError> {
        match change.state {
            NewState::Known => {
                let failed = |error| self.unreadable(&self.dir.join(known::FILE), error);
                known::mark(&self.dir, bucket, &change.note).map_err(failed)?;
                self.with(|store| store.mark_known(bucket, &change.note))
            }
        }
    }
}
