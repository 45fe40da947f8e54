//! Operands whose order matters though C leaves it open: accesses that meet unsequenced, two volatile accesses, calls that
//! change what the other operand looks at. They are put in the order in which the machine evaluated them, through a
//! temporary: `a + b` becomes `(t = a, t + b)`.

use crate::policy::forbidden::Forbidden;
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Gen, cx, forbidden};
use crate::types::{constants, variables};
use ir::{BlockId, ExprId, ExprKind, ExprList, Stmt, StmtId, Ty, VarId};
use machine::{Amendment, Value, View};

/// What becomes of a site whose operands have no order but need one. The machine goes on with the values that it has.
pub fn repair(g: &mut Gen, view: &View, site: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let share = g.policy.repairs.replace_operand;
    let fresh = site::is_fresh(g, view, site);
    if fresh && g.ch.chance("replace-operand", share) && replace(g, site, held).is_some() {
        return Some(RepairKind::ReplaceOperand);
    }
    let stmt = g.owner(site)?.stmt;
    match g.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => {
            let (first, t) = kept(g, view, stmt, a)?;
            let ty = g.p.ty(site);
            put(g, site, first, ExprKind::Binary(op, t, b), ty);
        }
        // Sides without effects have no order to keep: they overlap, and the value is to be had first.
        ExprKind::Assign { lhs, rhs } if cx::is_fixed(g, lhs) || (g.p.is_pure(lhs) && g.p.is_pure(rhs)) => {
            let (first, t) = kept(g, view, stmt, rhs)?;
            let ty = g.p.ty(site);
            put(g, site, first, ExprKind::Assign { lhs, rhs: t }, ty);
        }
        ExprKind::AssignOp { op, lhs, rhs, calc } if cx::is_fixed(g, lhs) => {
            let (first, t) = kept(g, view, stmt, rhs)?;
            let ty = g.p.ty(site);
            put(g, site, first, ExprKind::AssignOp { op, lhs, rhs: t, calc }, ty);
        }
        ExprKind::Call { callee, args } => arguments(g, view, site, stmt, callee, args)?,
        // The function was called again meanwhile, and the site is in order already.
        ExprKind::Comma(..) if g.is_rewritten(site) => {}
        _ => return None,
    }
    g.set_rewritten(site);
    refresh(g, stmt);
    g.amend(Amendment::ForgetPaths);
    Some(RepairKind::SequenceOperands)
}

/// `(first, then)` in place of the site; in place of the guard where the site is under one.
fn put(g: &mut Gen, site: ExprId, first: ExprId, then: ExprKind, ty: Ty) {
    let above = g.p.exprs.iter().find_map(|(id, e)| match e.kind {
        ExprKind::Guard(inner, style) if inner == site => Some((id, style)),
        _ => None,
    });
    let then = g.p.push_expr(then, ty);
    g.set_rewritten(then);
    g.tokens += 5;
    match above {
        Some((guard, style)) => {
            let then = g.p.push_expr(ExprKind::Guard(then, style), ty);
            g.p.set_expr(guard, ExprKind::Comma(first, then), ty);
            g.set_rewritten(guard);
        }
        None => g.p.set_expr(site, ExprKind::Comma(first, then), ty),
    }
}

/// `t = e` for a new temporary, and the temporary's name.
pub fn kept(g: &mut Gen, view: &View, stmt: StmtId, e: ExprId) -> Option<(ExprId, ExprId)> {
    if [Forbidden::Comma, Forbidden::Assign].iter().any(|what| forbidden::is(g, *what)) {
        return None;
    }
    let ty = g.p.value_type(e);
    let t = temporary(g, view, stmt, ty)?;
    let lhs = g.p.var(t);
    let first = g.p.assign(lhs, e).ok()?;
    Some((first, g.p.var(t)))
}

/// All arguments of a call but the last, in the order in which they stand.
fn arguments(
    g: &mut Gen,
    view: &View,
    site: ExprId,
    stmt: StmtId,
    callee: ExprId,
    args: ExprList,
) -> Option<()> {
    let mut list = g.p.args(args).to_vec();
    let all = list.len().checked_sub(1).filter(|n| *n > 0)?;
    let direct = matches!(g.p.exprs[callee].kind, ExprKind::Func(_));
    if !direct || list.iter().any(|a| g.p.types.is_record(g.p.ty(*a))) {
        return None;
    }
    let mut first = None;
    for arg in &mut list[..all] {
        let (assign, t) = kept(g, view, stmt, *arg)?;
        *arg = t;
        first = Some(match first {
            None => assign,
            Some(before) => g.p.comma(before, assign),
        });
    }
    let ty = g.p.ty(site);
    let args = g.p.push_args(&list);
    put(g, site, first?, ExprKind::Call { callee, args }, ty);
    Some(())
}

/// A local that is declared right before the statement. A call of the same function that is in the middle of a loop's
/// condition would miss the declaration.
fn temporary(g: &mut Gen, view: &View, stmt: StmtId, ty: Ty) -> Option<VarId> {
    let (block, at) = place_of(g, stmt)?;
    let func = enclosing(g, view, block)?;
    let is_loop = matches!(g.p.stmts[stmt], Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. });
    if is_loop && view.activations(func) > 1 {
        return None;
    }
    let var = variables::temporary(g, func, ty);
    let decl = g.p.push_stmt(Stmt::Decl(var));
    g.p.blocks[block].insert(at, decl);
    g.tokens += 3;
    g.amend(Amendment::Declare(var));
    Some(var)
}

/// The block that a statement is in, and where.
pub fn place_of(g: &Gen, stmt: StmtId) -> Option<(BlockId, usize)> {
    g.p.blocks.iter().find_map(|(block, list)| Some((block, list.iter().position(|s| *s == stmt)?)))
}

/// The function that is under execution, which the block is part of.
fn enclosing(g: &Gen, view: &View, block: BlockId) -> Option<ir::FuncId> {
    match g.growing(block) {
        Some(info) => Some(g.funcs[info.func].id),
        None => view.current_function(),
    }
}

/// A pure operand becomes the constant that it is now.
fn replace(g: &mut Gen, site: ExprId, held: &[(ExprId, Value)]) -> Option<()> {
    let e = g.p.exprs[site];
    let ExprKind::Binary(op, a, b) = e.kind else { return None };
    let constant = |g: &mut Gen, operand: ExprId| {
        let ty = g.p.value_type(operand);
        let (t, kind) = (g.p.types.int_type(ty)?, g.p.types.int_kind(ty)?);
        let value = held.iter().find(|(h, _)| *h == operand)?.1.wide(t)?;
        let same = g.p.is_pure(operand) && ty == Ty::int(kind);
        same.then(|| constants::literal(g, value, kind))
    };
    let kind = match constant(g, b) {
        Some(c) => ExprKind::Binary(op, a, c),
        None => ExprKind::Binary(op, constant(g, a)?, b),
    };
    g.p.set_expr(site, kind, e.ty);
    let stmt = g.owner(site)?.stmt;
    refresh(g, stmt);
    Some(())
}

/// Computes the effects of a statement's expressions anew.
pub fn refresh(g: &mut Gen, stmt: StmtId) {
    let mut roots = Vec::new();
    g.p.stmts[stmt].for_each_expr(|e| roots.push(e));
    if let Stmt::Decl(var) = g.p.stmts[stmt]
        && let Some(init) = g.p.vars[var].init
        && let ir::Init::Expr(e) = g.p.inits[init]
    {
        roots.push(e);
    }
    for root in roots {
        g.p.refresh_effects(root);
    }
}
