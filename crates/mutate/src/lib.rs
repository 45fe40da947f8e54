//! Mutants: programs that were there already, changed in view of their run, with what the changed program must print. What
//! is undefined after a change is repaired as in growth, or the change is undone. How programs come from files is the
//! caller's; nothing here prints or starts a process.

mod checks;
mod import;
mod mutant;
mod rows;
mod subject;

pub use import::{Budget, Reason, Seed, import, seed_of};
pub use mutant::{GaveUp, Mutant, Request, Step, Trail, mutate};
pub use rows::{ROWS, Row};
