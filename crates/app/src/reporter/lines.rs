//! Plain lines for logs: what is found, and from time to time how far it is.

use super::status::Status;
use super::{Frame, Reporter, words};
use crate::failure::Failure;
use crate::terminal;
use campaign::Event;
use std::time::{Duration, Instant};

pub struct Lines {
    status: Status,
    next: Instant,
    told_stopping: bool,
}

const PAUSE: Duration = Duration::from_secs(30);

impl Lines {
    pub fn new(frame: Frame) -> Lines {
        Lines { status: Status::new(frame), next: Instant::now() + PAUSE, told_stopping: false }
    }
}

impl Reporter for Lines {
    fn tell(&mut self, event: &Event) -> Result<(), Failure> {
        self.status.add(event);
        let text = match event {
            Event::Finished { summary } => words::summary(summary, &self.status.dir),
            other => words::line(other, &self.status).map(|line| line + "\n").unwrap_or_default(),
        };
        if text.is_empty() { Ok(()) } else { terminal::say(&text) }
    }

    fn tick(&mut self) -> Result<(), Failure> {
        if self.status.is_stopping() && !self.told_stopping {
            self.told_stopping = true;
            return terminal::print(b"stopping after the tests under way; once more stops at once\n");
        }
        if Instant::now() < self.next {
            return Ok(());
        }
        self.next = Instant::now() + PAUSE;
        terminal::say(&format!("{}\n", words::progress(&self.status)))
    }
}
