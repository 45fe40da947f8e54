//! `assay man [VERB]`: the manual page, on the standard output.

use crate::failure::Failure;
use crate::terminal;
use clap::CommandFactory;

#[derive(clap::Args)]
pub struct Args {
    /// The page of one verb
    verb: Option<String>,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let mut command = crate::Cli::command();
    command.build();
    let page = match args.verb {
        None => command,
        Some(verb) => match command.find_subcommand(&verb) {
            Some(found) => found.clone(),
            None => return Err(Failure::UnknownVerb(verb)),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(Failure::output)?;
    terminal::print(&text)?;
    Ok(0)
}
