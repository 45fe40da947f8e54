//! From expressions to nodes. Types, widths and lengths are looked up here, once.

use super::statements::Builder;
use crate::bytecode::int_expr::is_same_value;
use crate::bytecode::{
    CallSite, Change, Element, Kind, MAX_PLAIN, NodeId, Passing, PlainField, Pointee, Settle, Sort, Watch,
};
use crate::config::Order;
use crate::tree::eval::{
    calculation_type, is_doubtful, is_from_float, must_watch, must_watch_sides, overlapping,
};
use ir::arith::int;
use ir::{
    BinaryOp, Class, Effects, ExprId, ExprKind, ExprList, FuncId, IncDec, IntType, Quals, RecordKind, Ty,
    UnaryOp, VarId,
};

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

    /// The type of an integer whose accesses are no part of what the program does.
    fn plain_int_type(&self, e: ExprId) -> Option<IntType> {
        if self.p.ty(e).quals().is_volatile() { None } else { self.int_type(e) }
    }

    fn is_plain_pointer(&self, e: ExprId) -> bool {
        let ty = self.p.ty(e);
        let special = ty.quals().is_volatile() || ty.quals().has(Quals::RESTRICT);
        !special && self.p.types.class(ty) == Class::Pointer
    }

    fn is_restrict_pointer(&self, e: ExprId) -> bool {
        let ty = self.p.ty(e);
        let restrict = ty.quals().has(Quals::RESTRICT) && !ty.quals().is_volatile();
        restrict && self.p.types.class(ty) == Class::Pointer
    }

    fn sort(&self, e: ExprId) -> Sort {
        if self.is_int(e) { Sort::Int } else { Sort::Other }
    }

    fn is_void(&self, e: ExprId) -> bool {
        self.p.types.is_void(self.p.ty(e))
    }

    pub fn make(&mut self, e: ExprId, kind: Kind) -> NodeId {
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

    /// Whether conflicts between two operands must be looked for when they run.
    pub fn watches(&mut self, a: ExprId, b: ExprId) -> bool {
        must_watch(self.p, self.order, a, b) && self.may_conflict(a, b)
    }

    // --- values ---

    pub fn expr(&mut self, e: ExprId) -> NodeId {
        let in_doubt = self.doubtful_fields && is_doubtful(self.p, e);
        if in_doubt || self.p.types.is_vector(self.p.ty(e)) {
            return self.tree(e);
        }
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
                let kind = match self.plain_int_type(e) {
                    Some(t) => Kind::LoadInt(t, place),
                    None if self.is_plain_pointer(e) => Kind::LoadPointer(place),
                    None => Kind::Load(place),
                };
                self.node(e, kind, sort, 0)
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
            | ExprKind::ConvertLanes(_)
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy { .. }
            | ExprKind::Asm { .. } => self.tree(e),
            ExprKind::Stmts(_) => {
                self.only_tree = true;
                self.tree(e)
            }
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
        let kind = match (self.slot(var), self.int_type(e)) {
            (Some(slot), _) => Kind::Slot(slot),
            (None, Some(t)) if t.bits > 1 && self.is_quiet(var) => Kind::QuietVar(var, t),
            (None, Some(t)) if t.bits > 1 => Kind::Var(var, t),
            (None, None) if self.is_plain_pointer(e) => {
                if self.is_quiet(var) {
                    Kind::QuietPointer(var)
                } else {
                    Kind::PointerVar(var)
                }
            }
            (None, None) if self.is_restrict_pointer(e) && self.is_quiet(var) => Kind::QuietRestrict(var),
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
                if self.watches(base, index) || !self.is_int(index) {
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
        let watched = self.watches(a, b);
        match (self.int_type(a), self.int_type(b)) {
            (Some(t), Some(_)) if watched => {
                let (a, b) = (self.expr(a), self.expr(b));
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
            ExprKind::Binary(op, a, b) if !self.watches(a, b) => match (self.int_type(a), self.int_type(b)) {
                (Some(t), Some(_)) => {
                    let (a, b) = (self.expr(a), self.expr(b));
                    self.make(e, Kind::Guard(op, t, a, b))
                }
                _ => self.tree(e),
            },
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
            (Some(_), Some(to)) => match self.code.nodes[n as usize].kind {
                Kind::Const(value) => {
                    self.code.nodes[n as usize].kind = Kind::Const(int::wrap(to, value));
                    self.and_step(n)
                }
                _ => self.make(e, Kind::Wrap(to, n)),
            },
            _ => self.convert_other(e, inner, n),
        }
    }

    /// A conversion of what is not an integer, or to it. Qualifiers make no difference to a pointer, nor types to one that is null.
    fn convert_other(&mut self, e: ExprId, inner: ExprId, n: NodeId) -> NodeId {
        let types = &self.p.types;
        let pointee = |e: ExprId| types.pointee(self.p.ty(e));
        let same = matches!((pointee(inner), pointee(e)), (Some(a), Some(b)) if types.same_unqualified(a, b));
        match self.code.nodes[n as usize].kind {
            Kind::NullPointer if pointee(e).is_some() => self.and_step(n),
            Kind::Const(0) if pointee(e).is_some() => {
                let steps = self.code.nodes[n as usize].cost;
                self.node(e, Kind::NullPointer, Sort::Other, steps + 1)
            }
            _ if same => self.and_step(n),
            _ => self.make(e, Kind::Convert(n)),
        }
    }

    // --- assignments ---

    fn assign(&mut self, e: ExprId, lhs: ExprId, rhs: ExprId) -> NodeId {
        if overlapping(self.p, lhs, rhs).is_some() {
            return self.tree(e);
        }
        if must_watch_sides(self.p, self.order, lhs, rhs) && self.sides_may_conflict(lhs, rhs) {
            let (place, rhs) = (self.place(lhs), self.expr(rhs));
            return self.make(e, Kind::WatchedSet(place, rhs));
        }
        if let ExprKind::Var(var) = self.p.exprs[lhs].kind
            && let Some(t) = self.int_type(lhs)
        {
            let rhs = self.expr(rhs);
            let kind = match self.slot(var) {
                Some(slot) => Kind::SetSlot(slot, rhs),
                None => Kind::SetVar(var, t, rhs),
            };
            let n = self.make(e, kind);
            return self.and_step(n);
        }
        // Naming a variable does nothing that the right side could see; otherwise the place comes first.
        let value = rhs;
        let (place, rhs) = (self.place(lhs), self.expr(rhs));
        let kind = match self.plain_int_type(lhs) {
            // Whether a floating value fits a bit-field is looked at where it is stored.
            Some(_) if is_from_float(self.p, value) && self.p.bit_field_width(lhs).is_some() => {
                Kind::SetPlace(place, rhs)
            }
            Some(t) => Kind::SetInt(t, place, rhs),
            None if self.is_plain_pointer(lhs) => Kind::SetPointer(place, rhs),
            None => Kind::SetPlace(place, rhs),
        };
        self.make(e, kind)
    }

    fn assign_op(&mut self, e: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, calc: Ty) -> NodeId {
        if must_watch(self.p, self.order, lhs, rhs) && self.sides_may_conflict(lhs, rhs) {
            let (place, rhs) = (self.place(lhs), self.expr(rhs));
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
            let kind = match self.slot(var) {
                Some(slot) => Kind::ChangeSlot { op, left, wide, slot, rhs },
                None => Kind::ChangeVar { op, left, wide, var, rhs },
            };
            let n = self.make(e, kind);
            return self.and_step(n);
        }
        let change = match (self.plain_int_type(lhs), wide) {
            // A volatile access is part of what the program does, so that it does not take the short way.
            (Some(left), Some(wide)) if self.is_int(rhs) => Some(Change { op, left, wide }),
            _ => None,
        };
        let (place, rhs) = (self.place(lhs), self.expr(rhs));
        let kind = match change {
            Some(change) => {
                self.code.changes.push(change);
                Kind::ChangeInt(place, rhs, (self.code.changes.len() - 1) as u32)
            }
            None => Kind::ChangePlace(place, rhs),
        };
        self.make(e, kind)
    }

    fn inc_dec(&mut self, e: ExprId, op: IncDec, lhs: ExprId) -> NodeId {
        if !self.p.exprs[lhs].effects.is_pure() {
            return self.tree(e);
        }
        if let (ExprKind::Var(var), Some(ty)) = (self.p.exprs[lhs].kind, self.int_type(lhs)) {
            let calc = calculation_type(self.p, ty, 0);
            let kind = match self.slot(var) {
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
        let watch = watch && self.any_conflict(&all);
        let passing = match direct {
            Some(func) if self.fits(func, args) => {
                let plain = !watch && args.len() <= MAX_PLAIN && args.iter().all(|a| self.is_int(*a));
                if plain { Passing::Plain } else { Passing::Fitting }
            }
            _ => Passing::Unknown,
        };
        if let (Some(func), Passing::Plain) = (direct, passing)
            && let Some(inlined) = self.inlined(e, func, args)
        {
            return inlined;
        }
        let mut nodes: Vec<NodeId> = all.iter().map(|a| self.expr(*a)).collect();
        let callee = direct.is_none().then(|| nodes.remove(0));
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

    fn any_conflict(&mut self, all: &[ExprId]) -> bool {
        let mut found = false;
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                found |= self.may_conflict(*a, *b);
            }
        }
        found
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
        if let ExprKind::Member { .. } | ExprKind::Index { .. } = self.p.exprs[e].kind
            && let Some((part, steps)) = self.part(e)
        {
            return self.node(e, part, Sort::Place, steps);
        }
        let kind = match self.p.exprs[e].kind {
            ExprKind::Var(var) => {
                self.keep(var);
                Kind::VarPlace(var)
            }
            ExprKind::Member { base, field } => {
                let info = self.field(self.p.ty(base), field);
                Kind::FieldPlace(self.place(base), info)
            }
            ExprKind::Deref(pointer) => {
                let info = self.pointee(self.p.ty(e));
                Kind::DerefPlace(self.expr(pointer), info)
            }
            ExprKind::Arrow { base, field } => {
                let record = self.p.types.pointee(self.p.ty(base)).unwrap_or(Ty::VOID);
                let (info, field) = (self.pointee(record), self.field(record, field));
                Kind::ArrowPlace(self.expr(base), info, field)
            }
            ExprKind::Index { base, index } => match self.index_place(e, base, index) {
                Some(kind) => kind,
                None => return self.tree_place(e),
            },
            ExprKind::Str(_) | ExprKind::CompoundLit(_) => return self.tree_place(e),
            _ => Kind::RecordPlace(self.expr(e)),
        };
        self.node(e, kind, Sort::Place, 1)
    }

    fn field(&mut self, record: Ty, field: u32) -> u32 {
        let types = &self.p.types;
        let plain = types.record(record).and_then(|id| {
            let at = types.layout(id).fields[field as usize];
            let size = types.size(types.records[id].fields[field as usize].ty) as u32;
            let is_flexible = types.is_flexible(types.records[id].fields[field as usize].ty);
            let is_plain = at.width == 0 && !is_flexible && types.records[id].kind == RecordKind::Struct;
            is_plain.then_some(PlainField { offset: at.offset as u32, size })
        });
        self.code.fields.push(plain);
        (self.code.fields.len() - 1) as u32
    }

    fn pointee(&mut self, ty: Ty) -> u32 {
        let types = &self.p.types;
        let (size, align) = if types.is_complete(ty) && !types.is_function(ty) {
            (types.size(ty) as u32, types.align(ty) as u32)
        } else {
            (u32::MAX, 1)
        };
        let ty = types.canonical(ty).unqualified();
        self.code.pointees.push(Pointee { ty, size, align });
        (self.code.pointees.len() - 1) as u32
    }

    fn tree_place(&mut self, e: ExprId) -> NodeId {
        self.keep_all(e);
        self.node(e, Kind::TreePlace, Sort::Place, 0)
    }

    fn index_place(&mut self, e: ExprId, base: ExprId, index: ExprId) -> Option<Kind> {
        if self.watches(base, index) || !self.is_int(index) {
            return None;
        }
        let ExprKind::Decay(array) = self.p.exprs[base].kind else {
            let info = self.pointee(self.p.ty(e));
            return Some(Kind::PointerElement(self.expr(base), self.expr(index), info));
        };
        let size = self.p.types.size(self.p.ty(e)) as u32;
        let len = match self.p.types.element(self.p.ty(array)) {
            Some((_, Some(len @ 1..))) => u32::try_from(len).unwrap_or(0),
            // As long as its object is at the time.
            _ => self.p.types.lanes(self.p.ty(array)).map_or(0, |(_, lanes)| lanes),
        };
        self.code.elements.push(Element { size, len });
        let element = (self.code.elements.len() - 1) as u32;
        Some(Kind::ElementPlace(self.place(array), self.expr(index), element))
    }
}
