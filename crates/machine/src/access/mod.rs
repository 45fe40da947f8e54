//! Typed access to memory: what a read or write of a place means, and the rules it must obey. Lifetimes, bounds,
//! const, volatile and effective types are checked here, in this order, for every scalar access.

mod declared;
mod effective;
pub(crate) mod promises;
mod quick;
pub(crate) mod restrict;
mod unspecified;
mod vector;

use crate::config::Aliasing;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::scalars::{free_of_nan, int_size, load_float};
use crate::memory::sequence::Kind;
use crate::memory::{LoadFault, Traits};
use crate::observe::observations::VolatileAccess;
use crate::outcome::{Eval, Missing};
use crate::ub::Ub;
use crate::value::{Place, Pointer, Value};
pub(crate) use declared::quals_within;
pub(crate) use declared::{field_at, leaf_at};
use ir::arith::float::Float;
use ir::arith::int;
use ir::{Class, ExprId, FloatFormat, IntType, RecordKind, Ty, TypeKind, Types};
pub(crate) use vector::{lane_from_raw, lane_to_raw};

/// Why an access happens: an initialiser may write what is const.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Intent {
    Read,
    Write,
    Initialise,
}

impl<G: Grow> Machine<G> {
    /// The value stored in a place, read as the type.
    #[inline]
    pub(crate) fn read(&mut self, id: ExprId, place: Place, ty: Ty) -> Eval<Value> {
        let class = self.program().types.class(ty);
        let pos = match class {
            Class::Int(t) if place.width == 0 => {
                let size = int_size(t);
                let pos = self.check(id, place, ty, size, Intent::Read)?;
                let raw = match size {
                    16 => return self.read_wide(id, place, pos, t),
                    _ => self.mem.load(pos, size).map_err(|f| self.load_fault(id, place, ty, f))?,
                };
                let value = self.int_from_raw(id, t, raw)?;
                self.saw(id, place, ty, value, Intent::Read);
                return Ok(value);
            }
            Class::Int(_) => self.check(id, place, ty, bit_bytes(place), Intent::Read)?,
            Class::Float(format) => self.check(id, place, ty, format.value_bytes() as u32, Intent::Read)?,
            Class::Pointer | Class::VaList | Class::Record => {
                let size = self.program().types.size(ty) as u32;
                self.check(id, place, ty, size, Intent::Read)?
            }
            Class::Vector => return self.read_vector(id, place, ty),
            Class::Void | Class::Array | Class::Function => return Ok(Value::Void),
        };
        let value = self.load_class(id, place, pos, class, ty)?;
        self.saw(id, place, ty, value, Intent::Read);
        Ok(value)
    }

    #[inline]
    fn int_from_raw(&self, id: ExprId, t: IntType, raw: u64) -> Eval<Value> {
        if t.is_bool() {
            // A byte other than 0 and 1 is no value of `_Bool` for GCC and clang.
            return if raw > 1 { Err(self.ub(id, Ub::TrapValue)) } else { Ok(Value::Int(raw as i64)) };
        }
        Ok(Value::Int(int::wrap(t, raw as i64)))
    }

    fn read_wide(&mut self, id: ExprId, place: Place, pos: u32, t: IntType) -> Eval<Value> {
        let ty = self.program().exprs[id].ty;
        let raw = self.mem.load_wide(pos, 16).map_err(|f| self.load_fault(id, place, ty, f))?;
        let value = Value::from_wide(t, raw as i128);
        self.saw(id, place, ty, value, Intent::Read);
        Ok(value)
    }

    fn load_class(&mut self, id: ExprId, place: Place, pos: u32, class: Class, ty: Ty) -> Eval<Value> {
        match class {
            Class::Int(t) => {
                let raw = self.mem.load_wide_bits(pos, place.bit, place.width);
                let raw = raw.map_err(|f| self.load_fault(id, place, ty, f))?;
                let field = IntType { bits: place.width, signed: t.signed };
                Ok(Value::from_wide(t, int::wrap(field, raw as i128)))
            }
            Class::Float(format) => {
                let value = self.load_float(pos, format);
                Ok(Value::Float(value.map_err(|f| self.load_fault(id, place, ty, f))?))
            }
            Class::Pointer => {
                let pointer = self.mem.load_pointer(pos).map_err(|f| self.load_fault(id, place, ty, f))?;
                self.check_readable(id, pointer)?;
                let watching = self.restricts.is_watching();
                let pointer = if watching { self.read_restrict(id, place, ty, pointer) } else { pointer };
                Ok(Value::Pointer(pointer))
            }
            Class::VaList => {
                let number = self.mem.load(pos, 2).map_err(|_| self.ub(id, Ub::VaList))?;
                Ok(Value::VaList(number as u32))
            }
            Class::Record => Ok(Value::Record(place.pointer)),
            Class::Void | Class::Array | Class::Vector | Class::Function => Ok(Value::Void),
        }
    }

    /// The value of a pointer to a dead object is indeterminate (C17 6.2.4p2).
    #[inline]
    pub(crate) fn check_readable(&self, id: ExprId, pointer: Pointer) -> Eval<()> {
        if pointer.is_object()
            && let Err(death) = self.mem.alive(pointer)
        {
            return Err(self.ub_about(id, Ub::DanglingRead { death }, pointer));
        }
        Ok(())
    }

    #[cold]
    pub(crate) fn load_fault(
        &self,
        id: ExprId,
        place: Place,
        ty: Ty,
        fault: LoadFault,
    ) -> crate::outcome::Stop {
        if fault == LoadFault::PointerBytes {
            return self.unsupported(Missing::PointerBytes, Some(id));
        }
        let ub = self.doubt(id, place, ty, fault);
        self.ub_about(id, ub, place.pointer)
    }

    /// Stores a value of the type in a place.
    #[inline]
    pub(crate) fn write(
        &mut self,
        id: ExprId,
        place: Place,
        ty: Ty,
        value: Value,
        intent: Intent,
    ) -> Eval<()> {
        self.changes += 1;
        let class = self.program().types.class(ty);
        match (class, value) {
            (Class::Int(t), Value::Int(v)) if place.width == 0 => {
                let size = int_size(t);
                let pos = self.check(id, place, ty, size, intent)?;
                self.mem.store(pos, size, v as u64);
            }
            (Class::Int(t), Value::Int(_) | Value::Wide(_)) if place.width > 0 => {
                let pos = self.check(id, place, ty, bit_bytes(place), intent)?;
                let wide = value.wide(t).expect("an integer");
                self.mem.store_wide_bits(pos, place.bit, place.width, wide as u128);
            }
            (Class::Int(t), Value::Int(_) | Value::Wide(_)) => {
                let pos = self.check(id, place, ty, 16, intent)?;
                let wide = value.wide(t).expect("a wide integer");
                self.mem.store_wide(pos, 16, wide as u128);
            }
            (Class::Float(format), Value::Float(v)) => {
                let pos = self.check(id, place, ty, format.value_bytes() as u32, intent)?;
                self.store_float(pos, v);
            }
            (Class::Pointer, Value::Pointer(p)) => {
                let size = self.program().types.size(ty) as u32;
                let pos = self.check(id, place, ty, size, intent)?;
                if self.restricts.is_watching() {
                    self.write_restrict(id, place, ty, p)?;
                }
                self.mem.store_pointer(pos, p);
            }
            (Class::VaList, Value::VaList(number)) => {
                let size = self.program().types.size(ty) as u32;
                let pos = self.check(id, place, ty, size, intent)?;
                self.mem.store(pos, 2, u64::from(number));
            }
            (Class::Record, Value::Record(from)) => return self.write_record(id, place, ty, from, intent),
            (Class::Vector, Value::Vector(_)) => self.write_vector(id, place, ty, value, intent)?,
            // A function that should have returned a value did not, and the value is used.
            _ => return Err(self.ub(id, Ub::MissingReturn)),
        }
        self.after_write(place);
        if ty.quals().is_volatile() {
            self.saw(id, place, ty, value, intent);
        }
        Ok(())
    }

    /// The floating value at a position.
    pub(crate) fn load_float(&self, pos: u32, format: FloatFormat) -> Result<Float, LoadFault> {
        load_float(&self.mem, pos, format)
    }

    /// Stores a floating value. Which sign and payload a NaN has, compilers and processors do not agree on (C17 5.2.4.2.2p4),
    /// so that these bits have no value for those who look at bytes.
    pub(crate) fn store_float(&mut self, pos: u32, value: Float) {
        let format = value.format();
        let size = format.value_bytes() as u32;
        let free = free_of_nan(format);
        if value.is_nan() {
            // What is left of it is quiet: the bit above the payload is set.
            let quiet = 1 << (free.trailing_ones());
            self.mem.store_wide(pos, size, value.to_bits() | quiet);
            self.mem.forget_in_number(pos, size, free);
        } else {
            self.mem.store_wide(pos, size, value.to_bits());
        }
    }

    fn write_record(&mut self, id: ExprId, place: Place, ty: Ty, from: Pointer, intent: Intent) -> Eval<()> {
        let size = self.program().types.size(ty) as u32;
        let pos = self.check(id, place, ty, size, intent)?;
        let source = match self.mem.alive(from) {
            Ok(object) => object.base + from.offset,
            Err(death) => return Err(self.ub_about(id, Ub::Dangling { death }, from)),
        };
        let to = place.pointer;
        let apart = source.abs_diff(pos) >= size || source == pos;
        if from.object == to.object && !apart {
            return Err(self.ub_about(id, Ub::OverlappingAssignment, to));
        }
        self.mem.copy(pos, source, size);
        self.copy_effective_types(to, from, size);
        self.copied_restrict(to, from, size);
        self.note_record(place, ty, size);
        self.forget_padding(pos, ty);
        self.after_write(place);
        self.saw(id, place, ty, Value::Record(to), Intent::Write);
        Ok(())
    }

    /// Storing a record leaves its padding unspecified (C17 6.2.6.1p6).
    pub(crate) fn forget_padding(&mut self, pos: u32, ty: Ty) {
        let types = &self.grow.program().types;
        match types.kind(ty) {
            TypeKind::Array(element, len) => {
                if !may_have_padding(types, element) {
                    return;
                }
                let size = types.size(element) as u32;
                for i in 0..len.unwrap_or(0) as u32 {
                    self.forget_padding(pos + i * size, element);
                }
            }
            TypeKind::Record(id) => {
                if types.records[id].kind == RecordKind::Union {
                    return;
                }
                let layout = types.layout(id);
                for (offset, mask) in &layout.padding {
                    self.mem.forget_bits(pos + *offset as u32, *mask);
                }
                for i in 0..types.records[id].fields.len() {
                    let types = &self.grow.program().types;
                    let field = types.records[id].fields[i].ty;
                    if may_have_padding(types, field) {
                        let offset = types.layout(id).fields[i].offset as u32;
                        self.forget_padding(pos + offset, field);
                    }
                }
            }
            _ => {}
        }
    }

    /// Storing a union's member leaves the bytes of other members unspecified (C17 6.2.6.1p7).
    #[inline]
    fn after_write(&mut self, place: Place) {
        if place.rest != [(0, 0); 2] {
            let base = self.mem.object(place.pointer.object).base;
            for (start, end) in place.rest {
                self.mem.forget(base + start, end - start);
            }
        }
    }

    /// The rules for an access of `size` bytes; gives the position in the arena.
    #[inline]
    pub(crate) fn check(&mut self, id: ExprId, place: Place, ty: Ty, size: u32, intent: Intent) -> Eval<u32> {
        let pointer = place.pointer;
        let object = match self.mem.alive(pointer) {
            Ok(object) => object,
            Err(death) => return Err(self.ub_about(id, Ub::Dangling { death }, pointer)),
        };
        let base = object.base;
        let special = if intent == Intent::Read {
            object.traits.concern_reads()
        } else {
            object.traits != Traits::NONE
        };
        let plain = !special && !self.is_close(object.depth);
        let inside = pointer.offset >= pointer.low && pointer.offset + size <= pointer.high;
        // A pointer to one of the elements that the object is made of; its alignment has been checked.
        let typed = match place.root {
            None => true,
            Some(root) => {
                root.ty == object.leaf && u64::from(root.offset).is_multiple_of(self.grain(root.ty))
            }
        };
        if !(plain && inside && typed) {
            self.check_slowly(id, place, ty, size, intent)?;
        }
        debug_assert!(
            pointer.high <= self.mem.object(pointer.object).size,
            "{pointer:?} of {:?}",
            self.mem.object(pointer.object)
        );
        Ok(base + pointer.offset)
    }

    /// The distance of elements of the type.
    #[inline]
    fn grain(&self, ty: Ty) -> u64 {
        self.program().types.size(ty).max(1)
    }

    fn check_slowly(&mut self, id: ExprId, place: Place, ty: Ty, size: u32, intent: Intent) -> Eval<()> {
        let pointer = place.pointer;
        let object = *self.mem.object(pointer.object);
        if pointer.offset < pointer.low || pointer.offset + size > pointer.high {
            let ub = Ub::OutOfBounds {
                offset: u64::from(pointer.offset),
                size: u64::from(size),
                low: pointer.low,
                high: pointer.high,
            };
            return Err(self.ub_about(id, ub, pointer));
        }
        if object.traits.has(Traits::STRING) && intent == Intent::Write {
            return Err(self.ub_about(id, Ub::StringModified, pointer));
        }
        if object.traits.has(Traits::TEMPORARY) && intent == Intent::Write {
            return Err(self.ub_about(id, Ub::TemporaryModified, pointer));
        }
        if object.traits.has(Traits::HAS_CONST.with(Traits::HAS_VOLATILE)) {
            self.check_qualifiers(id, place, ty, intent)?;
        }
        if let (Some(root), Aliasing::Strict) = (place.root, self.config.aliasing) {
            self.check_effective(id, place, root, ty, size, intent)?;
        }
        if intent == Intent::Write && object.traits.has(Traits::PADDING_SET.with(Traits::HEAP)) {
            self.note_padding(place, size);
        } else if intent == Intent::Write
            && place.root.is_some_and(|r| self.program().types.is_character(r.ty))
        {
            self.sets_padding(pointer.object);
        }
        if intent != Intent::Read && object.traits.has(Traits::TYPED_BY_STORES) && self.keeps_types() {
            self.note_effective(place, ty, size);
        }
        if self.seq.is_watching() {
            let kind = if intent == Intent::Read { Kind::Read } else { Kind::Write };
            self.note_access(place, size, kind);
        }
        if object.depth < self.outside {
            self.check_pledges(id, place, size, intent)?;
        }
        if self.outside > 0 && ty.quals().is_volatile() {
            self.check_observed()?;
        }
        Ok(())
    }

    /// A store to an object whose padding may have values: one to a member takes them away, one of a character gives some.
    pub(crate) fn note_padding(&mut self, place: Place, size: u32) {
        let by_character = place.root.is_some_and(|r| self.program().types.is_character(r.ty));
        if G::FINISHED && !by_character {
            self.forget_padding_around(place, size);
        }
    }

    fn check_qualifiers(&self, id: ExprId, place: Place, ty: Ty, intent: Intent) -> Eval<()> {
        let object = self.mem.object(place.pointer.object);
        let types = &self.program().types;
        let quals = quals_within(types, object.ty, bits(place, types.size(ty) as u32));
        if quals.is_const() && intent == Intent::Write {
            return Err(self.ub_about(id, Ub::ConstModified, place.pointer));
        }
        let by_volatile = ty.quals().is_volatile() || intent == Intent::Initialise || types.is_record(ty);
        if quals.is_volatile() && !by_volatile {
            return Err(self.ub_about(id, Ub::VolatileBypassed, place.pointer));
        }
        Ok(())
    }

    /// Records an access for the rules about sequencing; objects of deeper calls cannot be shared.
    pub(crate) fn note_access(&mut self, place: Place, size: u32, kind: Kind) {
        let made = self.mem.object(place.pointer.object).depth;
        if self.seq.watches(made) {
            self.seq.record(self.key(place.pointer), made, bits(place, size), self.depth, kind);
        }
    }

    /// How accesses through a pointer are told apart from those to other objects.
    pub(crate) fn key(&self, pointer: Pointer) -> (u32, u32) {
        (pointer.object, self.mem.plain(pointer).generation)
    }

    /// A volatile access is part of what the program does (C17 5.1.2.3p6).
    #[inline]
    fn saw(&mut self, id: ExprId, place: Place, ty: Ty, value: Value, intent: Intent) {
        if ty.quals().is_volatile() {
            self.changes += 1;
            let size = self.program().types.size(ty) as u32;
            let (pointer, write, initialises) =
                (place.pointer, intent != Intent::Read, intent == Intent::Initialise);
            self.observed.volatile_access(VolatileAccess {
                expr: id,
                write,
                initialises,
                pointer,
                size,
                value,
            });
            if self.seq.is_watching() {
                self.note_access(place, size, Kind::Volatile);
            }
        }
    }
}

/// The bits that an access covers.
pub(crate) fn bits(place: Place, size: u32) -> (u64, u64) {
    let start = u64::from(place.pointer.offset) * 8;
    if place.width == 0 {
        (start, start + u64::from(size) * 8)
    } else {
        let start = start + u64::from(place.bit);
        (start, start + u64::from(place.width))
    }
}

pub(crate) fn bit_bytes(place: Place) -> u32 {
    (u32::from(place.bit) + u32::from(place.width)).div_ceil(8)
}

fn may_have_padding(types: &Types, ty: Ty) -> bool {
    types.is_record(ty) || types.is_array(ty)
}
