//! Names that the printer and the checks invent.

use ir::{IntKind, Program};

/// A name of ours that the program does not use itself.
pub(crate) fn fresh(p: &Program, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    while p.names.find(&name).is_some() {
        name.push('_');
    }
    name
}

/// A type's name as a part of other names.
pub(crate) fn short_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "bool",
        IntKind::Char => "char",
        IntKind::SChar => "schar",
        IntKind::UChar => "uchar",
        IntKind::Short => "short",
        IntKind::UShort => "ushort",
        IntKind::Int => "int",
        IntKind::UInt => "uint",
        IntKind::Long => "long",
        IntKind::ULong => "ulong",
        IntKind::LongLong => "llong",
        IntKind::ULongLong => "ullong",
        IntKind::Int128 => "int128",
        IntKind::UInt128 => "uint128",
    }
}
