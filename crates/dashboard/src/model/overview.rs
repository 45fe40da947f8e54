//! A campaign on one page.

use std::collections::BTreeMap;

use campaign::learn::Line;
use campaign::pulse::Health;
use campaign::report::{Data, Figures, grouped};
use campaign::usage::{Share, Tally};
use serde::Serialize;

use super::worker::Worker;
use crate::keeper::Snapshot;

#[derive(Serialize)]
pub struct Overview<'a> {
    /// Raised when a field of the API changes its meaning or goes away.
    pub schema: &'static str,
    pub version: &'static str,
    pub name: &'a str,
    /// When this was read, in milliseconds since 1970.
    pub taken: i64,
    pub is_running: bool,
    pub trouble: Option<&'a str>,
    pub settings: &'a BTreeMap<String, String>,
    pub figures: Figures,
    /// CPU time by what was done in it, and the compilers' part by compiler.
    pub steps: &'a [Share],
    pub compilers: &'a [Share],
    pub configurations: &'a BTreeMap<String, Tally>,
    /// Tests a second in each part of the time, parts being of equal length.
    pub throughput: Vec<f64>,
    /// Seconds of running after which each bug was first found.
    pub bugs: Vec<f64>,
    /// What was learned: the options that are drawn more often than usual, and less.
    pub choices: Vec<&'a Line>,
}

pub const SCHEMA: &str = "assay-dashboard/1";

/// In how many parts the time is cut, at most; each is a second or more.
const PARTS: f64 = 48.0;

/// So many choices either way are told.
pub const MOST_CHOICES: usize = 10;

impl<'a> Overview<'a> {
    pub fn of(snapshot: &'a Snapshot, now: i64) -> Overview<'a> {
        let data = &snapshot.data;
        Overview {
            schema: SCHEMA,
            version: data.version,
            name: &snapshot.name,
            taken: snapshot.taken,
            is_running: is_running(snapshot, now),
            trouble: snapshot.trouble.as_deref(),
            settings: &data.campaign,
            figures: data.figures(),
            steps: &data.steps,
            compilers: &data.compilers,
            configurations: &data.configurations,
            throughput: throughput(data),
            bugs: data.discoveries().1,
            choices: data.learning.outstanding(MOST_CHOICES).collect(),
        }
    }
}

fn throughput(data: &Data) -> Vec<f64> {
    data.throughput(data.active_seconds().clamp(1.0, PARTS) as usize)
}

pub fn is_running(snapshot: &Snapshot, now: i64) -> bool {
    snapshot.workers.iter().any(|pulse| Worker::of(pulse, now).health == Health::Working)
}

/// `12,345 tests, 67 findings of 8 bugs`: what is told when something has changed.
pub fn in_a_line(figures: &Figures) -> String {
    format!(
        "{} tests, {} findings, {} bugs",
        grouped(figures.tests),
        grouped(figures.findings),
        grouped(figures.bugs)
    )
}
