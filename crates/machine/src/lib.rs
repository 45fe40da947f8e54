//! What a program does: an abstract machine that executes `ir`, knows every value, and refuses what is undefined.
//! It never sees a random number: where a program is unfinished or about to be undefined, it asks through [`Grow`].

mod access;
mod call;
mod code;
mod doubt;
mod eval;
mod exec;
mod finals;
pub mod format;
mod grow;
mod init;
mod jump;
mod library;
mod machine;
mod memory;
mod noise;
pub mod ops;
mod orders;
mod outcome;
mod partial;
mod peek;
mod place;
mod promise;
mod record;
mod restrict;
mod sequence;
mod ub;
mod value;

pub use finals::{Final, Finals, Path, Scalar, Step};
pub use grow::amend::Amend;
pub use grow::{Cold, Grow, LOOK_EVERY, Repair};
pub use library::HEAP_ALIGN;
pub use machine::{
    Aliasing, Alignment, Config, Endings, Engine, FloatMode, Machine, NoStack, Order, Restrict,
    on_deep_stack, run,
};
pub use noise::is_stable;
pub use outcome::{Eval, Found, Gap, Limit, Missing, Outcome, Resume, Stop};
pub use partial::is_partial;
pub use record::{Record, Seen, VolatileAccess};
pub use ub::{Arith, Breach, Conflict, Culprit, Death, Promise, Ub};
pub use value::{Place, Pointer, Root, Value};
