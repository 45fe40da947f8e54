//! A campaign on a server: how a worker joins it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::engine::address::Address;
use super::engine::server::Server;
use super::engine::{Engine, Safety, Trouble, TroubleKind, values, whole};
use super::fleet::Who;
use super::{Changed, KEEP_IDENTITY, Place, Store, StoreError, same_identity, schema};
use crate::draw::selection::Draws;
use crate::plan::Plan;
use crate::store::lock::{Lock, LockError};

/// A connection to the server of a place.
pub(super) fn connected(place: &Place) -> Result<Server, StoreError> {
    let wrong = |words| StoreError::Server(Trouble { kind: TroubleKind::Address, words });
    match place {
        Place::Server { url, campaign, .. } => {
            let address = Address::parse(url).map_err(wrong)?;
            Server::connect(&address, campaign).map_err(StoreError::Server)
        }
        Place::Folder(_) => Err(wrong(format!("{place} is a folder"))),
    }
}

impl Store {
    /// The campaigns that a server has.
    pub fn campaigns(url: &str) -> Result<Vec<String>, StoreError> {
        let place = Place::Server { url: url.to_owned(), campaign: "any".to_owned(), files: None };
        connected(&place)?.campaigns().map_err(StoreError::Server)
    }

    /// Makes the campaign, unless it is there, and tells its seed: the first worker's counts.
    pub fn settle_seed(place: &Place, seed: u64) -> Result<u64, StoreError> {
        let store = Store::made(place, Path::new(""))?;
        let query = "INSERT INTO identity VALUES ('seed', ?1) ON CONFLICT (name) DO NOTHING";
        store.fails(store.db.execute(query, values![seed.to_string()]))?;
        let kept = store.fails(store.stored_identity())?.get("seed").and_then(|seed| seed.parse().ok());
        Ok(kept.unwrap_or(seed))
    }

    /// What tests draw from: the first worker's weights count.
    pub fn settle_draws(place: &Place, draws: &Draws) -> Result<Draws, StoreError> {
        let store = Store::made(place, Path::new(""))?;
        let settled = whole(store.db(), Safety::Power, || {
            let data = serde_json::to_string(draws).unwrap_or_default();
            let query = "INSERT INTO draws VALUES (0, ?1) ON CONFLICT (number) DO NOTHING";
            store.db.execute(query, values![data])?;
            store.draws()
        });
        Ok(store.fails(settled)?.unwrap_or_else(|| draws.clone()))
    }

    /// Joins a campaign. `dir` is this worker's alone: files it works on, and results that could not be stored yet.
    pub fn join(
        place: &Place,
        dir: &Path,
        plan: &Plan,
        lease: Duration,
    ) -> Result<(Store, Vec<Changed>), StoreError> {
        let io_error = |error| StoreError::Io { dir: dir.to_owned(), error };
        fs::create_dir_all(dir).map_err(io_error)?;
        let lock = Lock::take(dir).map_err(|error| match error {
            LockError::Taken { by } => StoreError::Busy { dir: dir.to_owned(), by },
            LockError::Io(error) => io_error(error),
        })?;
        let mut store = Store { _lock: Some(lock), who: Who::of_fleet(lease), ..Store::made(place, dir)? };
        store.settle_shelf()?;
        let identity = plan.identity();
        let kept = whole(store.db(), Safety::Power, || {
            let query = KEEP_IDENTITY.replace("DO UPDATE SET value = ?2", "DO NOTHING");
            for (name, value) in &identity.0 {
                store.db.execute(&query, values![*name, value])?;
            }
            store.stored_identity()
        });
        same_identity(place, &store.fails(kept)?, &identity)?;
        let changed = store.begin(plan)?;
        Ok((store, changed))
    }

    /// A campaign with tables of today's format.
    fn made(place: &Place, dir: &Path) -> Result<Store, StoreError> {
        let server = connected(place)?;
        let found = server.format().map_err(StoreError::Server)?;
        if found < schema::FORMAT {
            let made = whole(&server, Safety::Power, || {
                server.make_schema()?;
                match server.format()? {
                    0 => schema::create(&server),
                    version => schema::steps(&server, version),
                }
            });
            made.map_err(StoreError::Server)?;
        }
        let store = Store::around(Box::new(server), place.clone(), dir);
        store.format()?;
        Ok(store)
    }
}
