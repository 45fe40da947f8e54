//! `assay report`: a campaign as a document, or its bugs as those who fix compilers want them.

use super::hunt::DEFAULT_DIR;
use crate::failure::Failure;
use crate::{output, terminal};
use campaign::Store;
use campaign::report::{Data, Form, write};
use std::path::{Path, PathBuf};

/// Write a report on a campaign, or on one of its bugs
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0, 2 wrong usage (no such campaign or finding), 3 it cannot be read or written"
)]
pub struct Args {
    /// The campaign's folder [default: assay-campaign]
    dir: Option<PathBuf>,
    /// Only the bug that this finding shows
    finding: Option<String>,
    /// What for
    #[arg(long, value_enum, default_value = "md")]
    format: FormName,
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
    /// Markdown for GCC's Bugzilla, one section a bug
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
    let dir = args.dir.clone().unwrap_or_else(|| PathBuf::from(DEFAULT_DIR));
    let text = text_of(&dir, args.finding.as_deref(), args.format.form())?;
    match &args.output {
        Some(file) => output::save(file, text.as_bytes())?,
        None => terminal::print(text.as_bytes())?,
    }
    Ok(0)
}

/// A report as text.
pub fn text_of(dir: &Path, finding: Option<&str>, form: Form) -> Result<String, Failure> {
    let store = Store::look(dir)?;
    let mut data = Data::gather(&store)?;
    if let Some(name) = finding {
        let only = data.only(&store, name)?;
        data = only.ok_or_else(|| {
            Failure::Usage(format!(
                "there is no finding {name} in {0}; `assay show {0}` lists them",
                dir.display()
            ))
        })?;
    }
    Ok(write(&data, form))
}
