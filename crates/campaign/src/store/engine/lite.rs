//! SQLite: one file, one process that writes.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, params_from_iter};

use super::{Engine, Row, Safety, Trouble, TroubleKind, Value};

#[derive(Debug)]
pub(crate) struct Lite {
    db: Connection,
}

/// The clock of this machine, which is the only one that writes.
const NOW: &str = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";

impl Lite {
    /// Opens a file for writing, or makes it.
    pub fn open(file: &Path) -> Result<Lite, Trouble> {
        Ok(Lite { db: Connection::open(file)? })
    }

    /// Opens a file that is there, and waits a while for whoever writes.
    pub fn open_to_write(file: &Path) -> Result<Lite, Trouble> {
        let lite = Lite::open(file)?;
        lite.db.pragma_update(None, "journal_mode", "WAL")?;
        lite.db.busy_timeout(Duration::from_secs(10))?;
        Ok(lite)
    }

    /// Opens a file that is there and can be read.
    pub fn open_to_read(file: &Path) -> Result<Lite, Trouble> {
        // Reading a write-ahead log needs its index, which a reader has to be able to make.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(file, flags)?;
        // Whether it can be read shows with the first question.
        db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))?;
        Ok(Lite { db })
    }

    pub fn close(self) -> Result<(), Trouble> {
        Ok(self.db.close().map_err(|(_, error)| error)?)
    }

    #[cfg(test)]
    pub fn in_memory() -> Lite {
        Lite { db: Connection::open_in_memory().expect("memory") }
    }
}

fn own_words(sql: &str) -> String {
    if sql.contains('{') { sql.replace("{now}", NOW).replace("{skip}", "") } else { sql.to_owned() }
}

impl Engine for Lite {
    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Trouble> {
        let mut statement = self.db.prepare_cached(&own_words(sql))?;
        let width = statement.column_count();
        let rows = statement.query_map(params_from_iter(values), |row| {
            (0..width).map(|at| row.get_ref(at).map(field)).collect::<rusqlite::Result<_>>().map(Row)
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, Trouble> {
        Ok(self.db.prepare_cached(&own_words(sql))?.execute(params_from_iter(values))? as u64)
    }

    fn batch(&self, sql: &str) -> Result<(), Trouble> {
        Ok(self.db.execute_batch(sql)?)
    }

    fn begin(&self, safety: Safety) -> Result<(), Trouble> {
        let durable = match safety {
            Safety::Kill => "NORMAL",
            Safety::Power => "FULL",
        };
        self.db.pragma_update(None, "synchronous", durable)?;
        self.batch("BEGIN IMMEDIATE")
    }

    fn commit(&self) -> Result<(), Trouble> {
        self.batch("COMMIT")
    }

    fn roll_back(&self) {
        let _ = self.batch("ROLLBACK");
    }

    fn format(&self) -> Result<i64, Trouble> {
        Ok(self.db.pragma_query_value(None, "user_version", |row| row.get(0))?)
    }

    fn set_format(&self, format: i64) -> Result<(), Trouble> {
        Ok(self.db.pragma_update(None, "user_version", format)?)
    }

    fn tables(&self, sql: &str) -> String {
        sql.to_owned()
    }
}

fn field(value: ValueRef) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Int(number as i64),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        Trouble { kind: TroubleKind::Other, words: error.to_string() }
    }
}
