//! The sabotaged compiler as a command. All it does is in `harness::sabotage`; here is only the end of a process.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use harness::sabotage::{Outcome, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Outcome::Exit(code) => ExitCode::from(code),
        Outcome::Fail { message, code } => {
            // A message that nobody can receive is no reason to fail otherwise.
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::from(code)
        }
        Outcome::Abort => std::process::abort(),
        Outcome::Hang => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
    }
}
