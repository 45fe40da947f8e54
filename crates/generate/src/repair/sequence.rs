//! Operands whose order matters though C leaves it open: accesses that meet unsequenced, two volatile accesses, calls that
//! change what the other operand looks at. They are put in the order in which the machine evaluated them, through a
//! temporary: `a + b` becomes `(t = a, t + b)`.

use crate::policy::forbidden::Forbidden;
use crate::repair::site;
use crate::state::census::RepairKind;
use crate::state::{Run, cx, forbidden};
use crate::types::{constants, variables};
use ir::{BlockId, ExprId, ExprKind, ExprList, Stmt, StmtId, Ty, VarId};
use machine::Value;

/// What becomes of a site whose operands have no order but need one. The machine goes on with the values that it has.
pub fn mend(m: &mut Run, site: ExprId, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let share = m.grow.policy.repairs.replace_operand;
    let fresh = site::is_fresh(m, site);
    if fresh && m.grow.ch.chance("replace-operand", share) && replace(m, site, held).is_some() {
        return Some(RepairKind::ReplaceOperand);
    }
    let stmt = m.grow.owner(site)?.stmt;
    match m.grow.p.exprs[site].kind {
        ExprKind::Binary(op, a, b) => {
            let (first, t) = kept(m, stmt, a)?;
            let ty = m.grow.p.ty(site);
            put(m, site, first, ExprKind::Binary(op, t, b), ty);
        }
        // Sides without effects have no order to keep: they overlap, and the value is to be had first.
        ExprKind::Assign { lhs, rhs }
            if cx::is_fixed(m, lhs) || (m.grow.p.is_pure(lhs) && m.grow.p.is_pure(rhs)) =>
        {
            let (first, t) = kept(m, stmt, rhs)?;
            let ty = m.grow.p.ty(site);
            put(m, site, first, ExprKind::Assign { lhs, rhs: t }, ty);
        }
        ExprKind::AssignOp { op, lhs, rhs, calc } if cx::is_fixed(m, lhs) => {
            let (first, t) = kept(m, stmt, rhs)?;
            let ty = m.grow.p.ty(site);
            put(m, site, first, ExprKind::AssignOp { op, lhs, rhs: t, calc }, ty);
        }
        ExprKind::Call { callee, args } => arguments(m, site, stmt, callee, args)?,
        // The function was called again meanwhile, and the site is in order already.
        ExprKind::Comma(..) if m.grow.is_rewritten(site) => {}
        _ => return None,
    }
    m.grow.set_rewritten(site);
    refresh(m, stmt);
    m.amend().forget_paths();
    Some(RepairKind::SequenceOperands)
}

/// `(first, then)` in place of the site; in place of the guard where the site is under one.
fn put(m: &mut Run, site: ExprId, first: ExprId, then: ExprKind, ty: Ty) {
    let above = m.grow.p.exprs.iter().find_map(|(id, e)| match e.kind {
        ExprKind::Guard(inner, style) if inner == site => Some((id, style)),
        _ => None,
    });
    let then = m.grow.p.push_expr(then, ty);
    m.grow.set_rewritten(then);
    m.grow.tokens += 5;
    match above {
        Some((guard, style)) => {
            let then = m.grow.p.push_expr(ExprKind::Guard(then, style), ty);
            m.grow.p.set_expr(guard, ExprKind::Comma(first, then), ty);
            m.grow.set_rewritten(guard);
        }
        None => m.grow.p.set_expr(site, ExprKind::Comma(first, then), ty),
    }
}

/// `t = e` for a new temporary, and the temporary's name.
pub fn kept(m: &mut Run, stmt: StmtId, e: ExprId) -> Option<(ExprId, ExprId)> {
    if [Forbidden::Comma, Forbidden::Assign].iter().any(|what| forbidden::is(&m.grow, *what)) {
        return None;
    }
    let ty = m.grow.p.value_type(e);
    let t = temporary(m, stmt, ty)?;
    let lhs = m.grow.p.var(t);
    let first = m.grow.p.assign(lhs, e).ok()?;
    Some((first, m.grow.p.var(t)))
}

/// All arguments of a call but the last, in the order in which they stand.
fn arguments(m: &mut Run, site: ExprId, stmt: StmtId, callee: ExprId, args: ExprList) -> Option<()> {
    let mut list = m.grow.p.args(args).to_vec();
    let all = list.len().checked_sub(1).filter(|n| *n > 0)?;
    let direct = matches!(m.grow.p.exprs[callee].kind, ExprKind::Func(_));
    if !direct || list.iter().any(|a| m.grow.p.types.is_record(m.grow.p.ty(*a))) {
        return None;
    }
    let mut first = None;
    for arg in &mut list[..all] {
        let (assign, t) = kept(m, stmt, *arg)?;
        *arg = t;
        first = Some(match first {
            None => assign,
            Some(before) => m.grow.p.comma(before, assign),
        });
    }
    let ty = m.grow.p.ty(site);
    let args = m.grow.p.push_args(&list);
    put(m, site, first?, ExprKind::Call { callee, args }, ty);
    Some(())
}

/// A local that is declared right before the statement. A call of the same function that is in the middle of a loop's
/// condition would miss the declaration.
fn temporary(m: &mut Run, stmt: StmtId, ty: Ty) -> Option<VarId> {
    let (block, at) = place_of(m, stmt)?;
    let func = enclosing(m, block)?;
    let is_loop =
        matches!(m.grow.p.stmts[stmt], Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. });
    if is_loop && m.activations(func) > 1 {
        return None;
    }
    let var = variables::temporary(m, func, ty);
    let decl = m.grow.p.push_stmt(Stmt::Decl(var));
    m.grow.p.blocks[block].insert(at, decl);
    m.grow.tokens += 3;
    m.amend().declare(var).ok()?;
    Some(var)
}

/// The block that a statement is in, and where.
pub fn place_of(m: &Run, stmt: StmtId) -> Option<(BlockId, usize)> {
    m.grow.p.blocks.iter().find_map(|(block, list)| Some((block, list.iter().position(|s| *s == stmt)?)))
}

/// The function that is under execution, which the block is part of.
fn enclosing(m: &Run, block: BlockId) -> Option<ir::FuncId> {
    match m.grow.growing(block) {
        Some(info) => Some(m.grow.funcs[info.func].id),
        None => m.current_function(),
    }
}

/// A pure operand becomes the constant that it is now.
fn replace(m: &mut Run, site: ExprId, held: &[(ExprId, Value)]) -> Option<()> {
    let e = m.grow.p.exprs[site];
    let ExprKind::Binary(op, a, b) = e.kind else { return None };
    let constant = |m: &mut Run, operand: ExprId| {
        let ty = m.grow.p.value_type(operand);
        let (t, kind) = (m.grow.p.types.int_type(ty)?, m.grow.p.types.int_kind(ty)?);
        let value = held.iter().find(|(h, _)| *h == operand)?.1.wide(t)?;
        let same = m.grow.p.is_pure(operand) && ty == Ty::int(kind);
        same.then(|| constants::literal(m, value, kind))
    };
    let kind = match constant(m, b) {
        Some(c) => ExprKind::Binary(op, a, c),
        None => ExprKind::Binary(op, constant(m, a)?, b),
    };
    m.grow.p.set_expr(site, kind, e.ty);
    let stmt = m.grow.owner(site)?.stmt;
    refresh(m, stmt);
    Some(())
}

/// Computes the effects of a statement's expressions anew.
pub fn refresh(m: &mut Run, stmt: StmtId) {
    let mut roots = Vec::new();
    m.grow.p.stmts[stmt].for_each_expr(|e| roots.push(e));
    if let Stmt::Decl(var) = m.grow.p.stmts[stmt]
        && let Some(init) = m.grow.p.vars[var].init
        && let ir::Init::Expr(e) = m.grow.p.inits[init]
    {
        roots.push(e);
    }
    for root in roots {
        m.grow.p.refresh_effects(root);
    }
}
