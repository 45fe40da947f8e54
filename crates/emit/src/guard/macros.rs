//! Which functions can be written as macros: a macro evaluates its arguments as often as it mentions them, and
//! does not convert them.

use super::site::written;
use ir::{ExprId, ExprKind, ExprList, Func, FuncId, Program, Stmt};

/// The functions that are meant to be macros, and can be: their body is an expression, and all that is done
/// with them is to call them with values of their parameters' types, without effects. Others stay functions.
pub(super) fn writable(p: &Program) -> Vec<FuncId> {
    let meant = |(id, f): (FuncId, &Func)| (f.is_macro && is_expression(p, f)).then_some(id);
    let mut macros: Vec<FuncId> = p.funcs.iter().filter_map(meant).collect();
    if macros.is_empty() {
        return macros;
    }
    let mut callees = Vec::new();
    for (_, e) in p.exprs.iter() {
        let ExprKind::Call { callee, args } = e.kind else { continue };
        let ExprKind::Func(func) = p.exprs[callee].kind else { continue };
        if fits(p, &p.funcs[func], args) {
            callees.push(callee);
        }
    }
    callees.sort_unstable();
    for (id, e) in p.exprs.iter() {
        if let ExprKind::Func(func) = e.kind
            && callees.binary_search(&id).is_err()
        {
            macros.retain(|known| *known != func);
        }
    }
    macros
}

fn is_expression(p: &Program, f: &Func) -> bool {
    let Some(body) = f.body else { return false };
    match p.blocks[body][..] {
        [stmt] => matches!(p.stmts[stmt], Stmt::Return(Some(value)) if p.is_pure(value)),
        _ => false,
    }
}

fn fits(p: &Program, f: &Func, args: ExprList) -> bool {
    let given = p.args(args).iter().map(|e| written(p, *e));
    let fits = |(e, param): (ExprId, &ir::VarId)| {
        p.is_pure(e) && p.types.canonical(p.vars[*param].ty) == p.types.canonical(p.promoted_type(e))
    };
    args.len() == f.params.len() && given.zip(&f.params).all(fits)
}
