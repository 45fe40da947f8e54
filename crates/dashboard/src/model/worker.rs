//! A process that works on the campaign.

use campaign::pulse::{Health, Pulse};
use serde::Serialize;

#[derive(Serialize)]
pub struct Worker<'a> {
    pub health: Health,
    /// Seconds since it was heard of.
    pub silent_for: f64,
    #[serde(flatten)]
    pub pulse: &'a Pulse,
}

impl<'a> Worker<'a> {
    pub fn of(pulse: &'a Pulse, now: i64) -> Worker<'a> {
        let silent_for = (now - pulse.beat).max(0) as f64 / 1000.0;
        Worker { health: pulse.health(now), silent_for, pulse }
    }
}
