//! Assignments of calls, in Csmith's manner.

use crate::expr::csmith_table;
use crate::state::Gen;
use crate::state::cx::{Calls, Cx, Reads};
use crate::state::grammar;
use crate::stmt::blocks;
use crate::types::functions;
use ir::{BlockId, ExprId, Stmt, Ty};
use machine::View;

/// `x = …f(…)…;` for a whole variable: it is written when the call is over.
pub fn call_assign(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::new(g, block);
    (cx.reads, cx.calls) = (Reads::Private, Calls::One);
    let lhs = assigned(g, &mut cx)?;
    let ty = g.p.value_type(lhs);
    let direct = !g.p.types.is_integer(ty) || g.ch.chance("direct-call", g.policy.odds.direct_call);
    let rhs =
        if direct { csmith_table::call(g, view, &mut cx, Some(ty))? } else { grammar::int(g, view, &mut cx) };
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// A whole variable to assign the result of a call to.
pub fn assigned(g: &mut Gen, cx: &mut Cx) -> Option<ExprId> {
    let mut seen = Vec::new();
    g.visible(cx.block, &mut seen);
    let special = g.ch.chance("special-result", g.policy.odds.special_result);
    seen.retain(|v| {
        let info = g.info(*v);
        let ty = g.p.types.canonical(g.p.vars[*v].ty);
        let fits = if special { may_return(g, ty) } else { g.p.types.is_integer(ty) };
        fits && ty.quals().is_empty() && !info.counter && !info.pinned
    });
    let var = *g.ch.pick("assigned", &seen)?;
    cx.used.push((var, true));
    Some(g.p.var(var))
}

/// Whether functions may return pointers or records of this type.
fn may_return(g: &Gen, ty: Ty) -> bool {
    let types = &g.p.types;
    types.is_pointer(ty) && !crate::types::function_pointers::is_pointer(g, ty)
        || (types.is_record(ty) && functions::returns(g, ty))
}
