//! Expressions: dispatch to one small function for each node. Operands are evaluated from left to right; whether
//! another order could make a difference is [`crate::memory::sequence`]'s to find out.

mod assign;
mod convert;
mod fields;
mod operate;
mod overlap;
mod resume;
mod vector;

pub(crate) use assign::{calculation_type, one_step};
pub(crate) use fields::{is_doubtful, is_from_float};
pub(crate) use overlap::overlapping;

use crate::config::Order;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::sequence::Region;
use crate::ops;
use crate::outcome::{Eval, Found, Limit, Resume, Stop};
use crate::ub::Ub;
use crate::value::{Place, Pointer, Value};
use ir::arith::float::Float;
use ir::arith::int;
use ir::{Class, Effects, ExprId, ExprKind, LogicOp, Program, Ty};

impl<G: Grow> Machine<G> {
    #[inline]
    pub(crate) fn step(&mut self) -> Eval<()> {
        self.steps += 1;
        if self.steps > self.config.max_steps { Err(Stop::Budget(Limit::Steps)) } else { Ok(()) }
    }

    /// The value of an expression.
    #[inline]
    pub fn value(&mut self, id: ExprId) -> Eval<Value> {
        self.step()?;
        let value = self.dispatch(id)?;
        if self.observed.wants_values() {
            self.observed.value(id, self.without_basis(value));
        }
        Ok(value)
    }

    fn dispatch(&mut self, id: ExprId) -> Eval<Value> {
        let e = self.program().exprs[id];
        match e.kind {
            ExprKind::Int { value, .. } => Ok(Value::Int(value as i64)),
            ExprKind::Binary(op, a, b) => self.binary(id, op, a, b),
            ExprKind::Convert(inner) => self.convert_node(id, inner, e.ty),
            ExprKind::Cast(inner) => self.cast_node(id, inner, e.ty),
            ExprKind::ConvertLanes(inner) => self.convert_lanes(id, inner, e.ty),
            ExprKind::Var(var) => match self.quick_read(var, e.ty) {
                Some(value) => Ok(value),
                None => self.read_place(id, e.ty),
            },
            ExprKind::Str(_)
            | ExprKind::CompoundLit(_)
            | ExprKind::Member { .. }
            | ExprKind::Arrow { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_) => self.read_place(id, e.ty),
            ExprKind::Float(f) => Ok(self.float_constant(f)),
            ExprKind::EnumConst(id, n) => Ok(self.enum_constant(id, n)),
            ExprKind::Func(func) => Ok(Value::Pointer(Pointer::function(func))),
            ExprKind::AddrOf(of) => self.address(id, of),
            ExprKind::Decay(of) => self.decay(of),
            ExprKind::Unary(op, a) => self.unary(id, op, a),
            ExprKind::Logic(op, a, b) => self.logic(id, op, a, b),
            ExprKind::Cond { cond, then, els } => self.conditional(id, cond, then, els),
            ExprKind::Comma(a, b) => self.comma(a, b),
            ExprKind::Assign { lhs, rhs } => self.assign(id, lhs, rhs),
            ExprKind::AssignOp { op, lhs, rhs, calc } => self.assign_op(id, op, lhs, rhs, calc),
            ExprKind::IncDec(op, lhs) => self.inc_dec(id, op, lhs),
            ExprKind::Guard(inner, _) => self.guard(inner),
            ExprKind::Call { callee, args } => {
                let value = self.call(id, callee, args)?;
                self.check_returned(id, value, e.ty)?;
                Ok(value)
            }
            ExprKind::SizeofType(ty) => Ok(Value::Int(self.program().types.size(ty) as i64)),
            ExprKind::SizeofExpr(of) => {
                let ty = self.program().ty(of);
                Ok(Value::Int(self.program().types.size(ty) as i64))
            }
            ExprKind::AlignofType(ty) => Ok(Value::Int(self.program().types.align(ty) as i64)),
            ExprKind::Offsetof(record, field) => {
                let layout = self.program().types.layout(record);
                Ok(Value::Int(layout.fields[field as usize].offset as i64))
            }
            ExprKind::VaStart(ap) => self.va_start(id, ap),
            ExprKind::VaArg(ap) => self.va_arg(id, ap, e.ty),
            ExprKind::VaEnd(ap) => self.va_end(id, ap),
            ExprKind::VaCopy { to, from } => self.va_copy(id, to, from),
            ExprKind::Stmts(block) => self.statement_expression(block),
            // One that jumps is a statement of the tree's, which sees where to.
            ExprKind::Asm { asm, operands } => self.assembly(id, asm, operands).map(|_| Value::Void),
        }
    }

    /// The value of a call may be missing, or be a pointer to a local of the function: neither can be used.
    #[inline]
    pub(crate) fn check_returned(&self, id: ExprId, value: Value, ty: Ty) -> Eval<()> {
        match value {
            Value::Void if !self.program().types.is_void(ty) => Err(self.ub(id, Ub::MissingReturn)),
            Value::Pointer(pointer) => self.check_readable(id, pointer),
            _ => Ok(()),
        }
    }

    /// What is recorded of a value: where it leads to, not on what it is based.
    fn without_basis(&self, value: Value) -> Value {
        match value {
            Value::Pointer(pointer) => Value::Pointer(self.mem.plain(pointer)),
            other => other,
        }
    }

    /// Evaluates for effects only: a function need not return the value it promised.
    pub(crate) fn discard(&mut self, id: ExprId) -> Eval<()> {
        match self.program().exprs[id].kind {
            ExprKind::Call { callee, args } => {
                self.step()?;
                let value = self.call(id, callee, args)?;
                if self.observed.wants_values() {
                    self.observed.value(id, self.without_basis(value));
                }
                Ok(())
            }
            ExprKind::Cast(inner) if self.program().types.is_void(self.program().ty(id)) => {
                self.discard(inner)
            }
            _ => match self.value(id) {
                Err(Stop::Ub(found)) if is_dropped_doubt(self.program(), &found, id) => Ok(()),
                value => value.map(drop),
            },
        }
    }

    /// A full expression, after which its temporaries are gone and all its effects are complete.
    pub(crate) fn full(&mut self, id: ExprId) -> Eval<Value> {
        let mark = self.temps.len();
        let value = self.value(id)?;
        self.end_temps(mark);
        Ok(value)
    }

    /// The value as a truth; the node must be a scalar.
    pub(crate) fn condition(&mut self, id: ExprId) -> Eval<bool> {
        let value = self.full(id)?;
        self.truth(id, value)
    }

    fn truth(&self, id: ExprId, value: Value) -> Eval<bool> {
        ops::truth(value).ok_or_else(|| self.ub(id, Ub::MissingReturn))
    }

    fn float_constant(&self, id: ir::FloatId) -> Value {
        let lit = self.program().floats[id];
        let format = self.program().target().float_format(lit.kind);
        Value::Float(Float::from_bits(format, lit.bits))
    }

    fn enum_constant(&self, id: ir::EnumId, n: u32) -> Value {
        Value::Int(self.program().types.enums[id].constants[n as usize].1 as i64)
    }

    /// Reads what an lvalue designates. The node is one step, and `place` counts it.
    #[inline]
    fn read_place(&mut self, id: ExprId, ty: Ty) -> Eval<Value> {
        self.steps -= 1;
        let place = self.place(id);
        self.read_found(id, place, ty)
    }

    /// Reads from where a node was found to be, unless a repair has made a value of it meanwhile.
    #[inline]
    fn read_found(&mut self, id: ExprId, place: Eval<Place>, ty: Ty) -> Eval<Value> {
        match place {
            Ok(place) => self.read_site(id, place, ty),
            Err(Stop::Repaired(Resume::Node(site))) if site == id => self.value(id),
            Err(stop) => Err(stop),
        }
    }

    #[inline]
    fn read_site(&mut self, id: ExprId, place: Place, ty: Ty) -> Eval<Value> {
        if let Class::Int(t) = self.program().types.class(ty)
            && !ty.quals().is_volatile()
            && let Some(value) = self.quick_read_at(&place, t)
        {
            return Ok(Value::Int(value));
        }
        match self.read(id, place, ty) {
            Err(Stop::Ub(found)) if found.expr == Some(id) => match self.repaired(id, &found.ub, &[])? {
                true => self.value(id),
                false => Err(Stop::Ub(found)),
            },
            other => other,
        }
    }

    /// Reads for a site that goes on to write the same place; a repair may have given it a value.
    fn read_again(&mut self, id: ExprId, place: Place, ty: Ty) -> Eval<Value> {
        match self.read(id, place, ty) {
            Err(Stop::Ub(found)) if found.expr == Some(id) => match self.repaired(id, &found.ub, &[])? {
                true => self.read(id, place, ty),
                false => Err(Stop::Ub(found)),
            },
            other => other,
        }
    }

    /// The number that an integer expression's value is.
    #[inline]
    pub(crate) fn integer(&self, id: ExprId, value: Value) -> Option<i128> {
        match (self.program().types.class(self.program().ty(id)), value) {
            (Class::Int(t), Value::Int(v)) => Some(int::widen(t, v)),
            (Class::Int(t), Value::Wide(_)) => value.wide(t),
            _ => None,
        }
    }

    // --- sequencing ---

    #[inline]
    fn must_watch(&self, a: ExprId, b: ExprId) -> bool {
        must_watch(self.program(), self.config.order, a, b)
    }

    /// Evaluates two unsequenced operands, and makes sure that their order does not matter.
    #[inline]
    pub(crate) fn pair<A, B>(
        &mut self,
        site: ExprId,
        a: ExprId,
        b: ExprId,
        first: impl FnOnce(&mut Self) -> Eval<A>,
        second: impl FnOnce(&mut Self) -> Eval<B>,
    ) -> Eval<(A, B)> {
        if !self.must_watch(a, b) {
            return Ok((first(self)?, second(self)?));
        }
        let region = self.seq.open(self.depth);
        let x = first(self)?;
        let split = self.seq.split();
        let y = second(self)?;
        self.compare(site, region, split)?;
        self.seq.close(region);
        Ok((x, y))
    }

    /// The values of two unsequenced operands of an operator.
    #[inline]
    pub(crate) fn operands(&mut self, site: ExprId, a: ExprId, b: ExprId) -> Eval<(Value, Value)> {
        if !self.must_watch(a, b) {
            return Ok((self.value(a)?, self.value(b)?));
        }
        let others = self.other_orders(site, &[a, b]);
        let printed = self.output.len();
        let region = self.seq.open(self.depth);
        let x = self.value(a)?;
        let split = self.seq.split();
        let y = self.value(b)?;
        match self.compare_holding(site, region, split, &[(a, x), (b, y)]) {
            Err(stop) if !self.is_order_idle(&stop, others, &[x, y], printed) => return Err(stop),
            Ok(()) | Err(_) => {}
        }
        self.seq.close(region);
        Ok((x, y))
    }

    pub(crate) fn compare(&mut self, site: ExprId, a: Region, b: Region) -> Eval<()> {
        self.compare_holding(site, a, b, &[])
    }

    fn compare_holding(&mut self, site: ExprId, a: Region, b: Region, held: &[(ExprId, Value)]) -> Eval<()> {
        match self.seq.compare(a, b, self.depth) {
            Ok(()) => Ok(()),
            Err(Ub::UnspecifiedOrder { .. }) if self.config.order == Order::LeftToRight => Ok(()),
            Err(ub) => match self.repaired(site, &ub, held)? {
                // The order in which things were evaluated is now the program's own.
                true => Ok(()),
                false => Err(self.ub(site, ub)),
            },
        }
    }

    /// What is evaluated from here on is complete at the next [`Machine::sequence_point`].
    #[inline]
    pub(crate) fn begin_sequence(&mut self) -> Option<Region> {
        self.seq.is_watching().then(|| self.seq.split())
    }

    /// All side effects since are complete.
    #[inline]
    pub(crate) fn sequence_point(&mut self, since: Option<Region>) {
        if let Some(since) = since {
            self.seq.point(since);
        }
    }

    // --- sequenced operands ---

    fn logic(&mut self, _id: ExprId, op: LogicOp, a: ExprId, b: ExprId) -> Eval<Value> {
        let since = self.begin_sequence();
        let x = self.value(a)?;
        let x = self.truth(a, x)?;
        self.sequence_point(since);
        if x == (op == LogicOp::Or) {
            return Ok(Value::from_bool(x));
        }
        let y = self.value(b)?;
        Ok(Value::from_bool(self.truth(b, y)?))
    }

    fn conditional(&mut self, id: ExprId, cond: ExprId, then: ExprId, els: ExprId) -> Eval<Value> {
        let since = self.begin_sequence();
        let x = self.value(cond)?;
        let x = self.truth(cond, x)?;
        self.sequence_point(since);
        let chosen = if x { then } else { els };
        if self.program().types.is_void(self.program().ty(chosen)) {
            self.discard(chosen)?;
            return Ok(Value::Void);
        }
        let value = self.value(chosen)?;
        if self.doubtful_fields {
            self.check_chosen_width(id, value)?;
        }
        Ok(value)
    }

    fn comma(&mut self, a: ExprId, b: ExprId) -> Eval<Value> {
        let since = self.begin_sequence();
        self.discard(a)?;
        self.sequence_point(since);
        if self.program().types.is_void(self.program().ty(b)) {
            self.discard(b)?;
            return Ok(Value::Void);
        }
        self.value(b)
    }
}

/// Whether all that is wrong is the value of a node, which is not used: it is one that is not specified. What changes a
/// variable uses the value that it had.
pub(crate) fn is_dropped_doubt(p: &Program, found: &Found, id: ExprId) -> bool {
    let changes = matches!(p.exprs[id].kind, ExprKind::AssignOp { .. } | ExprKind::IncDec(..));
    found.ub == Ub::Unspecified && found.expr == Some(id) && !changes
}

/// Whether the order of two operands could matter: not if both are pure, and not if one is a constant. What is done in a
/// call has an order, if an unspecified one, and so have volatile accesses.
#[inline]
pub(crate) fn must_watch(p: &Program, order: Order, a: ExprId, b: ExprId) -> bool {
    let (x, y) = (p.exprs[a].effects, p.exprs[b].effects);
    if x.is_pure() && y.is_pure() {
        return false;
    }
    let both = x.with(y);
    let strict = order == Order::Strict;
    let acts = both.has(Effects::WRITE) || (strict && both.has(Effects::CALL));
    (acts && !is_constant(p, a) && !is_constant(p, b))
        || (strict && x.has(Effects::VOLATILE) && y.has(Effects::VOLATILE))
}

/// The same for the two sides of an assignment. Naming a variable accesses nothing; then only a side effect on the right can
/// meet the store.
#[inline]
pub(crate) fn must_watch_sides(p: &Program, order: Order, lhs: ExprId, rhs: ExprId) -> bool {
    if matches!(p.exprs[lhs].kind, ExprKind::Var(_)) && !p.exprs[rhs].effects.has(Effects::WRITE) {
        return false;
    }
    must_watch(p, order, lhs, rhs)
}

fn is_constant(p: &Program, id: ExprId) -> bool {
    matches!(p.exprs[id].kind, ExprKind::Int { .. } | ExprKind::Float(_))
}
