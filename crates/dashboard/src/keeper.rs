//! A campaign as it was a moment ago. One thread reads the store, and all pages are made from what it has read: a hundred
//! guests cost the campaign no more than one does, and nobody waits for the disk.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use campaign::pulse::Pulse;
use campaign::report::{Bug, Data};
use tokio::sync::watch;

use crate::model::{now, rank};
use crate::source::{Source, SourceError};

/// What pages and answers are made from. It does not change.
pub struct Snapshot {
    /// Each has another number, and a greater one.
    pub number: u64,
    /// When it was taken, in milliseconds since 1970.
    pub taken: i64,
    pub name: String,
    /// Bugs are in the order in which they should be looked at.
    pub data: Data,
    pub workers: Vec<Pulse>,
    /// Why it is old, if it could not be taken anew.
    pub trouble: Option<String>,
    places: BTreeMap<String, usize>,
}

/// The campaign is looked at so often, whether it has changed.
const PAUSE: Duration = Duration::from_millis(500);

/// Reading takes a tenth of one core at most.
const REST: u32 = 9;

impl Snapshot {
    pub fn take(source: &dyn Source, number: u64) -> Result<Snapshot, SourceError> {
        let mut data = source.glance()?;
        data.bugs = rank::different_first(data.bugs);
        let mut places = BTreeMap::new();
        for (at, bug) in data.bugs.iter().enumerate() {
            places.extend(bug.examples.iter().map(|one| (one.id.clone(), at)));
        }
        let workers = source.workers()?;
        Ok(Snapshot { number, taken: now(), name: source.name(), data, workers, trouble: None, places })
    }

    /// The bug that a finding is of.
    pub fn bug(&self, finding: &str) -> Option<&Bug> {
        self.data.bugs.get(*self.places.get(finding)?)
    }
}

/// Reads the campaign now, and again whenever it changes, until nobody listens.
pub fn keep(source: Arc<dyn Source>) -> Result<watch::Receiver<Arc<Snapshot>>, SourceError> {
    let mut stamp = source.stamp();
    let begun = Instant::now();
    let first = Snapshot::take(source.as_ref(), 1)?;
    let (sender, receiver) = watch::channel(Arc::new(first));
    let mut rest = begun.elapsed() * REST;
    std::thread::spawn(move || {
        while !sender.is_closed() {
            std::thread::sleep(rest.max(PAUSE));
            let seen = source.stamp();
            let is_ailing = sender.borrow().trouble.is_some();
            if seen == stamp && !is_ailing {
                continue;
            }
            let begun = Instant::now();
            let number = sender.borrow().number + 1;
            match Snapshot::take(source.as_ref(), number) {
                Ok(next) => {
                    stamp = seen;
                    sender.send_replace(Arc::new(next));
                }
                Err(error) => fail(&sender, number, &error),
            }
            rest = begun.elapsed() * REST;
        }
    });
    Ok(receiver)
}

/// What was read last stays, with a word on why there is nothing newer.
fn fail(sender: &watch::Sender<Arc<Snapshot>>, number: u64, error: &SourceError) {
    let words = Some(error.to_string());
    let old = sender.borrow().clone();
    if old.trouble != words {
        let (data, places) = (old.data.clone(), old.places.clone());
        let (name, workers) = (old.name.clone(), old.workers.clone());
        let next = Snapshot { number, taken: old.taken, name, data, workers, trouble: words, places };
        sender.send_replace(Arc::new(next));
    }
}
