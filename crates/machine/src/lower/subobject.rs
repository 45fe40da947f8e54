//! Members and elements of variables. Where such a part lies, and which qualifiers it has, is known beforehand but for the indices,
//! so that an access to an integer or a pointer in it needs no place. Where a rule needs a closer look, a place is made.

use super::statements::Builder;
use crate::access::{bits, quals_within};
use crate::bytecode::{Index, Kind, Subobject};
use crate::tree::place::field_of;
use crate::value::{Place, Pointer};
use ir::{ExprId, ExprKind, Quals};
use smallvec::SmallVec;

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
