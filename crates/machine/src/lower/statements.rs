//! From statements to operations. Scopes and jumps become explicit: what a jump leaves and enters is known beforehand.

use super::jumps::{Leaving, Skipping};
use crate::access::restrict::{declares_restrict, takes_restrict};
use crate::bytecode::variables::Variables;
use crate::bytecode::{
    Bytecode, Ending, Insn, InsnKind, Kind, Node, NodeId, Param, Pc, Sort, TracksPromises,
};
use crate::config::Order;
use crate::state::jumps::{self, Path};
use crate::tree::call::promises;
use ir::{
    Attrs, BlockId, Class, ExprId, ExprKind, FuncId, Init, InitId, LabelId, Program, Stmt, StmtId, TypeKind,
    VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;

pub(super) struct Builder<'p> {
    pub p: &'p Program,
    pub order: Order,
    pub variables: &'p Variables,
    /// Whether there are bit-fields whose promoted type is in doubt.
    pub doubtful_fields: bool,
    pub code: Bytecode,
    pub slots: FxHashMap<VarId, u32>,
    /// Where the slots begin that are free for parameters of calls.
    pub passed: u32,
    /// What the functions consist of that can be part of this one, and their nodes, by where the parameters are.
    pub computing: FxHashMap<FuncId, Option<super::inline::Computing>>,
    pub bodies: FxHashMap<(FuncId, u32), NodeId>,
    /// Variables with slots that need to be in memory after all.
    pub kept: FxHashSet<VarId>,
    /// Which variables of a block were kept in memory because jumps skip them, as a part of those that it declares.
    pub skipped: FxHashMap<BlockId, Range<usize>>,
    /// Something was met that only the tree can do.
    pub only_tree: bool,
    /// Whether there are compound literals: they are variables that their blocks do not declare.
    pub literals: Literals,
    pub found: Literals,
    pub around: Vec<Around>,
    pub marks: u32,
    /// The last place that is jumped to.
    entry: usize,
    pub targets: Vec<Target>,
    loops: FxHashMap<StmtId, u32>,
    /// The ways to the labels, once there is a goto.
    pub labels: Option<FxHashMap<LabelId, Rc<Path>>>,
    /// Jumps to markers that may not have been reached yet.
    pub jumps: Vec<(Pc, StmtId)>,
    markers: FxHashMap<StmtId, Pc>,
}

/// A block around the statement that is being made.
pub(super) struct Around {
    pub block: BlockId,
    /// How many marks are set in it.
    pub marks: u32,
    /// The position in it.
    pub at: usize,
}

/// A statement that `break` or `continue` can leave.
pub(super) struct Target {
    pub break_marks: u32,
    pub breaks: Vec<Pc>,
    /// `None` for a switch.
    pub continue_marks: Option<u32>,
    pub continues: Vec<Pc>,
}

impl<'p> Builder<'p> {
    pub fn new(
        p: &'p Program,
        (order, variables): (Order, &'p Variables),
        func: FuncId,
        in_memory: &FxHashSet<VarId>,
        literals: Literals,
    ) -> Option<Self> {
        let body = p.funcs[func].body?;
        let code = Bytecode {
            nodes: Vec::with_capacity(128),
            ops: Vec::with_capacity(32),
            calls: Vec::new(),
            inlined: Vec::new(),
            elements: Vec::new(),
            fields: Vec::new(),
            pointees: Vec::new(),
            changes: Vec::new(),
            parts: Vec::new(),
            params: Vec::new(),
            skips: Vec::new(),
            slots: Vec::new(),
            loops: 0,
            markers: FxHashMap::default(),
            loop_ends: FxHashMap::default(),
            body,
            restricts: takes_restrict(p, func),
            tracks_promises: if promises(p, func) { TracksPromises::Yes } else { TracksPromises::No },
            ending: if p.funcs[func].attrs.has(Attrs::NORETURN) {
                Ending::Never
            } else if p.gives_value(func) {
                Ending::WithValue
            } else {
                Ending::Anyhow
            },
        };
        let mut builder = Builder {
            p,
            order,
            variables,
            doubtful_fields: crate::observe::may_be_undefined::has_doubtful_fields(p),
            code,
            slots: FxHashMap::default(),
            passed: 0,
            computing: FxHashMap::default(),
            bodies: FxHashMap::default(),
            kept: FxHashSet::default(),
            skipped: FxHashMap::default(),
            only_tree: false,
            literals,
            found: Literals::None,
            around: Vec::new(),
            marks: 0,
            entry: 0,
            targets: Vec::new(),
            loops: FxHashMap::default(),
            labels: None,
            jumps: Vec::new(),
            markers: FxHashMap::default(),
        };
        for param in &p.funcs[func].params {
            let kind = match (builder.give_slot(*param, in_memory), p.types.class(p.vars[*param].ty)) {
                (Some(slot), Class::Int(t)) => Param::Slot(slot, t),
                _ => Param::Memory,
            };
            builder.code.params.push(kind);
        }
        builder.give_slots(body, in_memory);
        builder.passed = builder.code.slots.len() as u32;
        Some(builder)
    }

    pub fn finish(mut self) -> Bytecode {
        for (at, marker) in std::mem::take(&mut self.jumps) {
            let to = self.markers[&marker];
            self.patch(at, to);
        }
        for op in &mut self.code.ops {
            // Statements count, because a loop of jumps evaluates nothing.
            op.steps = u16::from(op.stmt.is_some()) + op.kind.steps(&self.code.nodes);
        }
        self.code
    }

    fn give_slots(&mut self, block: BlockId, in_memory: &FxHashSet<VarId>) {
        for stmt in &self.p.blocks[block] {
            if let Stmt::Decl(var) = self.p.stmts[*stmt]
                && !self.p.vars[var].storage.is_static()
            {
                self.give_slot(var, in_memory);
            }
            self.p.stmts[*stmt].for_each_block(|inner| self.give_slots(inner, in_memory));
        }
    }

    /// An integer variable gets a slot, unless something is known against it.
    fn give_slot(&mut self, var: VarId, in_memory: &FxHashSet<VarId>) -> Option<u32> {
        let v = &self.p.vars[var];
        let ty = self.p.types.canonical(v.ty);
        let fits = matches!(self.p.types.class(ty), Class::Int(t) if t.bits <= 64);
        if !fits || ty.quals().is_volatile() || in_memory.contains(&var) {
            return None;
        }
        let slot = self.code.slots.len() as u32;
        self.code.slots.push(var);
        self.slots.insert(var, slot);
        Some(slot)
    }

    pub fn slot(&self, var: VarId) -> Option<u32> {
        self.slots.get(&var).copied()
    }

    /// Notes that a variable must be in memory.
    pub fn keep(&mut self, var: VarId) {
        if self.slots.contains_key(&var) {
            self.kept.insert(var);
        }
    }

    pub fn node(&mut self, id: ExprId, kind: Kind, sort: Sort, cost: u16) -> NodeId {
        self.code.nodes.push(Node { kind, id, cost, sort });
        (self.code.nodes.len() - 1) as NodeId
    }

    // --- operations ---

    /// Where the next operation will be, as a place that is jumped to.
    fn here(&mut self) -> Pc {
        self.entry = self.code.ops.len();
        self.entry as Pc
    }

    /// The last operation, if what comes next can be part of it: nothing jumps between them.
    fn open_op(&mut self) -> Option<&mut Insn> {
        if self.entry == self.code.ops.len() { None } else { self.code.ops.last_mut() }
    }

    pub fn emit(&mut self, kind: InsnKind) -> Pc {
        match self.open_op() {
            Some(op) if op.kind == InsnKind::Nothing => op.kind = kind,
            _ => self.code.ops.push(Insn { block: None, stmt: None, steps: 0, kind }),
        }
        (self.code.ops.len() - 1) as Pc
    }

    /// A jump that is taken if a condition is false.
    fn unless(&self, cond: NodeId) -> InsnKind {
        match self.code.nodes[cond as usize].kind {
            Kind::Slot(slot) => InsnKind::BranchIfSlotZero(slot, cond, 0),
            _ => InsnKind::BranchIfZero(cond, 0),
        }
    }

    pub fn emit_for(&mut self, stmt: StmtId, kind: InsnKind) -> Pc {
        match self.open_op() {
            Some(op) if op.kind == InsnKind::Nothing && op.stmt.is_none() => {
                op.stmt = Some(stmt);
                op.kind = kind;
            }
            _ => self.code.ops.push(Insn { block: None, stmt: Some(stmt), steps: 0, kind }),
        }
        (self.code.ops.len() - 1) as Pc
    }

    /// Counts a block.
    fn count(&mut self, block: BlockId) {
        self.code.ops.push(Insn { block: Some(block), stmt: None, steps: 0, kind: InsnKind::Nothing });
    }

    fn patch(&mut self, at: Pc, to: Pc) {
        match &mut self.code.ops[at as usize].kind {
            InsnKind::Jump(pc)
            | InsnKind::JumpToCase(_, pc)
            | InsnKind::BranchIfZero(_, pc)
            | InsnKind::BranchIfSlotZero(_, _, pc)
            | InsnKind::BackEdge(_, pc)
            | InsnKind::Switch(_, pc) => *pc = to,
            _ => unreachable!("only jumps are patched"),
        }
    }

    fn patch_all(&mut self, all: &[Pc], to: Pc) {
        all.iter().for_each(|at| self.patch(*at, to));
    }

    // --- statements ---

    /// The whole function; `None` if there is something in it that only the tree can do.
    pub fn function(&mut self) -> Option<()> {
        let body = self.code.body;
        self.block(body)?;
        self.emit(InsnKind::Return);
        (!self.only_tree).then_some(())
    }

    fn block(&mut self, block: BlockId) -> Option<()> {
        self.count(block);
        self.scope(block)
    }

    /// The statements of a block in a scope of their own.
    fn scope(&mut self, block: BlockId) -> Option<()> {
        let marked = self.needs_mark(block);
        if marked {
            self.mark(block);
        }
        self.marked_scope(block, marked)
    }

    fn marked_scope(&mut self, block: BlockId, marked: bool) -> Option<()> {
        self.marks += u32::from(marked);
        for (at, stmt) in self.p.blocks[block].iter().enumerate() {
            self.around.push(Around { block, marks: self.marks, at });
            self.statement(*stmt)?;
            self.around.pop();
        }
        if marked {
            self.emit(InsnKind::Leave);
            self.marks -= 1;
        }
        Some(())
    }

    /// What a block begins with, if it needs a mark.
    pub fn mark(&mut self, block: BlockId) {
        self.emit(InsnKind::Mark);
        if declares_restrict(self.p, block) {
            self.emit(InsnKind::Restrict(block));
        }
    }

    pub fn needs_mark(&self, block: BlockId) -> bool {
        let autos = jumps::autos(self.p, &self.p.blocks[block]);
        self.literals == Literals::Some || autos.iter().any(|var| self.slot(*var).is_none())
    }

    fn statement(&mut self, id: StmtId) -> Option<()> {
        match self.p.stmts[id] {
            Stmt::Hole => return None,
            Stmt::Empty => {
                self.emit_for(id, InsnKind::Nothing);
            }
            Stmt::Label(_) | Stmt::Case(_) | Stmt::Default => {
                self.emit_for(id, InsnKind::Nothing);
                let here = self.here();
                self.markers.insert(id, here);
            }
            Stmt::Expr(e) if self.is_jump(e) => return None,
            Stmt::Expr(e) => {
                let n = self.effect(e);
                let kind = self.statement_kind(n);
                self.emit_for(id, kind);
            }
            Stmt::Decl(var) => self.declaration(id, var),
            Stmt::Block(block) => {
                self.emit_for(id, InsnKind::Nothing);
                self.block(block)?;
            }
            Stmt::If { cond, then, els } => self.if_statement(id, cond, then, els)?,
            Stmt::For { init, cond, step, body } => self.for_loop(id, init, cond, step, body)?,
            Stmt::While { cond, body } => self.while_loop(id, cond, body)?,
            Stmt::DoWhile { body, cond } => self.do_loop(id, body, cond)?,
            Stmt::Switch { on, body } => self.switch(id, on, body)?,
            Stmt::Return(value) => self.return_statement(id, value),
            Stmt::Break => self.leave_target(id, Leaving::Break)?,
            Stmt::Continue => self.leave_target(id, Leaving::Continue)?,
            Stmt::Goto(label) => self.goto(id, label)?,
        }
        Some(())
    }

    /// Assembly with labels, which only the tree follows.
    fn is_jump(&self, e: ExprId) -> bool {
        match self.p.exprs[e].kind {
            ExprKind::Asm { asm, .. } => !self.p.asms[asm].labels.is_empty(),
            _ => false,
        }
    }

    /// The shortest way to evaluate a node for its effects.
    fn statement_kind(&self, n: NodeId) -> InsnKind {
        let node = &self.code.nodes[n as usize];
        match node.kind {
            Kind::StepSlot { op, ty, slot, .. } => InsnKind::Step { slot, ty, up: op.is_inc(), node: n },
            // It need not return the value that it promised.
            Kind::Call(_) => InsnKind::Expr(n),
            _ if node.sort == Sort::Int => InsnKind::IntExpr(n),
            _ => InsnKind::Expr(n),
        }
    }

    fn if_statement(&mut self, id: StmtId, cond: ExprId, then: BlockId, els: Option<BlockId>) -> Option<()> {
        let cond = self.truth(cond);
        let unless = {
            let kind = self.unless(cond);
            self.emit_for(id, kind)
        };
        self.block(then)?;
        let Some(els) = els else {
            let here = self.here();
            self.patch(unless, here);
            return Some(());
        };
        let over = self.emit(InsnKind::Jump(0));
        let here = self.here();
        self.patch(unless, here);
        self.block(els)?;
        let here = self.here();
        self.patch(over, here);
        Some(())
    }

    fn for_loop(
        &mut self,
        id: StmtId,
        init: BlockId,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: BlockId,
    ) -> Option<()> {
        self.emit_for(id, InsnKind::Nothing);
        let marked = self.needs_mark(init);
        if marked {
            self.mark(init);
            self.marks += 1;
        }
        for stmt in &self.p.blocks[init] {
            self.statement(*stmt)?;
        }
        let number = self.loop_number(id);
        let top = self.here();
        self.emit(InsnKind::LoopHeader(number));
        let unless = cond.map(|cond| {
            let cond = self.truth(cond);
            {
                let kind = self.unless(cond);
                self.emit(kind)
            }
        });
        let target = self.body(body)?;
        let here = self.here();
        self.patch_all(&target.continues, here);
        if let Some(step) = step {
            let n = self.effect(step);
            let kind = match self.statement_kind(n) {
                // No statement is blamed for it: the operation has none.
                step @ InsnKind::Step { .. } => step,
                _ => InsnKind::Effect(n),
            };
            self.emit(kind);
        }
        self.emit_for_loop(id, InsnKind::BackEdge(number, top));
        let here = self.here();
        unless.into_iter().for_each(|at| self.patch(at, here));
        let here = self.here();
        self.patch_all(&target.breaks, here);
        if marked {
            self.emit(InsnKind::Leave);
            self.marks -= 1;
        }
        Some(())
    }

    fn while_loop(&mut self, id: StmtId, cond: ExprId, body: BlockId) -> Option<()> {
        self.emit_for(id, InsnKind::Nothing);
        let number = self.loop_number(id);
        let top = self.here();
        self.emit(InsnKind::LoopHeader(number));
        let cond = self.truth(cond);
        let unless = {
            let kind = self.unless(cond);
            self.emit(kind)
        };
        let target = self.body(body)?;
        let here = self.here();
        self.patch_all(&target.continues, here);
        self.emit_for_loop(id, InsnKind::BackEdge(number, top));
        let here = self.here();
        self.patch(unless, here);
        let here = self.here();
        self.patch_all(&target.breaks, here);
        Some(())
    }

    fn do_loop(&mut self, id: StmtId, body: BlockId, cond: ExprId) -> Option<()> {
        self.emit_for(id, InsnKind::Nothing);
        let number = self.loop_number(id);
        let top = self.here();
        self.emit(InsnKind::LoopHeader(number));
        let target = self.body(body)?;
        let here = self.here();
        self.patch_all(&target.continues, here);
        let cond = self.truth(cond);
        let unless = {
            let kind = self.unless(cond);
            self.emit(kind)
        };
        self.emit_for_loop(id, InsnKind::BackEdge(number, top));
        let here = self.here();
        self.patch(unless, here);
        let here = self.here();
        self.patch_all(&target.breaks, here);
        Some(())
    }

    /// The end of an iteration; the loop is looked up by its number if nothing changes any more.
    fn emit_for_loop(&mut self, id: StmtId, kind: InsnKind) {
        let at = self.emit(kind);
        self.code.loop_ends.insert(at, id);
    }

    /// A loop's body, with the jumps that leave it.
    fn body(&mut self, body: BlockId) -> Option<Target> {
        let marks = self.marks;
        self.targets.push(Target {
            break_marks: marks,
            breaks: Vec::new(),
            continue_marks: Some(marks),
            continues: Vec::new(),
        });
        self.block(body)?;
        self.targets.pop()
    }

    pub fn loop_number(&mut self, id: StmtId) -> u32 {
        let next = self.loops.len() as u32;
        let number = *self.loops.entry(id).or_insert(next);
        self.code.loops = self.loops.len();
        number
    }

    fn switch(&mut self, id: StmtId, on: ExprId, body: BlockId) -> Option<()> {
        let integer = self.is_int(on);
        if !integer {
            return None;
        }
        let on = self.expr(on);
        let switch = self.emit_for(id, InsnKind::Switch(on, 0));
        let cases = jumps::cases(self.p, body);
        let ways = jumps::case_ways(self.p, body);
        let marked = self.needs_mark(body);
        for marker in cases.cases.iter().copied().chain(cases.default) {
            let here = self.here();
            self.code.markers.insert(marker, here);
            if marked {
                self.mark(body);
            }
            self.way(ways.get(&marker)?, 0, Skipping::All);
        }
        self.targets.push(Target {
            break_marks: self.marks,
            breaks: Vec::new(),
            continue_marks: None,
            continues: Vec::new(),
        });
        self.marked_scope(body, marked)?;
        let target = self.targets.pop()?;
        let here = self.here();
        self.patch(switch, here);
        let here = self.here();
        self.patch_all(&target.breaks, here);
        Some(())
    }

    fn return_statement(&mut self, id: StmtId, value: Option<ExprId>) {
        let kind = match value {
            None => InsnKind::Return,
            Some(e) if self.p.types.is_void(self.p.ty(e)) => InsnKind::ReturnVoid(self.effect(e)),
            Some(e) if self.is_int(e) => InsnKind::ReturnInt(self.expr(e)),
            Some(e) => InsnKind::ReturnValue(self.expr(e)),
        };
        self.emit_for(id, kind);
    }

    // --- declarations ---

    fn declaration(&mut self, id: StmtId, var: VarId) {
        let v = &self.p.vars[var];
        let slot = self.slot(var);
        let init = v.init.map(|init| (init, &self.p.inits[init]));
        let kind = match (slot, init) {
            _ if v.storage.is_static() => InsnKind::Nothing,
            (Some(slot), None) => InsnKind::Uninit(slot),
            (Some(slot), Some((_, Init::Expr(e)))) => InsnKind::InitSlot(slot, self.expr(*e)),
            (None, Some((_, Init::Expr(e)))) if !matches!(self.p.types.kind(v.ty), TypeKind::Array(..)) => {
                InsnKind::InitVar(var, self.expr(*e))
            }
            (_, Some((init, _))) => {
                self.keep(var);
                self.keep_init(init);
                InsnKind::Declare(var)
            }
            (None, None) => InsnKind::Declare(var),
        };
        self.emit_for(id, kind);
    }

    /// What the tree evaluates must be in memory.
    fn keep_init(&mut self, init: InitId) {
        match &self.p.inits[init] {
            Init::Expr(e) => self.keep_all(*e),
            Init::List(items) => items.iter().for_each(|item| self.keep_init(item.init)),
        }
    }

    pub fn keep_all(&mut self, e: ExprId) {
        let kind = self.p.exprs[e].kind;
        match kind {
            ExprKind::Var(var) => self.keep(var),
            ExprKind::Stmts(_) => self.only_tree = true,
            ExprKind::CompoundLit(var) => {
                self.found = Literals::Some;
                self.p.vars[var].init.into_iter().for_each(|init| self.keep_init(init));
            }
            _ => {}
        }
        if let Some(list) = kind.list() {
            self.p.args(list).iter().for_each(|arg| self.keep_all(*arg));
        }
        kind.for_each_operand(|operand| self.keep_all(operand));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Literals {
    None,
    Some,
}
