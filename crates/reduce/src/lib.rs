//! Make it small: from a program on which a compiler fails to the smallest one that fails in the same way.
//!
//! Works on the representation. Each candidate is validated, executed on the machine (it must be well defined and end,
//! and then its right output is known), printed, and only then compiled, by the one compiler that fails. So the result
//! is free of undefined behaviour at every moment.
//!
//! Edits are data ([`edit`]) that [`rebuild`] applies; [`passes`] propose them; `search` decides in which order sets of
//! them are tried, and tries them, several at a time. What comes out depends on the program and the compiler only,
//! not on how many are tried at a time or how fast.

pub mod edit;
mod external;
mod interesting;
pub mod passes;
pub mod rebuild;
mod search;
mod size;
mod task;

pub use external::script::{Script, phrase, script};
pub use external::tools::{Tool, polish};
pub use interesting::accesses;
pub use interesting::failure::Failure;
pub use interesting::flags::split as split_command;
pub use interesting::trace::Trace;
pub use search::engine::reduce;
pub use size::Size;
pub use task::{Error, Event, Oracle, Reduced, Stage, Strategy, Task};
