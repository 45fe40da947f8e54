//! One event a line, for machines.

use super::Reporter;
use super::status::Status;
use crate::failure::Failure;
use crate::terminal;
use campaign::Event;

pub struct Json;

impl Reporter for Json {
    fn tell(&mut self, event: &Event, _: &Status) -> Result<(), Failure> {
        let text = serde_json::to_string(event).map_err(|error| Failure::Internal(error.to_string()))?;
        terminal::print(format!("{text}\n").as_bytes())
    }

    fn tick(&mut self, _: &Status) -> Result<(), Failure> {
        Ok(())
    }
}
