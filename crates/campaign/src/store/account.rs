//! Who used the CPU, and what was given to the compilers.

use std::collections::BTreeMap;
use std::time::Duration;

use super::engine::{Safety, Trouble, values, whole};
use super::{Store, StoreError};
use crate::usage::{Tally, Usage};

const USAGE: &str = "SELECT who, CAST(sum(nanoseconds) AS BIGINT) FROM usage GROUP BY who ORDER BY who";

const COMPILER: &str = "compiler ";
const PROGRAMS: &str = "programs";
const REDUCING: &str = "reducing";
const TOOLS: &str = "tools";
const LEARNING: &str = "learning";
const OWN: &str = "own";

impl Store {
    /// Adds to the account what is not a test's own. The run has lasted until now.
    pub fn add_usage(&mut self, usage: &Usage) -> Result<(), StoreError> {
        self.check()?;
        let result = whole(self.db(), Safety::Kill, || {
            self.put_usage(usage)?;
            self.lasts()
        });
        self.fails(result)
    }

    pub fn usage(&self) -> Result<Usage, StoreError> {
        let read = || -> Result<Usage, Trouble> {
            let mut usage = Usage::default();
            for row in self.db.query(USAGE, &[])? {
                let time = Duration::from_nanos(row.int(1) as u64);
                match row.text(0).as_str() {
                    PROGRAMS => usage.programs = time,
                    REDUCING => usage.reducing = time,
                    TOOLS => usage.tools = time,
                    LEARNING => usage.learning = time,
                    OWN => usage.own = time,
                    compiler => {
                        let name = compiler.strip_prefix(COMPILER).unwrap_or(compiler).to_owned();
                        usage.compilers.insert(name, time);
                    }
                }
            }
            usage.configurations = self.tallies()?;
            Ok(usage)
        };
        self.fails(read())
    }

    fn tallies(&self) -> Result<BTreeMap<String, Tally>, Trouble> {
        let query = "SELECT label, CAST(sum(programs) AS BIGINT), CAST(sum(compilations) AS BIGINT)
                     FROM configuration GROUP BY label";
        let rows = self.db.query(query, &[])?;
        let tally = |programs, compilations| Tally { programs, compilations };
        Ok(rows.iter().map(|row| (row.text(0), tally(row.int(1) as u64, row.int(2) as u64))).collect())
    }

    pub(super) fn put_usage(&self, usage: &Usage) -> Result<(), Trouble> {
        let compilers = usage.compilers.iter().map(|(name, time)| (format!("{COMPILER}{name}"), *time));
        let others = [
            (PROGRAMS, usage.programs),
            (REDUCING, usage.reducing),
            (TOOLS, usage.tools),
            (LEARNING, usage.learning),
            (OWN, usage.own),
        ];
        let others = others.into_iter().map(|(who, time)| (who.to_owned(), time));
        for (who, time) in compilers.chain(others).filter(|(_, time)| !time.is_zero()) {
            self.db.execute(
                "INSERT INTO usage VALUES (?1, ?2, ?3) ON CONFLICT (machine, who)
                 DO UPDATE SET nanoseconds = usage.nanoseconds + ?3",
                values![&self.who.machine, who, time.as_nanos() as i64],
            )?;
        }
        for (label, tally) in &usage.configurations {
            self.db.execute(
                "INSERT INTO configuration VALUES (?1, ?2, ?3, ?4) ON CONFLICT (machine, label)
                 DO UPDATE SET programs = configuration.programs + ?3,
                               compilations = configuration.compilations + ?4",
                values![&self.who.machine, label, tally.programs, tally.compilations],
            )?;
        }
        Ok(())
    }
}
