//! `assay check`: the machine and all validators over any C programs, as a table.

use crate::eta::Eta;
use crate::failure::Failure;
use crate::preprocess::{Options, check_readable, preprocess};
use crate::terminal;
use campaign::well_defined::{self, Opinion, Texts, View};
use harness::validators::{self, Validator};
use harness::{Setup, Source};
use ir::Target;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Look for undefined behaviour in any C program, with the machine and all validators that are here
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 nobody objects, 1 somebody does, 2 wrong usage or an unreadable file, 3 no compiler"
)]
pub struct Args {
    /// Programs of one file each
    #[arg(value_name = "FILE.c", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    preprocessor: Options,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Checked {
    file: PathBuf,
    opinions: Vec<Opinion>,
}

pub fn run(args: Args) -> Result<u8, Failure> {
    args.files.iter().try_for_each(|file| check_readable(file))?;
    let setup = Setup::default();
    let validators = validators::present(&setup).map_err(surroundings)?;
    let mut eta = Eta::new(args.files.len());
    let checked: Result<Vec<Checked>, Failure> = args
        .files
        .iter()
        .map(|file| {
            eta.show(&file.display().to_string());
            let checked = check(&setup, &validators, file, &args.preprocessor);
            eta.step();
            checked
        })
        .collect();
    eta.clear();
    let checked = checked?;
    let text = if args.json {
        serde_json::to_string_pretty(&checked).expect("only text keys") + "\n"
    } else {
        table(&checked)
    };
    if args.json { terminal::print(text.as_bytes()) } else { terminal::say(&text) }?;
    let is_bad = |opinion: &Opinion| matches!(opinion.view, View::Undefined(_) | View::NotC(_));
    Ok(u8::from(checked.iter().any(|one| one.opinions.iter().any(is_bad))))
}

fn surroundings(error: harness::Error) -> Failure {
    Failure::Environment(error.to_string())
}

fn check(
    setup: &Setup,
    validators: &[Validator],
    file: &Path,
    options: &Options,
) -> Result<Checked, Failure> {
    let text = match preprocess(file, options, &Target::LP64) {
        Ok(text) => text,
        Err(Failure::Preprocessor(why)) => return Ok(not_c(file, why)),
        Err(failure @ Failure::NotText { .. }) => return Ok(not_c(file, failure.to_string())),
        Err(failure) => return Err(failure),
    };
    let name = file.file_name().map_or_else(|| "test.c".into(), |name| name.to_string_lossy().into_owned());
    let bytes = std::fs::read(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    let written = [Source { name: name.clone(), text: String::from_utf8_lossy(&bytes).into_owned() }];
    let preprocessed = [Source { name, text }];
    let mut opinions = vec![well_defined::by_machine(&preprocessed, &Target::LP64)];
    let texts = Texts::new(options.elsewhere(file), written.into(), preprocessed.into(), &Target::LP64);
    for validator in validators {
        opinions.push(well_defined::by_validator(setup, validator, &texts).map_err(surroundings)?);
    }
    Ok(Checked { file: file.to_owned(), opinions })
}

fn not_c(file: &Path, why: String) -> Checked {
    let opinion = Opinion { judge: "the preprocessor".to_owned(), view: View::NotC(why) };
    Checked { file: file.to_owned(), opinions: vec![opinion] }
}

fn table(checked: &[Checked]) -> String {
    let judges = checked.iter().flat_map(|one| &one.opinions).map(|opinion| opinion.judge.len());
    let width = judges.max().unwrap_or(0);
    let mut text = String::new();
    for Checked { file, opinions } in checked {
        let _ = writeln!(text, "{}", file.display());
        for Opinion { judge, view } in opinions {
            let _ = writeln!(text, "  {judge:<width$}  {view}");
        }
    }
    text
}
