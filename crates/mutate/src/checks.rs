//! Checks of the program that no longer hold: `if (x != 5) abort();` is turned around, or counts what it finds. So the program
//! goes on to check itself, and what it finds is known.

use crate::subject::{self, Ran};
use generate::{Choice, Policy};
use ir::{BlockId, Builtin, ExprId, ExprKind, IncDec, Program, Stmt, StmtId, Storage, Ty, UnaryOp, visit};

/// Changes the checks that have failed in a run; `None` if the abort is none of a check.
pub fn turn_around(p: &mut Program, ran: &Ran, policy: &Policy, ch: &mut Choice) -> Option<()> {
    let failed: Vec<StmtId> = visit::statements(p)
        .into_iter()
        .map(|site| site.stmt)
        .filter(|stmt| ran.runs(*stmt) > 0 && is_abort(p, *stmt))
        .collect();
    if failed.is_empty() {
        return None;
    }
    for stmt in failed {
        let condition = condition_of(p, stmt);
        let once = condition.filter(|(check, _)| ran.runs(*check) == 1);
        match once {
            Some((check, cond)) if !ch.chance("count-failure", policy.mutations.count_failures) => {
                negate(p, check, cond)?;
            }
            _ => count(p, stmt)?,
        }
    }
    Some(())
}

fn is_abort(p: &Program, stmt: StmtId) -> bool {
    let Stmt::Expr(e) = p.stmts[stmt] else { return false };
    let ExprKind::Call { callee, .. } = p.exprs[e].kind else { return false };
    let ExprKind::Func(func) = p.exprs[callee].kind else { return false };
    matches!(p.funcs[func].builtin, Some(Builtin::Abort | Builtin::BuiltinAbort | Builtin::BuiltinTrap))
}

/// The `if` that leads to the statement, and its condition.
fn condition_of(p: &Program, abort: StmtId) -> Option<(StmtId, ExprId)> {
    let leads = |block: BlockId| p.blocks[block].first() == Some(&abort);
    p.stmts.iter().find_map(|(id, stmt)| match stmt {
        Stmt::If { cond, then, els } if leads(*then) || els.is_some_and(leads) => Some((id, *cond)),
        _ => None,
    })
}

fn negate(p: &mut Program, check: StmtId, cond: ExprId) -> Option<()> {
    let not = p.unary(UnaryOp::Not, cond).ok()?;
    if let Stmt::If { cond, .. } = &mut p.stmts[check] {
        *cond = not;
    }
    Some(())
}

/// `failures++;` instead of the call.
fn count(p: &mut Program, abort: StmtId) -> Option<()> {
    let known = p.globals.iter().copied().find(|v| p.name(p.vars[*v].name) == COUNTER);
    let counter = match known {
        Some(var) => var,
        None if p.names.find(COUNTER).is_none() => p.add_global(COUNTER, Ty::UINT, Storage::Global, None),
        None => {
            let name = subject::fresh(p, COUNTER);
            p.add_global(&name, Ty::UINT, Storage::Global, None)
        }
    };
    let var = p.var(counter);
    let step = p.inc_dec(IncDec::PostInc, var).ok()?;
    p.stmts[abort] = Stmt::Expr(step);
    Some(())
}

const COUNTER: &str = "failures";
