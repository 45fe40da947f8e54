//! Is the store still there, and still ours? Somebody may remove the folder while a campaign runs, or cut the file; SQLite
//! does not look again at what it has open, and takes an empty file for a new database.

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::engine::lite::Lite;
use super::engine::{Engine, Safety, Trouble, values, whole};
use super::{FILE, KEEP_IDENTITY, StoreError, schema};
use crate::plan::Identity;

/// What a database begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// A store that is being made.
const NEW: &str = "campaign.sqlite.new";

/// What may be in a folder in which a campaign was about to start.
pub(super) const OF_A_START: [&str; 3] = ["lock", NEW, "campaign.sqlite.new-journal"];

/// The files of a store that is open for writing, by device and number; none for one that is only looked at. They are never
/// opened to look at them: to close a file drops all locks that the process has on it (POSIX), SQLite's among them, and the
/// next program that looks at the store would take itself for the last one and remove the log.
#[derive(Debug, Default)]
pub(super) struct Presence {
    files: Vec<(PathBuf, (u64, u64))>,
    /// The size of the database. It grows only.
    size: u64,
}

impl Presence {
    pub fn of(dir: &Path) -> Result<Presence, StoreError> {
        let files = [FILE.to_owned(), format!("{FILE}-wal")].map(|name| dir.join(name));
        let known = files.into_iter().map(|file| Ok((file.clone(), number(&file)?)));
        let unreadable = |error| StoreError::Unreadable { dir: dir.to_owned(), error };
        let files = known.collect::<io::Result<Vec<_>>>().map_err(unreadable)?;
        let size = fs::metadata(dir.join(FILE)).map_err(unreadable)?.len();
        Ok(Presence { files, size })
    }

    /// Whether what is written now would be found again.
    pub fn check(&self, dir: &Path) -> Result<(), StoreError> {
        let gone = |what| StoreError::Gone { dir: dir.to_owned(), what };
        for (file, before) in &self.files {
            match number(file) {
                Ok(now) if now == *before => {}
                Ok(_) => return Err(gone("was replaced")),
                Err(_) => return Err(gone("was removed")),
            }
        }
        let size = fs::metadata(dir.join(FILE)).map_or(0, |data| data.len());
        if size < self.size { Err(gone("was cut or overwritten")) } else { Ok(()) }
    }
}

fn number(file: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(file).map(|data| (data.dev(), data.ino()))
}

/// Refuses what is no database, before SQLite makes one of it; not while it is open.
pub(super) fn check_sound(dir: &Path) -> Result<(), StoreError> {
    let damaged = |what| StoreError::Damaged { dir: dir.to_owned(), what };
    let unreadable = |error| StoreError::Unreadable { dir: dir.to_owned(), error };
    let mut file = fs::File::open(dir.join(FILE)).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(damaged("is not a file"));
    }
    let mut head = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head).map_err(unreadable)?;
    match head.as_slice() {
        MAGIC => Ok(()),
        [] => Err(damaged("is empty, so what it knew is lost")),
        _ => Err(damaged("is not a database")),
    }
}

/// Makes a new store beside its place, with tables and identity, and renames it: a kill leaves either nothing or a campaign.
pub(super) fn start(dir: &Path, identity: &Identity) -> Result<(), StoreError> {
    let io_error = |error| StoreError::Io { dir: dir.to_owned(), error };
    for name in OF_A_START.iter().filter(|name| **name != "lock") {
        match fs::remove_file(dir.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io_error(error)),
            Ok(()) | Err(_) => {}
        }
    }
    let place = dir.join(NEW);
    write(&place, identity).map_err(|error| StoreError::Database { dir: dir.to_owned(), error })?;
    fs::File::open(&place).and_then(|file| file.sync_all()).map_err(io_error)?;
    fs::rename(&place, dir.join(FILE)).map_err(io_error)?;
    fs::File::open(dir).and_then(|folder| folder.sync_all()).map_err(io_error)
}

fn write(place: &Path, identity: &Identity) -> Result<(), Trouble> {
    let db = Lite::open(place)?;
    whole(&db, Safety::Power, || {
        schema::create(&db)?;
        for (name, value) in &identity.0 {
            db.execute(KEEP_IDENTITY, values![*name, value])?;
        }
        Ok(())
    })?;
    db.close()
}
