//! Calls replaced by what the function does.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprId, ExprKind, FuncId, Init, Program, Stmt, StmtId};

/// Only functions that are called once: the program gets no longer than by a few declarations.
pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut mentions = vec![0; p.funcs.len()];
    for e in visit::expressions(p).into_iter().chain(visit::global_expressions(p)) {
        if let ExprKind::Func(func) = p.exprs[e].kind {
            mentions[ir::Id::index(func)] += 1;
        }
    }
    let sites = visit::statements(p);
    let calls = sites.iter().filter_map(|site| Some((site.stmt, called(p, site.stmt)?)));
    let once = calls.filter(|(_, func)| p.funcs[*func].body.is_some() && mentions[ir::Id::index(*func)] == 1);
    once.map(|(stmt, func)| vec![Edit::Inline(stmt), Edit::DropFunc(func)]).collect()
}

/// The function that a statement consists of calling.
fn called(p: &Program, stmt: StmtId) -> Option<FuncId> {
    let e = match p.stmts[stmt] {
        Stmt::Expr(e) => match p.exprs[e].kind {
            ExprKind::Assign { rhs, .. } => rhs,
            _ => e,
        },
        Stmt::Decl(var) => match p.inits[p.vars[var].init?] {
            Init::Expr(e) => e,
            Init::List(_) => return None,
        },
        _ => return None,
    };
    callee(p, e)
}

fn callee(p: &Program, e: ExprId) -> Option<FuncId> {
    match p.exprs[e].kind {
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => callee(p, inner),
        ExprKind::Call { callee, .. } => match p.exprs[callee].kind {
            ExprKind::Func(func) => Some(func),
            _ => None,
        },
        _ => None,
    }
}
