//! Loops over arrays, as vectorisers look for them: element-wise, with neighbours, reversed, and reductions.

use crate::expr::Cx;
use crate::grower::Run;
use crate::pointers::{self, Use};
use crate::{branches, constants, floats, loops, manner, stmt, tokens, vars};
use ir::{BinaryOp, BlockId, ExprId, IntKind, Stmt, Ty, UnaryOp, VarId};

/// A global array of one dimension with elements that are fit for loops.
fn loop_array(m: &mut Run, len: u64) -> VarId {
    let kinds = [IntKind::Int, IntKind::UInt, IntKind::Short, IntKind::UChar, IntKind::Long, IntKind::ULong];
    let fits = |m: &Run, v: &VarId| {
        let ty = m.grow.p.types.canonical(m.grow.p.vars[*v].ty);
        match m.grow.p.types.element(ty) {
            Some((element, Some(n))) => {
                n >= len
                    && m.grow.p.types.is_integer(element)
                    && m.grow.p.types.canonical(element).quals().is_empty()
            }
            _ => false,
        }
    };
    let known: Vec<VarId> = m.grow.p.globals.iter().copied().filter(|v| fits(m, v)).collect();
    if known.len() > 2 || (!known.is_empty() && m.grow.ch.chance("known-array", 60)) {
        return *m.grow.ch.pick("loop-array", &known).expect("not empty");
    }
    let kind = vars::one_of(m, "array-kind", &kinds);
    let extra = m.grow.ch.below("array-extra", 3) as u64;
    let extra = extra.min(u64::from(m.grow.policy.manner.max_loop_len).saturating_sub(len));
    let ty = m.grow.p.types.array(Ty::int(kind), len + extra);
    vars::plain_global(m, ty)
}

/// The loops that vectorisers look for: element-wise, with neighbours, reversed, and reductions.
pub fn array_loop(m: &mut Run, block: BlockId) -> Option<()> {
    if branches::deep_enough(m, block) || m.grow.block(block).mult > 64 {
        return None;
    }
    let mark = m.grow.mark();
    let most = m.grow.policy.manner.max_loop_len.max(1);
    let shortest = most.min(4);
    let len = u64::from(m.grow.ch.between("loop-len", shortest, most));
    let kind = loops::counter_kind(m);
    let var = loops::counter(m, block, kind, 0, len as u32);
    let (cond, step) = loops::for_head(m, var, kind, false, 1, len as i128)?;
    let decl = m.grow.p.push_stmt(Stmt::Decl(var));
    let init = m.grow.p.push_block(vec![decl]);
    let body = m.grow.p.push_block(Vec::new());
    let stmt = Stmt::For { init, cond: Some(cond), step: Some(step), body };
    let id = stmt::finish(m, block, mark, stmt, Some(body));
    let _ = id;
    let count = m.grow.ch.between("array-statements", 1, 3);
    for _ in 0..count {
        let mark = m.grow.mark();
        let e = array_statement(m, block, var, len)?;
        manner::guard_statement(m, Stmt::Expr(e));
        let inner = m.grow.p.append(body, Stmt::Expr(e));
        m.grow.own(mark, inner, None);
        m.grow.tokens += 2 + tokens::of_expr(&m.grow.p, e);
    }
    m.grow.tokens += 8;
    Some(())
}

fn array_statement(m: &mut Run, block: BlockId, i: VarId, len: u64) -> Option<ExprId> {
    if m.grow.ch.chance("reduction", 30) {
        let mut cx = Cx::pure(m, block);
        cx.declare = false;
        let sum = pointers::int_lvalue(m, &mut cx, Use::Write)?;
        if !m.grow.p.is_pure(sum) {
            return None;
        }
        let value = array_value(m, i, len, deepest(m).min(2))?;
        if m.grow.policy.statements.compound_assign == 0 {
            let copy = floats::copy(m, sum);
            let value = m.grow.p.binary(BinaryOp::Xor, copy, value).ok()?;
            return m.grow.p.assign(sum, value).ok();
        }
        let ops = [BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Add];
        let op = *m.grow.ch.pick("reduction-op", &ops)?;
        return m.grow.p.assign_op(op, sum, value).ok();
    }
    let array = loop_array(m, len);
    let lhs = element(m, array, i, len)?;
    let value = array_value(m, i, len, deepest(m).min(3))?;
    if m.grow.ch.chance("array-compound", 30) && m.grow.policy.statements.compound_assign > 0 {
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Mul];
        let op = *m.grow.ch.pick("array-compound-op", &ops)?;
        let op = if manner::is_on(m, op) { op } else { BinaryOp::Xor };
        return m.grow.p.assign_op(op, lhs, value).ok();
    }
    m.grow.p.assign(lhs, value).ok()
}

/// How many operations may be within one another: the statement itself is one, and a choice has a comparison.
fn deepest(m: &Run) -> u32 {
    match m.grow.policy.manner.max_expression_depth {
        0 => u32::MAX,
        n => n.saturating_sub(2),
    }
}

/// `a[i]`, or `a[n - 1 - i]`.
fn element(m: &mut Run, array: VarId, i: VarId, len: u64) -> Option<ExprId> {
    let a = m.grow.p.var(array);
    let v = m.grow.p.var(i);
    let index = if m.grow.ch.chance("reversed", 15) {
        let kind = m.grow.p.types.int_kind(m.grow.p.ty(v))?;
        let last = m.grow.p.int_const(len as i128 - 1, Ty::int(kind));
        m.grow.p.binary(BinaryOp::Sub, last, v).ok()?
    } else {
        v
    };
    m.grow.p.index(a, index).ok()
}

fn array_value(m: &mut Run, i: VarId, len: u64, depth: u32) -> Option<ExprId> {
    match m.grow.ch.below("array-value", 6) {
        0 => Some(m.grow.p.var(i)),
        1 => Some(constants::constant(m, IntKind::Int)),
        2 | 3 if depth > 0 => {
            let a = array_value(m, i, len, depth - 1)?;
            let b = array_value(m, i, len, depth - 1)?;
            let ops =
                [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::And, BinaryOp::Or];
            let op = *m.grow.ch.pick("array-op", &ops)?;
            let op = if manner::is_on(m, op) { op } else { BinaryOp::Or };
            m.grow.p.binary(op, a, b).ok()
        }
        4 if depth > 0 => {
            let a = array_value(m, i, len, depth - 1)?;
            let b = array_value(m, i, len, depth - 1)?;
            let cond = m.grow.p.binary(BinaryOp::Lt, a, b).ok()?;
            let x = array_value(m, i, len, depth - 1)?;
            let y = array_value(m, i, len, depth - 1)?;
            m.grow.p.cond(cond, x, y).ok()
        }
        5 if depth > 0 => {
            let a = array_value(m, i, len, depth - 1)?;
            m.grow.p.unary(UnaryOp::BitNot, a).ok()
        }
        _ => {
            let array = loop_array(m, len);
            element(m, array, i, len)
        }
    }
}
