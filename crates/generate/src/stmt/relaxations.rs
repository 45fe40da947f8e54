//! CsmithEdge's relaxations, where they are more than a probability: pointers that keep the address of what has died,
//! and jumps to any place of the function. What then runs into undefined behaviour is mended here too.

use crate::expr::{csmith, lvalue};
use crate::state::census::RepairKind;
use crate::state::{Run, tokens};
use crate::stmt;
use crate::stmt::{branches, declare, lifetimes};
use crate::types::variables;
use ir::{
    BinaryOp, BlockId, ExprId, ExprKind, IncDec, Init, IntKind, LabelId, LogicOp, Program, Stmt, Ty, VarId,
};
use machine::Value;

// --- pointers to what has died ---

/// Whether a pointer that dangles now may be followed, by the policy's rate.
pub fn follows_dangling(m: &mut Run, pointer: machine::Pointer) -> bool {
    let rate = m.grow.policy.relax.dangling;
    rate > 0 && !pointer.is_null() && m.origin_of(pointer).is_some() && m.grow.ch.chance("dangling", rate)
}

/// One of the pointers, and a new variable of the block for it to point to.
pub fn new_target(m: &mut Run, block: BlockId, pointers: &[VarId]) -> Option<(VarId, VarId)> {
    let plain = |p: &VarId| {
        let to = m.grow.p.types.pointee(m.grow.p.vars[*p].ty)?;
        let fits = m.grow.p.types.is_integer(to) || m.grow.p.types.is_record(to);
        fits.then(|| (*p, m.grow.p.types.canonical(to).unqualified()))
    };
    let fit: Vec<(VarId, Ty)> = pointers.iter().filter_map(plain).collect();
    let (p, ty) = *m.grow.ch.pick("relaxed-pointer", &fit)?;
    let (init, _) = declare::constant_init(m, block, ty)?;
    let x = variables::new_local(m, block, ty);
    m.grow.p.vars[x].init = Some(init);
    m.grow.tokens += 2 + tokens::of_local(&m.grow.p, x);
    m.grow.insert(block, Stmt::Decl(x));
    m.grow.block_mut(block).vars.push(x);
    Some((p, x))
}

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
        crate::repair::set_pointer(m, site, again)?;
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
        stmt::finish(m, block, mark, Stmt::If { cond, then, els: None }, None);
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
    let less = if csmith::may_step(m, IncDec::PreDec) {
        let v = m.grow.p.var(var);
        m.grow.p.inc_dec(IncDec::PreDec, v).ok()?
    } else {
        csmith::count_down(m, var)?
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

// --- conflicts ---

/// Where the program is only compiled, operands of its finished expressions come into conflict, by the policy's rate:
/// `x + y` becomes `x + (x = y)`.
pub fn add_conflicts(m: &mut Run) {
    let rate = m.grow.policy.relax.conflict;
    if rate == 0 || !m.grow.policy.relax.compile_only {
        return;
    }
    for stmt in m.grow.p.stmts.iter().map(|(_, stmt)| *stmt).collect::<Vec<_>>() {
        if matches!(stmt, Stmt::Case(_)) {
            continue;
        }
        let mut roots = Vec::new();
        stmt.for_each_expr(|e| roots.push(e));
        for root in roots {
            let mut sites = Vec::new();
            binaries(&m.grow.p, root, &mut sites);
            for site in sites {
                if m.grow.ch.chance("live-conflict", rate) && clash(m, site).is_some() {
                    m.grow.stats.repair(RepairKind::LiveConflict);
                }
            }
            m.grow.p.refresh_effects(root);
        }
    }
}

fn binaries(p: &Program, e: ExprId, sites: &mut Vec<ExprId>) {
    match p.exprs[e].kind {
        // Nothing in it is evaluated.
        ExprKind::SizeofExpr(_) => return,
        ExprKind::Binary(..) => sites.push(e),
        _ => {}
    }
    p.for_each_child(e, |child| binaries(p, child, sites));
}

/// Makes the right operand write what the left one reads.
fn clash(m: &mut Run, site: ExprId) -> Option<()> {
    let p = &mut m.grow.p;
    let e = p.exprs[site];
    let ExprKind::Binary(op, a, b) = e.kind else { return None };
    let var = read_in(p, a)?;
    let ty = p.types.canonical(p.value_type(b)).unqualified();
    if !p.types.is_integer(ty) {
        return None;
    }
    // A conversion that C makes by itself is another one now.
    let value = match p.exprs[b].kind {
        ExprKind::Convert(inner) => inner,
        _ => b,
    };
    let lhs = p.var(var);
    let written = p.assign(lhs, value).ok()?;
    let b = p.cast(written, ty).ok()?;
    let made = p.binary(op, a, b).ok()?;
    if p.types.canonical(p.ty(made)) != p.types.canonical(e.ty) {
        return None;
    }
    p.set_expr(site, p.exprs[made].kind, e.ty);
    Some(())
}

/// An integer variable that the operand reads and that can be written.
fn read_in(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(v) if p.types.is_integer(p.vars[v].ty) && p.modifiable(e, "=").is_ok() => Some(v),
        ExprKind::Convert(inner) | ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => read_in(p, inner),
        ExprKind::Guard(inner, _) => read_in(p, inner),
        ExprKind::Binary(_, a, b) => read_in(p, a).or_else(|| read_in(p, b)),
        _ => None,
    }
}

// --- indices ---

/// An index with an operator that stays within bounds whatever its operands are: `(x + 3) % 10`.
pub fn operator_index(m: &mut Run, cx: &mut crate::expr::Cx, len: u64) -> Option<ExprId> {
    let a = lvalue::int_lvalue(m, cx, lvalue::Use::Read)?;
    if !m.grow.p.is_pure(a) {
        return None;
    }
    let value = m.grow.ch.below("index-constant", m.grow.policy.amounts.index_constant as usize) as u64;
    let b = m.grow.p.int_lit(value, IntKind::Int);
    let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And];
    let op = *m.grow.ch.pick("index-operator", &ops)?;
    let e = m.grow.p.binary(op, a, b).ok()?;
    let wide = m.grow.p.types.size_t();
    let cast = m.grow.p.cast(e, wide).ok()?;
    let len = m.grow.p.int_lit(len, m.grow.p.target().size_t);
    m.grow.p.binary(BinaryOp::Rem, cast, len).ok()
}
