//! What pointers point to where they are dereferenced, true for the run: as assertions, `assert(p == &g_1 || p == &a[2]);`, or
//! as comments.

use super::{Observed, Use, insert_before, uses};
use crate::choice::Choice;
use ir::{
    BinaryOp, Builtin, ExprId, FuncId, IntKind, LogicOp, ObjectPath, Program, Stmt, StmtId, Storage, Ty,
    UnaryOp,
};
use machine::Pointer;

/// What a pointer points to, if it has a name where the pointer is dereferenced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Pointee {
    Null,
    Object(ObjectPath),
}

/// All that the pointer pointed to there; none if some of it cannot be named.
fn targets(p: &Program, run: &Observed, at: &Use) -> Option<Vec<Pointee>> {
    let seen = run.observed.targets(at.read).iter();
    let mut all = seen.map(|to| target(p, run, at, *to)).collect::<Option<Vec<Pointee>>>()?;
    all.sort();
    all.dedup();
    (!all.is_empty()).then_some(all)
}

fn target(p: &Program, run: &Observed, at: &Use, to: Pointer) -> Option<Pointee> {
    if to.is_null() {
        return Some(Pointee::Null);
    }
    let var = run.view().origin_of(to)?;
    let visible = p.globals.contains(&var) || at.visible.contains(&var);
    if !visible || p.vars[var].storage == Storage::Register {
        return None;
    }
    let pointee = p.types.canonical(p.types.pointee(p.vars[at.pointer].ty)?).unqualified();
    ObjectPath::at_offset(p, var, u64::from(to.offset), pointee).map(Pointee::Object)
}

// --- comments ---

/// `p_1 points to g_1, a[2] or null` before each statement that dereferences a pointer to what has names.
pub fn notes(p: &Program, run: &Observed) -> Vec<(StmtId, String)> {
    let mut all: Vec<(StmtId, String)> = Vec::new();
    for at in uses(p) {
        let Some(targets) = targets(p, run, &at) else { continue };
        let names: Vec<String> = targets.iter().map(|target| description(p, target)).collect();
        let note = format!("{} points to {}", p.name(p.vars[at.pointer].name), names.join(" or "));
        match all.iter_mut().find(|(stmt, _)| *stmt == at.stmt) {
            Some((_, earlier)) => *earlier = format!("{earlier}; {note}"),
            None => all.push((at.stmt, note)),
        }
    }
    all
}

fn description(p: &Program, target: &Pointee) -> String {
    match target {
        Pointee::Null => "null".to_owned(),
        Pointee::Object(path) => path.text(p),
    }
}

// --- assertions ---

/// `assert(p == &g_1 || p == 0);` before statements that dereference p, by the share of the policy. That they hold is
/// what the cold run shows.
pub fn add_assertions(program: &mut Program, run: &Observed, share: u32, ch: &mut Choice) {
    if share == 0 {
        return;
    }
    let mut function = None;
    for at in uses(run.program()) {
        let Some(targets) = targets(run.program(), run, &at) else { continue };
        if ch.chance("assertion", share) {
            let assert = *function.get_or_insert_with(|| assert_function(program));
            assert_one(program, assert, &at, &targets);
        }
    }
}

/// A function of ours rather than the library's macro: the program stays one that can be read back and executed.
fn assert_function(p: &mut Program) -> Option<FuncId> {
    let ty = p.fn_type(Ty::VOID, &[Ty::INT]);
    let f = p.add_func("assert", ty, &["holds"]);
    p.funcs[f].is_static = true;
    let holds = p.var(p.params(f)[0]);
    let cond = p.unary(UnaryOp::Not, holds).ok()?;
    let abort = p.builtin(Builtin::Abort);
    let stop = p.call_func(abort, &[]).ok()?;
    let stop = p.push_stmt(Stmt::Expr(stop));
    let then = p.push_block(vec![stop]);
    let check = p.push_stmt(Stmt::If { cond, then, els: None });
    p.funcs[f].body = Some(p.push_block(vec![check]));
    Some(f)
}

fn assert_one(p: &mut Program, assert: Option<FuncId>, at: &Use, targets: &[Pointee]) -> Option<()> {
    let mut any: Option<ExprId> = None;
    for target in targets {
        let pointer = p.var(at.pointer);
        let other = address(p, target)?;
        let one = p.binary(BinaryOp::Eq, pointer, other).ok()?;
        any = Some(match any {
            Some(others) => p.logic(LogicOp::Or, others, one).ok()?,
            None => one,
        });
    }
    let call = p.call_func(assert?, &[any?]).ok()?;
    insert_before(p, at, Stmt::Expr(call));
    Some(())
}

fn address(p: &mut Program, target: &Pointee) -> Option<ExprId> {
    let Pointee::Object(path) = target else { return Some(p.int_lit(0, IntKind::Int)) };
    let e = path.lvalue(p).ok()?;
    p.addr_of(e).ok()
}
