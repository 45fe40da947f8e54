//! How a statement becomes part of its block.

use crate::expr::{guard, lvalue};
use crate::state::cx::Cx;
use crate::state::grammar;
use crate::state::scopes::Role;
use crate::state::{Run, tokens};
use ir::{BlockId, ExprId, Stmt, StmtId, Ty};

/// Adds the statement, and books its tokens and nodes.
pub fn finish(m: &mut Run, block: BlockId, mark: usize, stmt: Stmt, body: Option<BlockId>) -> StmtId {
    guard::guard_statement(m, stmt);
    let id = m.grow.insert(block, stmt);
    m.grow.own(mark, id, body);
    let mut sum = 2;
    stmt.for_each_expr(|e| sum += tokens::of_expr(&m.grow.p, e));
    stmt.for_each_block(|_| sum += 3);
    m.grow.tokens += sum;
    id
}

/// A block inside this one.
pub fn child(m: &mut Run, block: BlockId, role: Role, trips: u64) -> BlockId {
    let now = m.steps();
    m.grow.child_block(block, role, trips, now)
}

pub fn return_value(m: &mut Run, cx: &mut Cx, ret: Ty) -> Option<ExprId> {
    if m.grow.p.types.is_pointer(ret) {
        // What is returned must live longer than the function.
        let e = lvalue::pointer_value(m, cx, ret, 0)?;
        return m.grow.p.assign_convert(e, ret).ok();
    }
    grammar::value_of(m, cx, ret)
}
