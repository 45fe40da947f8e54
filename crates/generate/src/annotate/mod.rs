//! What is known of a finished program's run, told to those who test analysers, as Csmith does it: what pointers point to
//! ([`pointees`]), what functions and blocks read and write ([`effects`]), and pointer uses that are invalid on purpose
//! ([`faults`]).

mod effects;
mod pointees;

use crate::choice::Choice;
use crate::policy::Manner;
use emit::Notes;
use ir::{BlockId, Effects, ExprId, ExprKind, Func, FuncId, Program, Stmt, StmtId, VarId};
use machine::{Cold, Config, Machine, Outcome};

/// Adds what the policy wants to be said of the run: assertions to the program, and comments for the one who prints it.
pub fn tell(program: &mut Program, manner: &Manner, ch: &mut Choice) -> Notes {
    let mut notes = Notes::default();
    if manner.assertions == 0 && !manner.facts {
        return notes;
    }
    let original = program.clone();
    let Some(run) = observe(&original) else { return notes };
    if manner.facts {
        notes = effects::notes(&original, &run);
        notes.statements.extend(pointees::notes(&original, &run));
    }
    pointees::add_assertions(program, &run, manner.assertions, ch);
    notes
}

/// What functions and compound statements of a program read and write when it is run.
pub fn effects(program: &Program) -> Notes {
    observe(program).map_or_else(Notes::default, |run| effects::notes(program, &run))
}

fn observe(program: &Program) -> Option<Observed<'_>> {
    let config = Config { record_values: true, max_steps: 1 << 30, ..Config::default() };
    let (outcome, run) = machine::run(program, config);
    matches!(outcome, Outcome::Finished { .. }).then_some(run)
}

/// A run whose values were recorded.
pub type Observed<'p> = Machine<Cold<'p>>;

/// A statement that dereferences a pointer variable whenever it is executed.
pub struct Use {
    pub block: BlockId,
    pub stmt: StmtId,
    /// The variable as it is read there.
    pub read: ExprId,
    pub pointer: VarId,
    /// The locals that can be named there.
    pub visible: Vec<VarId>,
}

fn tested(p: &Program) -> impl Iterator<Item = (FuncId, &Func)> {
    p.funcs.iter().filter(|(_, f)| p.name(f.name).starts_with("func_"))
}

/// All such statements of the tested functions, one for each statement and pointer.
pub fn uses(p: &Program) -> Vec<Use> {
    let mut all: Vec<Use> = Vec::new();
    for (_, f) in tested(p) {
        if let Some(body) = f.body {
            uses_in(p, body, &mut f.params.clone(), &mut all);
        }
    }
    all
}

fn uses_in(p: &Program, block: BlockId, visible: &mut Vec<VarId>, all: &mut Vec<Use>) {
    let outer = visible.len();
    for id in &p.blocks[block] {
        let stmt = p.stmts[*id];
        if let Stmt::Decl(var) = stmt {
            visible.push(var);
        }
        if let Stmt::Expr(e) = stmt
            && !may_move_pointers(p, e)
        {
            let mut found = Vec::new();
            dereferenced(p, e, &mut found);
            found.dedup_by_key(|(_, pointer)| *pointer);
            let uses = found.into_iter();
            all.extend(uses.map(|(read, pointer)| Use {
                block,
                stmt: *id,
                read,
                pointer,
                visible: visible.clone(),
            }));
        }
        stmt.for_each_block(|inner| uses_in(p, inner, visible, all));
    }
    visible.truncate(outer);
}

/// Whether a pointer could change before it is dereferenced: by a call, or by an assignment within.
fn may_move_pointers(p: &Program, e: ExprId) -> bool {
    fn assigns(p: &Program, e: ExprId) -> bool {
        let here = matches!(
            p.exprs[e].kind,
            ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec(..)
        );
        (here && !p.types.is_integer(p.ty(e))) || any_child(p, e, assigns)
    }
    fn any_child(p: &Program, e: ExprId, is: fn(&Program, ExprId) -> bool) -> bool {
        let mut found = false;
        p.for_each_child(e, |child| found = found || is(p, child));
        found
    }
    p.exprs[e].effects.has(Effects::CALL) || any_child(p, e, assigns)
}

/// The pointer variables that are dereferenced whatever the values are.
fn dereferenced(p: &Program, e: ExprId, found: &mut Vec<(ExprId, VarId)>) {
    match p.exprs[e].kind {
        ExprKind::Logic(_, a, _) | ExprKind::Cond { cond: a, .. } => return dereferenced(p, a, found),
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
    p.for_each_child(e, |child| dereferenced(p, child, found));
}

pub fn insert_before(p: &mut Program, at: &Use, stmt: Stmt) -> StmtId {
    let id = p.push_stmt(stmt);
    let list = &mut p.blocks[at.block];
    let position = list.iter().position(|s| *s == at.stmt).unwrap_or(0);
    list.insert(position, id);
    id
}
