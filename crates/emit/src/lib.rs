//! How a program is written: as C or C++ text ([`c`]), and with which check of its results ([`check`]).
//! Nothing here sees a random number, and nothing runs a program or a compiler.

pub mod c;
pub mod check;
mod count;
mod dialect;
mod guard;
mod lowering;
mod names;
pub mod options;

pub use c::print;
pub use count::tokens;
pub use guard::written_out;
pub use lowering::{Access, ArrayForm, Lowering, VarForm};
pub use options::{EmitError, Holes, Layout, Looks, Notes, Options, Output, Parens, SourceFile, Std};
