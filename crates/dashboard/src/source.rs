//! What the dashboard needs of a campaign, wherever it is kept. All of it may wait for a disk or a network, so that it is never
//! called by what answers requests.

use campaign::pulse::Pulse;
use campaign::report::Data;
use campaign::store::BugState;
use campaign::store::look::TestRow;
use campaign::{Finding, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// What people say of a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub state: BugState,
    pub note: String,
}

pub trait Source: Send + Sync {
    /// How the campaign is called.
    fn name(&self) -> String;

    /// Another number after each change; cheap.
    fn stamp(&self) -> u64;

    /// All that lists and charts are made of.
    fn glance(&self) -> Result<Data, SourceError>;

    /// The same with the moment of each test: what `assay report` is made of.
    fn whole(&self) -> Result<Data, SourceError>;

    fn workers(&self) -> Result<Vec<Pulse>, SourceError>;

    fn finding(&self, id: &str) -> Result<Option<Finding>, SourceError>;

    /// The names of a finding's files.
    fn files(&self, id: &str) -> Result<Vec<String>, SourceError>;

    /// One of these; `None` if there is no such file.
    fn file(&self, id: &str, name: &str) -> Result<Option<Vec<u8>>, SourceError>;

    fn test(&self, number: u64) -> Result<Option<TestRow>, SourceError>;

    /// Says something of all findings of a bucket. Tells how many these are.
    fn change(&self, bucket: &str, change: &Change) -> Result<usize, SourceError>;
}
