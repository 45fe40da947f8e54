//! Constant expressions (C17 6.6): the values of integer ones, and the forms of those that may initialise
//! objects of static storage.

use super::types::has_constant;
use super::typing::value_type;
use super::{Outcome, ViolationKind as V};
use crate::arith::float::{self, Float};
use crate::arith::int::{self, Fault, ShiftRules};
use crate::decl::Builtin;
use crate::expr::{BinaryOp, ExprKind, LogicOp, UnaryOp};
use crate::ids::ExprId;
use crate::program::Program;
use crate::target::IntType;
use crate::types::{Ty, TypeKind};

/// Why an expression has no constant value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// It is not made from constants.
    Form,
    /// It is, but the value is not defined, or not in the range of its type (C17 6.6p4).
    Value,
}

impl From<Fault> for Broken {
    fn from(_: Fault) -> Self {
        Broken::Value
    }
}

type Value = Result<i128, Broken>;

/// The value of an integer constant expression (C17 6.6p6).
pub(super) fn integer(p: &Program, e: ExprId) -> Value {
    let t = int_type(p, e)?;
    let value = match p.exprs[e].kind {
        ExprKind::Int { value, .. } => i128::from(value),
        ExprKind::EnumConst(id, n) if has_constant(&p.types, id, n) => {
            p.types.enums[id].constants[n as usize].1
        }
        ExprKind::SizeofType(ty) => i128::from(p.types.size(ty)),
        ExprKind::SizeofExpr(e) => i128::from(p.types.size(p.exprs[e].ty)),
        ExprKind::AlignofType(ty) => i128::from(p.types.align(ty)),
        ExprKind::Offsetof(id, n) => {
            let layout = p.types.records[id].layout.as_ref();
            let place = layout.and_then(|l| l.fields.get(n as usize)).ok_or(Broken::Form)?;
            i128::from(place.offset)
        }
        ExprKind::Cast(inner) | ExprKind::Convert(inner) => return converted(p, inner, t),
        ExprKind::Unary(op, a) => return unary(p, op, a, t),
        ExprKind::Binary(op, a, b) => return binary(p, op, a, b, t),
        ExprKind::Logic(op, a, b) => return logic(p, op, a, b),
        ExprKind::Cond { cond, then, els } => conditional(p, cond, then, els)?,
        ExprKind::EnumConst(..)
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::Var(_)
        | ExprKind::Func(_)
        | ExprKind::CompoundLit(_)
        | ExprKind::Member { .. }
        | ExprKind::Arrow { .. }
        | ExprKind::Index { .. }
        | ExprKind::Deref(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Comma(..)
        | ExprKind::Assign { .. }
        | ExprKind::AssignOp { .. }
        | ExprKind::IncDec(..)
        | ExprKind::ConvertLanes(_)
        | ExprKind::Decay(_)
        | ExprKind::Guard(..)
        | ExprKind::Call { .. }
        | ExprKind::Asm { .. }
        | ExprKind::Stmts(_)
        | ExprKind::VaStart(_)
        | ExprKind::VaArg(_)
        | ExprKind::VaEnd(_)
        | ExprKind::VaCopy { .. } => return Err(Broken::Form),
    };
    Ok(int::wrap(t, value))
}

fn int_type(p: &Program, e: ExprId) -> Result<IntType, Broken> {
    p.types.int_type(p.exprs[e].ty).ok_or(Broken::Form)
}

/// A cast of an integer constant, or of a floating constant that is its immediate operand.
fn converted(p: &Program, inner: ExprId, to: IntType) -> Value {
    if let ExprKind::Float(id) = p.exprs[inner].kind {
        let lit = &p.floats[id];
        let value = Float::from_bits(p.target().float_format(lit.kind), lit.bits);
        return float::to_int(value, to).map_err(|_| Broken::Value);
    }
    let from = int_type(p, inner)?;
    Ok(int::convert(from, to, integer(p, inner)?))
}

/// An operand in the type of its operation. Types that do not fit are reported elsewhere.
fn operand(p: &Program, e: ExprId, t: IntType) -> Value {
    Ok(int::wrap(t, integer(p, e)?))
}

fn unary(p: &Program, op: UnaryOp, a: ExprId, t: IntType) -> Value {
    match op {
        UnaryOp::Not => Ok(i128::from(integer(p, a)? == 0)),
        UnaryOp::Plus => operand(p, a, t),
        UnaryOp::Neg => Ok(int::neg(t, operand(p, a, t)?)?),
        UnaryOp::BitNot => Ok(int::not(t, operand(p, a, t)?)),
    }
}

fn binary(p: &Program, op: BinaryOp, a: ExprId, b: ExprId, t: IntType) -> Value {
    if op.is_comparison() {
        let t = int_type(p, a)?;
        let (a, b) = (operand(p, a, t)?, operand(p, b, t)?);
        return Ok(i128::from(compare(op, t, a, b)));
    }
    let a = operand(p, a, t)?;
    if op.is_shift() {
        let count = integer(p, b)?;
        return Ok(if op == BinaryOp::Shl {
            int::shl(t, a, count, ShiftRules::Classic)?
        } else {
            int::shr(t, a, count)?
        });
    }
    calculate(op, t, a, operand(p, b, t)?)
}

fn calculate(op: BinaryOp, t: IntType, a: i128, b: i128) -> Value {
    Ok(match op {
        BinaryOp::Add => int::add(t, a, b)?,
        BinaryOp::Sub => int::sub(t, a, b)?,
        BinaryOp::Mul => int::mul(t, a, b)?,
        BinaryOp::Div => int::div(t, a, b)?,
        BinaryOp::Rem => int::rem(t, a, b)?,
        BinaryOp::And => int::and(t, a, b),
        BinaryOp::Or => int::or(t, a, b),
        BinaryOp::Xor => int::xor(t, a, b),
        BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne => return Err(Broken::Form),
    })
}

fn compare(op: BinaryOp, t: IntType, a: i128, b: i128) -> bool {
    match op {
        BinaryOp::Lt => int::lt(t, a, b),
        BinaryOp::Gt => int::gt(t, a, b),
        BinaryOp::Le => int::le(t, a, b),
        BinaryOp::Ge => int::ge(t, a, b),
        BinaryOp::Eq => int::eq(t, a, b),
        BinaryOp::Ne => int::ne(t, a, b),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => false,
    }
}

/// What is not evaluated has to be made from constants all the same, but its value does not matter.
fn unevaluated(value: Value) -> Result<(), Broken> {
    match value {
        Err(Broken::Form) => Err(Broken::Form),
        Ok(_) | Err(Broken::Value) => Ok(()),
    }
}

fn logic(p: &Program, op: LogicOp, a: ExprId, b: ExprId) -> Value {
    let (a, b) = (integer(p, a)? != 0, integer(p, b));
    let decided = match op {
        LogicOp::And => !a,
        LogicOp::Or => a,
    };
    if decided {
        unevaluated(b)?;
        return Ok(i128::from(a));
    }
    Ok(i128::from(b? != 0))
}

fn conditional(p: &Program, cond: ExprId, then: ExprId, els: ExprId) -> Value {
    let (then, els) = (integer(p, then), integer(p, els));
    let (taken, other) = if integer(p, cond)? != 0 { (then, els) } else { (els, then) };
    unevaluated(other)?;
    taken
}

/// An integer constant expression of value 0, or one cast to `void *` (C17 6.3.2.3p3).
pub(super) fn is_null(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Cast(inner) if p.types.is_pointer(p.exprs[e].ty) => {
            p.types.pointee(p.exprs[e].ty) == Some(Ty::VOID) && integer(p, inner) == Ok(0)
        }
        _ => integer(p, e) == Ok(0),
    }
}

/// What may initialise an object of static storage (C17 6.6p7, 6.7.9p4).
pub(super) fn initialiser(p: &Program, e: ExprId) -> Outcome {
    match p.types.kind(value_type(p, e)) {
        TypeKind::Int(_) | TypeKind::Enum(_) => match integer(p, e) {
            Ok(_) => Ok(()),
            Err(Broken::Value) => Err(V::ConstantOverflow),
            Err(Broken::Form) => form(is_arithmetic(p, e)),
        },
        TypeKind::Float(_) => form(is_arithmetic(p, e)),
        TypeKind::Pointer(_) => form(is_address(p, e)),
        _ => Err(V::InitConstant),
    }
}

fn form(is_constant: bool) -> Outcome {
    super::ensure(is_constant, V::InitConstant)
}

/// The form of an arithmetic constant expression (C17 6.6p8).
fn is_arithmetic(p: &Program, e: ExprId) -> bool {
    if !p.types.is_arithmetic(p.exprs[e].ty) {
        return false;
    }
    match p.exprs[e].kind {
        ExprKind::Int { .. }
        | ExprKind::Float(_)
        | ExprKind::EnumConst(..)
        | ExprKind::SizeofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::AlignofType(_)
        | ExprKind::Offsetof(..) => true,
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Convert(a) => is_arithmetic(p, a),
        ExprKind::Binary(_, a, b) | ExprKind::Logic(_, a, b) => is_arithmetic(p, a) && is_arithmetic(p, b),
        ExprKind::Cond { cond, then, els } => [cond, then, els].iter().all(|e| is_arithmetic(p, *e)),
        ExprKind::Call { callee, args } => {
            is_constant_call(p, callee) && p.args(args).iter().all(|e| is_argument(p, *e))
        }
        _ => false,
    }
}

/// `__builtin_inf()` and its like, which compilers take for constants (C17 6.6p10).
fn is_constant_call(p: &Program, callee: ExprId) -> bool {
    match p.exprs[callee].kind {
        ExprKind::Func(func) => {
            matches!(p.funcs[func].builtin, Some(Builtin::Math(function, _)) if function.is_constant())
        }
        _ => false,
    }
}

/// The argument of `nan` is a string.
fn is_argument(p: &Program, e: ExprId) -> bool {
    is_arithmetic(p, e) || is_address(p, e)
}

/// A null pointer, an address constant, or one plus or minus an integer constant (C17 6.6p7, p9).
fn is_address(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::AddrOf(object) | ExprKind::Decay(object) => has_constant_address(p, object),
        ExprKind::Cast(inner) | ExprKind::Convert(inner) => {
            if p.types.is_pointer(p.exprs[inner].ty) {
                is_address(p, inner)
            } else {
                integer(p, inner).is_ok()
            }
        }
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            (is_address(p, a) && integer(p, b).is_ok()) || (integer(p, a).is_ok() && is_address(p, b))
        }
        _ => false,
    }
}

/// Designates a static object or a function, without reading any object.
fn has_constant_address(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Var(var) | ExprKind::CompoundLit(var) => {
            p.vars[var].storage.is_static() && !p.vars[var].thread
        }
        ExprKind::Str(_) | ExprKind::Func(_) => true,
        ExprKind::Member { base, .. } => has_constant_address(p, base),
        ExprKind::Arrow { base, .. } | ExprKind::Deref(base) => is_address(p, base),
        ExprKind::Index { base, index } => is_address(p, base) && integer(p, index).is_ok(),
        _ => false,
    }
}
