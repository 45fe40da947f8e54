//! The files of findings, wherever they are kept: programs, expected output, logs, reduced programs. In a folder they are files.
//! On a server they are rows, or files of a folder that all machines share (the shelf), and whoever works on a finding fetches them
//! and brings back what has changed.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::engine::{Trouble, TroubleKind, Value, first, values};
use super::{Place, Store, StoreError};
use crate::finding::{File, Finding, Found, folder};

/// What becomes of a finding's files.
#[derive(Debug)]
pub(super) enum Files {
    /// They are in the campaign's folder.
    InFolder,
    /// These go to the server.
    These(Vec<File>),
    /// There are enough like it.
    Gone,
}

/// Texts by finding and name of file.
pub type Texts = BTreeMap<(String, String), String>;

/// So many findings are asked for at a time.
const MOST_ASKED: usize = 500;

/// Where a campaign on a server says that its shelf is.
const SHELF: &str = "files";

impl Store {
    /// The shelf of a campaign on a server: what this machine was told, else what the first worker that was told has noted.
    pub(super) fn known_shelf(&self) -> Result<Option<PathBuf>, StoreError> {
        let Place::Server { campaign, files, .. } = &self.place else { return Ok(None) };
        let noted = || Ok(self.identity()?.remove(SHELF).map(PathBuf::from));
        let base = files.clone().map_or_else(noted, |files| Ok(Some(files)))?;
        Ok(base.map(|base| base.join(campaign)))
    }

    /// The same for a worker, who notes it for those to come, and sees whether it is there.
    pub(super) fn settle_shelf(&mut self) -> Result<(), StoreError> {
        if let Place::Server { files: Some(files), .. } = &self.place {
            let query = "INSERT INTO identity VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
            let row = values![SHELF, files.display().to_string()];
            self.fails(self.db.execute(query, row))?;
        }
        self.shelf = self.known_shelf()?;
        let Some(shelf) = &self.shelf else { return Ok(()) };
        let place = shelf.join(folder::FINDINGS);
        fs::create_dir_all(&place).map_err(|error| StoreError::Io { dir: place, error })
    }

    /// A finding's own folder, if there is one that is not only this machine's copy.
    fn kept_in(&self, finding: &str) -> Option<PathBuf> {
        let base = if self.place.is_server() { self.shelf.as_ref() } else { Some(&self.dir) };
        base.map(|base| folder::of_finding(base, finding)).filter(|place| place.is_dir())
    }

    /// A file of a finding by its name; `None` where there is none, as for the many findings that are only counted.
    pub fn file(&self, finding: &str, name: &str) -> Option<Vec<u8>> {
        if let Some(place) = self.kept_in(finding) {
            return fs::read(place.join(name)).ok();
        }
        if !self.place.is_server() {
            return None;
        }
        let query = "SELECT bytes FROM file WHERE finding = ?1 AND name = ?2";
        first(self.db(), query, values![finding, name]).ok()?.map(|row| row.bytes(0))
    }

    /// The same as text.
    pub fn text(&self, finding: &str, name: &str) -> Option<String> {
        self.file(finding, name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Those of the named files of some findings that there are, by finding and name: a database far away is asked once.
    pub fn texts(&self, findings: &[&str], names: &[&str]) -> Result<Texts, StoreError> {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let mut texts = Texts::new();
        let mut elsewhere: Vec<&str> = Vec::new();
        for id in findings {
            let Some(place) = self.kept_in(id) else {
                elsewhere.push(id);
                continue;
            };
            for name in names {
                if let Ok(bytes) = fs::read(place.join(name)) {
                    texts.insert(((*id).to_owned(), (*name).to_owned()), text(bytes));
                }
            }
        }
        for some in elsewhere.chunks(MOST_ASKED).filter(|_| self.place.is_server()) {
            let numbers = |from: usize, count: usize| {
                (from..from + count).map(|at| format!("?{at}")).collect::<Vec<_>>().join(", ")
            };
            let (ids, wanted) = (numbers(1, some.len()), numbers(some.len() + 1, names.len()));
            let query = format!(
                "SELECT finding, name, bytes FROM file WHERE finding IN ({ids}) AND name IN ({wanted})"
            );
            let row: Vec<Value> = some.iter().chain(names).map(|word| Value::from(*word)).collect();
            for row in self.fails(self.db.query(&query, &row))? {
                texts.insert((row.text(0), row.text(1)), text(row.bytes(2)));
            }
        }
        Ok(texts)
    }

    /// The names of a finding's files, in order.
    pub fn file_names(&self, finding: &str) -> Result<Vec<String>, StoreError> {
        if let Some(place) = self.kept_in(finding) {
            return names(&place).map_err(|error| StoreError::Unreadable { dir: place, error });
        }
        if !self.place.is_server() {
            return Ok(Vec::new());
        }
        let query = "SELECT name FROM file WHERE finding = ?1 ORDER BY name";
        let rows = self.fails(self.db.query(query, values![finding]))?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }

    /// Whether a finding has files.
    pub fn has_files(&self, finding: &str) -> bool {
        if self.kept_in(finding).is_some() || !self.place.is_server() {
            return self.kept_in(finding).is_some();
        }
        let query = "SELECT 1 FROM file WHERE finding = ?1 LIMIT 1";
        first(self.db(), query, values![finding]).is_ok_and(|row| row.is_some())
    }

    /// Sees to it that a finding's files are in this machine's folder. False where it has none.
    pub fn fetch(&self, finding: &str) -> Result<bool, StoreError> {
        if !self.place.is_server() {
            return Ok(self.has_files(finding));
        }
        let files = match self.kept_in(finding) {
            Some(place) => read_all(&place).map_err(|error| StoreError::Unreadable { dir: place, error })?,
            None => {
                let query = "SELECT name, bytes FROM file WHERE finding = ?1 ORDER BY name";
                let rows = self.fails(self.db.query(query, values![finding]))?;
                rows.iter().map(|row| File::new(row.text(0), row.bytes(1))).collect()
            }
        };
        if files.is_empty() {
            return Ok(false);
        }
        let written = folder::write_folder(&folder::of_finding(&self.dir, finding), &files);
        written.map_err(|error| StoreError::Io { dir: self.dir.clone(), error })?;
        Ok(true)
    }

    /// Takes over what somebody has changed in the folder of a finding, as [`Store::fetch`] has made it.
    pub fn bring_back(&mut self, finding: &str) -> Result<(), StoreError> {
        if !self.place.is_server() {
            return Ok(());
        }
        let files = self.collected(finding)?;
        self.fails(self.put_files(finding, &files))
    }

    /// What is not worked on any more needs no place on this machine.
    pub(crate) fn forget_files(&self, finding: &str) {
        if self.place.is_server() {
            let _ = folder::remove_finding(&self.dir, finding);
        }
    }

    /// Writes a finding into its folder, and takes what is there.
    pub(super) fn written(&self, finding: &Finding) -> Result<Files, StoreError> {
        let io_error = |error| StoreError::Io { dir: self.dir.clone(), error };
        folder::update_finding(&self.dir, finding).map_err(io_error)?;
        if self.place.is_server() { self.collected(&finding.id) } else { Ok(Files::InFolder) }
    }

    fn collected(&self, finding: &str) -> Result<Files, StoreError> {
        let files = read_all(&folder::of_finding(&self.dir, finding));
        files.map(Files::These).map_err(|error| StoreError::Io { dir: self.dir.clone(), error })
    }

    /// The files of a new finding.
    pub(super) fn put_found(&self, found: &Found) -> Result<(), Trouble> {
        if !self.place.is_server() {
            return Ok(());
        }
        self.put_files(&found.finding.id, &Files::These(folder::files_of(found)))
    }

    pub(super) fn put_files(&self, finding: &str, files: &Files) -> Result<(), Trouble> {
        if let Some(shelf) = &self.shelf {
            return shelve(shelf, finding, files).map_err(|error| away(shelf, &error));
        }
        match files {
            Files::InFolder => {}
            Files::Gone => {
                self.db.execute("DELETE FROM file WHERE finding = ?1", values![finding])?;
            }
            Files::These(files) => {
                let query = "INSERT INTO file VALUES (?1, ?2, ?3) ON CONFLICT (finding, name) DO UPDATE SET bytes = ?3";
                for file in files {
                    self.db.execute(query, values![finding, &file.name, file.bytes.clone()])?;
                }
            }
        }
        Ok(())
    }
}

/// Puts files on the shelf, before the database knows of them: what it knows of is there.
fn shelve(shelf: &Path, finding: &str, files: &Files) -> io::Result<()> {
    match files {
        Files::InFolder => Ok(()),
        Files::Gone => folder::remove_finding(shelf, finding),
        Files::These(files) => {
            // Who makes the folder when the disk that should be there is not, fills another disk.
            fs::metadata(shelf)?;
            folder::write_folder(&folder::of_finding(shelf, finding), files)
        }
    }
}

/// A shared folder may be away for a while, or full, as a server may.
fn away(shelf: &Path, error: &io::Error) -> Trouble {
    let shelf = shelf.display();
    match error.kind() {
        io::ErrorKind::StorageFull => {
            Trouble { kind: TroubleKind::Full, words: format!("the disk of {shelf} is full") }
        }
        _ => Trouble { kind: TroubleKind::Lost, words: format!("cannot write in {shelf}: {error}") },
    }
}

/// The plain files of a folder, by name; those that are being written are not there yet.
fn names(place: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn read_all(place: &Path) -> io::Result<Vec<File>> {
    names(place)?.into_iter().map(|name| Ok(File::new(name.clone(), fs::read(place.join(&name))?))).collect()
}
