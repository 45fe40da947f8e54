//! Operators on short vectors: each lane by itself, in the element's own type, since lanes are not promoted. GCC and clang define no more
//! for a lane than C does for a number of its width, so what is undefined there is undefined here.

use super::convert::{Failure, convert_scalar};
use super::operate::is_robust;
use crate::access::{lane_from_raw, lane_to_raw};
use crate::grow::Grow;
use crate::machine::Machine;
use crate::ops;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::Value;
use ir::arith::float;
use ir::arith::int::ShiftRules;
use ir::{BinaryOp, Class, Endian, ExprId, Ty, UnaryOp};

impl<G: Grow> Machine<G> {
    /// A binary node of evaluated vectors.
    pub(super) fn vector_operated(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (a, x): (ExprId, Value),
        (b, y): (ExprId, Value),
    ) -> Eval<Value> {
        let ty = self.program().ty(a);
        match self.lanes_combined(op, (ty, x), y).and_then(|lanes| self.lanes_kept(id, lanes)) {
            Ok(lanes) => Ok(self.vector(lanes)),
            Err(ub) => self.repair_site(id, ub, &[(a, x), (b, y)]),
        }
    }

    /// `x op y` lane by lane; the first lane that is undefined decides.
    pub(super) fn lanes_combined(
        &self,
        op: BinaryOp,
        (ty, x): (Ty, Value),
        y: Value,
    ) -> Result<Vec<Value>, Ub> {
        let class = self.lane_class(ty);
        let pairs = self.lanes_of(x).iter().zip(self.lanes_of(y));
        pairs.map(|(x, y)| self.lane_combined(op, class, *x, *y)).collect()
    }

    fn lane_combined(&self, op: BinaryOp, class: Class, x: Value, y: Value) -> Result<Value, Ub> {
        let value = match (class, x, y) {
            (Class::Int(t), _, _) => ops::int_binary(op, t, t, x, y, self.config.shift_rules)?,
            (_, Value::Float(x), Value::Float(y)) => ops::float_binary(op, x, y).ok_or(Ub::MissingReturn)?,
            _ => return Err(Ub::MissingReturn),
        };
        // What is true has all bits set.
        Ok(match value {
            Value::Int(truth) if op.is_comparison() => Value::Int(-truth),
            _ => value,
        })
    }

    fn lane_class(&self, ty: Ty) -> Class {
        let types = &self.program().types;
        types.lanes(ty).map_or(Class::Void, |(element, _)| types.class(element))
    }

    /// Refuses what C allows, where the generator wants none of it.
    pub(super) fn lanes_kept(&self, site: ExprId, lanes: Vec<Value>) -> Result<Vec<Value>, Ub> {
        let kept = |lane: Value| match lane {
            Value::Float(f) if !is_robust(f) => self.kept_float(site, f).map(Value::Float),
            _ => Ok(lane),
        };
        lanes.into_iter().map(kept).collect()
    }

    pub(super) fn vector_unary(&mut self, id: ExprId, op: UnaryOp, a: ExprId, x: Value) -> Eval<Value> {
        let class = self.lane_class(self.program().ty(a));
        let lanes: Result<Vec<Value>, Ub> = self
            .lanes_of(x)
            .iter()
            .map(|lane| lane_unary(op, class, *lane, self.config.shift_rules))
            .collect();
        match lanes.and_then(|lanes| self.lanes_kept(id, lanes)) {
            Ok(lanes) => Ok(self.vector(lanes)),
            Err(ub) => self.repair_site(id, ub, &[(a, x)]),
        }
    }

    /// A scalar spread over all lanes, or a vector whose bytes are taken as another type.
    pub(super) fn vector_converted(
        &mut self,
        id: ExprId,
        inner: ExprId,
        value: Value,
        ty: Ty,
    ) -> Eval<Value> {
        let types = &self.program().types;
        let Some((element, count)) = types.lanes(ty) else { return Err(self.ub(id, Ub::MissingReturn)) };
        if let Value::Vector(_) = value {
            let (size, class) = (types.size(element) as u32, types.class(element));
            let from =
                types.lanes(self.program().ty(inner)).map_or(1, |(element, _)| types.size(element) as u32);
            let bytes = self.lane_bytes(value, from).ok_or_else(|| self.ub(id, Ub::MissingReturn))?;
            let lanes: Vec<Value> =
                bytes.chunks(size as usize).map(|chunk| lane_from_raw(class, self.number(chunk))).collect();
            return Ok(self.vector(lanes));
        }
        match convert_scalar(types.class(self.program().ty(inner)), types.class(element), value) {
            Some(Ok(lane)) => Ok(self.vector(std::iter::repeat_n(lane, count as usize))),
            Some(Err(Failure::Ub(ub))) => self.repair_site(id, ub, &[(inner, value)]),
            Some(Err(Failure::Missing(what))) => Err(self.unsupported(what, Some(id))),
            None => Err(self.ub(id, Ub::MissingReturn)),
        }
    }

    /// The bytes of a vector as they are in memory.
    fn lane_bytes(&self, vector: Value, size: u32) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for lane in self.lanes_of(vector) {
            let mut raw = lane_to_raw(*lane)?.to_le_bytes()[..size as usize].to_vec();
            if self.program().target().endian == Endian::Big {
                raw.reverse();
            }
            bytes.extend(raw);
        }
        Some(bytes)
    }

    fn number(&self, bytes: &[u8]) -> u128 {
        let most_significant_first = |all: u128, byte: &u8| all << 8 | u128::from(*byte);
        match self.program().target().endian {
            Endian::Big => bytes.iter().fold(0, most_significant_first),
            Endian::Little => bytes.iter().rev().fold(0, most_significant_first),
        }
    }

    /// `__builtin_convertvector`: each lane as C converts a number.
    pub(super) fn convert_lanes(&mut self, id: ExprId, inner: ExprId, ty: Ty) -> Eval<Value> {
        let value = self.value(inner)?;
        let (from, to) = (self.lane_class(self.program().ty(inner)), self.lane_class(ty));
        let mut lanes = Vec::new();
        for lane in self.lanes_of(value) {
            match convert_scalar(from, to, *lane) {
                Some(Ok(lane)) => lanes.push(lane),
                Some(Err(Failure::Ub(ub))) => return self.repair_site(id, ub, &[(inner, value)]),
                Some(Err(Failure::Missing(_))) | None => return Err(self.ub(id, Ub::MissingReturn)),
            }
        }
        match self.lanes_kept(id, lanes) {
            Ok(lanes) => Ok(self.vector(lanes)),
            Err(ub) => self.repair_site(id, ub, &[(inner, value)]),
        }
    }
}

fn lane_unary(op: UnaryOp, class: Class, lane: Value, rules: ShiftRules) -> Result<Value, Ub> {
    match (class, lane) {
        (Class::Int(t), _) => ops::int_unary(op, t, lane, rules),
        (_, Value::Float(f)) if op == UnaryOp::Neg => Ok(Value::Float(float::neg(f))),
        _ => Ok(lane),
    }
}
