//! Where the options `-o` and `--out-dir` may lead.

use crate::failure::Failure;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that is written anew again and again, each time beside its place and then renamed: only a regular file, or
/// nothing yet. Where a link leads to one, that is the place.
pub fn kept_file(file: &Path) -> Result<PathBuf, Failure> {
    let refused = |what: &str| {
        Err(Failure::Usage(format!(
            "cannot keep a program in {}: it is {what}; give a regular file",
            file.display()
        )))
    };
    let Ok(itself) = fs::symlink_metadata(file) else { return Ok(file.to_owned()) };
    match fs::metadata(file) {
        Ok(data) if data.is_dir() => refused("a directory"),
        Ok(data) if !data.is_file() => refused("a device, a pipe or a socket"),
        Ok(_) if itself.is_symlink() => Ok(fs::canonicalize(file).unwrap_or_else(|_| file.to_owned())),
        Ok(_) => Ok(file.to_owned()),
        Err(_) => refused("a link that leads nowhere"),
    }
}

/// Writes a file in place; devices and pipes take it as any file does.
pub fn save(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if file.is_dir() {
        return Err(Failure::Usage(format!(
            "cannot write {}: it is a directory; give a file",
            file.display()
        )));
    }
    fs::write(file, bytes).map_err(|error| Failure::write(file, error))
}

/// Makes a folder, unless it is there.
pub fn folder(dir: &Path) -> Result<(), Failure> {
    if dir.exists() && !dir.is_dir() {
        return Err(Failure::Usage(format!("cannot write into {}: it is not a folder", dir.display())));
    }
    fs::create_dir_all(dir).map_err(|error| Failure::write(dir, error))
}
