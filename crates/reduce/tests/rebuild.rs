//! A rebuilt program is the same program: without edits the text stays, and each edit does what it says.

use emit::{Options, print};
use generate::{Aim, Check, PROFILES, Request};
use ir::validate::validate;
use ir::{Program, Target};
use reduce::edit::{Edit, Whole};
use reduce::rebuild::rebuild;

fn text(p: &Program) -> String {
    print(p, &Options::default()).expect("it prints").text()
}

fn grown(seed: u64) -> Option<Program> {
    let profile = PROFILES[0];
    let mut policy = profile.policy(Aim::WrongCode);
    policy.shape.size = 1500;
    let request =
        Request { seed, target: Target::LP64, policy, swarm: profile.is_swarmed(), check: Check::Print };
    profile.grow(&request).ok().map(|grown| grown.program)
}

#[test]
fn without_edits_nothing_changes() {
    let mut compared = 0;
    for program in (0..12).filter_map(grown) {
        let copy = rebuild(&program, &[]).expect("no edit can be refused");
        assert_eq!(validate(&copy), [], "{}", text(&copy));
        let again = rebuild(&copy, &[]).expect("no edit can be refused");
        assert_eq!(text(&copy), text(&again));
        let run = |p: &Program| machine::run(p, machine::Config::default()).1.take_output();
        assert_eq!(run(&program), run(&copy));
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

/// These never change what a program does.
#[test]
fn looks_are_only_looks() {
    let edits = [Whole::PlainTypes, Whole::CalleesFirst, Whole::Decimal, Whole::ShortNames].map(Edit::Whole);
    for program in (0..8).filter_map(grown) {
        let run = |p: &Program| machine::run(p, machine::Config::default()).1.take_output();
        let copy = rebuild(&program, &edits).expect("it can be done to every program");
        assert_eq!(validate(&copy), [], "{}", text(&copy));
        assert_eq!(run(&program), run(&copy), "{}", text(&copy));
    }
}
