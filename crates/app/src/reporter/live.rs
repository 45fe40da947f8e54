//! A screen that stays in place on a terminal; what is found scrolls by above it.

use super::Reporter;
use super::screen::{Size, screen};
use super::status::Status;
use super::words::{line, summary};
use crate::failure::Failure;
use crate::terminal;
use campaign::Event;
use campaign::text::shown;
use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

pub struct Live {
    bar: ProgressBar,
    /// Shares move slowly; adding them up for every frame would itself cost.
    drawn: Option<Instant>,
}

const PAUSE: Duration = Duration::from_millis(250);

impl Live {
    pub fn new() -> Live {
        let bar = ProgressBar::new_spinner();
        bar.set_style(
            ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        Live { bar, drawn: None }
    }
}

/// The terminal as it is now: people change its size.
fn size() -> Size {
    let (rows, columns) = Term::stderr().size();
    Size { rows: rows.into(), columns: columns.into() }
}

impl Reporter for Live {
    fn tell(&mut self, event: &Event, status: &Status) -> Result<(), Failure> {
        if let Some(line) = line(event, status) {
            self.bar.println(shown(&line));
        }
        if let Event::Finished { summary: came_to } = event {
            self.bar.finish_and_clear();
            terminal::say(&summary(came_to, &status.dir))?;
        }
        Ok(())
    }

    fn tick(&mut self, status: &Status) -> Result<(), Failure> {
        if !self.bar.is_finished() && self.drawn.is_none_or(|when| when.elapsed() >= PAUSE) {
            self.drawn = Some(Instant::now());
            self.bar.set_message(screen(status, size()).join("\n"));
            self.bar.tick();
        }
        Ok(())
    }
}

/// Whatever ends a campaign, nothing of the screen stays behind.
impl Drop for Live {
    fn drop(&mut self) {
        if !self.bar.is_finished() {
            self.bar.finish_and_clear();
        }
    }
}
