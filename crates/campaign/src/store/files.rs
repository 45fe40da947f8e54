//! The files of findings, wherever they are kept: programs, expected output, logs, reduced programs.

use std::fs;

use super::Store;
use crate::finding::folder;

impl Store {
    /// A file of a finding by its name; `None` where there is none, as for the many findings that are only counted.
    pub fn file(&self, finding: &str, name: &str) -> Option<Vec<u8>> {
        fs::read(folder::of_finding(&self.dir, finding).join(name)).ok()
    }

    /// The same as text.
    pub fn text(&self, finding: &str, name: &str) -> Option<String> {
        self.file(finding, name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Whether a finding has files.
    pub fn has_files(&self, finding: &str) -> bool {
        folder::of_finding(&self.dir, finding).is_dir()
    }
}
