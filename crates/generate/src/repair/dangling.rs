//! Pointers to objects that have died, where a relaxation has left them so.

use crate::state::Run;
use crate::state::census::RepairKind;
use crate::stmt::lifetimes;
use ir::{BlockId, ExprId, ExprKind, Stmt};
use machine::Value;

/// A pointer that dangles lets go where what it was to ended: `if (p == &x) p = 0;` at the end of that block, as if it
/// had always been there. Nothing has read the pointer since, or that would have been noticed.
pub fn let_go(m: &mut Run, site: ExprId) -> Option<RepairKind> {
    let (pointer, read) = match m.grow.p.exprs[site].kind {
        ExprKind::Deref(e) | ExprKind::Arrow { base: e, .. } | ExprKind::Index { base: e, .. } => (e, false),
        ExprKind::Var(_) => (site, true),
        _ => return None,
    };
    let ExprKind::Var(p) = m.grow.p.exprs[pointer].kind else { return None };
    let Value::Pointer(to) = m.peek(m.address_of(p)?, m.grow.p.vars[p].ty)? else { return None };
    let x = m.origin_of(to)?;
    let block = m.grow.block_of(x)?;
    let func = m.grow.block(block).func;
    let same = m.grow.p.funcs[m.grow.funcs[func].id].params.contains(&p) || m.grow.block_of(p).is_some();
    if !same || m.grow.block(block).resets.contains(&(p, x)) || is_left_by_jump(m, block) {
        return None;
    }
    m.grow.block_mut(block).resets.push((p, x));
    let growing = m.grow.p.blocks[block].last().is_some_and(|s| m.grow.p.stmts[*s] == Stmt::Hole);
    if !growing {
        lifetimes::append_reset(m, block, p, x)?;
        m.amend().forget_paths();
    }
    m.amend().set_null(p);
    if !read {
        // Its value has been computed: another node, which is evaluated now.
        let again = m.grow.p.var(p);
        crate::repair::site::set_pointer(m, site, again)?;
    }
    Some(RepairKind::LateReset)
}

/// Whether anything in the block jumps, but for the fuel at its start.
fn is_left_by_jump(m: &Run, block: BlockId) -> bool {
    m.grow.p.blocks[block].iter().any(|s| {
        let stmt = m.grow.p.stmts[*s];
        if m.grow.fuel_checks.contains(s) {
            return false;
        }
        let mut found = matches!(stmt, Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Return(_));
        stmt.for_each_block(|inner| found = found || is_left_by_jump(m, inner));
        found
    })
}
