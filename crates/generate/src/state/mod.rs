//! The program under growth, and what the generator knows of it: blocks, functions, variables, budgets. The machine
//! meets it in [`crate::driver::growing`].

pub mod access;
pub mod call_graph;
pub mod census;
pub mod cx;
pub mod forbidden;
pub mod grammar;
pub mod operator_context;
pub mod scopes;
pub mod sites;
pub mod stats;
pub mod tokens;

use crate::choice::Choice;
use crate::policy::Policy;
use crate::state::access::Quiet;
use crate::state::call_graph::{Family, FuncInfo};
use crate::state::grammar::Grammar;
use crate::state::operator_context::OperatorContext;
use crate::state::scopes::{BlockInfo, Lock, Role, VarInfo};
use crate::state::sites::Owner;
use crate::state::stats::Stats;
use ir::{
    BinaryOp, BlockId, ExprId, FuncId, GuardStyle, Id, IntKind, LabelId, Program, Stmt, StmtId, Ty, VarId,
    visit,
};
use machine::Amendment;

pub struct Gen {
    pub p: Program,
    pub ch: Choice,
    pub policy: Policy,
    /// The tables of expressions.
    pub grammar: Grammar,
    pub stats: Stats,
    /// Constants used so far, to be used again.
    pub constants: Vec<i128>,
    /// Pure subexpressions with the block they are from, to be written again.
    pub common: Vec<(ExprId, BlockId)>,
    pub vars: Vec<VarInfo>,
    pub funcs: Vec<FuncInfo>,
    blocks: Vec<Option<BlockInfo>>,
    /// From which expression on, and by which statement, nodes are owned.
    /// The statement of each node.
    owners: Vec<Option<Owner>>,
    /// The statement whose sites were repaired last, and how many times in a row.
    pub last_repaired: Option<(StmtId, u32)>,
    /// Sites that have been rewritten, and cannot be again.
    pub rewritten: Vec<bool>,
    /// Tokens so far, and those that dead code may still have.
    pub tokens: u32,
    pub check_tokens: u32,
    pub records: Vec<Ty>,
    /// Records whose fields are being made, each for a field of the one before.
    pub unfinished_records: u32,
    pub families: Vec<Family>,
    /// Steps and limits of walks along arrays, which may point behind the last element, and results that are only
    /// compared with a limit, which may be inexact.
    pub lenient: Vec<bool>,
    /// Constant arrays that hold a text.
    pub texts: Vec<VarId>,
    /// The machine has run: what is left is dead.
    pub dead: bool,
    pub scratch: Vec<VarId>,
    /// The statements that stop loops which go on for too long.
    pub fuel_checks: Vec<StmtId>,
    /// The guards that have a function or macro already.
    pub guards: Vec<(Option<BinaryOp>, Ty, GuardStyle)>,
    /// Functions that do not return.
    pub fatal: Vec<FuncId>,
    /// Functions that allocate: elements of what type, whether they are cleared, and the function.
    pub allocators: Vec<(Ty, bool, FuncId)>,
    /// Functions that loops step with: the type, the operation, and by how much.
    pub step_functions: Vec<(IntKind, BinaryOp, i128, FuncId)>,
    /// Functions that read one argument of a type from a list.
    pub list_readers: Vec<(Ty, FuncId)>,
    /// Functions that elements of a kind are sorted by.
    pub comparisons: Vec<(IntKind, FuncId)>,
    /// Counters that nothing else writes while their loop grows.
    pub locks: Vec<Lock>,
    /// Branches made for dead code.
    pub hidden: u32,
    /// Variables that repairs have inserted.
    pub inserted: Vec<VarId>,
    /// Changes to the past that the machine is to make.
    pub amendments: Vec<Amendment>,
    names: u32,
    /// How many of the first blocks are of a program that was there before.
    pub host_blocks: usize,
}

impl Gen {
    pub fn new(p: Program, ch: Choice, policy: Policy, grammar: Grammar) -> Self {
        Gen {
            p,
            ch,
            policy,
            grammar,
            stats: Stats::default(),
            constants: Vec::new(),
            common: Vec::new(),
            vars: Vec::new(),
            funcs: Vec::new(),
            blocks: Vec::new(),
            owners: Vec::new(),
            rewritten: Vec::new(),
            tokens: 0,
            check_tokens: 120,
            records: Vec::new(),
            families: Vec::new(),
            lenient: Vec::new(),
            texts: Vec::new(),
            dead: false,
            scratch: Vec::new(),
            fuel_checks: Vec::new(),
            last_repaired: None,
            unfinished_records: 0,
            guards: Vec::new(),
            fatal: Vec::new(),
            allocators: Vec::new(),
            step_functions: Vec::new(),
            comparisons: Vec::new(),
            list_readers: Vec::new(),
            locks: Vec::new(),
            hidden: 0,
            inserted: Vec::new(),
            amendments: Vec::new(),
            names: 0,
            host_blocks: 0,
        }
    }

    /// Asks the machine for a change to the past.
    pub fn amend(&mut self, amendment: Amendment) {
        self.amendments.push(amendment);
    }

    /// Numbers of names begin behind this one.
    pub fn number_from(&mut self, names: u32) {
        self.names = names;
    }

    /// A number that no other name has.
    pub fn number(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    /// A new label of the function, in Csmith's manner if the program is.
    pub fn new_label(&mut self, func: FuncId) -> LabelId {
        let number = self.number();
        let prefix = if self.policy.manner.expression_table { "lbl_" } else { "L" };
        self.p.push_label(&format!("{prefix}{number}"), func)
    }

    pub fn block(&self, block: BlockId) -> &BlockInfo {
        self.blocks[block.index()].as_ref().expect("a block of the generator's")
    }

    /// What is known of a block, if it is one that grows.
    pub fn growing(&self, block: BlockId) -> Option<&BlockInfo> {
        self.blocks.get(block.index())?.as_ref()
    }

    pub fn block_mut(&mut self, block: BlockId) -> &mut BlockInfo {
        self.blocks[block.index()].as_mut().expect("a block of the generator's")
    }

    pub fn info(&self, var: VarId) -> &VarInfo {
        &self.vars[var.index()]
    }

    pub fn info_mut(&mut self, var: VarId) -> &mut VarInfo {
        &mut self.vars[var.index()]
    }

    pub fn set_info(&mut self, var: VarId, info: VarInfo) {
        if self.vars.len() <= var.index() {
            self.vars.resize(var.index() + 1, VarInfo::at(0));
        }
        self.vars[var.index()] = info;
    }

    /// The block that declares the variable.
    pub fn block_of(&self, var: VarId) -> Option<BlockId> {
        self.p.blocks.ids().find(|b| self.growing(*b).is_some_and(|b| b.vars.contains(&var)))
    }

    /// The blocks of the same function that are neither this one nor around it.
    pub fn blocks_beside(&self, block: BlockId) -> Vec<BlockId> {
        let func = self.block(block).func;
        let mut around = vec![block];
        while let Some(parent) = self.block(around[around.len() - 1]).parent {
            around.push(parent);
        }
        let of = |b: &BlockId| self.growing(*b).is_some_and(|b| b.func == func);
        self.p.blocks.ids().filter(|b| of(b) && !around.contains(b)).collect()
    }

    /// A block with a hole in it.
    pub fn new_block(&mut self, info: BlockInfo) -> BlockId {
        let hole = self.p.push_stmt(Stmt::Hole);
        let block = self.p.push_block(vec![hole]);
        if self.blocks.len() <= block.index() {
            self.blocks.resize(block.index() + 1, None);
        }
        self.blocks[block.index()] = Some(info);
        block
    }

    /// A block inside another one.
    pub fn child_block(&mut self, parent: BlockId, role: Role, trips: u64, started: u64) -> BlockId {
        let outer = self.block(parent);
        let (func, level, mult) = (outer.func, outer.level + 1, outer.mult.saturating_mul(trips));
        let (outer_vars, outer_context) = (outer.vars.len(), outer.context);
        let most = self.policy.shape.max_block_statements.max(1);
        let left = Some(self.ch.between("block-statements", 1, most));
        let context = outer_context.or_else(|| self.draw_context());
        let parent = Some(parent);
        self.new_block(BlockInfo {
            func,
            parent,
            role,
            level,
            vars: Vec::new(),
            outer_vars,
            mult,
            resets: Vec::new(),
            trips,
            started,
            left,
            ahead: None,
            context,
        })
    }

    /// A context for a whole block, now and then.
    pub fn draw_context(&mut self) -> Option<OperatorContext> {
        let share = self.policy.expressions.block_region;
        if share == 0 || !self.ch.chance("block-region", share) {
            return None;
        }
        let context = self.policy.operators.contexts.draw(&mut self.ch, "block-context")?;
        self.stats.policy(context.block_name());
        Some(context)
    }

    /// Adds a statement before the block's hole, and before a label that stays ahead of it.
    pub fn insert(&mut self, block: BlockId, stmt: Stmt) -> StmtId {
        let id = self.p.push_stmt(stmt);
        let at = self.growing_at(block);
        self.p.blocks[block].insert(at, id);
        id
    }

    /// Where in the block the next statement goes.
    pub fn growing_at(&self, block: BlockId) -> usize {
        let hole = self.p.blocks[block].len() - 1;
        hole - usize::from(self.block(block).ahead.is_some())
    }

    /// From here on, new nodes belong to a statement that is still to be made.
    pub fn mark(&self) -> usize {
        self.p.exprs.len()
    }

    /// The nodes of the statement belong to it, and so do those made since the mark that have no other owner: a repair
    /// has made them, or will put them in. Statements within it have taken theirs before.
    pub fn own(&mut self, mark: usize, stmt: StmtId, body: Option<BlockId>) {
        forbidden::replace_since(self, mark);
        let owner = Some(Owner { stmt, body });
        self.owners.resize(self.p.exprs.len(), None);
        let owners = &mut self.owners;
        for root in visit::roots(&self.p, stmt) {
            visit::tree(&self.p, root, &mut |e| owners[e.index()] = owner);
        }
        owners[mark..].iter_mut().filter(|o| o.is_none()).for_each(|o| *o = owner);
    }

    pub fn owner(&self, site: ExprId) -> Option<Owner> {
        self.owners.get(site.index()).copied().flatten()
    }

    pub fn is_rewritten(&self, site: ExprId) -> bool {
        self.rewritten.get(site.index()).copied().unwrap_or(false)
    }

    pub fn is_lenient(&self, site: ExprId) -> bool {
        self.lenient.get(site.index()).copied().unwrap_or(false)
    }

    pub fn set_lenient(&mut self, site: ExprId) {
        if self.lenient.len() <= site.index() {
            self.lenient.resize(site.index() + 1, false);
        }
        self.lenient[site.index()] = true;
    }

    pub fn set_rewritten(&mut self, site: ExprId) {
        if self.rewritten.len() <= site.index() {
            self.rewritten.resize(site.index() + 1, false);
        }
        self.rewritten[site.index()] = true;
    }

    /// The loops of the block that have run are done: what they count in can be written again.
    pub fn release(&mut self, block: BlockId) {
        while let Some(at) = self.locks.iter().rposition(|lock| lock.block == block) {
            let lock = self.locks.remove(at);
            let info = self.info_mut(lock.var);
            (info.counter, info.local_index_bound) = (lock.counter, lock.index_bound);
        }
    }

    /// Whether a jump out of this block, or of one around it, would leave a pointer behind that should be reset.
    pub fn must_reach_end(&self, block: BlockId) -> bool {
        let mut at = Some(block);
        while let Some(b) = at {
            let info = self.block(b);
            if !info.resets.is_empty() {
                return true;
            }
            at = info.parent;
        }
        false
    }

    /// Whether the blocks on the way out of this one have the role, up to the function.
    pub fn inside(&self, block: BlockId, role: Role) -> bool {
        let mut at = Some(block);
        while let Some(b) = at {
            let info = self.block(b);
            if info.role == role {
                return true;
            }
            at = info.parent;
        }
        false
    }

    /// Whether a call of one function can lead to a call of another.
    pub fn reaches(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.funcs.len()];
        let mut open = vec![from];
        while let Some(f) = open.pop() {
            if f == to {
                return true;
            }
            if !std::mem::replace(&mut seen[f], true) {
                open.extend_from_slice(&self.funcs[f].calls);
            }
        }
        false
    }

    /// What the function of a block must not do.
    pub fn quiet(&self, block: BlockId) -> Quiet {
        self.funcs[self.block(block).func].quiet
    }

    /// Whether a call of the function can lead to another call of it.
    pub fn is_recursive(&self, func: usize) -> bool {
        let info = &self.funcs[func];
        info.depth_param.is_some() || info.calls.iter().any(|callee| self.reaches(*callee, func))
    }

    pub fn depth_of(&self, block: BlockId) -> u32 {
        self.block(block).level
    }

    /// Tokens of the whole program as it would be printed now.
    pub fn total_tokens(&self) -> u32 {
        self.tokens + self.check_tokens
    }

    /// All variables that a statement at the end of the block can name, globals last.
    pub fn visible(&self, block: BlockId, into: &mut Vec<VarId>) {
        into.clear();
        let mut at = Some(block);
        let mut declared = usize::MAX;
        while let Some(b) = at {
            let info = self.block(b);
            into.extend_from_slice(&info.vars[..declared.min(info.vars.len())]);
            declared = info.outer_vars;
            at = info.parent;
        }
        into.extend_from_slice(&self.p.globals);
    }
}
