//! A campaign in its store: in a folder with SQLite, or on a server.

use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use campaign::pulse::{self, Pulse};
use campaign::report::Data;
use campaign::store::Worker;
use campaign::store::look::TestRow;
use campaign::{Finding, Place, Store, StoreError, known};

use crate::source::{Change, Source, SourceError};

pub struct Stored {
    place: Place,
    /// Questions come one by one. A folder's store is opened for each of them: to look whether it is sound, its file is opened and
    /// closed, which drops the locks of all others in this process. The connection to a server stays.
    open: Mutex<Option<Store>>,
}

impl Stored {
    /// The campaign must be there.
    pub fn open(place: &Place) -> Result<Stored, StoreError> {
        let store = Store::look_in(place)?;
        Ok(Stored { place: place.clone(), open: Mutex::new(place.is_server().then_some(store)) })
    }

    fn with<T>(&self, ask: impl FnOnce(&mut Store) -> Result<T, StoreError>) -> Result<T, SourceError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut store = match open.take() {
            Some(store) => store,
            None => Store::look_in(&self.place)?,
        };
        let answer = ask(&mut store);
        // After a failure, the next one looks anew.
        *open = Some(store).filter(|_| self.place.is_server() && answer.is_ok());
        Ok(answer?)
    }
}

impl Source for Stored {
    fn name(&self) -> String {
        self.place.to_string()
    }

    /// In a folder, sizes and times of the files that change.
    fn stamp(&self) -> u64 {
        let Place::Folder(dir) = &self.place else {
            // Where it cannot be asked, reading it tells why.
            return self.with(|store| store.stamp()).unwrap_or(0);
        };
        let files = ["campaign.sqlite", "campaign.sqlite-wal", known::FILE, pulse::FILE];
        files.iter().fold(0, |stamp, name| {
            let about = fs::metadata(dir.join(name)).ok();
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
        match &self.place {
            Place::Folder(dir) => Ok(Pulse::read(dir).into_iter().collect()),
            Place::Server { .. } => {
                self.with(|store| Ok(store.workers()?.into_iter().map(Worker::pulse).collect()))
            }
        }
    }

    fn finding(&self, id: &str) -> Result<Option<Finding>, SourceError> {
        self.with(|store| store.finding(id))
    }

    fn files(&self, id: &str) -> Result<Vec<String>, SourceError> {
        // Only what the store knows is looked for on the disk.
        self.with(|store| if store.finding(id)?.is_some() { store.file_names(id) } else { Ok(Vec::new()) })
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
        self.with(|store| store.settle(bucket, change.state, &change.note))
    }
}
