//! Operators on values: arithmetic, comparison, and pointers as operands. Evaluating the operands is the caller's.

use crate::config::FloatMode;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::Traits;
use crate::ops;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::{Pointer, Value};
use ir::arith::float::{self, Float, Magnitude};
use ir::{BinaryOp, Class, ExprId, ExprKind, FloatFormat, UnaryOp};

impl<G: Grow> Machine<G> {
    #[inline]
    pub(super) fn binary(&mut self, id: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Eval<Value> {
        let (x, y) = self.operands(id, a, b)?;
        self.operated(id, op, (a, x), (b, y))
    }

    /// A binary node of evaluated operands.
    pub(crate) fn binary_values(&mut self, id: ExprId, x: Value, y: Value) -> Eval<Value> {
        let ExprKind::Binary(op, a, b) = self.program().exprs[id].kind else { unreachable!("an operator") };
        self.operated(id, op, (a, x), (b, y))
    }

    #[inline]
    pub(super) fn operated(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (a, x): (ExprId, Value),
        (b, y): (ExprId, Value),
    ) -> Eval<Value> {
        if self.doubtful_fields {
            let value = self.operated_plainly(id, op, (a, x), (b, y))?;
            self.check_binary_width(id, op, (a, x), (b, y), value)?;
            return Ok(value);
        }
        self.operated_plainly(id, op, (a, x), (b, y))
    }

    #[inline]
    fn operated_plainly(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (a, x): (ExprId, Value),
        (b, y): (ExprId, Value),
    ) -> Eval<Value> {
        // Most operations are of integers, and most of these are defined: nothing else is looked at for them.
        if let (Value::Int(x), Value::Int(y)) = (x, y)
            && let Class::Int(t) = self.program().types.class(self.program().ty(a))
            && let Ok(value) = ops::word_binary(op, t, x, y, self.config.shift_rules)
        {
            return Ok(Value::Int(value));
        }
        if let (Value::Vector(_), Value::Vector(_)) = (x, y) {
            return self.vector_operated(id, op, (a, x), (b, y));
        }
        match self.apply(op, a, b, x, y).and_then(|value| self.kept(id, value)) {
            Ok(value) => Ok(value),
            Err(ub) => self.repair_site(id, ub, &[(a, x), (b, y)]),
        }
    }

    /// Refuses what C allows, where the generator wants none of it.
    #[inline]
    pub(crate) fn kept(&self, site: ExprId, value: Value) -> Result<Value, Ub> {
        match value {
            Value::Pointer(p) if is_at_end(value) && self.grow.is_strict(site) => {
                Err(Ub::PointerArithmetic { offset: i128::from(p.offset), low: p.low, high: p.high })
            }
            Value::Float(f) if !is_robust(f) => self.kept_float(site, f).map(Value::Float),
            _ => Ok(value),
        }
    }

    /// A floating result that not everybody may round alike.
    pub(super) fn kept_float(&self, site: ExprId, f: Float) -> Result<Float, Ub> {
        match self.config.floats {
            FloatMode::Exact => Err(Ub::FloatNarrowing),
            _ if self.grow.is_strict(site) => Err(Ub::FloatNarrowing),
            FloatMode::Ieee => Ok(f),
            FloatMode::Perturbed(_) => Ok(self.noise.perturb(f)),
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

    pub(super) fn apply_pointers(
        &self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        x: Value,
        y: Value,
    ) -> Result<Value, Ub> {
        match (x, y) {
            (Value::Pointer(p), Value::Pointer(q)) => self.pointer_pair(op, a, p, q),
            (Value::Pointer(p), _) => self.pointer_moved(op, a, p, b, y),
            (_, Value::Pointer(q)) => self.pointer_moved(op, b, q, a, x),
            _ => Err(Ub::MissingReturn),
        }
    }

    pub(super) fn pointee_size(&self, pointer: ExprId) -> u64 {
        let p = self.program();
        p.types.pointee(p.ty(pointer)).map_or(1, |to| p.types.size(to))
    }

    pub(super) fn pointer_moved(
        &self,
        op: BinaryOp,
        at: ExprId,
        p: Pointer,
        by: ExprId,
        n: Value,
    ) -> Result<Value, Ub> {
        let n = self.integer(by, n).ok_or(Ub::MissingReturn)?;
        let n = if op == BinaryOp::Sub { -n } else { n };
        self.offset_pointer(p, n, self.pointee_size(at)).map(Value::Pointer)
    }

    pub(super) fn pointer_pair(&self, op: BinaryOp, a: ExprId, p: Pointer, q: Pointer) -> Result<Value, Ub> {
        let (p, q) = (self.mem.plain(p), self.mem.plain(q));
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
    pub(super) fn pointers_equal(&self, p: Pointer, q: Pointer) -> Result<bool, Ub> {
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
        let literal = |p: Pointer| self.mem.object(p.object).traits.has(Traits::STRING);
        // Whether equal literals are one object is unspecified (C17 6.4.5p7).
        if literal(p) && literal(q) { Err(Ub::PointerEquality) } else { Ok(false) }
    }

    pub(super) fn unary(&mut self, id: ExprId, op: UnaryOp, a: ExprId) -> Eval<Value> {
        let x = self.value(a)?;
        if op == UnaryOp::Not {
            return Ok(Value::from_bool(!self.truth(a, x)?));
        }
        self.unary_value(id, x)
    }

    /// `+`, `-` or `~` of an evaluated operand.
    pub(crate) fn unary_value(&mut self, id: ExprId, x: Value) -> Eval<Value> {
        let ExprKind::Unary(op, a) = self.program().exprs[id].kind else { unreachable!("an operator") };
        if let Value::Vector(_) = x {
            return self.vector_unary(id, op, a, x);
        }
        match self.apply_unary(op, a, x).and_then(|value| self.kept(id, value)) {
            Ok(value) => {
                if self.doubtful_fields {
                    self.check_unary_width(id, op, a, x, value)?;
                }
                Ok(value)
            }
            Err(ub) => self.repair_site(id, ub, &[(a, x)]),
        }
    }

    pub(super) fn apply_unary(&self, op: UnaryOp, a: ExprId, x: Value) -> Result<Value, Ub> {
        match (self.program().types.class(self.program().ty(a)), x) {
            (Class::Int(t), _) => ops::int_unary(op, t, x, self.config.shift_rules),
            (_, Value::Float(f)) if op == UnaryOp::Neg => Ok(Value::Float(float::neg(f))),
            (_, Value::Float(_)) => Ok(x),
            _ => Err(Ub::MissingReturn),
        }
    }
}

/// Whether both point into the smaller of the two arrays that they came from. The larger one may be a whole
/// object that a cast gave access to.
fn in_one_array(p: Pointer, q: Pointer) -> bool {
    let within = |a: Pointer, b: Pointer| {
        b.low <= a.low && a.high <= b.high && a.low <= b.offset && b.offset <= a.high
    };
    within(p, q) || within(q, p)
}

/// A whole number within the mantissa, and not the negative zero.
pub(super) fn is_robust(f: Float) -> bool {
    let precision = match f.format() {
        FloatFormat::Single => 24,
        // `long double` has at least the precision of `double`, and in some places no more.
        FloatFormat::Double | FloatFormat::X87 | FloatFormat::Quad => 53,
    };
    let parts = f.parts();
    match parts.magnitude {
        Magnitude::Finite { mantissa: 0, .. } => !parts.negative,
        Magnitude::Finite { mantissa, exponent } => {
            let top = 128 - mantissa.leading_zeros() as i32 + exponent;
            top <= precision && mantissa.trailing_zeros() as i32 + exponent >= 0
        }
        Magnitude::Infinite | Magnitude::NaN => false,
    }
}

/// A pointer to the place behind the last element of its array.
#[inline]
pub(super) fn is_at_end(value: Value) -> bool {
    matches!(value, Value::Pointer(p) if p.is_object() && p.offset == p.high)
}
