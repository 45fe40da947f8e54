//! Accesses to members and elements of variables, of which [`crate::lower::subobject`] knows most beforehand.

use super::{Cx, Run};
use crate::access::{Intent, bit_bytes, bits};
use crate::bytecode::{Change, Index, Kind, NodeId, Subobject};
use crate::config::Aliasing;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::Traits;
use crate::memory::scalars::int_size;
use crate::memory::sequence::Kind as Access;
use crate::ops;
use crate::value::{Place, Pointer, Value};
use ir::arith::int;
use ir::{ExprId, ExprKind, IntType};

/// Where a part is: its object, its offset, and by how much the indices have moved its bounds.
#[derive(Clone, Copy)]
struct Spot {
    object: u32,
    offset: u32,
    moved: u32,
}

impl<G: Grow> Machine<G> {
    /// Evaluates the indices.
    #[inline]
    fn locate(&mut self, cx: Cx, part: &Subobject) -> Run<Spot> {
        let Some(object) = self.mem.bound(part.var) else { return self.unbound(part) };
        let (mut moved, mut last) = (0, 0);
        for index in &part.indices {
            let i = self.int(cx, index.node)?;
            moved += last;
            // A negative index is a large one.
            if i as u64 >= u64::from(index.len) {
                return self.beyond(object, index, moved, i);
            }
            last = i as u32 * index.size;
        }
        let offset = part.place.pointer.offset + moved + last;
        Ok(Spot { object, offset, moved: if part.is_element { moved } else { moved + last } })
    }

    /// The variable has no object, which has been said elsewhere how it ends.
    #[cold]
    fn unbound(&mut self, part: &Subobject) -> Run<Spot> {
        let place = self.var_place(part.root, part.var);
        let place = self.lift(place)?;
        Ok(Spot { object: place.pointer.object, offset: part.place.pointer.offset, moved: 0 })
    }

    #[cold]
    fn beyond(&mut self, object: u32, index: &Index, moved: u32, i: i64) -> Run<Spot> {
        let e = self.program().exprs[index.id];
        let ExprKind::Index { base, index: by } = e.kind else { return self.not_made(index.id) };
        let ExprKind::Decay(array) = self.program().exprs[base].kind else { return self.not_made(index.id) };
        let (low, high) = (index.start + moved, index.start + moved + index.len * index.size);
        let place = Place::at(self.mem.pointer_to(object).part(low, low, high), None);
        let element = self.element(index.id, place, array, by, Value::Int(i), e.ty);
        self.lift(element)?;
        self.not_made(index.id)
    }

    #[inline]
    fn place_at(&self, part: &Subobject, spot: Spot) -> Place {
        let known = part.place.pointer;
        let whole = self.mem.pointer_to(spot.object);
        let pointer = whole.part(spot.offset, known.low + spot.moved, known.high + spot.moved);
        Place { pointer, ..part.place }
    }

    /// The part that a place is, if it is one; its steps have been counted then.
    #[inline]
    pub(super) fn part_node(&mut self, cx: Cx, place: NodeId) -> Run<Option<u32>> {
        let node = &cx.code.nodes[place as usize];
        let Kind::Subobject(part) = node.kind else { return Ok(None) };
        self.count(node.cost)?;
        Ok(Some(part))
    }

    /// The place of a part.
    pub(super) fn part_place(&mut self, cx: Cx, part: u32) -> Run<Place> {
        let part = &cx.code.parts[part as usize];
        let spot = self.locate(cx, part)?;
        Ok(self.place_at(part, spot))
    }

    /// Where a part is in memory, if no rule needs a closer look at an access to all of it.
    #[inline]
    fn quick_part(&mut self, part: &Subobject, spot: Spot, size: u32, intent: Intent) -> Option<u32> {
        let object = self.mem.object(spot.object);
        let (base, generation, depth) = (object.base, object.generation, object.depth);
        let padded = object.traits.has(Traits::PADDING_SET) && intent != Intent::Read;
        let allowed = match intent {
            Intent::Read => part.reads,
            _ => {
                let typed = object.traits.has(Traits::TYPED_BY_STORES);
                part.writes && !(typed && self.config.aliasing == Aliasing::Strict)
            }
        };
        if !allowed || (depth < self.outside && !self.note_restrict_part(part, spot, size, intent)) {
            return None;
        }
        if !part.quiet && self.seq.watches(depth) {
            let place = self.place_at(part, spot);
            let kind = if intent == Intent::Read { Access::Read } else { Access::Write };
            self.seq.record((spot.object, generation), depth, bits(place, size), self.depth, kind);
        }
        if padded {
            let size = if part.place.width > 0 { bit_bytes(part.place) } else { size };
            self.note_padding(self.place_at(part, spot), size);
        }
        Some(base + spot.offset)
    }

    /// Takes note of an access while there are restrict pointers; false if it needs a closer look.
    fn note_restrict_part(&mut self, part: &Subobject, spot: Spot, size: u32, intent: Intent) -> bool {
        let whole = self.mem.pointer_to(spot.object);
        part.place.width == 0 && self.note_restrict(Pointer { offset: spot.offset, ..whole }, size, intent)
    }

    #[inline]
    fn quick_part_int(&mut self, part: &Subobject, spot: Spot, t: IntType) -> Option<i64> {
        if t.bits <= 1 {
            return None;
        }
        let size = int_size(t);
        let pos = self.quick_part(part, spot, size, Intent::Read)?;
        let Place { bit, width, .. } = part.place;
        if width == 0 {
            return Some(int::wrap(t, self.mem.load(pos, size).ok()? as i64));
        }
        let raw = self.mem.load_bits(pos, bit, width).ok()?;
        Some(int::wrap(IntType { bits: width, signed: t.signed }, raw as i64))
    }

    /// Stores an integer, and gives the value that the part then has.
    #[inline]
    fn quick_part_set(&mut self, part: &Subobject, spot: Spot, t: IntType, value: i64) -> Option<i64> {
        let size = int_size(t);
        let pos = self.quick_part(part, spot, size, Intent::Write)?;
        let Place { bit, width, rest, .. } = part.place;
        self.changes += 1;
        let stored = if width == 0 {
            self.mem.store(pos, size, value as u64);
            value
        } else {
            self.mem.store_bits(pos, bit, width, value as u64);
            int::wrap(IntType { bits: width, signed: t.signed }, value)
        };
        if rest != [(0, 0); 2] {
            let base = self.mem.object(spot.object).base;
            for (start, end) in rest {
                self.mem.forget(base + start, end - start);
            }
        }
        Some(stored)
    }

    #[inline(never)]
    pub(super) fn part_int(&mut self, cx: Cx, id: ExprId, t: IntType, part: u32) -> Run<i64> {
        let part = &cx.code.parts[part as usize];
        let spot = self.locate(cx, part)?;
        if let Some(value) = self.quick_part_int(part, spot, t) {
            return Ok(value);
        }
        let read = self.read(id, self.place_at(part, spot), self.program().ty(id));
        self.int_from(id, read)
    }

    pub(super) fn part_pointer(&mut self, cx: Cx, id: ExprId, part: u32) -> Run<Pointer> {
        let part = &cx.code.parts[part as usize];
        let spot = self.locate(cx, part)?;
        if let Some(pos) = self.quick_part(part, spot, self.mem.pointer_size(), Intent::Read)
            && let Some(pointer) = self.quick_pointer_in(pos)
        {
            return Ok(pointer);
        }
        let read = self.read(id, self.place_at(part, spot), self.program().ty(id));
        let value = self.lift(read)?;
        self.pointer_from(id, value)
    }

    #[inline(never)]
    pub(super) fn set_part(
        &mut self,
        cx: Cx,
        id: ExprId,
        t: IntType,
        (part, rhs): (u32, NodeId),
    ) -> Run<i64> {
        let part = &cx.code.parts[part as usize];
        let spot = self.locate(cx, part)?;
        let Ok(value) = self.int(cx, rhs) else { return self.set_doubtful(id, self.place_at(part, spot)) };
        match self.quick_part_set(part, spot, t, value) {
            Some(stored) => Ok(stored),
            None => self.set_slowly(id, self.place_at(part, spot), value),
        }
    }

    #[inline(never)]
    pub(super) fn change_part(
        &mut self,
        cx: Cx,
        id: ExprId,
        (part, rhs): (u32, NodeId),
        by: Change,
    ) -> Run<i64> {
        let part = &cx.code.parts[part as usize];
        let spot = self.locate(cx, part)?;
        let y = self.int(cx, rhs)?;
        let Change { op, left, wide } = by;
        if let Some(x) = self.quick_part_int(part, spot, left)
            && let Ok(result) =
                ops::word_binary(op, wide, int::convert(left, wide, x), y, self.config.shift_rules)
            && let Some(stored) = self.quick_part_set(part, spot, left, int::convert(wide, left, result))
        {
            return Ok(stored);
        }
        self.change_slowly(id, op, self.place_at(part, spot), y)
    }
}
