//! What a program does: an abstract machine that executes `ir`, knows every value, and refuses what is undefined.
//! It never sees a random number: where a program is unfinished or about to be undefined, it asks through [`Grow`].
//!
//! ```
//! use assay_machine::{Config, Outcome, run};
//!
//! let text = "int a[4]; int main(void) { for (int i = 0; i <= 4; i++) a[i] = i; return 0; }";
//! let program = read::read(text, ir::Target::LP64)?.program;
//! let (outcome, machine) = run(&program, Config::default());
//! let Outcome::Undefined(found) = outcome else { panic!("a[4] is not there") };
//! assert_eq!(found.ub.name(), "index-out-of-bounds");
//! assert!(machine.output().is_empty());
//! # Ok::<(), read::ReadError>(())
//! ```
//!
//! Execution recurses as deeply as the program does; [`on_deep_stack`] gives it the room.

#![warn(missing_docs)]

mod access;
mod bytecode;
mod config;
mod execute;
mod grow;
mod library;
mod lower;
mod machine;
mod memory;
mod observe;
pub mod ops;
mod outcome;
mod run;
mod state;
mod tree;
mod ub;
mod value;

pub use config::{Aliasing, Alignment, Config, Endings, Engine, FloatMode, Order, Restrict};
pub use grow::{Amendment, Cold, Grow, LOOK_EVERY, Repair, View};
pub use library::{HEAP_ALIGN, format};
pub use machine::Machine;
pub use memory::addresses::Addresses;
pub use observe::may_be_undefined::may_be_undefined;
pub use observe::observations::{Observations, Seen, VolatileAccess};
pub use outcome::{Eval, Found, Gap, Limit, Missing, Outcome, Resume, Stop};
pub use run::finals::{Final, Finals, Scalar};
pub use run::orders::run;
pub use run::stable::is_stable;
pub use run::{NoStack, on_deep_stack};
pub use ub::{Arith, Breach, Conflict, Culprit, Death, Promise, Ub};
pub use value::{Place, Pointer, Root, Value};
