//! What pages and the JSON API say, as data. Both are made from these types, so that they say the same; numbers come from
//! `campaign::report`.

pub mod bug;
pub mod compare;
pub mod corpus;
pub mod filter;
pub mod overview;
pub mod rank;
pub mod test;
pub mod worker;

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}
