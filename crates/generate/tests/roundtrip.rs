//! Printing and reading is a fixed point: what is read back prints as before, and does as before.

use assay_generate::{Aim, Check, Grown, PROFILES, Policy, Profile, Request};
use ir::{Builtin, ExprId, ExprKind, GuardStyle, IntKind, Program, Target, Ty};
use machine::{Config, Outcome};
use std::ops::Range;
use test_support::Compiler;

/// Smaller than by default, so that there can be more of them.
const SMALL: u32 = 3000;

const STYLES: [GuardStyle; 3] = [GuardStyle::Inline, GuardStyle::Function, GuardStyle::Macro];

fn grown(seed: u64, profile: &dyn Profile, policy: Policy) -> Grown {
    let request =
        Request { seed, target: Target::LP64, policy, swarm: profile.is_swarmed(), check: Check::Print };
    profile.grow(&request).unwrap_or_else(|error| panic!("{profile:?}, seed {seed}: {error}"))
}

fn print(p: &Program) -> String {
    emit::print(p, &emit::Options::default()).expect("it can be printed").text()
}

fn preprocess(text: &str) -> String {
    Compiler::gcc().preprocess_text(text, &[]).expect("gcc reads it")
}

fn read_back(seed: u64, text: &str) -> Program {
    let unit = read::read(&preprocess(&read::keep_macros(text)), Target::LP64);
    let program = unit.unwrap_or_else(|error| panic!("seed {seed}: {error}")).program;
    let violations = ir::validate::validate(&program);
    assert!(violations.is_empty(), "seed {seed}: {:?}", violations.first());
    program
}

/// The same program with all its guards in one style.
fn in_style(p: &Program, wanted: GuardStyle) -> Program {
    let mut p = p.clone();
    let guards: Vec<ExprId> = p.exprs.ids().collect();
    for e in guards {
        if let ExprKind::Guard(inner, _) = p.exprs[e].kind {
            p.set_expr(e, ExprKind::Guard(inner, wanted), p.exprs[e].ty);
        }
    }
    p
}

/// What the macro for `__builtin_assume` becomes for a compiler that has no such thing.
fn spell_out_assumptions(p: &mut Program) {
    let assumed = |p: &Program, e: ExprId| match p.exprs[e].kind {
        ExprKind::Call { callee, args } => match p.exprs[callee].kind {
            ExprKind::Func(f) if p.funcs[f].builtin == Some(Builtin::BuiltinAssume) => Some(p.args(args)[0]),
            _ => None,
        },
        _ => None,
    };
    let calls: Vec<(ExprId, ExprId)> = p.exprs.ids().filter_map(|e| Some((e, assumed(p, e)?))).collect();
    for (call, arg) in calls {
        let cond = match p.exprs[arg].kind {
            ExprKind::Convert(inner) => inner,
            _ => arg,
        };
        let zero = p.int_lit(0, IntKind::Int);
        let then = p.push_expr(ExprKind::Cast(zero), Ty::VOID);
        let unreachable = p.builtin(Builtin::BuiltinUnreachable);
        let els = p.call_func(unreachable, &[]).expect("it has no parameters");
        p.set_expr(call, ExprKind::Cond { cond, then, els }, Ty::VOID);
    }
}

fn assert_same(seed: u64, first: &str, second: &str) {
    let differing = first.lines().zip(second.lines()).find(|(a, b)| a != b);
    assert!(first == second, "seed {seed}: {differing:#?}");
}

/// Once as it is grown, and once in one of the styles of guards; whether there were macros.
fn round_trip(seed: u64, profile: &dyn Profile, policy: Policy) -> bool {
    let grown = grown(seed, profile, policy);
    let style = STYLES[seed as usize % STYLES.len()];
    let mut macros = false;
    // The preprocessor expands the macro for assumptions, so that they come back spelled out.
    let mut as_grown = grown.program.clone();
    spell_out_assumptions(&mut as_grown);
    for program in [&as_grown, &in_style(&as_grown, style)] {
        let first = print(program);
        macros |= first.contains("#define GUARD_");
        let read = read_back(seed, &first);
        assert_same(seed, &first, &print(&read));
        assert_runs(seed, &read, &grown.expected);
    }
    macros
}

fn assert_runs(seed: u64, p: &Program, expected: &[u8]) {
    let (outcome, machine) = machine::run(p, Config::default());
    assert_eq!(outcome, Outcome::Finished { exit_code: 0 }, "seed {seed}");
    assert_eq!(machine.output(), expected, "seed {seed}");
}

/// How many of the programs had guards that are macros. Some profiles have no guards.
fn round_trips(seeds: Range<u64>, profile: &dyn Profile, policy: &Policy) -> usize {
    let trips = || seeds.filter(|seed| round_trip(*seed, profile, policy.clone())).count();
    machine::on_deep_stack(trips)
}

#[test]
fn small_programs() {
    let mut macros = 0;
    for profile in PROFILES {
        let mut policy = profile.policy(Aim::WrongCode);
        policy.shape.size = SMALL;
        macros += round_trips(0..32, profile, &policy);
    }
    assert!(macros > 0, "no program has a guard that is a macro");
}

#[test]
#[ignore = "takes minutes"]
fn programs_of_the_default_size() {
    let trips = |profile: &dyn Profile| round_trips(1000..1500, profile, &profile.policy(Aim::WrongCode));
    assert!(PROFILES.iter().copied().map(trips).sum::<usize>() > 0, "no program has a guard that is a macro");
}
