//! `assay sabotage`: a compiler with a planted bug, which `assay demo` and the tests hunt. Hidden, since it is of no use
//! by itself.

use crate::failure::Failure;
use crate::terminal;
use harness::sabotage::{self, Outcome};
use std::time::Duration;

#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// Options of the sabotage, then `--`, then the compiler's own
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

pub fn run(_: Args) -> Result<u8, Failure> {
    // As they were written: the parser would swallow the `--` that ends our options.
    let words: Vec<String> = std::env::args().skip(2).collect();
    match sabotage::run(&words) {
        Outcome::Exit(code) => Ok(code),
        Outcome::Fail { message, code } => {
            terminal::report(format_args!("{message}\n"));
            Ok(code)
        }
        Outcome::Abort => std::process::abort(),
        Outcome::Hang => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
    }
}
