//! `--target`, the same for all verbs.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ir::Target;

/// Takes the names of targets, and lists them in help and in errors.
pub fn parser() -> impl TypedValueParser<Value = &'static Target> {
    PossibleValuesParser::new(Target::PRESETS.map(|target| target.name))
        .map(|name| Target::preset(&name).unwrap_or(&Target::LP64))
}
