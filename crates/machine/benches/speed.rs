//! How many nodes the machine evaluates in a second, on one core: `cargo bench -p assay-machine`. The goal is 20 million.
//! Time is the processor's, so that other work on the computer does not count; nothing is asserted about it.
#![allow(clippy::print_stdout)]

use assay_machine::{Config, Outcome, on_deep_stack, run};
use rustix::time::{ClockId, clock_gettime};

const PROGRAM: &str = include_str!("loops.c");
const ROUNDS: usize = 5;

fn main() {
    let unit = read::read(PROGRAM, ir::Target::LP64).expect("the benchmark is C");
    let (steps, best) = on_deep_stack(|| {
        let mut steps = 0;
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let start = cpu_seconds();
            let (outcome, machine) = run(&unit.program, Config::default());
            best = best.min(cpu_seconds() - start);
            assert!(matches!(outcome, Outcome::Finished { .. }), "{outcome:?}");
            steps = machine.steps();
        }
        (steps, best)
    });
    println!("{steps} nodes in {:.3} s: {:.1} million nodes a second", best, steps as f64 / best / 1e6);
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
