//! Bytes that have a value which C does not specify: padding, what a store to a union's member leaves of the others, memory that nothing was
//! stored in. Reading such a byte as a character is no error, nor is storing it elsewhere (C17 6.2.6.1p5-7), which is how
//! programs copy records byte by byte. The finding comes where anything else is done with it: compilers make different things of it.
//!
//! A read of such a byte stops evaluation, as any finding does; a store of it goes on from there.

use crate::access::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::{LoadFault, Traits};
use crate::outcome::{Eval, Stop};
use crate::ub::Ub;
use crate::value::{Place, Pointer, Value};
use ir::{Class, ExprId, ExprKind, FloatFormat, Program, RecordKind, Ty, TypeKind, Types, VarId};

impl<G: Grow> Machine<G> {
    /// What a read is that met bits without a value.
    pub(crate) fn doubt(&self, id: ExprId, place: Place, ty: Ty, fault: LoadFault) -> Ub {
        let (types, pointer) = (&self.program().types, place.pointer);
        let object = self.mem.object(pointer.object);
        let specified = match fault {
            LoadFault::Partial | LoadFault::PointerBytes => Ub::Unspecified,
            LoadFault::Empty => {
                let base = object.base;
                let other_member = object.traits.has(Traits::TYPED_BY_STORES)
                    && !object.traits.has(Traits::HEAP)
                    && (base..base + object.size).any(|pos| self.mem.is_known(pos, 1));
                let is_character = types.is_character(ty);
                let padding = is_character
                    && !object.traits.has(Traits::HEAP)
                    && crate::access::leaf_at(types, object.ty, pointer.offset).is_none();
                let addressed = is_character && (place.root.is_some() || is_addressed(self.program(), id));
                if other_member || padding || addressed { Ub::Unspecified } else { Ub::Uninitialized }
            }
        };
        if types.is_character(ty) && place.width == 0 {
            self.doubtful.set(self.mem.byte_and_mask(object.base + pointer.offset));
        }
        match specified {
            Ub::Unspecified if may_trap(types, ty) => Ub::Indeterminate,
            ub => ub,
        }
    }

    /// Whether a value could not be had only because it is a character without a specified value, and it is to be stored in one.
    pub(crate) fn is_doubtful_copy(&self, to: Ty, value: ExprId, stop: &Stop) -> bool {
        let p = self.program();
        let mut source = value;
        while let ExprKind::Convert(inner) | ExprKind::Cast(inner) = p.exprs[source].kind {
            if !p.types.is_character(p.ty(source)) || !p.types.is_character(p.ty(inner)) {
                break;
            }
            source = inner;
        }
        p.types.is_character(to)
            && matches!(stop, Stop::Ub(found) if found.ub == Ub::Unspecified && found.expr == Some(source))
    }

    /// Stores what the last doubtful read has found. The value of the assignment is as doubtful, for those who want it.
    #[cold]
    pub(crate) fn assign_doubtful(
        &mut self,
        id: ExprId,
        place: Place,
        (ty, rhs): (Ty, ExprId),
        stop: Stop,
    ) -> Stop {
        if place.width > 0 || !self.is_doubtful_copy(ty, rhs, &stop) {
            return stop;
        }
        match self.store_doubtful(id, place, ty, Intent::Write) {
            Ok(()) => self.ub_about(id, Ub::Unspecified, place.pointer),
            Err(stop) => stop,
        }
    }

    pub(crate) fn store_doubtful(&mut self, id: ExprId, place: Place, ty: Ty, intent: Intent) -> Eval<()> {
        let (byte, known) = self.doubtful.get();
        let value = match self.program().types.class(ty) {
            Class::Int(t) => ir::arith::int::wrap(t, i64::from(byte)),
            _ => i64::from(byte),
        };
        self.write(id, place, ty, Value::Int(value), intent)?;
        let pos = self.mem.object(place.pointer.object).base + place.pointer.offset;
        self.mem.store_doubtful(pos, (byte, known));
        Ok(())
    }

    // --- padding ---

    /// Bytes of an object are about to be written, whatever they are for: padding may have values from now on. Programs that grow
    /// do not look at padding.
    pub(crate) fn sets_padding(&mut self, object: u32) {
        let declared = *self.mem.object(object);
        if G::FINISHED
            && !declared.traits.has(Traits::HEAP.with(Traits::STRING))
            && has_padding(&self.program().types, declared.ty)
        {
            self.mem.set_padding(object, true);
        }
    }

    /// A store to a member leaves the padding of the structs that it is in unspecified (C17 6.2.6.1p6).
    pub(crate) fn forget_padding_around(&mut self, place: Place, size: u32) {
        let Pointer { object: number, offset, .. } = place.pointer;
        let object = *self.mem.object(number);
        let whole = match place.root {
            Some(root) if object.traits.has(Traits::HEAP) => (root.ty, root.offset),
            _ if object.traits.has(Traits::HEAP) => return,
            _ => (object.ty, 0),
        };
        let types = &self.grow.program().types;
        let (mut ty, mut start) = whole;
        loop {
            let inner = match types.kind(ty) {
                TypeKind::Array(element, _) => {
                    let size = types.size(element).max(1) as u32;
                    Some((element, start + (offset - start) / size * size))
                }
                TypeKind::Record(id) if types.records[id].kind == RecordKind::Struct => {
                    let layout = types.layout(id);
                    for (at, mask) in &layout.padding {
                        let at = start + *at as u32;
                        if at < object.size {
                            self.mem.forget_bits(object.base + at, *mask);
                        }
                    }
                    crate::access::field_at(types, id, offset - start).map(|(ty, at)| (ty, start + at))
                }
                _ => None,
            };
            match inner {
                Some((ty, start)) if offset + size > start + types.size(ty) as u32 => break,
                Some((ty, _)) if !has_padding(types, ty) => break,
                Some(inner) => (ty, start) = inner,
                None => break,
            }
        }
        if !object.traits.has(Traits::HEAP)
            && self.mem.is_time_to_look(number)
            && !self.knows_padding(object.base, object.ty)
        {
            self.mem.set_padding(number, false);
        }
    }

    /// Whether any padding of what lies there has a value.
    fn knows_padding(&self, pos: u32, ty: Ty) -> bool {
        let types = &self.program().types;
        match types.kind(ty) {
            TypeKind::Array(element, len) if has_padding(types, element) => {
                let size = types.size(element) as u32;
                (0..len.unwrap_or(0) as u32).any(|i| self.knows_padding(pos + i * size, element))
            }
            TypeKind::Record(id) if types.layout(id).has_padding => {
                let layout = types.layout(id);
                let own = layout.padding.iter().any(|(at, mask)| self.mem.knows_any(pos + *at as u32, *mask));
                let fields = types.records[id].fields.iter().zip(&layout.fields);
                own || fields.into_iter().any(|(f, at)| self.knows_padding(pos + at.offset as u32, f.ty))
            }
            _ => false,
        }
    }
}

pub(crate) fn has_padding(types: &Types, mut ty: Ty) -> bool {
    while let Some((element, _)) = types.element(ty) {
        ty = element;
    }
    types.record(ty).and_then(|id| types.records[id].layout.as_ref()).is_some_and(|l| l.has_padding)
}

/// Whether some bytes are no value of the type: then to read it is undefined, and not only its value unspecified
/// (C17 6.2.6.1p5).
fn may_trap(types: &Types, ty: Ty) -> bool {
    match types.class(ty) {
        Class::Int(t) => t.is_bool(),
        Class::Float(format) => format == FloatFormat::X87,
        Class::Pointer | Class::VaList => true,
        Class::Void | Class::Array | Class::Vector | Class::Record | Class::Function => false,
    }
}

/// Whether the address of the variable that is read here is taken anywhere. If it is not, a read before the first store is
/// undefined (C17 6.3.2.1p2), and not only its value unspecified.
fn is_addressed(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Var(var) => p.exprs.iter().any(|(_, e)| match e.kind {
            ExprKind::AddrOf(of) | ExprKind::Decay(of) => variable(p, of) == Some(var),
            _ => false,
        }),
        ExprKind::Member { base, .. } => is_addressed(p, base),
        // Functions of the library want values (WG14 DR 451).
        ExprKind::Call { .. } => false,
        _ => true,
    }
}

/// The variable that an lvalue is a part of.
fn variable(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member { base, .. } => variable(p, base),
        ExprKind::Index { base, .. } => match p.exprs[base].kind {
            ExprKind::Decay(array) => variable(p, array),
            _ => None,
        },
        _ => None,
    }
}
