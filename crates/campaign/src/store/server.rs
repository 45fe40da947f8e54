//! A campaign on a server: how a worker joins it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::engine::address::Address;
use super::engine::server::Server;
use super::engine::{Engine, Row, Safety, Trouble, TroubleKind, first, values, whole};
use super::fleet::Who;
use super::{Changed, KEEP_IDENTITY, Place, Store, StoreError, same_identity, schema};
use crate::corpus::{Corpus, Entry, Status};
use crate::draw::selection::Draws;
use crate::draw::wanted::Wanted;
use crate::plan::Plan;
use crate::store::lock::{Lock, LockError};

/// What the files of a corpus are kept under, in the place of a finding; no finding is called so.
const CORPUS: &str = "corpus";

/// Where the toolchains of a campaign are noted.
const WANTED: &str = "toolchains";

fn wanted(row: Option<Row>) -> Vec<Wanted> {
    row.and_then(|row| serde_json::from_str(&row.text(0)).ok()).unwrap_or_default()
}

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
            // Who comes with a compiler that nobody had says what it takes.
            first(store.db(), "UPDATE draws SET data = data WHERE number = 0 RETURNING data", &[])?;
            let mut settled = store.draws()?.unwrap_or_default();
            if settled.add_flags(draws) {
                let data = serde_json::to_string(&settled).unwrap_or_default();
                store.db.execute("UPDATE draws SET data = ?1 WHERE number = 0", values![data])?;
            }
            Ok(settled)
        });
        store.fails(settled)
    }

    /// Which toolchains the campaign wants: those that the first worker names. Of those that nobody had so far, whoever comes with
    /// one says its version.
    pub fn settle_wanted(place: &Place, own: &[Wanted]) -> Result<Vec<Wanted>, StoreError> {
        let store = Store::made(place, Path::new(""))?;
        let settled = whole(store.db(), Safety::Power, || {
            let data = serde_json::to_string(own).unwrap_or_default();
            let query = "INSERT INTO identity VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
            store.db.execute(query, values![WANTED, data])?;
            // Until the end of the transaction, nobody else does this.
            let query = "UPDATE identity SET value = value WHERE name = ?1 RETURNING value";
            let mut all = wanted(first(store.db(), query, values![WANTED])?);
            if Wanted::settle(&mut all, own) {
                let data = serde_json::to_string(&all).unwrap_or_default();
                store.db.execute("UPDATE identity SET value = ?2 WHERE name = ?1", values![WANTED, data])?;
            }
            Ok(all)
        });
        store.fails(settled)
    }

    /// The programs that mutants are made of: the first worker's, in their order. Their texts are put into a folder of this machine.
    pub fn corpus(place: &Place, dir: &Path) -> Result<Option<Corpus>, StoreError> {
        let store = match Store::look_in(place) {
            Ok(store) => store,
            Err(StoreError::Missing(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        if !store.identity()?.contains_key(CORPUS) {
            return Ok(None);
        }
        let io_error = |error| StoreError::Io { dir: dir.to_owned(), error };
        fs::create_dir_all(dir).map_err(io_error)?;
        let query = "SELECT name, bytes FROM file WHERE finding = ?1 ORDER BY name";
        let mut corpus = Corpus::default();
        for (at, row) in store.fails(store.db.query(query, values![CORPUS]))?.iter().enumerate() {
            let name = row.text(0);
            let mut words = name.splitn(4, '\t').skip(1);
            let steps = words.next().and_then(|steps| steps.parse().ok()).unwrap_or_default();
            let flags = words.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
            let text = dir.join(format!("{at:06}.i"));
            fs::write(&text, row.bytes(1)).map_err(io_error)?;
            let file = PathBuf::from(words.next().unwrap_or_default());
            corpus.entries.push(Entry { file, status: Status::Seed { text, steps, flags } });
        }
        Ok(Some(corpus))
    }

    /// Leaves the programs of a corpus to all workers, unless another one was the first.
    pub fn leave_corpus(place: &Place, corpus: &Corpus) -> Result<(), StoreError> {
        let store = Store::made(place, Path::new(""))?;
        let mut files = Vec::new();
        for Entry { file, status } in &corpus.entries {
            let Status::Seed { text, steps, flags } = status else { continue };
            let bytes =
                fs::read(text).map_err(|error| StoreError::Unreadable { dir: text.clone(), error })?;
            let name = format!("{:06}\t{steps}\t{}\t{}", files.len(), flags.join(" "), file.display());
            files.push((name, bytes));
        }
        let left = whole(store.db(), Safety::Power, || {
            let query = "INSERT INTO identity VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
            if store.db.execute(query, values![CORPUS, files.len().to_string()])? > 0 {
                for (name, bytes) in &files {
                    let row = values![CORPUS, name, bytes.clone()];
                    store.db.execute("INSERT INTO file VALUES (?1, ?2, ?3)", row)?;
                }
            }
            Ok(())
        });
        store.fails(left)
    }

    /// The toolchains that a campaign of many machines wants; none where all machines are to have all.
    pub fn wanted(&self) -> Result<Vec<Wanted>, StoreError> {
        let query = "SELECT value FROM identity WHERE name = ?1";
        Ok(wanted(self.fails(first(self.db(), query, values![WANTED]))?))
    }

    /// Something in words that the first worker tells those to come, as the options of its command; what is kept is told.
    pub fn settle_words(&mut self, name: &str, words: &str) -> Result<String, StoreError> {
        let query = "INSERT INTO identity VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
        self.fails(self.db.execute(query, values![name, words]))?;
        Ok(self.identity()?.remove(name).unwrap_or_default())
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
        let mut store =
            Store { _lock: Some(lock), who: Who::of_fleet(lease, plan), ..Store::made(place, dir)? };
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
