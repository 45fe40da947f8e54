//! Members and elements of variables. Where such a part lies, and which qualifiers it has, is known beforehand but for the indices,
//! so that an access to an integer or a pointer in it needs no place. Where a rule needs a closer look, a place is made.

use super::statements::Builder;
use super::{Change, Cx, Kind, NodeId, Run};
use crate::config::Aliasing;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::Traits;
use crate::memory::access::{Intent, bit_bytes, bits, quals_within};
use crate::memory::scalars::int_size;
use crate::memory::sequence::Kind as Access;
use crate::ops;
use crate::tree::place::field_of;
use crate::value::{Place, Pointer, Value};
use ir::arith::int;
use ir::{ExprId, ExprKind, IntType, Quals, VarId};
use smallvec::SmallVec;

/// A part of a variable.
pub(super) struct Subobject {
    var: VarId,
    /// Where the variable is named.
    root: ExprId,
    /// The part that it is if all indices are zero, in an object that is not known yet.
    place: Place,
    /// More than two dimensions are rare.
    indices: SmallVec<[Index; 2]>,
    /// Whether the last index chooses the part: then its bounds are the array's.
    is_element: bool,
    /// Whether no access to the variable can conflict with another.
    quiet: bool,
    /// Whether the declaration has no qualifiers that a read or a write had to respect.
    reads: bool,
    writes: bool,
}

struct Index {
    id: ExprId,
    node: NodeId,
    /// Where the array begins if the indices before this one are zero.
    start: u32,
    size: u32,
    len: u32,
}

/// Where a part is: its object, its offset, and by how much the indices have moved its bounds.
#[derive(Clone, Copy)]
struct Spot {
    object: u32,
    offset: u32,
    moved: u32,
}

impl Builder<'_> {
    /// The place of a member or an element of a variable, with the number of steps that it takes.
    pub fn part(&mut self, e: ExprId) -> Option<(Kind, u16)> {
        let mut part = self.part_of(e)?;
        let (types, ty) = (&self.p.types, self.p.ty(e));
        let size = types.size(ty) as u32;
        let quals = quals_within(types, self.p.vars[part.0.var].ty, bits(part.0.place, size));
        part.0.reads = !quals.is_volatile() && !quals.has(Quals::RESTRICT);
        part.0.writes = part.0.reads && !quals.is_const();
        self.code.parts.push(part.0);
        Some((Kind::Subobject((self.code.parts.len() - 1) as u32), part.1))
    }

    fn part_of(&mut self, e: ExprId) -> Option<(Subobject, u16)> {
        match self.p.exprs[e].kind {
            ExprKind::Var(var) => {
                let high = u32::try_from(self.p.types.size(self.p.vars[var].ty)).ok()?;
                self.keep(var);
                let pointer = Pointer { high, ..Pointer::NULL };
                let place = Place::at(pointer, None);
                let quiet = self.is_quiet(var);
                let indices = SmallVec::new();
                let part = Subobject {
                    var,
                    root: e,
                    place,
                    indices,
                    is_element: false,
                    quiet,
                    reads: false,
                    writes: false,
                };
                Some((part, 1))
            }
            ExprKind::Member { base, field } => {
                let (mut part, steps) = self.part_of(base)?;
                part.place = field_of(&self.p.types, part.place, self.p.ty(base), field);
                part.is_element = false;
                let is_moved_union = !part.indices.is_empty() && part.place.rest != [(0, 0); 2];
                (!is_moved_union).then_some((part, steps + 1))
            }
            ExprKind::Index { base, index } => self.part_at(e, base, index),
            _ => None,
        }
    }

    fn part_at(&mut self, e: ExprId, base: ExprId, index: ExprId) -> Option<(Subobject, u16)> {
        let ExprKind::Decay(array) = self.p.exprs[base].kind else { return None };
        let Some((_, Some(len @ 1..))) = self.p.types.element(self.p.ty(array)) else { return None };
        if self.watches(base, index) || !self.is_int(index) {
            return None;
        }
        let (mut part, steps) = self.part_of(array)?;
        let (size, len) = (self.p.types.size(self.p.ty(e)) as u32, u32::try_from(len).ok()?);
        let start = part.place.pointer.offset;
        part.place.pointer = part.place.pointer.part(start, start, start + len * size);
        let node = self.expr(index);
        part.indices.push(Index { id: e, node, start, size, len });
        let is_moved_union = part.place.rest != [(0, 0); 2];
        part.is_element = true;
        (!is_moved_union).then_some((part, steps + 1))
    }
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
