//! Showing a campaign. A reporter sees events, and what they add up to: live on a terminal, as lines in a log, or as JSON for
//! machines.

pub mod beat;
mod json;
mod lines;
mod live;
mod screen;
pub mod status;
pub mod words;

use crate::failure::Failure;
use campaign::Event;
use status::Status;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub trait Reporter: Send {
    fn tell(&mut self, event: &Event, status: &Status) -> Result<(), Failure>;

    /// Called several times a second, whether or not something happened.
    fn tick(&mut self, status: &Status) -> Result<(), Failure>;
}

/// What a reporter knows beside the events.
#[derive(Clone)]
pub struct Frame {
    /// How long the run is to last.
    pub time: Option<Duration>,
    pub tests: Option<u64>,
    /// Raised when somebody has asked to stop.
    pub interrupted: Arc<AtomicBool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Live on a terminal, lines elsewhere.
    Text,
    Json,
}

pub fn choose(format: Format) -> Box<dyn Reporter> {
    match format {
        Format::Json => Box::new(json::Json),
        Format::Text if is_live() => Box::new(live::Live::new()),
        Format::Text => Box::new(lines::Lines::new()),
    }
}

/// A log of a build server is no terminal, even where it looks like one.
fn is_live() -> bool {
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true" || value == "1");
    std::io::stderr().is_terminal() && !is_ci
}
