//! The first large step for wrong results: which variable is wrong? One that is, printed at the end of `main`, takes the
//! place of the whole check.

use crate::edit::Edit;
use crate::interesting::failure::Failure;
use crate::passes::Growth;
use crate::rebuild::rebuild;
use crate::search::engine::Engine;
use harness::Execution;
use ir::visit;
use ir::{ExprKind, FuncId, ObjectPath, Program, Stmt, StmtId};

const PASS: &str = "wrong variable";

/// How many scalars are printed to find the wrong ones.
const MOST_SCALARS: usize = 4000;

/// How many wrong variables are tried.
const MOST_TARGETS: usize = 6;

pub(crate) fn narrow(engine: &mut Engine<'_>) {
    if engine.interestingness.failure != Failure::WrongResult || engine.is_over() {
        return;
    }
    for target in wrong_targets(engine).into_iter().take(MOST_TARGETS) {
        let p = &engine.current.program;
        let keep = entries(p);
        let drops = |kept: Option<StmtId>| -> Vec<Edit> {
            main_statements(p).into_iter().filter(|s| Some(*s) != kept).map(Edit::Drop).collect()
        };
        let mut tries: Vec<Vec<Edit>> = keep
            .iter()
            .map(|stmt| [vec![Edit::Watch(target.clone())], drops(Some(*stmt))].concat())
            .collect();
        tries.push(vec![Edit::Watch(target.clone())]);
        for edits in tries {
            if engine.is_over() || engine.try_edits(PASS, &edits, Growth::Allowed) {
                return;
            }
        }
    }
}

/// Statements of `main` that call functions of the program, those that reach most first.
fn entries(p: &Program) -> Vec<StmtId> {
    let mut all: Vec<(usize, StmtId)> = Vec::new();
    for stmt in main_statements(p) {
        let mut reach = 0;
        for root in visit::roots(p, stmt) {
            visit::tree(p, root, &mut |e| {
                if let ExprKind::Func(f) = p.exprs[e].kind {
                    reach = reach.max(reached(p, f));
                }
            });
        }
        if reach > 0 {
            all.push((reach, stmt));
        }
    }
    all.sort_by_key(|(reach, _)| std::cmp::Reverse(*reach));
    all.into_iter().take(2).map(|(_, stmt)| stmt).collect()
}

/// How many statements a call can reach.
fn reached(p: &Program, func: FuncId) -> usize {
    let mut seen = vec![func];
    let mut at = 0;
    while at < seen.len() {
        for callee in visit::mentioned_funcs(p, seen[at]) {
            if !seen.contains(&callee) {
                seen.push(callee);
            }
        }
        at += 1;
    }
    seen.iter().map(|f| visit::statements_of(p, *f).len()).sum()
}

/// The statements of `main` itself, but for its end.
fn main_statements(p: &Program) -> Vec<StmtId> {
    let body = p.main().and_then(|main| p.funcs[main].body);
    let stmts = body.map(|body| p.blocks[body].as_slice()).unwrap_or_default();
    stmts.iter().copied().filter(|s| !matches!(p.stmts[*s], Stmt::Return(_))).collect()
}

/// Parts of global variables whose value in the end is wrong, in the order of the program.
fn wrong_targets(engine: &Engine<'_>) -> Vec<ObjectPath> {
    let mut targets = engine.trace().finals;
    targets.retain(|target| engine.interestingness.acceptance.shows(&engine.current.program, target));
    targets.truncate(MOST_SCALARS);
    let edits: Vec<Edit> = targets.iter().cloned().map(Edit::Watch).collect();
    let Ok(program) = rebuild(&engine.current.program, &edits) else { return Vec::new() };
    let Some(probe) = engine.interestingness.acceptance.candidate(program) else { return Vec::new() };
    let Ok(trial) =
        engine.interestingness.trial(&probe, &engine.flags, &engine.interestingness.setup(&probe))
    else {
        return Vec::new();
    };
    let Some(Execution::Finished(output)) = trial.executed.map(|executed| executed.result) else {
        return Vec::new();
    };
    let (wanted, given) =
        (last_lines(&probe.expected.stdout, targets.len()), last_lines(&output.stdout, targets.len()));
    if wanted.len() != targets.len() || given.len() != targets.len() {
        return Vec::new();
    }
    let wrong = wanted.iter().zip(&given).map(|(a, b)| a != b);
    targets.into_iter().zip(wrong).filter(|(_, wrong)| *wrong).map(|(target, _)| target).collect()
}

fn last_lines(text: &[u8], count: usize) -> Vec<&[u8]> {
    let lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
    // The last line ends in a newline as well.
    let end = lines.len().saturating_sub(1);
    lines[end.saturating_sub(count)..end].to_vec()
}
