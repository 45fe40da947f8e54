//! `assay sabotage`: a compiler with a planted bug, which `assay demo` and the tests hunt.

use crate::failure::Failure;

/// Be a compiler with a planted bug, to try out a set-up of one's own
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// Options of the sabotage, then `--`, then the compiler's own
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

pub fn run(_: Args) -> Result<u8, Failure> {
    // As they were written: the parser would swallow the `--` that ends our options.
    let words: Vec<String> = std::env::args().skip_while(|word| word != "sabotage").skip(1).collect();
    Ok(sabotage::run(&words).carry_out())
}
