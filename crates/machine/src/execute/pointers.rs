//! Nodes that are pointers, and integers that are reached through one. No place is made for these where no rule needs a
//! closer look; where one does, the functions that know the rules get what was evaluated so far.

use super::{Cx, Run};
use crate::access::Intent;
use crate::bytecode::{Change, Kind, Node, NodeId, Pointee};
use crate::config::Alignment;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::ops;
use crate::ub::Ub;
use crate::value::{Place, Pointer, Root, Value};
use ir::arith::int;
use ir::{ExprId, ExprKind, IntType, VarId};

/// A place that a pointer designates: its node, the pointer's node, and what it points to.
#[derive(Clone, Copy)]
pub(super) struct Behind<'a> {
    node: &'a Node,
    pointer: NodeId,
    to: Pointee,
}

impl<'a> Behind<'a> {
    pub(super) fn of(cx: Cx<'a>, place: NodeId) -> Option<Self> {
        let node = &cx.code.nodes[place as usize];
        match node.kind {
            Kind::DerefPlace(pointer, info) => {
                Some(Behind { node, pointer, to: cx.code.pointees[info as usize] })
            }
            _ => None,
        }
    }
}

impl<G: Grow> Machine<G> {
    /// The value of a pointer node.
    pub(super) fn pointer(&mut self, cx: Cx, n: NodeId) -> Run<Pointer> {
        let node = &cx.code.nodes[n as usize];
        let value = match node.kind {
            Kind::PointerVar(var) => {
                self.count(node.cost)?;
                return self.pointer_var(node.id, var);
            }
            Kind::NullPointer => {
                self.count(node.cost)?;
                return Ok(Pointer::NULL);
            }
            Kind::QuietPointer(var) => {
                self.count(node.cost)?;
                return self.quiet_var(node.id, var);
            }
            Kind::QuietRestrict(var) => {
                self.count(node.cost)?;
                return self.restrict_var(node.id, var);
            }
            Kind::LoadPointer(place) => {
                self.count(node.cost)?;
                return self.pointer_load(cx, node.id, place);
            }
            _ => self.val(cx, n)?,
        };
        self.pointer_from(node.id, value)
    }

    pub(super) fn pointer_from(&mut self, id: ExprId, value: Value) -> Run<Pointer> {
        match value {
            Value::Pointer(pointer) => Ok(pointer),
            _ => self.halt(self.ub(id, Ub::MissingReturn)),
        }
    }

    #[inline]
    pub(super) fn pointer_var(&mut self, id: ExprId, var: VarId) -> Run<Pointer> {
        if let Some(pointer) = self.quick_pointer(var) {
            return Ok(pointer);
        }
        self.slow_pointer(id, var)
    }

    /// The same where no access to the variable can conflict with another.
    #[inline]
    pub(super) fn quiet_var(&mut self, id: ExprId, var: VarId) -> Run<Pointer> {
        match self.quiet_pointer(var) {
            Some(pointer) => Ok(pointer),
            None => self.slow_pointer(id, var),
        }
    }

    pub(super) fn restrict_var(&mut self, id: ExprId, var: VarId) -> Run<Pointer> {
        match self.quiet_restrict(id, var) {
            Some(pointer) => Ok(pointer),
            None => self.slow_pointer(id, var),
        }
    }

    #[cold]
    fn slow_pointer(&mut self, id: ExprId, var: VarId) -> Run<Pointer> {
        let ty = self.program().ty(id);
        let read = self.var_place(id, var).and_then(|place| self.read(id, place, ty));
        let value = self.lift(read)?;
        self.pointer_from(id, value)
    }

    /// Stores a pointer.
    pub(super) fn set_pointer(&mut self, cx: Cx, id: ExprId, place: NodeId, rhs: NodeId) -> Run<Pointer> {
        let node = &cx.code.nodes[place as usize];
        let (place, pointer) = if let Kind::VarPlace(var) = node.kind {
            self.count(node.cost)?;
            let pointer = self.pointer(cx, rhs)?;
            (self.var_place_of(node.id, var)?, pointer)
        } else {
            let place = self.place_of(cx, place)?;
            (place, self.pointer(cx, rhs)?)
        };
        let size = self.mem.pointer_size();
        if place.rest == [(0, 0); 2]
            && let Some(pos) = self.quick_pos(place.pointer, size, place.root, Intent::Write)
        {
            self.changes += 1;
            self.mem.store_pointer(pos, pointer);
            return Ok(pointer);
        }
        let ExprKind::Assign { lhs, .. } = self.program().exprs[id].kind else {
            unreachable!("the node was made from an assignment")
        };
        let done = self.finish_assign(id, place, self.program().ty(lhs), Value::Pointer(pointer));
        let stored = self.lift(done)?;
        self.pointer_from(id, stored)
    }

    pub(super) fn pointer_load(&mut self, cx: Cx, id: ExprId, place: NodeId) -> Run<Pointer> {
        let place = match Behind::of(cx, place) {
            Some(behind) => {
                let pointer = self.pointer_of(cx, behind)?;
                if let Some(pos) = self.quick_pos_behind(pointer, behind.to, Intent::Read)
                    && let Some(pointer) = self.quick_pointer_in(pos)
                {
                    return Ok(pointer);
                }
                self.dereference(behind.node.id, pointer, behind.to)?
            }
            None => {
                if let Some(part) = self.part_node(cx, place)? {
                    return self.part_pointer(cx, id, part);
                }
                let place = self.place_of(cx, place)?;
                if let Some(pointer) = self.quick_pointer_at(&place) {
                    return Ok(pointer);
                }
                place
            }
        };
        let read = self.read(id, place, self.program().ty(id));
        let value = self.lift(read)?;
        self.pointer_from(id, value)
    }

    /// The pointer that leads to a place.
    #[inline]
    pub(super) fn pointer_of(&mut self, cx: Cx, behind: Behind) -> Run<Pointer> {
        self.count(behind.node.cost)?;
        self.pointer(cx, behind.pointer)
    }

    // --- integers behind pointers ---

    pub(super) fn int_behind(&mut self, cx: Cx, id: ExprId, t: IntType, behind: Behind) -> Run<i64> {
        let pointer = self.pointer_of(cx, behind)?;
        if let Some(value) = self.quick_int_behind(pointer, behind.to, t) {
            return Ok(value);
        }
        let place = self.dereference(behind.node.id, pointer, behind.to)?;
        let read = self.read(id, place, self.program().ty(id));
        self.int_from(id, read)
    }

    #[inline]
    fn quick_int_behind(&mut self, pointer: Pointer, to: Pointee, t: IntType) -> Option<i64> {
        if t.bits <= 1 {
            return None;
        }
        let pos = self.quick_pos_behind(pointer, to, Intent::Read)?;
        let raw = self.mem.load(pos, to.size).ok()?;
        Some(int::wrap(t, raw as i64))
    }

    /// Stores an integer behind a pointer, where no rule needs a closer look, and tells whether it did.
    #[inline]
    fn quick_store_behind(&mut self, pointer: Pointer, to: Pointee, value: i64) -> bool {
        let Some(pos) = self.quick_pos_behind(pointer, to, Intent::Write) else { return false };
        self.changes += 1;
        self.mem.store(pos, to.size, value as u64);
        true
    }

    pub(super) fn set_behind(&mut self, cx: Cx, id: ExprId, behind: Behind, rhs: NodeId) -> Run<i64> {
        let pointer = self.pointer_of(cx, behind)?;
        let place = self.dereference(behind.node.id, pointer, behind.to)?;
        let Ok(value) = self.int(cx, rhs) else { return self.set_doubtful(id, place) };
        if self.quick_store_behind(pointer, behind.to, value) {
            return Ok(value);
        }
        self.set_slowly(id, place, value)
    }

    pub(super) fn set_slowly(&mut self, id: ExprId, place: Place, value: i64) -> Run<i64> {
        let ExprKind::Assign { lhs, .. } = self.program().exprs[id].kind else {
            unreachable!("the node was made from an assignment")
        };
        let done = self.finish_assign(id, place, self.program().ty(lhs), Value::Int(value));
        self.int_from(id, done)
    }

    pub(super) fn change_behind(
        &mut self,
        cx: Cx,
        id: ExprId,
        behind: Behind,
        (rhs, change): (NodeId, Change),
    ) -> Run<i64> {
        let pointer = self.pointer_of(cx, behind)?;
        let place = self.dereference(behind.node.id, pointer, behind.to)?;
        let y = self.int(cx, rhs)?;
        let Change { op, left, wide } = change;
        if let Some(x) = self.quick_int_behind(pointer, behind.to, left)
            && let Ok(result) =
                ops::word_binary(op, wide, int::convert(left, wide, x), y, self.config.shift_rules)
        {
            let value = int::convert(wide, left, result);
            if self.quick_store_behind(pointer, behind.to, value) {
                return Ok(value);
            }
        }
        self.change_slowly(id, op, place, y)
    }

    pub(super) fn change_slowly(&mut self, id: ExprId, op: ir::BinaryOp, place: Place, y: i64) -> Run<i64> {
        let ExprKind::AssignOp { lhs, rhs, calc, .. } = self.program().exprs[id].kind else {
            unreachable!("the node was made from an assignment")
        };
        let done = self.combine_and_assign(id, op, place, Value::Int(y), (lhs, rhs, calc));
        self.int_from(id, done)
    }

    // --- dereferencing ---

    /// Whether a pointer is to something alive and aligned, all of which it may reach.
    #[inline]
    pub(super) fn can_dereference(&self, p: Pointer, to: Pointee) -> bool {
        if !p.is_object() {
            return false;
        }
        let Ok(object) = self.mem.alive(p) else { return false };
        let aligned = object.align >= to.align && p.offset.is_multiple_of(to.align);
        (aligned || self.config.alignment == Alignment::Any)
            && p.offset >= p.low
            && p.offset <= p.high
            && to.size <= p.high - p.offset
    }

    #[inline]
    pub(super) fn dereference(&mut self, id: ExprId, pointer: Pointer, to: Pointee) -> Run<Place> {
        if self.can_dereference(pointer, to) {
            return Ok(designated(pointer, to));
        }
        self.dereference_slowly(id, Value::Pointer(pointer))
    }

    /// Where what a pointer points to is, if no rule needs a closer look at an access to all of it.
    #[inline]
    fn quick_pos_behind(&mut self, p: Pointer, to: Pointee, intent: Intent) -> Option<u32> {
        if !self.can_dereference(p, to) {
            return None;
        }
        self.quick_pos(p, to.size, Some(Root { ty: to.ty, offset: p.offset }), intent)
    }
}

#[inline]
pub(super) fn designated(p: Pointer, to: Pointee) -> Place {
    Place::at(p, Some(Root { ty: to.ty, offset: p.offset }))
}
