//! Tests that cannot be made here. libtest knows of no such thing and calls them passed, so they are written down: in the
//! file `skipped-tests` of the target directory, which `./check` shows at its end.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

/// Reports that the test which calls this is skipped, or a part of it, and why. The test returns then.
///
/// Only for what is optional: a test that needs what every developer has to have fails without it.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let line = format!("{}: {why}\n", thread.name().unwrap_or("a test"));
    eprint!("skipped: {line}");
    let Some(path) = list() else { return };
    let file = OpenOptions::new().create(true).append(true).open(path);
    // One write, so that lines of tests that run at the same time stay whole.
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    if let Err(error) = written {
        eprintln!("cannot write the list of skipped tests: {error}");
    }
}

/// The list, beside the profile's directory that the test is in: `target/debug/deps/TEST`.
fn list() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    Some(exe.ancestors().nth(3)?.join("skipped-tests"))
}
