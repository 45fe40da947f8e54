//! The state of the library that a run keeps: its streams and files, and what it was asked to call later.

use crate::value::Pointer;
use std::collections::BTreeMap;

/// What a stream reads from or writes to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Home {
    Output,
    Errors,
    /// Programs have no input.
    Input,
    /// The text of a file that is open, and its name, if it has one.
    File(Option<Vec<u8>>),
}

#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// The number of the object that its `FILE *` points to.
    pub object: u32,
    pub home: Home,
    pub text: Vec<u8>,
    pub at: usize,
    pub appends: bool,
    pub at_end: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    pub open: Vec<Stream>,
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    pub errors: Vec<u8>,
    pub names: u32,
    /// What `atexit` was given.
    pub at_exit: Vec<Pointer>,
    pub handlers: BTreeMap<i64, Pointer>,
}

impl Streams {
    pub fn take_errors(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.errors)
    }
}
