//! What the tests of all crates share: the compilers of this machine, operands that are the same everywhere, and tests that
//! are skipped and say so. Not for anything that users run, which starts compilers with limits, by `harness`.

mod compiler;
mod operands;
mod skip;

pub use compiler::{Built, Compiler, Ran, Rejected, is_installed};
pub use operands::{Random, hex, unhex};
pub use skip::skip;
