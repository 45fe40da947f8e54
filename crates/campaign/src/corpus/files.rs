//! The C files of folders, at any depth. Links to folders are followed once: a folder that was there already is none.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What was found.
#[derive(Debug, Default)]
pub struct Files {
    /// In the order of their names.
    pub programs: Vec<PathBuf>,
    /// Files that are no C by their names.
    pub others: usize,
    /// Folders and files that cannot be read.
    pub unreadable: usize,
}

/// All files of the folders, and the files that are named themselves.
pub fn find(places: &[PathBuf]) -> Files {
    let mut files = Files::default();
    let mut seen = BTreeSet::new();
    for place in places {
        if place.is_dir() {
            folder(place, &mut seen, &mut files);
        } else {
            files.programs.push(place.clone());
        }
    }
    files.programs.sort();
    files.programs.dedup();
    files
}

fn folder(dir: &Path, seen: &mut BTreeSet<PathBuf>, files: &mut Files) {
    let mut todo = vec![dir.to_owned()];
    while let Some(dir) = todo.pop() {
        // By its one true name, so that a loop of links comes to its end.
        let Ok(name) = dir.canonicalize() else {
            files.unreadable += 1;
            continue;
        };
        if !seen.insert(name) {
            continue;
        }
        let Ok(entries) = std::fs::read_dir(&dir) else {
            files.unreadable += 1;
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match std::fs::metadata(&path) {
                Ok(data) if data.is_dir() => todo.push(path),
                Ok(data) if data.is_file() && is_c(&path) => files.programs.push(path),
                Ok(_) => files.others += 1,
                Err(_) => files.unreadable += 1,
            }
        }
    }
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c" || extension == "i")
}
