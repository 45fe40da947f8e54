//! All day long: tests in a row, many at a time, with everything worth knowing kept in a folder.
//!
//! Test number i of a campaign is a pure function of the campaign's seed and i. What it finds is on disk before
//! the worker that found it goes on, so that a campaign can be killed at any moment and resumed.
//!
//! Nothing here prints or exits: what happens is told as [`Event`]s, and how it ended is a [`Summary`] or a
//! [`Fatal`]. Processes are started by `harness` only.

pub mod config;
pub mod corpus;
mod draw;
pub mod event;
pub mod figures;
pub mod finding;
pub mod host;
pub mod nearest;
pub mod plan;
pub mod pulse;
pub mod report;
mod run;
pub mod store;
pub mod summary;
mod testing;
pub mod text;
pub mod triage;
pub mod usage;

pub use draw::{learn, recipe, seed, selection};
pub use finding::fingerprint::{operations, shape};
pub use finding::{folder, known, title};
pub use testing::probes::{features, flags, language, smoke, speed, target};
pub use testing::{foreign, well_defined};
pub use triage::{recheck, reduction};

pub use config::{Config, ConfigError};
pub use draw::configuration::{Configuration, RandomFlags, Rate};
pub use draw::recipe::Writing;
pub use draw::wanted::Wanted;
pub use event::Event;
pub use finding::{Finding, Kind};
pub use learn::Learning;
pub use plan::{Mode, Origin, Plan, Regressions};
pub use recipe::Recipe;
pub use run::fatal::Fatal;
pub use run::{Control, Effort, Examine, Reduce, run};
pub use selection::{Draws, Scope};
pub use store::{Place, Store, StoreError};
pub use summary::Summary;
pub use triage::examine::other_compilers;
