//! Assignments, steps, and expressions for their effect.

pub mod calls;
pub mod floats;
pub mod inexact;
pub mod inexact_loops;
pub mod vectors;

use crate::expr::{lvalue, operators};
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::{Run, grammar};
use crate::stmt::{blocks, lifetimes};
use ir::{BinaryOp, BlockId, ExprKind, IntKind, Stmt, Ty};

pub fn assign(m: &mut Run, block: BlockId) -> Option<()> {
    let share = m.grow.policy.manner.call_in_assignment;
    if m.grow.ch.chance("call-in-assignment", share) && calls::call_assign(m, block).is_some() {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write)?;
    cx.towards(m, lhs);
    let rhs = grammar::int(m, &mut cx);
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An assignment of a leaf.
pub fn small(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = lvalue::int_lvalue(m, &mut cx, Use::Write)?;
    cx.towards(m, lhs);
    cx.budget = 1;
    let rhs = grammar::int(m, &mut cx);
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub const COMPOUND: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

pub fn compound(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let lhs = cx.updating(|cx| lvalue::int_lvalue(m, cx, Use::Write))?;
    // Reading and writing a volatile object is one thing here; guarding it would be two.
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    cx.towards(m, lhs);
    let quiet = m.grow.quiet(block);
    let ops: Vec<BinaryOp> =
        COMPOUND.into_iter().filter(|op| operators::is_on(m, *op) && quiet.allows(*op)).collect();
    let op = *m.grow.ch.pick("compound", &ops)?;
    // It is an operation itself.
    cx.depth += 1;
    let rhs = if op.is_shift() && m.grow.ch.chance("compound-count", m.grow.policy.odds.compound_count) {
        let n = m.grow.ch.below("compound-shift", m.grow.policy.amounts.compound_shift as usize) as u64;
        m.grow.p.int_lit(n, IntKind::Int)
    } else {
        grammar::int(m, &mut cx)
    };
    let e = m.grow.p.assign_op(op, lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn increment(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let lhs = cx.updating(|cx| lvalue::int_lvalue(m, cx, Use::Write))?;
    if !m.grow.p.is_pure(lhs) {
        return None;
    }
    let op = operators::step(m)?;
    let e = m.grow.p.inc_dec(op, lhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn pointer_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let share = m.grow.policy.repairs.short_lived;
    if m.grow.ch.chance("short-lived", share) && lifetimes::short_lived(m, block).is_some() {
        return Some(());
    }
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let lhs = lvalue::lvalue(m, &mut cx, Use::Write, |m, ty| m.grow.p.types.is_pointer(ty))?;
    let ty = m.grow.p.value_type(lhs);
    // Only a pointer variable itself can be known to live in an inner block.
    let reach = match m.grow.p.exprs[lhs].kind {
        ExprKind::Var(v) => m.grow.info(v).reach,
        _ => 0,
    };
    let rhs = lvalue::pointer_value(m, &mut cx, ty, reach)?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn record_assign(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::pure(m, block);
    let fits = |m: &Run, ty: Ty| m.grow.p.types.is_record(ty) && lvalue::may_be_copied(m, ty);
    let lhs = lvalue::lvalue(m, &mut cx, Use::Write, fits)?;
    let ty = m.grow.p.value_type(lhs);
    let rhs = lvalue::record_value(m, &mut cx, ty)?;
    let e = m.grow.p.assign(lhs, rhs).ok()?;
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An expression whose value nobody wants.
pub fn effect(m: &mut Run, block: BlockId) -> Option<()> {
    let mark = m.grow.mark();
    let mut cx = Cx::new(m, block);
    let e = grammar::int(m, &mut cx);
    if m.grow.p.is_pure(e) {
        return None;
    }
    blocks::finish(m, block, mark, Stmt::Expr(e), None);
    Some(())
}
