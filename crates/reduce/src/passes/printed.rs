//! Statements that print: one value, in its usual form.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{Builtin, ExprId, ExprKind, Program, Stmt, StmtId};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut groups = Vec::new();
    for site in visit::statements(p) {
        let count = values(p, site.stmt).len();
        // The format is the first argument.
        groups.extend((1..=count).map(|n| vec![Edit::PrintOne(site.stmt, n)]));
    }
    groups
}

/// The values that a statement prints, if it is a call of `printf`.
pub fn values(p: &Program, stmt: StmtId) -> &[ExprId] {
    let Stmt::Expr(call) = p.stmts[stmt] else { return &[] };
    let ExprKind::Call { callee, args } = p.exprs[call].kind else { return &[] };
    let ExprKind::Func(func) = p.exprs[callee].kind else { return &[] };
    let is_printf = matches!(p.funcs[func].builtin, Some(Builtin::Printf | Builtin::BuiltinPrintf));
    if is_printf { p.args(args).get(1..).unwrap_or_default() } else { &[] }
}
