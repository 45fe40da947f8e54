//! Sites that are undefined: guards, which have an answer of their own, and repairs, after which evaluation goes on
//! from the operands that it has.

use super::convert::{Failure, Strictness};
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::{Place, Value};
use ir::{BinaryOp, Expr, ExprId, ExprKind, UnaryOp};

impl<G: Grow> Machine<G> {
    /// The raw operation, or its left operand where that is undefined.
    pub(super) fn guard(&mut self, inner: ExprId) -> Eval<Value> {
        match self.program().exprs[inner].kind {
            ExprKind::Binary(op, a, b) => {
                let (x, y) = self.operands(inner, a, b)?;
                Ok(self.guarded_binary(inner, op, (a, x), (b, y)))
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Convert(a) => {
                let x = self.value(a)?;
                self.guarded_unary(inner, a, x)
            }
            _ => self.value(inner),
        }
    }

    /// The same of operands of which some have been evaluated.
    fn guard_holding(&mut self, inner: ExprId, held: &[(ExprId, Value)]) -> Eval<Value> {
        match self.program().exprs[inner].kind {
            ExprKind::Binary(op, a, b) => {
                let x = self.value_holding(a, held)?;
                let y = self.value_holding(b, held)?;
                Ok(self.guarded_binary(inner, op, (a, x), (b, y)))
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Convert(a) => {
                let x = self.value_holding(a, held)?;
                self.guarded_unary(inner, a, x)
            }
            _ => self.value_holding(inner, held),
        }
    }

    fn guarded_binary(
        &mut self,
        inner: ExprId,
        op: BinaryOp,
        (a, x): (ExprId, Value),
        (b, y): (ExprId, Value),
    ) -> Value {
        let value = self.apply(op, a, b, x, y);
        self.guarded(inner, value, x)
    }

    /// What a guard makes of an operator with one operand, or of a conversion: that gives zero where it is undefined.
    fn guarded_unary(&mut self, inner: ExprId, a: ExprId, x: Value) -> Eval<Value> {
        let Expr { kind, ty, .. } = self.program().exprs[inner];
        let (value, instead) = match kind {
            ExprKind::Unary(op, _) => (self.apply_unary(op, a, x), x),
            ExprKind::Cast(_) | ExprKind::Convert(_) => {
                let is_cast = matches!(kind, ExprKind::Cast(_));
                let strictness = if is_cast { Strictness::Explicit } else { Strictness::Implicit };
                match self.converted(a, x, ty, strictness) {
                    Ok(value) => (Ok(value), x),
                    Err(Failure::Ub(ub)) => (Err(ub), self.zero(ty)),
                    Err(Failure::Missing(what)) => return Err(self.unsupported(what, Some(inner))),
                }
            }
            _ => return self.value(inner),
        };
        Ok(self.guarded(inner, value, instead))
    }

    /// The value of a guarded operation, or what its guard puts in place of it.
    #[inline]
    fn guarded(&mut self, operation: ExprId, value: Result<Value, Ub>, instead: Value) -> Value {
        value.unwrap_or_else(|_| {
            self.observed.step_in(operation);
            instead
        })
    }

    /// Asks what becomes of a site that is about to be undefined. If it is rewritten, its value comes from the operands
    /// that were evaluated already.
    pub(crate) fn repair_site(&mut self, id: ExprId, ub: Ub, held: &[(ExprId, Value)]) -> Eval<Value> {
        match self.repaired(id, &ub, held)? {
            true => self.value_holding(id, held),
            false => Err(self.ub(id, ub)),
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
                self.operated(id, op, (a, x), (b, y))
            }
            ExprKind::Unary(op, a) if op != UnaryOp::Not => {
                let x = self.value_holding(a, held)?;
                self.unary_value(id, x)
            }
            ExprKind::Unary(_, a) => {
                let x = self.value_holding(a, held)?;
                Ok(Value::from_bool(!self.truth(a, x)?))
            }
            ExprKind::Guard(inner, _) => self.guard_holding(inner, held),
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
            ExprKind::Comma(a, b) => {
                self.value_holding(a, held)?;
                self.value_holding(b, held)
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
                let place = self.place_holding(id, held);
                self.read_found(id, place, e.ty)
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
