//! CsmithEdge's relaxations, where they are more than a probability: pointers that keep the address of what has died,
//! and jumps to any place of the function. What then runs into undefined behaviour is
//! repaired in [`crate::repair::dangling`].

use crate::expr::{initialisers, operators};
use crate::state::census::RepairKind;
use crate::state::{Gen, tokens};
use crate::stmt::{blocks, branches};
use crate::types::variables;
use ir::{BinaryOp, BlockId, ExprId, IncDec, Init, IntKind, LabelId, LogicOp, Stmt, Ty, VarId};
use machine::{Amendment, View};

// --- pointers to what has died ---

/// One of the pointers, and a new variable of the block for it to point to.
pub fn new_target(g: &mut Gen, view: &View, block: BlockId, pointers: &[VarId]) -> Option<(VarId, VarId)> {
    let plain = |p: &VarId| {
        let to = g.p.types.pointee(g.p.vars[*p].ty)?;
        let fits = g.p.types.is_integer(to) || g.p.types.is_record(to);
        fits.then(|| (*p, g.p.types.canonical(to).unqualified()))
    };
    let fit: Vec<(VarId, Ty)> = pointers.iter().filter_map(plain).collect();
    let (p, ty) = *g.ch.pick("relaxed-pointer", &fit)?;
    let (init, _) = initialisers::constant_init(g, view, block, ty)?;
    let x = variables::new_local(g, block, ty);
    g.p.vars[x].init = Some(init);
    g.tokens += 2 + tokens::of_local(&g.p, x);
    g.insert(block, Stmt::Decl(x));
    g.block_mut(block).vars.push(x);
    Some((p, x))
}

// --- jumps to anywhere ---

/// A jump between this block and another one of the function that execution is not in now, into the middle of either:
/// past declarations, into loops and branches.
pub fn jump(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    if g.must_reach_end(block) {
        return None;
    }
    let others = g.blocks_beside(block);
    let other = *g.ch.pick("jump-block", &others)?;
    let last = g.p.blocks[other].len().saturating_sub(1);
    let at = g.ch.below("jump-position", last + 1);
    let label = new_label(g, block);
    if g.ch.chance("jump-forward", g.policy.odds.jump_forward) {
        // From the other block to here, and never taken.
        let never = never(g);
        let leave = jump_if(g, never, label);
        g.p.blocks[other].insert(at, leave);
        g.insert(block, Stmt::Label(label));
    } else {
        let mark = g.mark();
        let place = g.p.push_stmt(Stmt::Label(label));
        g.p.blocks[other].insert(at, place);
        let cond = once(g, view, block)?;
        let leave = g.p.push_stmt(Stmt::Goto(label));
        let then = g.p.push_block(vec![leave]);
        blocks::finish(g, block, mark, Stmt::If { cond, then, els: None }, None);
    }
    g.tokens += 8;
    g.amend(Amendment::ForgetPaths);
    g.stats.repair(RepairKind::RelaxedJump);
    Some(())
}

fn new_label(g: &mut Gen, block: BlockId) -> LabelId {
    let func = g.funcs[g.block(block).func].id;
    g.new_label(func)
}

fn jump_if(g: &mut Gen, cond: ExprId, label: LabelId) -> ir::StmtId {
    let mark = g.mark();
    let leave = g.p.push_stmt(Stmt::Goto(label));
    let then = g.p.push_block(vec![leave]);
    let id = g.p.push_stmt(Stmt::If { cond, then, els: None });
    g.own(mark, id, None);
    id
}

/// A variable that is zero for ever, though no compiler can know.
fn never(g: &mut Gen) -> ExprId {
    let var = hidden_global(g, "never", 0);
    g.p.var(var)
}

/// A condition that does not hold now, and holds at most once: `c && --once >= 0`.
fn once(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let cond = branches::condition(g, view, block, false);
    let var = hidden_global(g, "once", 1);
    let less = if operators::may_step(g, IncDec::PreDec) {
        let v = g.p.var(var);
        g.p.inc_dec(IncDec::PreDec, v).ok()?
    } else {
        operators::count_down(g, var)?
    };
    let zero = g.p.int_lit(0, IntKind::Int);
    let left = g.p.binary(BinaryOp::Ge, less, zero).ok()?;
    g.p.logic(LogicOp::And, cond, left).ok()
}

/// A global that only this jump looks at.
fn hidden_global(g: &mut Gen, name: &str, value: u64) -> VarId {
    let e = g.p.int_lit(value, IntKind::Int);
    let init = g.p.push_init(Init::Expr(e));
    // The jump's own tokens are counted here too.
    g.tokens += 5;
    variables::hidden_global(g, name, Ty::INT, init)
}
