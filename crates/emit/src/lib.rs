//! How a program is written: as C or C++ text ([`c`]), and with which check of its results ([`check`]).
//! Nothing here sees a random number, and nothing runs a program or a compiler.
//!
//! ```
//! use assay_emit::{Options, Std, print};
//! use ir::{Program, Target, Ty};
//!
//! let mut program = Program::new(Target::LP64);
//! let main_type = program.fn_type(Ty::INT, &[]);
//! let main = program.add_func("main", main_type, &[]);
//! let body = program.push_block(vec![]);
//! program.funcs[main].body = Some(body);
//! let zero = program.int_const(0, Ty::INT);
//! program.return_value(body, main, zero)?;
//! let text = print(&program, &Options { std: Std::C99, ..Options::default() })?.text();
//! assert!(text.contains("int main(void)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

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
