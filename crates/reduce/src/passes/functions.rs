//! Whole functions, and what they return.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprKind, FuncId, Program, Stmt, Ty};

/// Functions that are called for nothing: calls have the value zero instead.
pub fn drop_all(trace: &Trace) -> Vec<Group> {
    own(&trace.program).into_iter().map(|func| vec![Edit::DropFunc(func)]).collect()
}

fn own(p: &Program) -> Vec<FuncId> {
    let main = p.main();
    p.funcs.iter().filter(|(id, f)| f.body.is_some() && Some(*id) != main).map(|(id, _)| id).collect()
}

/// An unused result, or that can be an `int`.
pub fn returns(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut groups = Vec::new();
    for func in own(p) {
        let Some(ret) = p.types.fn_type(p.funcs[func].ty).map(|f| f.ret) else { continue };
        if p.types.is_void(ret) {
            continue;
        }
        let to = if is_ignored(p, func) { Ty::VOID } else { Ty::INT };
        if p.types.canonical(ret) != to {
            groups.push(vec![Edit::Returns(func, to)]);
        }
    }
    groups
}

fn is_ignored(p: &Program, func: FuncId) -> bool {
    let (mut mentions, mut calls) = (0, 0);
    for site in visit::statements(p) {
        for root in visit::roots(p, site.stmt) {
            visit::tree(p, root, &mut |e| mentions += usize::from(p.exprs[e].kind == ExprKind::Func(func)));
        }
        if let Stmt::Expr(e) = p.stmts[site.stmt]
            && let ExprKind::Call { callee, .. } = p.exprs[e].kind
        {
            calls += usize::from(p.exprs[callee].kind == ExprKind::Func(func));
        }
    }
    mentions == calls
}
