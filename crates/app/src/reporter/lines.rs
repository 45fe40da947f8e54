//! Plain lines for logs: what is found, and from time to time how far it is.

use super::status::Status;
use super::{Reporter, words};
use crate::failure::Failure;
use crate::terminal;
use campaign::Event;
use std::time::{Duration, Instant};

pub struct Lines {
    next: Instant,
    told_stopping: bool,
}

const PAUSE: Duration = Duration::from_secs(30);

impl Lines {
    pub fn new() -> Lines {
        Lines { next: Instant::now() + PAUSE, told_stopping: false }
    }
}

impl Reporter for Lines {
    fn tell(&mut self, event: &Event, status: &Status) -> Result<(), Failure> {
        let text = match event {
            Event::Finished { summary } => words::summary(summary, &status.dir),
            other => words::line(other, status).map(|line| line + "\n").unwrap_or_default(),
        };
        if text.is_empty() { Ok(()) } else { terminal::say(&text) }
    }

    fn tick(&mut self, status: &Status) -> Result<(), Failure> {
        if status.is_stopping() && !self.told_stopping {
            self.told_stopping = true;
            return terminal::print(b"stopping after the tests under way; once more stops at once\n");
        }
        if Instant::now() < self.next {
            return Ok(());
        }
        self.next = Instant::now() + PAUSE;
        terminal::say(&format!("{}\n", words::progress(status)))
    }
}
