//! How a statement becomes part of its block.

use crate::expr::{guard, lvalue};
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::scopes::Role;
use crate::state::{Gen, tokens};
use ir::{BlockId, ExprId, Stmt, StmtId, Ty};
use machine::View;

/// Adds the statement, and books its tokens and nodes.
pub fn finish(g: &mut Gen, block: BlockId, mark: usize, stmt: Stmt, body: Option<BlockId>) -> StmtId {
    guard::guard_statement(g, stmt);
    let id = g.insert(block, stmt);
    g.own(mark, id, body);
    unroll(g, id);
    let mut sum = 2;
    stmt.for_each_expr(|e| sum += tokens::of_expr(&g.p, e));
    stmt.for_each_block(|_| sum += 3);
    g.tokens += sum;
    id
}

/// A loop may be one that the compiler is told to unroll.
fn unroll(g: &mut Gen, id: StmtId) {
    let share = g.policy.extensions.unroll;
    if g.p.stmts[id].may_be_unrolled() && share > 0 && g.ch.chance("unroll", share) {
        let times = g.ch.below("unroll-times", g.policy.amounts.max_unrolled as usize + 1) as u32;
        g.p.unrolls.insert(id, times);
        g.tokens += 4;
    }
}

/// A block inside this one.
pub fn child(g: &mut Gen, view: &View, block: BlockId, role: Role, trips: u64) -> BlockId {
    let now = view.steps(g);
    g.child_block(block, role, trips, now)
}

pub fn return_value(g: &mut Gen, view: &View, cx: &mut Cx, ret: Ty) -> Option<ExprId> {
    if g.p.types.is_pointer(ret) {
        // What is returned must live longer than the function.
        let e = lvalue::pointer_value(g, view, cx, ret, 0)?;
        return g.p.assign_convert(e, ret).ok();
    }
    grammar::value_of(g, view, cx, ret)
}
