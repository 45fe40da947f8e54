//! Assignments, steps, and expressions for their effect.

pub mod calls;
pub mod floats;
pub mod inexact;
pub mod inexact_loops;
pub mod overflow;
pub mod vectors;

use crate::expr::{literals, lvalue, operators};
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::{Gen, grammar};
use crate::stmt::{blocks, lifetimes};
use crate::types::functions;
use ir::{BinaryOp, BlockId, ExprKind, IntKind, Stmt, Ty};
use machine::View;

pub fn assign(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let manner = &g.policy.manner;
    let share = if functions::are_few(g) { manner.call_while_few } else { manner.call_in_assignment };
    if g.ch.chance("call-in-assignment", share) && calls::call_assign(g, view, block).is_some() {
        return Some(());
    }
    let mark = g.mark();
    let mut cx = Cx::new(g, block);
    let lhs = lvalue::int_lvalue(g, view, &mut cx, Use::Write)?;
    cx.towards(g, lhs);
    let rhs = grammar::int(g, view, &mut cx);
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An assignment of a leaf.
pub fn small(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let lhs = lvalue::int_lvalue(g, view, &mut cx, Use::Write)?;
    cx.towards(g, lhs);
    cx.budget = 1;
    let rhs = grammar::int(g, view, &mut cx);
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
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

pub fn compound(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::new(g, block);
    let lhs = cx.updating(|cx| lvalue::int_lvalue(g, view, cx, Use::Write))?;
    // Reading and writing a volatile object is one thing here; guarding it would be two.
    if !g.p.is_pure(lhs) {
        return None;
    }
    cx.towards(g, lhs);
    let quiet = g.quiet(block);
    let ops: Vec<BinaryOp> =
        COMPOUND.into_iter().filter(|op| operators::is_on(g, *op) && quiet.allows(*op)).collect();
    let op = *g.ch.pick("compound", &ops)?;
    // It is an operation itself.
    cx.depth += 1;
    let rhs = if op.is_shift() && g.ch.chance("compound-count", g.policy.odds.compound_count) {
        let n = g.ch.below("compound-shift", g.policy.amounts.compound_shift as usize) as u64;
        g.p.int_lit(n, IntKind::Int)
    } else {
        grammar::int(g, view, &mut cx)
    };
    let e = g.p.assign_op(op, lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn increment(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::new(g, block);
    let lhs = cx.updating(|cx| lvalue::int_lvalue(g, view, cx, Use::Write))?;
    if !g.p.is_pure(lhs) {
        return None;
    }
    let op = operators::step(g)?;
    let e = g.p.inc_dec(op, lhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn pointer_assign(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let share = g.policy.repairs.short_lived;
    if g.ch.chance("short-lived", share) && lifetimes::short_lived(g, view, block).is_some() {
        return Some(());
    }
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let lhs = lvalue::lvalue(g, view, &mut cx, Use::Write, |g, ty| g.p.types.is_pointer(ty))?;
    let ty = g.p.value_type(lhs);
    // Only a pointer variable itself can be known to live in an inner block.
    let reach = match g.p.exprs[lhs].kind {
        ExprKind::Var(v) => g.info(v).reach,
        _ => 0,
    };
    let rhs = lvalue::pointer_value(g, view, &mut cx, ty, reach)?;
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

pub fn record_assign(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let fits = |g: &Gen, ty: Ty| g.p.types.is_record(ty) && lvalue::may_be_copied(g, ty);
    let lhs = lvalue::lvalue(g, view, &mut cx, Use::Write, fits)?;
    let ty = g.p.value_type(lhs);
    let share = g.policy.extensions.record_literal;
    let literal = share > 0 && g.ch.chance("record-literal", share);
    let made = if literal { literals::record(g, view, &mut cx, ty) } else { None };
    let rhs = match made {
        Some(e) => e,
        None => lvalue::record_value(g, view, &mut cx, ty)?,
    };
    let e = g.p.assign(lhs, rhs).ok()?;
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// An expression whose value is not used.
pub fn effect(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let mut cx = Cx::new(g, block);
    let e = grammar::int(g, view, &mut cx);
    if g.p.is_pure(e) {
        return None;
    }
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}
