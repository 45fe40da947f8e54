//! Programs whose floating values are inexact: what they print is the same wherever rounding differs.

use assay_generate::{Aim, Check, Grown, Request, find_profile};
use ir::{BinaryOp, ExprKind, Target};
use std::collections::BTreeSet;
use test_support::Compiler;

fn grown(seed: u64, size: u32, one_in: u32, check: Check) -> Grown {
    let profile = find_profile("yarpgen-experimental").expect("it is there");
    let mut policy = profile.policy(Aim::WrongCode);
    policy.shape.size = size;
    (policy.types.inexact, policy.types.one_in) = (100, one_in);
    let request = Request { seed, target: Target::LP64, policy, swarm: true, check };
    profile.grow(&request).unwrap_or_else(|e| panic!("seed {seed}: {e}"))
}

fn text(grown: &Grown) -> String {
    emit::print(&grown.program, &emit::Options::default()).expect("it is C").text()
}

/// Growing itself checks that noise changes nothing; here it is seen that there is something to change.
#[test]
fn every_form_is_made_and_values_are_inexact() {
    machine::on_deep_stack(|| {
        let (mut forms, mut operators, mut touched) = (BTreeSet::new(), BTreeSet::new(), 0);
        for seed in 0..150 {
            let grown = grown(seed, 2500, 10_000, Check::Print);
            forms.extend(grown.stats.policies.keys().copied().filter(|name| name.starts_with("inexact")));
            let p = &grown.program;
            for (_, e) in p.exprs.iter().filter(|(_, e)| p.types.is_float(e.ty)) {
                if let ExprKind::Binary(op, ..) = e.kind {
                    operators.insert(format!("{op:?}"));
                }
            }
            touched += usize::from(needs_its_tolerance(&grown));
        }
        let all =
            ["assignment", "elements", "extremum", "recurrence", "sum"].map(|f| format!("inexact: {f}"));
        assert_eq!(forms.into_iter().collect::<Vec<_>>(), all);
        let all = [BinaryOp::Add, BinaryOp::Div, BinaryOp::Mul, BinaryOp::Sub].map(|op| format!("{op:?}"));
        assert_eq!(operators.into_iter().collect::<Vec<_>>(), all);
        assert!(touched >= 50, "only {touched} of 150 programs have inexact results");
    });
}

/// Whether the program prints something else under noise once its check is strict.
fn needs_its_tolerance(grown: &Grown) -> bool {
    let mut program = grown.program.clone();
    for id in program.floats.ids() {
        let format = program.target().float_format(program.floats[id].kind);
        let of = |n: i128| ir::arith::float::from_int(n, ir::IntType::signed(64), format).to_bits();
        if program.floats[id].bits == of(10_000) {
            program.floats[id].bits = of(1 << 62);
        }
    }
    !machine::is_stable(&program, &machine::Config::default(), &grown.expected)
}

#[test]
fn compilers_may_round_as_they_like() {
    machine::on_deep_stack(|| {
        for seed in 500..506 {
            let check = [Check::Print, Check::Assert, Check::Orange][seed as usize % 3];
            let grown = grown(seed, 1500, 10_000, check);
            for flags in [&["-O0", "-std=c11"][..], &["-O3"], &["-O3", "-ffast-math"]] {
                let printed = Compiler::gcc().output_of(&text(&grown), flags);
                assert_eq!(printed.as_bytes(), grown.expected, "seed {seed}, {flags:?}");
            }
        }
    });
}

/// Values that are wrong by more than the tolerance are noticed, by each check.
#[test]
fn what_is_far_off_is_noticed() {
    machine::on_deep_stack(|| {
        for (check, right) in [(Check::Print, None), (Check::Assert, Some("ok")), (Check::Orange, None)] {
            let mut noticed = 0;
            for seed in 0..30 {
                let grown = grown(seed, 1500, 10_000, check);
                let mut program = grown.program.clone();
                if scaled(&mut program) {
                    let (_, mut ran) = machine::run(&program, machine::Config::default());
                    noticed += usize::from(ran.take_output() != grown.expected);
                }
                assert!(right.is_none_or(|right| grown.expected.starts_with(right.as_bytes())));
            }
            // Some have no such input, or never read it.
            assert!(noticed >= 6, "{check:?}: only {noticed} of 30");
        }
    });
}

/// Makes the inputs a thousandth larger, which is ten times the tolerance.
fn scaled(p: &mut ir::Program) -> bool {
    let inits: Vec<_> = p.globals.iter().filter_map(|v| p.vars[*v].init).collect();
    let mut changed = false;
    for init in inits {
        if let ir::Init::Expr(e) = p.inits[init]
            && let ExprKind::Float(lit) = p.exprs[e].kind
        {
            let format = p.target().float_format(p.floats[lit].kind);
            let of = |n: i128| ir::arith::float::from_int(n, ir::IntType::signed(64), format);
            let value = ir::arith::float::Float::from_bits(format, p.floats[lit].bits);
            let larger = ir::arith::float::div(ir::arith::float::mul(value, of(1001)), of(1000));
            p.floats[lit].bits = larger.to_bits();
            changed = true;
        }
    }
    changed
}
