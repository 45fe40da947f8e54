//! The table of repairs: what would go wrong, and by which names the statistics count what is done about it. A census over
//! many seeds must see each of them.

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct RepairRow {
    /// What would have been undefined.
    pub about: &'static str,
    /// For a site that is evaluated for the first time.
    pub first: &'static [&'static str],
    /// For one with a history.
    pub later: &'static [&'static str],
}

const fn row(
    about: &'static str,
    first: &'static [&'static str],
    later: &'static [&'static str],
) -> RepairRow {
    RepairRow { about, first, later }
}

pub const REPAIRS: &[RepairRow] = &[
    row(
        "signed overflow",
        &["flip", "flip-compound", "flip-negation", "flip-increment", "insert-left"],
        &["guard", "guard-compound", "guard-increment", "unsigned-lanes"],
    ),
    row("division", &["flip", "flip-divisor", "insert-divisor"], &["guard", "guard-compound"]),
    row("shift", &["insert-count", "shrink-left"], &["guard", "guard-compound"]),
    row("array index", &["another-index"], &["index-modulo"]),
    row("pointer arithmetic", &["another-offset"], &["exclude-pointer"]),
    row("null pointer", &["another-pointer"], &["null-guard", "null-guard-once", "null-read", "null-write"]),
    row("pointer to a dead object", &[], &["scope-end-reset", "static-pointee"]),
    row("uninitialised read", &["another-variable"], &["initialise"]),
    row("jump past an initialiser", &["another-variable"], &["hoist-declaration"]),
    row("order of operands", &["replace-operand"], &["sequence-operands"]),
    row(
        "inexact floating point",
        &["float-flip", "float-negation", "float-zero"],
        &["float-guard", "float-bound", "float-compound"],
    ),
    row("loop past its budget", &[], &["fuel"]),
    row(
        "broken promise",
        &[],
        &[
            "withdraw-unreachable",
            "withdraw-assume",
            "withdraw-noreturn",
            "withdraw-pure",
            "withdraw-const",
            "withdraw-nonnull",
            "withdraw-returns-nonnull",
            "withdraw-malloc",
            "withdraw-alignment",
            "withdraw-elements",
            "withdraw-restrict",
        ],
    ),
];
