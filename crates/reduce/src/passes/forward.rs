//! Variables that have one value, written once: the expression in the place of the variable.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprId, ExprKind, Init, Program, Stmt, StmtId, VarId};
use rustc_hash::FxHashMap;

/// The statement that gives a variable its value, with that value.
struct Written {
    by: StmtId,
    value: ExprId,
}

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut written: FxHashMap<VarId, Vec<Written>> = FxHashMap::default();
    for site in visit::statements(p) {
        if let Some((var, value)) = value_written(p, site.stmt) {
            written.entry(var).or_default().push(Written { by: site.stmt, value });
        }
    }
    let mut groups = Vec::new();
    for var in visit::variables(p) {
        if let Some([one]) = written.get(&var).map(Vec::as_slice)
            && p.types.is_scalar(p.vars[var].ty)
        {
            let mut group = vec![Edit::Forward(var, one.value)];
            if !matches!(p.stmts[one.by], Stmt::Decl(_)) {
                group.push(Edit::Drop(one.by));
            }
            groups.push(group);
        }
    }
    groups
}

fn value_written(p: &Program, stmt: StmtId) -> Option<(VarId, ExprId)> {
    match p.stmts[stmt] {
        Stmt::Decl(var) => match p.inits[p.vars[var].init?] {
            Init::Expr(e) => Some((var, e)),
            Init::List(_) => None,
        },
        Stmt::Expr(e) => match p.exprs[e].kind {
            ExprKind::Assign { lhs, rhs } => match p.exprs[lhs].kind {
                ExprKind::Var(var) => Some((var, rhs)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
