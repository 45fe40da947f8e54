//! Compiles and runs what the printer wrote. Tests that need a compiler call [`gcc`].

#![allow(dead_code)]

use assay_emit::{Output, SourceFile, Std};
use test_support::{Compiler, Rejected};

/// GCC 12 knows C23 by its old name.
pub fn flag(std: Std) -> &'static str {
    match std {
        Std::C89 => "-std=c89",
        Std::C99 => "-std=c99",
        Std::C11 => "-std=c11",
        Std::C17 => "-std=c17",
        Std::C23 => "-std=c2x",
        Std::Cxx11 => "-std=c++11",
        Std::Cxx14 => "-std=c++14",
        Std::Cxx17 => "-std=c++17",
        Std::Cxx20 => "-std=c++20",
        Std::Cxx23 => "-std=c++23",
    }
}

const STRICT: [&str; 2] = ["-pedantic-errors", "-Wall"];
/// What C++ has no name for.
const STRICT_C: &str = "-Werror=implicit";

fn files(output: &Output) -> Vec<(&str, &str)> {
    output.files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect()
}

/// The compiler for the standard's language. Tests of C++ ask for it beforehand.
fn compiler(std: Std) -> Compiler {
    if std.is_cxx() { Compiler::gxx().expect("the test has asked for it") } else { Compiler::gcc() }
}

fn strict<'a>(std: Std, flags: &[&'a str]) -> Vec<&'a str> {
    let own = [flag(std)].into_iter().chain(STRICT).chain((!std.is_cxx()).then_some(STRICT_C));
    own.chain(flags.iter().copied()).collect()
}

fn demand<T>(done: Result<T, Rejected>, std: Std, output: &Output) -> T {
    done.unwrap_or_else(|rejected| panic!("{}\n{}: {rejected}", output.text(), std.name()))
}

/// Whether the headers of the library are there for 32 bits (Debian: gcc-multilib); reports that the test is skipped if not.
pub fn has_32_bit_headers() -> bool {
    let probe = [("test.c", "#include <stdio.h>\n")];
    let found = Compiler::gcc().check(&probe, &["-m32"]).is_ok();
    if !found {
        test_support::skip("gcc -m32 finds no <stdio.h>");
    }
    found
}

/// The strict compiler accepts each file.
pub fn accepts(std: Std, output: &Output) {
    accepts_for(std, "-m64", output);
}

/// The same for another target: code is made for it, but not run.
pub fn accepts_for(std: Std, target: &str, output: &Output) {
    demand(compiler(std).check(&files(output), &strict(std, &[target])), std, output);
}

/// What the program prints, which has to end well.
pub fn run(std: Std, flags: &[&str], output: &Output, args: &[&str]) -> String {
    let built = compiler(std).build(&files(output), &strict(std, flags));
    demand(built, std, output).run(args).text()
}

/// The same for text that is not the printer's.
pub fn text(text: String) -> Output {
    Output { files: vec![SourceFile { name: "test.c".to_owned(), text }] }
}
