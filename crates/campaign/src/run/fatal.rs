//! Why a campaign cannot go on. None of these is a finding.

use std::path::PathBuf;

use harness::Environment;
use thiserror::Error;

use crate::run::spool;
use crate::store::StoreError;
use crate::text::plural;

#[derive(Debug, Error)]
pub enum Fatal {
    /// Somebody wanted it to stop at once.
    #[error("stopped")]
    Cancelled,
    #[error(transparent)]
    Environment(#[from] Environment),
    #[error("{streak} tests in a row failed for reasons outside the compilers; the last one: {last}")]
    Surroundings { streak: u32, last: String },
    #[error(
        "all compilers reject the programs of {rejected} in {tests} tests, so that nothing is tested; the last reason: {words}"
    )]
    Rejected { rejected: u64, tests: u64, words: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The campaign ends while its store is away.
    #[error("{error}; what could not be stored waits in {} ({}), and the next `assay hunt` with --dir {} stores it", .dir.join(spool::FILE).display(), plural(*.waiting as u64, "test"), .dir.display())]
    Away { error: Box<StoreError>, waiting: usize, dir: PathBuf },
    /// A bug of ours, with what is needed to look into it.
    #[error(
        "{words} (test {index}, seed {seed}); what is known is in {}, and the same command goes on with the next test",
        .dump.display()
    )]
    Internal { index: u64, seed: u64, words: String, dump: PathBuf },
}

impl Fatal {
    /// Whether whoever waits and tries again loses nothing.
    pub fn is_passing(&self) -> bool {
        matches!(self, Fatal::Store(error) if error.is_passing())
    }
}

impl From<harness::Error> for Fatal {
    fn from(error: harness::Error) -> Fatal {
        match error {
            harness::Error::Environment(cause) => Fatal::Environment(cause),
            harness::Error::Cancelled => Fatal::Cancelled,
        }
    }
}
