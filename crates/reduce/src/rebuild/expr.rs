//! Expressions of the copy: built anew from their operands, so that conversions are as C has them now.

use super::table::ExprEdit;
use super::{Made, Rebuild, Refused};
use crate::edit::{Lit, Whole};
use ir::{AsmId, BinaryOp, ExprId, ExprKind, ExprList, FloatKind, LitStyle, Ty, TypeKind, UnaryOp};

impl Rebuild<'_> {
    pub(super) fn expr(&mut self, e: ExprId) -> Made<ExprId> {
        if let Some(instead) = self.dropped_root(e) {
            return self.stand_in(instead);
        }
        match self.table.exprs.get(&e).cloned() {
            None => self.node(e),
            Some(ExprEdit::Literal(lit)) => self.literal(lit),
            Some(ExprEdit::Operand(n)) => {
                let operand = self.operands(e).get(n).copied().ok_or(Refused)?;
                self.expr(operand)
            }
            Some(ExprEdit::Place(target)) => self.target(&target),
            Some(ExprEdit::Operator(op)) => self.with_operator(e, op),
            Some(ExprEdit::PlainAssign) => match self.src.exprs[e].kind {
                ExprKind::AssignOp { lhs, rhs, .. } => self.assign(lhs, rhs),
                _ => Err(Refused),
            },
            Some(ExprEdit::Unguard) => match self.src.exprs[e].kind {
                ExprKind::Guard(inner, _) => self.expr(inner),
                _ => Err(Refused),
            },
        }
    }

    fn operands(&self, e: ExprId) -> Vec<ExprId> {
        let mut all = Vec::new();
        self.src.for_each_child(e, |child| all.push(child));
        all
    }

    pub(super) fn literal(&mut self, lit: Lit) -> Made<ExprId> {
        Ok(match lit {
            Lit::Int(value, kind) => self.out.int_const(value, Ty::int(kind)),
            Lit::Double(bits) if bits >> 63 & 1 == 1 => {
                let positive = self.out.float_lit(FloatKind::Double, bits & !(1 << 63), false);
                self.out.unary(UnaryOp::Neg, positive)?
            }
            Lit::Double(bits) => self.out.float_lit(FloatKind::Double, bits, false),
            Lit::Null => self.out.int_const(0, Ty::INT),
        })
    }

    fn with_operator(&mut self, e: ExprId, op: BinaryOp) -> Made<ExprId> {
        match self.src.exprs[e].kind {
            ExprKind::Binary(_, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                Ok(self.out.binary(op, a, b)?)
            }
            ExprKind::AssignOp { lhs, rhs, .. } => self.assign_op(op, lhs, rhs),
            _ => Err(Refused),
        }
    }

    /// One function for each group of nodes: leaves, what reaches into objects, and operators.
    fn node(&mut self, e: ExprId) -> Made<ExprId> {
        let ir::Expr { kind, ty, .. } = self.src.exprs[e];
        match kind {
            ExprKind::Int { .. }
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::EnumConst(..)
            | ExprKind::Func(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofType(_)
            | ExprKind::Offsetof(..) => self.leaf(kind, ty),
            ExprKind::Var(_)
            | ExprKind::CompoundLit(_)
            | ExprKind::Member { .. }
            | ExprKind::Arrow { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::AddrOf(_) => self.lvalue(e),
            ExprKind::Decay(inner) => self.decay(inner),
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Cond { .. }
            | ExprKind::Comma(..)
            | ExprKind::Cast(_)
            | ExprKind::Convert(_)
            | ExprKind::ConvertLanes(_)
            | ExprKind::Guard(..)
            | ExprKind::SizeofExpr(_) => self.value(kind, ty),
            ExprKind::Assign { lhs, rhs } => self.assign(lhs, rhs),
            ExprKind::AssignOp { op, lhs, rhs, .. } => self.assign_op(op, lhs, rhs),
            ExprKind::IncDec(op, lhs) => match self.dropped_root(lhs) {
                Some(instead) => self.stand_in(instead),
                None => {
                    let lhs = self.expr(lhs)?;
                    Ok(self.out.inc_dec(op, lhs)?)
                }
            },
            ExprKind::Call { callee, args } => self.call(callee, args),
            ExprKind::Asm { asm, operands } => self.assembly(asm, operands),
            ExprKind::Stmts(block) => {
                let block = self.block(block)?;
                Ok(self.out.statement_expression(block)?)
            }
            ExprKind::VaStart(_) | ExprKind::VaArg(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy { .. } => {
                self.va(kind, ty)
            }
        }
    }

    fn leaf(&mut self, kind: ExprKind, ty: Ty) -> Made<ExprId> {
        Ok(match kind {
            ExprKind::Int { value, style } => {
                let style = if self.table.whole(Whole::Decimal) { LitStyle::DECIMAL } else { style };
                let kind = self.src.types.int_kind(ty).ok_or(Refused)?;
                self.out.int_lit_styled(value, kind, style)
            }
            ExprKind::Float(id) => {
                let lit = self.src.floats[id];
                self.out.float_lit(lit.kind, lit.bits, lit.hex)
            }
            ExprKind::Str(id) => {
                let bytes = self.src.strings[id].bytes.clone();
                self.out.str_lit(&bytes)
            }
            ExprKind::EnumConst(id, n) if self.table.whole(Whole::PlainTypes) => {
                let value = self.src.types.enums[id].constants[n as usize].1;
                self.out.int_const(value, Ty::INT)
            }
            ExprKind::EnumConst(id, n) => {
                let id = self.enumeration(id);
                self.out.push_expr(ExprKind::EnumConst(id, n), Ty::INT)
            }
            ExprKind::Func(func) => {
                let func = self.function(func)?;
                self.out.func(func)
            }
            ExprKind::SizeofType(of) => {
                let of = self.ty(of)?;
                self.out.sizeof_type(of)
            }
            ExprKind::AlignofType(of) => {
                let (of, size_t) = (self.ty(of)?, self.out.types.size_t());
                self.out.push_expr(ExprKind::AlignofType(of), size_t)
            }
            ExprKind::Offsetof(record, n) => {
                let (n, record, size_t) =
                    (self.field_index(record, n)?, self.record(record)?, self.out.types.size_t());
                self.out.push_expr(ExprKind::Offsetof(record, n), size_t)
            }
            _ => return Err(Refused),
        })
    }

    fn value(&mut self, kind: ExprKind, ty: Ty) -> Made<ExprId> {
        Ok(match kind {
            ExprKind::Unary(op, a) => {
                let a = self.expr(a)?;
                self.out.unary(op, a)?
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.out.binary(op, a, b)?
            }
            ExprKind::Logic(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.out.logic(op, a, b)?
            }
            ExprKind::Cond { cond, then, els } => {
                let (cond, then, els) = (self.expr(cond)?, self.expr(then)?, self.expr(els)?);
                self.out.cond(cond, then, els)?
            }
            ExprKind::Comma(a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.out.comma(a, b)
            }
            ExprKind::Cast(a) => {
                let (a, ty) = (self.expr(a)?, self.ty(ty)?);
                self.out.cast(a, ty)?
            }
            ExprKind::ConvertLanes(a) => {
                let (a, ty) = (self.expr(a)?, self.ty(ty)?);
                self.out.convert_lanes(a, ty)?
            }
            // The builders put it back where it is needed.
            ExprKind::Convert(a) => self.expr(a)?,
            ExprKind::Guard(a, style) => {
                let a = self.expr(a)?;
                if self.table.whole(Whole::Unguarded) || !self.is_guardable(a) {
                    return Ok(a);
                }
                let ty = self.out.ty(a);
                self.out.push_expr(ExprKind::Guard(a, style), ty)
            }
            ExprKind::SizeofExpr(a) => {
                let a = self.expr(a)?;
                self.out.sizeof_expr(a)
            }
            _ => return Err(Refused),
        })
    }

    /// Whether a guard around the node means something.
    fn is_guardable(&self, e: ExprId) -> bool {
        match self.out.exprs[e].kind {
            ExprKind::Binary(op, a, b) => {
                !op.is_comparison() && [a, b].iter().all(|x| self.out.types.is_arithmetic(self.out.ty(*x)))
            }
            ExprKind::Unary(op, _) => op == UnaryOp::Neg,
            ExprKind::Cast(a) => self.out.types.is_float(self.out.ty(a)),
            _ => false,
        }
    }

    pub(super) fn assign(&mut self, lhs: ExprId, rhs: ExprId) -> Made<ExprId> {
        if self.dropped_root(lhs).is_some() {
            return self.expr(rhs);
        }
        let (lhs, rhs) = (self.expr(lhs)?, self.expr(rhs)?);
        Ok(self.out.assign(lhs, rhs)?)
    }

    fn assign_op(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Made<ExprId> {
        if self.dropped_root(lhs).is_some() {
            return self.expr(rhs);
        }
        let (lhs, rhs) = (self.expr(lhs)?, self.expr(rhs)?);
        Ok(self.out.assign_op(op, lhs, rhs)?)
    }

    fn call(&mut self, callee: ExprId, args: ExprList) -> Made<ExprId> {
        let direct = match self.src.exprs[callee].kind {
            ExprKind::Func(func) => Some(func),
            _ => None,
        };
        if direct.is_some_and(|func| self.table.dropped_funcs.contains(&func)) {
            return self.literal(Lit::ZERO);
        }
        let callee = self.expr(callee)?;
        let params = direct.map(|f| self.src.funcs[f].params.clone()).unwrap_or_default();
        let mut copies = Vec::new();
        for (n, arg) in self.src.args(args).to_vec().into_iter().enumerate() {
            if params.get(n).is_some_and(|param| self.table.is_no_param(*param)) {
                continue;
            }
            copies.push(self.expr(arg)?);
        }
        Ok(self.out.call(callee, &copies)?)
    }

    /// Labels that are gone leave the list; a template that jumps to one of them would mean another.
    fn assembly(&mut self, asm: AsmId, operands: ExprList) -> Made<ExprId> {
        let mut copy = self.src.asms[asm].clone();
        let gone = copy.labels.iter().any(|label| self.table.labels.contains(label));
        if gone && !copy.is_empty() {
            return Err(Refused);
        }
        copy.labels.retain(|label| !self.table.labels.contains(label));
        copy.labels = copy.labels.into_iter().map(|label| self.label(label)).collect::<Made<_>>()?;
        let mut copies = Vec::new();
        for (n, operand) in self.src.args(operands).to_vec().into_iter().enumerate() {
            let built = self.expr(operand)?;
            if copy.wants_lvalue(n) && !self.out.is_lvalue(built) {
                return Err(Refused);
            }
            copies.push(built);
        }
        Ok(self.out.assembly(copy, &copies))
    }

    fn va(&mut self, kind: ExprKind, ty: Ty) -> Made<ExprId> {
        let ty = self.ty(ty)?;
        let copy = match kind {
            ExprKind::VaStart(a) => ExprKind::VaStart(self.expr(a)?),
            ExprKind::VaArg(a) => ExprKind::VaArg(self.expr(a)?),
            ExprKind::VaEnd(a) => ExprKind::VaEnd(self.expr(a)?),
            ExprKind::VaCopy { to, from } => ExprKind::VaCopy { to: self.expr(to)?, from: self.expr(from)? },
            _ => return Err(Refused),
        };
        Ok(self.out.push_expr(copy, ty))
    }

    /// The type that `switch` works with.
    pub(super) fn is_integer(&self, e: ExprId) -> bool {
        matches!(self.out.types.kind(self.out.ty(e)), TypeKind::Int(_) | TypeKind::Enum(_))
    }
}
