//! One process a folder. The kernel drops the lock when its holder dies, however it dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// Held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

#[derive(Debug)]
pub(crate) enum LockError {
    /// Another process holds it; this is its number, if it was quick enough to leave it.
    Taken {
        by: Option<u32>,
    },
    Io(io::Error),
}

const NAME: &str = "lock";

impl Lock {
    pub fn take(dir: &Path) -> Result<Lock, LockError> {
        let path = dir.join(NAME);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(LockError::Io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LockError::Taken { by: holder(&mut file) }),
            Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
        }
        leave_number(&mut file).map_err(LockError::Io)?;
        Ok(Lock { _file: file })
    }
}

fn leave_number(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
