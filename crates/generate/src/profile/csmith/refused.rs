//! Csmith's options that Assay does not have, each with the reason or with what to use instead: a user who gives one is told
//! that, rather than that it is unknown.

/// An option of Csmith's that is refused.
pub struct Refused {
    /// The option.
    pub name: &'static str,
    /// One sentence, which goes on after the option's name.
    pub why: &'static str,
}

const fn no(name: &'static str, why: &'static str) -> Refused {
    Refused { name, why }
}

const EXHAUSTIVE: &str = "belongs to Csmith's exhaustive mode, which is not here";
const DELTA: &str = "is about reduction: use `assay reduce`";
const RESEARCH: &str = "writes for a tool of Csmith's authors, and is not here";
const BUILTINS: &str = "is about compiler builtins, which this profile has none of: use --profile default";
const SPLIT: &str = "is written as --layout split -o DIR here";
const PROBABILITIES: &str = "is written as --print-policy here, which prints TOML";
const MACHINE: &str = "shows the state while the program runs: use `assay run`";
const WRAPPERS: &str =
    "drops guards that are not needed: use --profile edge, which knows them by running the program";

/// All options of Csmith that are refused.
pub const REFUSED: &[Refused] = &[
    no("no-argc", "is not possible: the program prints every variable when it is given an argument"),
    no("nomain", "is not possible: the program's result is known only as a whole"),
    no("no-global-variables", "is not possible: the result of a program is what its global variables hold"),
    no("builtins", BUILTINS),
    no("enable-builtin-kinds", BUILTINS),
    no("disable-builtin-kinds", BUILTINS),
    no("builtin-function-prob", BUILTINS),
    no("max-split-files", SPLIT),
    no("split-files-dir", SPLIT),
    no("dfs-exhaustive", EXHAUSTIVE),
    no("expand-struct", EXHAUSTIVE),
    no("compact-output", EXHAUSTIVE),
    no("max-nested-struct-level", EXHAUSTIVE),
    no("struct-output", EXHAUSTIVE),
    no("prefix-name", EXHAUSTIVE),
    no("sequence-name-prefix", EXHAUSTIVE),
    no("compatible-check", EXHAUSTIVE),
    no("partial-expand", EXHAUSTIVE),
    no("msp", RESEARCH),
    no("ccomp", RESEARCH),
    no("splat", RESEARCH),
    no("klee", RESEARCH),
    no("crest", RESEARCH),
    no("coverage-test", RESEARCH),
    no("coverage-test-size", RESEARCH),
    no("func1_max_params", RESEARCH),
    no("enable-access-once", RESEARCH),
    no("delta-monitor", DELTA),
    no("delta-input", DELTA),
    no("delta-output", DELTA),
    no("go-delta", DELTA),
    no("no-delta-reduction", DELTA),
    no("reduce", DELTA),
    no("stop-by-stmt", DELTA),
    no("dump-default-probabilities", PROBABILITIES),
    no("dump-random-probabilities", PROBABILITIES),
    no(
        "probability-configuration",
        "is written as --policy FILE here, with the names that --print-policy shows",
    ),
    no("check-global", "is not needed: the program prints every variable when it is given an argument"),
    no("monitor-funcs", MACHINE),
    no("step-hash-by-stmt", MACHINE),
    no("identify-wrappers", WRAPPERS),
    no("safe-math-wrappers", WRAPPERS),
    no("mark-mutable-const", "marks constants for a tool that mutates them, and is not here"),
    no("match-exact-qualifiers", "is not here: a pointer to something const may take any address"),
    no("return-dead-pointer", "is not here: use --dangling-ptr-deref-prob"),
    no("strict-float", "is not here: integers and floats are converted into one another"),
];
