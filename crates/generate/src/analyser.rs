//! Programs for testing analysers, as Csmith makes them: assertions that say what pointers point to, true for the run;
//! and invalid pointer uses, marked, with the machine's verdict on each. Both are put into finished programs.

use crate::choice::Choice;
use crate::grower::Run;
use crate::program::{Attempt, GrowError, Grown, live_share};
use ir::{
    BinaryOp, BlockId, Builtin, Effects, ExprId, ExprKind, IntKind, LogicOp, Program, Stmt, StmtId, Storage,
    Ty, UnaryOp, VarId,
};
use machine::{Config, Outcome, Pointer};
use std::collections::BTreeMap;

/// A statement that follows a pointer variable whenever it is executed.
struct Use {
    block: BlockId,
    stmt: StmtId,
    /// The variable as it is read there.
    read: ExprId,
    pointer: VarId,
}

/// All such statements of the tested functions, one for each statement and pointer.
fn uses(p: &Program) -> Vec<Use> {
    let mut all: Vec<Use> = Vec::new();
    for (_, f) in p.funcs.iter().filter(|(_, f)| p.name(f.name).starts_with("func_")) {
        if let Some(body) = f.body {
            uses_in(p, body, &mut all);
        }
    }
    all
}

fn uses_in(p: &Program, block: BlockId, all: &mut Vec<Use>) {
    for id in &p.blocks[block] {
        let stmt = p.stmts[*id];
        if let Stmt::Expr(e) = stmt
            // A call could change the pointer before it is followed.
            && !p.exprs[e].effects.has(Effects::CALL)
        {
            let mut found = Vec::new();
            followed(p, e, &mut found);
            found.dedup_by_key(|(_, pointer)| *pointer);
            all.extend(found.into_iter().map(|(read, pointer)| Use { block, stmt: *id, read, pointer }));
        }
        stmt.for_each_block(|inner| uses_in(p, inner, all));
    }
}

/// The pointer variables that are followed whatever the values are.
fn followed(p: &Program, e: ExprId, found: &mut Vec<(ExprId, VarId)>) {
    match p.exprs[e].kind {
        ExprKind::Logic(_, a, _) | ExprKind::Cond { cond: a, .. } => return followed(p, a, found),
        ExprKind::SizeofExpr(_) => return,
        ExprKind::Deref(x) | ExprKind::Arrow { base: x, .. } | ExprKind::Index { base: x, .. } => {
            if let ExprKind::Var(v) = p.exprs[x].kind
                && p.types.is_pointer(p.vars[v].ty)
                && p.types.canonical(p.vars[v].ty).quals().is_empty()
            {
                found.push((x, v));
            }
        }
        _ => {}
    }
    p.for_each_child(e, |child| followed(p, child, found));
}

fn insert_before(p: &mut Program, at: &Use, stmt: Stmt) -> StmtId {
    let id = p.push_stmt(stmt);
    let list = &mut p.blocks[at.block];
    let position = list.iter().position(|s| *s == at.stmt).unwrap_or(0);
    list.insert(position, id);
    id
}

// --- assertions ---

/// `if (!(p == &g_1 || p == &g_2)) abort();` before statements that follow p, by the share of the policy.
pub fn add_assertions(program: &mut Program, share: u32, ch: &mut Choice) {
    if share == 0 {
        return;
    }
    let config = Config { record_values: true, max_steps: 1 << 30, ..Config::default() };
    let original = program.clone();
    let (outcome, observed) = machine::run(&original, config);
    if !matches!(outcome, Outcome::Finished { .. }) {
        return;
    }
    for at in uses(&original) {
        let seen: Vec<Pointer> = observed.record.targets(at.read).to_vec();
        let targets: Option<Vec<Option<VarId>>> =
            seen.iter().map(|to| target(&original, at.pointer, *to, observed.origin_of(*to))).collect();
        let Some(mut targets) = targets.filter(|targets| !targets.is_empty()) else { continue };
        targets.sort();
        targets.dedup();
        if ch.chance("assertion", share) {
            assert_one(program, &at, &targets);
        }
    }
}

/// The global that the pointer is to the start of, or `None` within for null; nothing if it has no simple name.
fn target(p: &Program, pointer: VarId, to: Pointer, origin: Option<VarId>) -> Option<Option<VarId>> {
    if to.is_null() {
        return Some(None);
    }
    let var = origin.filter(|v| p.globals.contains(v) && to.offset == 0)?;
    let pointee = p.types.pointee(p.vars[pointer].ty)?;
    let same = p.types.canonical(pointee).unqualified() == p.types.canonical(p.vars[var].ty).unqualified();
    same.then_some(Some(var))
}

fn assert_one(p: &mut Program, at: &Use, targets: &[Option<VarId>]) -> Option<()> {
    let mut any: Option<ExprId> = None;
    for target in targets {
        let v = p.var(at.pointer);
        let other = match target {
            Some(var) => {
                let named = p.var(*var);
                p.addr_of(named).ok()?
            }
            None => p.int_lit(0, IntKind::Int),
        };
        let one = p.binary(BinaryOp::Eq, v, other).ok()?;
        any = Some(match any {
            Some(others) => p.logic(LogicOp::Or, others, one).ok()?,
            None => one,
        });
    }
    let cond = p.unary(UnaryOp::Not, any?).ok()?;
    let abort = p.builtin(Builtin::Abort);
    let call = p.call_func(abort, &[]).ok()?;
    let stop = p.push_stmt(Stmt::Expr(call));
    let then = p.push_block(vec![stop]);
    insert_before(p, at, Stmt::If { cond, then, els: None });
    Some(())
}

// --- invalid pointer uses ---

/// Whether the policy asks for invalid pointer uses.
pub fn is_wanted(m: &Run) -> bool {
    m.grow.policy.manner.null_uses > 0 || m.grow.policy.manner.dangling_uses > 0
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    Null,
    Dangling,
}

impl Fault {
    fn words(self) -> &'static str {
        match self {
            Fault::Null => "null pointer dereference",
            Fault::Dangling => "dangling pointer dereference",
        }
    }
}

/// Makes some pointers invalid right before they are followed, and tells of each whether the run gets there.
pub fn conclude(mut m: Run, mut program: Program) -> Result<Attempt, GrowError> {
    let (statements, live) = live_share(&m);
    let manner = &m.grow.policy.manner;
    let (null, dangling) = (manner.null_uses, manner.dangling_uses);
    let mut marked: Vec<(StmtId, Fault)> = Vec::new();
    for at in uses(&program) {
        if marked.iter().any(|(stmt, _)| *stmt == at.stmt) {
            continue;
        }
        let fault = if m.grow.ch.chance("null-use", null) {
            Fault::Null
        } else if m.grow.ch.chance("dangling-use", dangling) {
            Fault::Dangling
        } else {
            continue;
        };
        if spoil(&mut program, &at, fault).is_some() {
            marked.push((at.stmt, fault));
        }
    }
    let config = Config { max_steps: 1 << 30, ..Config::default() };
    let (outcome, mut cold) = machine::run(&program, config);
    let end = match &outcome {
        Outcome::Finished { exit_code: 0 } => None,
        Outcome::Undefined(found) if found.stmt.is_some_and(|s| marked.iter().any(|(m, _)| *m == s)) => {
            found.stmt
        }
        _ => return Err(GrowError::Cold { outcome: Box::new(outcome), program: Box::new(program) }),
    };
    let runs = |stmt: StmtId| m.record.runs(stmt) > 0;
    let notes = marked
        .iter()
        .map(|(stmt, fault)| (*stmt, verdict(*fault, Some(*stmt) == end, runs(*stmt))))
        .collect();
    let (expected, steps) = (cold.take_output(), cold.steps());
    Ok(Attempt::Grown(Box::new(Grown {
        apart: false,
        lowering: emit::Lowering::default(),
        program,
        expected,
        policy: m.grow.policy,
        stats: m.grow.stats,
        abandoned: Vec::new(),
        steps,
        statements,
        live,
        notes,
    })))
}

fn verdict(fault: Fault, ends_here: bool, reached: bool) -> String {
    let reach = match (ends_here, reached) {
        (true, _) => "executed: the run is undefined from here on",
        (false, true) => "executed, if the run did not end before",
        (false, false) => "never executed",
    };
    format!("{}: {reach}", fault.words())
}

/// `p = 0;`, or `{ T x; p = &x; }`, before the statement.
fn spoil(p: &mut Program, at: &Use, fault: Fault) -> Option<()> {
    let v = p.var(at.pointer);
    match fault {
        Fault::Null => {
            let zero = p.int_lit(0, IntKind::Int);
            let e = p.assign(v, zero).ok()?;
            insert_before(p, at, Stmt::Expr(e));
        }
        Fault::Dangling => {
            let to = p.types.pointee(p.vars[at.pointer].ty)?;
            let ty: Ty = p.types.canonical(to).unqualified();
            let func = function_of(p, at.block)?;
            let name = format!("dead_{}", p.vars.len());
            let x = p.add_local(&name, ty, Storage::Auto, func);
            let decl = p.push_stmt(Stmt::Decl(x));
            let named = p.var(x);
            let address = p.addr_of(named).ok()?;
            let e = p.assign(v, address).ok()?;
            let assign = p.push_stmt(Stmt::Expr(e));
            let inner = p.push_block(vec![decl, assign]);
            insert_before(p, at, Stmt::Block(inner));
        }
    }
    Some(())
}

fn function_of(p: &Program, block: BlockId) -> Option<ir::FuncId> {
    fn within(p: &Program, outer: BlockId, block: BlockId) -> bool {
        outer == block
            || p.blocks[outer].iter().any(|s| {
                let mut found = false;
                p.stmts[*s].for_each_block(|inner| found = found || within(p, inner, block));
                found
            })
    }
    p.funcs.iter().find(|(_, f)| f.body.is_some_and(|body| within(p, body, block))).map(|(id, _)| id)
}

/// What is to be said of statements, by their numbers.
pub type Notes = BTreeMap<StmtId, String>;
