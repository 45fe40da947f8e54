//! The printed value as a check: `if (x != 5) __builtin_abort();`, which needs nobody to compare outputs.

use super::Group;
use crate::edit::Edit;
use crate::facts::Facts;
use crate::walk;
use ir::{Builtin, ExprKind, Program, Stmt, StmtId};

pub fn propose(facts: &Facts) -> Vec<Group> {
    let p = &facts.program;
    let sites = walk::statements(p);
    let mut groups = Vec::new();
    for site in sites.iter().filter(|site| facts.runs(site.stmt) == 1) {
        if let Some(value) = printed(p, site.stmt)
            && let Some(lit) = facts.constant(value)
        {
            groups.push(vec![Edit::Abort(site.stmt, lit)]);
        }
    }
    groups
}

/// The one value that a statement prints.
fn printed(p: &Program, stmt: StmtId) -> Option<ir::ExprId> {
    let Stmt::Expr(call) = p.stmts[stmt] else { return None };
    let ExprKind::Call { callee, args } = p.exprs[call].kind else { return None };
    let ExprKind::Func(func) = p.exprs[callee].kind else { return None };
    let is_printf = matches!(p.funcs[func].builtin, Some(Builtin::Printf | Builtin::BuiltinPrintf));
    match p.args(args) {
        [_, value] if is_printf => Some(*value),
        _ => None,
    }
}
