//! What the rows share: the scene of a mutation, where it can be made, and what is in the way.

use crate::subject::{self, Ran};
use generate::{Choice, Policy};
use ir::{BlockId, ExprId, FuncId, Program, Stmt, StmtId, visit};

/// What a mutation is made in view of.
pub struct Scene<'a> {
    pub program: &'a Program,
    pub ran: &'a Ran,
    pub policy: &'a Policy,
    /// Counts the tries of this mutant.
    pub attempt: u32,
    pub ch: &'a mut Choice,
}

impl Scene<'_> {
    /// How many sites this mutation has.
    pub fn sites(&mut self) -> u32 {
        let [low, high] = self.policy.mutations.sites;
        self.ch.between("mutated-sites", low, high)
    }

    /// Changes one copy of the program at several sites; `None` if it could be changed at none.
    pub fn at_sites(&mut self, change: fn(&mut Program, &mut Scene) -> Option<()>) -> Option<Program> {
        let mut p = self.program.clone();
        let count = self.sites();
        let done = (0..count).filter(|_| change(&mut p, self).is_some()).count();
        (done > 0).then_some(p)
    }

    /// An expression that was evaluated and fits.
    pub fn expression(&mut self, fits: impl Fn(&Program, ExprId) -> bool) -> Option<ExprId> {
        let p = self.program;
        let all: Vec<ExprId> =
            subject::live_expressions(p, self.ran).into_iter().filter(|e| fits(p, *e)).collect();
        self.ch.pick("mutated-expression", &all).copied()
    }

    /// A statement that fits, executed if any is, with the block that it is in.
    pub fn statement(&mut self, fits: impl Fn(&Program, StmtId) -> bool) -> Option<Spot> {
        let all: Vec<Spot> = spots(self.program).into_iter().filter(|s| fits(self.program, s.stmt)).collect();
        let live: Vec<Spot> = all.iter().copied().filter(|s| self.ran.runs(s.stmt) > 0).collect();
        let from = if live.is_empty() { &all } else { &live };
        self.ch.pick("mutated-statement", from).copied()
    }
}

/// A statement and where it is.
#[derive(Clone, Copy)]
pub struct Spot {
    pub stmt: StmtId,
    pub block: BlockId,
    pub func: FuncId,
}

/// The statements in blocks; those in the first clause of a `for` and in statement expressions aside.
fn spots(p: &Program) -> Vec<Spot> {
    let mut all = Vec::new();
    for (func, f) in p.funcs.iter() {
        f.body.into_iter().for_each(|body| in_block(p, func, body, &mut all));
    }
    all
}

fn in_block(p: &Program, func: FuncId, block: BlockId, all: &mut Vec<Spot>) {
    for stmt in &p.blocks[block] {
        all.push(Spot { stmt: *stmt, block, func });
        match p.stmts[*stmt] {
            Stmt::For { body, .. } => in_block(p, func, body, all),
            other => other.for_each_block(|inner| in_block(p, func, inner, all)),
        }
    }
}

/// Puts a statement before another one, or behind it.
pub fn insert(p: &mut Program, spot: Spot, offset: usize, stmt: Stmt) -> Option<StmtId> {
    let id = p.push_stmt(stmt);
    let at = p.blocks[spot.block].iter().position(|s| *s == spot.stmt)?;
    p.blocks[spot.block].insert(at + offset, id);
    Some(id)
}

/// Puts the same statement, under a new number, elsewhere: its old number is free for another one.
pub fn moved(p: &mut Program, stmt: StmtId) -> StmtId {
    let what = p.stmts[stmt];
    p.push_stmt(what)
}

/// Whether a jump in the statement leads out of it, or a label in it can be jumped to.
pub fn has_jumps(p: &Program, stmt: StmtId) -> bool {
    jumps(p, stmt, Inside::Nothing)
}

/// What `break` and `continue` are bound to within the statement that is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Switch,
    Loop,
}

fn jumps(p: &Program, stmt: StmtId, inside: Inside) -> bool {
    let inner = |block: BlockId, inside| p.blocks[block].iter().any(|s| jumps(p, *s, inside));
    match p.stmts[stmt] {
        Stmt::Return(_) | Stmt::Goto(_) | Stmt::Label(_) => true,
        Stmt::Break => inside == Inside::Nothing,
        Stmt::Continue => inside != Inside::Loop,
        Stmt::Case(_) | Stmt::Default => inside == Inside::Nothing,
        Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
            inner(body, Inside::Loop)
        }
        Stmt::Switch { body, .. } => {
            inner(body, if inside == Inside::Loop { Inside::Loop } else { Inside::Switch })
        }
        Stmt::Block(body) => inner(body, inside),
        Stmt::If { then, els, .. } => inner(then, inside) || els.is_some_and(|els| inner(els, inside)),
        Stmt::Expr(e) => !visit::inner_blocks(p, stmt).is_empty() || is_assembly(p, e),
        Stmt::Decl(_) | Stmt::Empty | Stmt::Hole => false,
    }
}

fn is_assembly(p: &Program, e: ExprId) -> bool {
    matches!(p.exprs[e].kind, ir::ExprKind::Asm { .. })
}
