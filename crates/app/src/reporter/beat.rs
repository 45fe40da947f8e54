//! Tells those who look from outside what this process does: a small file in the campaign's folder, once a second.

use super::status::Status;
use std::time::{Duration, Instant};

#[derive(Default)]
pub struct Beat {
    last: Option<Instant>,
}

const PAUSE: Duration = Duration::from_secs(1);

impl Beat {
    /// Nobody is stopped by this: where it cannot be written, nobody sees it.
    pub fn tick(&mut self, status: &Status) {
        let is_known = !status.dir.as_os_str().is_empty();
        if is_known && self.last.is_none_or(|when| when.elapsed() >= PAUSE) {
            self.last = Some(Instant::now());
            let _ = status.pulse().write(&status.dir);
        }
    }

    /// The last one.
    pub fn end(&mut self, status: &Status) {
        self.last = None;
        self.tick(status);
    }
}
