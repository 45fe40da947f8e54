//! The workers of a campaign: each tells who it is and that it lives; anybody may list them.

use std::time::Duration;

use super::engine::server::Server;
use super::engine::{Engine, Safety, Trouble, first, values, whole};
use super::kinds::{Compiler, Worker};
use super::{Place, Store, StoreError, connected};
use crate::draw::{seed, wanted};
use crate::plan::Plan;

/// Who this process is.
#[derive(Clone, Debug)]
pub(super) struct Who {
    /// No two processes have the same.
    pub id: String,
    /// What accounts are kept by; empty in a folder, which has one worker.
    pub machine: String,
    /// For how long others leave alone what it has taken.
    pub lease: Duration,
    /// What it can run: workers with the same word can run the same tests.
    pub ability: String,
}

/// For how long a worker may be silent, if nothing else is said.
pub const LEASE: Duration = Duration::from_secs(60);

/// In a folder nobody else takes anything.
const FOR_EVER: Duration = Duration::from_secs(100 * 366 * 86_400);

impl Who {
    pub fn alone() -> Who {
        Who {
            id: "alone".to_owned(),
            machine: String::new(),
            lease: FOR_EVER,
            ability: wanted::ALL.to_owned(),
        }
    }

    pub fn of_fleet(lease: Duration, plan: &Plan) -> Who {
        let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
        // In containers, all machines may have one name and all processes the same number.
        let (process, chance) = (std::process::id(), seed::fresh());
        let ability = wanted::ability(&plan.wanted, &plan.configurations);
        Who { id: format!("{machine}-{process}-{chance:08x}"), machine, lease, ability }
    }

    pub fn lease_ms(&self) -> i64 {
        self.lease.as_millis() as i64
    }
}

/// The sign of life of a worker, with a connection of its own: it goes on while the other one waits.
#[derive(Debug)]
pub(crate) struct Heart {
    db: Server,
    who: Who,
    run: i64,
}

/// What a worker tells of itself from time to time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pulse {
    pub tests: u64,
    pub findings: u64,
    /// The ranges that it really has. One that it does not know of, since the answer was lost, or that a crash of the server has
    /// made it forget the results of, has to end.
    pub ranges: Vec<u64>,
    pub doing: String,
    pub trouble: String,
}

/// Who looks on wants to know sooner than a lease ends.
const BEAT: Duration = Duration::from_secs(5);

impl Heart {
    /// How often it beats.
    pub fn pause(&self) -> Duration {
        (self.who.lease / 5).min(BEAT)
    }

    pub fn beat(&self, pulse: &Pulse) -> Result<(), Trouble> {
        let id = &self.who.id;
        whole(&self.db, Safety::Kill, || {
            for range in &pulse.ranges {
                let query =
                    "UPDATE lease SET expires = {now} + ?2 WHERE is_open = 1 AND worker = ?1 AND number = ?3";
                self.db.execute(query, values![id, self.who.lease_ms(), *range])?;
            }
            self.db.execute(
                "UPDATE task SET expires = {now} + ?2 WHERE worker = ?1",
                values![id, self.who.lease_ms()],
            )?;
            self.db.execute("UPDATE run SET ended = {now} WHERE number = ?1", values![self.run])?;
            let query = "UPDATE worker SET seen = {now}, tests = ?2, findings = ?3, doing = ?4, trouble = ?5 WHERE id = ?1";
            self.db
                .execute(query, values![id, pulse.tests, pulse.findings, &pulse.doing, &pulse.trouble])
                .map(|_| ())
        })
    }
}

impl Store {
    /// What beats for this worker; nothing in a folder.
    pub(crate) fn heart(&self) -> Result<Option<Heart>, StoreError> {
        let Place::Server { .. } = &self.place else { return Ok(None) };
        Ok(Some(Heart { db: connected(&self.place)?, who: self.who.clone(), run: self.run }))
    }

    /// For how long this worker may be silent.
    pub(crate) fn lease_time(&self) -> Duration {
        self.who.lease
    }

    /// Tells who works here from now on.
    pub(super) fn register(&self, plan: &Plan) -> Result<(), Trouble> {
        let mut compilers: Vec<Compiler> = Vec::new();
        for one in &plan.configurations {
            let name = &one.toolchain.name;
            if compilers.iter().all(|other| other.name != *name) {
                let version = one.toolchain.fingerprint.version.clone();
                compilers.push(Compiler { name: name.clone(), version, target: one.target.name.to_owned() });
            }
        }
        let compilers = serde_json::to_string(&compilers).unwrap_or_default();
        let row = values![
            &self.who.id,
            &self.who.machine,
            i64::from(std::process::id()),
            crate::host::cores() as i64,
            env!("CARGO_PKG_VERSION"),
            compilers
        ];
        let query =
            "INSERT INTO worker (id, machine, process, cores, jobs, version, compilers, started, seen)
                     VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, {now}, {now})";
        self.db.execute(query, row).map(|_| ())
    }

    /// How many tests this worker runs at a time.
    pub(crate) fn note_jobs(&mut self, jobs: usize) -> Result<(), StoreError> {
        let query = "UPDATE worker SET jobs = ?2 WHERE id = ?1";
        self.fails(self.db.execute(query, values![&self.who.id, jobs as u64]).map(|_| ()))
    }

    /// Everybody who works on the campaign or did, the last sign of life first.
    pub fn workers(&self) -> Result<Vec<Worker>, StoreError> {
        let now =
            self.fails(first(self.db(), "SELECT {now}", &[]))?.map(|row| row.int(0)).unwrap_or_default();
        let query = "SELECT id, machine, process, cores, jobs, version, compilers, started, seen, ended, tests, findings,
                     doing, trouble FROM worker ORDER BY seen DESC, id";
        let rows = self.fails(self.db.query(query, &[]))?;
        let worker = |row: &super::engine::Row| Worker {
            id: row.text(0),
            machine: row.text(1),
            process: row.int(2),
            cores: row.int(3),
            jobs: row.int(4),
            version: row.text(5),
            compilers: serde_json::from_str(&row.text(6)).unwrap_or_default(),
            started: row.int(7),
            seen: row.int(8),
            ended: row.opt_int(9),
            tests: row.int(10),
            findings: row.int(11),
            doing: row.text(12),
            trouble: row.text(13),
            now,
        };
        Ok(rows.iter().map(worker).collect())
    }
}
