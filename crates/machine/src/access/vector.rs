//! Vectors in memory: all lanes are read and written at once, and each must have a value.

use super::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::{Lanes, Place, Value};
use ir::arith::float::Float;
use ir::arith::int;
use ir::{Class, ExprId, Ty};

impl<G: Grow> Machine<G> {
    pub(super) fn read_vector(&mut self, id: ExprId, place: Place, ty: Ty) -> Eval<Value> {
        let Some((element, len)) = self.program().types.lanes(ty) else { return Ok(Value::Void) };
        let size = self.program().types.size(element) as u32;
        let pos = self.check(id, place, ty, size * len, Intent::Read)?;
        let class = self.program().types.class(element);
        let mut lanes = Vec::with_capacity(len as usize);
        for i in 0..len {
            let at = pos + i * size;
            let lane = match class {
                Class::Float(format) => self.load_float(at, format).map(Value::Float),
                _ => self.mem.load_wide(at, size).map(|raw| lane_from_raw(class, raw)),
            };
            lanes.push(lane.map_err(|fault| self.load_fault(id, place, ty, fault))?);
        }
        let value = self.vector(lanes);
        self.saw(id, place, ty, value, Intent::Read);
        Ok(value)
    }

    pub(super) fn write_vector(
        &mut self,
        id: ExprId,
        place: Place,
        ty: Ty,
        value: Value,
        intent: Intent,
    ) -> Eval<()> {
        let Some((element, len)) = self.program().types.lanes(ty) else { return Ok(()) };
        let size = self.program().types.size(element) as u32;
        let pos = self.check(id, place, ty, size * len, intent)?;
        for i in 0..len {
            let (lane, at) = (self.lanes_of(value)[i as usize], pos + i * size);
            match (lane, lane_to_raw(lane)) {
                (Value::Float(f), _) => self.store_float(at, f),
                (_, Some(raw)) => self.mem.store_wide(at, size, raw),
                (_, None) => return Err(self.ub(id, Ub::MissingReturn)),
            }
        }
        Ok(())
    }

    /// A vector value of these lanes.
    pub(crate) fn vector(&mut self, lanes: impl IntoIterator<Item = Value>) -> Value {
        let start = self.lanes.len();
        self.lanes.extend(lanes);
        Value::Vector(Lanes { start: start as u32, len: (self.lanes.len() - start) as u32 })
    }

    /// The lanes of a vector value; none of another.
    pub(crate) fn lanes_of(&self, value: Value) -> &[Value] {
        match value {
            Value::Vector(Lanes { start, len }) => &self.lanes[start as usize..(start + len) as usize],
            _ => &[],
        }
    }
}

/// The scalar whose bytes these are.
pub(crate) fn lane_from_raw(class: Class, raw: u128) -> Value {
    match class {
        Class::Int(t) => Value::Int(int::wrap(t, raw as i64)),
        Class::Float(format) => Value::Float(Float::from_bits(format, raw)),
        Class::Void
        | Class::Pointer
        | Class::Array
        | Class::Vector
        | Class::Record
        | Class::Function
        | Class::VaList => Value::Void,
    }
}

/// The bytes of a scalar, with whatever is above them.
pub(crate) fn lane_to_raw(lane: Value) -> Option<u128> {
    match lane {
        Value::Int(v) => Some(u128::from(v as u64)),
        Value::Float(f) => Some(f.to_bits()),
        Value::Void
        | Value::Wide(_)
        | Value::Pointer(_)
        | Value::Record(_)
        | Value::Vector(_)
        | Value::VaList(_) => None,
    }
}
