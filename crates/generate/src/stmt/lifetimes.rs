//! Pointers to variables that die before them: they let go where the variable's block ends.

use crate::state::Run;
use crate::state::census::RepairKind;
use crate::state::scopes::Role;
use crate::stmt::{blocks, declare, relaxations, storage};
use ir::{BinaryOp, BlockId, ExprId, IntKind, Stmt, Storage, Ty, VarId};

/// `p = &x;` where x dies before p. Where the block of x ends, p lets go of it, or x turns out to be static; until then
/// nothing jumps out of the block.
pub fn short_lived(m: &mut Run, block: BlockId) -> Option<()> {
    let info = m.grow.block(block).clone();
    if info.role == Role::Function || m.grow.dead {
        return None;
    }
    let mut seen = Vec::new();
    m.grow.visible(block, &mut seen);
    let holders: Vec<(VarId, Ty)> = seen
        .iter()
        .filter(|p| !info.vars.contains(p) && can_hold(m, **p))
        .filter_map(|p| {
            let to = m.grow.p.types.canonical(m.grow.p.types.pointee(m.grow.p.vars[*p].ty)?);
            m.grow.p.types.is_arithmetic(to).then_some((*p, to))
        })
        .collect();
    let relaxed = m.grow.policy.relax.dangling > 0;
    let (p, x) = if relaxed {
        let pointers: Vec<VarId> =
            seen.into_iter().filter(|p| !info.vars.contains(p) && can_hold(m, *p)).collect();
        relaxations::new_target(m, block, &pointers)?
    } else {
        let (p, to) = *m.grow.ch.pick("short-lived-holder", &holders)?;
        let own: Vec<VarId> = info.vars.iter().copied().filter(|x| can_be_held(m, *x, to)).collect();
        match m.grow.ch.pick("short-lived", &own) {
            Some(x) => (p, *x),
            None => (p, declare::with_type(m, block, to.unqualified())?),
        }
    };
    let mark = m.grow.mark();
    m.grow.info_mut(x).address_taken = true;
    // Nobody may reach the pointer by another way, so that all copies of what it holds are known.
    m.grow.info_mut(p).written_inside = true;
    m.grow.info_mut(p).holds = m.grow.info(p).holds.max(info.level);
    let (lhs, of) = (m.grow.p.var(p), m.grow.p.var(x));
    let rhs = m.grow.p.addr_of(of).ok()?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    if relaxed {
        m.grow.stats.repair(RepairKind::LeftDangling);
        return Some(());
    }
    m.grow.block_mut(block).resets.push((p, x));
    Some(())
}

/// A pointer that nobody can reach but by its name, so that all copies of what it holds are known.
fn can_hold(m: &Run, p: VarId) -> bool {
    let (v, info) = (&m.grow.p.vars[p], m.grow.info(p));
    matches!(v.storage, Storage::Auto | Storage::Param)
        && m.grow.p.types.canonical(v.ty).quals().is_empty()
        && !info.address_taken
        && !info.pinned
}

fn can_be_held(m: &Run, x: VarId, to: Ty) -> bool {
    let (v, info) = (&m.grow.p.vars[x], m.grow.info(x));
    v.storage == Storage::Auto
        && m.grow.p.types.canonical(v.ty) == to
        && !info.counter
        && !info.written_inside
}

/// For every pointer that must let go of a variable of the block: the variable becomes static, or the pointer is reset.
pub fn let_go(m: &mut Run, block: BlockId) {
    let share = m.grow.policy.repairs.static_pointee;
    let resets = std::mem::take(&mut m.grow.block_mut(block).resets);
    for (p, x) in resets {
        if m.grow.p.vars[x].storage == Storage::Static {
            continue;
        }
        if !m.grow.dead && m.grow.ch.chance("static-pointee", share) && storage::make_static(m, x) {
            m.grow.stats.repair(RepairKind::StaticPointee);
            continue;
        }
        let mark = m.grow.mark();
        let Some((cond, e)) = reset(m, p, x) else { continue };
        let stmt = m.grow.p.push_stmt(Stmt::Expr(e));
        let then = m.grow.p.push_block(vec![stmt]);
        m.grow.tokens += 4;
        blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
        m.grow.block_mut(block).resets.push((p, x));
        m.grow.stats.repair(RepairKind::ScopeEndReset);
    }
}

/// The same for a block that has ended growing.
pub fn append_reset(m: &mut Run, block: BlockId, p: VarId, x: VarId) -> Option<()> {
    let mark = m.grow.mark();
    let (cond, e) = reset(m, p, x)?;
    let stmt = m.grow.p.push_stmt(Stmt::Expr(e));
    let then = m.grow.p.push_block(vec![stmt]);
    let id = m.grow.p.append(block, Stmt::If { cond, then, els: None });
    m.grow.own(mark, id, None);
    m.grow.tokens += 12;
    Some(())
}

/// `if (p == &x) p = 0;`
fn reset(m: &mut Run, p: VarId, x: VarId) -> Option<(ExprId, ExprId)> {
    let (v, of) = (m.grow.p.var(p), m.grow.p.var(x));
    let address = m.grow.p.addr_of(of).ok()?;
    let cond = m.grow.p.binary(BinaryOp::Eq, v, address).ok()?;
    let (v, zero) = (m.grow.p.var(p), m.grow.p.int_lit(0, IntKind::Int));
    let e = m.grow.p.assign(v, zero).ok()?;
    Some((cond, e))
}
