//! Make it small: from a program on which a compiler fails to the smallest one that fails in the same way.
//!
//! Works on the representation. Each candidate is validated, executed on the machine (it must be well defined and end,
//! and then its right output is known), printed, and only then compiled, by the one compiler that fails. So the result
//! is free of undefined behaviour at every moment.
//!
//! Edits are data ([`edit`]) that [`rebuild`] applies; [`passes`] propose them; [`search`] decides in which order sets of
//! them are tried; [`engine`] tries them, several at a time. What comes out depends on the program and the compiler only,
//! not on how many are tried at a time or how fast.

mod ahead;
pub mod edit;
mod engine;
mod excursion;
mod external;
mod facts;
mod flags;
mod goal;
mod judge;
mod keep;
mod menu;
mod narrow;
mod orange;
pub mod passes;
mod patience;
pub mod rebuild;
mod script;
mod search;
mod size;
mod task;
pub mod walk;

pub use engine::reduce;
pub use external::{Tool, polish};
pub use facts::Facts;
pub use flags::split as split_command;
pub use goal::Goal;
pub use keep::keep;
pub use script::{Script, phrase, script};
pub use size::Size;
pub use task::{Error, Event, Reduced, Stage, Strategy, Task};
