//! Statements: one small function for each. Jumps into blocks go down a [`Path`] and continue from there.

use crate::access::Intent;
use crate::grow::{Grow, LOOK_EVERY};
use crate::machine::Machine;
use crate::memory::Traits;
use crate::outcome::{Eval, Limit, Resume, Stop};
use crate::state::jumps::{self, Case, Cases, Growing, Path, Skipped};
use crate::ub::{Culprit, Ub};
use crate::value::{Place, Pointer, Value};
use ir::{BlockId, ExprId, ExprKind, FuncId, LabelId, Stmt, StmtId, Storage, Ty, VarId};
use std::rc::Rc;

/// How a statement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
    Return,
    Goto(LabelId),
}

/// Where in a statement execution begins.
#[derive(Clone, Copy)]
enum Entry<'a> {
    Start,
    /// At a marker inside, down this way.
    Jump(&'a Path),
}

impl<G: Grow> Machine<G> {
    /// Executes a block from its start.
    pub(crate) fn block(&mut self, block: BlockId) -> Eval<Flow> {
        self.block_from(block, Entry::Start)
    }

    fn block_from(&mut self, block: BlockId, entry: Entry) -> Eval<Flow> {
        let mark = self.scopes.len();
        if matches!(entry, Entry::Start) {
            self.observed.block(block);
        }
        let restricts = self.may_begin_restrict_block(block);
        let flow = self.statements(block, entry)?;
        self.leave_scopes(mark);
        if restricts {
            self.end_restrict_block();
        }
        Ok(flow)
    }

    /// The statements of a block whose scope is open.
    fn statements(&mut self, block: BlockId, entry: Entry) -> Eval<Flow> {
        let mut at = 0;
        let mut flow = match entry {
            Entry::Start => Flow::Next,
            Entry::Jump(path) => self.enter(block, path, &mut at)?,
        };
        loop {
            match flow {
                Flow::Next => {}
                Flow::Goto(label) => match self.path_through(block, label) {
                    Some(path) => {
                        flow = self.enter(block, &path, &mut at)?;
                        continue;
                    }
                    None => return Ok(flow),
                },
                Flow::Break | Flow::Continue | Flow::Return => return Ok(flow),
            }
            let Some(stmt) = self.program().blocks[block].get(at).copied() else { return Ok(Flow::Next) };
            if self.program().stmts[stmt] == Stmt::Hole {
                at = self.fill(block, stmt)?;
                continue;
            }
            flow = self.statement(stmt, Entry::Start)?;
            at = self.behind(block, stmt, at);
        }
    }

    /// The position behind a statement that was at this one when it began: the function may have been called again
    /// meanwhile, and have grown.
    #[inline]
    fn behind(&self, block: BlockId, stmt: StmtId, at: usize) -> usize {
        let list = &self.program().blocks[block];
        if list.get(at) == Some(&stmt) {
            return at + 1;
        }
        list.iter().position(|s| *s == stmt).map_or(at, |now| now + 1)
    }

    /// Goes down a way that leads through the block, and leaves `at` behind the statement it leads into.
    fn enter(&mut self, block: BlockId, path: &Path, at: &mut usize) -> Eval<Flow> {
        let passage = path.through(block).expect("the way leads through the block");
        self.declare_skipped(&passage.skipped())?;
        let stmt = self.program().blocks[block][passage.at];
        let flow = self.statement(stmt, Entry::Jump(path))?;
        *at = self.behind(block, stmt, passage.at);
        Ok(flow)
    }

    /// Variables live from the start of their block, also if a jump skips their declarations (C17 6.2.4p6).
    pub(crate) fn declare_skipped(&mut self, skipped: &Skipped) -> Eval<()> {
        for var in skipped.vars() {
            if !self.is_declared(var) {
                self.declare_auto(var)?;
            }
        }
        Ok(())
    }

    fn path_through(&mut self, block: BlockId, label: LabelId) -> Option<Rc<Path>> {
        let func: FuncId = self.frames.last()?.func;
        let growing = if G::FINISHED { Growing::No } else { Growing::Yes };
        let path = self.paths.path_to(self.grow.program(), func, label, growing)?;
        path.through(block).is_some().then_some(path)
    }

    fn statement(&mut self, id: StmtId, entry: Entry) -> Eval<Flow> {
        // Statements count, because a loop of jumps evaluates nothing.
        self.step()?;
        self.observed.statement(id);
        match self.program().stmts[id] {
            Stmt::Expr(e) => {
                let (mark, sequence) = (self.temps.len(), self.seq.state());
                let mut flow = Flow::Next;
                match self.expression_statement(e) {
                    Ok(next) => flow = next,
                    Err(Stop::Repaired(Resume::Statement(stmt))) if stmt == id => self.seq.reset(sequence),
                    Err(stop) => return Err(at(stop, id)),
                }
                self.end_temps(mark);
                Ok(flow)
            }
            Stmt::Decl(var) => self.declaration(id, var),
            Stmt::If { cond, then, els } => self.if_statement(cond, then, els, entry),
            Stmt::For { init, cond, step, body } => self.for_loop(id, init, cond, step, body, entry),
            Stmt::While { cond, body } => self.while_loop(id, cond, body, entry),
            Stmt::DoWhile { body, cond } => self.do_loop(id, body, cond, entry),
            Stmt::Switch { on, body } => self.switch(id, on, body, entry),
            Stmt::Block(block) => self.block_from(block, entry),
            Stmt::Return(value) => self.return_statement(value),
            Stmt::Break => Ok(Flow::Break),
            Stmt::Continue => Ok(Flow::Continue),
            Stmt::Goto(label) => {
                self.check_jump(label)?;
                Ok(Flow::Goto(label))
            }
            Stmt::Empty | Stmt::Label(_) | Stmt::Case(_) | Stmt::Default | Stmt::Hole => Ok(Flow::Next),
        }
    }

    /// GNU's `({ … })`: each statement is complete before the next, and the last may have a value.
    pub(crate) fn statement_expression(&mut self, block: BlockId) -> Eval<Value> {
        let mark = self.scopes.len();
        let restricts = self.may_begin_restrict_block(block);
        let mut value = Value::Void;
        for at in 0..self.program().blocks[block].len() {
            let stmt = self.program().blocks[block][at];
            let since = self.begin_sequence();
            match self.program().stmts[stmt] {
                Stmt::Expr(e) if at + 1 == self.program().blocks[block].len() => {
                    self.step()?;
                    self.observed.statement(stmt);
                    value = self.last_value(e)?;
                }
                _ => {
                    self.statement(stmt, Entry::Start)?;
                }
            }
            self.sequence_point(since);
        }
        self.leave_scopes(mark);
        if restricts {
            self.end_restrict_block();
        }
        Ok(value)
    }

    /// The value of a statement expression outlives the variables that it came from.
    fn last_value(&mut self, e: ExprId) -> Eval<Value> {
        if self.program().types.is_void(self.program().ty(e)) {
            self.discard(e)?;
            return Ok(Value::Void);
        }
        let value = self.value(e)?;
        self.settled(e, value)
    }

    fn expression_statement(&mut self, e: ExprId) -> Eval<Flow> {
        let ExprKind::Asm { asm, operands } = self.program().exprs[e].kind else {
            return self.discard(e).map(|()| Flow::Next);
        };
        self.step()?;
        let flow = self.assembly(e, asm, operands)?;
        if let Flow::Goto(label) = flow {
            self.check_jump(label)?;
        }
        Ok(flow)
    }

    /// Jumps that come to the same label again, and nothing has changed meanwhile, never end. No compiler may assume that they
    /// do: they are no iteration statement (C17 6.8.5p6).
    pub(crate) fn check_jump(&mut self, label: LabelId) -> Eval<()> {
        let changes = self.changes;
        let endless = G::FINISHED && self.frames.last_mut().is_some_and(|f| f.jumps.repeats(label, changes));
        if endless { Err(Stop::Budget(Limit::Endless)) } else { Ok(()) }
    }

    fn if_statement(
        &mut self,
        cond: ExprId,
        then: BlockId,
        els: Option<BlockId>,
        entry: Entry,
    ) -> Eval<Flow> {
        if let Entry::Jump(path) = entry {
            let into = if path.through(then).is_some() { Some(then) } else { els };
            return into.map_or(Ok(Flow::Next), |block| self.block_from(block, entry));
        }
        if self.condition(cond)? {
            return self.block(then);
        }
        els.map_or(Ok(Flow::Next), |block| self.block(block))
    }

    fn for_loop(
        &mut self,
        id: StmtId,
        init: BlockId,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: BlockId,
        mut entry: Entry,
    ) -> Eval<Flow> {
        let mark = self.scopes.len();
        let restricts = self.may_begin_restrict_block(init);
        match entry {
            Entry::Start => {
                self.statements(init, Entry::Start)?;
            }
            Entry::Jump(_) => {
                let skipped = Skipped::all(self.program(), init);
                self.declare_skipped(&skipped)?;
            }
        }
        let mut flow = Flow::Next;
        let mut iterations = 0;
        loop {
            let before = self.changes;
            self.iterate(&mut iterations, body)?;
            if let (Entry::Start, Some(cond)) = (entry, cond)
                && !self.condition(cond)?
            {
                break;
            }
            match self.block_from(body, entry)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                other => {
                    flow = other;
                    break;
                }
            }
            if let Some(step) = step {
                let mark = self.temps.len();
                self.discard(step)?;
                self.end_temps(mark);
            }
            self.check_progress(id, before, cond, entry, body)?;
            entry = Entry::Start;
        }
        self.leave_scopes(mark);
        if restricts {
            self.end_restrict_block();
        }
        Ok(flow)
    }

    fn while_loop(&mut self, id: StmtId, cond: ExprId, body: BlockId, mut entry: Entry) -> Eval<Flow> {
        let mut iterations = 0;
        loop {
            let before = self.changes;
            self.iterate(&mut iterations, body)?;
            if matches!(entry, Entry::Start) && !self.condition(cond)? {
                return Ok(Flow::Next);
            }
            match self.block_from(body, entry)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                other => return Ok(other),
            }
            self.check_progress(id, before, Some(cond), entry, body)?;
            entry = Entry::Start;
        }
    }

    fn do_loop(&mut self, id: StmtId, body: BlockId, cond: ExprId, mut entry: Entry) -> Eval<Flow> {
        let mut iterations = 0;
        loop {
            let before = self.changes;
            self.iterate(&mut iterations, body)?;
            match self.block_from(body, entry)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                other => return Ok(other),
            }
            if !self.condition(cond)? {
                return Ok(Flow::Next);
            }
            self.check_progress(id, before, Some(cond), entry, body)?;
            entry = Entry::Start;
        }
    }

    #[inline]
    fn iterate(&mut self, iterations: &mut u64, body: BlockId) -> Eval<()> {
        *iterations += 1;
        // The second iteration is the first of which something is known.
        if *iterations == 2 || iterations.is_multiple_of(LOOK_EVERY) {
            self.iterating(body, *iterations)
        } else {
            Ok(())
        }
    }

    /// A whole iteration, test included, that changed nothing is followed by the same one for ever. A compiler may assume
    /// that this does not happen, unless the condition is a constant (C17 6.8.5p6).
    #[inline]
    fn check_progress(
        &mut self,
        id: StmtId,
        before: u64,
        cond: Option<ExprId>,
        entry: Entry,
        body: BlockId,
    ) -> Eval<()> {
        if self.changes != before || matches!(entry, Entry::Jump(_)) {
            return Ok(());
        }
        self.no_progress(id, cond, body)
    }

    #[cold]
    pub(crate) fn no_progress(&mut self, id: StmtId, cond: Option<ExprId>, body: BlockId) -> Eval<()> {
        if self.unstuck(body)? {
            return Ok(());
        }
        match cond {
            Some(cond) if !self.reads_nothing(cond) => Err(at(self.ub(cond, Ub::EndlessLoop), id)),
            _ => Err(Stop::Budget(Limit::Endless)),
        }
    }

    /// A constant expression, so that the loop is endless on purpose.
    fn reads_nothing(&self, id: ExprId) -> bool {
        let p = self.program();
        match p.exprs[id].kind {
            ExprKind::Int { .. }
            | ExprKind::Float(_)
            | ExprKind::EnumConst(..)
            | ExprKind::SizeofType(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::AlignofType(_)
            | ExprKind::Offsetof(..) => true,
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Convert(a) => self.reads_nothing(a),
            ExprKind::Binary(_, a, b) | ExprKind::Logic(_, a, b) => {
                self.reads_nothing(a) && self.reads_nothing(b)
            }
            _ => false,
        }
    }

    fn switch(&mut self, id: StmtId, on: ExprId, body: BlockId, entry: Entry) -> Eval<Flow> {
        let flow = match entry {
            Entry::Jump(_) => self.block_from(body, entry)?,
            Entry::Start => {
                let value = self.full(on)?;
                let value = self.integer(on, value).ok_or_else(|| self.ub(on, Ub::MissingReturn))?;
                let cases = self.cases_of(id, body)?;
                match cases.table.get(&value).map(|case| &case.path).or(cases.default_path.as_ref()) {
                    Some(path) => self.block_from(body, Entry::Jump(path))?,
                    None => return Ok(Flow::Next),
                }
            }
        };
        Ok(if flow == Flow::Break { Flow::Next } else { flow })
    }

    /// The cases of a switch with their values, computed once.
    pub(crate) fn cases_of(&mut self, id: StmtId, body: BlockId) -> Eval<Rc<Cases>> {
        if let Some(cases) = self.paths.switches.get(&id) {
            return Ok(cases.clone());
        }
        let mut cases = jumps::cases(self.program(), body);
        let ways = jumps::case_ways(self.program(), body);
        for marker in &cases.cases {
            let Stmt::Case(e) = self.program().stmts[*marker] else { continue };
            let value = self.value(e)?;
            let value = self.integer(e, value).ok_or_else(|| self.ub(e, Ub::MissingReturn))?;
            let path = ways.get(marker).cloned().expect("the marker was found there");
            let last = self.program().case_ends.get(marker).copied().unwrap_or(value);
            for value in value..=last {
                cases.table.insert(value, Case { marker: *marker, path: path.clone() });
            }
        }
        cases.default_path = cases.default.and_then(|default| ways.get(&default).cloned());
        let cases = Rc::new(cases);
        self.paths.switches.insert(id, cases.clone());
        Ok(cases)
    }

    fn return_statement(&mut self, value: Option<ExprId>) -> Eval<Flow> {
        self.returned = match value {
            None => None,
            Some(e) if self.program().types.is_void(self.program().ty(e)) => {
                let mark = self.temps.len();
                self.discard(e)?;
                self.end_temps(mark);
                None
            }
            Some(e) => {
                let mark = self.temps.len();
                let value = self.value(e)?;
                let (value, copy) = self.copied(e, value, self.depth - 1)?;
                self.end_temps(mark);
                self.temps.extend(copy);
                Some(value)
            }
        };
        Ok(Flow::Return)
    }

    /// A record that is returned outlives the variable it was in: it becomes a temporary of the caller's. So do the lanes of a vector.
    pub(crate) fn copied(&mut self, e: ExprId, value: Value, depth: u32) -> Eval<(Value, Option<u32>)> {
        if let (Value::Vector(lanes), Some(frame)) = (value, self.frames.last_mut()) {
            frame.lanes = (lanes.start + lanes.len) as usize;
        }
        let Value::Record(from) = value else { return Ok((value, None)) };
        let ty = self.program().types.canonical(self.program().ty(e)).unqualified();
        let (object, pointer) = self.temporary(ty, depth)?;
        self.write(e, Place::at(pointer, None), ty, Value::Record(from), Intent::Initialise)?;
        Ok((Value::Record(pointer), Some(object)))
    }

    /// The object that a record's value is, for those who look into it: not the variable that the value came from, as in
    /// `(k ? s : t).a`, but a temporary that lives until the full expression ends (C17 6.2.4p8).
    pub(crate) fn as_temporary(&mut self, e: ExprId, from: Pointer) -> Eval<Pointer> {
        if self.mem.object(from.object).traits.has(Traits::TEMPORARY) {
            return Ok(from);
        }
        // To have a value is no side effect, nor a change that could let a loop end.
        let changes = self.changes;
        let suspended = self.seq.suspend();
        let settled = self.settled(e, Value::Record(from));
        self.seq.resume(suspended);
        self.changes = changes;
        match settled? {
            Value::Record(pointer) => Ok(pointer),
            _ => Ok(from),
        }
    }

    fn temporary(&mut self, ty: Ty, depth: u32) -> Eval<(u32, Pointer)> {
        let types = &self.grow.program().types;
        let sa = types.size_align(ty);
        let (traits, _) = crate::memory::traits_of(types, ty);
        let object = self
            .mem
            .allocate(sa.size, sa.align, ty, traits.with(Traits::TEMPORARY), Culprit::Temporary, depth)
            .map_err(crate::machine::full)?;
        Ok((object, self.mem.pointer_to(object)))
    }

    /// Executes one expression statement that is not part of a block yet.
    pub fn execute(&mut self, e: ExprId) -> Eval<()> {
        let mark = self.temps.len();
        self.discard(e)?;
        self.end_temps(mark);
        Ok(())
    }

    // --- declarations ---

    pub(crate) fn declaration(&mut self, id: StmtId, var: VarId) -> Eval<Flow> {
        if matches!(self.program().vars[var].storage, Storage::Auto | Storage::Register) {
            self.declare_auto(var)?;
            let mark = self.temps.len();
            if let Some(init) = self.program().vars[var].init {
                self.init_var(var, init).map_err(|stop| at(stop, id))?;
            }
            self.end_temps(mark);
        }
        Ok(Flow::Next)
    }

    /// Whether the variable names an object of the call under way.
    fn is_declared(&self, var: VarId) -> bool {
        self.mem.bound(var).is_some_and(|o| self.mem.object(o).depth == self.depth)
    }

    /// A declaration that is reached gives its variable no value; one that is reached again takes the value
    /// away (C17 6.2.4p6).
    pub(crate) fn declare_auto(&mut self, var: VarId) -> Eval<()> {
        if self.is_declared(var) {
            let object = *self.mem.object(self.mem.bound(var).expect("it is declared"));
            self.mem.forget(object.base, object.size);
            return Ok(());
        }
        let object = self.make_object(var, self.depth)?;
        self.declared_restrict(var, object);
        let old = self.mem.bind(var, object);
        self.scopes.push((var, old));
        Ok(())
    }
}

/// Adds the statement to a finding that has none.
pub(crate) fn at(stop: Stop, id: StmtId) -> Stop {
    match stop {
        Stop::Ub(mut found) => {
            found.stmt.get_or_insert(id);
            Stop::Ub(found)
        }
        other => other,
    }
}
