//! Programs of the profile `csmith` are as dense as Csmith's: within a factor of 1.5 for each figure.

use bench::density::FIGURES;
use bench::{Density, Part, Plan, Producer, producer};
use harness::Setup;
use std::time::Duration;

/// Csmith 2.3.0, seeds 1 to 120: `assay bench --only density --rows peer-csmith --programs 120`.
const CSMITH: [(&str, f64); 9] = [
    ("tokens", 65_661.0),
    ("statements", 258.4),
    ("globals", 122.6),
    ("pointer globals", 56.0),
    ("local pointers", 228.2),
    ("address-of", 1923.3),
    ("dereferences", 282.6),
    ("volatile refs", 52.9),
    ("for, % of stmts", 27.0),
];

fn density(producer: Producer, programs: u64) -> Density {
    let plan = Plan {
        parts: vec![Part::Density],
        budget: Duration::from_secs(600),
        programs,
        executed: 0,
        repetitions: 1,
        build: None,
        setup: Setup::default(),
    };
    let mut report = bench::run(&plan, &[producer], &mut |_| {}).expect("nothing is wrong");
    report.rows.remove(0).density.expect("asked for")
}

fn row(name: &str) -> Option<Producer> {
    producer::all().0.into_iter().find(|producer| producer.name() == name)
}

/// The figures that are away from the wanted ones by more than the factor.
fn away(density: &Density, factor: f64) -> Vec<String> {
    let wanted = |name: &str| CSMITH.iter().find(|(known, _)| *known == name).expect("a row each").1;
    FIGURES
        .iter()
        .map(|(name, figure)| (name, figure(density), wanted(name)))
        .filter(|(_, is, wanted)| *is > wanted * factor || *is < wanted / factor)
        .map(|(name, is, wanted)| format!("{name}: {is:.1} instead of {wanted:.1}"))
        .collect()
}

#[test]
fn the_profile_is_as_dense_as_csmith() {
    let ours = density(row("csmith").expect("a profile"), 50);
    assert_eq!(away(&ours, 1.5), Vec::<String>::new(), "{ours:?}");
    let each = |n: u64| n / ours.programs;
    assert!(each(ours.qualified_pointees) > 20, "{ours:?}");
}

/// Few programs, whose sizes differ by a factor of a hundred: this only says that both are counted in the same way.
#[test]
fn csmith_is_counted_as_it_was() {
    let Some(csmith) = row("peer-csmith") else {
        return test_support::skip("there is no csmith");
    };
    let theirs = density(csmith, 12);
    assert_eq!(theirs.unread, 0, "{theirs:?}");
    assert_eq!(away(&theirs, 2.2), Vec::<String>::new(), "{theirs:?}");
}
