//! Compiles programs that are written in C++, strictly, and runs them.

use emit::{Output, Std};
use test_support::Compiler;

/// What the program prints at this level of optimisation.
pub fn run(gxx: &Compiler, out: &Output, (std, level): (Std, &str), what: &str) -> String {
    let files: Vec<_> = out.files.iter().map(|f| (f.name.as_str(), f.text.as_str())).collect();
    let flags = [&format!("-std={std}"), "-pedantic-errors", "-w", level];
    let built = gxx.build(&files, &flags);
    built.unwrap_or_else(|e| panic!("{what} in {std}:\n{e}\n{}", out.text())).run(&[]).text()
}
