//! `assay sabotage`: a compiler with a planted bug, which `assay demo` and the tests hunt. Hidden, since it is of no use
//! by itself.

use crate::failure::Failure;
use harness::sabotage;

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
    Ok(sabotage::run(&words).carry_out())
}
