//! Expressions: dispatch to one small function for each node. Operands are evaluated from left to right; whether
//! another order could make a difference is [`crate::sequence`]'s to find out.

use crate::access::{bits, int_size, key};
use crate::grow::{Grow, Repair};
use crate::machine::{Machine, Order};
use crate::ops;
use crate::outcome::{Eval, Limit, Missing, Stop};
use crate::sequence::{Kind, Region};
use crate::ub::{Arith, Ub};
use crate::value::{Place, Pointer, Value};
use ir::arith::float::{self, Float};
use ir::arith::int::{self, Word};
use ir::{BinaryOp, Class, Effects, ExprId, ExprKind, IncDec, IntType, LogicOp, Ty, UnaryOp, VarId};

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
        if self.record.wants_values() {
            self.record.value(id, value);
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
        }
    }

    /// The value of a call may be missing, or be a pointer to a local of the function: neither can be used.
    #[inline]
    fn check_returned(&self, id: ExprId, value: Value, ty: Ty) -> Eval<()> {
        match value {
            Value::Void if !self.program().types.is_void(ty) => Err(self.ub(id, Ub::MissingReturn)),
            Value::Pointer(pointer) => self.check_readable(id, pointer),
            _ => Ok(()),
        }
    }

    /// Evaluates for effects only: a function need not return the value it promised.
    pub(crate) fn discard(&mut self, id: ExprId) -> Eval<()> {
        match self.program().exprs[id].kind {
            ExprKind::Call { callee, args } => {
                self.step()?;
                self.call(id, callee, args).map(drop)
            }
            ExprKind::Cast(inner) if self.program().types.is_void(self.program().ty(id)) => {
                self.discard(inner)
            }
            _ => self.value(id).map(drop),
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
        let place = self.place(id)?;
        self.read_site(id, place, ty)
    }

    #[inline]
    fn read_site(&mut self, id: ExprId, place: Place, ty: Ty) -> Eval<Value> {
        match self.read(id, place, ty) {
            Err(Stop::Ub(found)) if found.expr == Some(id) => match G::repair(self, id, &found.ub, &[])? {
                Repair::Refused => Err(Stop::Ub(found)),
                Repair::Changed => self.value(id),
            },
            other => other,
        }
    }

    /// Reads for a site that goes on to write the same place; a repair may have given it a value.
    fn read_again(&mut self, id: ExprId, place: Place, ty: Ty) -> Eval<Value> {
        match self.read(id, place, ty) {
            Err(Stop::Ub(found)) if found.expr == Some(id) => match G::repair(self, id, &found.ub, &[])? {
                Repair::Refused => Err(Stop::Ub(found)),
                Repair::Changed => self.read(id, place, ty),
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

    /// Whether the order of two operands could matter: not if both are pure, and not if one is a constant.
    #[inline]
    fn must_watch(&self, a: ExprId, b: ExprId) -> bool {
        let p = self.program();
        let (x, y) = (p.exprs[a].effects, p.exprs[b].effects);
        if x.is_pure() && y.is_pure() {
            return false;
        }
        let both = x.with(y);
        let acts = both.has(Effects::WRITE) || both.has(Effects::CALL);
        (acts && !self.is_constant(a) && !self.is_constant(b))
            || (x.has(Effects::VOLATILE) && y.has(Effects::VOLATILE))
    }

    fn is_constant(&self, id: ExprId) -> bool {
        matches!(self.program().exprs[id].kind, ExprKind::Int { .. } | ExprKind::Float(_))
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

    pub(crate) fn compare(&mut self, site: ExprId, a: Region, b: Region) -> Eval<()> {
        match self.seq.compare(a, b, self.depth) {
            Ok(()) => Ok(()),
            Err(Ub::UnspecifiedOrder { .. }) if self.config.order == Order::LeftToRight => Ok(()),
            Err(ub) => Err(self.ub(site, ub)),
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

    // --- operators ---

    #[inline]
    fn binary(&mut self, id: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Eval<Value> {
        let (x, y) = self.pair(id, a, b, |m| m.value(a), |m| m.value(b))?;
        match self.apply(op, a, b, x, y).and_then(|value| self.kept_inside(id, value)) {
            Ok(value) => Ok(value),
            Err(ub) => self.mend(id, ub, &[(a, x), (b, y)]),
        }
    }

    /// Refuses a pointer to the end of its array where the generator wants none.
    #[inline]
    fn kept_inside(&self, site: ExprId, value: Value) -> Result<Value, Ub> {
        match value {
            Value::Pointer(p) if is_at_end(value) && self.grow.stays_inside(site) => {
                Err(Ub::PointerArithmetic { offset: i128::from(p.offset), low: p.low, high: p.high })
            }
            _ => Ok(value),
        }
    }

    /// A binary operator on operand values; the nodes tell their types.
    #[inline]
    pub(crate) fn apply(&self, op: BinaryOp, a: ExprId, b: ExprId, x: Value, y: Value) -> Result<Value, Ub> {
        let p = self.program();
        match (p.types.class(p.ty(a)), p.types.class(p.ty(b))) {
            (Class::Int(t), Class::Int(count)) => {
                ops::int_binary(op, t, count, x, y, self.config.shift_rules)
            }
            (Class::Float(_), Class::Float(_)) => match (x, y) {
                (Value::Float(x), Value::Float(y)) => ops::float_binary(op, x, y).ok_or(Ub::MissingReturn),
                _ => Err(Ub::MissingReturn),
            },
            _ => self.apply_pointers(op, a, b, x, y),
        }
    }

    fn apply_pointers(&self, op: BinaryOp, a: ExprId, b: ExprId, x: Value, y: Value) -> Result<Value, Ub> {
        match (x, y) {
            (Value::Pointer(p), Value::Pointer(q)) => self.pointer_pair(op, a, p, q),
            (Value::Pointer(p), _) => self.pointer_moved(op, a, p, b, y),
            (_, Value::Pointer(q)) => self.pointer_moved(op, b, q, a, x),
            _ => Err(Ub::MissingReturn),
        }
    }

    fn pointee_size(&self, pointer: ExprId) -> u64 {
        let p = self.program();
        p.types.pointee(p.ty(pointer)).map_or(1, |to| p.types.size(to))
    }

    fn pointer_moved(&self, op: BinaryOp, at: ExprId, p: Pointer, by: ExprId, n: Value) -> Result<Value, Ub> {
        let n = self.integer(by, n).ok_or(Ub::MissingReturn)?;
        let n = if op == BinaryOp::Sub { -n } else { n };
        self.offset_pointer(p, n, self.pointee_size(at)).map(Value::Pointer)
    }

    fn pointer_pair(&self, op: BinaryOp, a: ExprId, p: Pointer, q: Pointer) -> Result<Value, Ub> {
        if op.is_equality() {
            let equal = self.pointers_equal(p, q)?;
            return Ok(Value::from_bool(equal == (op == BinaryOp::Eq)));
        }
        if !p.is_object() || !p.same_object(q) {
            return Err(if op == BinaryOp::Sub { Ub::PointerDifference } else { Ub::PointerComparison });
        }
        if op == BinaryOp::Sub {
            if !in_one_array(p, q) {
                return Err(Ub::PointerDifference);
            }
            let size = self.pointee_size(a).max(1) as i64;
            return Ok(Value::Int((i64::from(p.offset) - i64::from(q.offset)) / size));
        }
        Ok(Value::from_bool(match op {
            BinaryOp::Lt => p.offset < q.offset,
            BinaryOp::Gt => p.offset > q.offset,
            BinaryOp::Le => p.offset <= q.offset,
            _ => p.offset >= q.offset,
        }))
    }

    /// Whether two pointers are equal (C17 6.5.9p6).
    fn pointers_equal(&self, p: Pointer, q: Pointer) -> Result<bool, Ub> {
        if !p.is_object() || !q.is_object() {
            return Ok(p.object == q.object && p.generation == q.generation && p.offset == q.offset);
        }
        if p.same_object(q) {
            return Ok(p.offset == q.offset);
        }
        for (one, other) in [(p, q), (q, p)] {
            let end = self.mem.object(one.object).size;
            if one.offset == end && other.offset == 0 {
                return Err(Ub::PointerEquality);
            }
        }
        use crate::memory::Traits;
        let literal = |p: Pointer| self.mem.object(p.object).traits.has(Traits::STRING);
        // Whether equal literals are one object is unspecified (C17 6.4.5p7).
        if literal(p) && literal(q) { Err(Ub::PointerEquality) } else { Ok(false) }
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, a: ExprId) -> Eval<Value> {
        let x = self.value(a)?;
        if op == UnaryOp::Not {
            return Ok(Value::from_bool(!self.truth(a, x)?));
        }
        match self.apply_unary(op, a, x) {
            Ok(value) => Ok(value),
            Err(ub) => self.mend(id, ub, &[(a, x)]),
        }
    }

    fn apply_unary(&self, op: UnaryOp, a: ExprId, x: Value) -> Result<Value, Ub> {
        match (self.program().types.class(self.program().ty(a)), x) {
            (Class::Int(t), _) => ops::int_unary(op, t, x),
            (_, Value::Float(f)) if op == UnaryOp::Neg => Ok(Value::Float(float::neg(f))),
            (_, Value::Float(_)) => Ok(x),
            _ => Err(Ub::MissingReturn),
        }
    }

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

    fn conditional(&mut self, _id: ExprId, cond: ExprId, then: ExprId, els: ExprId) -> Eval<Value> {
        let since = self.begin_sequence();
        let x = self.value(cond)?;
        let x = self.truth(cond, x)?;
        self.sequence_point(since);
        let chosen = if x { then } else { els };
        if self.program().types.is_void(self.program().ty(chosen)) {
            self.discard(chosen)?;
            return Ok(Value::Void);
        }
        self.value(chosen)
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

    // --- guards ---

    /// The raw operation, or its left operand where that is undefined.
    fn guard(&mut self, inner: ExprId) -> Eval<Value> {
        match self.program().exprs[inner].kind {
            ExprKind::Binary(op, a, b) => {
                let (x, y) = self.pair(inner, a, b, |m| m.value(a), |m| m.value(b))?;
                Ok(self.apply(op, a, b, x, y).unwrap_or(x))
            }
            ExprKind::Unary(op, a) => {
                let x = self.value(a)?;
                Ok(self.apply_unary(op, a, x).unwrap_or(x))
            }
            ExprKind::Cast(a) | ExprKind::Convert(a) => {
                let x = self.value(a)?;
                let ty = self.program().ty(inner);
                match self.converted(a, x, ty, Strictness::Implicit) {
                    Ok(value) => Ok(value),
                    Err(Failure::Ub(_)) => Ok(self.zero(ty)),
                    Err(Failure::Missing(what)) => Err(self.unsupported(what, Some(inner))),
                }
            }
            _ => self.value(inner),
        }
    }

    fn zero(&self, ty: Ty) -> Value {
        match self.program().types.class(ty) {
            Class::Int(t) => Value::from_wide(t, 0),
            Class::Float(format) => Value::Float(Float::zero(format)),
            _ => Value::Pointer(Pointer::NULL),
        }
    }

    // --- conversions ---

    #[inline]
    fn convert_node(&mut self, id: ExprId, inner: ExprId, ty: Ty) -> Eval<Value> {
        let value = self.value(inner)?;
        self.convert_site(id, inner, value, ty, Strictness::Implicit)
    }

    fn cast_node(&mut self, id: ExprId, inner: ExprId, ty: Ty) -> Eval<Value> {
        if self.program().types.is_void(ty) {
            self.discard(inner)?;
            return Ok(Value::Void);
        }
        let value = self.value(inner)?;
        self.convert_site(id, inner, value, ty, Strictness::Explicit)
    }

    #[inline]
    fn convert_site(
        &mut self,
        id: ExprId,
        inner: ExprId,
        value: Value,
        ty: Ty,
        strictness: Strictness,
    ) -> Eval<Value> {
        match self.converted(inner, value, ty, strictness) {
            Ok(value) => Ok(value),
            Err(Failure::Ub(ub)) => self.mend(id, ub, &[(inner, value)]),
            Err(Failure::Missing(what)) => Err(self.unsupported(what, Some(id))),
        }
    }

    /// The value of a node converted to a type (C17 6.3).
    #[inline]
    fn converted(
        &self,
        from: ExprId,
        value: Value,
        ty: Ty,
        strictness: Strictness,
    ) -> Result<Value, Failure> {
        let types = &self.program().types;
        let source = types.class(self.program().ty(from));
        convert_scalar(source, types.class(ty), value)
            .unwrap_or_else(|| self.converted_pointer(from, value, ty, strictness))
    }

    fn converted_pointer(
        &self,
        from: ExprId,
        value: Value,
        ty: Ty,
        strictness: Strictness,
    ) -> Result<Value, Failure> {
        let p = self.program();
        match (value, p.types.class(ty)) {
            (Value::Pointer(pointer), Class::Pointer) => {
                let (old, new) = (p.types.pointee(p.ty(from)), p.types.pointee(ty));
                self.retyped(pointer, old, new, strictness).map(Value::Pointer).map_err(Failure::Ub)
            }
            (Value::Pointer(pointer), Class::Int(t)) => {
                if pointer.is_null() {
                    return Ok(Value::from_wide(t, 0));
                }
                if t.is_bool() {
                    return Ok(Value::Int(1));
                }
                Err(Failure::Missing(Missing::Address))
            }
            (Value::Int(v), Class::Pointer) => {
                Ok(Value::Pointer(if v == 0 { Pointer::NULL } else { Pointer::invalid(v) }))
            }
            (Value::Record(_) | Value::VaList(_), _) => Ok(value),
            _ => Err(Failure::Ub(Ub::MissingReturn)),
        }
    }

    /// A pointer converted to point to another type: it must be aligned for it (C17 6.3.2.3p7). A cast between
    /// types also lets go of the array the pointer was into.
    fn retyped(
        &self,
        pointer: Pointer,
        old: Option<Ty>,
        new: Option<Ty>,
        strictness: Strictness,
    ) -> Result<Pointer, Ub> {
        let (Some(old), Some(new)) = (old, new) else { return Ok(pointer) };
        let types = &self.program().types;
        if !pointer.is_object() || types.same_unqualified(old, new) {
            return Ok(pointer);
        }
        if let Err(death) = self.mem.alive(pointer) {
            return Err(Ub::DanglingRead { death });
        }
        if types.is_complete(new) {
            self.check_aligned(pointer, new)?;
        }
        match strictness {
            Strictness::Implicit => Ok(pointer),
            Strictness::Explicit => {
                let high = self.mem.object(pointer.object).size;
                Ok(Pointer { low: 0, high, ..pointer })
            }
        }
    }

    // --- assignments ---

    fn assign(&mut self, id: ExprId, lhs: ExprId, rhs: ExprId) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        if !self.must_watch(lhs, rhs) {
            if let ExprKind::Var(var) = self.program().exprs[lhs].kind {
                return self.assign_var(id, var, lhs, rhs, ty);
            }
            let place = self.place(lhs)?;
            let value = self.value(rhs)?;
            return self.finish_assign(id, place, ty, value);
        }
        let region = self.seq.open(self.depth);
        let place = self.place(lhs)?;
        let split = self.seq.split();
        let value = self.value(rhs)?;
        self.compare(id, region, split)?;
        self.check_store(id, region, place, ty)?;
        self.seq.close(region);
        self.finish_assign(id, place, ty, value)
    }

    /// Naming a variable does nothing that the right side could see, so the value comes first.
    #[inline]
    fn assign_var(&mut self, id: ExprId, var: VarId, lhs: ExprId, rhs: ExprId, ty: Ty) -> Eval<Value> {
        let value = self.value(rhs)?;
        if self.quick_write(var, ty, value) {
            self.steps += 1;
            return Ok(value);
        }
        let place = self.place(lhs)?;
        self.finish_assign(id, place, ty, value)
    }

    /// A store must not meet a pending side effect of its operands (C17 6.5p2).
    fn check_store(&mut self, id: ExprId, since: Region, place: Place, ty: Ty) -> Eval<()> {
        let size = self.program().types.size(ty) as u32;
        match self.seq.check_store(since, key(place.pointer), bits(place, size)) {
            Ok(()) => Ok(()),
            Err(ub) => Err(self.ub_about(id, ub, place.pointer)),
        }
    }

    /// Stores, and gives the value that the left side then has.
    #[inline]
    fn finish_assign(&mut self, id: ExprId, place: Place, ty: Ty, value: Value) -> Eval<Value> {
        self.store(id, place, ty, value)?;
        Ok(self.stored(place, ty, value))
    }

    /// A bit-field holds less than its type; a record is where it was stored.
    #[inline]
    fn stored(&self, place: Place, ty: Ty, value: Value) -> Value {
        match (value, self.program().types.class(ty)) {
            (Value::Int(v), Class::Int(t)) if place.width > 0 => {
                Value::Int(int::wrap(IntType { bits: place.width, signed: t.signed }, v))
            }
            (Value::Record(_), _) => Value::Record(place.pointer),
            _ => value,
        }
    }

    /// A compound assignment to an integer variable, where no rule needs a closer look.
    #[inline]
    fn quick_assign_op(
        &mut self,
        op: BinaryOp,
        var: VarId,
        ty: Ty,
        y: Value,
        (rhs, calc): (ExprId, Ty),
    ) -> Option<Value> {
        let x = self.quick_read(var, ty)?;
        let value = self.combined(op, x, ty, y, rhs, calc).ok().filter(|v| !is_at_end(*v))?;
        self.quick_write(var, ty, value).then_some(value)
    }

    fn assign_op(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, calc: Ty) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        if !self.must_watch(lhs, rhs) {
            let y = match self.program().exprs[lhs].kind {
                // Naming a variable does nothing that the right side could see, so the value may come first.
                ExprKind::Var(var) => {
                    let y = self.value(rhs)?;
                    if let Some(value) = self.quick_assign_op(op, var, ty, y, (rhs, calc)) {
                        self.steps += 1;
                        return Ok(value);
                    }
                    Some(y)
                }
                _ => None,
            };
            let place = self.place(lhs)?;
            let y = match y {
                Some(y) => y,
                None => self.value(rhs)?,
            };
            return self.combine_and_assign(id, op, place, y, (lhs, rhs, calc));
        }
        let region = self.seq.open(self.depth);
        let place = self.place(lhs)?;
        // The left side's value is read as part of evaluating it.
        let size = int_size_or(self.program().types.class(ty), self.program().types.size(ty) as u32);
        self.note_access(place, size, Kind::Read);
        let split = self.seq.split();
        let y = self.value(rhs)?;
        self.compare(id, region, split)?;
        self.check_store(id, region, place, ty)?;
        self.seq.close(region);
        self.combine_and_assign(id, op, place, y, (lhs, rhs, calc))
    }

    /// Reads the left side, combines it with the value of the right, and stores. A repaired site does all of it anew.
    fn combine_and_assign(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        place: Place,
        y: Value,
        (lhs, rhs, calc): (ExprId, ExprId, Ty),
    ) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        let x = self.read_again(id, place, ty)?;
        match self.combined(op, x, ty, y, rhs, calc).and_then(|value| self.kept_inside(id, value)) {
            Ok(value) => self.finish_assign(id, place, ty, value),
            Err(ub) => self.mend(id, ub, &[(rhs, y)]),
        }
    }

    /// `x op y` in the type of the calculation, converted back to that of the left side.
    fn combined(&self, op: BinaryOp, x: Value, ty: Ty, y: Value, rhs: ExprId, calc: Ty) -> Result<Value, Ub> {
        let types = &self.program().types;
        if let Value::Pointer(pointer) = x {
            let n = self.integer(rhs, y).ok_or(Ub::MissingReturn)?;
            let n = if op == BinaryOp::Sub { -n } else { n };
            let size = types.pointee(ty).map_or(1, |to| types.size(to));
            return self.offset_pointer(pointer, n, size).map(Value::Pointer);
        }
        let (left, wide) = (types.class(ty), types.class(calc));
        let scalar = |from, to, v| match convert_scalar(from, to, v) {
            Some(Ok(v)) => Ok(v),
            Some(Err(Failure::Ub(ub))) => Err(ub),
            Some(Err(Failure::Missing(_))) | None => Err(Ub::MissingReturn),
        };
        let x = scalar(left, wide, x)?;
        let result = match (wide, types.class(self.program().ty(rhs))) {
            (Class::Int(t), Class::Int(count)) => {
                ops::int_binary(op, t, count, x, y, self.config.shift_rules)?
            }
            _ => match (x, y) {
                (Value::Float(x), Value::Float(y)) => ops::float_binary(op, x, y).ok_or(Ub::MissingReturn)?,
                _ => return Err(Ub::MissingReturn),
            },
        };
        scalar(wide, left, result)
    }

    fn inc_dec(&mut self, id: ExprId, op: IncDec, lhs: ExprId) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        if let ExprKind::Var(var) = self.program().exprs[lhs].kind
            && let Some(value) = self.quick_inc_dec(op, var, ty)
        {
            self.steps += 1;
            return Ok(value);
        }
        let impure = !self.program().exprs[lhs].effects.is_pure();
        let region = impure.then(|| self.seq.open(self.depth));
        let place = self.place(lhs)?;
        if let Some(region) = region {
            self.check_store(id, region, place, ty)?;
            self.seq.close(region);
        }
        let old = self.read_again(id, place, ty)?;
        let new = match self.stepped(op, ty, place.width, old).and_then(|value| self.kept_inside(id, value)) {
            Ok(new) => new,
            Err(ub) => return self.mend(id, ub, &[]),
        };
        self.store(id, place, ty, new)?;
        Ok(if op.is_post() { old } else { self.stored(place, ty, new) })
    }

    /// The same for an integer variable, where no rule needs a closer look.
    #[inline]
    fn quick_inc_dec(&mut self, op: IncDec, var: VarId, ty: Ty) -> Option<Value> {
        let old = self.quick_read(var, ty)?;
        let new = self.stepped(op, ty, 0, old).ok().filter(|v| !is_at_end(*v))?;
        self.quick_write(var, ty, new).then_some(if op.is_post() { old } else { new })
    }

    /// One more or one less. Narrow types are promoted, so only `int` and wider can overflow.
    fn stepped(&self, op: IncDec, ty: Ty, width: u8, old: Value) -> Result<Value, Ub> {
        let types = &self.program().types;
        let by = if op.is_inc() { 1 } else { -1 };
        match (types.class(ty), old) {
            (Class::Int(t), Value::Int(x)) => {
                one_step(op, t, self.calculation_type(t, width), x).map(Value::Int)
            }
            (Class::Int(t), _) => {
                let x = old.wide(t).ok_or(Ub::MissingReturn)?;
                one_step(op, t, self.calculation_type(t, width), x).map(|v| Value::from_wide(t, v))
            }
            (_, Value::Float(f)) => {
                let one = float::from_int(by, IntType::signed(32), f.format());
                Ok(Value::Float(float::add(f, one)))
            }
            (_, Value::Pointer(p)) => {
                let size = types.pointee(ty).map_or(1, |to| types.size(to));
                self.offset_pointer(p, by, size).map(Value::Pointer)
            }
            _ => Err(Ub::MissingReturn),
        }
    }

    /// The promoted type of an operand of the type.
    fn calculation_type(&self, t: IntType, width: u8) -> IntType {
        let int = self.program().target().int_type(ir::IntKind::Int);
        let bits = if width > 0 { width } else { t.bits };
        if bits < int.bits || (bits == int.bits && t.signed) {
            return int;
        }
        if bits == int.bits { IntType::unsigned(int.bits) } else { t }
    }

    // --- repairs ---

    /// Asks what becomes of a site that is about to be undefined. If it is rewritten, its value comes from the operands
    /// that were evaluated already.
    pub(crate) fn mend(&mut self, id: ExprId, ub: Ub, held: &[(ExprId, Value)]) -> Eval<Value> {
        match G::repair(self, id, &ub, held)? {
            Repair::Refused => Err(self.ub(id, ub)),
            Repair::Changed => self.value_holding(id, held),
        }
    }

    /// Evaluates a node of which some operands have been evaluated: those are not evaluated again.
    pub(crate) fn value_holding(&mut self, id: ExprId, held: &[(ExprId, Value)]) -> Eval<Value> {
        if let Some((_, value)) = held.iter().find(|(e, _)| *e == id) {
            return Ok(*value);
        }
        let e = self.program().exprs[id];
        match e.kind {
            ExprKind::Binary(op, a, b) => {
                let x = self.value_holding(a, held)?;
                let y = self.value_holding(b, held)?;
                match self.apply(op, a, b, x, y).and_then(|value| self.kept_inside(id, value)) {
                    Ok(value) => Ok(value),
                    Err(ub) => self.mend(id, ub, &[(a, x), (b, y)]),
                }
            }
            ExprKind::Unary(op, a) if op != UnaryOp::Not => {
                let x = self.value_holding(a, held)?;
                match self.apply_unary(op, a, x) {
                    Ok(value) => Ok(value),
                    Err(ub) => self.mend(id, ub, &[(a, x)]),
                }
            }
            ExprKind::Unary(_, a) => {
                let x = self.value_holding(a, held)?;
                Ok(Value::from_bool(!self.truth(a, x)?))
            }
            ExprKind::Guard(inner, _) => match self.program().exprs[inner].kind {
                ExprKind::Binary(op, a, b) => {
                    let x = self.value_holding(a, held)?;
                    let y = self.value_holding(b, held)?;
                    Ok(self.apply(op, a, b, x, y).unwrap_or(x))
                }
                ExprKind::Unary(op, a) => {
                    let x = self.value_holding(a, held)?;
                    Ok(self.apply_unary(op, a, x).unwrap_or(x))
                }
                ExprKind::Cast(a) | ExprKind::Convert(a) => {
                    let x = self.value_holding(a, held)?;
                    let ty = self.program().ty(inner);
                    Ok(self.converted(a, x, ty, Strictness::Explicit).unwrap_or_else(|_| self.zero(ty)))
                }
                _ => self.value_holding(inner, held),
            },
            ExprKind::Cast(_) if self.program().types.is_void(e.ty) => self.value(id),
            ExprKind::Cast(a) => {
                let x = self.value_holding(a, held)?;
                self.convert_site(id, a, x, e.ty, Strictness::Explicit)
            }
            ExprKind::Convert(a) => {
                let x = self.value_holding(a, held)?;
                self.convert_site(id, a, x, e.ty, Strictness::Implicit)
            }
            ExprKind::Cond { cond, then, els } => {
                let x = self.value_holding(cond, held)?;
                let x = self.truth(cond, x)?;
                self.value_holding(if x { then } else { els }, held)
            }
            ExprKind::AssignOp { op, lhs, rhs, calc } => {
                let y = self.value_holding(rhs, held)?;
                let place = self.place(lhs)?;
                self.combine_and_assign(id, op, place, y, (lhs, rhs, calc))
            }
            // A compound assignment that became a plain one: its left side is pure.
            ExprKind::Assign { lhs, rhs } => {
                let value = self.value_holding(rhs, held)?;
                let place = self.place(lhs)?;
                self.finish_assign(id, place, self.program().ty(lhs), value)
            }
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Arrow { .. } => {
                let place = self.place_holding(id, held)?;
                self.read_site(id, place, e.ty)
            }
            _ => self.value(id),
        }
    }

    /// The same for a node that designates a place.
    pub(crate) fn place_holding(&mut self, id: ExprId, held: &[(ExprId, Value)]) -> Eval<Place> {
        let e = self.program().exprs[id];
        match e.kind {
            ExprKind::Deref(pointer) => {
                let value = self.value_holding(pointer, held)?;
                self.deref_place(id, pointer, value, e.ty, None)
            }
            ExprKind::Arrow { base, field } => {
                let value = self.value_holding(base, held)?;
                self.arrow_place(id, base, value, field)
            }
            ExprKind::Index { base, index } => {
                let i = self.value_holding(index, held)?;
                match self.program().exprs[base].kind {
                    // The array is found again, which has no effects or the repair would not be one.
                    ExprKind::Decay(array) => {
                        let place = self.place(array)?;
                        self.element(id, place, array, index, i, e.ty)
                    }
                    _ => {
                        let pointer = self.value_holding(base, held)?;
                        self.index_pointer(id, base, pointer, index, i, e.ty)
                    }
                }
            }
            _ => self.place(id),
        }
    }
}

/// How a pointer conversion was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Implicit,
    Explicit,
}

enum Failure {
    Ub(Ub),
    Missing(Missing),
}

/// One more or one less, computed in one type and converted to another.
#[inline]
fn one_step<W: Word>(op: IncDec, t: IntType, calc: IntType, x: W) -> Result<W, Ub> {
    let result = if op.is_inc() { int::add(calc, x, W::ONE) } else { int::sub(calc, x, W::ONE) };
    let arith = if op.is_inc() { Arith::Inc } else { Arith::Dec };
    let stepped = result.map_err(|_| Ub::SignedOverflow { op: arith, ty: calc, a: x.widened(t), b: 1 })?;
    Ok(int::convert(calc, t, stepped))
}

/// Whether both point into the smaller of the two arrays that they came from. The larger one may be a whole
/// object that a cast gave access to.
fn in_one_array(p: Pointer, q: Pointer) -> bool {
    let within = |a: Pointer, b: Pointer| {
        b.low <= a.low && a.high <= b.high && a.low <= b.offset && b.offset <= a.high
    };
    within(p, q) || within(q, p)
}

/// A pointer to the place behind the last element of its array.
#[inline]
fn is_at_end(value: Value) -> bool {
    matches!(value, Value::Pointer(p) if p.is_object() && p.offset == p.high)
}

fn int_size_or(class: Class, size: u32) -> u32 {
    match class {
        Class::Int(t) => int_size(t),
        _ => size,
    }
}

/// Conversions between arithmetic types; `None` if a pointer is involved.
#[inline]
fn convert_scalar(from: Class, to: Class, value: Value) -> Option<Result<Value, Failure>> {
    Some(Ok(match (from, to, value) {
        (Class::Int(a), Class::Int(b), Value::Int(v)) if b.bits <= 64 => Value::Int(int::convert(a, b, v)),
        (Class::Int(a), Class::Int(b), _) => {
            let wide = value.wide(a)?;
            Value::from_wide(b, int::convert(a, b, wide))
        }
        (Class::Int(a), Class::Float(format), _) => Value::Float(float::from_int(value.wide(a)?, a, format)),
        (Class::Float(_), Class::Float(format), Value::Float(f)) => {
            let converted = float::convert(f, format);
            // Too large for the narrower type (C17 6.3.1.5p1).
            if f.is_finite() && !converted.is_finite() {
                return Some(Err(Failure::Ub(Ub::FloatNarrowing)));
            }
            Value::Float(converted)
        }
        (Class::Float(_), Class::Int(t), Value::Float(f)) => {
            if t.is_bool() {
                Value::Int(i64::from(!f.is_zero()))
            } else {
                match float::to_int(f, t) {
                    Ok(v) => Value::from_wide(t, v),
                    Err(_) => return Some(Err(Failure::Ub(Ub::FloatToInt { to: t }))),
                }
            }
        }
        _ => return None,
    }))
}
