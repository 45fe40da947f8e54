//! How programs look: for reviewing changes of the printer by eye.

mod zoo;

use assay_emit as emit;
use emit::{Layout, Options, Parens, Std, check};
use ir::Program;

fn text(p: &Program, options: &Options) -> String {
    let out = emit::print(p, options).expect("it prints");
    out.files.iter().map(|f| format!("/* ==== {} ==== */\n{}\n", f.name, f.text)).collect()
}

#[test]
fn exhibits() {
    for (name, exhibit) in zoo::ALL {
        let (p, _) = zoo::program(exhibit);
        insta::assert_snapshot!(format!("{name}_c11"), text(&p, &Options::default()));
        insta::assert_snapshot!(
            format!("{name}_c89"),
            text(&p, &Options { std: Std::C89, ..Options::default() })
        );
    }
}

#[test]
fn split_with_checksum() {
    let (mut p, entry) = zoo::program(zoo::ALL[6].1);
    check::add_print(&mut p, entry, &check::no_unions, check::Helpers::OutOfLine);
    let options = Options { layout: Layout::Split, parens: Parens::Full, ..Options::default() };
    insta::assert_snapshot!(text(&p, &options));
}

#[test]
fn checksum_of_records() {
    let (mut p, entry) = zoo::program(zoo::ALL[1].1);
    check::add_print(&mut p, entry, &check::no_unions, check::Helpers::OutOfLine);
    insta::assert_snapshot!(text(&p, &Options::default()));
}
