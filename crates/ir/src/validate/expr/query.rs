//! Questions about types: `sizeof`, `_Alignof`, `offsetof`.

use super::gives;
use super::operand::unconverted;
use crate::expr::ExprKind;
use crate::ids::{ExprId, RecordId};
use crate::program::Program;
use crate::types::Ty;
use crate::validate::lvalue::bit_field_width;
use crate::validate::{Outcome, ViolationKind as V, ensure};

pub(super) fn of_type(p: &Program, e: ExprId, ty: Ty) -> Outcome {
    ensure(p.types.is_complete(ty), V::SizeofOperand)?;
    gives(p, e, p.types.size_t())
}

pub(super) fn sizeof(p: &Program, e: ExprId, a: ExprId) -> Outcome {
    unconverted(p, a)?;
    no_variable_array(p, a)?;
    let fits = p.types.is_complete(p.exprs[a].ty) && bit_field_width(p, a).is_none();
    ensure(fits, V::SizeofOperand)?;
    gives(p, e, p.types.size_t())
}

/// Such an array is a pointer in ir: its address and its size would be others.
pub(super) fn no_variable_array(p: &Program, e: ExprId) -> Outcome {
    let stands_for_one = matches!(p.exprs[e].kind, ExprKind::Var(v) if p.variable_array(v).is_some());
    ensure(!stands_for_one, V::VariableArray)
}

pub(super) fn offsetof(p: &Program, e: ExprId, record: RecordId, field: u32) -> Outcome {
    let record = &p.types.records[record];
    let field = record.fields.get(field as usize).ok_or(V::OffsetofMember)?;
    let fits = record.layout.is_some() && field.name.is_some() && field.bits.is_none();
    ensure(fits, V::OffsetofMember)?;
    gives(p, e, p.types.size_t())
}
