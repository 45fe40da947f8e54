//! The effects that nodes carry: an upper bound of what evaluating them may do, so never too small.

use super::tree::Reached;
use super::{Check, Place, ViolationKind as V};
use crate::decl::Init;
use crate::expr::{Effects, ExprKind};
use crate::ids::{ExprId, InitId};
use crate::program::Program;

pub(super) fn check(cx: &mut Check, reached: &Reached) {
    for (e, _) in &reached.exprs {
        if !cx.p.exprs[*e].effects.has(at_least(cx.p, *e)) {
            cx.report(Place::Expr(*e), V::StaleEffects);
        }
    }
}

/// What the node does by itself and by its operands.
fn at_least(p: &Program, e: ExprId) -> Effects {
    let node = &p.exprs[e];
    let mut sum = own(node.kind);
    if let ExprKind::SizeofExpr(_) = node.kind {
        return sum;
    }
    if node.ty.quals().is_volatile() {
        sum = sum.with(Effects::VOLATILE);
    }
    p.for_each_child(e, |child| sum = sum.with(p.exprs[child].effects));
    match node.kind {
        ExprKind::CompoundLit(var) => p.vars[var].init.map_or(sum, |init| sum.with(of_init(p, init))),
        _ => sum,
    }
}

fn of_init(p: &Program, init: InitId) -> Effects {
    match &p.inits[init] {
        Init::Expr(e) => p.exprs[*e].effects,
        Init::List(items) => items.iter().fold(Effects::NONE, |sum, item| sum.with(of_init(p, item.init))),
    }
}

fn own(kind: ExprKind) -> Effects {
    match kind {
        ExprKind::Assign { .. }
        | ExprKind::AssignOp { .. }
        | ExprKind::IncDec(..)
        | ExprKind::CompoundLit(_)
        | ExprKind::VaStart(_)
        | ExprKind::VaArg(_)
        | ExprKind::VaEnd(_)
        | ExprKind::VaCopy { .. } => Effects::WRITE,
        ExprKind::Call { .. } => Effects::CALL,
        ExprKind::Asm { .. } => Effects::CALL.with(Effects::WRITE),
        ExprKind::Stmts(_) => Effects::CALL.with(Effects::WRITE).with(Effects::VOLATILE),
        ExprKind::Int { .. }
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::EnumConst(..)
        | ExprKind::Var(_)
        | ExprKind::Func(_)
        | ExprKind::Member { .. }
        | ExprKind::Arrow { .. }
        | ExprKind::Index { .. }
        | ExprKind::Deref(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Logic(..)
        | ExprKind::Cond { .. }
        | ExprKind::Comma(..)
        | ExprKind::Cast(_)
        | ExprKind::Convert(_)
        | ExprKind::ConvertLanes(_)
        | ExprKind::Decay(_)
        | ExprKind::Guard(..)
        | ExprKind::SizeofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::AlignofType(_)
        | ExprKind::Offsetof(..) => Effects::NONE,
    }
}
