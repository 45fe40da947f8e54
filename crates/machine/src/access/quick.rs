//! The short ways to values, for objects of which no rule needs a closer look: no qualifiers, no unions, nothing watching.
//! `None` or `false` sends the caller the long way.

use super::{Intent, quals_within};
use crate::config::Aliasing;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::scalars::int_size;
use crate::memory::sequence::Kind;
use crate::memory::{Object, Traits};
use crate::value::{Place, Pointer, Root, Value};
use ir::arith::int;
use ir::{Class, IntType, Quals, Ty, VarId};

impl<G: Grow> Machine<G> {
    /// The value of an integer variable, where no rule needs a closer look.
    #[inline]
    pub(crate) fn quick_int(&mut self, var: VarId, t: IntType) -> Option<i64> {
        if self.outside > self.pledged && !self.note_restrict_named(var, int_size(t), Intent::Read) {
            return None;
        }
        let value = self.quiet_int(var, t)?;
        self.note_named(var, int_size(t));
        Some(value)
    }

    /// Takes note of an access to a variable while there are restrict pointers; false if it needs a closer look.
    pub(super) fn note_restrict_named(&mut self, var: VarId, size: u32, intent: Intent) -> bool {
        let Some(number) = self.mem.bound(var) else { return false };
        self.note_restrict(self.mem.pointer_to(number), size, intent)
    }

    /// The same for a read that no other access can conflict with.
    #[inline]
    pub(crate) fn quiet_int(&self, var: VarId, t: IntType) -> Option<i64> {
        let object = self.mem.object(self.mem.bound(var)?);
        if object.traits.concern_reads() || object.depth < self.pledged || t.bits <= 1 || t.bits > 64 {
            return None;
        }
        let raw = self.mem.load(object.base, int_size(t)).ok()?;
        Some(int::wrap(t, raw as i64))
    }

    /// Records a read of a variable that took a short way.
    #[inline]
    pub(super) fn note_named(&mut self, var: VarId, size: u32) {
        if self.seq.is_watching()
            && let Some(number) = self.mem.bound(var)
            && self.seq.watches(self.mem.object(number).depth)
        {
            self.note_quickly(number, (0, size), Kind::Read);
        }
    }

    /// What [`Machine::note_access`] does for an access that took a short way.
    #[inline(never)]
    pub(super) fn note_quickly(&mut self, number: u32, (offset, size): (u32, u32), kind: Kind) {
        let object = self.mem.object(number);
        let start = u64::from(offset) * 8;
        let bits = (start, start + u64::from(size) * 8);
        self.seq.record((number, object.generation), object.depth, bits, self.depth, kind);
    }

    /// The position of an integer at a place, where no rule needs a closer look at an access to it.
    #[inline]
    pub(crate) fn quick_pos(
        &mut self,
        pointer: Pointer,
        size: u32,
        root: Option<Root>,
        intent: Intent,
    ) -> Option<u32> {
        let object = self.mem.alive(pointer).ok()?;
        let padded = object.traits.has(Traits::PADDING_SET) && intent != Intent::Read;
        let special = if intent == Intent::Read {
            object.traits.concern_reads()
        } else {
            object.traits.without(Traits::PADDING_SET) != Traits::NONE
        };
        let special = special && !self.is_plain_part(object, (pointer.offset, size), intent);
        let inside = pointer.offset >= pointer.low && pointer.offset + size <= pointer.high;
        let typed = match root {
            None => true,
            Some(root) => {
                self.config.aliasing == Aliasing::Any
                    || (root.ty == object.leaf && u64::from(root.offset).is_multiple_of(self.grain(root.ty)))
            }
        };
        let (pos, depth) = (object.base + pointer.offset, object.depth);
        if special
            || !inside
            || !typed
            || (depth < self.outside && !self.note_restrict(pointer, size, intent))
        {
            return None;
        }
        if self.seq.watches(depth) {
            let kind = if intent == Intent::Read { Kind::Read } else { Kind::Write };
            self.note_quickly(pointer.object, (pointer.offset, size), kind);
        }
        if padded {
            self.note_padding(Place::at(pointer, root), size);
        }
        Some(pos)
    }

    /// Whether a part of an object that is special needs no closer look itself.
    #[inline(never)]
    pub(super) fn is_plain_part(&self, object: &Object, (offset, size): (u32, u32), intent: Intent) -> bool {
        let kept = object.traits.has(Traits::TYPED_BY_STORES) && self.keeps_types();
        let unwritable = object.traits.has(Traits::TEMPORARY) && intent != Intent::Read;
        if kept || unwritable || object.traits.has(Traits::HEAP.with(Traits::STRING)) {
            return false;
        }
        let start = u64::from(offset) * 8;
        let quals = quals_within(&self.program().types, object.ty, (start, start + u64::from(size) * 8));
        !quals.is_volatile() && !quals.has(Quals::RESTRICT) && (intent == Intent::Read || !quals.is_const())
    }

    /// The integer at a place, under the same conditions.
    #[inline]
    pub(crate) fn quick_read_at(&mut self, place: &Place, t: IntType) -> Option<i64> {
        if t.bits <= 1 || t.bits > 64 || place.width != 0 {
            return None;
        }
        let size = int_size(t);
        let pos = self.quick_pos(place.pointer, size, place.root, Intent::Read)?;
        let raw = self.mem.load(pos, size).ok()?;
        Some(int::wrap(t, raw as i64))
    }

    /// The pointer at a place, under the same conditions.
    #[inline]
    pub(crate) fn quick_pointer_at(&mut self, place: &Place) -> Option<Pointer> {
        let pos = self.quick_pos(place.pointer, self.mem.pointer_size(), place.root, Intent::Read)?;
        self.quick_pointer_in(pos)
    }

    /// The pointer at a position, if it is one that can be read.
    #[inline]
    pub(crate) fn quick_pointer_in(&self, pos: u32) -> Option<Pointer> {
        let pointer = self.mem.load_pointer(pos).ok()?;
        let known = !pointer.is_object() || self.mem.is_alive(pointer.object, pointer.generation);
        known.then_some(pointer)
    }

    /// Gives a variable that was just made a pointer as its value, under the same conditions, and tells whether it did.
    #[inline]
    pub(crate) fn quick_init(&mut self, number: u32, pointer: Pointer) -> bool {
        let object = self.mem.object(number);
        if object.traits != Traits::NONE || self.is_close(object.depth) {
            return false;
        }
        let base = object.base;
        self.changes += 1;
        self.mem.store_pointer(base, pointer);
        true
    }

    /// Stores an integer at a place, under the same conditions, and tells whether it did.
    #[inline]
    pub(crate) fn quick_write_at(&mut self, place: &Place, t: IntType, value: i64) -> bool {
        let size = int_size(t);
        if place.rest != [(0, 0); 2] || size > 8 || place.width != 0 {
            return false;
        }
        let Some(pos) = self.quick_pos(place.pointer, size, place.root, Intent::Write) else { return false };
        self.changes += 1;
        self.mem.store(pos, size, value as u64);
        true
    }

    /// Stores in an integer variable under the same conditions, and tells whether it did.
    #[inline]
    pub(crate) fn quick_set(&mut self, var: VarId, t: IntType, value: i64) -> bool {
        let Some(number) = self.mem.bound(var) else { return false };
        let object = self.mem.object(number);
        let (base, depth) = (object.base, object.depth);
        if object.traits != Traits::NONE
            || (depth < self.outside && !self.note_restrict_named(var, int_size(t), Intent::Write))
        {
            return false;
        }
        if self.seq.watches(depth) {
            self.note_quickly(number, (0, int_size(t)), Kind::Write);
        }
        self.changes += 1;
        self.mem.store(base, int_size(t), value as u64);
        true
    }

    /// The value of a scalar variable, where no rule needs a closer look; `None` means that one does.
    #[inline]
    pub(crate) fn quick_read(&mut self, var: VarId, ty: Ty) -> Option<Value> {
        match self.program().types.class(ty) {
            Class::Int(t) => self.quick_int(var, t).map(Value::Int),
            Class::Pointer => self.quick_pointer(var).map(Value::Pointer),
            _ => None,
        }
    }

    /// The value of a pointer variable, under the same conditions.
    #[inline]
    pub(crate) fn quick_pointer(&mut self, var: VarId) -> Option<Pointer> {
        let size = self.mem.pointer_size();
        if self.outside > self.pledged && !self.note_restrict_named(var, size, Intent::Read) {
            return None;
        }
        let pointer = self.quiet_pointer(var)?;
        self.note_named(var, size);
        Some(pointer)
    }

    /// The same for a read that no other access can conflict with.
    #[inline]
    pub(crate) fn quiet_pointer(&self, var: VarId) -> Option<Pointer> {
        let object = self.mem.object(self.mem.bound(var)?);
        if object.traits.concern_reads() || object.depth < self.pledged {
            return None;
        }
        self.quick_pointer_in(object.base)
    }

    /// The same for a value of any type.
    #[inline]
    pub(crate) fn quick_write(&mut self, var: VarId, ty: Ty, value: Value) -> bool {
        match (self.program().types.class(ty), value) {
            (Class::Int(t), Value::Int(v)) if t.bits <= 64 => self.quick_set(var, t, v),
            _ => false,
        }
    }

    /// Whether an access to an object of this depth needs a closer look, whatever the object is.
    #[inline]
    pub(super) fn is_close(&self, depth: u32) -> bool {
        depth < self.outside || self.seq.watches(depth)
    }
}
