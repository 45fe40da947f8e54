//! Campaigns side by side.

use std::collections::{BTreeMap, BTreeSet};

use campaign::report::{Data, Figures};
use serde::Serialize;

use crate::keeper::Snapshot;

#[derive(Serialize)]
pub struct Comparison<'a> {
    pub campaigns: Vec<Column<'a>>,
    /// Bugs by bucket, with how many findings each campaign has of it; those of most campaigns first.
    pub bugs: Vec<Shared<'a>>,
}

#[derive(Serialize)]
pub struct Column<'a> {
    pub name: &'a str,
    pub figures: Figures,
    /// All CPU time, in seconds.
    pub cpu_seconds: f64,
    pub bugs_per_cpu_hour: f64,
    /// Bugs that no other campaign here has.
    pub alone: usize,
    pub settings: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
pub struct Shared<'a> {
    pub bucket: &'a str,
    pub counts: Vec<u64>,
}

impl<'a> Comparison<'a> {
    pub fn of(snapshots: &'a [std::sync::Arc<Snapshot>]) -> Comparison<'a> {
        let counts: Vec<BTreeMap<&str, u64>> =
            snapshots.iter().map(|snapshot| counted(&snapshot.data)).collect();
        let buckets: BTreeSet<&str> = counts.iter().flat_map(|of| of.keys().copied()).collect();
        let row = |bucket: &'a str| Shared {
            bucket,
            counts: counts.iter().map(|of| of.get(bucket).copied().unwrap_or(0)).collect(),
        };
        let mut bugs: Vec<Shared> = buckets.into_iter().map(row).collect();
        bugs.sort_by_key(|one| std::cmp::Reverse((having(one), one.counts.iter().sum::<u64>())));
        let campaigns = snapshots.iter().enumerate().map(|(at, snapshot)| column(at, snapshot, &bugs));
        Comparison { campaigns: campaigns.collect(), bugs }
    }
}

/// Findings by bug, without those that are known or wait to be examined.
fn counted(data: &Data) -> BTreeMap<&str, u64> {
    let causes = data.bugs.iter().filter(|bug| bug.is_cause);
    causes.map(|bug| (bug.bucket.as_str(), bug.count)).collect()
}

fn having(one: &Shared) -> usize {
    one.counts.iter().filter(|count| **count > 0).count()
}

fn column<'a>(at: usize, snapshot: &'a Snapshot, bugs: &[Shared]) -> Column<'a> {
    let figures = snapshot.data.figures();
    let cpu_seconds: f64 = snapshot.data.shares.iter().map(|share| share.seconds).sum();
    Column {
        name: &snapshot.name,
        figures,
        cpu_seconds,
        bugs_per_cpu_hour: figures.bugs as f64 * 3600.0 / cpu_seconds.max(1.0),
        alone: bugs.iter().filter(|one| having(one) == 1 && one.counts[at] > 0).count(),
        settings: &snapshot.data.campaign,
    }
}
