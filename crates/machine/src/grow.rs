//! The machine's two questions to the generator, which keep it free of random numbers:
//! *what comes next at this hole?* and *this site is about to be undefined: what becomes of it?*
//! The cold run answers both with an error.

use crate::machine::Machine;
use crate::outcome::{Eval, Gap, Missing, Stop};
use crate::ub::Ub;
use crate::value::Value;
use ir::arith::float::Float;
use ir::{BlockId, ExprId, Program, StmtId};

/// What became of a site that was about to be undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Nothing: the undefined behaviour stands.
    Refused,
    /// The node was rewritten in place. It is evaluated again from the operand values it already has.
    Changed,
}

/// What became of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// The machine looks at the same position again: the hole may have a statement before it now, or be gone.
    Again,
    /// A statement was added before the hole, and has been executed already.
    Advance,
    /// Statements were added at this position, before something that stays with the hole: execution goes on there.
    At(usize),
}

/// How many turns of a loop go by between two looks at whether that is enough.
pub const LOOK_EVERY: u64 = 64;

/// Where the program comes from, and what happens where it is unfinished or undefined.
pub trait Grow: Sized {
    /// The program does not change while it runs, so that what was found out about it stays true.
    const FINISHED: bool = false;

    fn program(&self) -> &Program;

    /// Execution has reached a hole in the block.
    fn hole(machine: &mut Machine<Self>, block: BlockId, hole: StmtId) -> Eval<Filled>;

    /// The site is about to be undefined with these operand values. A repair that makes something else of it than an
    /// expression of the same kind says so by [`Stop::Anew`] and [`Stop::Instead`].
    fn repair(machine: &mut Machine<Self>, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Eval<Repair>;

    /// Whether the site must give more than C asks for: a pointer to an element, not to the place behind the last one,
    /// which cannot be followed later; and a floating value that is a whole number within the mantissa, which every
    /// rounding mode and every precision of intermediate results agree on.
    fn is_strict(&self, _site: ExprId) -> bool {
        false
    }

    /// What becomes of a floating result that is no whole number within the mantissa: others may round it differently.
    #[inline]
    fn rounded(&self, value: Float) -> Float {
        value
    }

    /// A loop is about to go through its body for the second time, or another [`LOOK_EVERY`] times have gone by.
    fn turning(_machine: &mut Machine<Self>, _body: BlockId) -> Eval<()> {
        Ok(())
    }

    /// A loop cannot end by itself: nothing changes any more. True if something was done about it.
    fn stuck(_machine: &mut Machine<Self>, _body: BlockId) -> Eval<bool> {
        Ok(false)
    }
}

/// A finished program, executed as it stands.
#[derive(Clone, Copy)]
pub struct Cold<'p>(pub &'p Program);

impl Cold<'_> {
    /// A finished program has none.
    pub(crate) fn no_holes() -> Eval<Filled> {
        Err(Stop::Unsupported(Box::new(Gap { what: Missing::Hole, expr: None })))
    }
}

impl Grow for Cold<'_> {
    const FINISHED: bool = true;

    #[inline]
    fn program(&self) -> &Program {
        self.0
    }

    fn hole(_: &mut Machine<Self>, _: BlockId, _: StmtId) -> Eval<Filled> {
        Cold::no_holes()
    }

    fn repair(_: &mut Machine<Self>, _: ExprId, _: &Ub, _: &[(ExprId, Value)]) -> Eval<Repair> {
        Ok(Repair::Refused)
    }
}
