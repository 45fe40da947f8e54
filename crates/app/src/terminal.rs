//! Writing to the standard streams. Errors of the standard output are failures; those of the error stream have
//! nowhere to go.

use crate::failure::Failure;
use std::fmt;
use std::io::Write;

/// Writes to the standard output, all of it.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Failure::output)
}

/// Writes to the standard error stream.
pub fn report(text: impl fmt::Display) {
    let _ = write!(std::io::stderr().lock(), "{text}");
}

/// Says in one sentence what went wrong.
pub fn complain(failure: &Failure) {
    match failure {
        Failure::BrokenPipe => {}
        other => report(format_args!("assay: {other}\n")),
    }
}
