//! Running the operations of a function, and calls between functions.

use super::{Cx, Halt, Run};
use crate::bytecode::{
    Bytecode, CallSite, Ending, Insn, InsnKind, MAX_PLAIN, NodeId, Param, Passing, Settle, Slot,
    TracksPromises, Watch,
};
use crate::config::Endings;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Limit, Stop};
use crate::tree::exec::at;
use crate::ub::Ub;
use crate::value::Value;
use crate::value::Values;
use ir::arith::int;
use ir::{ExprId, ExprList, FuncId, Stmt, StmtId, VarId};
use std::rc::Rc;

/// Says that a jump is to be a branch, which the processor foresees: what comes next is not to wait for the condition.
#[cold]
#[inline]
fn jumps() {}

/// What a call must restore.
struct Outer {
    scopes: usize,
    slots: usize,
    marks: usize,
    loop_changes: usize,
}

impl<G: Grow> Machine<G> {
    // --- calls ---

    pub(super) fn call_node(&mut self, cx: Cx, id: ExprId, call: u32) -> Run<Value> {
        let site = &cx.code.calls[call as usize];
        let code = match (site.passing, site.direct) {
            (Passing::Unknown, _) | (_, None) => None,
            (_, Some(func)) => self.code_of(func).map(|code| (func, code)),
        };
        if let (Passing::Plain, Some((func, code))) = (site.passing, &code)
            && code.tracks_promises == TracksPromises::No
        {
            return self.call_plainly(cx, id, site, *func, code);
        }
        let since = self.begin_sequence();
        let operands = self.call_operands(cx, id, site);
        let (pointer, values) = match operands {
            Ok(operands) => operands,
            Err(Halt) => {
                let stop = self.stopped();
                let stop = self.as_double_free(id, site.direct, site.list, stop);
                return self.halt(stop);
            }
        };
        self.sequence_point(since);
        if let Some((func, code)) = &code {
            return self.call_fitting(id, *func, code, &values);
        }
        let done = self.invoke(id, site.direct, pointer, site.list, &values);
        self.lift(done)
    }

    fn call_operands(&mut self, cx: Cx, id: ExprId, site: &CallSite) -> Run<(Option<Value>, Values)> {
        let first = (site.watch == Watch::Yes).then(|| self.seq.open(self.depth));
        let pointer = match site.callee {
            Some(callee) => Some(self.val(cx, callee)?),
            None => None,
        };
        let mut values = Values::new();
        for arg in &site.args {
            let this = first.map(|_| self.seq.split());
            let mut value = self.val(cx, *arg)?;
            if site.settle == Settle::Yes && matches!(value, Value::Record(_)) {
                let settled = self.settled(cx.code.nodes[*arg as usize].id, value);
                value = self.lift(settled)?;
            }
            values.push(value);
            if let (Some(first), Some(this)) = (first, this) {
                let compared = self.compare(id, first, this);
                self.lift(compared)?;
            }
        }
        if let Some(first) = first {
            self.seq.close(first);
        }
        Ok((pointer, values))
    }

    /// A call whose arguments are integers, one for each parameter.
    fn call_plainly(
        &mut self,
        cx: Cx,
        id: ExprId,
        site: &CallSite,
        func: FuncId,
        code: &Rc<Bytecode>,
    ) -> Run<Value> {
        let mut args = [0; MAX_PLAIN];
        let since = self.begin_sequence();
        for (arg, n) in args.iter_mut().zip(&site.args) {
            *arg = self.int(cx, *n)?;
        }
        self.sequence_point(since);
        let since = self.begin_sequence();
        let suspended = self.suspend_for_call();
        let outer = self.enter_code(func, code, Vec::new())?;
        for (i, value) in args[..site.args.len()].iter().enumerate() {
            self.bind_param(func, code, outer.slots, (id, i), Value::Int(*value))?;
        }
        let value = self.run(code, outer.slots)?;
        let ended = self.check_va_ends();
        self.lift(ended)?;
        self.leave_code(&outer);
        if let Some(suspended) = suspended {
            self.seq.resume(suspended);
        }
        self.sequence_point(since);
        self.returned_to(id, code, value)
    }

    /// A call with one argument of the right type for each parameter.
    fn call_fitting(
        &mut self,
        id: ExprId,
        func: FuncId,
        code: &Rc<Bytecode>,
        values: &[Value],
    ) -> Run<Value> {
        let since = self.begin_sequence();
        let suspended = self.suspend_for_call();
        let value = self.call_values(func, code, values, Vec::new(), Some(id))?;
        if let Some(suspended) = suspended {
            self.seq.resume(suspended);
        }
        self.sequence_point(since);
        self.returned_to(id, code, value)
    }

    #[inline]
    fn returned_to(&mut self, id: ExprId, code: &Bytecode, value: Value) -> Run<Value> {
        match code.ending {
            Ending::Anyhow => Ok(value),
            Ending::WithValue => match value {
                Value::Void if self.config.endings == Endings::InCpp => {
                    self.halt(self.ub(id, Ub::MissingReturn))
                }
                value => Ok(value),
            },
            Ending::Never => self.halt(self.ub(id, Ub::NoreturnReturned)),
        }
    }

    /// A call from elsewhere: see [`Machine::call_function`].
    pub(crate) fn call_code(
        &mut self,
        func: FuncId,
        code: &Rc<Bytecode>,
        values: &[Value],
        site: Option<(ExprId, ExprList)>,
    ) -> Eval<Value> {
        let extra = self.extra_args(func, values, site)?;
        if let Some((id, args)) = site {
            for (i, param) in self.program().funcs[func].params.iter().enumerate() {
                let ty = self.program().types.canonical(self.program().vars[*param].ty);
                self.check_unprototyped(id, args, (i, values[i]), ty)?;
            }
        }
        let done = self.call_values(func, code, values, extra, site.map(|(id, _)| id));
        match done {
            Ok(value) => match site {
                Some((id, _)) => self.returned_to(id, code, value).map_err(|Halt| self.stopped()),
                None => Ok(value),
            },
            Err(Halt) => Err(self.stopped()),
        }
    }

    fn call_values(
        &mut self,
        func: FuncId,
        code: &Rc<Bytecode>,
        values: &[Value],
        extra: Vec<(Value, ir::Ty)>,
        site: Option<ExprId>,
    ) -> Run<Value> {
        let id = site.unwrap_or(ir::Id::from_index(0));
        let promising = site.filter(|_| code.tracks_promises == TracksPromises::Yes);
        let outer = self.enter_code(func, code, extra)?;
        if code.restricts {
            self.begin_restrict_call();
        }
        for (i, value) in values.iter().enumerate().take(code.params.len()) {
            self.bind_param(func, code, outer.slots, (id, i), *value)?;
        }
        if let Some(call) = promising {
            let pledged = self.pledge(func, values, call);
            self.lift(pledged)?;
        }
        let value = self.run(code, outer.slots)?;
        if let Some(call) = promising {
            let redeemed = self.redeem(func, Some(value), call);
            self.lift(redeemed)?;
        }
        let ended = self.check_va_ends();
        self.lift(ended)?;
        self.leave_code(&outer);
        Ok(value)
    }

    fn enter_code(&mut self, func: FuncId, code: &Bytecode, extra: Vec<(Value, ir::Ty)>) -> Run<Outer> {
        if self.depth >= self.config.max_depth {
            return self.halt(Stop::Budget(Limit::Depth));
        }
        let outer = Outer {
            scopes: self.scopes.len(),
            slots: self.codes.slots.len(),
            marks: self.codes.marks.len(),
            loop_changes: self.codes.loop_changes.len(),
        };
        self.depth += 1;
        let frame = self.new_frame(func, extra);
        self.frames.push(frame);
        self.codes.slots.resize(outer.slots + code.slots.len(), Slot::UNKNOWN);
        if code.loops > 0 {
            self.codes.loop_changes.resize(outer.loop_changes + code.loops, 0);
        }
        Ok(outer)
    }

    fn leave_code(&mut self, outer: &Outer) {
        if self.scopes.len() > outer.scopes {
            self.leave_scopes(outer.scopes);
        }
        self.codes.slots.truncate(outer.slots);
        self.codes.marks.truncate(outer.marks);
        self.codes.loop_changes.truncate(outer.loop_changes);
        self.pop_frame();
        self.depth -= 1;
        self.end_restrict_blocks(self.depth, usize::MAX);
    }

    #[inline]
    fn bind_param(
        &mut self,
        func: FuncId,
        code: &Bytecode,
        base: usize,
        (id, i): (ExprId, usize),
        value: Value,
    ) -> Run<()> {
        match (code.params[i], value) {
            (Param::Slot(slot, t), Value::Int(value)) => {
                self.changes += 1;
                self.codes.slots[base + slot as usize] = Slot::of(int::wrap(t, value));
                Ok(())
            }
            (Param::Slot(..), _) => self.halt(self.ub(id, Ub::MissingReturn)),
            (Param::Memory, value) => {
                let param = self.program().funcs[func].params[i];
                let done = self.bind_in_memory(param, id, value);
                self.lift(done)
            }
        }
    }

    // --- statements ---

    /// Runs a function whose parameters are bound. Gives what it returned.
    fn run(&mut self, code: &Bytecode, base: usize) -> Run<Value> {
        let cx = Cx { code, base };
        let marks = self.codes.marks.len();
        let loop_changes = self.codes.loop_changes.len() - code.loops;
        let mut pc = 0;
        loop {
            let op = &code.ops[pc];
            pc += 1;
            self.begin_op(op)?;
            match op.kind {
                InsnKind::Nothing => {}
                InsnKind::Expr(n) => self.blamed(op.stmt, |m| m.full_effect(cx, n))?,
                InsnKind::IntExpr(n) => {
                    self.blamed(op.stmt, |m| m.full_int_effect(cx, n))?;
                }
                InsnKind::Step { slot, ty, up, node } => {
                    if !self.step_quickly(base + slot as usize, ty, up) {
                        self.blamed(op.stmt, |m| m.step_slot(cx, &code.nodes[node as usize]))?;
                    }
                }
                InsnKind::Effect(n) => self.full_effect(cx, n)?,
                InsnKind::Uninit(slot) => self.codes.slots[base + slot as usize] = Slot::UNKNOWN,
                InsnKind::InitSlot(slot, n) => {
                    self.codes.slots[base + slot as usize] = Slot::UNKNOWN;
                    self.blamed(op.stmt, |m| m.init_slot(cx, slot, n))?;
                }
                InsnKind::Declare(var) => self.declare_as_tree(op.stmt, var)?,
                InsnKind::InitVar(var, n) => {
                    let declared = self.declare_auto(var);
                    self.lift(declared)?;
                    self.blamed(op.stmt, |m| m.full_init(cx, var, n))?;
                }
                InsnKind::Skip(n) => {
                    let declared = self.declare_skipped(&code.skips[n as usize]);
                    self.lift(declared)?;
                }
                InsnKind::Mark => self.codes.marks.push(self.scopes.len()),
                InsnKind::Leave => {
                    let mark = self.codes.marks.pop().expect("a mark was set");
                    self.leave_scopes(mark);
                    self.end_restrict_blocks(self.depth, self.codes.marks());
                }
                InsnKind::Restrict(block) => self.begin_restrict_block(block),
                InsnKind::Unwind(keep) => self.unwind(marks + keep as usize),
                InsnKind::Jump(to) => pc = to as usize,
                InsnKind::Goto(label) => {
                    let checked = self.check_jump(label);
                    self.lift(checked)?;
                }
                InsnKind::JumpToCase(marker, to) => {
                    self.observed.statement(marker);
                    pc = to as usize;
                }
                InsnKind::BranchIfZero(cond, to) => {
                    if self.full_int(cx, cond)? == 0 {
                        jumps();
                        pc = to as usize;
                    }
                }
                InsnKind::BranchIfSlotZero(slot, cond, to) => {
                    if self.read_slot(cx, slot, code.nodes[cond as usize].id)? == 0 {
                        jumps();
                        pc = to as usize;
                    }
                }
                InsnKind::LoopHeader(number) => {
                    self.codes.loop_changes[loop_changes + number as usize] = self.changes
                }
                // Never the number of changes, so that the rest of an iteration is not taken for a whole one.
                InsnKind::LoopEntry(number) => {
                    self.codes.loop_changes[loop_changes + number as usize] = u64::MAX
                }
                InsnKind::BackEdge(number, to) => {
                    if self.codes.loop_changes[loop_changes + number as usize] == self.changes {
                        self.stuck(code, pc - 1)?;
                    }
                    pc = to as usize;
                }
                InsnKind::Switch(on, exit) => {
                    let value = self.full_int(cx, on)?;
                    pc = self.case(code, op.stmt, value)?.unwrap_or(exit as usize);
                }
                InsnKind::Return => return Ok(Value::Void),
                InsnKind::ReturnVoid(n) => {
                    self.full_effect(cx, n)?;
                    return Ok(Value::Void);
                }
                InsnKind::ReturnInt(n) => return self.full_int(cx, n).map(Value::Int),
                InsnKind::ReturnValue(n) => return self.return_value(cx, n),
            }
        }
    }

    /// Counts an operation.
    #[inline(always)]
    pub(super) fn begin_op(&mut self, op: &Insn) -> Run<()> {
        if let Some(block) = op.block {
            self.observed.block(block);
        }
        self.steps += u64::from(op.steps);
        if self.steps > self.config.max_steps {
            return self.exhausted_at(op);
        }
        if let Some(stmt) = op.stmt {
            self.observed.statement(stmt);
        }
        Ok(())
    }

    /// Steps a slot where nothing can go wrong, and tells whether it did.
    #[inline]
    fn step_quickly(&mut self, slot: usize, ty: ir::IntType, up: bool) -> bool {
        let slot = &mut self.codes.slots[slot];
        let new = slot.value.wrapping_add(if up { 1 } else { -1 });
        let kept = int::wrap(ty, new);
        let safe = slot.known && ty.bits > 1 && (!ty.signed || (ty.bits < 64 && kept == new));
        if safe {
            slot.value = kept;
            self.changes += 1;
        }
        safe
    }

    /// There are no steps left for an operation. Its statement has been counted if there was one for that.
    #[cold]
    fn exhausted_at<T>(&mut self, op: &Insn) -> Run<T> {
        if let Some(stmt) = op.stmt
            && self.steps - u64::from(op.steps) < self.config.max_steps
        {
            self.observed.statement(stmt);
        }
        self.exhausted()
    }

    /// Adds the statement to a finding that has none.
    #[inline]
    fn blamed<T>(&mut self, stmt: Option<StmtId>, done: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        match (done(self), stmt) {
            (Err(Halt), Some(stmt)) => {
                let stop = self.stopped();
                self.halt(at(stop, stmt))
            }
            (result, _) => result,
        }
    }

    /// Full expressions, after which temporaries are gone.
    #[inline]
    fn full_effect(&mut self, cx: Cx, n: NodeId) -> Run<()> {
        let mark = self.temps.len();
        self.effect(cx, n)?;
        self.end_temps(mark);
        Ok(())
    }

    /// Of a node whose steps have been counted.
    #[inline]
    fn full_int(&mut self, cx: Cx, n: NodeId) -> Run<i64> {
        let mark = self.temps.len();
        let value = self.int_counted(cx, &cx.code.nodes[n as usize])?;
        self.end_temps(mark);
        Ok(value)
    }

    /// The same where the value is not used.
    #[inline]
    fn full_int_effect(&mut self, cx: Cx, n: NodeId) -> Run<()> {
        let mark = self.temps.len();
        let node = &cx.code.nodes[n as usize];
        let value = self.int_counted(cx, node);
        self.dropped(node.id, value)?;
        self.end_temps(mark);
        Ok(())
    }

    #[inline]
    fn init_slot(&mut self, cx: Cx, slot: u32, n: NodeId) -> Run<()> {
        let mark = self.temps.len();
        let node = &cx.code.nodes[n as usize];
        match self.int_counted(cx, node) {
            Ok(value) => {
                self.end_temps(mark);
                self.changes += 1;
                self.codes.slots[cx.base + slot as usize] = Slot::of(value);
                Ok(())
            }
            Err(Halt) => self.init_doubtful_slot(cx, slot, node.id, mark),
        }
    }

    #[cold]
    fn init_doubtful_slot(&mut self, cx: Cx, slot: u32, value: ExprId, mark: usize) -> Run<()> {
        let stop = self.stopped();
        let ty = self.program().vars[cx.code.slots[slot as usize]].ty;
        if !self.is_doubtful_copy(ty, value, &stop) {
            return self.halt(stop);
        }
        self.end_temps(mark);
        self.give_doubtful(cx, slot);
        Ok(())
    }

    fn full_init(&mut self, cx: Cx, var: VarId, n: NodeId) -> Run<()> {
        let mark = self.temps.len();
        self.init_declared(cx, var, n)?;
        self.end_temps(mark);
        Ok(())
    }

    fn return_value(&mut self, cx: Cx, n: NodeId) -> Run<Value> {
        let mark = self.temps.len();
        let value = self.val(cx, n)?;
        let copied = self.copied(cx.code.nodes[n as usize].id, value, self.depth - 1);
        let (value, copy) = self.lift(copied)?;
        self.end_temps(mark);
        self.temps.extend(copy);
        Ok(value)
    }

    fn declare_as_tree(&mut self, stmt: Option<StmtId>, var: VarId) -> Run<()> {
        let stmt = stmt.expect("a declaration is a statement");
        let done = self.declaration(stmt, var);
        self.lift(done).map(drop)
    }

    fn unwind(&mut self, marks: usize) {
        if let Some(scopes) = self.codes.marks.get(marks).copied() {
            self.leave_scopes(scopes);
            self.codes.marks.truncate(marks);
            self.end_restrict_blocks(self.depth, marks);
        }
    }

    #[cold]
    fn stuck(&mut self, code: &Bytecode, pc: usize) -> Run<()> {
        let id = code.loop_ends[&(pc as u32)];
        let (cond, body) = match self.program().stmts[id] {
            Stmt::For { cond, body, .. } => (cond, body),
            Stmt::While { cond, body } | Stmt::DoWhile { body, cond } => (Some(cond), body),
            _ => unreachable!("only loops end iterations"),
        };
        let done = self.no_progress(id, cond, body);
        self.lift(done)
    }

    /// Where the case for a value begins.
    fn case(&mut self, code: &Bytecode, stmt: Option<StmtId>, value: i64) -> Run<Option<usize>> {
        let id = stmt.expect("a switch is a statement");
        let Stmt::Switch { on, body } = self.program().stmts[id] else { unreachable!("a switch") };
        let cases = self.cases_of(id, body);
        let cases = self.lift(cases)?;
        let value = self.integer(on, Value::Int(value));
        let marker = value.and_then(|value| cases.table.get(&value)).map(|case| case.marker);
        Ok(marker.or(cases.default).map(|marker| code.markers[&marker] as usize))
    }
}
