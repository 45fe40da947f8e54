//! `assay completions SHELL`: a completion script for the shell, on the standard output.

use crate::failure::Failure;
use crate::terminal;

/// Print a completion script for a shell
#[derive(clap::Args)]
pub struct Args {
    /// Whose
    shell: clap_complete::Shell,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut crate::cli::command(), "assay", &mut text);
    terminal::print(&text)?;
    Ok(0)
}
