//! Assignments: plain, compound, and steps by one.

use super::convert::{Failure, convert_scalar};
use super::must_watch_sides;
use super::operate::is_at_end;
use crate::access::bits;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::Traits;
use crate::memory::scalars::int_size;
use crate::memory::sequence::{Kind, Region};
use crate::ops;
use crate::outcome::Eval;
use crate::ub::{Arith, Ub};
use crate::value::{Place, Value};
use ir::arith::float;
use ir::arith::int::ShiftRules;
use ir::arith::int::{self, Word};
use ir::{BinaryOp, Class, ExprId, ExprKind, IncDec, IntType, Program, Ty, VarId};

impl<G: Grow> Machine<G> {
    pub(super) fn assign(&mut self, id: ExprId, lhs: ExprId, rhs: ExprId) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        if !must_watch_sides(self.program(), self.config.order, lhs, rhs) {
            if let ExprKind::Var(var) = self.program().exprs[lhs].kind {
                return self.assign_var(id, var, lhs, rhs, ty);
            }
            let place = self.place(lhs)?;
            let value = self.value(rhs);
            return match value {
                Ok(value) => {
                    self.check_sides(id, place, lhs, rhs)?;
                    self.finish_assign(id, place, ty, value)
                }
                Err(stop) => Err(self.assign_doubtful(id, place, (ty, rhs), stop)),
            };
        }
        let region = self.seq.open(self.depth);
        let place = self.place(lhs)?;
        let split = self.seq.split();
        let value = match self.value(rhs) {
            Err(stop) if !self.is_doubtful_copy(ty, rhs, &stop) => return Err(stop),
            value => value,
        };
        self.compare(id, region, split)?;
        self.check_store(id, region, place, ty)?;
        self.seq.close(region);
        match value {
            Ok(value) => {
                self.check_sides(id, place, lhs, rhs)?;
                self.finish_assign(id, place, ty, value)
            }
            Err(stop) => Err(self.assign_doubtful(id, place, (ty, rhs), stop)),
        }
    }

    /// Where there are unions, the sides of an assignment may overlap.
    #[inline]
    fn check_sides(&mut self, id: ExprId, place: Place, lhs: ExprId, rhs: ExprId) -> Eval<()> {
        if self.mem.object(place.pointer.object).traits.has(Traits::TYPED_BY_STORES) {
            return self.check_overlap(id, place, lhs, rhs);
        }
        Ok(())
    }

    /// Naming a variable does nothing that the right side could see, so the value comes first.
    #[inline]
    pub(super) fn assign_var(
        &mut self,
        id: ExprId,
        var: VarId,
        lhs: ExprId,
        rhs: ExprId,
        ty: Ty,
    ) -> Eval<Value> {
        self.step()?;
        let value = match self.value(rhs) {
            Ok(value) => value,
            Err(stop) => {
                let place = self.var_place(lhs, var)?;
                return Err(self.assign_doubtful(id, place, (ty, rhs), stop));
            }
        };
        if self.quick_write(var, ty, value) {
            return Ok(value);
        }
        let place = self.var_place(lhs, var)?;
        self.finish_assign(id, place, ty, value)
    }

    /// A store must not meet a pending side effect of its operands (C17 6.5p2).
    pub(crate) fn check_store(&mut self, id: ExprId, since: Region, place: Place, ty: Ty) -> Eval<()> {
        let size = self.program().types.size(ty) as u32;
        if let Err(ub) = self.seq.check_store(since, self.key(place.pointer), bits(place, size)) {
            return self.reorder(id, ub, place);
        }
        Ok(())
    }

    /// A store whose value must be had before it: the site is put in order, or the behaviour is not defined.
    #[cold]
    pub(super) fn reorder(&mut self, id: ExprId, ub: Ub, place: Place) -> Eval<()> {
        match self.repaired(id, &ub, &[])? {
            true => Ok(()),
            false => Err(self.ub_about(id, ub, place.pointer)),
        }
    }

    /// Stores, and gives the value that the left side then has.
    #[inline]
    pub(crate) fn finish_assign(&mut self, id: ExprId, place: Place, ty: Ty, value: Value) -> Eval<Value> {
        if place.width > 0 {
            self.check_held(id, place, ty, value)?;
        }
        self.store(id, place, ty, value)?;
        Ok(self.stored(place, ty, value))
    }

    /// A bit-field holds less than its type; a record is where it was stored.
    #[inline]
    pub(super) fn stored(&self, place: Place, ty: Ty, value: Value) -> Value {
        match (value, self.program().types.class(ty)) {
            (Value::Int(v), Class::Int(t)) if place.width > 0 => {
                Value::Int(int::wrap(IntType { bits: place.width, signed: t.signed }, v))
            }
            (Value::Wide(_), Class::Int(t)) if place.width > 0 => {
                let field = IntType { bits: place.width, signed: t.signed };
                Value::from_wide(t, value.wide(t).map_or(0, |v| int::wrap(field, v)))
            }
            (Value::Record(_), _) => Value::Record(place.pointer),
            _ => value,
        }
    }

    /// A compound assignment to an integer variable, where no rule needs a closer look.
    #[inline]
    pub(super) fn quick_assign_op(
        &mut self,
        op: BinaryOp,
        var: VarId,
        ty: Ty,
        y: Value,
        (rhs, calc): (ExprId, Ty),
    ) -> Option<Value> {
        let x = self.quick_read(var, ty)?;
        let value = self
            .combined(op, x, ty, y, rhs, calc)
            .ok()
            .filter(|v| !is_at_end(*v) && !matches!(v, Value::Float(_)))?;
        self.quick_write(var, ty, value).then_some(value)
    }

    pub(super) fn assign_op(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        calc: Ty,
    ) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        if !self.must_watch(lhs, rhs) {
            let (place, y) = match self.program().exprs[lhs].kind {
                // Naming a variable does nothing that the right side could see, so the value may come first.
                ExprKind::Var(var) => {
                    self.step()?;
                    let y = self.value(rhs)?;
                    if let Some(value) = self.quick_assign_op(op, var, ty, y, (rhs, calc)) {
                        return Ok(value);
                    }
                    (self.var_place(lhs, var)?, y)
                }
                _ => (self.place(lhs)?, self.value(rhs)?),
            };
            return self.combine_and_assign(id, op, place, y, (lhs, rhs, calc));
        }
        let region = self.seq.open(self.depth);
        let place = self.place(lhs)?;
        // The left side's value is read as part of evaluating it.
        let size = self.access_size(lhs);
        self.note_access(place, size, Kind::Read);
        let split = self.seq.split();
        let y = self.value(rhs)?;
        self.compare(id, region, split)?;
        self.check_store(id, region, place, ty)?;
        self.seq.close(region);
        self.combine_and_assign(id, op, place, y, (lhs, rhs, calc))
    }

    /// How many bytes an access to an lvalue covers.
    pub(crate) fn access_size(&self, lhs: ExprId) -> u32 {
        let types = &self.program().types;
        let ty = self.program().ty(lhs);
        match types.class(ty) {
            Class::Int(t) => int_size(t),
            _ => types.size(ty) as u32,
        }
    }

    /// Reads the left side, combines it with the value of the right, and stores. A repaired site does all of it anew.
    pub(crate) fn combine_and_assign(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        place: Place,
        y: Value,
        (lhs, rhs, calc): (ExprId, ExprId, Ty),
    ) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        let x = self.read_again(id, place, ty)?;
        if let Value::Vector(_) = x {
            let value = match self.lanes_combined(op, (ty, x), y).and_then(|lanes| self.lanes_kept(id, lanes))
            {
                Ok(lanes) => self.vector(lanes),
                Err(ub) => return self.repair_site(id, ub, &[(rhs, y)]),
            };
            return self.finish_assign(id, place, ty, value);
        }
        match self.combined(op, x, ty, y, rhs, calc).and_then(|value| self.kept(id, value)) {
            Ok(value) => {
                if self.doubtful_fields {
                    self.check_change_width(id, (place, x), y, value)?;
                }
                self.finish_assign(id, place, ty, value)
            }
            Err(ub) => self.repair_site(id, ub, &[(rhs, y)]),
        }
    }

    /// `x op y` in the type of the calculation, converted back to that of the left side.
    pub(super) fn combined(
        &self,
        op: BinaryOp,
        x: Value,
        ty: Ty,
        y: Value,
        rhs: ExprId,
        calc: Ty,
    ) -> Result<Value, Ub> {
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

    pub(super) fn inc_dec(&mut self, id: ExprId, op: IncDec, lhs: ExprId) -> Eval<Value> {
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
        self.inc_dec_at(id, op, lhs, place)
    }

    /// Reads, steps and stores.
    pub(crate) fn inc_dec_at(&mut self, id: ExprId, op: IncDec, lhs: ExprId, place: Place) -> Eval<Value> {
        let ty = self.program().ty(lhs);
        let old = self.read_again(id, place, ty)?;
        let new = match self.stepped(op, ty, place.width, old).and_then(|value| self.kept(id, value)) {
            Ok(new) => new,
            Err(ub) => return self.repair_site(id, ub, &[]),
        };
        self.store(id, place, ty, new)?;
        Ok(if op.is_post() { old } else { self.stored(place, ty, new) })
    }

    /// The same for an integer variable, where no rule needs a closer look.
    #[inline]
    pub(super) fn quick_inc_dec(&mut self, op: IncDec, var: VarId, ty: Ty) -> Option<Value> {
        let old = self.quick_read(var, ty)?;
        let new =
            self.stepped(op, ty, 0, old).ok().filter(|v| !is_at_end(*v) && !matches!(v, Value::Float(_)))?;
        self.quick_write(var, ty, new).then_some(if op.is_post() { old } else { new })
    }

    /// One more or one less. Narrow types are promoted, so only `int` and wider can overflow.
    pub(super) fn stepped(&self, op: IncDec, ty: Ty, width: u8, old: Value) -> Result<Value, Ub> {
        let types = &self.program().types;
        let by = if op.is_inc() { 1 } else { -1 };
        match (types.class(ty), old) {
            (Class::Int(t), Value::Int(x)) => {
                one_step(op, t, calculation_type(self.program(), t, width), x, self.config.shift_rules)
                    .map(Value::Int)
            }
            (Class::Int(t), _) => {
                let x = old.wide(t).ok_or(Ub::MissingReturn)?;
                one_step(op, t, calculation_type(self.program(), t, width), x, self.config.shift_rules)
                    .map(|v| Value::from_wide(t, v))
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
}

/// One more or one less, computed in one type and converted to another.
#[inline]
pub(crate) fn one_step<W: Word>(
    op: IncDec,
    t: IntType,
    calc: IntType,
    x: W,
    rules: ShiftRules,
) -> Result<W, Ub> {
    let sum = if op.is_inc() { ir::BinaryOp::Add } else { ir::BinaryOp::Sub };
    let result = ops::word_binary(sum, calc, x, W::ONE, rules);
    let arith = if op.is_inc() { Arith::Inc } else { Arith::Dec };
    let stepped = result.map_err(|_| Ub::SignedOverflow { op: arith, ty: calc, a: x.widened(t), b: 1 })?;
    Ok(int::convert(calc, t, stepped))
}

/// The promoted type of an operand of the type, or of a bit-field of a width.
pub(crate) fn calculation_type(p: &Program, t: IntType, width: u8) -> IntType {
    let int = p.target().int_type(ir::IntKind::Int);
    let bits = if width > 0 { width } else { t.bits };
    if bits < int.bits || (bits == int.bits && t.signed) {
        return int;
    }
    if bits == int.bits { IntType::unsigned(int.bits) } else { t }
}
