//! `assay hunt --store`: how a worker joins a campaign on a server, and where it keeps what is its own.

use super::Args;
use crate::failure::Failure;
use crate::place::Shared;
use campaign::store::Changed;
use campaign::{Config, Place, Plan, Store, StoreError};
use std::path::PathBuf;

/// The campaign of the command line; else that of the file.
pub(super) fn shared(args: &Args, config: &Config) -> Shared {
    match (&args.shared.store, &args.dir) {
        (None, Some(_)) => args.shared.clone(),
        (None, None) | (Some(_), _) => args.shared.or_config(config),
    }
}

/// Joins a campaign on a server, with a folder of its own for what is under way here.
pub(super) fn joined(
    plan: &mut Plan,
    args: &Args,
    config: &Config,
    place: &Place,
) -> Result<(Store, Vec<Changed>), Failure> {
    if args.new_settings {
        let words = "the settings of a campaign on a server are everybody's; choose another --campaign";
        return Err(Failure::Usage(words.to_owned()));
    }
    let mut number = 0;
    loop {
        let dir = match (&args.dir, place) {
            (Some(dir), _) => dir.clone(),
            (None, Place::Server { campaign, .. }) => state_dir().join(campaign).join(number.to_string()),
            (None, Place::Folder(dir)) => dir.clone(),
        };
        plan.known = config.known_in(&dir)?;
        match Store::join(place, &dir, plan, args.lease) {
            // Another worker on this machine has it.
            Err(StoreError::Busy { .. }) if args.dir.is_none() && number < MOST_WORKERS => number += 1,
            joined => return Ok(joined?),
        }
    }
}

/// So many workers of one user and one campaign are on a machine.
const MOST_WORKERS: u32 = 1000;

/// Where a worker keeps what it has not stored yet: it has to outlive the worker.
fn state_dir() -> PathBuf {
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    let base = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home);
    base.unwrap_or_else(std::env::temp_dir).join("assay")
}

/// Where a campaign's corpora are read from and their cache is: on a server, each machine has its own.
pub(super) fn corpora_dir(args: &Args, place: &Place) -> PathBuf {
    match place {
        Place::Folder(dir) => dir.clone(),
        Place::Server { campaign, .. } => {
            args.dir.clone().unwrap_or_else(|| state_dir().join(campaign).join("corpora"))
        }
    }
}
