//! Unsequenced conflicts, put into a program that is only compiled.

use crate::state::Gen;
use crate::state::census::RepairKind;
use ir::{ExprId, ExprKind, Program, Stmt, VarId};

/// Where the program is only compiled, operands of its finished expressions come into conflict, by the policy's rate:
/// `x + y` becomes `x + (x = y)`.
pub fn add_conflicts(g: &mut Gen) {
    let rate = g.policy.relax.rates.conflict;
    if rate == 0 || !g.policy.relax.compile_only {
        return;
    }
    for stmt in g.p.stmts.iter().map(|(_, stmt)| *stmt).collect::<Vec<_>>() {
        if matches!(stmt, Stmt::Case(_)) {
            continue;
        }
        let mut roots = Vec::new();
        stmt.for_each_expr(|e| roots.push(e));
        for root in roots {
            let mut sites = Vec::new();
            binaries(&g.p, root, &mut sites);
            for site in sites {
                if g.ch.chance("live-conflict", rate) && clash(g, site).is_some() {
                    g.stats.repair(RepairKind::LiveConflict);
                }
            }
            g.p.refresh_effects(root);
        }
    }
}

fn binaries(p: &Program, e: ExprId, sites: &mut Vec<ExprId>) {
    match p.exprs[e].kind {
        // Nothing in it is evaluated.
        ExprKind::SizeofExpr(_) => return,
        ExprKind::Binary(..) => sites.push(e),
        _ => {}
    }
    p.for_each_child(e, |child| binaries(p, child, sites));
}

/// Makes the right operand write what the left one reads.
pub fn clash(g: &mut Gen, site: ExprId) -> Option<()> {
    let p = &mut g.p;
    let e = p.exprs[site];
    let ExprKind::Binary(op, a, b) = e.kind else { return None };
    let var = read_in(p, a)?;
    let ty = p.types.canonical(p.value_type(b)).unqualified();
    if !p.types.is_integer(ty) {
        return None;
    }
    // A conversion that C makes by itself is another one now.
    let value = match p.exprs[b].kind {
        ExprKind::Convert(inner) => inner,
        _ => b,
    };
    let lhs = p.var(var);
    let written = p.assign(lhs, value).ok()?;
    let b = p.cast(written, ty).ok()?;
    let made = p.binary(op, a, b).ok()?;
    if p.types.canonical(p.ty(made)) != p.types.canonical(e.ty) {
        return None;
    }
    p.set_expr(site, p.exprs[made].kind, e.ty);
    Some(())
}

/// An integer variable that the operand reads and that can be written.
fn read_in(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(v) if p.types.is_integer(p.vars[v].ty) && p.modifiable(e, "=").is_ok() => Some(v),
        ExprKind::Convert(inner) | ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => read_in(p, inner),
        ExprKind::Guard(inner, _) => read_in(p, inner),
        ExprKind::Binary(_, a, b) => read_in(p, a).or_else(|| read_in(p, b)),
        _ => None,
    }
}
