//! The machine meets the generator here.

use crate::repair::fuel;
use crate::state::{Grower, Run};
use crate::{repair, stmt};
use ir::{BlockId, ExprId, Program, StmtId};
use machine::{Eval, Grow, Repair, Ub, Value};

impl Grow for Grower {
    #[inline]
    fn program(&self) -> &Program {
        &self.p
    }

    fn hole(m: &mut Run, block: BlockId, hole: StmtId) -> Eval<usize> {
        stmt::at_hole(m, block, hole)
    }

    fn repair(m: &mut Run, site: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Eval<Repair> {
        repair::repair(m, site, ub, held)
    }

    fn is_strict(&self, site: ExprId) -> bool {
        let inexact = self.policy.types.is_inexact() && self.p.types.is_float(self.p.ty(site));
        !inexact && !self.is_lenient(site)
    }

    fn turning(m: &mut Run, body: BlockId, turns: u64) -> Eval<()> {
        fuel::fuel_if_long(m, body, turns)
    }

    fn stuck(m: &mut Run, body: BlockId) -> Eval<bool> {
        fuel::add_fuel(m, body, 2)
    }
}
