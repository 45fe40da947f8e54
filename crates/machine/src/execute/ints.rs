//! Nodes that are integers of at most 64 bits. They are most of a program, and their values fit a register.

use super::pointers::Behind;
use super::{Cx, Halt, Run};
use crate::bytecode::{Change, Kind, Node, NodeId, Slot};
use crate::grow::Grow;
use crate::machine::Machine;
use crate::ops;
use crate::outcome::{Eval, Found, Limit, Stop};
use crate::tree::eval::one_step;
use crate::ub::{Culprit, Ub};
use crate::value::{Place, Value};
use ir::arith::int::{self, Fault};
use ir::{BinaryOp, ExprId, ExprKind, IncDec, IntType, LogicOp, UnaryOp, VarId};

impl<G: Grow> Machine<G> {
    #[inline(always)]
    pub(super) fn count(&mut self, steps: u16) -> Run<()> {
        self.steps += u64::from(steps);
        if self.steps > self.config.max_steps { self.exhausted() } else { Ok(()) }
    }

    /// There are no steps left: the one that was too many is the last.
    #[cold]
    pub(super) fn exhausted<T>(&mut self) -> Run<T> {
        self.steps = self.config.max_steps + 1;
        self.halt(Stop::Budget(Limit::Steps))
    }

    /// The value of an integer node.
    #[inline(always)]
    pub(super) fn int(&mut self, cx: Cx, n: NodeId) -> Run<i64> {
        let node = &cx.code.nodes[n as usize];
        self.count(node.cost)?;
        match node.kind {
            Kind::Const(value) => Ok(value),
            Kind::Slot(slot) => self.read_slot(cx, slot, node.id),
            _ => self.int_counted(cx, node),
        }
    }

    #[inline]
    pub(super) fn read_slot(&mut self, cx: Cx, slot: u32, site: ExprId) -> Run<i64> {
        let Slot { value, known, .. } = self.codes.slots[cx.base + slot as usize];
        if known { Ok(value) } else { self.unknown_slot(cx, slot, site) }
    }

    #[inline]
    fn write_slot(&mut self, cx: Cx, slot: u32, value: i64) {
        self.changes += 1;
        self.codes.slots[cx.base + slot as usize] = Slot::of(value);
    }

    #[cold]
    fn unknown_slot(&mut self, cx: Cx, slot: u32, site: ExprId) -> Run<i64> {
        let culprit = Some(Culprit::Var(cx.code.slots[slot as usize]));
        let Slot { value, doubtful, .. } = self.codes.slots[cx.base + slot as usize];
        let ub = match doubtful {
            Some(known) => {
                self.doubtful.set((value as u8, known));
                Ub::Unspecified
            }
            None => Ub::Uninitialized,
        };
        let found = Found { ub, expr: Some(site), stmt: None, culprit, made: None, died: None };
        self.halt(Stop::Ub(Box::new(found)))
    }

    /// The same for a node whose steps have been counted. What is common is here, so that little must be saved and restored.
    pub(super) fn int_counted(&mut self, cx: Cx, node: &Node) -> Run<i64> {
        match node.kind {
            Kind::Const(value) => Ok(value),
            Kind::Slot(slot) => self.read_slot(cx, slot, node.id),
            Kind::Var(var, t) => self.int_var(node.id, var, t),
            Kind::QuietVar(var, t) => match self.quiet_int(var, t) {
                Some(value) => Ok(value),
                None => self.slow_var(node.id, var),
            },
            Kind::Wrap(t, a) => Ok(int::wrap(t, self.int(cx, a)?)),
            Kind::ToBool(a) => Ok(i64::from(self.int(cx, a)? != 0)),
            Kind::Not(a) => Ok(i64::from(self.int(cx, a)? == 0)),
            Kind::Unary(op, t, a) => {
                let x = self.int(cx, a)?;
                self.int_unary(node.id, op, t, x)
            }
            Kind::Binary(op, t, a, b) => {
                let x = self.int(cx, a)?;
                let y = self.int(cx, b)?;
                self.int_binary(node.id, op, t, x, y)
            }
            Kind::Logic(op, a, b) => self.int_logic(cx, op, a, b),
            Kind::Inlined(call) => self.int_inlined(cx, call),
            Kind::Cond(cond, then, els) => {
                let chosen = if self.chooses(cx, cond)? { then } else { els };
                self.int(cx, chosen)
            }
            _ => self.int_rest(cx, node),
        }
    }

    #[inline(never)]
    fn int_rest(&mut self, cx: Cx, node: &Node) -> Run<i64> {
        match node.kind {
            Kind::WatchedBinary(op, t, a, b) => self.watched_binary(cx, node.id, (op, t), a, b),
            Kind::Guard(op, t, a, b) => {
                let x = self.int(cx, a)?;
                let y = self.int(cx, b)?;
                Ok(ops::word_binary(op, t, x, y, self.config.shift_rules).unwrap_or(x))
            }
            Kind::Comma(a, b) => {
                self.first_of_comma(cx, a)?;
                self.int(cx, b)
            }
            Kind::SetSlot(slot, rhs) => match self.int(cx, rhs) {
                Ok(value) => {
                    self.write_slot(cx, slot, value);
                    Ok(value)
                }
                Err(Halt) => self.set_doubtful_slot(cx, node.id, slot),
            },
            Kind::SetVar(var, t, rhs) => match self.int(cx, rhs) {
                Ok(value) => self.set_var(node.id, var, t, value),
                Err(Halt) => {
                    let place = self.var_place_of(node.id, var)?;
                    self.set_doubtful(node.id, place)
                }
            },
            Kind::ChangeSlot { op, left, wide, slot, rhs } => {
                let y = self.int(cx, rhs)?;
                let x = self.read_slot(cx, slot, node.id)?;
                let x = int::convert(left, wide, x);
                let result = self.int_binary(node.id, op, wide, x, y)?;
                let value = int::convert(wide, left, result);
                self.write_slot(cx, slot, value);
                Ok(value)
            }
            Kind::ChangeVar { op, left, wide, var, rhs } => {
                let y = self.int(cx, rhs)?;
                self.change_var(node.id, op, (left, wide), var, y)
            }
            Kind::StepSlot { op, ty, calc, slot } => self.step_slot_by(cx, node.id, op, (ty, calc), slot),
            Kind::StepVar { op, ty, calc, var } => self.step_var(node.id, op, (ty, calc), var),
            Kind::LoadInt(t, place) => self.int_load(cx, node.id, t, place),
            Kind::SetInt(t, place, rhs) => self.set_int(cx, node.id, t, (place, rhs)),
            Kind::ChangeInt(place, rhs, change) => {
                self.change_int(cx, node.id, (place, rhs), cx.code.changes[change as usize])
            }
            Kind::TruthOf(a) => {
                let value = self.val(cx, a)?;
                match ops::truth(value) {
                    Some(truth) => Ok(i64::from(truth)),
                    None => self.halt(self.ub(node.id, Ub::MissingReturn)),
                }
            }
            Kind::Call(call) => {
                let value = self.call_node(cx, node.id, call)?;
                self.int_from(node.id, Ok(value))
            }
            _ => self.int_of_other(cx, node),
        }
    }

    /// A node that is known to be a step of a slot, and whose steps have been counted.
    #[inline]
    pub(super) fn step_slot(&mut self, cx: Cx, node: &Node) -> Run<i64> {
        match node.kind {
            Kind::StepSlot { op, ty, calc, slot } => self.step_slot_by(cx, node.id, op, (ty, calc), slot),
            _ => self.int_of_other(cx, node),
        }
    }

    #[inline(always)]
    fn step_slot_by(
        &mut self,
        cx: Cx,
        id: ExprId,
        op: IncDec,
        (t, calc): (IntType, IntType),
        slot: u32,
    ) -> Run<i64> {
        let old = self.read_slot(cx, slot, id)?;
        let new = old.wrapping_add(if op.is_inc() { 1 } else { -1 });
        let kept = int::wrap(t, new);
        // Unsigned types wrap, narrow ones that stay in range need no look either.
        let new = if t.bits > 1 && (!t.signed || (t.bits < 64 && kept == new)) {
            kept
        } else {
            match one_step(op, t, calc, old, self.config.shift_rules) {
                Ok(new) => new,
                Err(ub) => return self.int_mended(id, ub),
            }
        };
        self.write_slot(cx, slot, new);
        Ok(if op.is_post() { old } else { new })
    }

    /// An integer that comes from a node that may be of any type.
    fn int_of_other(&mut self, cx: Cx, node: &Node) -> Run<i64> {
        match self.val_counted(cx, node)? {
            Value::Int(value) => Ok(value),
            _ => self.halt(self.ub(node.id, Ub::MissingReturn)),
        }
    }

    #[inline(never)]
    fn int_binary(&mut self, id: ExprId, op: BinaryOp, t: IntType, x: i64, y: i64) -> Run<i64> {
        match ops::word_binary(op, t, x, y, self.config.shift_rules) {
            Ok(value) => Ok(value),
            Err(fault) => self.int_fault(id, fault, op, t, (x, y)),
        }
    }

    #[cold]
    fn int_fault(
        &mut self,
        id: ExprId,
        fault: Fault,
        op: BinaryOp,
        t: IntType,
        (x, y): (i64, i64),
    ) -> Run<i64> {
        let p = self.program();
        let right = match p.exprs[id].kind {
            ExprKind::Binary(_, _, b) => b,
            ExprKind::AssignOp { rhs, .. } => rhs,
            _ => id,
        };
        let count = p.types.int_type(p.ty(right)).unwrap_or(t);
        let ub = ops::explain(fault, op, t, int::widen(t, x), int::widen(count, y));
        self.int_mended(id, ub)
    }

    /// A finished program is not repaired.
    #[cold]
    fn int_mended(&mut self, id: ExprId, ub: Ub) -> Run<i64> {
        self.halt(self.ub(id, ub))
    }

    #[inline(never)]
    fn int_unary(&mut self, id: ExprId, op: UnaryOp, t: IntType, x: i64) -> Run<i64> {
        match ops::int_unary(op, t, Value::Int(x), self.config.shift_rules) {
            Ok(Value::Int(value)) => Ok(value),
            Ok(_) => Ok(x),
            Err(ub) => self.int_mended(id, ub),
        }
    }

    #[inline(never)]
    fn watched_binary(
        &mut self,
        cx: Cx,
        id: ExprId,
        (op, t): (BinaryOp, IntType),
        a: NodeId,
        b: NodeId,
    ) -> Run<i64> {
        let region = self.seq.open(self.depth);
        let x = self.int(cx, a)?;
        let split = self.seq.split();
        let y = self.int(cx, b)?;
        let compared = self.compare(id, region, split);
        self.lift(compared)?;
        self.seq.close(region);
        self.int_binary(id, op, t, x, y)
    }

    #[inline]
    fn int_logic(&mut self, cx: Cx, op: LogicOp, a: NodeId, b: NodeId) -> Run<i64> {
        let x = self.chooses(cx, a)?;
        if x == (op == LogicOp::Or) {
            return Ok(i64::from(x));
        }
        Ok(i64::from(self.int(cx, b)? != 0))
    }

    /// An operand that is complete before anything else happens, as a truth.
    #[inline]
    pub(super) fn chooses(&mut self, cx: Cx, cond: NodeId) -> Run<bool> {
        let since = self.begin_sequence();
        let x = self.int(cx, cond)?;
        self.sequence_point(since);
        Ok(x != 0)
    }

    pub(super) fn first_of_comma(&mut self, cx: Cx, a: NodeId) -> Run<()> {
        let since = self.begin_sequence();
        self.effect(cx, a)?;
        self.sequence_point(since);
        Ok(())
    }

    // --- variables in memory ---

    #[inline(never)]
    fn int_var(&mut self, id: ExprId, var: VarId, t: IntType) -> Run<i64> {
        match self.quick_int(var, t) {
            Some(value) => Ok(value),
            None => self.slow_var(id, var),
        }
    }

    #[cold]
    fn slow_var(&mut self, id: ExprId, var: VarId) -> Run<i64> {
        let ty = self.program().ty(id);
        let read = self.var_place(id, var).and_then(|place| self.read(id, place, ty));
        self.int_from(id, read)
    }

    #[inline(never)]
    fn set_var(&mut self, id: ExprId, var: VarId, t: IntType, value: i64) -> Run<i64> {
        if self.quick_set(var, t, value) {
            return Ok(value);
        }
        let ExprKind::Assign { lhs, .. } = self.program().exprs[id].kind else {
            unreachable!("the node was made from an assignment")
        };
        let ty = self.program().ty(lhs);
        let done =
            self.var_place(lhs, var).and_then(|place| self.finish_assign(id, place, ty, Value::Int(value)));
        self.lift(done).map(|_| value)
    }

    #[inline(never)]
    fn change_var(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, wide): (IntType, IntType),
        var: VarId,
        y: i64,
    ) -> Run<i64> {
        if let Some(x) = self.quick_int(var, left)
            && let Ok(result) =
                ops::word_binary(op, wide, int::convert(left, wide, x), y, self.config.shift_rules)
        {
            let value = int::convert(wide, left, result);
            if self.quick_set(var, left, value) {
                return Ok(value);
            }
        }
        let ExprKind::AssignOp { lhs, rhs, calc, .. } = self.program().exprs[id].kind else {
            unreachable!("the node was made from an assignment")
        };
        let done = self
            .var_place(lhs, var)
            .and_then(|place| self.combine_and_assign(id, op, place, Value::Int(y), (lhs, rhs, calc)));
        self.int_from(id, done)
    }

    #[inline(never)]
    fn step_var(&mut self, id: ExprId, op: IncDec, (t, calc): (IntType, IntType), var: VarId) -> Run<i64> {
        if let Some(old) = self.quick_int(var, t)
            && let Ok(new) = one_step(op, t, calc, old, self.config.shift_rules)
            && self.quick_set(var, t, new)
        {
            return Ok(if op.is_post() { old } else { new });
        }
        let ExprKind::IncDec(_, lhs) = self.program().exprs[id].kind else {
            unreachable!("the node was made from an increment")
        };
        let done = self.var_place(lhs, var).and_then(|place| self.inc_dec_at(id, op, lhs, place));
        match self.lift(done)? {
            Value::Int(value) => Ok(value),
            _ => self.halt(self.ub(id, Ub::MissingReturn)),
        }
    }

    #[inline(never)]
    fn int_load(&mut self, cx: Cx, id: ExprId, t: IntType, place: NodeId) -> Run<i64> {
        if let Some(behind) = Behind::of(cx, place) {
            return self.int_behind(cx, id, t, behind);
        }
        if let Some(part) = self.part_node(cx, place)? {
            return self.part_int(cx, id, t, part);
        }
        let place = self.place_of(cx, place)?;
        if let Some(value) = self.quick_read_at(&place, t) {
            return Ok(value);
        }
        let read = self.read(id, place, self.program().ty(id));
        self.int_from(id, read)
    }

    #[inline(never)]
    fn set_int(&mut self, cx: Cx, id: ExprId, t: IntType, (place, rhs): (NodeId, NodeId)) -> Run<i64> {
        if let Some(behind) = Behind::of(cx, place) {
            return self.set_behind(cx, id, behind, rhs);
        }
        if let Some(part) = self.part_node(cx, place)? {
            return self.set_part(cx, id, t, (part, rhs));
        }
        let place = match cx.code.nodes[place as usize] {
            // Naming a variable does nothing that the right side could see, so that it costs steps, and nothing else.
            Node { kind: Kind::VarPlace(var), cost, id, .. } => {
                self.count(cost)?;
                self.var_place_of(id, var)?
            }
            _ => self.place_of(cx, place)?,
        };
        let Ok(value) = self.int(cx, rhs) else { return self.set_doubtful(id, place) };
        if self.quick_write_at(&place, t, value) {
            return Ok(value);
        }
        self.set_slowly(id, place, value)
    }

    /// The right side of an assignment had no value: if it was a character without a specified one, that is stored.
    #[cold]
    pub(super) fn set_doubtful(&mut self, id: ExprId, place: Place) -> Run<i64> {
        let stop = self.stopped();
        let ExprKind::Assign { lhs, rhs } = self.program().exprs[id].kind else { return self.halt(stop) };
        let stop = self.assign_doubtful(id, place, (self.program().ty(lhs), rhs), stop);
        self.halt(stop)
    }

    #[cold]
    fn set_doubtful_slot(&mut self, cx: Cx, id: ExprId, slot: u32) -> Run<i64> {
        let stop = self.stopped();
        let ExprKind::Assign { lhs, rhs } = self.program().exprs[id].kind else { return self.halt(stop) };
        if !self.is_doubtful_copy(self.program().ty(lhs), rhs, &stop) {
            return self.halt(stop);
        }
        self.give_doubtful(cx, slot);
        let culprit = Some(Culprit::Var(cx.code.slots[slot as usize]));
        let found =
            Found { ub: Ub::Unspecified, expr: Some(id), stmt: None, culprit, made: None, died: None };
        self.halt(Stop::Ub(Box::new(found)))
    }

    /// Gives a slot the doubtful character that was read last.
    pub(super) fn give_doubtful(&mut self, cx: Cx, slot: u32) {
        let (byte, known) = self.doubtful.get();
        self.changes += 1;
        self.codes.slots[cx.base + slot as usize] =
            Slot { value: i64::from(byte), known: false, doubtful: Some(known) };
    }

    /// See [`Machine::sides`].
    fn int_sides(&mut self, cx: Cx, place: NodeId, rhs: NodeId) -> Run<(Place, i64)> {
        let node = &cx.code.nodes[place as usize];
        if let Kind::VarPlace(var) = node.kind {
            self.count(node.cost)?;
            let value = self.int(cx, rhs)?;
            return Ok((self.var_place_of(node.id, var)?, value));
        }
        let place = self.place_of(cx, place)?;
        Ok((place, self.int(cx, rhs)?))
    }

    #[inline(never)]
    fn change_int(&mut self, cx: Cx, id: ExprId, (place, rhs): (NodeId, NodeId), change: Change) -> Run<i64> {
        if let Some(behind) = Behind::of(cx, place) {
            return self.change_behind(cx, id, behind, (rhs, change));
        }
        if let Some(part) = self.part_node(cx, place)? {
            return self.change_part(cx, id, (part, rhs), change);
        }
        let (place, y) = self.int_sides(cx, place, rhs)?;
        let Change { op, left, wide } = change;
        if let Some(x) = self.quick_read_at(&place, left)
            && let Ok(result) =
                ops::word_binary(op, wide, int::convert(left, wide, x), y, self.config.shift_rules)
        {
            let value = int::convert(wide, left, result);
            if self.quick_write_at(&place, left, value) {
                return Ok(value);
            }
        }
        self.change_slowly(id, op, place, y)
    }

    pub(super) fn int_from(&mut self, id: ExprId, done: Eval<Value>) -> Run<i64> {
        match self.lift(done)? {
            Value::Int(value) => Ok(value),
            _ => self.halt(self.ub(id, Ub::MissingReturn)),
        }
    }
}
