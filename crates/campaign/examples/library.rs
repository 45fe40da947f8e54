//! The crates as libraries: a program from a seed, what it must print, and its text in C.

use generate::{Aim, Check, Request, find_profile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let profile = find_profile("default")?;
    let request = Request {
        seed: 1,
        target: ir::Target::LP64,
        policy: profile.policy(Aim::WrongCode),
        swarm: profile.is_swarmed(),
        check: Check::Print,
    };
    let grown = machine::on_deep_stack(|| profile.grow(&request)).map_err(|error| error.to_string())?;
    let text = emit::print(&grown.program, &emit::Options::default())?.text();
    assert!(grown.expected.starts_with(b"checksum = "));
    assert!(text.contains("int main("));
    Ok(())
}
