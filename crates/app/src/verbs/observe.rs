//! `assay observe`: runs a program, and tells its accesses to volatile objects after what it prints. `hunt --oracle volatile` runs programs so.

use crate::failure::Failure;
use crate::{preprocess, terminal};
use harness::{Cancel, Status};
use ir::Target;
use std::path::{Path, PathBuf};

/// Run a program under valgrind, and tell its accesses to volatile objects after its output
#[derive(clap::Args)]
#[command(
    after_help = "The objects are those of the C program that lies beside it: test.c, or the only file of C there. The program must not be \
    position-independent (-no-pie).\n\nExit codes: the program's, 2 wrong usage, 3 no valgrind or other trouble around it"
)]
pub struct Args {
    /// What a compiler has made
    program: PathBuf,
    /// The program's arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// What this verb is called.
pub const VERB: &str = "observe";

/// The file of a test.
const TEST: &str = "test.c";

/// What a shell reports for a process that a signal ended, but for the signal's number.
const SIGNALED: i32 = 128;

pub fn run(args: Args) -> Result<u8, Failure> {
    let folder =
        args.program.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let source = source(folder)?;
    let text = preprocess::preprocess(&source, &preprocess::Options::default(), &Target::LP64)?;
    let objects = machine::on_deep_stack(|| {
        let unit = read::read(&text, Target::LP64.clone());
        unit.map(|unit| reduce::accesses::objects(&unit.program))
    });
    let objects = objects.map_err(|error| Failure::Usage(format!("{}: {error}", source.display())))?;
    let watched = harness::accesses::watch(&args.program, &args.arguments, &objects, &Cancel::default());
    let watched = watched.map_err(|error| Failure::Environment(error.to_string()))?;
    terminal::print(&watched.stdout)?;
    terminal::print(harness::accesses::told(&watched.accesses).as_bytes())?;
    let code = match watched.status {
        Status::Exited(code) => code,
        Status::Signaled(signal) => SIGNALED + signal.0,
        Status::TimedOut(_) | Status::Limited(_) | Status::Cancelled => {
            return Err(Failure::Environment(format!("{} was stopped at a limit", args.program.display())));
        }
    };
    Ok((code & 0xff) as u8)
}

/// The program that it was made of.
fn source(folder: &Path) -> Result<PathBuf, Failure> {
    let test = folder.join(TEST);
    if test.is_file() {
        return Ok(test);
    }
    let entries =
        std::fs::read_dir(folder).map_err(|error| Failure::File { file: folder.to_owned(), error })?;
    let files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|file| file.extension().is_some_and(|e| e == "c"))
        .collect();
    match files.as_slice() {
        [only] => Ok(only.clone()),
        [] | [_, ..] => {
            Err(Failure::Usage(format!("{} has no test.c, and not one file of C either", folder.display())))
        }
    }
}
