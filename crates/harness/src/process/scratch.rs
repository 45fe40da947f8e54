//! Temporary directories that go away: with the test, after a panic, and, when Assay itself was
//! killed, at the next start.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

use crate::environment::Environment;
use crate::process::owner;

/// Where temporary directories are made. Their names tell whose they are.
#[derive(Clone, Debug)]
pub struct Scratch {
    root: PathBuf,
    prefix: String,
}

const PREFIX: &str = "assay-";

/// Where this process has made directories.
static ROOTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes all directories of this process, which is about to end.
pub fn remove_own() {
    let roots = ROOTS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for root in roots {
        Scratch::new(root).remove(|name, own| name.starts_with(own));
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new(std::env::temp_dir())
    }
}

impl Scratch {
    pub fn new(root: PathBuf) -> Scratch {
        Scratch { root, prefix: format!("{PREFIX}{}-", owner::own_tag()) }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A fresh directory, removed when it is dropped.
    pub fn fresh(&self) -> Result<TempDir, Environment> {
        ROOTS.lock().unwrap_or_else(PoisonError::into_inner).insert(self.root.clone());
        tempfile::Builder::new()
            .prefix(&self.prefix)
            .tempdir_in(&self.root)
            .map_err(|error| Environment::scratch(&self.root, error))
    }

    /// Removes what processes left behind that are no more. Tells how many directories that were.
    pub fn remove_stale(&self) -> usize {
        self.remove(|name, _| is_stale(name))
    }

    /// Removes directories by their names; the predicate is told how ours begin.
    fn remove(&self, which: impl Fn(&str, &str) -> bool) -> usize {
        let Ok(entries) = fs::read_dir(&self.root) else { return 0 };
        let chosen = entries
            .flatten()
            .filter(|entry| entry.file_name().to_str().is_some_and(|name| which(name, &self.prefix)));
        chosen.filter(|entry| fs::remove_dir_all(entry.path()).is_ok()).count()
    }
}

fn is_stale(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(owner::is_orphaned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directories_of_the_dead_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(root.path().to_owned());
        let own = scratch.fresh().unwrap();
        for name in ["assay-999999999-1-abc", "assay-1-1-abc", "assay-notes", "other"] {
            fs::create_dir_all(root.path().join(name).join("deep")).unwrap();
        }
        assert_eq!(scratch.remove_stale(), 2);
        assert!(own.path().is_dir() && root.path().join("assay-notes").is_dir());
    }

    #[test]
    fn a_panic_removes_the_directory() {
        let root = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(root.path().to_owned());
        let result = std::panic::catch_unwind(|| {
            let dir = scratch.fresh().unwrap();
            fs::write(dir.path().join("f"), "x").unwrap();
            panic!("on purpose");
        });
        assert!(result.is_err());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }
}
