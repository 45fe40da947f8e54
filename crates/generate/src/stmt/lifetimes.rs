//! Pointers to variables that die before them: they let go where the variable's block ends.

use crate::state::Gen;
use crate::state::census::RepairKind;
use crate::state::scopes::Role;
use crate::stmt::{blocks, declare, relaxations, storage};
use ir::{BinaryOp, BlockId, ExprId, IntKind, Stmt, Storage, Ty, VarId};
use machine::View;

/// `p = &x;` where x dies before p. Where the block of x ends, p lets go of it, or x turns out to be static; until then
/// nothing jumps out of the block.
pub fn short_lived(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let info = g.block(block).clone();
    if info.role == Role::Function || g.dead {
        return None;
    }
    let mut seen = Vec::new();
    g.visible(block, &mut seen);
    let holders: Vec<(VarId, Ty)> = seen
        .iter()
        .filter(|p| !info.vars.contains(p) && can_hold(g, **p))
        .filter_map(|p| {
            let to = g.p.types.canonical(g.p.types.pointee(g.p.vars[*p].ty)?);
            g.p.types.is_arithmetic(to).then_some((*p, to))
        })
        .collect();
    let relaxed = g.policy.relax.rates.dangling > 0;
    let (p, x) = if relaxed {
        let pointers: Vec<VarId> =
            seen.into_iter().filter(|p| !info.vars.contains(p) && can_hold(g, *p)).collect();
        relaxations::new_target(g, view, block, &pointers)?
    } else {
        let (p, to) = *g.ch.pick("short-lived-holder", &holders)?;
        let own: Vec<VarId> = info.vars.iter().copied().filter(|x| can_be_held(g, *x, to)).collect();
        match g.ch.pick("short-lived", &own) {
            Some(x) => (p, *x),
            None => (p, declare::with_type(g, view, block, to.unqualified())?),
        }
    };
    let mark = g.mark();
    g.info_mut(x).address_taken = true;
    // The pointer is reached in no other way, so that all copies of what it holds are known.
    g.info_mut(p).written_inside = true;
    g.info_mut(p).holds = g.info(p).holds.max(info.level);
    let (lhs, of) = (g.p.var(p), g.p.var(x));
    let rhs = g.p.addr_of(of).ok()?;
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    if relaxed {
        g.stats.repair(RepairKind::LeftDangling);
        return Some(());
    }
    g.block_mut(block).resets.push((p, x));
    Some(())
}

/// A pointer that is only reached by its name, so that all copies of what it holds are known.
fn can_hold(g: &Gen, p: VarId) -> bool {
    let (v, info) = (&g.p.vars[p], g.info(p));
    matches!(v.storage, Storage::Auto | Storage::Param)
        && g.p.types.canonical(v.ty).quals().is_empty()
        && !info.address_taken
        && !info.pinned
}

fn can_be_held(g: &Gen, x: VarId, to: Ty) -> bool {
    let (v, info) = (&g.p.vars[x], g.info(x));
    v.storage == Storage::Auto && g.p.types.canonical(v.ty) == to && !info.counter && !info.written_inside
}

/// For every pointer that must let go of a variable of the block: the variable becomes static, or the pointer is reset.
pub fn let_go(g: &mut Gen, view: &View, block: BlockId) {
    let share = g.policy.repairs.static_pointee;
    let resets = std::mem::take(&mut g.block_mut(block).resets);
    for (p, x) in resets {
        if g.p.vars[x].storage == Storage::Static {
            continue;
        }
        if !g.dead && g.ch.chance("static-pointee", share) && storage::make_static(g, view, x) {
            g.stats.repair(RepairKind::StaticPointee);
            continue;
        }
        let mark = g.mark();
        let Some((cond, e)) = reset(g, p, x) else { continue };
        let stmt = g.p.push_stmt(Stmt::Expr(e));
        let then = g.p.push_block(vec![stmt]);
        g.tokens += 4;
        blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
        g.block_mut(block).resets.push((p, x));
        g.stats.repair(RepairKind::ScopeEndReset);
    }
}

/// The same for a block that has ended growing.
pub fn append_reset(g: &mut Gen, block: BlockId, p: VarId, x: VarId) -> Option<()> {
    let mark = g.mark();
    let (cond, e) = reset(g, p, x)?;
    let stmt = g.p.push_stmt(Stmt::Expr(e));
    let then = g.p.push_block(vec![stmt]);
    let id = g.p.append(block, Stmt::If { cond, then, els: None });
    g.own(mark, id, None);
    g.tokens += 12;
    Some(())
}

/// `if (p == &x) p = 0;`
fn reset(g: &mut Gen, p: VarId, x: VarId) -> Option<(ExprId, ExprId)> {
    let (v, of) = (g.p.var(p), g.p.var(x));
    let address = g.p.addr_of(of).ok()?;
    let cond = g.p.binary(BinaryOp::Eq, v, address).ok()?;
    let (v, zero) = (g.p.var(p), g.p.int_lit(0, IntKind::Int));
    let e = g.p.assign(v, zero).ok()?;
    Some((cond, e))
}
