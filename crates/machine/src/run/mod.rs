//! How a run starts and ends, and what is left of it.

pub(crate) mod finals;
pub(crate) mod orders;
pub(crate) mod stable;

use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Outcome, Stop};
use ir::{FuncId, Storage, VarId};

/// There is no room for a deep stack. This is what [`on_deep_stack`] unwinds with, so that it is reported where the program
/// ends; nothing on the way can do without the stack.
#[derive(Debug)]
pub struct NoStack(pub std::io::Error);

/// Runs a function on a thread whose stack is deep enough for deep programs. The memory is touched only if used.
pub fn on_deep_stack<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    const STACK: usize = 1 << 30;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, f);
        let thread = thread.unwrap_or_else(|error| std::panic::resume_unwind(Box::new(NoStack(error))));
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

impl<G: Grow> Machine<G> {
    /// Initialises static storage and calls `main`.
    pub fn run_main(&mut self) -> Outcome {
        match self.start().and_then(|()| self.call_main()) {
            Ok(exit_code) | Err(Stop::Exit(exit_code)) => match self.run_exit_handlers() {
                Ok(()) => Outcome::Finished { exit_code },
                Err(stop) => stop.outcome(),
            },
            Err(stop) => stop.outcome(),
        }
    }

    /// Initialises static storage and calls a function without arguments.
    pub fn run_function(&mut self, func: FuncId) -> Outcome {
        match self.start().and_then(|()| self.call_function(func, &[], None)) {
            Ok(_) => Outcome::Finished { exit_code: 0 },
            Err(stop) => stop.outcome(),
        }
    }

    /// Every object with static storage exists and has its value before the program starts (C17 5.1.2p1).
    pub fn start(&mut self) -> Eval<()> {
        let statics: Vec<VarId> = self
            .program()
            .vars
            .iter()
            .filter(|(_, v)| matches!(v.storage, Storage::Global | Storage::Static))
            .map(|(id, _)| id)
            .collect();
        self.find_restrict();
        for var in &statics {
            self.make_static(*var)?;
        }
        for var in statics {
            self.init_static(var)?;
        }
        self.make_standard_streams()
    }
}
