//! `assay compare`: several campaigns side by side.

use super::report::gathered_in;
use crate::failure::Failure;
use crate::place::Shared;
use crate::{output, terminal};
use campaign::Place;
use campaign::report::compare::Comparison;
use std::path::PathBuf;

/// Compare campaigns: what each has found in its time, and what only it has found
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0, 2 wrong usage (no such campaign), 3 a store cannot be read")]
pub struct Args {
    /// The folders of the campaigns
    #[arg(required_unless_present = "campaign", value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// PostgreSQL with the campaigns of --campaign: postgres://USER@HOST/DATABASE [default: that of assay.toml]
    #[arg(long, value_name = "URL", requires = "campaign")]
    store: Option<String>,
    /// The name of a campaign there; again for more
    #[arg(long, value_name = "NAME")]
    campaign: Vec<String>,
    /// What for
    #[arg(long, value_enum, default_value = "text")]
    format: FormName,
    /// Where to [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormName {
    /// A table
    Text,
    /// A page with the table and a chart of bugs over time
    Html,
    /// Everything, for programs
    Json,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let folders = args.dirs.iter().map(|dir| Ok(Place::Folder(dir.clone())));
    let named = args.campaign.iter().map(|name| {
        let shared =
            Shared { store: args.store.clone(), campaign: Some(name.clone()), files: None }.or_usual()?;
        Ok(shared.server()?.unwrap_or_else(|| Place::Folder(PathBuf::from(name))))
    });
    let all = folders.chain(named).map(|place: Result<Place, Failure>| gathered_in(&place?, None));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    let comparison = Comparison::of(&all);
    let text = match args.format {
        FormName::Text => comparison.text(),
        FormName::Html => comparison.page(),
        FormName::Json => serde_json::to_string_pretty(&comparison).expect("only text keys") + "\n",
    };
    match &args.output {
        Some(file) => output::save(file, text.as_bytes())?,
        None => terminal::print(text.as_bytes())?,
    }
    Ok(0)
}
