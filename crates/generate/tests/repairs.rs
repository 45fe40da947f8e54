//! The rule of repairs by programs: `tests/repairs/KIND.c` does something undefined, at a site that has mostly been evaluated
//! before. The generator repairs it, in this way and no other, and everything printed until then is printed as before.
//! `KIND.after.c` is what the program has become; `ASSAY_BLESS=1` writes it anew.

use assay_generate::{
    Aim, Check, Choice, GrowError, Grown, Host, Policy, Proof, RepairKind, Request, Stream, find_profile,
    regrow,
};
use ir::{Program, Target};
use machine::{Cold, Config, Machine, Outcome};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repairs")
}

/// A run of `entry`, with what it has printed.
fn ran(p: &Program) -> (Outcome, Machine<Cold<'_>>, Vec<u8>) {
    let mut machine = Machine::new(Cold(p), Config::default());
    let outcome = machine.run_function(p.func_named("entry").expect("the program has an entry"));
    let printed = machine.take_output();
    (outcome, machine, printed)
}

/// The policy of a file: the default one, with what its first line says, as in `[repairs] around_null = 0, flip = 0`.
fn policy(text: &str) -> Policy {
    let mut policy = Policy::default();
    if let Some(line) = text.lines().next().and_then(|line| line.strip_prefix("// policy: ")) {
        let (section, knobs) = line.split_once("] ").expect("a section, and knobs");
        policy.overlay(&format!("{section}]\n{}", knobs.replace(", ", "\n"))).expect("the knobs are there");
    }
    policy
}

fn check(kind: RepairKind) {
    let name = kind.name();
    let text = std::fs::read_to_string(folder().join(format!("{name}.c")));
    let text = text.unwrap_or_else(|error| panic!("{name}.c: {error}"));
    let before = read::read(&text, Target::LP64).unwrap_or_else(|error| panic!("{name}.c: {error}")).program;
    let (outcome, machine, printed) = ran(&before);
    assert!(matches!(outcome, Outcome::Undefined(_)), "{name}.c: {outcome:?}");
    assert!(!printed.is_empty(), "{name}.c prints nothing before it fails");
    let entry = before.func_named("entry").expect("it was run");
    let host = Host { program: &before, entry, steps: machine.steps() + 10_000, record: &machine.observed };
    let grown = regrow(&host, &[], &policy(&text), Choice::new(1, Stream::Mutation, 0));
    let grown = grown.unwrap_or_else(|error| panic!("{name}.c: {error}"));
    let kinds: Vec<&str> = grown.stats.repairs.keys().map(|kind| kind.name()).collect();
    assert_eq!(kinds, [name], "{name}.c");
    let (outcome, machine, after) = ran(&grown.program);
    assert!(matches!(outcome, Outcome::Finished { .. }), "{name}.c is undefined still: {outcome:?}");
    assert!(after.starts_with(&printed), "{name}.c prints something else before the site fails");
    assert_eq!(machine.finals(), grown.finals, "{name}.c leaves other values when it is run from its start");
    let now = emit::print(&grown.program, &emit::Options::default()).expect("it can be printed").text();
    let file = folder().join(format!("{name}.after.c"));
    if std::env::var_os("ASSAY_BLESS").is_some() {
        std::fs::write(&file, &now).expect("the file can be written");
    }
    let wanted = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(wanted, now, "{name}.c becomes something else; if it is to, run the test with ASSAY_BLESS=1");
}

/// Each kind that a program can show has one.
#[test]
fn programs_print_what_they_printed() {
    machine::on_deep_stack(|| {
        let kinds = RepairKind::ALL.iter().copied().filter(|kind| kind.proof() == Proof::Program);
        let names: BTreeSet<&str> = kinds.clone().map(RepairKind::name).collect();
        for file in std::fs::read_dir(folder()).expect("the folder is there").flatten() {
            let file = file.file_name().into_string().expect("a plain name");
            let name = file.trim_end_matches(".c").trim_end_matches(".after");
            assert!(names.contains(name), "{file} is for no kind of repair that programs show");
        }
        kinds.for_each(check);
    });
}

/// A program of a profile. It has been run from its start, where every value was compared, unless it is only to be compiled.
fn grown(profile: &str, aim: Aim, seed: u64) -> Option<Grown> {
    let profile = find_profile(profile).expect("the profile is there");
    let policy = profile.policy(aim);
    let (target, swarm) = (Target::LP64, profile.is_swarmed());
    match profile.grow(&Request { seed, target, policy, swarm, check: Check::Print }) {
        Ok(grown) => Some(grown),
        Err(GrowError::GaveUp(..)) => None,
        Err(error) => panic!("seed {seed}: {error}"),
    }
}

/// What needs blocks and variables that the generator has made itself is shown by programs that grow.
#[test]
fn programs_that_grow_show_the_others() {
    machine::on_deep_stack(|| {
        let others = RepairKind::ALL.iter().copied().filter(|kind| kind.proof() == Proof::Growth);
        let mut left: BTreeSet<RepairKind> = others.collect();
        for seed in 0..400 {
            for (profile, aim) in
                [("default", Aim::WrongCode), ("edge", Aim::WrongCode), ("edge", Aim::Crash)]
            {
                let seen = grown(profile, aim, seed).map(|grown| grown.stats.repairs).unwrap_or_default();
                left.retain(|kind| !seen.contains_key(kind));
            }
            if left.is_empty() {
                return;
            }
        }
        panic!("{left:?} are never seen");
    });
}
