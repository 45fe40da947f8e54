//! Promises that a program makes to its compiler: that a function is pure or const, that parameters and results are not
//! null, that a condition holds. Each is checked while it counts; the check may be stricter than the promise. What restrict
//! pointers promise is told in [`crate::access::restrict`].
//!
//! A call that promises something is on a stack while it runs. Accesses to objects from outside of it take the long way,
//! which leads here.

use crate::access::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::{Object, Traits};
use crate::outcome::Eval;
use crate::state::promises::{Kind, PromiseInForce};
use crate::ub::{Culprit, Promise, Ub};
use crate::value::{Place, Pointer, Value};
use ir::{Attrs, ExprId, FuncId, VarId};

impl<G: Grow> Machine<G> {
    /// Checks what the parameters of a function promise, and takes note of what the call promises to do. The frame is
    /// there already.
    pub(crate) fn pledge(&mut self, func: FuncId, values: &[Value], call: ExprId) -> Eval<()> {
        let f = &self.program().funcs[func];
        let attrs = f.attrs;
        let nonnull = |i: usize| {
            attrs.has(Attrs::NONNULL) || (i < Attrs::MAX_NONNULL && attrs.has(Attrs::nonnull_at(i)))
        };
        let is_null = |v: &Value| matches!(v, Value::Pointer(p) if p.is_null());
        if values.iter().enumerate().any(|(i, v)| is_null(v) && nonnull(i)) {
            self.broken(call, func, Promise::Nonnull, None)?;
        }
        let depth = self.depth;
        if attrs.has(Attrs::CONST) {
            self.promises_in_force.push(PromiseInForce { depth, func, call, kind: Kind::Const });
        } else if attrs.has(Attrs::PURE) {
            self.promises_in_force.push(PromiseInForce { depth, func, call, kind: Kind::Pure });
        }
        for (i, value) in values.iter().enumerate() {
            let Some(param) = self.program().funcs[func].params.get(i).copied() else { break };
            let Value::Pointer(pointer) = value else { continue };
            let at_least = self.program().vars[param].at_least;
            if at_least > 0 && !self.leads_to(*pointer, param, at_least) {
                self.broken(call, func, Promise::AtLeast(at_least), Some(param))?;
            }
        }
        self.set_outside();
        Ok(())
    }

    /// The call is over, and what it promised has been kept.
    pub(crate) fn redeem(&mut self, func: FuncId, value: Option<Value>, call: ExprId) -> Eval<()> {
        let depth = self.depth;
        while self.promises_in_force.last().is_some_and(|p| p.depth >= depth) {
            self.promises_in_force.pop();
        }
        self.set_outside();
        let attrs = self.program().funcs[func].attrs;
        let Some(Value::Pointer(p)) = value else { return Ok(()) };
        if p.is_null() {
            let broken = attrs.has(Attrs::RETURNS_NONNULL);
            return if broken { self.broken(call, func, Promise::ReturnsNonnull, None) } else { Ok(()) };
        }
        for (align, attr) in Attrs::ALIGNMENTS {
            if attrs.has(attr) && !self.is_aligned(p, align) {
                self.broken(call, func, Promise::Aligned(align), None)?;
            }
        }
        if attrs.has(Attrs::MALLOC) && !self.is_only_way(p) {
            self.broken(call, func, Promise::Malloc, None)?;
        }
        Ok(())
    }

    /// Whether as many elements as `[static n]` says are there, behind a pointer that is passed.
    fn leads_to(&self, pointer: Pointer, param: VarId, elements: u32) -> bool {
        let types = &self.program().types;
        let size = types.pointee(self.program().vars[param].ty).map_or(0, |to| types.size(to));
        self.view().can_dereference(pointer, size * u64::from(elements))
    }

    fn is_aligned(&self, pointer: Pointer, align: u32) -> bool {
        pointer.is_object()
            && self.mem.alive(pointer).is_ok_and(|object| object.align >= align)
            && pointer.offset.is_multiple_of(align)
    }

    /// Whether the pointer is the only one that will lead to its object when the call is over, and the object, which was
    /// allocated, holds no pointers.
    fn is_only_way(&self, pointer: Pointer) -> bool {
        if !pointer.is_object() {
            return false;
        }
        let Ok(object) = self.mem.alive(pointer) else { return false };
        pointer.offset == 0
            && object.origin == Culprit::Heap
            && self.mem.whole_pointers(object.base, object.size).is_empty()
            && !self.mem.is_pointed_to(pointer.object, self.depth)
    }

    /// Objects of less depth than the innermost pledge need a closer look; all of them while there are restrict pointers.
    pub(crate) fn set_outside(&mut self) {
        self.pledged = self.promises_in_force.iter().map(|p| p.depth).max().unwrap_or(0);
        self.outside = if self.restricts.is_watching() { u32::MAX } else { self.pledged };
    }

    /// An access to an object from outside of a call that promises something, or while there are restrict pointers.
    #[cold]
    pub(crate) fn check_pledges(&mut self, id: ExprId, place: Place, size: u32, intent: Intent) -> Eval<()> {
        let object = *self.mem.object(place.pointer.object);
        let write = intent != Intent::Read;
        // The newest come last, and withdrawing one takes it away.
        for i in (0..self.promises_in_force.len()).rev() {
            let Some(pledge) = self.promises_in_force.get(i).copied().filter(|p| object.depth < p.depth)
            else {
                continue;
            };
            let PromiseInForce { func, call, .. } = pledge;
            match pledge.kind {
                Kind::Pure if write && intent != Intent::Initialise => {
                    self.broken(call, func, Promise::Pure, None)?;
                }
                Kind::Const if intent != Intent::Initialise && !self.is_constant_object(&object) => {
                    self.broken(call, func, Promise::Const, None)?;
                }
                Kind::Pure | Kind::Const => {}
            }
        }
        self.access_restrict(id, place.pointer, size, intent)
    }

    /// Whether the object cannot change.
    fn is_constant_object(&self, object: &Object) -> bool {
        let types = &self.program().types;
        let mut ty = object.ty;
        while let Some((element, _)) = types.element(ty) {
            ty = element;
        }
        object.traits.has(Traits::STRING) || types.canonical(ty).quals().is_const()
    }

    /// A volatile access, or output: no pure function has any.
    #[cold]
    pub(crate) fn check_observed(&mut self) -> Eval<()> {
        for i in (0..self.promises_in_force.len()).rev() {
            let Some(PromiseInForce { func, call, kind, .. }) = self.promises_in_force.get(i).copied() else {
                continue;
            };
            match kind {
                Kind::Pure => self.broken(call, func, Promise::Pure, None)?,
                Kind::Const => self.broken(call, func, Promise::Const, None)?,
            }
        }
        Ok(())
    }

    /// A promise does not hold: it is withdrawn, or the behaviour undefined.
    #[cold]
    pub(crate) fn broken(
        &mut self,
        call: ExprId,
        func: FuncId,
        promise: Promise,
        param: Option<VarId>,
    ) -> Eval<()> {
        let ub = Ub::BrokenPromise { promise, func, param };
        if !self.repaired(call, &ub, &[])? {
            return Err(self.ub(call, ub));
        }
        self.promises_in_force.retain(|p| p.func != func || !p.is_about(promise));
        self.set_outside();
        Ok(())
    }
}

impl PromiseInForce {
    fn is_about(&self, promise: Promise) -> bool {
        match self.kind {
            Kind::Pure => promise == Promise::Pure,
            Kind::Const => promise == Promise::Const,
        }
    }
}
