//! Calls through pointers to functions.

use crate::expr::lvalue;
use crate::state::Gen;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::stmt::{blocks, calls};
use crate::types::variables;
use ir::{ExprId, Stmt, Ty, VarId};
use machine::View;

/// A call through a pointer, at the root of a statement: `p(…)`, `(*p)(…)`, `table[i](…)`.
pub fn indirect_call(g: &mut Gen, view: &View, block: ir::BlockId) -> Option<()> {
    let caller = g.block(block).func;
    let fit: Vec<usize> = (0..g.families.len()).filter(|f| may_call(g, view, block, *f)).collect();
    let family = *g.ch.pick("called-family", &fit)?;
    let mark = g.mark();
    let ty = g.families[family].ty;
    let mut cx = Cx::pure(g, block);
    let pointer = callee(g, view, &mut cx, ty)?;
    let params = g.p.types.fn_type(ty)?.params.clone();
    let mut args = Vec::new();
    for param in params {
        cx.budget = 6;
        args.push(grammar::value_of(g, view, &mut cx, param)?);
    }
    let callee = if g.ch.chance("explicit-call", g.policy.odds.explicit_call) {
        g.p.deref(pointer).ok()?
    } else {
        pointer
    };
    let call = g.p.call(callee, &args).ok()?;
    let members = g.families[family].members.clone();
    g.funcs[caller].calls.extend(members);
    if !g.families[family].callers.contains(&caller) {
        g.families[family].callers.push(caller);
    }
    let ret = g.p.ty(call);
    if g.p.types.is_void(ret) {
        blocks::finish(g, block, mark, Stmt::Expr(call), None);
        return Some(());
    }
    calls::keep_result(g, block, mark, call, ret)
}

/// A pointer to functions of the type: from what is in scope, or from a new global.
pub fn callee(g: &mut Gen, view: &View, cx: &mut Cx, ty: Ty) -> Option<ExprId> {
    let pointer = g.p.types.pointer(ty);
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    seen.retain(|v| lvalue::holds(g, g.p.vars[*v].ty, pointer, 0));
    let few = seen.len() < 3 && g.ch.chance("new-callee", g.policy.odds.new_callee);
    let var = match g.ch.pick("callee", &seen) {
        Some(var) if !few => *var,
        _ => new_callee(g, view, pointer),
    };
    lvalue::from_var(g, view, cx, var, Use::Read, |g, t| g.p.types.same_unqualified(t, pointer))
}

pub fn new_callee(g: &mut Gen, view: &View, pointer: Ty) -> VarId {
    let ty = variables::pointer_or_table(g, pointer);
    variables::plain_global(g, view, ty)
}

/// Whether all functions of the family can be called from the block, as often as it runs.
pub fn may_call(g: &Gen, view: &View, block: ir::BlockId, family: usize) -> bool {
    let info = g.block(block);
    let (mult, caller) = (info.mult.max(1), info.func);
    let left = g.policy.shape.steps_to_grow().saturating_sub(view.steps(g));
    g.families[family].members.iter().all(|f| {
        let cost = g.funcs[*f].cost.unwrap_or(u64::MAX);
        cost.saturating_mul(mult) < left / 12 && !g.reaches(*f, caller)
    })
}
