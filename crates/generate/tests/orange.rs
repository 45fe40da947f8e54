//! The character of the profile `orange`: what its programs consist of, that every row of its tables is seen, and that
//! compilers agree with the expected values.

use assay_generate::{Aim, Check, Grown, Policy, Profile, RepairKind, Request, Source, find_profile};
use ir::{ExprId, ExprKind, FloatKind, IntKind, Quals, Stmt, Storage, Target, Ty};
use std::collections::{BTreeMap, BTreeSet};
use test_support::Compiler;

fn orange() -> &'static dyn Profile {
    find_profile("orange").expect("the profile is there")
}

fn grown_with(seed: u64, check: Check, change: impl FnOnce(&mut Policy)) -> Grown {
    let mut policy = orange().policy(Aim::WrongCode);
    change(&mut policy);
    let request = Request { seed, target: Target::LP64, policy, swarm: orange().is_swarmed(), check };
    orange().grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// Small enough for many of them.
fn grown(seed: u64) -> Grown {
    grown_with(seed, Check::Print, |p| p.arithmetic.operations = 200)
}

fn text(grown: &Grown) -> String {
    emit::print(&grown.program, &emit::Options::default()).expect("it prints").text()
}

/// The right sides of the assignments to t-variables.
fn expressions(grown: &Grown) -> Vec<ExprId> {
    let p = &grown.program;
    let assigned = |stmt: &Stmt| {
        let Stmt::Expr(e) = *stmt else { return None };
        let ExprKind::Assign { lhs, rhs } = p.exprs[e].kind else { return None };
        let ExprKind::Var(var) = p.exprs[lhs].kind else { return None };
        p.name(p.vars[var].name).starts_with('t').then_some(rhs)
    };
    let entry = p.func_named("test").or(p.main()).expect("there is an entry");
    let body = p.funcs[entry].body.expect("it has a body");
    p.blocks[body].iter().filter_map(|s| assigned(&p.stmts[*s])).collect()
}

/// Every node of the tree with its depth in operators.
fn walk(grown: &Grown, e: ExprId, depth: u32, see: &mut impl FnMut(ExprId, u32)) {
    let own = u32::from(matches!(grown.program.exprs[e].kind, ExprKind::Binary(..) | ExprKind::Logic(..)));
    see(e, depth + own);
    let mut children = Vec::new();
    grown.program.for_each_child(e, |child| children.push(child));
    for child in children {
        walk(grown, child, depth + own, see);
    }
}

fn operators(grown: &Grown, e: ExprId) -> u32 {
    let mut count = 0;
    walk(grown, e, 0, &mut |e, _| {
        count += u32::from(matches!(grown.program.exprs[e].kind, ExprKind::Binary(..) | ExprKind::Logic(..)));
    });
    count
}

/// How many operations repairs have inserted: they have a K in their names.
fn inserted(grown: &Grown) -> u32 {
    grown.stats.repairs.iter().filter(|(kind, _)| kind.name().contains('K')).map(|(_, count)| count).sum()
}

#[test]
fn expressions_and_operators_are_as_many_as_asked_for() {
    machine::on_deep_stack(|| {
        for (expressions_wanted, size, depth) in
            [(1, 1, 1), (1, 10_000, 60), (10_000, 1, 60), (7, 31, 5), (40, 100, 7), (300, 20, 12)]
        {
            let grown = grown_with(u64::from(size), Check::Print, |p| {
                (p.arithmetic.expressions, p.arithmetic.operators) = (expressions_wanted, size);
                p.arithmetic.depth = depth;
            });
            let all = expressions(&grown);
            assert_eq!(all.len() as u32, expressions_wanted);
            let total: u32 = all.iter().map(|e| operators(&grown, *e)).sum();
            assert_eq!(total, expressions_wanted * size + inserted(&grown), "{expressions_wanted} of {size}");
            for e in all {
                let own = operators(&grown, e);
                let mut deepest = 0;
                walk(&grown, e, 0, &mut |_, depth| deepest = deepest.max(depth));
                // Only what was inserted makes an expression larger or deeper.
                assert!(own >= size && deepest <= depth + (own - size), "{deepest} deep");
            }
        }
    });
}

#[test]
fn drawn_counts_multiply_to_the_operations() {
    machine::on_deep_stack(|| {
        let mut counts = BTreeSet::new();
        for seed in 0..60 {
            let grown = grown_with(seed, Check::Print, |_| {});
            let a = &grown.policy.arithmetic;
            let product = a.expressions * a.operators;
            assert!((500..=1000).contains(&product), "{} of {}", a.expressions, a.operators);
            counts.insert(a.expressions);
        }
        assert!(counts.len() > 20 && *counts.first().unwrap() < 8 && *counts.last().unwrap() > 250);
    });
}

/// Programs are expressions of variables, and nothing else.
#[test]
fn programs_have_all_variables_and_operators_and_nothing_else() {
    machine::on_deep_stack(|| {
        let mut classes = BTreeSet::new();
        let mut types = BTreeSet::new();
        let mut tokens = BTreeSet::new();
        for seed in 0..200 {
            let grown = grown(seed);
            assert!(grown.abandoned.is_empty(), "seed {seed}: {:?}", grown.abandoned);
            let violations = ir::validate::validate(&grown.program);
            assert!(violations.is_empty(), "seed {seed}: {}", violations[0]);
            let p = &grown.program;
            for (_, var) in p.vars.iter() {
                let letter = p.name(var.name).chars().next().unwrap_or(' ');
                if matches!(letter, 'x' | 't' | 'k') && var.storage != Storage::Param {
                    let quals = var.ty.quals();
                    let quals = (quals.has(Quals::CONST), quals.has(Quals::VOLATILE));
                    classes.insert((letter, var.owner.is_some(), var.storage == Storage::Static, quals));
                    types.insert(p.types.canonical(var.ty).unqualified());
                }
            }
            for e in expressions(&grown) {
                walk(&grown, e, 0, &mut |e, _| match p.exprs[e].kind {
                    ExprKind::Binary(op, ..) => drop(tokens.insert(op.token())),
                    ExprKind::Logic(op, ..) => drop(tokens.insert(op.token())),
                    ExprKind::Var(_) | ExprKind::Convert(_) | ExprKind::Cast(_) => {}
                    other => panic!("seed {seed}: {other:?} in an expression"),
                });
            }
        }
        let ours = "+ - * / % << >> == != < <= > >= & | && ||";
        assert_eq!(tokens, ours.split(' ').collect());
        let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
        let mut wanted: BTreeSet<Ty> =
            kinds.into_iter().flat_map(|k| [Ty::int(k), Ty::int(k.to_unsigned())]).collect();
        wanted.extend([FloatKind::Float, FloatKind::Double, FloatKind::LongDouble].map(Ty::float));
        assert_eq!(types, wanted);
        // Global or local, static or not; of x: const, volatile, both or neither; of t, volatile or not; of k, const or not.
        let of = |letter: char| classes.iter().filter(|(l, ..)| *l == letter).count();
        assert_eq!((of('x'), of('t'), of('k')), (16, 8, 8), "{classes:?}");
    });
}

#[test]
fn each_row_of_the_tables_is_seen() {
    machine::on_deep_stack(|| {
        let mut seen: BTreeMap<RepairKind, u32> = BTreeMap::new();
        for seed in 0..150 {
            let flipping = grown_with(seed, Check::Print, |_| {});
            let inserting = grown_with(seed, Check::Print, |p| p.repairs.flip = 0);
            for (kind, count) in flipping.stats.repairs.iter().chain(&inserting.stats.repairs) {
                *seen.entry(*kind).or_default() += count;
            }
            let flips =
                |grown: &Grown| grown.stats.repairs.keys().filter(|kind| !kind.name().contains('K')).count();
            assert_eq!(flips(&inserting), 0, "seed {seed}: {:?}", inserting.stats.repairs);
        }
        for kind in RepairKind::ALL.iter().filter(|kind| kind.source() == Source::Orange) {
            assert!(seen.remove(kind).is_some(), "`{}` was never seen", kind.name());
        }
        assert!(seen.is_empty(), "other repairs: {seen:?}");
    });
}

/// Flipping spares insertions, as in the paper's table 6.
#[test]
fn flipping_inserts_less() {
    machine::on_deep_stack(|| {
        let (mut flipped, mut plain) = (0, 0);
        for seed in 0..100 {
            let integers = |p: &mut Policy| p.types.float = 0;
            flipped += inserted(&grown_with(seed, Check::Print, integers));
            plain += inserted(&grown_with(seed, Check::Print, |p| {
                integers(p);
                p.repairs.flip = 0;
            }));
        }
        assert!(flipped > 0 && flipped * 20 < plain * 19, "{flipped} and {plain}");
    });
}

const CONFIGURATIONS: [&[&str]; 4] = [
    &["-O0", "-std=c11", "-pedantic-errors"],
    &["-O2"],
    &["-O3"],
    &["-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"],
];

#[test]
fn compilers_agree_with_the_expected_values() {
    machine::on_deep_stack(|| {
        for seed in 1000..1008 {
            let check = if seed % 2 == 0 { Check::Print } else { Check::Assert };
            let grown = grown_with(seed, check, |p| p.arithmetic.operations = 200);
            for flags in CONFIGURATIONS {
                let printed = Compiler::gcc().output_of(&text(&grown), flags);
                assert_eq!(printed.as_bytes(), grown.expected, "seed {seed}, {flags:?}");
            }
        }
    });
}

#[test]
fn marks_are_printed_as_in_the_paper() {
    machine::on_deep_stack(|| {
        for seed in 2000..2004 {
            let grown = grown_with(seed, Check::Orange, |p| {
                (p.arithmetic.expressions, p.arithmetic.operators) = (5, 20);
            });
            assert_eq!(grown.expected, b"@OK@".repeat(5));
            let text = text(&grown);
            assert_eq!(Compiler::gcc().output_of(&text, &["-O2"]).as_bytes(), grown.expected);
            let wrong = text.replacen("if (t2 == ", "if (t2 != ", 1);
            assert_ne!(text, wrong);
            assert_eq!(Compiler::gcc().output_of(&wrong, &["-O2"]), "@OK@@OK@@NG@@OK@@OK@");
        }
    });
}
