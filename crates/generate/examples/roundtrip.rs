//! Prints a grown program, reads it back and prints it again: `roundtrip SEED DIR`.
#![allow(clippy::print_stdout)]
fn main() {
    machine::on_deep_stack(|| {
        let args: Vec<String> = std::env::args().collect();
        let seed: u64 = args[1].parse().expect("seed");
        let policy = assay_generate::Policy::default();
        let request = assay_generate::Request {
            seed,
            target: ir::Target::LP64,
            policy,
            swarm: true,
            check: assay_generate::Check::Print,
        };
        let grown = assay_generate::grow(&request).expect("a program");
        let one = emit::print(&grown.program, &emit::Options::default()).expect("printed").text();
        let file = format!("{}/one.c", args[2]);
        std::fs::write(&file, &one).expect("write");
        let out = std::process::Command::new("gcc").args(["-E", &file]).output().expect("gcc");
        let unit = read::read(&String::from_utf8_lossy(&out.stdout), ir::Target::LP64).expect("read");
        let two = emit::print(&unit.program, &emit::Options::default()).expect("printed").text();
        std::fs::write(format!("{}/two.c", args[2]), &two).expect("write");
        println!("{}", one == two);
    });
}
