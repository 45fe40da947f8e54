//! Files that are complete or not there, also after a kill: written beside their place, forced to disk, renamed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub fn write_atomic(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = match place.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let beside = dir.join(format!(".{name}.part"));
    let mut file = fs::File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, place)?;
    fs::File::open(dir)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("best.c");
        write_atomic(&place, b"one").unwrap();
        // What a killed process left behind is no obstacle.
        fs::write(dir.path().join(".best.c.part"), "half of").unwrap();
        write_atomic(&place, b"two").unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"two");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
