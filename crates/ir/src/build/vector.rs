//! Operators on GNU's short vectors: what operands they take, and how a scalar is spread over the lanes. The rules are those that
//! GCC and clang share.

use super::{Built, TypeError};
use crate::arith::int;
use crate::constant;
use crate::expr::{BinaryOp, ExprKind, UnaryOp};
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::{Class, Ty};

impl Program {
    /// `+`, `-` and `~` of each lane.
    pub(super) fn vector_unary(&mut self, op: UnaryOp, e: ExprId) -> Built {
        let ty = self.value_type(e);
        let fits = match op {
            UnaryOp::Plus | UnaryOp::Neg => true,
            UnaryOp::BitNot => self.has_integer_lanes(ty),
            UnaryOp::Not => false,
        };
        if fits {
            Ok(self.push_expr(ExprKind::Unary(op, e), ty))
        } else {
            Err(TypeError::Operand(op.token()))
        }
    }

    /// Both operands get the type of the vector among them; lanes are not promoted.
    pub(super) fn vector_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Built {
        let ty =
            if self.types.is_vector(self.value_type(a)) { self.value_type(a) } else { self.value_type(b) };
        let (a, b) = (self.lane_operand(op, a, ty)?, self.lane_operand(op, b, ty)?);
        let result = if op.is_comparison() { self.types.truth_vector(ty) } else { Some(ty) };
        let result = result.ok_or(TypeError::Operands(op.token()))?;
        Ok(self.push_expr(ExprKind::Binary(op, a, b), result))
    }

    /// An operand of an operator on vectors of the type: such a vector, or a scalar for all lanes.
    pub(super) fn lane_operand(&mut self, op: BinaryOp, e: ExprId, ty: Ty) -> Built {
        let err = Err(TypeError::Operands(op.token()));
        if op.is_integer_only() && !self.has_integer_lanes(ty) {
            return err;
        }
        if self.value_type(e) == ty || self.fits_lanes(e, ty) { Ok(self.convert(e, ty)) } else { err }
    }

    fn has_integer_lanes(&self, ty: Ty) -> bool {
        self.types.lanes(ty).is_some_and(|(element, _)| self.types.is_integer(element))
    }

    /// Whether GCC and clang both spread the scalar over the lanes of a vector type: it has the element's type, or is an integer
    /// that no element is too narrow for.
    pub fn fits_lanes(&self, e: ExprId, vector: Ty) -> bool {
        let Some((element, _)) = self.types.lanes(vector) else { return false };
        let ty = self.value_type(e);
        // GCC gives a bit-field a type of its own.
        if self.bit_field_width(e).is_some() {
            return false;
        }
        if ty == element {
            return true;
        }
        match (self.types.class(ty), self.types.class(element)) {
            (Class::Int(from), Class::Int(to)) => match constant::int_value(self, e) {
                Some(value) => int::fits(to, value),
                None => from.bits < to.bits,
            },
            _ => false,
        }
    }

    /// A vector as the base of an index: `v[i]` is a lane of it. The lane has the qualifiers of the vector.
    pub(super) fn decay_lanes(&mut self, e: ExprId) -> Built {
        if !self.is_lvalue(e) {
            return Err(TypeError::NotLvalue("[]"));
        }
        let ty = self.types.canonical(self.ty(e));
        let (element, _) = self.types.lanes(ty).ok_or(TypeError::Operands("[]"))?;
        let element = self.types.qualify(element, ty.quals());
        let pointer = self.types.pointer(element);
        Ok(self.push_expr(ExprKind::Decay(e), pointer))
    }

    /// Whether an lvalue is a lane of a vector, which has no address.
    pub fn is_lane(&self, e: ExprId) -> bool {
        let ExprKind::Index { base, .. } = self.exprs[e].kind else { return false };
        matches!(self.exprs[base].kind, ExprKind::Decay(of) if self.types.is_vector(self.ty(of)))
    }

    /// `__builtin_convertvector`: as many lanes, of another type.
    pub fn convert_lanes(&mut self, e: ExprId, ty: Ty) -> Built {
        match (self.types.lanes(self.ty(e)), self.types.lanes(ty)) {
            (Some((_, n)), Some((_, m))) if n == m => {
                Ok(self.push_expr(ExprKind::ConvertLanes(e), ty.unqualified()))
            }
            _ => Err(TypeError::Operands("__builtin_convertvector")),
        }
    }
}
