//! The character of the profile `edge`: the seven relaxations and their bounds, guards that are not needed dropped, and
//! the seed string.

mod walk;

use assay_generate::{
    Aim, Check, Grown, Profile, RELAXATIONS, RepairKind, Request, SeedString, find_profile,
};
use ir::{ExprKind, Target};
use std::collections::BTreeMap;
use walk::{Walk, walk};

fn request(seed: u64, aim: Aim) -> Request {
    let policy = edge().policy(aim);
    Request { seed, target: Target::LP64, policy, swarm: false, check: Check::Print }
}

fn edge() -> &'static dyn Profile {
    find_profile("edge").expect("it is in the table")
}

fn grown(request: &Request) -> Grown {
    edge().grow(request).unwrap_or_else(|error| panic!("seed {}: {error}", request.seed))
}

/// A program with only this relaxation, at this rate.
fn relaxed(seed: u64, relaxation: usize, rate: u32) -> Grown {
    let mut rates = [0; 7];
    rates[relaxation] = rate;
    let mut request = request(seed, Aim::WrongCode);
    SeedString { seed, style: 0, rates }.apply(&mut request.policy);
    grown(&request)
}

fn text(grown: &Grown) -> String {
    emit::print(&grown.program, &emit::Options::default()).expect("it can be printed").text()
}

fn repairs(relaxation: usize, seeds: u64) -> BTreeMap<&'static str, u32> {
    let mut all = BTreeMap::new();
    for seed in 0..seeds {
        for (name, n) in relaxed(seed, relaxation, 100).stats.repairs {
            *all.entry(name.name()).or_default() += n;
        }
    }
    all
}

#[test]
fn the_seed_string_of_the_paper_is_understood() {
    let string: SeedString = "1621474906,2,0.8,0,0,0,0.3,0,0".parse().expect("it is one");
    assert_eq!(string, SeedString { seed: 1_621_474_906, style: 2, rates: [80, 0, 0, 0, 30, 0, 0] });
    assert_eq!(string.to_string(), "1621474906,2,0.8,0,0,0,0.3,0,0");
    for wrong in [
        "",
        "1",
        "1,3,0,0,0,0,0,0,0",
        "1,2,0,0,0,0,0,0",
        "1,2,0,0,0,0,0,0,1.5",
        "1,2,0,0,0,0,0,0,0,0",
        "x,2,0,0,0,0,0,0,0",
    ] {
        assert!(wrong.parse::<SeedString>().is_err(), "{wrong}");
    }
}

#[test]
fn a_program_and_its_seed_string_give_the_same_bytes() {
    machine::on_deep_stack(|| {
        for seed in 0..8 {
            let first = grown(&request(seed, Aim::WrongCode));
            let string = SeedString::of(seed, &first.policy);
            let parsed: SeedString = string.to_string().parse().expect("it prints what it reads");
            assert_eq!(parsed, string);
            let mut again = request(parsed.seed, Aim::WrongCode);
            parsed.apply(&mut again.policy);
            assert_eq!(text(&first), text(&grown(&again)), "seed {seed}: {string}");
        }
    });
}

#[test]
fn each_relaxation_is_drawn_half_of_the_time_and_within_its_bounds() {
    machine::on_deep_stack(|| {
        for aim in [Aim::WrongCode, Aim::Crash] {
            const PROGRAMS: u64 = 120;
            let (mut on, mut most, mut styles) = ([0; 7], [0; 7], BTreeMap::new());
            for seed in 0..PROGRAMS {
                let mut small = request(seed, aim);
                small.policy.shape.size = 1500;
                let string = SeedString::of(seed, &grown(&small).policy);
                *styles.entry(string.style).or_insert(0) += 1;
                for (i, rate) in string.rates.into_iter().enumerate() {
                    on[i] += u32::from(rate > 0);
                    most[i] = rate.max(most[i]);
                }
            }
            assert_eq!(styles.len(), 3, "{styles:?}");
            for (i, relaxation) in RELAXATIONS.iter().enumerate() {
                let bound = match aim {
                    Aim::WrongCode => relaxation.wrong_code,
                    Aim::Crash => relaxation.crash,
                };
                assert!(most[i] <= bound, "{}: {} of {bound}", relaxation.name, most[i]);
                let half = if bound == 0 { 0..1 } else { 40..80 };
                assert!(half.contains(&on[i]), "{}: {} of {PROGRAMS}", relaxation.name, on[i]);
            }
        }
    });
}

/// At the rate 1, in 40 programs.
#[test]
fn every_relaxation_has_places_to_act_on() {
    machine::on_deep_stack(|| {
        let kinds = [
            (0, "relaxed-null"),
            (1, "left-dangling"),
            (2, "relaxed-value"),
            (3, "relaxed-jump"),
            (4, "relaxed-index"),
            (4, "dead-index"),
            (5, "relaxed-parameter"),
        ];
        let few: Vec<String> = kinds
            .into_iter()
            .filter_map(|(relaxation, kind)| {
                let all = repairs(relaxation, 40);
                let made = all.get(kind).copied().unwrap_or(0);
                (made < 50).then(|| format!("{kind}: {made}, {all:?}"))
            })
            .collect();
        assert!(few.is_empty(), "{few:?}");
        let addresses =
            (0..10).map(|seed| walk(&relaxed(seed, 5, 0).program).parameter_addresses).sum::<usize>();
        assert_eq!(addresses, 0);
    });
}

#[test]
fn without_relaxations_it_is_the_program_of_csmith() {
    machine::on_deep_stack(|| {
        for seed in 0..12 {
            let mut plain = request(seed, Aim::WrongCode);
            SeedString { seed, style: 0, rates: [0; 7] }.apply(&mut plain.policy);
            plain.policy.manner.drop_unneeded = 0;
            let csmith = find_profile("csmith").expect("it is in the table");
            let theirs = Request { policy: csmith.policy(Aim::WrongCode), ..request(seed, Aim::WrongCode) };
            let theirs = csmith.grow(&theirs).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(text(&grown(&plain)), text(&theirs), "seed {seed}");
        }
    });
}

#[test]
fn only_crash_programs_have_conflicts() {
    machine::on_deep_stack(|| {
        let conflicts = |aim: Aim, rate: u32| -> usize {
            (0..8)
                .map(|seed| {
                    let mut request = request(seed, aim);
                    let rates = [0, 0, 0, 0, 0, 0, rate];
                    SeedString { seed, style: 0, rates }.apply(&mut request.policy);
                    walk(&grown(&request).program).conflicts
                })
                .sum()
        };
        assert_eq!(conflicts(Aim::WrongCode, 0), 0);
        assert!(conflicts(Aim::Crash, 100) > 0);
    });
}

/// The machine's verdict is that of the first thing that goes wrong; guards are kept, so that this is mostly a conflict.
#[test]
fn conflicts_of_crash_programs_are_live() {
    machine::on_deep_stack(|| {
        let (mut made, mut met) = (0, 0);
        for seed in 0..20 {
            let mut request = request(seed, Aim::Crash);
            request.policy.manner.drop_unneeded = 0;
            SeedString { seed, style: 0, rates: [0, 0, 0, 0, 0, 0, 60] }.apply(&mut request.policy);
            let grown = grown(&request);
            made += grown.stats.repairs.get(&RepairKind::LiveConflict).copied().unwrap_or(0);
            let violations = ir::validate::validate(&grown.program);
            assert!(violations.is_empty(), "seed {seed}: {}", violations[0]);
            let (outcome, _) = machine::run(&grown.program, machine::Config::default());
            let unsequenced = |found: &machine::Found| found.ub.name().contains("unsequenced");
            met += u32::from(matches!(&outcome, machine::Outcome::Undefined(found) if unsequenced(found)));
        }
        assert!(made > 100 && met > 8, "{made} made, met in {met} of 20 programs");
    });
}

#[test]
fn guards_that_never_step_in_are_dropped_and_the_others_stay() {
    machine::on_deep_stack(|| {
        let guards = |drop: u32| -> (usize, usize) {
            let mut all = Walk::default();
            for seed in 0..8 {
                let mut request = request(seed, Aim::WrongCode);
                request.policy.manner.drop_unneeded = drop;
                all.add(walk(&grown(&request).program));
            }
            (all.guards, all.raw)
        };
        let (kept, raw) = guards(0);
        let (needed, dropped) = guards(100);
        assert!(raw * 50 < kept, "{raw} of {kept} were raw before");
        // What is left is needed: the cold run of each program has shown that the others are not.
        assert!(needed > 0 && needed * 4 < kept, "{needed} of {kept}");
        assert!(dropped > kept / 2, "{dropped} of {kept}");
    });
}

#[test]
fn a_guard_that_is_needed_fires_without_it() {
    machine::on_deep_stack(|| {
        let mut undefined = 0;
        for seed in 0..8 {
            let mut request = request(seed, Aim::WrongCode);
            request.policy.manner.drop_unneeded = 100;
            let mut program = grown(&request).program;
            let live: Vec<_> = program
                .exprs
                .ids()
                .filter(|e| matches!(program.exprs[*e].kind, ExprKind::Guard(..)))
                .collect();
            for site in live {
                let ExprKind::Guard(inner, _) = program.exprs[site].kind else { continue };
                let (kind, ty) = (program.exprs[inner].kind, program.exprs[site].ty);
                program.set_expr(site, kind, ty);
            }
            let (outcome, _) =
                machine::run(&program, machine::Config { max_steps: 1 << 28, ..machine::Config::default() });
            undefined += u32::from(matches!(outcome, machine::Outcome::Undefined(_)));
        }
        assert!(undefined > 4, "{undefined} of 8");
    });
}

#[test]
fn indices_have_operators() {
    machine::on_deep_stack(|| {
        let mut all = Walk::default();
        (0..8).for_each(|seed| all.add(walk(&relaxed(seed, 4, 25).program)));
        assert!(all.operator_indices > 10, "{}", all.operator_indices);
    });
}

#[test]
fn undefined_behaviour_is_repaired_or_rejected_as_chosen() {
    machine::on_deep_stack(|| {
        let abandoned = |repair: bool| -> usize {
            (0..8)
                .map(|seed| {
                    let mut request = request(seed, Aim::WrongCode);
                    SeedString { seed, style: 0, rates: [20, 0, 10, 0, 5, 0, 0] }.apply(&mut request.policy);
                    request.policy.relax.repair = repair;
                    let grown = grown(&request);
                    assert!(repair || !grown.stats.repairs.contains_key(&RepairKind::NullGuard));
                    grown.abandoned.len()
                })
                .sum()
        };
        let (repaired, rejected) = (abandoned(true), abandoned(false));
        assert!(repaired <= 1, "{repaired}");
        assert!(rejected > 4, "{rejected}");
    });
}

#[test]
fn few_sub_seeds_are_given_up() {
    machine::on_deep_stack(|| {
        let mut abandoned = Vec::new();
        for seed in 0..50 {
            let grown = grown(&request(seed, Aim::WrongCode));
            abandoned.extend(grown.abandoned.iter().map(|why| format!("{seed}: {why}")));
            let violations = ir::validate::validate(&grown.program);
            assert!(violations.is_empty(), "seed {seed}: {}", violations[0]);
        }
        // A program has ten thousands of tokens, and is drawn again.
        assert!(abandoned.len() <= 8, "{abandoned:?}");
    });
}
