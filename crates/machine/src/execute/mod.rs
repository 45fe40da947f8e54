//! Running [`crate::bytecode`]. What things mean is said in [`crate::tree::eval`], [`crate::tree::place`], [`crate::tree::exec`] and
//! [`crate::tree::call`]: here are short ways for what is common, and everything else calls the functions there.

mod inlined;
mod ints;
mod pointers;
mod run;
mod subobject;
mod values;

use crate::bytecode::Bytecode;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Stop};

/// Evaluation stops; the reason is kept aside, so that results are small.
pub(crate) struct Halt;

type Run<T> = Result<T, Halt>;

/// The code of a call under way, and where its slots begin.
#[derive(Clone, Copy)]
struct Cx<'a> {
    code: &'a Bytecode,
    base: usize,
}

impl<G: Grow> Machine<G> {
    /// Keeps the reason for stopping aside.
    #[inline]
    fn lift<T>(&mut self, result: Eval<T>) -> Run<T> {
        match result {
            Ok(value) => Ok(value),
            Err(stop) => self.halt(stop),
        }
    }

    #[cold]
    fn halt<T>(&mut self, stop: Stop) -> Run<T> {
        self.codes.stop = Some(stop);
        Err(Halt)
    }

    /// The reason for stopping comes back.
    #[cold]
    fn stopped(&mut self) -> Stop {
        self.codes.stop.take().expect("a reason was kept")
    }
}
