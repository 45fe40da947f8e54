//! `assay check`: the machine and all validators over any C programs, as a table.

use crate::failure::Failure;
use crate::preprocess::{Options, check_readable};
use crate::terminal;
use campaign::config::from_command;
use campaign::inspect::{self, Opinion, View};
use harness::validators::{self, Validator};
use harness::{Setup, Source, Toolchain};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Look for undefined behaviour in any C program, with the machine and all validators that are here
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 nobody objects, 1 somebody does, 2 wrong usage or an unreadable file, 3 no compiler")]
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
    let checked: Vec<Checked> =
        args.files.iter().map(|file| check(&setup, &validators, file, &args.preprocessor)).collect::<Result<_, _>>()?;
    let text = if args.json {
        serde_json::to_string_pretty(&checked).expect("only text keys") + "\n"
    } else {
        table(&checked)
    };
    terminal::print(text.as_bytes())?;
    let is_bad = |opinion: &Opinion| matches!(opinion.view, View::Undefined(_) | View::NotC(_));
    Ok(u8::from(checked.iter().any(|one| one.opinions.iter().any(is_bad))))
}

fn surroundings(error: harness::Error) -> Failure {
    Failure::Environment(error.to_string())
}

fn check(setup: &Setup, validators: &[Validator], file: &Path, options: &Options) -> Result<Checked, Failure> {
    let bytes = std::fs::read(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    let name = file.file_name().map_or_else(|| "test.c".into(), |name| name.to_string_lossy().into_owned());
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let preprocessor = preprocessor(file, options)?;
    let source = [Source { name, text }];
    let file = file.to_owned();
    let sources = match inspect::preprocess(setup, &preprocessor, &source).map_err(surroundings)? {
        Ok(sources) => sources,
        Err(why) => {
            let opinion = Opinion { judge: preprocessor.name, view: View::NotC(why) };
            return Ok(Checked { file, opinions: vec![opinion] });
        }
    };
    let mut opinions = vec![inspect::by_machine(&sources)];
    for validator in validators {
        opinions.push(inspect::by_validator(setup, validator, &sources).map_err(surroundings)?);
    }
    Ok(Checked { file, opinions })
}

/// The compiler with what is needed to find headers; it works in another directory than the file's.
fn preprocessor(file: &Path, options: &Options) -> Result<Toolchain, Failure> {
    let command = std::env::var("CC").ok().filter(|cc| !cc.trim().is_empty()).unwrap_or_else(|| "cc".into());
    let own = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut words = vec![command];
    for dir in std::iter::once(own).chain(options.include.iter().map(PathBuf::as_path)) {
        let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
        words.push(harness::command::quote(&format!("-I{}", dir.display())));
    }
    words.extend(options.define.iter().map(|define| harness::command::quote(&format!("-D{define}"))));
    Ok(from_command(&words.join(" "))?.toolchain)
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
