//! Pointers to objects that have died, where a relaxation has left them so.

use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::stmt::lifetimes;
use ir::{BlockId, ExprId, ExprKind, Stmt};
use machine::{Amendment, Value, View};

/// A pointer that dangles lets go where what it was to ended: `if (p == &x) p = 0;` at the end of that block, as if it
/// had always been there. Nothing has read the pointer since, or that would have been noticed.
pub fn let_go(g: &mut Gen, view: &View, site: ExprId) -> Option<RepairKind> {
    let (pointer, read) = match g.p.exprs[site].kind {
        ExprKind::Deref(e) | ExprKind::Arrow { base: e, .. } | ExprKind::Index { base: e, .. } => (e, false),
        ExprKind::Var(_) => (site, true),
        _ => return None,
    };
    let ExprKind::Var(p) = g.p.exprs[pointer].kind else { return None };
    let Value::Pointer(to) = view.peek(g, view.address_of(g, p)?, g.p.vars[p].ty)? else { return None };
    let x = view.origin_of(to)?;
    let block = g.block_of(x)?;
    let func = g.block(block).func;
    let same = g.p.funcs[g.funcs[func].id].params.contains(&p) || g.block_of(p).is_some();
    if !same || g.block(block).resets.contains(&(p, x)) || is_left_by_jump(g, block) {
        return None;
    }
    g.block_mut(block).resets.push((p, x));
    let growing = g.p.blocks[block].last().is_some_and(|s| g.p.stmts[*s] == Stmt::Hole);
    if !growing {
        lifetimes::append_reset(g, block, p, x)?;
        g.amend(Amendment::ForgetPaths);
    }
    g.amend(Amendment::SetNull(p));
    if !read {
        // Its value has been computed: another node, which is evaluated now.
        let again = g.p.var(p);
        crate::repair::site::set_pointer(g, site, again)?;
    }
    Some(RepairKind::LateReset)
}

/// Whether anything in the block jumps, but for the fuel at its start.
fn is_left_by_jump(g: &Gen, block: BlockId) -> bool {
    g.p.blocks[block].iter().any(|s| {
        let stmt = g.p.stmts[*s];
        if g.fuel_checks.contains(s) {
            return false;
        }
        let mut found = matches!(stmt, Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Return(_));
        stmt.for_each_block(|inner| found = found || is_left_by_jump(g, inner));
        found
    })
}
