//! Invalid pointer uses, for testing analysers: some pointers are made null or left to dangle right before they are
//! dereferenced. Each is marked, with the machine's verdict.

use crate::annotate::{Use, insert_before, uses};
use crate::driver::attempt::{Attempt, Ended, GrowError, Grown};
use crate::driver::growing::Run;
use crate::state::Gen;
use emit::Notes;
use ir::{BlockId, IntKind, Program, Stmt, StmtId, Storage, Ty};
use machine::{Config, Outcome};

/// Whether the policy asks for invalid pointer uses.
pub fn is_wanted(g: &Gen) -> bool {
    g.policy.manner.null_uses > 0 || g.policy.manner.dangling_uses > 0
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

/// Makes some pointers invalid right before they are dereferenced, and tells of each whether the run gets there.
pub fn conclude(mut m: Run, mut program: Program, ended: &Ended) -> Result<Attempt, GrowError> {
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
    let runs = |stmt: StmtId| m.observed.runs(stmt) > 0;
    let verdicts =
        marked.iter().map(|(stmt, fault)| (*stmt, verdict(*fault, Some(*stmt) == end, runs(*stmt))));
    let notes = Notes { statements: verdicts.collect(), ..Notes::default() };
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
        statements: ended.statements,
        live: ended.live,
        notes,
        checked: Vec::new(),
        drawn: Vec::new(),
        told: String::new(),
        from: Vec::new(),
        flags: Vec::new(),
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
