//! A program under mutation: without `main`, with a function in its place, and what a run of it shows.

use emit::check;
use ir::{ExprId, FuncId, Init, InitId, IntKind, ObjectPath, Program, Stmt, StmtId, visit};
use machine::{Config, Finals, Observations, Outcome, Scalar};

/// The function that the mutant's `main` calls.
pub const ENTRY: &str = "run_mutant";

pub fn entry(p: &Program) -> Option<FuncId> {
    p.func_named(ENTRY)
}

/// What a run has come to.
pub struct Ran {
    pub outcome: Outcome,
    pub record: Observations,
    pub finals: Finals,
    pub output: Vec<u8>,
    pub steps: u64,
    /// The entry returned to `main`: nothing ended the program before.
    pub came_back: bool,
}

impl Ran {
    pub fn is_fine(&self) -> bool {
        self.came_back && matches!(self.outcome, Outcome::Finished { .. })
    }

    pub fn runs(&self, stmt: StmtId) -> u32 {
        self.record.runs(stmt)
    }

    pub fn evaluated(&self, e: ExprId) -> bool {
        self.record.seen(e).is_some()
    }
}

/// Runs it with all values recorded.
pub fn run(p: &Program, max_steps: u64, max_memory: usize) -> Ran {
    let mut whole = p.clone();
    let Some(entry) = entry(p) else { return nothing() };
    let main = check::add_none(&mut whole, entry);
    let last = whole.funcs[main].body.and_then(|body| whole.blocks[body].last().copied());
    let config = Config { max_steps, max_memory, max_depth: 4_000, record_values: true, ..Config::default() };
    let (outcome, mut machine) = machine::run(&whole, config);
    let came_back = last.is_some_and(|last| machine.observed.runs(last) > 0);
    Ran {
        outcome,
        finals: machine.finals(),
        output: machine.take_output(),
        steps: machine.steps(),
        record: std::mem::take(&mut machine.observed),
        came_back,
    }
}

fn nothing() -> Ran {
    Ran {
        outcome: Outcome::Aborted,
        record: Observations::default(),
        finals: Finals::default(),
        output: Vec::new(),
        steps: 0,
        came_back: false,
    }
}

/// Pointers that hold addresses of what has died when the run ends are set to null: nothing can look at them.
pub fn let_go(p: &mut Program, ran: &Ran) {
    let dangling = ran.finals.iter().filter(|f| f.value == Scalar::Unknown).map(|f| f.path.clone());
    for path in dangling.collect::<Vec<_>>() {
        if p.types.is_pointer(path.ty(p)) {
            reset(p, &path);
        }
    }
}

fn reset(p: &mut Program, path: &ObjectPath) -> Option<()> {
    let body = p.funcs[entry(p)?].body?;
    let place = path.lvalue(p).ok()?;
    p.modifiable(place, "=").ok()?;
    let zero = p.int_lit(0, IntKind::Int);
    let assign = p.assign(place, zero).ok()?;
    p.expr_stmt(body, assign);
    Some(())
}

/// A name that nothing in the program has.
pub fn fresh(p: &Program, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    let mut n = 1;
    while p.names.find(&name).is_some() {
        n += 1;
        name = format!("{wanted}_{n}");
    }
    name
}

pub fn has_floats(p: &Program) -> bool {
    p.exprs
        .iter()
        .any(|(_, e)| p.types.is_float(e.ty) || p.types.lanes(e.ty).is_some_and(|(l, _)| p.types.is_float(l)))
}

/// Computes all effects anew, after nodes were replaced.
pub fn refresh(p: &mut Program) {
    let sites = visit::statements(p);
    for site in sites.into_iter().rev() {
        for root in visit::roots(p, site.stmt) {
            p.refresh_effects(root);
        }
    }
}

/// The expressions of executed statements that stand where a value is computed: not those of cases and static initialisers.
pub fn live_expressions(p: &Program, ran: &Ran) -> Vec<ExprId> {
    let mut all = Vec::new();
    for site in visit::statements(p) {
        if ran.runs(site.stmt) == 0 || matches!(p.stmts[site.stmt], Stmt::Case(_)) {
            continue;
        }
        if let Stmt::Decl(var) = p.stmts[site.stmt]
            && p.vars[var].storage.is_static()
        {
            continue;
        }
        for root in visit::roots(p, site.stmt) {
            visit::tree(p, root, &mut |e| all.push(e));
        }
    }
    all.retain(|e| ran.evaluated(*e));
    all
}

/// Whether an initialiser is only constants, so that it can be a static variable's.
pub fn is_constant_init(p: &Program, init: InitId) -> bool {
    match &p.inits[init] {
        Init::Expr(e) => ir::constant::int_value(p, *e).is_some(),
        Init::List(items) => items.iter().all(|item| is_constant_init(p, item.init)),
    }
}
