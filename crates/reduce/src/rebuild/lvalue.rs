//! Lvalues of the copy, where most edits of variables show.

use super::table::{FieldEdit, StandIn, VarEdit};
use super::{Made, Rebuild, Refused};
use crate::edit::Lit;
use ir::{ExprId, ExprKind, ObjectPath, PathStep, Storage, VarId};

impl Rebuild<'_> {
    pub(super) fn lvalue(&mut self, e: ExprId) -> Made<ExprId> {
        match self.src.exprs[e].kind {
            ExprKind::Var(var) => {
                let var = self.var(var)?;
                Ok(self.out.var(var))
            }
            ExprKind::CompoundLit(var) => self.compound_literal(var),
            ExprKind::Member { base, field } => self.member(base, field),
            ExprKind::Arrow { base, field } => self.arrow(base, field),
            ExprKind::Index { base, index } => self.index(base, index),
            ExprKind::Deref(inner) => self.dereferenced(inner),
            ExprKind::AddrOf(inner) => {
                if self.dropped_root(inner).is_some() {
                    return self.literal(Lit::Null);
                }
                let inner = self.expr(inner)?;
                if let ExprKind::Deref(x) = self.out.exprs[inner].kind {
                    return Ok(x);
                }
                Ok(self.out.addr_of(inner)?)
            }
            _ => Err(Refused),
        }
    }

    fn dereferenced(&mut self, pointer: ExprId) -> Made<ExprId> {
        let pointer = self.expr(pointer)?;
        // `*&x` is x.
        if let ExprKind::AddrOf(x) = self.out.exprs[pointer].kind {
            return Ok(x);
        }
        Ok(self.out.deref(pointer)?)
    }

    /// An array that turns into a pointer: the builders put that back. What is no array any more, has an address.
    pub(super) fn decay(&mut self, inner: ExprId) -> Made<ExprId> {
        if self.dropped_root(inner).is_some() {
            return self.literal(Lit::Null);
        }
        let copy = self.expr(inner)?;
        let was_array = self.src.types.is_array(self.src.ty(inner));
        if was_array && !self.out.types.is_array(self.out.ty(copy)) && self.out.is_lvalue(copy) {
            return Ok(self.out.addr_of(copy)?);
        }
        Ok(copy)
    }

    fn compound_literal(&mut self, var: VarId) -> Made<ExprId> {
        let ty = self.var_type(var)?;
        let storage = if self.into.is_some() { Storage::Auto } else { Storage::Static };
        let copy = match self.into {
            Some(owner) => self.out.add_local("", ty, storage, owner),
            None => return Err(Refused),
        };
        self.vars.insert(var, copy);
        self.init_var(var)?;
        Ok(self.out.compound_lit(copy))
    }

    fn member(&mut self, base: ExprId, field: u32) -> Made<ExprId> {
        if let Some(var) = self.only_field(base).or_else(|| self.part(base, field)) {
            return Ok(self.out.var(var));
        }
        let record = self.src.types.record(self.src.ty(base)).ok_or(Refused)?;
        if self.table.unrecorded.contains_key(&record) {
            return self.expr(base);
        }
        let field = self.field_index(record, field)?;
        let base = self.expr(base)?;
        Ok(self.out.member(base, field)?)
    }

    fn arrow(&mut self, base: ExprId, field: u32) -> Made<ExprId> {
        let pointee = self.src.types.pointee(self.src.ty(base)).ok_or(Refused)?;
        let record = self.src.types.record(pointee).ok_or(Refused)?;
        if self.table.unrecorded.contains_key(&record) {
            return self.dereferenced(base);
        }
        let field = self.field_index(record, field)?;
        let base = self.expr(base)?;
        // `(&x)->f` is `x.f`.
        if let ExprKind::AddrOf(x) = self.out.exprs[base].kind {
            return Ok(self.out.member(x, field)?);
        }
        Ok(self.out.arrow(base, field)?)
    }

    fn index(&mut self, base: ExprId, index: ExprId) -> Made<ExprId> {
        if let ExprKind::Decay(array) = self.src.exprs[base].kind
            && let ExprKind::Var(var) = self.src.exprs[array].kind
            && let Some(var) = self.element(array, var, index)?
        {
            return Ok(self.out.var(var));
        }
        let lane = self.src.types.is_vector(self.decayed_type(base));
        let (base, index) = (self.expr(base)?, self.expr(index)?);
        if lane && self.out.types.is_arithmetic(self.out.ty(base)) {
            return Ok(base);
        }
        Ok(self.out.index(base, index)?)
    }

    /// The type of what turns into a pointer.
    fn decayed_type(&self, base: ExprId) -> ir::Ty {
        match self.src.exprs[base].kind {
            ExprKind::Decay(of) => self.src.ty(of),
            _ => self.src.ty(base),
        }
    }

    /// The variable that an element has become.
    fn element(&self, array: ExprId, var: VarId, index: ExprId) -> Made<Option<VarId>> {
        match self.table.vars.get(&var) {
            Some(VarEdit::Element) => self.var(var).map(Some),
            Some(VarEdit::Split(_)) => {
                let n = ir::constant::int_value(self.src, index).and_then(|n| u32::try_from(n).ok());
                self.part(array, n.ok_or(Refused)?).map(Some).ok_or(Refused)
            }
            _ => Ok(None),
        }
    }

    /// The variable in the copy, if the expression is one that has become its field.
    fn only_field(&self, base: ExprId) -> Option<VarId> {
        let ExprKind::Var(var) = self.src.exprs[base].kind else { return None };
        let is_one = matches!(self.table.vars.get(&var), Some(VarEdit::OnlyField(_) | VarEdit::AnyField(_)));
        if is_one { self.vars.get(&var).copied() } else { None }
    }

    /// The value of an lvalue whose object is gone. What is reached through a pointer is another object.
    pub(super) fn dropped_root(&self, e: ExprId) -> Option<StandIn> {
        const ZERO: StandIn = StandIn::Lit(Lit::ZERO);
        match self.src.exprs[e].kind {
            ExprKind::Var(var) => match self.table.vars.get(&var) {
                Some(VarEdit::Drop(instead)) => Some(*instead),
                _ => None,
            },
            ExprKind::Member { base, field } => {
                if let ExprKind::Var(var) = self.src.exprs[base].kind
                    && let Some(VarEdit::OnlyField(n)) = self.table.vars.get(&var)
                    && *n != field
                {
                    return Some(ZERO);
                }
                if self.is_dropped_field(self.src.types.record(self.src.ty(base)), field) {
                    return Some(ZERO);
                }
                self.dropped_root(base).map(|_| ZERO)
            }
            ExprKind::Arrow { base, field } => {
                let record =
                    self.src.types.pointee(self.src.ty(base)).and_then(|to| self.src.types.record(to));
                self.is_dropped_field(record, field).then_some(ZERO)
            }
            ExprKind::Index { base, .. } => match self.src.exprs[base].kind {
                ExprKind::Decay(array) => self.dropped_root(array).map(|_| ZERO),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_dropped_field(&self, record: Option<ir::RecordId>, field: u32) -> bool {
        record.is_some_and(|id| matches!(self.table.fields.get(&(id, field)), Some(FieldEdit::Drop)))
    }

    /// What is in the place of something that is gone.
    pub(super) fn stand_in(&mut self, instead: StandIn) -> Made<ExprId> {
        match instead {
            StandIn::Lit(lit) => self.literal(lit),
            StandIn::Expr(e) if self.standing_in.contains(&e) => Err(Refused),
            StandIn::Expr(e) => {
                self.standing_in.push(e);
                let copy = self.expr(e);
                self.standing_in.pop();
                copy
            }
        }
    }

    /// A part of a variable, as an expression.
    pub(super) fn target(&mut self, target: &ObjectPath) -> Made<ExprId> {
        let mut ty = self.src.vars[target.var].ty;
        let (mut e, rest) = match (self.table.vars.get(&target.var), target.steps.split_first()) {
            (Some(VarEdit::Split(_)), Some((PathStep::Field(n), rest))) => {
                ty = self.part_type(ty, *n)?;
                let part = self.parts.get(&(target.var, *n)).copied().ok_or(Refused)?;
                (self.out.var(part), rest)
            }
            _ => {
                let var = self.var(target.var)?;
                (self.out.var(var), target.steps.as_slice())
            }
        };
        for step in rest {
            match *step {
                PathStep::Field(n) => {
                    let record = self.src.types.record(ty).ok_or(Refused)?;
                    ty = self.src.types.records[record].fields[n as usize].ty;
                    if self.table.unrecorded.contains_key(&record) {
                        continue;
                    }
                    let n = self.field_index(record, n)?;
                    e = self.out.member(e, n)?;
                }
                PathStep::Element(i) => {
                    ty = self.part_type(ty, 0)?;
                    let i = self.out.int_const(i128::from(i), ir::Ty::INT);
                    e = self.out.index(e, i)?;
                }
            }
        }
        Ok(e)
    }
}
