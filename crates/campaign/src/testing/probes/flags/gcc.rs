//! GCC lists its optimisations and parameters itself.

use harness::{Setup, Toolchain, inquire};

use super::owned;

/// Beside those that are listed.
const MORE: [&str; 14] = [
    "-g",
    "-fPIC",
    "-fPIE",
    "-flto",
    "-fwrapv",
    "-fno-builtin",
    "-fno-strict-aliasing",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-common",
    "-fzero-call-used-regs=used",
    "-fno-math-errno",
    "-fprofile-generate",
    "-fprofile-use",
];

/// Parts of the names of what changes the meaning of programs, needs something beside the program, or has nothing to do with
/// the code: arithmetic that is not C's, other layouts of types and calls, profiles, instrumentation, messages.
const NOT_THESE: [&str; 46] = [
    "associative-math",
    "finite-math",
    "fast-math",
    "unsafe-math",
    "reciprocal-math",
    "signed-zeros",
    "trapping-math",
    "cx-",
    "single-precision",
    "excess-precision",
    "fp-contract",
    "trapv",
    "pack-struct",
    "short-enums",
    "short-wchar",
    "struct-return",
    "strict-volatile-bitfields",
    "strict-enums",
    "rtti",
    "threadsafe-statics",
    "stack-check",
    "stack-limit",
    "split-stack",
    "patchable",
    "live-patching",
    "profile",
    "branch-probabilities",
    "vpt",
    "opt-info",
    "optimization-record",
    "var-tracking",
    "parallelize",
    "unconstrained-commons",
    "semantic-interposition",
    "lifetime-dse",
    "sched-verbose",
    "toggle",
    "openmp",
    "graphite",
    "fp-int-builtin",
    "gc-roots",
    "asan",
    "printf-return",
    "stalled-insns",
    "strub",
    "dangerous",
];

/// Parameters about other things than optimising, those that cost much time, and those that must be powers of two.
const NOT_THESE_PARAMETERS: [&str; 30] = [
    "asan",
    "tsan",
    "sanitize",
    "analyzer",
    "graphite",
    "ggc",
    "hash-table",
    "cxx",
    "gimple-fe",
    "profile",
    "lto",
    "cache",
    "interference",
    "parloops",
    "openacc",
    "mode",
    "debug",
    "var-tracking",
    "ssp",
    "stack-clash",
    "stack-frame",
    "verify",
    "logical-op",
    "align",
    "tm-",
    "uninit",
    "vartrack",
    "use-after",
    "pagesize",
    "uninlined",
];

pub(super) fn flags(setup: &Setup, toolchain: &Toolchain) -> Result<Vec<String>, harness::Error> {
    let mut all = owned(&MORE);
    all.extend(optimisations(&inquire::ask(setup, toolchain, &["-O2", "-Q", "--help=optimizers"])?));
    all.extend(parameters(&inquire::ask(setup, toolchain, &["-O2", "-Q", "--help=params"])?));
    all.sort();
    all.dedup();
    Ok(all)
}

/// `  -fdce   [enabled]` gives `-fno-dce`, what is disabled or depends gives `-fdce`; `  -fira-region=[one|all|mixed]  one` the
/// other values.
fn optimisations(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        let (flag, state) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let state = state.trim();
        let Some(name) =
            flag.strip_prefix("-f").filter(|name| !NOT_THESE.iter().any(|part| name.contains(part)))
        else {
            continue;
        };
        match name.split_once('=') {
            None if state == "[enabled]" => all.push(format!("-fno-{name}")),
            None if state == "[disabled]" || state.is_empty() => all.push(format!("-f{name}")),
            None => {}
            Some((name, values)) => {
                let Some(values) = values.strip_prefix('[').and_then(|values| values.strip_suffix(']'))
                else {
                    continue;
                };
                let others = values.split('|').filter(|value| *value != state);
                all.extend(others.map(|value| format!("-f{name}={value}")));
            }
        }
    }
    all
}

/// `  --param=vrp1-mode=[...]` has no number; `  --param=max-peel-times=<0,16>  8` gives 1, 4 and 16, within the range.
fn parameters(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for line in text.lines() {
        let Some((name, state)) = line.trim().strip_prefix("--param=").and_then(|rest| rest.split_once('='))
        else {
            continue;
        };
        let (range, default) = state.split_once(char::is_whitespace).unwrap_or(("", state));
        let Ok(default) = default.trim().parse::<u64>() else { continue };
        if NOT_THESE_PARAMETERS.iter().any(|part| name.contains(part)) {
            continue;
        }
        let bounds = range.strip_prefix('<').and_then(|range| range.strip_suffix('>')?.split_once(','));
        let (least, most) = bounds
            .and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)))
            .unwrap_or((1, u64::from(u32::MAX >> 1)));
        let mut values = vec![least.max(1).min(most), default / 2, default * 2];
        values.retain(|value| (least..=most).contains(value) && *value != default && *value > 0);
        values.sort_unstable();
        values.dedup();
        all.extend(values.iter().map(|value| format!("--param={name}={value}")));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let help = "The following options control optimizations:\n  -O<number>      \n  -fdce     \t\t[enabled]\n  \
                    -fdse  \t[disabled]\n  -ffast-math \t\n  -fira-region=[one|all|mixed] \tone\n  -falign-loops= \t16\n  \
                    -ftree-loop-if-convert      \t\t\n  -ffold-simple-inlines \t[available in C++, ObjC++]\n";
        let all = optimisations(help);
        assert_eq!(
            all,
            ["-fno-dce", "-fdse", "-fira-region=all", "-fira-region=mixed", "-ftree-loop-if-convert"]
        );
        let help = "  --param=max-peel-times=<0,16> \t8\n  --param=asan-stack=<0,1> \t1\n  --param=evrp-mode=  \tranger\n  \
                    --param=early-inlining-insns= \t6\n";
        let all = parameters(help);
        let names = [
            "max-peel-times=1",
            "max-peel-times=4",
            "max-peel-times=16",
            "early-inlining-insns=1",
            "early-inlining-insns=3",
            "early-inlining-insns=12",
        ];
        assert_eq!(all, names.map(|name| format!("--param={name}")));
    }
}
