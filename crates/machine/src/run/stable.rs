//! Whether a finished program prints the same under every [`noise`](super::noise): its results are compared within a tolerance
//! then, and no inexact value decides anything else.

use super::orders::run;
use crate::config::{Config, FloatMode};
use crate::outcome::Outcome;
use ir::Program;

/// How many kinds of noise a program has to stand.
const KINDS: u64 = 4;

/// Whether the program ends in the same way and prints the same whatever the noise. `stdout` is what it prints without any.
pub fn is_stable(program: &Program, config: &Config, stdout: &[u8]) -> bool {
    (0..KINDS).all(|kind| {
        let config = Config { floats: FloatMode::Perturbed(kind), ..config.clone() };
        let (outcome, mut machine) = run(program, config);
        matches!(outcome, Outcome::Finished { .. }) && machine.take_output() == stdout
    })
}
