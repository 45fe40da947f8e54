//! C-Vise and C-Reduce, which work on any text: to polish a result, or for programs that the reader does not take.

use crate::task::Error;
use harness::process::{Job, Limits, Overflow, Reach, run};
use harness::scratch::Scratch;
use harness::toolchain::find_program;
use harness::{Cancel, Environment};
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    Cvise,
    Creduce,
}

impl Tool {
    pub fn program(self) -> &'static str {
        match self {
            Tool::Cvise => "cvise",
            Tool::Creduce => "creduce",
        }
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tool::Cvise => "C-Vise",
            Tool::Creduce => "C-Reduce",
        })
    }
}

/// When it takes too long.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Lets the tool reduce a text by a script. What it has come to when the time is up is the result.
pub fn polish(
    tool: Tool,
    file: &str,
    text: &str,
    script: &str,
    jobs: usize,
    time: Option<Duration>,
    stop: &Cancel,
) -> Result<String, Error> {
    let program = tool.program();
    if find_program(program).is_none() {
        return Err(Environment::MissingProgram { program: program.to_owned() }.into());
    }
    let dir = Scratch::default().fresh()?;
    let failed = |error| Environment::scratch(dir.path(), error);
    let place = dir.path().join(file);
    let ask = dir.path().join("interesting.sh");
    fs::write(&place, text).map_err(failed)?;
    fs::write(&ask, script).map_err(failed)?;
    fs::set_permissions(&ask, fs::Permissions::from_mode(0o755)).map_err(failed)?;
    let argv: Vec<OsString> =
        [program, "--n", &jobs.to_string(), "./interesting.sh", file].map(OsString::from).to_vec();
    // Python keeps its semaphores there.
    let reach = Reach::default().with(Path::new("/dev/shm"));
    let job = Job { argv, dir: dir.path().to_owned(), env: Vec::new(), limits: limits(time), reach };
    let ran = run(&job, stop).map_err(harness::Error::from)?;
    let result = fs::read_to_string(&place).map_err(failed)?;
    // It refuses a program that the script does not find interesting.
    let refused = matches!(ran.status, harness::Status::Exited(code) if code != 0) && result == text;
    if refused { Err(Error::NotInteresting) } else { Ok(result) }
}

/// It starts compilers of its own, many at a time.
fn limits(time: Option<Duration>) -> Limits {
    let limits = Limits::compiler().with_time(time.unwrap_or(LONGEST));
    Limits {
        cpu: LONGEST,
        address_space: None,
        resident: 16 << 30,
        overflow: Overflow::Discard,
        processes: 1000,
        ..limits
    }
}
