//! Calls through pointers to functions.

use crate::expr::lvalue;
use crate::state::Run;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::stmt::{blocks, calls};
use crate::types::variables;
use ir::{ExprId, Stmt, Ty, VarId};

/// A call through a pointer, at the root of a statement: `p(…)`, `(*p)(…)`, `table[i](…)`.
pub fn indirect_call(m: &mut Run, block: ir::BlockId) -> Option<()> {
    let caller = m.grow.block(block).func;
    let fit: Vec<usize> = (0..m.grow.families.len()).filter(|f| may_call(m, block, *f)).collect();
    let family = *m.grow.ch.pick("called-family", &fit)?;
    let mark = m.grow.mark();
    let ty = m.grow.families[family].ty;
    let mut cx = Cx::pure(m, block);
    let pointer = callee(m, &mut cx, ty)?;
    let params = m.grow.p.types.fn_type(ty)?.params.clone();
    let mut args = Vec::new();
    for param in params {
        cx.budget = 6;
        args.push(grammar::value_of(m, &mut cx, param)?);
    }
    let callee = if m.grow.ch.chance("explicit-call", m.grow.policy.odds.explicit_call) {
        m.grow.p.deref(pointer).ok()?
    } else {
        pointer
    };
    let call = m.grow.p.call(callee, &args).ok()?;
    let members = m.grow.families[family].members.clone();
    m.grow.funcs[caller].calls.extend(members);
    if !m.grow.families[family].callers.contains(&caller) {
        m.grow.families[family].callers.push(caller);
    }
    let ret = m.grow.p.ty(call);
    if m.grow.p.types.is_void(ret) {
        blocks::finish(m, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    calls::keep_result(m, block, mark, call, ret)
}

/// A pointer to functions of the type: from what is in scope, or from a new global.
pub fn callee(m: &mut Run, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let pointer = m.grow.p.types.pointer(ty);
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    seen.retain(|v| lvalue::holds(m, m.grow.p.vars[*v].ty, pointer, 0));
    let few = seen.len() < 3 && m.grow.ch.chance("new-callee", m.grow.policy.odds.new_callee);
    let var = match m.grow.ch.pick("callee", &seen) {
        Some(var) if !few => *var,
        _ => new_callee(m, pointer),
    };
    lvalue::from_var(m, cx, var, Use::Read, |m, t| m.grow.p.types.same_unqualified(t, pointer))
}

pub fn new_callee(m: &mut Run, pointer: Ty) -> VarId {
    let ty = variables::pointer_or_table(m, pointer);
    variables::plain_global(m, ty)
}

/// Whether all functions of the family can be called from the block, as often as it runs.
pub fn may_call(m: &Run, block: ir::BlockId, family: usize) -> bool {
    let info = m.grow.block(block);
    let (mult, caller) = (info.mult.max(1), info.func);
    let left = m.grow.policy.shape.steps_to_grow().saturating_sub(m.steps());
    m.grow.families[family].members.iter().all(|f| {
        let cost = m.grow.funcs[*f].cost.unwrap_or(u64::MAX);
        cost.saturating_mul(mult) < left / 12 && !m.grow.reaches(*f, caller)
    })
}
