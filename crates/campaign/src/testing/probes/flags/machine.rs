//! Processors that code may be compiled for, since this one runs it: a compiler is asked what each of them has, and what this
//! one has. Where fused multiplication is among it, it must not be made of C's two operations: their results are known.

use std::collections::BTreeSet;

use harness::{Setup, inquire};

use crate::draw::configuration::Configuration;

const MACHINES: [&str; 26] = [
    "-march=native",
    "-march=x86-64-v2",
    "-march=x86-64-v3",
    "-march=x86-64-v4",
    "-march=core2",
    "-march=nehalem",
    "-march=sandybridge",
    "-march=haswell",
    "-march=skylake",
    "-march=skylake-avx512",
    "-march=icelake-server",
    "-march=sapphirerapids",
    "-march=znver2",
    "-march=znver4",
    "-mavx",
    "-mavx2",
    "-mavx512f",
    "-mavx512vl",
    "-mavx512bw",
    "-mbmi",
    "-mbmi2",
    "-mfma",
    "-msse3",
    "-msse4.1",
    "-msse4.2",
    "-mpopcnt",
];

/// Runs everywhere: it only chooses among instructions.
const TUNINGS: [&str; 8] = [
    "-mtune=generic",
    "-mtune=native",
    "-mtune=core2",
    "-mtune=haswell",
    "-mtune=skylake-avx512",
    "-mtune=znver3",
    "-mtune=silvermont",
    "-mtune=k8",
];

/// No product becomes part of a sum.
const NO_CONTRACTION: &str = "-ffp-contract=off";

/// Empty for a machine that is not this one.
pub(super) fn flags(setup: &Setup, one: &Configuration) -> Result<Vec<String>, harness::Error> {
    let own = features(setup, one, "-march=native")?;
    if own.is_empty() || !one.toolchain.runner.is_empty() {
        return Ok(Vec::new());
    }
    let mut all: Vec<String> = TUNINGS.iter().map(|&flag| flag.to_owned()).collect();
    for flag in MACHINES {
        let features = features(setup, one, flag)?;
        if !features.is_empty() && features.is_subset(&own) {
            let fuses = ["__FMA__", "__FMA4__", "__AVX512F__"].iter().any(|name| features.contains(*name));
            all.push(if fuses { format!("{flag} {NO_CONTRACTION}") } else { flag.to_owned() });
        }
    }
    Ok(all)
}

/// What a compiler defines for a processor, by the names of its extensions; nothing if it does not know the flag.
fn features(setup: &Setup, one: &Configuration, flag: &str) -> Result<BTreeSet<String>, harness::Error> {
    let words = [flag, "-w", "-dM", "-E", "-x", "c", "/dev/null"];
    let text = inquire::ask(setup, &one.toolchain, &words)?;
    if text.contains("error:") {
        return Ok(BTreeSet::new());
    }
    let name = |line: &str| {
        let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
        let is_feature = value == "1" && !name.chars().any(|c| c.is_ascii_lowercase());
        is_feature.then(|| name.to_owned())
    };
    Ok(text.lines().filter_map(name).collect())
}
