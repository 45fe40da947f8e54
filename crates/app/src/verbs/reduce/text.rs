//! Other reducers, which work on text: the script that they ask, and what becomes of their results.

use super::subject::Subject;
use crate::failure::Failure;
use crate::preprocess::{Options, preprocess};
use crate::terminal;
use harness::validators::{self, Validation, Validator};
use harness::{Cancel, Setup, Source};
use reduce::{Error, Reduced, Script, Size, Stage, Task, Tool, phrase};
use std::io;
use std::path::Path;
use std::time::Duration;

/// Who works, and with what.
pub struct Work<'a> {
    pub tool: Tool,
    pub jobs: usize,
    pub time: Option<Duration>,
    pub stop: &'a Cancel,
}

/// The script for a file, as the compiler fails on it now.
pub fn script_for(subject: &Subject, file: &Path) -> Result<String, Failure> {
    let trouble = |error: harness::Error| Failure::Environment(error.to_string());
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let setup = Setup::default();
    let (toolchain, flags) = subject.toolchain()?;
    let sources = [Source { name: name.clone(), text }];
    let (verdict, said) = match subject.stage {
        Stage::Run => {
            let trial = setup.test(&toolchain, &flags, &sources, None).map_err(trouble)?;
            (trial.verdict, trial.compiled.stderr)
        }
        Stage::Compile => {
            let trial = setup.test_objects(&toolchain, &flags, &sources).map_err(trouble)?;
            (trial.verdict, trial.compiled.stderr)
        }
    };
    // Without the machine, a program that ends can only be wrong by what it prints.
    let failure = reduce::Failure::of(&verdict).unwrap_or(reduce::Failure::WrongResult);
    let present = validators::present(&setup).map_err(trouble)?;
    let is_its_own = matches!(failure, reduce::Failure::CompilerCrash(_) | reduce::Failure::CompilerHang);
    let is_clean = !is_its_own || is_clean(&setup, &present, &sources).map_err(trouble)?;
    let present = if is_clean { present } else { Vec::new() };
    let sanitizers: Vec<Vec<String>> = present.iter().filter_map(|one| one.sanitizer()).collect();
    if sanitizers.is_empty() && !is_its_own {
        let words = "no sanitizer works here, so nobody can tell whether a program is well defined; install gcc with libasan";
        return Err(Failure::Environment(words.to_owned()));
    }
    Ok(reduce::script(&Script {
        file: name,
        command: subject.words.clone(),
        runner: toolchain.runner,
        stage: subject.stage,
        failure,
        phrase: phrase(&said),
        sanitizers,
    }))
}

/// Whether all that are here find the program well defined. Of one that is not, a crash is a bug of the compiler's all the same.
fn is_clean(setup: &Setup, present: &[Validator], sources: &[Source]) -> Result<bool, harness::Error> {
    Ok(matches!(validators::validate(setup, present, sources)?, Validation::Clean { .. }))
}

pub fn make_executable(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755))
}

/// The tool does it all.
pub fn reduce(subject: &Subject, file: &Path, work: &Work) -> Result<String, Failure> {
    let script = script_for(subject, file)?;
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    run_tool(work, &name, &text, &script)
}

/// The tool goes on from our result. Its own is taken if it is smaller and the machine still knows what is right.
pub fn polish(
    subject: &Subject,
    task: &Task,
    reduced: &mut Reduced,
    output: &Path,
    work: &Work,
) -> Result<(), Failure> {
    let script = script_for(subject, output)?;
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    let text = run_tool(work, &name, &reduced.text, &script)?;
    let size = Size::of(&text);
    if size >= reduced.size {
        return Ok(());
    }
    match checked(task, &text) {
        Some(checked) if checked.failure == reduced.failure => {
            *reduced = Reduced { text, size, flags: reduced.flags.clone(), finished: true, ..checked };
            harness::write_atomic(output, reduced.text.as_bytes())
                .map_err(|error| Failure::write(output, error))
        }
        _ => {
            terminal::report(format_args!(
                "{} found something smaller that the machine does not approve of; it is not used\n",
                work.tool
            ));
            Ok(())
        }
    }
}

/// The text as the machine and the compiler see it, if both do.
fn checked(task: &Task, text: &str) -> Option<Reduced> {
    let dir = tempfile::tempdir().ok()?;
    let file = dir.path().join("polished.c");
    std::fs::write(&file, text).ok()?;
    let target = task.program.target().clone();
    let preprocessed = preprocess(&file, &Options::default(), &target).ok()?;
    let program = read::read(&preprocessed, target).ok()?.program;
    let task = Task { program, time: Some(Duration::ZERO), ..task.clone() };
    reduce::reduce(&task, &mut |_| {}, &Cancel::default()).ok()
}

fn run_tool(work: &Work, name: &str, text: &str, script: &str) -> Result<String, Failure> {
    let result = reduce::polish(work.tool, name, text, script, work.jobs, work.time, work.stop);
    result.map_err(|error| match error {
        Error::NotInteresting => Failure::Usage(format!(
            "{} does not find the program interesting: the compiler is right, or a sanitizer objects",
            work.tool
        )),
        other => Failure::Environment(other.to_string()),
    })
}
