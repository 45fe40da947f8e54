//! The output of a process, up to a limit. Reading never blocks.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{BorrowedFd, OwnedFd};

/// What happens to output beyond the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It is read and thrown away.
    Discard,
    /// The process is stopped.
    Stop,
}

/// One output stream. The pipe is dropped at its end.
pub(super) struct Capture {
    pipe: Option<File>,
    kept: Vec<u8>,
    limit: usize,
    overflow: Overflow,
    lost: bool,
}

/// As much as a pipe holds.
const CHUNK: usize = 64 * 1024;

/// Reads in a row before the clock is looked at again: a process that prints faster than we read
/// must not keep us from its deadline.
const READS: usize = 16;

impl Capture {
    pub fn new(pipe: Option<impl Into<OwnedFd>>, limit: usize, overflow: Overflow) -> io::Result<Capture> {
        let pipe = pipe.map(|pipe| File::from(pipe.into()));
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Capture { pipe, kept: Vec::new(), limit, overflow, lost: false })
    }

    pub fn fd(&self) -> Option<BorrowedFd<'_>> {
        super::borrowed(&self.pipe)
    }

    /// Reads what is there now, though not endlessly.
    pub fn read_some(&mut self) {
        let mut chunk = [0; CHUNK];
        for _ in 0..READS {
            if !self.read_chunk(&mut chunk) {
                return;
            }
        }
    }

    /// Reads what is left when all writers are dead: at most what the pipe holds.
    pub fn drain(&mut self) {
        self.read_some();
        self.pipe = None;
    }

    /// False: nothing more for now, or ever.
    fn read_chunk(&mut self, chunk: &mut [u8]) -> bool {
        let Some(pipe) = &mut self.pipe else { return false };
        match pipe.read(chunk) {
            Ok(0) => {
                self.pipe = None;
                false
            }
            Ok(count) => {
                self.keep(&chunk[..count]);
                // A short read emptied the pipe; asking again would only cost a system call.
                count == chunk.len() || count >= 4096
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => true,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => false,
            Err(_) => {
                self.pipe = None;
                false
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = self.limit - self.kept.len();
        self.lost |= bytes.len() > room;
        self.kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    pub fn lost(&self) -> bool {
        self.lost
    }

    /// The process is to be stopped.
    pub fn overflowed(&self) -> bool {
        self.lost && self.overflow == Overflow::Stop
    }

    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.kept)
    }
}
