//! Conversions between types, of numbers and of pointers.

use super::operate::is_robust;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::addresses::{AddressBook, Addresses};
use crate::outcome::{Eval, Missing};
use crate::ub::Ub;
use crate::value::{Pointer, Value};
use ir::arith::float::{self, Float};
use ir::arith::int;
use ir::{Class, ExprId, ExprKind, Id, Ty};

/// How a pointer conversion was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    Implicit,
    Explicit,
}

pub(super) enum Failure {
    Ub(Ub),
    Missing(Missing),
}

impl<G: Grow> Machine<G> {
    #[inline]
    pub(super) fn convert_node(&mut self, id: ExprId, inner: ExprId, ty: Ty) -> Eval<Value> {
        let value = self.value(inner)?;
        self.convert_site(id, inner, value, ty, Strictness::Implicit)
    }

    /// A conversion, implicit or not, of an evaluated operand.
    pub(crate) fn convert_node_value(&mut self, id: ExprId, value: Value) -> Eval<Value> {
        let e = self.program().exprs[id];
        let (inner, strictness) = match e.kind {
            ExprKind::Convert(inner) => (inner, Strictness::Implicit),
            ExprKind::Cast(inner) => (inner, Strictness::Explicit),
            _ => unreachable!("a conversion"),
        };
        self.convert_site(id, inner, value, e.ty, strictness)
    }

    pub(super) fn cast_node(&mut self, id: ExprId, inner: ExprId, ty: Ty) -> Eval<Value> {
        if self.program().types.is_void(ty) {
            self.discard(inner)?;
            return Ok(Value::Void);
        }
        let value = self.value(inner)?;
        self.convert_site(id, inner, value, ty, Strictness::Explicit)
    }

    #[inline]
    pub(super) fn convert_site(
        &mut self,
        id: ExprId,
        inner: ExprId,
        value: Value,
        ty: Ty,
        strictness: Strictness,
    ) -> Eval<Value> {
        let types = &self.program().types;
        if let (Value::Int(v), Class::Int(to)) = (value, types.class(ty))
            && let Class::Int(from) = types.class(self.program().ty(inner))
            && to.bits <= 64
        {
            return Ok(Value::Int(int::convert(from, to, v)));
        }
        if types.is_vector(ty) {
            return self.vector_converted(id, inner, value, ty);
        }
        match self.converted(inner, value, ty, strictness) {
            Ok(Value::Float(f)) if !is_robust(f) => match self.kept_float(id, f) {
                Ok(f) => Ok(Value::Float(f)),
                Err(ub) => self.repair_site(id, ub, &[(inner, value)]),
            },
            Ok(value) => Ok(value),
            Err(Failure::Ub(ub)) => self.repair_site(id, ub, &[(inner, value)]),
            Err(Failure::Missing(what)) => Err(self.unsupported(what, Some(id))),
        }
    }

    /// The value of a node converted to a type (C17 6.3).
    #[inline]
    pub(super) fn converted(
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

    pub(super) fn converted_pointer(
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
                let address = self.address_number(pointer).ok_or(Failure::Missing(Missing::Address))?;
                Ok(Value::from_wide(t, int::wrap(t, i128::from(address))))
            }
            (Value::Int(v), Class::Pointer) => {
                Ok(Value::Pointer(if v == 0 { Pointer::NULL } else { self.pointer_to_number(v as u64) }))
            }
            (Value::Record(_) | Value::VaList(_), _) => Ok(value),
            _ => Err(Failure::Ub(Ub::MissingReturn)),
        }
    }

    /// The number of an address, where those are known.
    fn address_number(&self, pointer: Pointer) -> Option<u64> {
        let pointer = self.mem.plain(pointer);
        if pointer.is_invalid() {
            return Some(pointer.number());
        }
        if self.config.addresses == Addresses::Unknown {
            return None;
        }
        if let Some(func) = pointer.as_function() {
            return Some(AddressBook::of_function(func.index() as u32));
        }
        let object = self.mem.alive(pointer).ok()?;
        let key = (pointer.object, pointer.generation);
        let mut book = self.addresses.borrow_mut();
        let start = book.address(self.config.addresses, key, object.size, u64::from(object.align));
        Some(start + u64::from(pointer.offset))
    }

    /// The number of an address, if the program has looked at that of the object.
    #[inline]
    pub(crate) fn known_address(&self, pointer: Pointer) -> Option<u64> {
        if self.config.addresses == Addresses::Unknown {
            return None;
        }
        self.addresses.borrow().known((pointer.object, pointer.generation), pointer.offset)
    }

    /// A number turned into a pointer: that of an address that was looked at leads to the object again.
    fn pointer_to_number(&self, address: u64) -> Pointer {
        let book = self.addresses.borrow();
        if !book.is_used() {
            return Pointer::invalid(address as i64);
        }
        if let Some(number) = AddressBook::function_at(address, self.program().funcs.len()) {
            return Pointer::function(ir::FuncId::from_index(number as usize));
        }
        match book.object_at(address) {
            Some(((object, generation), offset)) if self.mem.is_alive(object, generation) => {
                let high = self.mem.object(object).size;
                Pointer { object, generation, offset, low: 0, high }
            }
            _ => Pointer::invalid(address as i64),
        }
    }

    /// A pointer converted to point to another type: it must be aligned for it (C17 6.3.2.3p7). A cast between
    /// types also lets go of the array the pointer was into.
    pub(super) fn retyped(
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
        // A pointer to a record's first member is one to the record (C17 6.7.2.1p15), and may get there by way of `void *`.
        let whole = u64::from(pointer.offset) + types.least_size(new) <= u64::from(pointer.high);
        let outgrown = types.is_void(old) && types.is_record(new) && !whole;
        if strictness == Strictness::Implicit && !outgrown {
            return Ok(pointer);
        }
        let high = self.mem.object(pointer.object).size;
        Ok(Pointer { low: 0, high, ..pointer })
    }

    pub(super) fn zero(&self, ty: Ty) -> Value {
        match self.program().types.class(ty) {
            Class::Int(t) => Value::from_wide(t, 0),
            Class::Float(format) => Value::Float(Float::zero(format)),
            _ => Value::Pointer(Pointer::NULL),
        }
    }
}

/// Conversions between arithmetic types; `None` if a pointer is involved.
#[inline]
pub(super) fn convert_scalar(from: Class, to: Class, value: Value) -> Option<Result<Value, Failure>> {
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
