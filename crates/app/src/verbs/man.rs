//! `assay man [VERB]`: the manual page on the standard output, or all pages in a folder.

mod reference;

use crate::cli::{EXAMPLES, did_you_mean};
use crate::failure::Failure;
use crate::{output, terminal};
use std::path::{Path, PathBuf};

/// Print the manual page of assay, or of one verb
#[derive(clap::Args)]
pub struct Args {
    /// The page of one verb
    verb: Option<String>,
    /// Write assay.1 and assay-VERB.1 for every verb into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "verb")]
    out_dir: Option<PathBuf>,
    /// The reference of all verbs, options and exit codes as Markdown
    #[arg(long, conflicts_with_all = ["verb", "out_dir"])]
    markdown: bool,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let mut command = crate::cli::command();
    command.build();
    if let Some(dir) = &args.out_dir {
        return write_all(&command, dir);
    }
    if args.markdown {
        terminal::print(reference::page(&command).as_bytes())?;
        return Ok(0);
    }
    let page = match args.verb {
        None => command,
        Some(verb) => match command.find_subcommand(&verb) {
            Some(found) => found.clone(),
            None => return Err(unknown(&verb)),
        },
    };
    terminal::print(&rendered(page)?)?;
    Ok(0)
}

fn unknown(verb: &str) -> Failure {
    let like = did_you_mean(verb, EXAMPLES.iter().map(|examples| examples.verb));
    Failure::Usage(format!("there is no verb called {verb}{like}"))
}

fn write_all(command: &clap::Command, dir: &Path) -> Result<u8, Failure> {
    output::folder(dir)?;
    output::save(&dir.join("assay.1"), &rendered(command.clone())?)?;
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        let name = format!("assay-{}", verb.get_name());
        let page = verb.clone().name(name.clone());
        output::save(&dir.join(format!("{name}.1")), &rendered(page)?)?;
    }
    Ok(0)
}

fn rendered(page: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(Failure::output)?;
    Ok(text)
}
