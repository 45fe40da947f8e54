//! Statements that move pointers: one step, or a walk along an array.

use crate::expr::{lvalue, pointer_arith};
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::scopes::{Role, VarInfo};
use crate::state::{Gen, grammar};
use crate::stmt::{blocks, loops};
use crate::types::variables;
use ir::{BinaryOp, BlockId, ExprKind, IncDec, Init, IntKind, Stmt, Ty, VarId};
use machine::View;

/// `p++`, `p--`, `p += k` or `p -= k`.
pub fn move_pointer(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let fits =
        |g: &Gen, ty: Ty| g.p.types.is_pointer(ty) && !crate::types::function_pointers::is_pointer(g, ty);
    let lhs = lvalue::lvalue(g, view, &mut cx, Use::Write, fits)?;
    let ExprKind::Var(var) = g.p.exprs[lhs].kind else { return None };
    if !pointer_arith::is_anchored(g, var) || !g.p.is_pure(lhs) {
        return None;
    }
    let to = g.p.types.pointee(g.p.ty(lhs))?;
    let by = match lvalue::pointer_now(g, view, lhs) {
        Some(at) if at.is_object() => pointer_arith::step(g, at, to)?,
        _ if g.dead => 1,
        _ => return None,
    };
    let e = match by {
        1 | -1 => {
            let op = one_step(g, by < 0);
            g.p.inc_dec(op, lhs).ok()?
        }
        _ => {
            let k = g.p.int_lit(by.unsigned_abs(), IntKind::Int);
            let op = if by < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            g.p.assign_op(op, lhs, k).ok()?
        }
    };
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn one_step(g: &mut Gen, back: bool) -> IncDec {
    match (back, g.ch.chance("post", g.policy.odds.post)) {
        (false, true) => IncDec::PostInc,
        (false, false) => IncDec::PreInc,
        (true, true) => IncDec::PostDec,
        (true, false) => IncDec::PreDec,
    }
}

/// `for (T *p = a; p != a + n; p++) { … }`
pub fn walk_loop(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let array = pointer_arith::walkable(g)?;
    let (element, Some(len)) = g.p.types.element(g.p.vars[array].ty)? else { return None };
    let iterations = loops::trips(g, view, block)?.min(len);
    let mark = g.mark();
    let first = g.ch.below("walk-start", (len - iterations + 1) as usize) as u64;
    let pointer = g.p.types.pointer(element);
    let var = variables::new_local(g, block, pointer);
    let level = g.block(block).level + 1;
    g.set_info(var, VarInfo { pinned: true, home: Some(array), ..VarInfo::at(level) });
    let back = g.ch.chance("walk-back", g.policy.odds.walk_back) && first > 0;
    let (start, end) = if back { (first + iterations - 1, first - 1) } else { (first, first + iterations) };
    let init = pointer_arith::place(g, array, start)?;
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(init)));
    let (p, limit) = (g.p.var(var), pointer_arith::place(g, array, end)?);
    let op = if g.ch.chance("walk-not-equal", g.policy.odds.walk_not_equal) {
        BinaryOp::Ne
    } else if back {
        BinaryOp::Gt
    } else {
        BinaryOp::Lt
    };
    let cond = g.p.binary(op, p, limit).ok()?;
    g.set_lenient(limit);
    let p = g.p.var(var);
    let op = one_step(g, back);
    let step = g.p.inc_dec(op, p).ok()?;
    g.set_lenient(step);
    g.info_mut(array).address_taken = true;
    let decl = g.p.push_stmt(Stmt::Decl(var));
    let init = g.p.push_block(vec![decl]);
    let body = blocks::child(g, view, block, Role::Loop, iterations);
    g.block_mut(body).vars.push(var);
    g.tokens += 10;
    blocks::finish(g, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    touch(g, view, body, var)
}

/// What a walk is for: `*p op= …`.
pub fn touch(g: &mut Gen, view: &View, body: BlockId, var: VarId) -> Option<()> {
    let p = g.p.var(var);
    let lhs = g.p.deref(p).ok()?;
    if g.p.modifiable(lhs, "=").is_err() || !g.p.is_pure(lhs) {
        return Some(());
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, body);
    let value = grammar::int(g, view, &mut cx);
    let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Mul];
    let op = *g.ch.pick("walk-op", &ops)?;
    let e = if g.ch.chance("walk-assign", g.policy.odds.walk_assign) {
        g.p.assign(lhs, value).ok()?
    } else {
        g.p.assign_op(op, lhs, value).ok()?
    };
    blocks::finish(g, body, mark, Stmt::Expr(e), None);
    Some(())
}
