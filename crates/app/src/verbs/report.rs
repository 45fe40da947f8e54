//! `assay report`: a campaign as a document, or its bugs as those who fix compilers want them.

use crate::failure::Failure;
use crate::place::Shared;
use crate::{output, terminal};
use campaign::report::{Data, Form, check, write};
use campaign::{Place, Store};
use std::path::{Path, PathBuf};

/// Write a report on a campaign, or on one of its bugs
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0; with --check, 1 if something is missing; 2 wrong usage (no such campaign or finding), 3 it cannot be read or written"
)]
pub struct Args {
    /// The campaign's folder [default: assay-campaign]; with --store, a finding
    dir: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// Only the bug that this finding shows
    finding: Option<String>,
    /// What for
    #[arg(long, value_enum, default_value = "md")]
    format: FormName,
    /// Say whether the trackers of GCC and LLVM would accept a report as it is, and what is missing
    #[arg(long, conflicts_with_all = ["format", "output"])]
    check: bool,
    /// Where to [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormName {
    /// One page with charts
    Html,
    /// Markdown: the campaign in words
    Md,
    /// Plain text for GCC's Bugzilla, one section a bug
    Gcc,
    /// Markdown for LLVM's issues, one section a bug
    Llvm,
    /// Everything, for programs
    Json,
    /// For build servers
    Junit,
    /// For code hosts: SARIF 2.1.0
    Sarif,
}

impl FormName {
    fn form(self) -> Form {
        match self {
            FormName::Html => Form::Html,
            FormName::Md => Form::Markdown,
            FormName::Gcc => Form::Gcc,
            FormName::Llvm => Form::Llvm,
            FormName::Json => Form::Json,
            FormName::Junit => Form::Junit,
            FormName::Sarif => Form::Sarif,
        }
    }
}

pub fn run(args: Args) -> Result<u8, Failure> {
    let (place, finding) = args.shared.subject(args.dir.as_deref(), args.finding.as_deref())?;
    if args.check {
        let (text, is_fine) = check(&gathered_in(&place, finding.as_deref())?);
        terminal::say(&text)?;
        return Ok(if is_fine { 0 } else { NOT_ACCEPTED });
    }
    let text = write(&gathered_in(&place, finding.as_deref())?, args.format.form());
    match &args.output {
        Some(file) => output::save(file, text.as_bytes())?,
        None => terminal::print(text.as_bytes())?,
    }
    Ok(0)
}

/// The exit code when a report would not be accepted.
const NOT_ACCEPTED: u8 = 1;

/// The campaign, or only the bug of one finding.
pub fn gathered(dir: &Path, finding: Option<&str>) -> Result<Data, Failure> {
    gathered_in(&Place::Folder(dir.to_owned()), finding)
}

pub fn gathered_in(place: &Place, finding: Option<&str>) -> Result<Data, Failure> {
    let store = Store::look_in(place)?;
    let data = Data::gather(&store)?;
    let Some(name) = finding else { return Ok(data) };
    data.only(&store, name)?.ok_or_else(|| {
        Failure::Usage(format!(
            "there is no finding {name} in {place}; `assay show {}` lists them",
            place.argument()
        ))
    })
}
