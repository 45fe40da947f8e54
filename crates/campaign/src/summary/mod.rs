//! What a run of a campaign came to; and in the files beside this one, what its findings come to.

pub mod ranking;
pub mod survey;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::store::{Bucket, Store, StoreError, Totals};
use crate::usage::{Share, Tally, Usage};

#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Over all runs of the campaign.
    pub totals: Totals,
    pub buckets: Vec<Bucket>,
    /// Of this run.
    pub tests: u64,
    pub seconds: f64,
    pub cores: usize,
    pub shares: Vec<Share>,
    /// What this run has tested, by label.
    pub configurations: BTreeMap<String, Tally>,
    pub useful_percent: f64,
    /// How much of the cores' time was used by us and our children, in per cent.
    pub busy_percent: f64,
}

impl Summary {
    pub(crate) fn new(
        store: &Store,
        tests: u64,
        elapsed: Duration,
        cores: usize,
        usage: &Usage,
    ) -> Result<Summary, StoreError> {
        let seconds = elapsed.as_secs_f64();
        let busy_percent = 100.0 * usage.total().as_secs_f64() / (seconds.max(1e-9) * cores as f64);
        Ok(Summary {
            totals: store.totals()?,
            buckets: store.buckets()?,
            tests,
            seconds,
            cores,
            shares: usage.shares(),
            configurations: usage.configurations.clone(),
            useful_percent: usage.useful_percent(),
            busy_percent,
        })
    }

    pub fn tests_per_second(&self) -> f64 {
        self.tests as f64 / self.seconds.max(1e-9)
    }
}
