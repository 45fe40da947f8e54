//! The machine's questions to the generator, which keep it free of random numbers: *what comes next at this hole?*,
//! *this site is about to be undefined: what becomes of it?*, and *this loop goes on and on: may it?* A finished program
//! has no answers: it is executed as it stands. What the generator may do to the state in return is an [`Amendment`].

pub mod amendment;
pub(crate) mod initial;
pub mod view;

pub use amendment::Amendment;
pub use view::View;

use crate::outcome::{Eval, Gap, Missing, Stop};
use crate::ub::Ub;
use crate::value::Value;
use ir::{BlockId, ExprId, Program, StmtId};

/// What became of a site that was about to be undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Nothing: the undefined behaviour stands.
    Refused,
    /// The node was rewritten in place. It is evaluated again from the operand values it already has.
    Changed,
    /// The node was a place that is read, and is a value now: it is evaluated from its start.
    Reevaluate,
    /// The statement, of which nothing has happened yet, is elsewhere now: execution goes on with what stands in its
    /// place.
    Restart(StmtId),
}

/// How many iterations of a loop go by between two looks at whether that is enough.
pub const LOOK_EVERY: u64 = 64;

/// Where the program comes from, and what happens where it is unfinished or undefined.
pub trait Grow: Sized {
    /// The program does not change while it runs, so that what was found out about it stays true.
    const FINISHED: bool = false;

    /// The program as it is now.
    fn program(&self) -> &Program;

    /// Changes to the past that the machine has not made yet.
    fn pending(&self) -> &[Amendment] {
        &[]
    }

    /// The machine makes them now.
    fn take_amendments(&mut self) -> Vec<Amendment> {
        Vec::new()
    }

    /// Execution has reached a hole in the block, and goes on at the position in it that is returned.
    fn hole(&mut self, view: &View, block: BlockId, hole: StmtId) -> Eval<usize>;

    /// The site is about to be undefined with these operand values.
    fn repair(&mut self, view: &View, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Repair;

    /// Whether the site must give more than C asks for: a pointer to an element, not to the place behind the last one,
    /// which cannot be dereferenced later; and a floating value that is a whole number within the mantissa, which every
    /// rounding mode and every precision of intermediate results agree on.
    fn is_strict(&self, _site: ExprId) -> bool {
        false
    }

    /// A loop is about to go through its body for the second time, or another [`LOOK_EVERY`] times have gone by;
    /// `iterations` counts from where the loop was entered.
    fn iterating(&mut self, _view: &View, _body: BlockId, _turns: u64) {}

    /// A loop cannot end by itself: nothing changes any more. True if something was done about it.
    fn stuck(&mut self, _view: &View, _body: BlockId) -> bool {
        false
    }
}

/// A finished program, executed as it stands.
#[derive(Clone, Copy)]
pub struct Cold<'p>(pub &'p Program);

impl Grow for Cold<'_> {
    const FINISHED: bool = true;

    #[inline]
    fn program(&self) -> &Program {
        self.0
    }

    fn hole(&mut self, _: &View, _: BlockId, _: StmtId) -> Eval<usize> {
        Err(Stop::Unsupported(Box::new(Gap { what: Missing::Hole, expr: None })))
    }

    fn repair(&mut self, _: &View, _: ExprId, _: &Ub, _: &[(ExprId, Value)]) -> Repair {
        Repair::Refused
    }
}
