//! From a program of somebody's to a seed of mutants: it is valid C of the subset, its run ends by itself and is defined, and
//! does not depend on how floating values are rounded. Its `main` becomes a function that the mutant calls.

use crate::subject::{self, ENTRY, Ran};
use emit::check;
use ir::validate::{Dialect, Rules, validate_with};
use ir::{
    Builtin, Effects, ExprId, ExprKind, FnType, FuncId, Init, InitItem, IntKind, PathStep, Program, Stmt,
    StmtId, Storage, Target, Ty, VarId, visit,
};
use machine::{Config, Limit, Outcome};
use thiserror::Error;

/// A program that can be mutated: without `main`, and with an entry of another name in its place.
#[derive(Clone, Debug)]
pub struct Seed {
    pub program: Program,
    /// Node evaluations of its run.
    pub steps: u64,
}

/// What a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub steps: u64,
    pub memory: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { steps: 1_000_000, memory: 1 << 24 }
    }
}

/// Why a program is no seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    #[error("not C: {0}")]
    NotC(String),
    #[error("not in the subset: {0}")]
    Unsupported(String),
    #[error("no main")]
    NoMain,
    #[error("main has parameters that are neither `int` nor `int, char **`")]
    Parameters,
    #[error("undefined behaviour: {0}")]
    Undefined(String),
    #[error("its result depends on how floating values are rounded")]
    Inexact,
    #[error("too many steps")]
    Steps,
    #[error("too much memory, or calls too deep")]
    Space,
    #[error("endless")]
    Endless,
    #[error("it calls abort")]
    Aborts,
    #[error("it exits in the middle")]
    Exits,
}

impl Reason {
    /// The class, for tables.
    pub fn class(&self) -> &'static str {
        match self {
            Reason::NotC(_) => "not C",
            Reason::Unsupported(_) => "not in the subset",
            Reason::NoMain => "no main",
            Reason::Parameters => "other parameters of main",
            Reason::Undefined(_) => "undefined behaviour",
            Reason::Inexact => "depends on rounding",
            Reason::Steps => "too many steps",
            Reason::Space => "too much memory",
            Reason::Endless => "endless",
            Reason::Aborts => "calls abort",
            Reason::Exits => "exits in the middle",
        }
    }
}

/// Reads a preprocessed program, runs it and makes a seed of it.
pub fn import(text: &str, target: &Target, budget: Budget) -> Result<Seed, Reason> {
    let mut seed = seed_of(text, target)?;
    let ran = subject::run(&seed.program, budget.steps, budget.memory);
    if let Some(reason) = refused(&ran.outcome) {
        return Err(reason);
    }
    if !ran.came_back {
        return Err(Reason::Exits);
    }
    if subject::has_floats(&seed.program) && !is_stable(&seed.program, &ran, budget) {
        return Err(Reason::Inexact);
    }
    seed.steps = ran.steps;
    Ok(seed)
}

/// The same for a program that has been imported before: what its run would show is known.
pub fn seed_of(text: &str, target: &Target) -> Result<Seed, Reason> {
    let unit = read::read(text, target.clone()).map_err(|error| {
        if error.kind.is_unsupported() {
            Reason::Unsupported(error.kind.to_string())
        } else {
            Reason::NotC(error.kind.to_string())
        }
    })?;
    let mut program = unit.program;
    let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
    if let Some(violation) = validate_with(&program, rules).first() {
        return Err(Reason::NotC(violation.to_string()));
    }
    let main = program.main().ok_or(Reason::NoMain)?;
    rename(&mut program);
    parameters(&mut program, main)?;
    returning(&mut program, main);
    add_entry(&mut program, main);
    Ok(Seed { program, steps: 0 })
}

fn refused(outcome: &Outcome) -> Option<Reason> {
    match outcome {
        Outcome::Finished { .. } => None,
        Outcome::Aborted => Some(Reason::Aborts),
        Outcome::Undefined(found) => Some(Reason::Undefined(found.ub.name().to_owned())),
        Outcome::Unsupported(gap) => Some(Reason::Unsupported(gap.what.to_string())),
        Outcome::OutOfBudget(Limit::Steps) => Some(Reason::Steps),
        Outcome::OutOfBudget(Limit::Depth | Limit::Memory) => Some(Reason::Space),
        Outcome::OutOfBudget(Limit::Endless) => Some(Reason::Endless),
    }
}

/// Whether what it prints, and what its globals hold in the end, is the same however floating values are rounded.
fn is_stable(program: &Program, ran: &Ran, budget: Budget) -> bool {
    let mut whole = program.clone();
    let Some(entry) = subject::entry(&whole) else { return false };
    subject::let_go(&mut whole, ran);
    let readable = |var: VarId, path: &[PathStep]| ran.finals.is_readable(var, path);
    check::add_print(&mut whole, entry, &readable, check::Helpers::Plain);
    let config = Config { max_steps: budget.steps * 2, max_memory: budget.memory, ..Config::default() };
    let (_, mut machine) = machine::run(&whole, config.clone());
    let output = machine.take_output();
    machine::is_stable(&whole, &config, &output)
}

// --- names ---

/// Gives other names to functions that have one of ours, and to types that have one of the headers'.
fn rename(p: &mut Program) {
    for func in p.funcs.ids().collect::<Vec<_>>() {
        if p.funcs[func].body.is_none() {
            continue;
        }
        let name = p.name(p.funcs[func].name).to_owned();
        let ours = name == "main" || name == ENTRY || name.starts_with("func_") || name.starts_with("check_");
        if ours || is_of_library(&name) {
            let wanted = if name == "main" { "start".to_owned() } else { format!("old_{name}") };
            let fresh = subject::fresh(p, &wanted);
            p.funcs[func].name = p.names.intern(&fresh);
        }
    }
    for alias in p.types.aliases.ids().collect::<Vec<_>>() {
        let name = p.name(p.types.aliases[alias].name).to_owned();
        if p.types.aliases[alias].header.is_none() && is_of_headers(&name) {
            let fresh = subject::fresh(p, &format!("old_{name}"));
            p.types.aliases[alias].name = p.names.intern(&fresh);
        }
    }
}

/// Whether compilers take a function of this name for one of the library's, of which they know what it does; a mutant may do something else.
fn is_of_library(name: &str) -> bool {
    Builtin::from_name(name).is_some()
        || Builtin::from_name(&format!("__builtin_{name}")).is_some()
        || ["ffsl", "ffsll", "index", "rindex", "bcmp", "bcopy", "bzero", "stpcpy", "mempcpy"].contains(&name)
}

/// Whether the headers that a mutant includes may define a type of this name, as glibc's `<stdlib.h>` does with many.
fn is_of_headers(name: &str) -> bool {
    name.ends_with("_t") || name.starts_with("u_") || ["uint", "ulong", "ushort"].contains(&name)
}

// --- main ---

/// `main` loses parameters that nobody reads. Those that are read must be the usual ones: the entry gives them their values.
fn parameters(p: &mut Program, main: FuncId) -> Result<(), Reason> {
    let is_main = |func| func == main;
    let read = visit::expressions(p).into_iter().any(|e| match p.exprs[e].kind {
        ExprKind::Var(v) => p.funcs[main].params.contains(&v),
        ExprKind::Func(f) => is_main(f),
        _ => false,
    });
    let given: Vec<Ty> = p.funcs[main].params.iter().map(|v| p.vars[*v].ty).collect();
    let usual = usual_parameters(p);
    p.funcs[main].is_static = false;
    if given.len() <= usual.len() && given.iter().zip(usual).all(|(a, b)| p.types.same(*a, b)) && read {
        return Ok(());
    }
    if read && !given.is_empty() {
        return Err(Reason::Parameters);
    }
    p.funcs[main].params.clear();
    p.funcs[main].ty =
        p.types.function(FnType { ret: Ty::INT, params: Vec::new(), variadic: false, prototype: true });
    Ok(())
}

/// `int, char **`.
fn usual_parameters(p: &mut Program) -> [Ty; 2] {
    let text = p.types.pointer(Ty::CHAR);
    [Ty::INT, p.types.pointer(text)]
}

/// What a hosted program is started with when nobody gives it arguments: 1 and `{"program", 0}`, of variables so that it may be changed.
fn arguments(p: &mut Program, count: usize) -> Vec<ExprId> {
    let mut given = vec![p.int_lit(1, IntKind::Int)];
    if count == 2 {
        let letters = p.types.array(Ty::CHAR, 8);
        let text = p.str_lit(b"program");
        let init = p.push_init(Init::Expr(text));
        let name = subject::fresh(p, "name");
        let name = p.add_global(&name, letters, Storage::Static, Some(init));
        let name = p.var(name);
        let start = p.decay(name);
        let zero = p.int_lit(0, IntKind::Int);
        let pointer = p.types.pointer(Ty::CHAR);
        let null = p.assign_convert(zero, pointer).expect("a null pointer constant");
        let items = [start, null].into_iter().enumerate();
        let items = items.map(|(place, value)| {
            let init = p.push_init(Init::Expr(value));
            InitItem { place: place as u32, init, designated: false }
        });
        let list = Init::List(items.collect());
        let init = p.push_init(list);
        let vector = p.types.array(pointer, 2);
        let argv = subject::fresh(p, "arguments");
        let argv = p.add_global(&argv, vector, Storage::Static, Some(init));
        let argv = p.var(argv);
        given.push(p.decay(argv));
    }
    given.truncate(count);
    given
}

/// What ends the program in `main` returns from it, and so does its end.
fn returning(p: &mut Program, main: FuncId) {
    for site in visit::statements_of(p, main) {
        if let Stmt::Expr(e) = p.stmts[site.stmt]
            && let Some(code) = exit_code(p, e)
        {
            p.stmts[site.stmt] = Stmt::Return(Some(code));
        }
    }
    let Some(body) = p.funcs[main].body else { return };
    let returns = p.blocks[body].last().is_some_and(|s| matches!(p.stmts[*s], Stmt::Return(_)));
    if !returns {
        let zero = p.int_lit(0, IntKind::Int);
        p.append(body, Stmt::Return(Some(zero)));
    }
    // `return;` in main, which C89 has.
    for stmt in returns_of_nothing(p, main) {
        let zero = p.int_lit(0, IntKind::Int);
        p.stmts[stmt] = Stmt::Return(Some(zero));
    }
}

fn returns_of_nothing(p: &Program, main: FuncId) -> Vec<StmtId> {
    let all = visit::statements_of(p, main).into_iter().map(|site| site.stmt);
    all.filter(|stmt| p.stmts[*stmt] == Stmt::Return(None)).collect()
}

fn exit_code(p: &Program, e: ExprId) -> Option<ExprId> {
    let ExprKind::Call { callee, args } = p.exprs[e].kind else { return None };
    let ExprKind::Func(func) = p.exprs[callee].kind else { return None };
    if p.funcs[func].builtin != Some(Builtin::Exit) {
        return None;
    }
    p.args(args).first().copied()
}

/// The function that the mutant's `main` will call: it keeps what the old one returned.
fn add_entry(p: &mut Program, main: FuncId) {
    let name = subject::fresh(p, "returned");
    let result = p.add_global(&name, Ty::INT, Storage::Global, None);
    let ty = p.fn_type(Ty::VOID, &[]);
    let entry = p.add_func(ENTRY, ty, &[]);
    let body = p.push_block(Vec::new());
    p.funcs[entry].body = Some(body);
    let given = arguments(p, p.funcs[main].params.len());
    let call = p.call_func(main, &given).expect("arguments of the parameters' types");
    let lhs = p.var(result);
    let assign = p.assign(lhs, call).expect("an int");
    debug_assert!(p.exprs[assign].effects.has(Effects::CALL));
    p.expr_stmt(body, assign);
}
