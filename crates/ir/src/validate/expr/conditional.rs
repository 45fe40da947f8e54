//! The conditional operator, which has rules of its own for each kind of operands (C17 6.5.15).

use super::gives;
use super::operand::{evaluated, plain, scalar, usual};
use crate::ids::ExprId;
use crate::program::Program;
use crate::types::{Class, Ty};
use crate::validate::typing::{alike, is_composite, value_type, written};
use crate::validate::{Outcome, ViolationKind as V, consts, ensure};

pub(super) fn check(p: &Program, e: ExprId, cond: ExprId, then: ExprId, els: ExprId) -> Outcome {
    scalar(p, cond, V::ConditionOperand)?;
    let types = &p.types;
    let (t, f) = (evaluated(p, written(p, then))?, evaluated(p, written(p, els))?);
    if types.is_arithmetic(t) && types.is_arithmetic(f) {
        let ty = usual(p, then, els)?;
        return gives(p, e, ty);
    }
    if types.is_pointer(t) || types.is_pointer(f) {
        return pointers(p, e, then, els);
    }
    let same = t == f && matches!(types.class(t), Class::Void | Class::Vector | Class::Record);
    ensure(same, V::ConditionalOperands)?;
    plain(p, then)?;
    plain(p, els)?;
    gives(p, e, t)
}

fn pointers(p: &Program, e: ExprId, then: ExprId, els: ExprId) -> Outcome {
    let (a, b) = (written(p, then), written(p, els));
    let (ta, tb) = (value_type(p, a), value_type(p, b));
    if p.types.is_pointer(ta) && consts::is_null(p, b) {
        gives(p, e, ta)?;
    } else if p.types.is_pointer(tb) && consts::is_null(p, a) {
        gives(p, e, tb)?;
    } else {
        merged(p, e, ta, tb)?;
    }
    let ty = p.exprs[e].ty;
    ensure(value_type(p, then) == ty && value_type(p, els) == ty, V::UsualConversions)
}

/// Two pointers give one to void if either is that, else to the composite type; with all qualifiers of both.
fn merged(p: &Program, e: ExprId, a: Ty, b: Ty) -> Outcome {
    let types = &p.types;
    let (Some(x), Some(y)) = (types.pointee(a), types.pointee(b)) else { return Err(V::ConditionalOperands) };
    let one_void = types.is_void(x) || types.is_void(y);
    let function = types.is_function(x) || types.is_function(y);
    if !one_void || function {
        alike(p, x, y, V::ConditionalOperands)?;
    }
    let to = types.pointee(p.exprs[e].ty).ok_or(V::ResultType)?;
    let quals = types.canonical(x).quals().with(types.canonical(y).quals());
    let meant = if one_void { types.is_void(to) } else { is_composite(p, to, x, y) };
    let unqualified = p.exprs[e].ty.quals().is_empty();
    ensure(meant && unqualified && types.canonical(to).quals() == quals, V::ResultType)
}
