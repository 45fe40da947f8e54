//! What functions and compound statements read and write, as comments: the effects of this one run, found from the values
//! that were recorded. A variable is in the set whichever part of it is meant. A call has the effects that the function
//! has over all its calls, so that the sets of what contains it are upper bounds.

use super::Observed;
use emit::Notes;
use ir::{BlockId, ExprId, ExprKind, FuncId, Init, InitId, Program, Stmt, StmtId, VarId};
use machine::Pointer;
use std::collections::{BTreeMap, BTreeSet};

/// What was read and written.
#[derive(Clone, Default, PartialEq, Eq)]
struct Sets {
    reads: BTreeSet<VarId>,
    writes: BTreeSet<VarId>,
    /// Something was used through a pointer to more targets than the machine remembers.
    beyond: bool,
}

impl Sets {
    fn add(&mut self, more: &Sets) {
        self.reads.extend(&more.reads);
        self.writes.extend(&more.writes);
        self.beyond |= more.beyond;
    }

    /// Those variables only that others can see too.
    fn without(&self, is_own: impl Fn(VarId) -> bool) -> Sets {
        let keep = |set: &BTreeSet<VarId>| set.iter().copied().filter(|v| !is_own(*v)).collect();
        Sets { reads: keep(&self.reads), writes: keep(&self.writes), beyond: self.beyond }
    }

    fn description(&self, p: &Program) -> String {
        let list = |set: &BTreeSet<VarId>| {
            let names: Vec<&str> = set.iter().map(|v| p.name(p.vars[*v].name)).collect();
            if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
        };
        let beyond = if self.beyond { "; and more through pointers" } else { "" };
        format!("reads: {}; writes: {}{beyond}", list(&self.reads), list(&self.writes))
    }
}

const DEAD: &str = "never executed";

/// A comment for each tested function, and for each statement with a block in it.
pub fn notes(p: &Program, run: &Observed) -> Notes {
    let mut bodies: BTreeMap<FuncId, Gather> = BTreeMap::new();
    for (id, f) in p.funcs.iter() {
        if let Some(body) = f.body {
            let mut all = Gather::new(p, run);
            all.block(body);
            bodies.insert(id, all);
        }
    }
    let effects = closure(p, &bodies);
    let mut notes = Notes::default();
    for (id, f) in super::tested(p) {
        let Some(body) = f.body else { continue };
        let note =
            if run.observed.entries(body) == 0 { DEAD.to_owned() } else { effects[&id].description(p) };
        notes.functions.insert(id, note);
        in_block(p, run, &effects, body, &mut notes);
    }
    notes
}

fn in_block(
    p: &Program,
    run: &Observed,
    effects: &BTreeMap<FuncId, Sets>,
    block: BlockId,
    notes: &mut Notes,
) {
    for id in &p.blocks[block] {
        let mut compound = false;
        p.stmts[*id].for_each_block(|inner| {
            compound = true;
            in_block(p, run, effects, inner, notes);
        });
        if !compound {
            continue;
        }
        let mut all = Gather::new(p, run);
        all.stmt(*id);
        let ran = run.observed.runs(*id) > 0 || all.sets != Sets::default();
        let note = if ran { all.with_calls(effects).description(p) } else { DEAD.to_owned() };
        notes.statements.insert(*id, note);
    }
}

/// The effects of each function with those of what it calls, as others see them.
fn closure(p: &Program, bodies: &BTreeMap<FuncId, Gather>) -> BTreeMap<FuncId, Sets> {
    let mut effects: BTreeMap<FuncId, Sets> = bodies.keys().map(|f| (*f, Sets::default())).collect();
    loop {
        let mut changed = false;
        for (id, body) in bodies {
            let is_own = |v: VarId| p.vars[v].owner == Some(*id) && !p.vars[v].storage.is_static();
            let now = body.with_calls(&effects).without(is_own);
            changed |= effects.insert(*id, now.clone()) != Some(now);
        }
        if !changed {
            return effects;
        }
    }
}

/// The effects of statements and expressions by themselves, the functions that they call, and the variables that they
/// declare.
struct Gather<'a> {
    p: &'a Program,
    run: &'a Observed<'a>,
    sets: Sets,
    calls: BTreeSet<FuncId>,
    declared: BTreeSet<VarId>,
}

impl<'a> Gather<'a> {
    fn new(p: &'a Program, run: &'a Observed<'a>) -> Self {
        let (sets, calls, declared) = Default::default();
        Gather { p, run, sets, calls, declared }
    }

    fn with_calls(&self, effects: &BTreeMap<FuncId, Sets>) -> Sets {
        let mut all = self.sets.clone();
        self.calls.iter().filter_map(|f| effects.get(f)).for_each(|called| all.add(called));
        all.without(|v| self.declared.contains(&v))
    }

    fn block(&mut self, block: BlockId) {
        let p = self.p;
        p.blocks[block].iter().for_each(|s| self.stmt(*s));
    }

    fn stmt(&mut self, id: StmtId) {
        let stmt = self.p.stmts[id];
        if let Stmt::Decl(var) = stmt
            && !self.p.vars[var].storage.is_static()
        {
            self.declared.insert(var);
            self.p.vars[var].init.into_iter().for_each(|init| self.init(init));
        }
        stmt.for_each_expr(|e| self.expr(e));
        stmt.for_each_block(|inner| self.block(inner));
    }

    fn init(&mut self, init: InitId) {
        let p = self.p;
        match &p.inits[init] {
            Init::Expr(e) => self.expr(*e),
            Init::List(items) => items.iter().for_each(|item| self.init(item.init)),
        }
    }

    fn expr(&mut self, e: ExprId) {
        let p = self.p;
        if self.run.observed.seen(e).is_some() {
            match p.exprs[e].kind {
                ExprKind::Assign { lhs, .. } => self.used(lhs, |sets, v| _ = sets.writes.insert(v)),
                ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs) => {
                    self.used(lhs, |sets, v| {
                        sets.reads.insert(v);
                        sets.writes.insert(v);
                    });
                }
                ExprKind::Call { callee, .. } => self.call(callee),
                // An lvalue that gave a value was read.
                _ if p.is_lvalue(e) => self.used(e, |sets, v| _ = sets.reads.insert(v)),
                _ => {}
            }
        }
        p.for_each_child(e, |child| self.expr(child));
    }

    fn call(&mut self, callee: ExprId) {
        match self.p.exprs[callee].kind {
            ExprKind::Func(f) => _ = self.calls.insert(f),
            _ => {
                let run = self.run;
                self.calls.extend(run.observed.targets(callee).iter().filter_map(|to| to.as_function()));
            }
        }
    }

    /// Tells of each variable that an lvalue may have been part of.
    fn used(&mut self, lvalue: ExprId, tell: fn(&mut Sets, VarId)) {
        match self.p.exprs[lvalue].kind {
            ExprKind::Var(v) => tell(&mut self.sets, v),
            ExprKind::Member { base, .. } => self.used(base, tell),
            ExprKind::Decay(of) => self.used(of, tell),
            ExprKind::Arrow { base, .. } | ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                match self.p.exprs[base].kind {
                    ExprKind::Decay(of) => self.used(of, tell),
                    _ => self.through(base, tell),
                }
            }
            _ => {}
        }
    }

    fn through(&mut self, pointer: ExprId, tell: fn(&mut Sets, VarId)) {
        let run = self.run;
        let targets: &[Pointer] = run.observed.targets(pointer);
        self.sets.beyond |= targets.is_empty();
        for to in targets {
            match run.view().origin_of(*to) {
                Some(v) => tell(&mut self.sets, v),
                // A string, or memory without a name.
                None => self.sets.beyond = true,
            }
        }
    }
}
