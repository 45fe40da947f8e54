//! Programs in C++: what C++ can say gives the same result as in C, in every standard and layout; the rest is refused.

mod gcc;
mod zoo;

use assay_emit as emit;
use emit::{ArrayForm, EmitError, Layout, Lowering, Options, Std, VarForm, check};
use ir::{Field, Program, Quals, RecordKind, Storage, Target, Ty};
use test_support::Compiler;

fn printed(p: &Program, std: Std, layout: Layout) -> Result<emit::Output, EmitError> {
    emit::print(p, &Options { std, layout, ..Options::default() })
}

/// What cannot be written in C++ at all, or not before C++20.
const REFUSED: [(&str, Std); 2] = [("statements", Std::Cxx23), ("initialisers", Std::Cxx23)];

#[test]
fn exhibits_give_the_same_result_as_in_c() {
    if Compiler::gxx().is_none() {
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

/// A vector constructs and assigns its elements, which a record with a constant member does not have; an array does not.
#[test]
fn records_with_constant_members_are_in_no_vector() {
    for (quals, wanted, text) in [
        (Quals::NONE, ArrayForm::Vector, "std::vector<struct S> a"),
        (Quals::CONST, ArrayForm::Vector, "std::array<struct S, 3> a"),
        (Quals::CONST, ArrayForm::Valarray, "std::array<struct S, 3> a"),
    ] {
        let mut p = Program::new(Target::LP64);
        let (tag, name) = (p.names.intern("S"), p.names.intern("x"));
        let record = p.types.declare_record(tag, RecordKind::Struct);
        let ty = p.types.qualify(Ty::INT, quals);
        p.types.complete_record(record, vec![Field { name: Some(name), ty, bits: None }]);
        let element = p.types.record_type(record);
        let array = p.types.array(element, 3);
        let var = p.add_global("a", array, Storage::Global, None);
        let form = VarForm { array: wanted, ..VarForm::default() };
        let lowering = Lowering { forms: [(var, form)].into() };
        let options = Options { std: Std::Cxx17, lowering, ..Options::default() };
        let printed = emit::print(&p, &options).expect("C++").text();
        assert!(printed.contains(text), "{text}:\n{printed}");
    }
}
