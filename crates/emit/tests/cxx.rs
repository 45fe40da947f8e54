//! Programs in C++: what C++ can say gives the same result as in C, in every standard and layout; the rest is refused.

mod gcc;
mod zoo;

use assay_emit as emit;
use emit::{EmitError, Layout, Options, Std, check};
use ir::Program;

fn printed(p: &Program, std: Std, layout: Layout) -> Result<emit::Output, EmitError> {
    emit::print(p, &Options { std, layout, ..Options::default() })
}

/// What cannot be written in C++ at all, or not before C++20.
const REFUSED: [(&str, Std); 2] = [("statements", Std::Cxx23), ("initialisers", Std::Cxx23)];

#[test]
fn exhibits_give_the_same_result_as_in_c() {
    if !gcc::has_cxx() {
        return;
    }
    for (name, exhibit) in zoo::ALL {
        let (mut p, entry) = zoo::program(exhibit);
        check::add_print(&mut p, entry, &check::no_unions, check::Helpers::OutOfLine);
        let c = gcc::run(Std::C11, &[], &printed(&p, Std::C11, Layout::Single).expect("C"), &["verbose"]);
        for std in [Std::Cxx11, Std::Cxx17, Std::Cxx23] {
            let layout = if std == Std::Cxx17 { Layout::Split } else { Layout::Single };
            let refused = REFUSED.iter().any(|(n, until)| *n == name && std <= *until);
            match printed(&p, std, layout) {
                Ok(out) => {
                    assert!(!refused, "{name} is there in {std} after all");
                    assert_eq!(gcc::run(std, &["-w"], &out, &["verbose"]), c, "{name} in {std}");
                }
                Err(EmitError::NotInStandard { feature, .. }) => {
                    assert!(refused, "{name} in {std} has no {feature}");
                }
                Err(error) => panic!("{name} in {std}: {error}"),
            }
        }
    }
}
