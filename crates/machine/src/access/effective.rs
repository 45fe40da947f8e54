//! Effective types (C17 6.5p6-7): what is stored in allocated memory and in unions decides what may read it.

use super::Intent;
use super::declared::{Reach, are_related, leaf_at, reach, record_at, similar};
use crate::config::Aliasing;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::{Stored, Traits};
use crate::outcome::{Eval, Missing, Stop};
use crate::ub::Ub;
use crate::value::{Place, Pointer, Root};
use ir::{ExprId, Ty};

impl<G: Grow> Machine<G> {
    /// A record that is stored in allocated memory as a whole is what its members belong to from now on (C17 6.5p6).
    pub(super) fn note_record(&mut self, place: Place, ty: Ty, size: u32) {
        let Pointer { object, offset, .. } = place.pointer;
        if !self.mem.object(object).traits.has(Traits::HEAP) || !self.keeps_types() {
            return;
        }
        let (whole, start) = match place.root {
            Some(root) if self.program().types.is_record(root.ty) => (root.ty, root.offset),
            _ => (self.program().types.canonical(ty).unqualified(), offset),
        };
        for at in offset..offset + size {
            if let Some(stored) = self.mem.effective(object, at) {
                self.mem.set_effective(object, at, 1, Some(Stored { whole, start, ..stored }));
            }
        }
    }

    /// Whether anybody asks for effective types.
    pub(super) fn keeps_types(&self) -> bool {
        self.config.aliasing == Aliasing::Strict
    }

    /// Effective types go where the bytes go.
    pub(crate) fn copy_effective_types(&mut self, to: Pointer, from: Pointer, size: u32) {
        if !self.mem.object(to.object).traits.has(Traits::TYPED_BY_STORES) || !self.keeps_types() {
            return;
        }
        let source = *self.mem.object(from.object);
        let types = &self.grow.program().types;
        self.mem.copy_effective(to, from, size, |offset| {
            let leaf = leaf_at(types, source.ty, offset).filter(|_| !source.traits.has(Traits::STRING))?;
            let (whole, start) = record_at(types, source.ty, offset).unwrap_or((Ty::VOID, 0));
            Some(Stored { leaf, whole, start })
        });
    }

    /// Whether the declared or stored type allows an access through a pointer of this type (C17 6.5p7).
    pub(super) fn check_effective(
        &self,
        id: ExprId,
        place: Place,
        root: Root,
        ty: Ty,
        size: u32,
        intent: Intent,
    ) -> Eval<()> {
        let p = self.program();
        // An array of characters behind a pointer is accessed character by character.
        let mut accessed = root.ty;
        while let Some((element, _)) = p.types.element(accessed) {
            accessed = element;
        }
        // Nor is there anything to access in a record without members.
        if p.types.is_character(accessed) || intent == Intent::Initialise || size == 0 {
            return Ok(());
        }
        let object = self.mem.object(place.pointer.object);
        let declared = if object.traits.has(Traits::HEAP) {
            Reach::ThroughUnion
        } else if object.traits.has(Traits::STRING) {
            Reach::No
        } else {
            reach(p, object.ty, root.offset, root.ty)
        };
        match declared {
            Reach::Yes => Ok(()),
            Reach::No => {
                let stored = leaf_at(&p.types, object.ty, place.pointer.offset);
                Err(self.wrong_type(id, place, stored, root.ty))
            }
            Reach::ThroughUnion if intent == Intent::Write => Ok(()),
            // What was stored last decides, unless the union itself is accessed.
            Reach::ThroughUnion => {
                let ty = p.types.lanes(ty).map_or(ty, |(element, _)| element);
                for at in place.pointer.offset..place.pointer.offset + size {
                    let stored = self.mem.effective(place.pointer.object, at);
                    let wrong = stored.and_then(|stored| self.unlike(place, root, ty, stored));
                    if let Some((stored, used)) = wrong {
                        return Err(self.wrong_type(id, place, Some(stored), used));
                    }
                }
                Ok(())
            }
        }
    }

    /// An access through a type that the object does not have. Which types have GNU's attribute that allows it is not known here.
    #[cold]
    pub(super) fn wrong_type(&self, id: ExprId, place: Place, stored: Option<Ty>, used: Ty) -> Stop {
        if self.program().may_alias {
            return self.unsupported(Missing::MayAlias, Some(id));
        }
        self.ub_about(id, Ub::EffectiveType { stored, used }, place.pointer)
    }

    /// The types of what was stored at a byte and of what is read there, if one is not the other's.
    pub(super) fn unlike(&self, place: Place, root: Root, ty: Ty, stored: Stored) -> Option<(Ty, Ty)> {
        let p = self.program();
        let allocated = self.mem.object(place.pointer.object).traits.has(Traits::HEAP);
        let related = !allocated || are_related(p, stored, root);
        // Through the union itself any member may be read (C17 6.5.2.3p3, footnote 97).
        let in_union = allocated && related && stored.whole != Ty::VOID && place.rest != [(0, 0); 2];
        if !in_union && !p.types.is_record(ty) && !similar(p, stored.leaf, ty) {
            return Some((stored.leaf, ty));
        }
        (!related).then_some((stored.whole, root.ty))
    }

    pub(super) fn note_effective(&mut self, place: Place, ty: Ty, size: u32) {
        let (types, pointer) = (&self.program().types, place.pointer);
        if types.is_character(ty) || types.is_record(ty) {
            return;
        }
        let ty = types.lanes(ty).map_or(ty, |(element, _)| element);
        let leaf = types.canonical(ty).unqualified();
        let (whole, start) = match place.root {
            Some(root) if types.is_record(root.ty) => (root.ty, root.offset),
            _ => (Ty::VOID, 0),
        };
        let stored = (place.width == 0).then_some(Stored { leaf, whole, start });
        self.mem.set_effective(pointer.object, pointer.offset, size, stored);
    }
}
