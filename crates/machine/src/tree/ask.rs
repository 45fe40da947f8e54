//! How the machine asks the generator: it gives a view of itself, and makes the changes that come back with the answer.

use crate::grow::{Grow, Repair};
use crate::machine::Machine;
use crate::outcome::{Eval, Resume, Stop};
use crate::ub::Ub;
use crate::value::Value;
use ir::{BlockId, ExprId, StmtId};

impl<G: Grow> Machine<G> {
    /// Asks what comes at a hole, and goes on at the position in the block that is returned.
    pub(crate) fn fill(&mut self, block: BlockId, hole: StmtId) -> Eval<usize> {
        let (grow, view) = self.split();
        let at = grow.hole(&view, block, hole)?;
        self.amend_if_asked()?;
        Ok(at)
    }

    /// Asks what becomes of a site that is about to be undefined. True if the node was rewritten in place; false if the
    /// undefined behaviour stands. What changes more than the node travels to where that is known.
    pub(crate) fn repaired(&mut self, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Eval<bool> {
        let (grow, view) = self.split();
        let done = grow.repair(&view, site, ub, held);
        self.amend_if_asked()?;
        match done {
            Repair::Refused => Ok(false),
            Repair::Changed => Ok(true),
            Repair::Reevaluate => Err(Stop::Repaired(Resume::Node(site))),
            Repair::Restart(stmt) => Err(Stop::Repaired(Resume::Statement(stmt))),
        }
    }

    /// Asks whether a loop may go on.
    pub(crate) fn iterating(&mut self, body: BlockId, iterations: u64) -> Eval<()> {
        let (grow, view) = self.split();
        grow.iterating(&view, body, iterations);
        self.amend_if_asked()
    }

    /// Asks for a way out of a loop that has none.
    pub(crate) fn unstuck(&mut self, body: BlockId) -> Eval<bool> {
        let (grow, view) = self.split();
        let done = grow.stuck(&view, body);
        self.amend_if_asked()?;
        Ok(done)
    }
}
