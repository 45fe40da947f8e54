//! The machine meets the generator here: it asks, and gets a view of itself to answer by.

use crate::repair::fuel;
use crate::state::Gen;
use crate::{repair, stmt};
use ir::{BlockId, ExprId, Program, StmtId};
use machine::{Amendment, Eval, Grow, Machine, Repair, Ub, Value, View};

/// The machine with a program under growth.
pub type Run = Machine<Gen>;

impl Grow for Gen {
    #[inline]
    fn program(&self) -> &Program {
        &self.p
    }

    fn pending(&self) -> &[Amendment] {
        &self.amendments
    }

    fn take_amendments(&mut self) -> Vec<Amendment> {
        std::mem::take(&mut self.amendments)
    }

    fn hole(&mut self, view: &View, block: BlockId, hole: StmtId) -> Eval<usize> {
        stmt::at_hole(self, view, block, hole)
    }

    fn repair(&mut self, view: &View, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Repair {
        repair::repair(self, view, site, ub, held)
    }

    fn is_strict(&self, site: ExprId) -> bool {
        let inexact = self.policy.types.is_inexact() && self.p.types.is_float(self.p.ty(site));
        !inexact && !self.is_lenient(site)
    }

    fn iterating(&mut self, view: &View, body: BlockId, iterations: u64) {
        fuel::fuel_if_long(self, view, body, iterations);
    }

    fn stuck(&mut self, view: &View, body: BlockId) -> bool {
        fuel::add_fuel(self, view, body, 2)
    }
}
