//! GNU's statement expressions: a temporary, sometimes changed, and a value made of it.

use crate::expr::{ints, operators};
use crate::state::cx::Cx;
use crate::state::{Gen, grammar, tokens};
use crate::types::variables;
use ir::{BinaryOp, ExprId, Init, Stmt};
use machine::View;

/// `({ int t = …; t ^= …; t + …; })`
pub fn value(g: &mut Gen, view: &View, cx: &mut Cx) -> Option<ExprId> {
    let budget = cx.budget - 6;
    let func = g.funcs[g.block(cx.block).func].id;
    let ty = variables::int_type(g);
    cx.budget = budget / 3;
    let first = grammar::int(g, view, cx);
    let first = g.p.assign_convert(first, ty).ok()?;
    let var = variables::temporary(g, func, ty);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(first)));
    g.tokens += tokens::of_local(&g.p, var);
    let mut stmts = vec![g.p.push_stmt(Stmt::Decl(var))];
    if g.ch.chance("changed-temporary", g.policy.odds.changed_temporary) {
        cx.budget = budget / 3;
        let (lhs, old) = (g.p.var(var), g.p.var(var));
        let rhs = grammar::int(g, view, cx);
        let op = *g.ch.pick("temporary-op", &[BinaryOp::Xor, BinaryOp::And, BinaryOp::Or])?;
        let changed = g.p.binary(op, old, rhs).ok()?;
        let assign = g.p.assign(lhs, changed).ok()?;
        g.tokens += 2 + tokens::of_expr(&g.p, assign);
        stmts.push(g.p.push_stmt(Stmt::Expr(assign)));
    }
    cx.budget = budget / 3;
    let (read, rest) = (g.p.var(var), grammar::int(g, view, cx));
    let result = match ints::operator(g, cx) {
        Some(op) if !op.is_shift() => g.p.binary(op, read, rest).ok()?,
        _ => g.p.binary(*g.ch.pick("comparison", &operators::COMPARISONS)?, read, rest).ok()?,
    };
    g.tokens += tokens::of_expr(&g.p, result);
    stmts.push(g.p.push_stmt(Stmt::Expr(result)));
    let block = g.p.push_block(stmts);
    cx.budget = 0;
    g.p.statement_expression(block).ok()
}
