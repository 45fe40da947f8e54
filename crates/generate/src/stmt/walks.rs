//! Statements that move pointers: one step, or a walk along an array.

use crate::expr::{lvalue, pointer_arith};
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::scopes::{Role, VarInfo};
use crate::state::{Run, grammar};
use crate::stmt::{blocks, loops};
use crate::types::variables;
use ir::{BinaryOp, BlockId, ExprKind, IncDec, Init, IntKind, Stmt, Ty, VarId};

/// `p++`, `p--`, `p += k` or `p -= k`.
pub fn move_pointer(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let fits = |m: &Run, ty: Ty| {
        m.grow.p.types.is_pointer(ty) && !crate::types::function_pointers::is_pointer(m, ty)
    };
    let lhs = lvalue::lvalue(m, &mut cx, Use::Write, fits)?;
    let ExprKind::Var(var) = m.grow.p.exprs[lhs].kind else { return None };
    if !pointer_arith::is_anchored(m, var) || !m.grow.p.is_pure(lhs) {
        return None;
    }
    let to = m.grow.p.types.pointee(m.grow.p.ty(lhs))?;
    let by = match lvalue::pointer_now(m, lhs) {
        Some(at) if at.is_object() => pointer_arith::step(m, at, to)?,
        _ if m.grow.dead => 1,
        _ => return None,
    };
    let e = match by {
        1 | -1 => {
            let op = one_step(m, by < 0);
            m.grow.p.inc_dec(op, lhs).ok()?
        }
        _ => {
            let k = m.grow.p.int_lit(by.unsigned_abs(), IntKind::Int);
            let op = if by < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            m.grow.p.assign_op(op, lhs, k).ok()?
        }
    };
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn one_step(m: &mut Run, back: bool) -> IncDec {
    match (back, m.grow.ch.chance("post", m.grow.policy.odds.post)) {
        (false, true) => IncDec::PostInc,
        (false, false) => IncDec::PreInc,
        (true, true) => IncDec::PostDec,
        (true, false) => IncDec::PreDec,
    }
}

/// `for (T *p = a; p != a + n; p++) { … }`
pub fn walk_loop(m: &mut Run, block: BlockId) -> Option<()> {
    let array = pointer_arith::walkable(m)?;
    let (element, Some(len)) = m.grow.p.types.element(m.grow.p.vars[array].ty)? else { return None };
    let turns = loops::trips(m, block)?.min(len);
    let mark = m.grow.mark();
    let first = m.grow.ch.below("walk-start", (len - turns + 1) as usize) as u64;
    let pointer = m.grow.p.types.pointer(element);
    let var = variables::new_local(m, block, pointer);
    let level = m.grow.block(block).level + 1;
    m.grow.set_info(var, VarInfo { pinned: true, home: Some(array), ..VarInfo::at(level) });
    let back = m.grow.ch.chance("walk-back", m.grow.policy.odds.walk_back) && first > 0;
    let (start, end) = if back { (first + turns - 1, first - 1) } else { (first, first + turns) };
    let init = pointer_arith::place(m, array, start)?;
    m.grow.p.vars[var].init = Some(m.grow.p.push_init(Init::Expr(init)));
    let (p, limit) = (m.grow.p.var(var), pointer_arith::place(m, array, end)?);
    let op = if m.grow.ch.chance("walk-not-equal", m.grow.policy.odds.walk_not_equal) {
        BinaryOp::Ne
    } else if back {
        BinaryOp::Gt
    } else {
        BinaryOp::Lt
    };
    let cond = m.grow.p.binary(op, p, limit).ok()?;
    m.grow.set_lenient(limit);
    let p = m.grow.p.var(var);
    let op = one_step(m, back);
    let step = m.grow.p.inc_dec(op, p).ok()?;
    m.grow.set_lenient(step);
    m.grow.info_mut(array).address_taken = true;
    let decl = m.grow.p.push_stmt(Stmt::Decl(var));
    let init = m.grow.p.push_block(vec![decl]);
    let body = blocks::child(m, block, Role::Loop, turns);
    m.grow.block_mut(body).vars.push(var);
    m.grow.tokens += 10;
    blocks::finish(m, block, mark, Stmt::For { init, cond: Some(cond), step: Some(step), body }, Some(body));
    touch(m, body, var)
}

/// What a walk is for: `*p op= …`.
pub fn touch(m: &mut Run, body: BlockId, var: VarId) -> Option<()> {
    let p = m.grow.p.var(var);
    let lhs = m.grow.p.deref(p).ok()?;
    if m.grow.p.modifiable(lhs, "=").is_err() || !m.grow.p.is_pure(lhs) {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, body);
    let value = grammar::int(m, &mut cx);
    let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Mul];
    let op = *m.grow.ch.pick("walk-op", &ops)?;
    let e = if m.grow.ch.chance("walk-assign", m.grow.policy.odds.walk_assign) {
        m.grow.p.assign(lhs, value).ok()?
    } else {
        m.grow.p.assign_op(op, lhs, value).ok()?
    };
    blocks::finish(m, body, mark, Stmt::Expr(e), None);
    Some(())
}
