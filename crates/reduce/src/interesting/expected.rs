//! Programs that compare their results with what they should be, as Orange's do: what is expected changes with the program.

use crate::edit::Edit;
use crate::interesting::trace::{Trace, is_constant};
use crate::rebuild::rebuild;
use ir::visit;
use ir::{ExprId, ExprKind, Program, Stmt};
use machine::Config;

/// The program with its expected values brought up to date: `if (t == 12)` compares with what t is now.
pub(crate) fn expecting(program: Program, config: &Config) -> Program {
    let trace = Trace::of(&program, config.clone());
    let edits: Vec<Edit> = comparisons(&program)
        .into_iter()
        .filter(|(value, wanted)| trace.constant(*value) != trace.constant(*wanted))
        .filter_map(|(value, wanted)| Some(Edit::Literal(wanted, trace.constant(value)?)))
        .collect();
    if edits.is_empty() { program } else { rebuild(&program, &edits).unwrap_or(program) }
}

/// Variables that `main` compares with constants, to decide what it prints.
fn comparisons(p: &Program) -> Vec<(ExprId, ExprId)> {
    let Some(main) = p.main() else { return Vec::new() };
    let compared = |site: &visit::Site| {
        let Stmt::If { cond, .. } = p.stmts[site.stmt] else { return None };
        let ExprKind::Binary(op, a, b) = p.exprs[visible(p, cond)].kind else { return None };
        let (a, b) = (visible(p, a), visible(p, b));
        let fits = op.is_equality() && matches!(p.exprs[a].kind, ExprKind::Var(_)) && is_constant(p, b);
        fits.then_some((a, b))
    };
    visit::statements_of(p, main).iter().filter_map(compared).collect()
}

pub(crate) fn visible(p: &Program, e: ExprId) -> ExprId {
    match p.exprs[e].kind {
        ExprKind::Convert(inner) => visible(p, inner),
        _ => e,
    }
}
