//! A corpus: programs of others that mutants are made of. Found in folders, imported once with a cache, and drawn as a profile
//! is. How a mutant is made is in the crate `mutate`.

mod cache;
mod directives;
mod files;
mod import;
mod profile;

pub use directives::Directives;
pub use files::{Files, find};
pub use import::{Corpus, Entry, ImportError, Importer, Status};
pub use profile::{Mutants, NAME};
