//! The files of findings, wherever they are kept: programs, expected output, logs, reduced programs. In a folder they are files.
//! On a server they are rows, and whoever works on a finding fetches them and brings back what has changed.

use std::fs;
use std::io;
use std::path::Path;

use super::engine::{Trouble, first, values};
use super::{Store, StoreError};
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

impl Store {
    /// A file of a finding by its name; `None` where there is none, as for the many findings that are only counted.
    pub fn file(&self, finding: &str, name: &str) -> Option<Vec<u8>> {
        if !self.place.is_server() {
            return fs::read(folder::of_finding(&self.dir, finding).join(name)).ok();
        }
        let query = "SELECT bytes FROM file WHERE finding = ?1 AND name = ?2";
        first(self.db(), query, values![finding, name]).ok()?.map(|row| row.bytes(0))
    }

    /// The same as text.
    pub fn text(&self, finding: &str, name: &str) -> Option<String> {
        self.file(finding, name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Whether a finding has files.
    pub fn has_files(&self, finding: &str) -> bool {
        if !self.place.is_server() {
            return folder::of_finding(&self.dir, finding).is_dir();
        }
        let query = "SELECT 1 FROM file WHERE finding = ?1 LIMIT 1";
        first(self.db(), query, values![finding]).is_ok_and(|row| row.is_some())
    }

    /// Sees to it that a finding's files are in this machine's folder. False where it has none.
    pub fn fetch(&self, finding: &str) -> Result<bool, StoreError> {
        if !self.place.is_server() {
            return Ok(self.has_files(finding));
        }
        let query = "SELECT name, bytes FROM file WHERE finding = ?1 ORDER BY name";
        let rows = self.fails(self.db.query(query, values![finding]))?;
        let files: Vec<File> = rows.iter().map(|row| File::new(row.text(0), row.bytes(1))).collect();
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

/// The plain files of a folder.
fn read_all(place: &Path) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !name.starts_with('.') {
            files.push(File::new(name, fs::read(entry.path())?));
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
