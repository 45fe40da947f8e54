//! What a database has to do for a campaign: run SQL that both engines understand, in transactions. Which questions are asked
//! is for the rest of the store; how one engine differs from the other is in its own file, and nowhere else.
//!
//! SQL is written once. `?1` is a parameter, `{now}` the engine's clock in milliseconds since 1970, `{skip}` what makes a
//! `SELECT` lock its rows and pass over those of others.

use std::fmt;

use thiserror::Error;

pub(super) mod address;
pub(super) mod lite;
pub(super) mod server;
mod tls;

/// A database.
pub(super) trait Engine: Send + fmt::Debug {
    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Trouble>;

    /// Tells how many rows it was.
    fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, Trouble>;

    /// Several statements without parameters.
    fn batch(&self, sql: &str) -> Result<(), Trouble>;

    fn begin(&self, safety: Safety) -> Result<(), Trouble>;

    fn commit(&self) -> Result<(), Trouble>;

    /// What cannot be undone any more is undone by the engine itself.
    fn roll_back(&self);

    /// The format of the tables; zero where there are none.
    fn format(&self) -> Result<i64, Trouble>;

    fn set_format(&self, format: i64) -> Result<(), Trouble>;

    /// Brings what is written for SQLite to the engine's own words for types.
    fn tables(&self, sql: &str) -> String;
}

/// What a transaction outlives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Safety {
    /// A killed process. After a power failure the last ones may be missing, and their tests are run again.
    Kill,
    /// A power failure.
    Power,
}

/// A parameter or a field.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// One row of an answer. Fields are taken by their place; one of another type than is asked for is a bug of ours, and reads as
/// nothing.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row(pub Vec<Value>);

impl Row {
    pub fn int(&self, at: usize) -> i64 {
        self.opt_int(at).unwrap_or_default()
    }

    pub fn opt_int(&self, at: usize) -> Option<i64> {
        match self.0.get(at) {
            Some(Value::Int(number)) => Some(*number),
            Some(Value::Null | Value::Text(_) | Value::Bytes(_)) | None => None,
        }
    }

    pub fn bytes(&self, at: usize) -> Vec<u8> {
        match self.0.get(at) {
            Some(Value::Bytes(bytes)) => bytes.clone(),
            Some(Value::Null | Value::Int(_) | Value::Text(_)) | None => Vec::new(),
        }
    }

    pub fn text(&self, at: usize) -> String {
        match self.0.get(at) {
            Some(Value::Text(text)) => text.clone(),
            Some(Value::Null | Value::Int(_) | Value::Bytes(_)) | None => String::new(),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

/// Numbers of tests and of generations are small.
impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Int(number as i64)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Value {
        Value::Bytes(bytes)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// The parameters of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::store::engine::Value::from($value)),*] };
}
pub(super) use values;

/// Why a database does not do what it should.
#[derive(Debug, Error)]
#[error("{words}")]
pub struct Trouble {
    pub kind: TroubleKind,
    pub words: String,
}

/// What can be done about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TroubleKind {
    /// Nobody answers, or the server is busy with itself: later it may be better.
    Lost,
    /// The server's disk.
    Full,
    /// We are not let in.
    Login,
    /// We may only look.
    ReadOnly,
    /// There is no such server or database.
    Address,
    Other,
}

/// The only row of an answer.
pub(super) fn first(db: &dyn Engine, sql: &str, values: &[Value]) -> Result<Option<Row>, Trouble> {
    Ok(db.query(sql, values)?.into_iter().next())
}

/// A number that there always is, such as a count.
pub(super) fn number(db: &dyn Engine, sql: &str, values: &[Value]) -> Result<i64, Trouble> {
    Ok(first(db, sql, values)?.map(|row| row.int(0)).unwrap_or_default())
}

/// All of it, or nothing.
pub(super) fn whole<T>(
    db: &dyn Engine,
    safety: Safety,
    work: impl FnOnce() -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    db.begin(safety)?;
    let done = work().and_then(|done| db.commit().map(|()| done));
    if done.is_err() {
        db.roll_back();
    }
    done
}
