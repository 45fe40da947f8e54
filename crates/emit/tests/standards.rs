//! Every exhibit is accepted by a strict compiler in all five standards and both layouts, and gives the same result in all.

mod gcc;
mod zoo;

use assay_emit as emit;
use emit::{Layout, Options, Parens, Std, check};
use ir::Target;
use ir::validate::ViolationKind;

#[test]
fn every_standard_and_layout_gives_the_same_result() {
    for (name, exhibit) in zoo::ALL {
        let (mut p, entry) = zoo::program(exhibit);
        check::add_print(&mut p, entry, &check::no_unions, check::Helpers::OutOfLine);
        let mut violations = ir::validate::validate(&p);
        // The printer declares variables that are mentioned before their definition.
        violations.retain(|v| v.kind != ViolationKind::Undeclared);
        assert_eq!(violations, [], "{name}");
        let mut first: Option<String> = None;
        for std in Std::C {
            for (layout, parens) in [(Layout::Single, Parens::Minimal), (Layout::Split, Parens::Full)] {
                let options = Options {
                    std,
                    layout,
                    parens,
                    header_comment: Some(name.to_owned()),
                    ..Options::default()
                };
                let out = emit::print(&p, &options).unwrap_or_else(|e| panic!("{name} in {std}: {e}"));
                let printed = gcc::run(std, &[], &out, &["verbose"]);
                assert!(
                    printed.lines().last().is_some_and(|l| l.starts_with("checksum = ")),
                    "{name}\n{printed}"
                );
                assert_eq!(
                    first.get_or_insert_with(|| printed.clone()),
                    &printed,
                    "{name} in {std}, {layout:?}"
                );
            }
        }
    }
}

#[test]
fn a_32_bit_target_is_accepted() {
    if !gcc::has_32_bit_headers() {
        return;
    }
    for (_, exhibit) in zoo::ALL.into_iter().filter(|(name, _)| !zoo::NEEDS_64_BITS.contains(name)) {
        let (mut p, entry) = zoo::program_for(Target::ILP32, exhibit);
        check::add_print(&mut p, entry, &check::no_unions, check::Helpers::OutOfLine);
        for std in Std::C {
            let out = emit::print(&p, &Options { std, ..Options::default() }).expect("it prints");
            gcc::accepts_for(std, "-m32", &out);
        }
    }
}
