//! From expressions to nodes. Types, widths and lengths are looked up here, once.

use super::run::MAX_PLAIN;
use super::statements::Builder;
use super::{CallSite, Element, Kind, NodeId, Passing, Settle, Sort, Watch};
use crate::eval::{calculation_type, must_watch, must_watch_sides};
use crate::machine::Order;
use ir::{BinaryOp, Class, Effects, ExprId, ExprKind, ExprList, FuncId, IncDec, IntType, Ty, UnaryOp, VarId};

impl Builder<'_> {
    /// Whether an expression is an integer of at most 64 bits.
    pub fn is_int(&self, e: ExprId) -> bool {
        self.int_type(e).is_some()
    }

    fn int_type(&self, e: ExprId) -> Option<IntType> {
        match self.p.types.class(self.p.ty(e)) {
            Class::Int(t) if t.bits <= 64 => Some(t),
            _ => None,
        }
    }

    fn sort(&self, e: ExprId) -> Sort {
        if self.is_int(e) { Sort::Int } else { Sort::Other }
    }

    fn is_void(&self, e: ExprId) -> bool {
        self.p.types.is_void(self.p.ty(e))
    }

    fn make(&mut self, e: ExprId, kind: Kind) -> NodeId {
        let sort = self.sort(e);
        self.node(e, kind, sort, 1)
    }

    /// The node counts for another one that does nothing.
    fn and_step(&mut self, n: NodeId) -> NodeId {
        self.code.nodes[n as usize].cost += 1;
        n
    }

    /// Leaves an expression to the tree, which counts its own steps.
    fn tree(&mut self, e: ExprId) -> NodeId {
        self.keep_all(e);
        let sort = self.sort(e);
        self.node(e, Kind::Tree, sort, 0)
    }

    /// Operands that may be evaluated in any order, where that could matter.
    fn watched<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.watched += 1;
        let made = make(self);
        self.watched -= 1;
        made
    }

    // --- values ---

    pub fn expr(&mut self, e: ExprId) -> NodeId {
        match self.p.exprs[e].kind {
            ExprKind::Int { value, .. } => self.constant(e, value as i64),
            ExprKind::EnumConst(id, n) => {
                self.constant(e, self.p.types.enums[id].constants[n as usize].1 as i64)
            }
            ExprKind::SizeofType(ty) => self.constant(e, self.p.types.size(ty) as i64),
            ExprKind::SizeofExpr(of) => self.constant(e, self.p.types.size(self.p.ty(of)) as i64),
            ExprKind::AlignofType(ty) => self.constant(e, self.p.types.align(ty) as i64),
            ExprKind::Var(var) => self.var(e, var),
            ExprKind::Member { .. }
            | ExprKind::Arrow { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Str(_)
            | ExprKind::CompoundLit(_) => {
                let place = self.place(e);
                let sort = self.sort(e);
                self.node(e, Kind::Load(place), sort, 0)
            }
            ExprKind::AddrOf(of) => self.address(e, of),
            ExprKind::Decay(of) => self.decay(e, of),
            ExprKind::Unary(op, a) => self.unary(e, op, a),
            ExprKind::Binary(op, a, b) => self.binary(e, op, a, b),
            ExprKind::Guard(inner, _) => self.guard(e, inner),
            ExprKind::Logic(op, a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.make(e, Kind::Logic(op, a, b))
            }
            ExprKind::Cond { cond, then, els } => self.conditional(e, cond, then, els),
            ExprKind::Comma(a, b) => {
                let a = self.effect(a);
                let kind = if self.is_void(b) {
                    Kind::CommaVoid(a, self.effect(b))
                } else {
                    Kind::Comma(a, self.expr(b))
                };
                self.make(e, kind)
            }
            ExprKind::Cast(inner) if self.is_void(e) => {
                let n = self.effect(inner);
                self.and_step(n)
            }
            ExprKind::Cast(inner) | ExprKind::Convert(inner) => self.convert(e, inner),
            ExprKind::Assign { lhs, rhs } => self.assign(e, lhs, rhs),
            ExprKind::AssignOp { op, lhs, rhs, calc } => self.assign_op(e, op, lhs, rhs, calc),
            ExprKind::IncDec(op, lhs) => self.inc_dec(e, op, lhs),
            ExprKind::Call { callee, args } => self.call(e, callee, args),
            ExprKind::Float(_)
            | ExprKind::Func(_)
            | ExprKind::Offsetof(..)
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy { .. } => self.tree(e),
        }
    }

    /// An expression that is evaluated for its effects.
    pub fn effect(&mut self, e: ExprId) -> NodeId {
        match self.p.exprs[e].kind {
            ExprKind::Cast(inner) if self.is_void(e) => self.effect(inner),
            _ => self.expr(e),
        }
    }

    /// An integer that is not zero if the expression is true.
    pub fn truth(&mut self, e: ExprId) -> NodeId {
        let n = self.expr(e);
        if self.is_int(e) { n } else { self.node(e, Kind::TruthOf(n), Sort::Int, 0) }
    }

    fn constant(&mut self, e: ExprId, value: i64) -> NodeId {
        if self.is_int(e) { self.make(e, Kind::Const(value)) } else { self.tree(e) }
    }

    fn var(&mut self, e: ExprId, var: VarId) -> NodeId {
        if self.watched > 0 {
            self.keep(var);
        }
        let kind = match (self.slot(var), self.int_type(e)) {
            (Some(slot), _) => Kind::Slot(slot),
            (None, Some(t)) if t.bits > 1 => Kind::Var(var, t),
            (None, _) => Kind::VarValue(var),
        };
        self.make(e, kind)
    }

    fn address(&mut self, e: ExprId, of: ExprId) -> NodeId {
        match self.p.exprs[of].kind {
            ExprKind::Func(_) => self.tree(e),
            ExprKind::Deref(inner) => {
                let n = self.expr(inner);
                self.and_step(n)
            }
            ExprKind::Index { base, index } => {
                if must_watch(self.p, self.order, base, index) || !self.is_int(index) {
                    return self.tree(e);
                }
                let (base, index) = (self.expr(base), self.expr(index));
                self.make(e, Kind::AddrElement(base, index))
            }
            _ => {
                let place = self.place(of);
                self.make(e, Kind::AddrOf(place))
            }
        }
    }

    fn decay(&mut self, e: ExprId, of: ExprId) -> NodeId {
        if self.p.types.is_function(self.p.ty(of)) {
            return self.tree(e);
        }
        let place = self.place(of);
        self.make(e, Kind::Decay(place))
    }

    fn unary(&mut self, e: ExprId, op: UnaryOp, a: ExprId) -> NodeId {
        if op == UnaryOp::Not {
            let a = self.truth(a);
            return self.make(e, Kind::Not(a));
        }
        let n = self.expr(a);
        match (op, self.int_type(a)) {
            (UnaryOp::Plus, Some(_)) => self.and_step(n),
            (_, Some(t)) => self.make(e, Kind::Unary(op, t, n)),
            (_, None) => self.make(e, Kind::UnaryValue(n)),
        }
    }

    fn binary(&mut self, e: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> NodeId {
        let watched = must_watch(self.p, self.order, a, b);
        match (self.int_type(a), self.int_type(b)) {
            (Some(t), Some(_)) if watched => {
                let (a, b) = self.watched(|m| (m.expr(a), m.expr(b)));
                self.make(e, Kind::WatchedBinary(op, t, a, b))
            }
            (Some(t), Some(_)) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.make(e, Kind::Binary(op, t, a, b))
            }
            _ if watched => self.tree(e),
            _ => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.make(e, Kind::Pair(a, b))
            }
        }
    }

    fn guard(&mut self, e: ExprId, inner: ExprId) -> NodeId {
        match self.p.exprs[inner].kind {
            ExprKind::Binary(op, a, b) if !must_watch(self.p, self.order, a, b) => {
                match (self.int_type(a), self.int_type(b)) {
                    (Some(t), Some(_)) => {
                        let (a, b) = (self.expr(a), self.expr(b));
                        self.make(e, Kind::Guard(op, t, a, b))
                    }
                    _ => self.tree(e),
                }
            }
            _ => self.tree(e),
        }
    }

    fn conditional(&mut self, e: ExprId, cond: ExprId, then: ExprId, els: ExprId) -> NodeId {
        if self.is_void(then) != self.is_void(els) {
            return self.tree(e);
        }
        let cond = self.truth(cond);
        let kind = if self.is_void(then) {
            Kind::CondVoid(cond, self.effect(then), self.effect(els))
        } else {
            Kind::Cond(cond, self.expr(then), self.expr(els))
        };
        self.make(e, kind)
    }

    fn convert(&mut self, e: ExprId, inner: ExprId) -> NodeId {
        let n = self.expr(inner);
        match (self.int_type(inner), self.int_type(e)) {
            (Some(from), Some(to)) if is_same_value(from, to) => self.and_step(n),
            (Some(_), Some(to)) if to.is_bool() => self.make(e, Kind::ToBool(n)),
            (Some(_), Some(to)) => self.make(e, Kind::Wrap(to, n)),
            _ => self.make(e, Kind::Convert(n)),
        }
    }

    // --- assignments ---

    fn assign(&mut self, e: ExprId, lhs: ExprId, rhs: ExprId) -> NodeId {
        if must_watch_sides(self.p, self.order, lhs, rhs) {
            let (place, rhs) = self.watched(|m| (m.place(lhs), m.expr(rhs)));
            return self.make(e, Kind::WatchedSet(place, rhs));
        }
        if let ExprKind::Var(var) = self.p.exprs[lhs].kind
            && let Some(t) = self.int_type(lhs)
        {
            let rhs = self.expr(rhs);
            let kind = match self.slot_for_write(var) {
                Some(slot) => Kind::SetSlot(slot, rhs),
                None => Kind::SetVar(var, t, rhs),
            };
            let n = self.make(e, kind);
            return self.and_step(n);
        }
        // Naming a variable does nothing that the right side could see; otherwise the place comes first.
        let (place, rhs) = (self.place(lhs), self.expr(rhs));
        self.make(e, Kind::SetPlace(place, rhs))
    }

    fn slot_for_write(&mut self, var: VarId) -> Option<u32> {
        if self.watched > 0 {
            self.keep(var);
        }
        self.slot(var)
    }

    fn assign_op(&mut self, e: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, calc: Ty) -> NodeId {
        if must_watch(self.p, self.order, lhs, rhs) {
            let (place, rhs) = self.watched(|m| (m.place(lhs), m.expr(rhs)));
            return self.make(e, Kind::WatchedChange(place, rhs));
        }
        let wide = match self.p.types.class(calc) {
            Class::Int(t) if t.bits <= 64 => Some(t),
            _ => None,
        };
        if let (ExprKind::Var(var), Some(left), Some(wide)) =
            (self.p.exprs[lhs].kind, self.int_type(lhs), wide)
            && self.is_int(rhs)
        {
            let rhs = self.expr(rhs);
            let kind = match self.slot_for_write(var) {
                Some(slot) => Kind::ChangeSlot { op, left, wide, slot, rhs },
                None => Kind::ChangeVar { op, left, wide, var, rhs },
            };
            let n = self.make(e, kind);
            return self.and_step(n);
        }
        let (place, rhs) = (self.place(lhs), self.expr(rhs));
        self.make(e, Kind::ChangePlace(place, rhs))
    }

    fn inc_dec(&mut self, e: ExprId, op: IncDec, lhs: ExprId) -> NodeId {
        if !self.p.exprs[lhs].effects.is_pure() {
            return self.tree(e);
        }
        if let (ExprKind::Var(var), Some(ty)) = (self.p.exprs[lhs].kind, self.int_type(lhs)) {
            let calc = calculation_type(self.p, ty, 0);
            let kind = match self.slot_for_write(var) {
                Some(slot) => Kind::StepSlot { op, ty, calc, slot },
                None => Kind::StepVar { op, ty, calc, var },
            };
            let n = self.make(e, kind);
            return self.and_step(n);
        }
        let place = self.place(lhs);
        self.make(e, Kind::StepPlace(place))
    }

    // --- calls ---

    fn call(&mut self, e: ExprId, callee: ExprId, list: ExprList) -> NodeId {
        let direct = match self.p.exprs[callee].kind {
            ExprKind::Func(func) => Some(func),
            _ => None,
        };
        let args = self.p.args(list);
        let operands = direct.is_none().then_some(callee).into_iter().chain(args.iter().copied());
        let all: Vec<ExprId> = operands.collect();
        let effects = all.iter().fold(Effects::NONE, |sum, a| sum.with(self.p.exprs[*a].effects));
        let acting = if all.len() > 1 { effects } else { Effects::NONE };
        let watch = match self.order {
            Order::Strict => !acting.is_pure(),
            Order::LeftToRight => acting.has(Effects::WRITE),
        };
        let settle = self.order == Order::LeftToRight && !acting.is_pure();
        let mut nodes = if watch {
            self.watched(|m| all.iter().map(|a| m.expr(*a)).collect::<Vec<_>>())
        } else {
            all.iter().map(|a| self.expr(*a)).collect()
        };
        let callee = direct.is_none().then(|| nodes.remove(0));
        let passing = match direct {
            Some(func) if self.fits(func, args) => {
                let plain = !watch && args.len() <= MAX_PLAIN && args.iter().all(|a| self.is_int(*a));
                if plain { Passing::Plain } else { Passing::Fitting }
            }
            _ => Passing::Unknown,
        };
        self.code.calls.push(CallSite {
            direct,
            callee,
            args: nodes.into(),
            list,
            watch: if watch { Watch::Yes } else { Watch::No },
            settle: if settle { Settle::Yes } else { Settle::No },
            passing,
        });
        let call = (self.code.calls.len() - 1) as u32;
        self.make(e, Kind::Call(call))
    }

    /// Whether a function takes these arguments without a look at any.
    fn fits(&self, func: FuncId, args: &[ExprId]) -> bool {
        let f = &self.p.funcs[func];
        f.body.is_some()
            && args.len() == f.params.len()
            && args.iter().zip(&f.params).all(|(arg, param)| {
                self.p.compatible(self.p.value_type(*arg), self.p.types.canonical(self.p.vars[*param].ty))
            })
    }

    // --- places ---

    pub fn place(&mut self, e: ExprId) -> NodeId {
        let kind = match self.p.exprs[e].kind {
            ExprKind::Var(var) => {
                self.keep(var);
                Kind::VarPlace(var)
            }
            ExprKind::Member { base, .. } => Kind::FieldPlace(self.place(base)),
            ExprKind::Deref(pointer) => Kind::DerefPlace(self.expr(pointer)),
            ExprKind::Arrow { base, .. } => Kind::ArrowPlace(self.expr(base)),
            ExprKind::Index { base, index } => match self.index_place(e, base, index) {
                Some(kind) => kind,
                None => return self.tree_place(e),
            },
            ExprKind::Str(_) | ExprKind::CompoundLit(_) => return self.tree_place(e),
            _ => Kind::RecordPlace(self.expr(e)),
        };
        self.node(e, kind, Sort::Place, 1)
    }

    fn tree_place(&mut self, e: ExprId) -> NodeId {
        self.keep_all(e);
        self.node(e, Kind::TreePlace, Sort::Place, 0)
    }

    fn index_place(&mut self, e: ExprId, base: ExprId, index: ExprId) -> Option<Kind> {
        if must_watch(self.p, self.order, base, index) || !self.is_int(index) {
            return None;
        }
        let ExprKind::Decay(array) = self.p.exprs[base].kind else {
            return Some(Kind::PointerElement(self.expr(base), self.expr(index)));
        };
        let size = self.p.types.size(self.p.ty(e)) as u32;
        let len = match self.p.types.element(self.p.ty(array)) {
            Some((_, Some(len))) => u32::try_from(len).unwrap_or(0),
            // As long as its object is at the time.
            _ => 0,
        };
        self.code.elements.push(Element { size, len });
        let element = (self.code.elements.len() - 1) as u32;
        Some(Kind::ElementPlace(self.place(array), self.expr(index), element))
    }
}

/// Whether every value of one type is kept in the same way as the other type's.
fn is_same_value(from: IntType, to: IntType) -> bool {
    if to.is_bool() {
        return from.is_bool();
    }
    // A type that fills the word keeps every word.
    to.bits == 64 || (from.signed == to.signed && from.bits <= to.bits) || (to.signed && from.bits < to.bits)
}
