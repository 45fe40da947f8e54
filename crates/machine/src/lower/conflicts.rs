//! Whether two operands can meet in memory at all. Most cannot, which is known from what they name: then nothing is recorded
//! when they run. A variable whose address is never taken is only ever named; everything else may also be reached through pointers.

use super::statements::Builder;
use crate::bytecode::variables::root;
use crate::config::Order;
use ir::{Effects, ExprId, ExprKind, Id, VarId};

/// What evaluating an expression accesses, at most.
#[derive(Default)]
pub(super) struct Footprint {
    reads: Vec<VarId>,
    writes: Vec<VarId>,
    /// Through pointers.
    reads_behind: bool,
    writes_behind: bool,
    /// In calls whose order matters.
    calls: bool,
    /// Something that is part of what the program does.
    observable: bool,
}

impl Footprint {
    fn names(&self, var: VarId) -> bool {
        self.reads.contains(&var) || self.writes.contains(&var)
    }

    fn is_behind(&self) -> bool {
        self.reads_behind || self.writes_behind
    }
}

impl Builder<'_> {
    /// Whether the order of two operands must be watched. Variables that they meet in must be in memory then.
    pub fn may_conflict(&mut self, a: ExprId, b: ExprId) -> bool {
        let (x, y) = (self.footprint_of(a), self.footprint_of(b));
        self.meet(&x, &y)
    }

    /// The same for an assignment: the store meets what is under way on the right.
    pub fn sides_may_conflict(&mut self, lhs: ExprId, rhs: ExprId) -> bool {
        let mut x = self.nothing_of(lhs);
        self.visit_place(lhs, &mut x);
        self.write_to(lhs, &mut x);
        let y = self.footprint_of(rhs);
        self.meet(&x, &y)
    }

    /// A footprint without accesses.
    fn nothing_of(&self, e: ExprId) -> Footprint {
        let observable = self.order == Order::Strict && self.p.exprs[e].effects.has(Effects::VOLATILE);
        Footprint { observable, ..Footprint::default() }
    }

    fn only_computes(&mut self, callee: ExprId) -> bool {
        matches!(self.p.exprs[callee].kind, ExprKind::Func(func) if self.is_inlined(func))
    }

    fn meet(&mut self, x: &Footprint, y: &Footprint) -> bool {
        let mut found = x.observable && y.observable;
        for (one, other) in [(x, y), (y, x)] {
            for var in &one.writes {
                if other.names(*var) {
                    self.keep(*var);
                    found = true;
                }
                found |= other.is_behind() && self.has_address(*var);
            }
            let mut names = other.reads.iter().chain(&other.writes);
            if one.writes_behind {
                found |= other.is_behind() || other.calls || names.clone().any(|var| self.has_address(*var));
            }
            if one.calls {
                found |= other.is_behind()
                    || other.calls
                    || other.observable
                    || names.any(|var| self.is_shared(*var));
            }
        }
        found
    }

    fn has_address(&self, var: VarId) -> bool {
        self.variables.addressed[var.index()]
    }

    /// Whether no access to a variable can conflict with another, so that none needs to be recorded. A store by a whole statement
    /// comes after all that it evaluates.
    pub fn is_quiet(&self, var: VarId) -> bool {
        !self.has_address(var)
            && !self.variables.written_within[var.index()]
            && (self.order == Order::LeftToRight || !self.is_shared(var))
    }

    /// Whether calls can access a variable of this function.
    fn is_shared(&self, var: VarId) -> bool {
        self.has_address(var) || self.p.vars[var].storage.is_static()
    }

    fn footprint_of(&mut self, e: ExprId) -> Footprint {
        let mut footprint = self.nothing_of(e);
        self.visit(e, &mut footprint);
        footprint
    }

    fn visit(&mut self, e: ExprId, to: &mut Footprint) {
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
            ExprKind::Call { callee, args } => {
                kind.for_each_operand(|operand| self.visit(operand, to));
                self.p.args(args).iter().for_each(|arg| self.visit(*arg, to));
                // What is done in a call has an order, if an unspecified one.
                to.calls |= self.order == Order::Strict && !self.only_computes(callee);
            }
            ExprKind::CompoundLit(_)
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy { .. }
            | ExprKind::Asm { .. }
            | ExprKind::Stmts(_) => {
                self.name_all(e, to);
                to.reads_behind = true;
                to.writes_behind = true;
                to.calls = true;
            }
            _ => kind.for_each_operand(|operand| self.visit(operand, to)),
        }
    }

    /// What forming a place accesses; not the access to the place itself.
    fn visit_place(&mut self, e: ExprId, to: &mut Footprint) {
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
        match root(self.p, place) {
            Some(var) => to.reads.push(var),
            None => to.reads_behind = true,
        }
    }

    fn write_to(&self, place: ExprId, to: &mut Footprint) {
        match root(self.p, place) {
            Some(var) => to.writes.push(var),
            None => to.writes_behind = true,
        }
    }

    /// Takes every variable in an expression for read and written.
    fn name_all(&self, e: ExprId, to: &mut Footprint) {
        let kind = self.p.exprs[e].kind;
        if let ExprKind::Var(var) = kind {
            to.reads.push(var);
            to.writes.push(var);
        }
        if let Some(list) = kind.list() {
            self.p.args(list).iter().for_each(|arg| self.name_all(*arg, to));
        }
        kind.for_each_operand(|operand| self.name_all(operand, to));
    }
}
