//! Which of the compilers that were found take the language that programs are written in. A compiler for C++ may be
//! there without a library for C++, and may know a standard by the name that it had before it was one.

use emit::Std;
use harness::{Compilation, Setup, Source, Toolchain};

const PROBE: &str = "#include <stdio.h>\n#include <array>\n#include <valarray>\n#include <vector>\n\
    int main() { std::vector<int> v(3); std::array<int, 2> a = {{0, 0}}; return v.at(0) + a[0]; }\n";

/// The flags with which a compiler takes programs in C++ of this standard; `None` if it takes none at all.
pub fn flags_for(
    setup: &Setup,
    toolchain: &Toolchain,
    std: Std,
) -> Result<Option<Vec<String>>, harness::Error> {
    let names = std::iter::once(std.name()).chain(old_name(std));
    let attempts = names.map(|name| vec![format!("-std={name}")]).chain([Vec::new()]);
    for flags in attempts {
        let probe = Source { name: "probe.cpp".to_owned(), text: PROBE.to_owned() };
        match setup.compile(toolchain, &flags, &[probe]) {
            Ok(compiled) if matches!(compiled.result, Compilation::Rejected { .. }) => {}
            Ok(_) => return Ok(Some(flags)),
            Err(harness::Error::Environment(_)) => return Ok(None),
            Err(harness::Error::Cancelled) => return Err(harness::Error::Cancelled),
        }
    }
    Ok(None)
}

fn old_name(std: Std) -> Option<&'static str> {
    match std {
        Std::Cxx14 => Some("c++1y"),
        Std::Cxx17 => Some("c++1z"),
        Std::Cxx20 => Some("c++2a"),
        Std::Cxx23 => Some("c++2b"),
        Std::C89 | Std::C99 | Std::C11 | Std::C17 | Std::C23 | Std::Cxx11 => None,
    }
}
