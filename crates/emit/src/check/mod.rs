//! The check of a program's result, built as a part of the program: a `main` that calls the entry function and
//! then looks at every scalar of every global variable. It is ordinary representation, so the machine runs
//! it, the printer prints it and the reader reads it without knowing that it is a check.
//!
//! Padding is never looked at, and of a pointer only whether it is null: nothing else is the same everywhere.

mod assert;
mod build;
mod close;
mod marks;
mod print;
mod scalars;
mod tree;

use build::Build;
use ir::{FuncId, PathStep, Program, Ty, VarId};

/// The value that a scalar is expected to have in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// Of `unsigned __int128`, the same bits.
    Int(i128),
    /// The bits in the target's format.
    Float(u128),
    /// A pointer, of which only that is told.
    Pointer {
        /// Whether it is null.
        null: bool,
    },
}

/// What knows the expected values.
pub trait Oracle {
    /// The value of a scalar, or nothing if it must not be looked at, as for members of a union that were
    /// not stored last.
    fn scalar(&self, var: VarId, path: &[PathStep]) -> Option<Scalar>;

    /// Floating values may differ from the expected ones by one part in so many; without a number they are exact.
    fn one_in(&self) -> Option<u32> {
        None
    }
}

/// Which members of unions may be read, by their path.
pub type Readable<'a> = &'a dyn Fn(VarId, &[PathStep]) -> bool;

/// No member of any union.
pub fn no_unions(_: VarId, _: &[PathStep]) -> bool {
    false
}

/// How the functions that a check calls are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helpers {
    /// By themselves (`noinline`), so that the compiler spends its time on the program and not on its check.
    OutOfLine,
    /// As the compiler likes, for those that know no attributes.
    Plain,
}

/// A check that was added to a program.
pub struct Added {
    /// The function that was added.
    pub main: FuncId,
    /// The scalars that it looks at, in order: the check calls them by number, from 1.
    pub names: Vec<String>,
}

/// Adds a `main` that calls the entry and prints `checksum = <16 hexadecimal digits>` over all globals; with an argument
/// it prints a line for each scalar before, `NUMBER = VALUE`.
pub fn add_print(p: &mut Program, entry: FuncId, readable: Readable<'_>, helpers: Helpers) -> Added {
    print::add(p, entry, readable, None, helpers)
}

/// The same for a program whose floating values need not be exact: one that is close enough to what it should be counts
/// as that.
pub fn add_print_within(
    p: &mut Program,
    entry: FuncId,
    readable: Readable<'_>,
    oracle: &dyn Oracle,
    helpers: Helpers,
) -> Added {
    print::add(p, entry, readable, Some(oracle), helpers)
}

/// Adds a `main` that calls the entry and compares all globals with what they should be. It prints `ok`, or the number of
/// the first scalar that is wrong, and then aborts.
pub fn add_assert(p: &mut Program, entry: FuncId, oracle: &dyn Oracle, helpers: Helpers) -> Added {
    assert::add(p, entry, oracle, helpers)
}

/// Adds a `main` that calls the entry, compares all globals with what they should be, and prints `@OK@` or `@NG@` for each.
pub fn add_orange(p: &mut Program, entry: FuncId, oracle: &dyn Oracle, helpers: Helpers) -> FuncId {
    marks::add(p, entry, oracle, helpers)
}

/// Ends a `main` that has no end yet: compares the variables, which may be its own, and prints a mark for each.
pub fn add_marks(p: &mut Program, main: FuncId, vars: &[VarId], oracle: &dyn Oracle, helpers: Helpers) {
    marks::add_to(p, main, vars, oracle, helpers);
}

/// Adds a `main` that calls the entry and looks at nothing.
pub fn add_none(p: &mut Program, entry: FuncId) -> FuncId {
    let mut b = Build::new(p, Helpers::Plain);
    let (main, body) = b.main(&[]);
    b.call_entry(body, entry);
    b.return_zero(main, body);
    main
}

/// `main`'s parameters.
fn main_params(p: &mut Program) -> [(&'static str, Ty); 2] {
    let text = p.types.pointer(Ty::CHAR);
    let texts = p.types.pointer(text);
    [("argc", Ty::INT), ("argv", texts)]
}
