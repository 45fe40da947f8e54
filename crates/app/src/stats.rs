//! What an execution did, for `assay run --stats`: how much of the program ran, where it spent its time, what never
//! ran, and how many operations are raw or guarded.

use ir::{BlockId, ExprId, ExprKind, Init, InitId, Program, Stmt, StmtId};
use machine::{Cold, Machine};
use read::Unit;
use serde::Serialize;
use std::fmt;

/// How many blocks are listed by name.
const LISTED: usize = 8;

#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    pub steps: u64,
    /// The most bytes that objects occupied at one time.
    pub memory: usize,
    pub statements: Share,
    pub blocks: Share,
    pub volatile_accesses: u64,
    /// The blocks that were entered most often.
    pub hot: Vec<HotBlock>,
    /// Where blocks start that never ran.
    pub dead: Vec<String>,
    pub operations: Operations,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Share {
    pub executed: usize,
    pub total: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct HotBlock {
    pub at: String,
    pub entries: u32,
}

/// Operations that are undefined for some operands.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Operations {
    pub raw: usize,
    pub guarded: usize,
}

impl Stats {
    pub fn new(unit: &Unit, machine: &Machine<Cold>) -> Stats {
        let parts = Parts::of(&unit.program);
        let ran = |stmt: &StmtId| machine.observed.runs(*stmt) > 0;
        let lives = |block: &BlockId| unit.program.blocks[*block].iter().any(ran);
        let blocks: Vec<BlockId> =
            parts.blocks.iter().copied().filter(|b| !unit.program.blocks[*b].is_empty()).collect();
        let live = blocks.iter().filter(|b| lives(b)).count();
        Stats {
            steps: machine.steps(),
            memory: machine.footprint(),
            statements: Share {
                executed: parts.stmts.iter().filter(|s| ran(s)).count(),
                total: parts.stmts.len(),
            },
            blocks: Share { executed: live, total: blocks.len() },
            volatile_accesses: machine.observed.volatile_count,
            hot: hot(unit, machine, &blocks),
            dead: blocks.iter().filter(|b| !lives(b)).filter_map(|b| place(unit, *b)).collect(),
            operations: parts.operations,
        }
    }
}

fn hot(unit: &Unit, machine: &Machine<Cold>, blocks: &[BlockId]) -> Vec<HotBlock> {
    let mut entered: Vec<(u32, BlockId)> =
        blocks.iter().map(|b| (machine.observed.entries(*b), *b)).filter(|(n, _)| *n > 1).collect();
    entered.sort_by_key(|(n, block)| (std::cmp::Reverse(*n), *block));
    entered
        .into_iter()
        .filter_map(|(entries, block)| place(unit, block).map(|at| HotBlock { at, entries }))
        .take(LISTED)
        .collect()
}

/// Where a block's first statement stands.
fn place(unit: &Unit, block: BlockId) -> Option<String> {
    let first = unit.program.blocks[block].first()?;
    unit.map.stmt(*first).map(|position| position.to_string())
}

/// Everything in the bodies of a program's functions.
#[derive(Default)]
struct Parts {
    stmts: Vec<StmtId>,
    blocks: Vec<BlockId>,
    operations: Operations,
}

impl Parts {
    fn of(p: &Program) -> Parts {
        let mut parts = Parts::default();
        for body in p.funcs.iter().filter_map(|(_, f)| f.body) {
            parts.block(p, body);
        }
        parts
    }

    fn block(&mut self, p: &Program, block: BlockId) {
        self.blocks.push(block);
        for stmt in &p.blocks[block] {
            self.stmts.push(*stmt);
            let stmt = p.stmts[*stmt];
            stmt.for_each_expr(|e| self.expr(p, e));
            if let Stmt::Decl(var) = stmt {
                p.vars[var].init.into_iter().for_each(|init| self.init(p, init));
            }
            stmt.for_each_block(|inner| self.block(p, inner));
        }
    }

    fn init(&mut self, p: &Program, init: InitId) {
        match &p.inits[init] {
            Init::Expr(e) => self.expr(p, *e),
            Init::List(items) => items.iter().for_each(|item| self.init(p, item.init)),
        }
    }

    fn expr(&mut self, p: &Program, id: ExprId) {
        match p.exprs[id].kind {
            ExprKind::Guard(inner, _) => {
                self.operations.guarded += 1;
                p.for_each_child(inner, |child| self.expr(p, child));
            }
            ExprKind::CompoundLit(var) => p.vars[var].init.into_iter().for_each(|init| self.init(p, init)),
            _ => {
                self.operations.raw += usize::from(machine::may_be_undefined(p, id));
                p.for_each_child(id, |child| self.expr(p, child));
            }
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "steps: {}", self.steps)?;
        writeln!(f, "memory: {} bytes", self.memory)?;
        writeln!(f, "statements executed: {} of {}", self.statements.executed, self.statements.total)?;
        writeln!(f, "blocks executed: {} of {}", self.blocks.executed, self.blocks.total)?;
        writeln!(f, "volatile accesses: {}", self.volatile_accesses)?;
        writeln!(f, "operations: {} raw, {} guarded", self.operations.raw, self.operations.guarded)?;
        for block in &self.hot {
            writeln!(f, "hot: {}: entered {} times", block.at, block.entries)?;
        }
        for at in self.dead.iter().take(LISTED) {
            writeln!(f, "dead: {at}")?;
        }
        match self.dead.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => writeln!(f, "dead: and {more} more"),
        }
    }
}
