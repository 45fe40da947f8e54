//! Inline assembly: what its constraints ask of the operands. What the template means is no question of types.

use super::gives;
use super::operand::value;
use crate::asm::Asm;
use crate::expr::ExprKind;
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::Ty;
use crate::validate::lvalue::{is_lvalue, is_register, modifiable};
use crate::validate::{Outcome, ViolationKind as V, ensure};

pub(super) fn check(p: &Program, e: ExprId, asm: &Asm, operands: &[ExprId]) -> Outcome {
    ensure(operands.len() == asm.operands.len() && asm.outputs <= operands.len(), V::AsmOperand)?;
    for (i, operand) in operands.iter().enumerate() {
        let marked = asm.operands[i].constraint.starts_with(['=', '+']);
        ensure(marked == (i < asm.outputs), V::AsmOperand)?;
        match () {
            () if i < asm.outputs => modifiable(p, *operand)?,
            () if asm.wants_lvalue(i) => ensure(is_lvalue(p, *operand), V::AsmOperand)?,
            () => value(p, *operand).map(drop)?,
        }
        let in_memory = asm.operands[i].constraint.trim_start_matches(['=', '+', '&']) == "m";
        ensure(!(in_memory && is_register(p, *operand)), V::AsmOperand)?;
        ensure(p.bit_field_width(*operand).is_none() || !asm.wants_lvalue(i), V::AsmOperand)?;
    }
    gives(p, e, Ty::VOID)
}

/// It is a statement, and never part of an expression.
pub(super) fn misplaced(p: &Program, e: ExprId) -> Outcome {
    let mut fits = true;
    p.for_each_child(e, |child| fits &= !matches!(p.exprs[child].kind, ExprKind::Asm { .. }));
    ensure(fits, V::AsmPlace)
}
