//! Expressions: each node by itself, given its operands' types. One small function per operator; here they
//! are only dispatched. What a name refers to is in `scope`, what statements want of expressions in `stmt`.

mod access;
mod asm;
mod assign;
mod call;
mod conditional;
mod convert;
mod leaf;
pub(super) mod operand;
mod operator;
mod pointer;
mod query;
mod stmts;
mod vector;

use super::tree::Reached;
use super::{Check, Outcome, Place, ViolationKind as V, ensure};
use crate::expr::ExprKind;
use crate::ids::{ExprId, FuncId};
use crate::program::Program;
use crate::types::Ty;

pub(super) fn check(cx: &mut Check, reached: &Reached) {
    for (e, func) in &reached.exprs {
        let outcome =
            canonical(cx.p, *e).and_then(|()| asm::misplaced(cx.p, *e)).and_then(|()| node(cx.p, *e, *func));
        cx.note(Place::Expr(*e), outcome);
    }
}

/// Only casts, `__builtin_convertvector` and `va_arg` keep the spelling of their type.
fn canonical(p: &Program, e: ExprId) -> Outcome {
    let ty = p.exprs[e].ty;
    let spelled =
        matches!(p.exprs[e].kind, ExprKind::Cast(_) | ExprKind::ConvertLanes(_) | ExprKind::VaArg(_));
    ensure(spelled || ty == p.types.canonical(ty), V::NotCanonical)
}

/// The node has the type that its operator gives.
fn gives(p: &Program, e: ExprId, ty: Ty) -> Outcome {
    ensure(p.exprs[e].ty == ty, V::ResultType)
}

fn node(p: &Program, e: ExprId, func: Option<FuncId>) -> Outcome {
    match p.exprs[e].kind {
        ExprKind::Int { value, style } => leaf::integer(p, e, value, style),
        ExprKind::Float(id) => leaf::float(p, e, id),
        ExprKind::Str(id) => leaf::string(p, e, id),
        ExprKind::EnumConst(id, n) => leaf::enum_constant(p, e, id, n),
        ExprKind::Var(var) => leaf::declared(p, e, p.vars[var].ty),
        ExprKind::Func(func) => leaf::declared(p, e, p.funcs[func].ty),
        ExprKind::CompoundLit(var) => leaf::compound_literal(p, e, var, func),
        ExprKind::Member { base, field } => access::member(p, e, base, field),
        ExprKind::Arrow { base, field } => access::arrow(p, e, base, field),
        ExprKind::Index { base, index } => access::index(p, e, base, index),
        ExprKind::Deref(a) => access::deref(p, e, a),
        ExprKind::AddrOf(a) => query::no_variable_array(p, a).and_then(|()| access::address(p, e, a)),
        ExprKind::Unary(op, a) => operator::unary(p, e, op, a),
        ExprKind::Binary(op, a, b) => operator::binary(p, e, op, a, b),
        ExprKind::Logic(_, a, b) => operator::logic(p, e, a, b),
        ExprKind::Cond { cond, then, els } => conditional::check(p, e, cond, then, els),
        ExprKind::Comma(a, b) => operator::comma(p, e, a, b),
        ExprKind::Assign { lhs, rhs } => assign::plain(p, e, lhs, rhs),
        ExprKind::AssignOp { op, lhs, rhs, calc } => assign::compound(p, e, op, lhs, rhs, calc),
        ExprKind::IncDec(_, a) => assign::increment(p, e, a),
        ExprKind::Cast(a) => convert::cast(p, e, a),
        ExprKind::Convert(a) => convert::implicit(p, e, a),
        ExprKind::ConvertLanes(a) => vector::convert(p, e, a),
        ExprKind::Decay(a) => convert::decay(p, e, a),
        ExprKind::Guard(a, _) => operator::guard(p, e, a),
        ExprKind::Call { callee, args } => call::call(p, e, callee, p.args(args)),
        ExprKind::Stmts(block) => stmts::check(p, e, block, func),
        ExprKind::Asm { asm, operands } => asm::check(p, e, &p.asms[asm], p.args(operands)),
        ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => query::of_type(p, e, ty),
        ExprKind::SizeofExpr(a) => query::sizeof(p, e, a),
        ExprKind::Offsetof(record, field) => query::offsetof(p, e, record, field),
        ExprKind::VaStart(a) => call::va_start(p, e, a, func),
        ExprKind::VaArg(a) => call::va_arg(p, e, a),
        ExprKind::VaEnd(a) => call::va_end(p, e, a),
        ExprKind::VaCopy { to, from } => call::va_copy(p, e, to, from),
    }
}
