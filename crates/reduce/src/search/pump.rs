//! Steps that make a program longer, in the hope that it gets shorter than before: loops unrolled, calls inlined. Each is
//! followed by all passes; if that does not pay, everything is as it was.

use crate::edit::Edit;
use crate::interesting::trace::Trace;
use crate::passes::{Group, Growth};
use crate::search::engine::Engine;
use ir::visit;
use ir::{ExprKind, Stmt};

const PASS: &str = "pump";

/// Larger programs have better ways to get smaller, and pumping takes long there.
const MOST_TOKENS: usize = 250;

/// Each costs as much as all passes together.
const MOST_TRIES: usize = 4;

/// True if one of them paid.
pub(crate) fn pump(engine: &mut Engine<'_>) -> bool {
    if engine.current.size.tokens > MOST_TOKENS {
        return false;
    }
    let trace = engine.trace();
    for group in proposals(&trace).into_iter().take(MOST_TRIES) {
        if engine.is_over() {
            return false;
        }
        let before = engine.current.clone();
        if !engine.try_edits(PASS, &group, Growth::Allowed) {
            continue;
        }
        engine.shrink();
        if engine.current.size < before.size {
            return true;
        }
        engine.current = before;
    }
    false
}

fn proposals(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let mut groups = Vec::new();
    for site in visit::statements(p) {
        match p.stmts[site.stmt] {
            Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
                let iterations = p.blocks[body].first().map_or(0, |first| trace.runs(*first));
                groups.extend(
                    [2, 3].into_iter().filter(|n| *n <= iterations).map(|n| vec![Edit::Unroll(site.stmt, n)]),
                );
            }
            Stmt::Expr(e) if calls_own(trace, e) => groups.push(vec![Edit::Inline(site.stmt)]),
            _ => {}
        }
    }
    groups
}

/// Whether the expression is a call of a function of the program, or assigns the result of one.
fn calls_own(trace: &Trace, e: ir::ExprId) -> bool {
    let p = &trace.program;
    match p.exprs[e].kind {
        ExprKind::Assign { rhs: inner, .. } | ExprKind::Convert(inner) | ExprKind::Cast(inner) => {
            calls_own(trace, inner)
        }
        ExprKind::Call { callee, .. } => {
            matches!(p.exprs[callee].kind, ExprKind::Func(f) if p.funcs[f].body.is_some())
        }
        _ => false,
    }
}
