//! How a program is read back: preprocessed C text to `ir`. Names, types, implicit conversions, constant
//! expressions and initialisers are resolved in one pass over the text. Nothing here preprocesses, executes
//! or validates: what [`ir`]'s builders accept is read, and constraints beyond types are the validator's.
//!
//! ```
//! use ir::Target;
//!
//! let unit = assay_read::read("int x = 6; int main(void) { return x * 7; }", Target::LP64)?;
//! assert!(unit.program.main().is_some());
//!
//! let error = assay_read::read("int main(void) { return y; }", Target::LP64).unwrap_err();
//! assert_eq!(error.position.column, 25);
//! # Ok::<(), assay_read::ReadError>(())
//! ```

#![warn(missing_docs)]

mod error;
mod grammar;
mod reader;
mod scope;
mod text;

pub use error::{BadConstant, Construct, ErrorKind, ReadError};
pub use text::guard_macros::keep_macros;
pub use text::source::{Position, SourceMap};

use error::Fail;
use ir::{Program, Target};
use text::lex;
use text::source::Lines;

/// A program that was read, and where each part of it stands in the text.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What the text means.
    pub program: Program,
    /// Where everything was in it.
    pub map: SourceMap,
}

/// How deeply a text may nest, and how much stack there is to follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of the grammar; one pair of parentheses takes two.
    pub depth: u32,
    /// The stack of the thread that reads, in bytes. What is not used costs nothing.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 8_000, stack: 64 << 20 }
    }
}

/// Reads preprocessed C. Line markers tell which declarations come from headers: those enter the program only
/// where they are used.
pub fn read(text: &str, target: Target) -> Result<Unit, ReadError> {
    read_within(text, target, Limits::default())
}

/// Reads with limits other than the usual, on a thread of its own.
pub fn read_within(text: &str, target: Target, limits: Limits) -> Result<Unit, ReadError> {
    std::thread::scope(|scope| {
        let reading = target.clone();
        let spawned = std::thread::Builder::new()
            .stack_size(limits.stack)
            .spawn_scoped(scope, move || read_here(text, reading, limits.depth));
        match spawned.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // No thread to be had: go as deep as any stack allows.
            Err(_) => read_here(text, target, limits.depth.min(200)),
        }
    })
}

/// Reads on the stack of the caller, who knows how deep that is.
pub fn read_here(text: &str, target: Target, depth: u32) -> Result<Unit, ReadError> {
    if u32::try_from(text.len()).is_err() {
        return Err(located(&Lines::new(""), Fail { at: 0, kind: ErrorKind::TooLarge }));
    }
    let text = &*lex::with_characters(text);
    let lexed = lex::lex(text).map_err(|(lines, fail)| located(&lines, *fail))?;
    let mut reader = reader::Reader::new(text, lexed, target, depth);
    match reader.translation_unit() {
        Ok(()) => Ok(Unit { program: reader.p, map: reader.map }),
        Err(fail) => Err(located(&reader.map.lines, *fail)),
    }
}

fn located(lines: &Lines, fail: Fail) -> ReadError {
    ReadError { position: lines.position(fail.at), kind: fail.kind }
}
