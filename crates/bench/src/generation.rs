//! How fast programs are made. For ours that is growth, the cold run and printing; for others it is all that their
//! process does.

use crate::producer::Producer;
use crate::{Error, Part, Plan, Progress, Tell};
use serde::Serialize;
use std::time::Duration;

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Generation {
    pub programs: u64,
    /// Seeds of which nothing came.
    pub given_up: u64,
    pub tokens: u64,
    pub bytes: u64,
    pub cpu_seconds: f64,
    /// Statements of the tested functions, and those that ran, where the generator knows.
    pub statements: u64,
    pub live_statements: u64,
}

impl Generation {
    pub fn tokens_per_second(&self) -> f64 {
        self.tokens as f64 / self.cpu_seconds
    }
}

pub(crate) fn measure(plan: &Plan, producer: &Producer, tell: Tell<'_>) -> Result<Generation, Error> {
    let mut total = Generation::default();
    let mut spent = Duration::ZERO;
    for seed in 1..=plan.programs {
        if spent >= plan.budget {
            break;
        }
        let Some(made) = producer.produce(&plan.setup, seed)? else {
            total.given_up += 1;
            continue;
        };
        spent += made.cpu;
        total.programs += 1;
        total.tokens += made.tokens();
        total.bytes += made.bytes();
        if let Some(grown) = &made.grown {
            total.statements += grown.statements as u64;
            total.live_statements += grown.live as u64;
        }
        tell(Progress { row: producer.name(), part: Part::Generation, programs: total.programs, spent });
    }
    total.cpu_seconds = spent.as_secs_f64();
    Ok(total)
}
