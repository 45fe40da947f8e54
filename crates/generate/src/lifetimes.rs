//! Pointers to variables that die before them: they let go where the variable's block ends.

use crate::grower::{Role, Run};
use crate::{relax, stmt};
use ir::{BinaryOp, BlockId, ExprId, IntKind, Stmt, Storage, VarId};

/// `p = &x;` where x dies before p: the block of x ends with `if (p == &x) p = 0;`, and nothing jumps out of it.
pub fn short_lived(m: &mut Run, block: BlockId) -> Option<()> {
    let info = m.grow.block(block).clone();
    if info.role == Role::Function || m.grow.dead {
        return None;
    }
    let mut seen = Vec::new();
    m.grow.visible(block, &mut seen);
    let own = |m: &Run, v: &VarId| {
        info.vars.contains(v) && !m.grow.info(*v).counter && !m.grow.info(*v).written_inside
    };
    let outer = |m: &Run, p: &VarId| {
        let v = &m.grow.p.vars[*p];
        let i = m.grow.info(*p);
        !info.vars.contains(p)
            && matches!(v.storage, Storage::Auto | Storage::Param)
            && m.grow.p.types.canonical(v.ty).quals().is_empty()
            && !i.address_taken
            && !i.pinned
    };
    let pairs: Vec<(VarId, VarId)> = seen
        .iter()
        .filter(|p| outer(m, p))
        .filter_map(|p| Some((*p, m.grow.p.types.canonical(m.grow.p.types.pointee(m.grow.p.vars[*p].ty)?))))
        .flat_map(|(p, to)| {
            let fits = |x: &VarId| {
                m.grow.p.types.canonical(m.grow.p.vars[*x].ty) == to && !m.grow.p.types.is_pointer(to)
            };
            seen.iter().copied().filter(|x| own(m, x) && fits(x)).map(move |x| (p, x)).collect::<Vec<_>>()
        })
        .collect();
    let relaxed = m.grow.policy.relax.dangling > 0;
    let (p, x) = match m.grow.ch.pick("short-lived-pair", &pairs) {
        Some(pair) => *pair,
        None if relaxed => {
            let pointers: Vec<VarId> = seen.iter().copied().filter(|p| outer(m, p)).collect();
            relax::new_target(m, block, &pointers)?
        }
        None => return None,
    };
    let mark = m.grow.mark();
    m.grow.info_mut(x).address_taken = true;
    // Nobody may reach the pointer by another way, so that all copies of what it holds are known.
    m.grow.info_mut(p).written_inside = true;
    m.grow.info_mut(p).holds = m.grow.info(p).holds.max(info.level);
    let (lhs, of) = (m.grow.p.var(p), m.grow.p.var(x));
    let rhs = m.grow.p.addr_of(of).ok()?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    stmt::finish(m, block, mark, Stmt::Expr(e), None);
    if relaxed {
        m.grow.stats.repair("left-dangling");
        return Some(());
    }
    m.grow.block_mut(block).resets.push((p, x));
    m.grow.stats.repair("scope-end-reset");
    Some(())
}

/// `if (p == &x) p = 0;` for every pointer that must let go of a variable of the block.
pub fn reset_pointers(m: &mut Run, block: BlockId) {
    for (p, x) in m.grow.block(block).resets.clone() {
        let mark = m.grow.mark();
        let Some((cond, e)) = reset(m, p, x) else { continue };
        let stmt = m.grow.p.push_stmt(Stmt::Expr(e));
        let then = m.grow.p.push_block(vec![stmt]);
        m.grow.tokens += 4;
        stmt::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
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

fn reset(m: &mut Run, p: VarId, x: VarId) -> Option<(ExprId, ExprId)> {
    let (v, of) = (m.grow.p.var(p), m.grow.p.var(x));
    let address = m.grow.p.addr_of(of).ok()?;
    let cond = m.grow.p.binary(BinaryOp::Eq, v, address).ok()?;
    let (v, zero) = (m.grow.p.var(p), m.grow.p.int_lit(0, IntKind::Int));
    let e = m.grow.p.assign(v, zero).ok()?;
    Some((cond, e))
}
