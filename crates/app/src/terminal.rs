//! Writing to the standard streams. Errors of the standard output are failures; those of the error stream have
//! nowhere to go.

use crate::failure::Failure;
use campaign::text::{in_line, shown};
use std::fmt;
use std::io::{IsTerminal, Write};

/// Writes to the standard output, all of it.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Failure::output)
}

/// Says something to a person on the standard output. What compilers and programs said may be in it.
pub fn say(words: &str) -> Result<(), Failure> {
    print(shown(words).as_bytes())
}

/// Says something to a person on the standard error stream.
pub fn report(text: impl fmt::Display) {
    order(shown(&text.to_string()));
}

/// Writes to the standard error stream what a terminal is to obey.
pub fn order(text: impl fmt::Display) {
    let _ = write!(std::io::stderr().lock(), "{text}");
}

/// A line on a terminal that the next one takes the place of, and an empty one takes away; nothing elsewhere.
pub fn pass(words: &str) {
    if std::io::stderr().is_terminal() {
        order(format_args!("\r\x1b[K{}", in_line(words)));
    }
}

/// Says in one sentence what went wrong.
pub fn complain(failure: &Failure) {
    match failure {
        Failure::BrokenPipe => {}
        other => report(format_args!("assay: {other}\n")),
    }
}
