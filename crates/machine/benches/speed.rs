//! How many nodes the machine evaluates in a second, on one core: `cargo bench -p assay-machine`. The goal is 20 million.
//! Preprocessed programs can be given instead: `cargo bench -p assay-machine -- FILE.i`, by the rules for foreign programs.
//! Time is the processor's, so that other work on the computer does not count; nothing is asserted about it.
#![allow(clippy::print_stdout)]

use assay_machine::{Aliasing, Alignment, Config, Order, Outcome, on_deep_stack, run};
use rustix::time::{ClockId, clock_gettime};

const PROGRAM: &str = include_str!("loops.c");
const ROUNDS: usize = 5;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if files.is_empty() {
        measure("loops.c", PROGRAM, &Config::default());
    }
    let foreign = Config {
        order: Order::LeftToRight,
        alignment: Alignment::Any,
        aliasing: Aliasing::Any,
        ..Config::default()
    };
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file to read");
        measure(&file, &text, &foreign);
    }
}

fn measure(name: &str, text: &str, config: &Config) {
    let unit = read::read(text, ir::Target::LP64).expect("a program in C");
    let (steps, best) = on_deep_stack(|| {
        let mut steps = 0;
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let start = cpu_seconds();
            let (outcome, machine) = run(&unit.program, config.clone());
            let spent = cpu_seconds() - start;
            best = best.min(spent);
            assert!(matches!(outcome, Outcome::Finished { .. }), "{outcome:?}");
            steps = machine.steps();
            if spent > 2.0 {
                break;
            }
        }
        (steps, best)
    });
    println!("{name}: {steps} nodes in {best:.3} s: {:.1} million nodes a second", steps as f64 / best / 1e6);
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
