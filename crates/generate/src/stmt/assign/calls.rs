//! Assignments of calls, in Csmith's manner.

use crate::expr::csmith_table;
use crate::state::Run;
use crate::state::cx::{Calls, Cx, Reads};
use crate::state::grammar;
use crate::stmt::blocks;
use crate::types::functions;
use ir::{BlockId, ExprId, Stmt, Ty};

/// `x = …f(…)…;` for a whole variable: it is written when the call is over.
pub fn call_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    (cx.reads, cx.calls) = (Reads::Private, Calls::One);
    let lhs = assigned(m, &mut cx)?;
    let ty = m.grow.p.value_type(lhs);
    let direct =
        !m.grow.p.types.is_integer(ty) || m.grow.ch.chance("direct-call", m.grow.policy.odds.direct_call);
    let rhs = if direct { csmith_table::call(m, &mut cx, Some(ty))? } else { grammar::int(m, &mut cx) };
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// A whole variable to assign the result of a call to.
pub fn assigned(m: &mut Run, cx: &mut Cx) -> Option<ExprId> {
    let mut seen = Vec::new();
    m.grow.visible(cx.block, &mut seen);
    let special = m.grow.ch.chance("special-result", m.grow.policy.odds.special_result);
    seen.retain(|v| {
        let info = m.grow.info(*v);
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        let fits = if special { may_return(m, ty) } else { m.grow.p.types.is_integer(ty) };
        fits && ty.quals().is_empty() && !info.counter && !info.pinned
    });
    let var = *m.grow.ch.pick("assigned", &seen)?;
    cx.used.push((var, true));
    Some(m.grow.p.var(var))
}

/// Whether functions may return pointers or records of this type.
fn may_return(m: &Run, ty: Ty) -> bool {
    let types = &m.grow.p.types;
    types.is_pointer(ty) && !crate::types::function_pointers::is_pointer(m, ty)
        || (types.is_record(ty) && functions::returns(m, ty))
}
