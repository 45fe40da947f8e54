//! Arithmetic that tells whether it overflows: `__builtin_add_overflow(a, b, &x)`, as the value of a variable or the condition of a
//! branch.

use crate::expr::{ints, lvalue};
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::scopes::Role;
use crate::stmt::{blocks, branches, calls};
use crate::types::strings;
use ir::{BlockId, Builtin, ExprId, Stmt, Ty, TypeKind};
use machine::View;

const OPERATIONS: [Builtin; 3] = [Builtin::AddOverflow, Builtin::SubOverflow, Builtin::MulOverflow];

pub fn statement(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let call = call(g, view, block)?;
    if !branches::deep_enough(g, block) && g.ch.chance("overflow-branch", g.policy.odds.overflow_branch) {
        let then = blocks::child(g, view, block, Role::Plain, 1);
        let share = g.policy.statements.r#else;
        let els = g.ch.chance("else", share).then(|| blocks::child(g, view, block, Role::Plain, 1));
        blocks::finish(g, block, mark, Stmt::If { cond: call, then, els }, None);
        return Some(());
    }
    if g.ch.chance("drop-result", g.policy.odds.drop_result) {
        blocks::finish(g, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    let call = g.p.assign_convert(call, Ty::INT).ok()?;
    calls::keep_result(g, block, mark, call, Ty::INT)
}

fn call(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let mut cx = Cx::pure(g, block);
    let builtin = *g.ch.pick("overflow-operation", &OPERATIONS)?;
    let place = lvalue::lvalue(g, view, &mut cx, Use::Address, can_take)?;
    let ty = g.p.value_type(place);
    let address = g.p.addr_of(place).ok()?;
    cx.budget = cx.budget.max(6);
    let (mut a, mut b) = ints::two(g, view, &mut cx, 2);
    if builtin == Builtin::MulOverflow {
        // Products of 128 bits are made by a function that not every compiler brings along.
        if g.p.types.int_type(ty)?.bits > 64 {
            return None;
        }
        (a, b) = (g.p.cast(a, ty).ok()?, g.p.cast(b, ty).ok()?);
    }
    strings::library(g, builtin, &[a, b, address])
}

/// Whether the result can go to an object of this type: an integer, but no enumeration and no `_Bool`.
fn can_take(g: &Gen, ty: Ty) -> bool {
    let ty = g.p.types.canonical(ty);
    let plain = ty.quals().is_empty() && ty.unqualified() != Ty::BOOL;
    plain && matches!(g.p.types.kind(ty), TypeKind::Int(_))
}
