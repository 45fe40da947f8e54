//! CsmithEdge's relaxations, where they are more than a probability: pointers that keep the address of what has died,
//! and jumps to any place of the function. What then runs into undefined behaviour is
//! mended in [`crate::repair::dangling`].

use crate::expr::{initialisers, operators};
use crate::state::census::RepairKind;
use crate::state::{Run, tokens};
use crate::stmt::{blocks, branches};
use crate::types::variables;
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, LabelId, LogicOp, Stmt, Ty, VarId};

// --- pointers to what has died ---

/// One of the pointers, and a new variable of the block for it to point to.
pub fn new_target(m: &mut Run, block: BlockId, pointers: &[VarId]) -> Option<(VarId, VarId)> {
    let plain = |p: &VarId| {
        let to = m.grow.p.types.pointee(m.grow.p.vars[*p].ty)?;
        let fits = m.grow.p.types.is_integer(to) || m.grow.p.types.is_record(to);
        fits.then(|| (*p, m.grow.p.types.canonical(to).unqualified()))
    };
    let fit: Vec<(VarId, Ty)> = pointers.iter().filter_map(plain).collect();
    let (p, ty) = *m.grow.ch.pick("relaxed-pointer", &fit)?;
    let (init, _) = initialisers::constant_init(m, block, ty)?;
    let x = variables::new_local(m, block, ty);
    m.grow.p.vars[x].init = Some(init);
    m.grow.tokens += 2 + tokens::of_local(&m.grow.p, x);
    m.grow.insert(block, Stmt::Decl(x));
    m.grow.block_mut(block).vars.push(x);
    Some((p, x))
}

// --- jumps to anywhere ---

/// A jump between this block and another one of the function that execution is not in now, into the middle of either:
/// past declarations, into loops and branches.
pub fn jump(m: &mut Run, block: BlockId) -> Option<()> {
    if m.grow.must_reach_end(block) {
        return None;
    }
    let others = m.grow.blocks_beside(block);
    let other = *m.grow.ch.pick("jump-block", &others)?;
    let last = m.grow.p.blocks[other].len().saturating_sub(1);
    let at = m.grow.ch.below("jump-position", last + 1);
    let label = new_label(m, block);
    if m.grow.ch.chance("jump-forward", m.grow.policy.odds.jump_forward) {
        // From the other block to here, and never taken.
        let never = never(m);
        let leave = jump_if(m, never, label);
        m.grow.p.blocks[other].insert(at, leave);
        m.grow.insert(block, Stmt::Label(label));
    } else {
        let mark = m.grow.mark();
        let place = m.grow.p.push_stmt(Stmt::Label(label));
        m.grow.p.blocks[other].insert(at, place);
        let cond = once(m, block)?;
        let leave = m.grow.p.push_stmt(Stmt::Goto(label));
        let then = m.grow.p.push_block(vec![leave]);
        blocks::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
    }
    m.grow.tokens += 8;
    m.amend().forget_paths();
    m.grow.stats.repair(RepairKind::RelaxedJump);
    Some(())
}

fn new_label(m: &mut Run, block: BlockId) -> LabelId {
    let func = m.grow.funcs[m.grow.block(block).func].id;
    m.grow.new_label(func)
}

fn jump_if(m: &mut Run, cond: ExprId, label: LabelId) -> ir::StmtId {
    let mark = m.grow.mark();
    let leave = m.grow.p.push_stmt(Stmt::Goto(label));
    let then = m.grow.p.push_block(vec![leave]);
    let id = m.grow.p.push_stmt(Stmt::If { cond, then, els: None });
    m.grow.own(mark, id, None);
    id
}

/// A variable that is zero for ever, though no compiler can know.
fn never(m: &mut Run) -> ExprId {
    let var = hidden_global(m, "never", 0);
    m.grow.p.var(var)
}

/// A condition that does not hold now, and holds at most once: `c && --once >= 0`.
fn once(m: &mut Run, block: BlockId) -> Option<ExprId> {
    let cond = branches::condition(m, block, false);
    let var = hidden_global(m, "once", 1);
    let less = if operators::may_step(m, IncDec::PreDec) {
        let v = m.grow.p.var(var);
        m.grow.p.inc_dec(IncDec::PreDec, v).ok()?
    } else {
        operators::count_down(m, var)?
    };
    let zero = m.grow.p.int_lit(0, IntKind::Int);
    let left = m.grow.p.binary(BinaryOp::Ge, less, zero).ok()?;
    m.grow.p.logic(LogicOp::And, cond, left).ok()
}

/// A global that only this jump looks at.
fn hidden_global(m: &mut Run, name: &str, value: u64) -> VarId {
    let e = m.grow.p.int_lit(value, IntKind::Int);
    let init = m.grow.p.push_init(Init::Expr(e));
    // The jump's own tokens are counted here too.
    m.grow.tokens += 5;
    variables::hidden_global(m, name, Ty::INT, init)
}
