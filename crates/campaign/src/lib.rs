//! All day long: tests in a row, many at a time, with everything worth knowing kept in a folder.
//!
//! Test number i of a campaign is a pure function of the campaign's seed and i. What it finds is on disk before
//! the worker that found it goes on, so that a campaign can be killed at any moment and resumed.
//!
//! Nothing here prints or exits: what happens is told as [`Event`]s, and how it ended is a [`Summary`] or a
//! [`Halt`]. Processes are started by `harness` only.

pub mod config;
mod culprit;
mod draw;
pub mod event;
mod examine;
pub mod features;
pub mod finding;
pub mod flags;
pub mod folder;
pub mod foreign;
mod grown;
pub mod halt;
pub mod host;
pub mod ingredients;
pub mod inspect;
pub mod known;
pub mod language;
mod lock;
pub mod nearest;
pub mod pattern;
pub mod pipeline;
pub mod plan;
mod queue;
pub mod report;
mod share;
pub mod shrink;
pub mod smoke;
pub mod store;
pub mod summary;
pub mod target;
mod test;
pub mod text;
pub mod title;
pub mod triage;
pub mod usage;
mod variable;

pub use draw::{learn, roster, seed, weigh};

pub use config::{Config, ConfigError};
pub use event::Event;
pub use examine::other_compilers;
pub use finding::{Finding, Kind};
pub use halt::Halt;
pub use language::Writing;
pub use learn::Learning;
pub use pipeline::{Control, Effort, Examine, Reduce, run};
pub use plan::{Configuration, Mode, Origin, Plan};
pub use roster::{Draws, Scope};
pub use store::{Store, StoreError};
pub use summary::Summary;
