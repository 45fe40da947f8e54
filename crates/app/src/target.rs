//! `--target`, the same for all verbs.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ir::Target;

/// Takes the names of targets, and lists them in help and in errors.
pub fn parser() -> impl TypedValueParser<Value = &'static Target> {
    PossibleValuesParser::new(Target::PRESETS.map(|target| target.name))
        .map(|name| Target::preset(&name).unwrap_or(&Target::LP64))
}

/// What stands for each, in a line.
const ABOUT: [(&str, &str); 8] = [
    ("lp64", "x86-64 Linux and its kin: long and pointers of 64 bits"),
    ("llp64", "64-bit Windows: long of 32 bits, pointers of 64"),
    ("ilp32", "32-bit x86 Linux: int, long and pointers of 32 bits"),
    ("ip16", "small controllers: int and pointers of 16 bits"),
    ("aarch64", "64-bit Arm Linux: char without a sign"),
    ("arm", "32-bit Arm Linux: char without a sign"),
    ("riscv64", "64-bit RISC-V Linux: char without a sign"),
    ("s390x", "IBM Z: 64 bits, the highest byte first"),
];

/// The targets, with a line each.
pub fn about() -> impl Iterator<Item = (&'static str, &'static str)> {
    Target::PRESETS.into_iter().map(|target| {
        let row = ABOUT.iter().find(|(name, _)| *name == target.name);
        (target.name, row.map_or("", |(_, about)| about))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_target_has_its_line() {
        assert!(super::about().all(|(_, about)| !about.is_empty()));
    }
}
