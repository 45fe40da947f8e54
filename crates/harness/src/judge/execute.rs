//! Runs a compiled program and tells what it did. Whether that is right is the oracle's question.

use std::ffi::OsString;

use crate::compiler::compile::{Compiled, Cost, Defect};
use crate::compiler::toolchain::Toolchain;
use crate::environment::{Environment, Error};
use crate::judge::trial::Setup;
use crate::process::signal::Signal;
use crate::process::{Clock, Job, Limits, Ran, Resource, StartError, Status, run};

#[derive(Clone, Debug)]
pub struct Executed {
    pub result: Execution,
    pub argv: Vec<OsString>,
    pub stderr: Vec<u8>,
    pub cost: Cost,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Execution {
    Finished(Output),
    Crashed { signal: Signal },
    Hung { clock: Clock },
}

/// What a program shows to the world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    pub stdout: Vec<u8>,
    pub ending: Ending,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Code(i32),
    /// It printed without end and was stopped; the output is the beginning.
    CutOff,
}

/// Why a program was not run.
pub(crate) enum NotRun {
    /// What the compiler wrote is no program.
    Defect(Defect),
    Ours(Error),
}

impl From<Error> for NotRun {
    fn from(error: Error) -> NotRun {
        NotRun::Ours(error)
    }
}

/// Runs what `compile` built, with the toolchain's runner before it.
pub(crate) fn execute(
    setup: &Setup,
    toolchain: &Toolchain,
    compiled: &Compiled,
    program: &std::path::Path,
    arguments: &[&str],
) -> Result<Executed, NotRun> {
    if let Some(defect) = Defect::of_file(program) {
        return Err(NotRun::Defect(defect));
    }
    let mut argv: Vec<OsString> = toolchain.runner.iter().map(OsString::from).collect();
    argv.push(program.into());
    argv.extend(arguments.iter().map(OsString::from));
    let env = vec![("TMPDIR".into(), compiled.dir.path().into())];
    let job = Job {
        argv,
        dir: compiled.dir.path().to_owned(),
        env,
        limits: limits_under(toolchain, &setup.execute),
        reach: setup.reach.clone(),
    };
    let ran = run(&job, &setup.cancel).map_err(|error| start_error(toolchain, error))?;
    let cost = Cost::from(&ran);
    let stderr = ran.stderr.clone();
    let result = classify(&program.display().to_string(), ran)?;
    Ok(Executed { result, argv: job.argv, stderr, cost })
}

/// An emulator reserves the whole address space of its guest, more than a program of its own may have.
fn limits_under(toolchain: &Toolchain, limits: &Limits) -> Limits {
    let address_space = limits.address_space.filter(|_| toolchain.runner.is_empty());
    Limits { address_space, ..limits.clone() }
}

/// Without a runner, it is what the compiler wrote that cannot be started.
fn start_error(toolchain: &Toolchain, error: StartError) -> NotRun {
    let has_runner = !toolchain.runner.is_empty();
    match error {
        StartError::Forbidden { .. } if !has_runner => NotRun::Defect(Defect::NotExecutable),
        StartError::WrongFormat { .. } if !has_runner => NotRun::Defect(Defect::NoProgram),
        StartError::NoInterpreter { .. } if !has_runner => NotRun::Defect(Defect::NoLoader),
        error => NotRun::Ours(error.into()),
    }
}

fn classify(program: &str, ran: Ran) -> Result<Execution, Error> {
    let program = || program.to_owned();
    match ran.status {
        Status::Cancelled => Err(Error::Cancelled),
        Status::TimedOut(clock) => Ok(Execution::Hung { clock }),
        Status::Limited(Resource::Output) => {
            Ok(Execution::Finished(Output { stdout: ran.stdout, ending: Ending::CutOff }))
        }
        Status::Limited(resource) => Err(Environment::OurLimit { program: program(), resource }.into()),
        Status::Signaled(Signal::KILL) => Err(Environment::KilledFromOutside { program: program() }.into()),
        Status::Signaled(signal) => Ok(Execution::Crashed { signal }),
        Status::Exited(127) if ran.stdout.is_empty() => loader_failure(ran),
        Status::Exited(code) => {
            Ok(Execution::Finished(Output { stdout: ran.stdout, ending: Ending::Code(code) }))
        }
    }
}

/// The dynamic loader reports a missing library with exit code 127.
fn loader_failure(ran: Ran) -> Result<Execution, Error> {
    match Environment::in_messages(&String::from_utf8_lossy(&ran.stderr)) {
        Some(cause) => Err(cause.into()),
        None => Ok(Execution::Finished(Output { stdout: ran.stdout, ending: Ending::Code(127) })),
    }
}
