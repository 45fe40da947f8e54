//! Whether two operands can meet in memory at all. Most cannot, which is known from what they name: then nothing is recorded
//! when they run. A variable in a slot is only ever named; everything else may also be reached through pointers.

use super::statements::Builder;
use crate::machine::Order;
use ir::{Effects, ExprId, ExprKind, VarId};

/// What evaluating an expression accesses, at most.
#[derive(Default)]
pub(super) struct Footprint {
    reads: Vec<VarId>,
    writes: Vec<VarId>,
    /// Through pointers, or in calls whose order matters.
    reads_anything: bool,
    writes_anything: bool,
}

impl Footprint {
    fn names(&self, var: VarId) -> bool {
        self.reads.contains(&var) || self.writes.contains(&var)
    }
}

impl Builder<'_> {
    /// Whether the order of two operands must be watched. Variables that they meet in must be in memory then.
    pub fn may_conflict(&mut self, a: ExprId, b: ExprId) -> bool {
        let (x, y) = (self.footprint_of(a), self.footprint_of(b));
        self.meet(&x, &y) || self.both_observable(a, b)
    }

    /// The same for an assignment: the store meets what is under way on the right.
    pub fn sides_may_conflict(&mut self, lhs: ExprId, rhs: ExprId) -> bool {
        let mut x = Footprint::default();
        self.visit_place(lhs, &mut x);
        self.write_to(lhs, &mut x);
        let y = self.footprint_of(rhs);
        self.meet(&x, &y) || self.both_observable(lhs, rhs)
    }

    fn both_observable(&self, a: ExprId, b: ExprId) -> bool {
        let volatile = |e: ExprId| self.p.exprs[e].effects.has(Effects::VOLATILE);
        self.order == Order::Strict && volatile(a) && volatile(b)
    }

    fn meet(&mut self, x: &Footprint, y: &Footprint) -> bool {
        let mut found = false;
        for (one, other) in [(x, y), (y, x)] {
            for var in &one.writes {
                if other.names(*var) {
                    self.keep(*var);
                    found = true;
                }
                found |= self.slot(*var).is_none() && (other.reads_anything || other.writes_anything);
            }
            let in_memory = || other.reads.iter().chain(&other.writes).any(|var| self.slot(*var).is_none());
            found |= one.writes_anything && (other.reads_anything || other.writes_anything || in_memory());
        }
        found
    }

    fn footprint_of(&self, e: ExprId) -> Footprint {
        let mut footprint = Footprint::default();
        self.visit(e, &mut footprint);
        footprint
    }

    fn visit(&self, e: ExprId, to: &mut Footprint) {
        let kind = self.p.exprs[e].kind;
        match kind {
            ExprKind::SizeofExpr(_) => {}
            ExprKind::Var(_)
            | ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::Arrow { .. }
            | ExprKind::Deref(_)
            | ExprKind::Str(_) => {
                self.visit_place(e, to);
                self.read_from(e, to);
            }
            ExprKind::AddrOf(of) | ExprKind::Decay(of) => self.visit_place(of, to),
            ExprKind::Assign { lhs, rhs } => {
                self.visit_place(lhs, to);
                self.visit(rhs, to);
                self.write_to(lhs, to);
            }
            ExprKind::AssignOp { lhs, rhs, .. } => {
                self.visit_place(lhs, to);
                self.visit(rhs, to);
                self.read_from(lhs, to);
                self.write_to(lhs, to);
            }
            ExprKind::IncDec(_, lhs) => {
                self.visit_place(lhs, to);
                self.read_from(lhs, to);
                self.write_to(lhs, to);
            }
            ExprKind::Call { args, .. } => {
                kind.for_each_operand(|operand| self.visit(operand, to));
                self.p.args(args).iter().for_each(|arg| self.visit(*arg, to));
                // What is done in a call has an order, if an unspecified one.
                let matters = self.order == Order::Strict;
                to.reads_anything |= matters;
                to.writes_anything |= matters;
            }
            ExprKind::CompoundLit(_)
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy { .. } => {
                self.name_all(e, to);
                to.reads_anything = true;
                to.writes_anything = true;
            }
            _ => kind.for_each_operand(|operand| self.visit(operand, to)),
        }
    }

    /// What forming a place accesses; not the access to the place itself.
    fn visit_place(&self, e: ExprId, to: &mut Footprint) {
        match self.p.exprs[e].kind {
            ExprKind::Var(_) | ExprKind::Str(_) | ExprKind::Func(_) => {}
            ExprKind::Member { base, .. } => self.visit_place(base, to),
            ExprKind::Index { base, index } => {
                self.visit(base, to);
                self.visit(index, to);
            }
            ExprKind::Arrow { base, .. } | ExprKind::Deref(base) => self.visit(base, to),
            _ => self.visit(e, to),
        }
    }

    fn read_from(&self, place: ExprId, to: &mut Footprint) {
        match self.root(place) {
            Some(var) => to.reads.push(var),
            None => to.reads_anything = true,
        }
    }

    fn write_to(&self, place: ExprId, to: &mut Footprint) {
        match self.root(place) {
            Some(var) => to.writes.push(var),
            None => to.writes_anything = true,
        }
    }

    /// The variable that a place is part of, if it is named.
    fn root(&self, e: ExprId) -> Option<VarId> {
        match self.p.exprs[e].kind {
            ExprKind::Var(var) => Some(var),
            ExprKind::Member { base, .. } => self.root(base),
            ExprKind::Index { base, .. } => match self.p.exprs[base].kind {
                ExprKind::Decay(array) => self.root(array),
                _ => None,
            },
            _ => None,
        }
    }

    /// Takes every variable in an expression for read and written.
    fn name_all(&self, e: ExprId, to: &mut Footprint) {
        let kind = self.p.exprs[e].kind;
        match kind {
            ExprKind::Var(var) => {
                to.reads.push(var);
                to.writes.push(var);
            }
            ExprKind::Call { args, .. } => self.p.args(args).iter().for_each(|arg| self.name_all(*arg, to)),
            _ => {}
        }
        kind.for_each_operand(|operand| self.name_all(operand, to));
    }
}
