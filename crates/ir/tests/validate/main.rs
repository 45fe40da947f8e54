//! For every kind of violation a tiny program that has exactly that one, and a twin that has none.

mod bench;
mod declarations;
mod expressions;
mod initialisers;
mod operators;
mod statements;
mod structure;
mod types;
mod vectors;
mod whole;

use assay_ir::validate::{Dialect, Rules, ViolationKind, validate, validate_with};
use bench::{Bench, Case, Twin};

fn all_cases() -> impl Iterator<Item = &'static Case> {
    let modules = [
        structure::CASES,
        types::CASES,
        declarations::CASES,
        expressions::CASES,
        operators::CASES,
        initialisers::CASES,
        statements::CASES,
        vectors::CASES,
    ];
    modules.into_iter().flatten()
}

fn kinds_of(case: &Case, twin: Twin, rules: Rules) -> Vec<ViolationKind> {
    let mut bench = Bench::new(twin);
    (case.1)(&mut bench);
    validate_with(&bench.p, rules).iter().map(|v| v.kind).collect()
}

#[test]
fn each_kind_has_a_case() {
    let missing: Vec<_> = ViolationKind::ALL.iter().filter(|k| !all_cases().any(|c| c.0 == **k)).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn each_bad_program_has_exactly_its_violation() {
    let wrong: Vec<String> = all_cases()
        .enumerate()
        .map(|(i, case)| (i, case, kinds_of(case, Twin::Bad, Rules::default())))
        .filter(|(_, case, found)| found != &[case.0])
        .map(|(i, case, found)| format!("case {i}: {:?} wanted, {found:?} found", case.0))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_good_twin_has_none() {
    let wrong: Vec<String> = all_cases()
        .map(|case| (case, kinds_of(case, Twin::Good, Rules::default())))
        .filter(|(_, found)| !found.is_empty())
        .map(|(case, found)| format!("twin of {:?}: {found:?}", case.0))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_dialect_waives_what_it_says() {
    for dialect in [Dialect::C17, Dialect::C23, Dialect::Gnu] {
        let rules = Rules { dialect, ..Rules::default() };
        for case in all_cases().filter(|case| case.0.is_waived(dialect)) {
            assert_eq!(kinds_of(case, Twin::Bad, rules), [], "{:?} in {dialect:?}", case.0);
        }
    }
}

#[test]
fn words_name_the_clause() {
    for kind in ViolationKind::ALL {
        let text = kind.to_string();
        assert!(kind.clause() == "ir" || text.contains(kind.clause()), "{text}");
    }
    let mut bench = Bench::new(Twin::Bad);
    (statements::CASES[0].1)(&mut bench);
    assert!(validate(&bench.p)[0].to_string().contains(": "));
}
