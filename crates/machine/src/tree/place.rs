//! Lvalues: which place an expression designates. A place may be formed where an access would be undefined
//! (`&a[n]`, `&*p`); the access itself is checked in [`crate::access`].

use crate::access::Intent;
use crate::config::Alignment;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Missing};
use crate::ub::Ub;
use crate::value::{Place, Pointer, Root, Value};
use ir::{Class, ExprId, ExprKind, RecordKind, Ty, Types, VarId};

impl<G: Grow> Machine<G> {
    /// The place that an lvalue designates.
    #[inline]
    pub(crate) fn place(&mut self, id: ExprId) -> Eval<Place> {
        self.step()?;
        let e = self.program().exprs[id];
        match e.kind {
            ExprKind::Var(var) => self.var_place(id, var),
            ExprKind::Index { base, index } => self.index_place(id, base, index, e.ty),
            ExprKind::Member { base, field } => self.member_place(base, field),
            ExprKind::Deref(pointer) => {
                let value = self.value(pointer)?;
                self.deref_place(id, pointer, value, e.ty, None)
            }
            ExprKind::Arrow { base, field } => {
                let value = self.value(base)?;
                self.arrow_place(id, base, value, field)
            }
            ExprKind::Str(str) => {
                let object = self.string_object(str)?;
                Ok(Place::at(self.mem.pointer_to(object), None))
            }
            ExprKind::CompoundLit(var) => self.compound_place(id, var),
            // A value of record type: a call, an assignment, a conditional.
            _ => match self.value(id)? {
                Value::Record(pointer) => Ok(Place::at(self.as_temporary(id, pointer)?, None)),
                _ => Err(self.ub(id, Ub::MissingReturn)),
            },
        }
    }

    #[inline]
    pub(crate) fn var_place(&mut self, id: ExprId, var: VarId) -> Eval<Place> {
        match self.mem.bound(var) {
            Some(object) => Ok(Place::at(self.mem.pointer_to(object), None)),
            None => {
                let p = self.program();
                let name = p.name(p.vars[var].name).to_owned();
                Err(self.unsupported(Missing::Variable(name), Some(id)))
            }
        }
    }

    fn member_place(&mut self, base: ExprId, field: u32) -> Eval<Place> {
        let place = self.place(base)?;
        let record = self.program().ty(base);
        Ok(self.field_of(place, record, field))
    }

    /// A field of the record at a place. Arithmetic on its address must stay within it.
    pub(crate) fn field_of(&self, place: Place, record: Ty, field: u32) -> Place {
        field_of(&self.program().types, place, record, field)
    }

    pub(crate) fn arrow_place(&mut self, id: ExprId, base: ExprId, value: Value, field: u32) -> Eval<Place> {
        let record = self.program().types.pointee(self.program().ty(base)).unwrap_or(Ty::VOID);
        self.deref_place(id, base, value, record, Some(field))
    }

    /// What a pointer designates when it is dereferenced, or a field of that.
    pub(crate) fn deref_place(
        &mut self,
        id: ExprId,
        base: ExprId,
        value: Value,
        ty: Ty,
        field: Option<u32>,
    ) -> Eval<Place> {
        let Value::Pointer(pointer) = value else { return Err(self.ub(id, Ub::MissingReturn)) };
        match self.dereferenced(pointer, ty) {
            Ok(place) => Ok(match field {
                Some(field) => self.field_of(place, ty, field),
                None => place,
            }),
            Err(ub) => match self.repaired(id, &ub, &[(base, value)])? {
                true => self.place_holding(id, &[(base, value)]),
                false => Err(self.ub_about(id, ub, pointer)),
            },
        }
    }

    fn dereferenced(&self, pointer: Pointer, ty: Ty) -> Result<Place, Ub> {
        if !pointer.is_object() {
            return Err(if pointer.is_null() { Ub::NullPointer } else { Ub::InvalidPointer });
        }
        if let Err(death) = self.mem.alive(pointer) {
            return Err(Ub::Dangling { death });
        }
        self.check_aligned(pointer, ty)?;
        self.check_whole(pointer, ty)?;
        let root = Root { ty: self.program().types.canonical(ty).unqualified(), offset: pointer.offset };
        Ok(Place::at(pointer, Some(root)))
    }

    /// Whether there is a record or an array of the type where the pointer points. `*p` of a pointer behind the last element
    /// designates nothing (C17 6.5.6p8, 6.5.3.2p4), so `p->m` and `(*p)[i]` do not either, whatever lies there. Nor do they in an
    /// allocated block that is too small for the type: compilers take the whole record for granted. Of an array that ends a record
    /// no more than what is accessed need be there, which is how programs allocate `struct { int n; char text[64]; }`. A scalar is
    /// accessed as a whole, and checked then.
    fn check_whole(&self, pointer: Pointer, ty: Ty) -> Result<(), Ub> {
        let types = &self.program().types;
        if !matches!(types.class(ty), Class::Record | Class::Array) {
            return Ok(());
        }
        let size = types.least_size(ty);
        if u64::from(pointer.offset) + size <= u64::from(pointer.high) {
            return Ok(());
        }
        let Pointer { offset, low, high, .. } = pointer;
        Err(Ub::OutOfBounds { offset: u64::from(offset), size, low, high })
    }

    /// Whether the pointer, which is to a live object, is aligned for the type.
    pub(crate) fn check_aligned(&self, pointer: Pointer, ty: Ty) -> Result<(), Ub> {
        let align = self.program().types.align(ty);
        let object = self.mem.object(pointer.object);
        let aligned = match self.known_address(pointer) {
            // Programs may have looked for an aligned place in an object.
            Some(address) => address.is_multiple_of(align),
            None => u64::from(object.align) >= align && u64::from(pointer.offset).is_multiple_of(align),
        };
        if aligned || self.config.alignment == Alignment::Any {
            Ok(())
        } else {
            Err(Ub::Misaligned { align })
        }
    }

    /// `base[index]`. Where the base is an array itself, its length bounds the index.
    fn index_place(&mut self, id: ExprId, base: ExprId, index: ExprId, ty: Ty) -> Eval<Place> {
        if let ExprKind::Decay(array) = self.program().exprs[base].kind {
            let (place, i) = self.pair(id, base, index, |m| m.place(array), |m| m.value(index))?;
            return self.element(id, place, array, index, i, ty);
        }
        let (pointer, i) = self.pair(id, base, index, |m| m.value(base), |m| m.value(index))?;
        self.index_pointer(id, base, pointer, index, i, ty)
    }

    /// An element of the array that a pointer is into.
    pub(crate) fn index_pointer(
        &mut self,
        id: ExprId,
        base: ExprId,
        pointer: Value,
        index: ExprId,
        i: Value,
        ty: Ty,
    ) -> Eval<Place> {
        match self.indexed(pointer, index, i, ty) {
            Ok(place) => Ok(place),
            Err(ub) => {
                let held = [(base, pointer), (index, i)];
                match (self.repaired(id, &ub, &held)?, pointer) {
                    (true, _) => self.place_holding(id, &held),
                    (false, Value::Pointer(p)) => Err(self.ub_about(id, ub, p)),
                    (false, _) => Err(self.ub(id, ub)),
                }
            }
        }
    }

    /// An element of an array at a place.
    pub(crate) fn element(
        &mut self,
        id: ExprId,
        place: Place,
        array: ExprId,
        index: ExprId,
        i: Value,
        ty: Ty,
    ) -> Eval<Place> {
        match self.element_of(place, array, index, i, ty) {
            Ok(place) => Ok(place),
            Err(ub) => {
                let held = [(index, i)];
                match self.repaired(id, &ub, &held)? {
                    true => self.element_holding(id, place, array, &held),
                    false => Err(self.ub_about(id, ub, place.pointer)),
                }
            }
        }
    }

    /// The element after a repair. The array's place is known: to find it again might call a function twice.
    fn element_holding(
        &mut self,
        id: ExprId,
        place: Place,
        array: ExprId,
        held: &[(ExprId, Value)],
    ) -> Eval<Place> {
        let p = self.program();
        let e = p.exprs[id];
        match e.kind {
            ExprKind::Index { base, index } if p.exprs[base].kind == ExprKind::Decay(array) => {
                let i = self.value_holding(index, held)?;
                self.element(id, place, array, index, i, e.ty)
            }
            _ => self.place_holding(id, held),
        }
    }

    #[inline]
    fn element_of(
        &self,
        mut place: Place,
        array: ExprId,
        index: ExprId,
        i: Value,
        ty: Ty,
    ) -> Result<Place, Ub> {
        let p = self.program();
        let size = p.types.size(ty) as u32;
        let start = place.pointer.offset;
        let len = match p.types.element(p.ty(array)) {
            Some((_, Some(len @ 1..))) => len,
            _ if p.types.is_vector(p.ty(array)) => p.types.size(p.ty(array)) / u64::from(size.max(1)),
            // A flexible or unsized array: as long as what it is in.
            _ => u64::from(place.pointer.high.saturating_sub(start)) / u64::from(size.max(1)),
        };
        let i = match i {
            // A negative index is a large one.
            Value::Int(i) if (i as u64) < len => i as u32,
            _ => self.wide_index(index, i, len)?,
        };
        place.pointer.low = start;
        place.pointer.high = place.pointer.high.min(start + len as u32 * size);
        place.pointer.offset = start + i * size;
        Ok(place)
    }

    #[cold]
    fn wide_index(&self, index: ExprId, i: Value, len: u64) -> Result<u32, Ub> {
        let i = self.integer(index, i).ok_or(Ub::MissingReturn)?;
        if i < 0 || i >= i128::from(len) { Err(Ub::IndexOutOfBounds { index: i, len }) } else { Ok(i as u32) }
    }

    fn indexed(&self, pointer: Value, index: ExprId, i: Value, ty: Ty) -> Result<Place, Ub> {
        let Value::Pointer(pointer) = pointer else { return Err(Ub::MissingReturn) };
        let i = self.integer(index, i).ok_or(Ub::MissingReturn)?;
        let moved = self.offset_pointer(pointer, i, self.program().types.size(ty))?;
        if i != 0 && moved.offset == moved.high {
            // `p[n]` is `*(p + n)`: the sum is fine, following it is not.
            return Err(Ub::OutOfBounds {
                offset: u64::from(moved.offset),
                size: self.program().types.size(ty),
                low: moved.low,
                high: moved.high,
            });
        }
        self.dereferenced(moved, ty)
    }

    /// The pointer moved by a number of elements (C17 6.5.6p8).
    pub(crate) fn offset_pointer(&self, pointer: Pointer, by: i128, size: u64) -> Result<Pointer, Ub> {
        if by == 0 && !pointer.is_null() {
            return Ok(pointer);
        }
        if !pointer.is_object() {
            return Err(if pointer.is_null() { Ub::NullPointer } else { Ub::InvalidPointer });
        }
        if let Err(death) = self.mem.alive(pointer) {
            return Err(Ub::DanglingRead { death });
        }
        let offset = i128::from(pointer.offset).saturating_add(by.saturating_mul(i128::from(size)));
        if offset < i128::from(pointer.low) || offset > i128::from(pointer.high) {
            return Err(Ub::PointerArithmetic { offset, low: pointer.low, high: pointer.high });
        }
        Ok(Pointer { offset: offset as u32, ..pointer })
    }

    /// The address of an lvalue. `&*p` is `p` and `&a[n]` is `a + n`: neither dereferences the pointer (C17 6.5.3.2p3).
    pub(crate) fn address(&mut self, id: ExprId, of: ExprId) -> Eval<Value> {
        let e = self.program().exprs[of];
        match e.kind {
            ExprKind::Func(func) => return Ok(Value::Pointer(Pointer::function(func))),
            ExprKind::Deref(inner) => return self.value(inner),
            ExprKind::Index { base, index } => {
                let (pointer, i) = self.pair(id, base, index, |m| m.value(base), |m| m.value(index))?;
                return self.address_of_element(id, pointer, i);
            }
            _ => {}
        }
        let place = self.place(of)?;
        self.address_at(id, place)
    }

    /// `&base[index]` of evaluated operands.
    pub(crate) fn address_of_element(&mut self, id: ExprId, pointer: Value, i: Value) -> Eval<Value> {
        let p = self.program();
        let ExprKind::AddrOf(of) = p.exprs[id].kind else { unreachable!("an address") };
        let ExprKind::Index { base, index } = p.exprs[of].kind else { unreachable!("of an element") };
        let size = p.types.size(p.ty(of));
        let moved = match (pointer, self.integer(index, i)) {
            (Value::Pointer(p), Some(i)) => self.offset_pointer(p, i, size),
            _ => Err(Ub::MissingReturn),
        };
        match moved {
            Ok(p) => Ok(Value::Pointer(p)),
            Err(ub) => self.repair_site(id, ub, &[(base, pointer), (index, i)]),
        }
    }

    /// The address of a place.
    pub(crate) fn address_at(&mut self, id: ExprId, place: Place) -> Eval<Value> {
        let p = self.program();
        let ExprKind::AddrOf(of) = p.exprs[id].kind else { unreachable!("an address") };
        // Only a member of a packed record can be misaligned here.
        if let Err(ub) = self.check_aligned(place.pointer, p.ty(of)) {
            return Err(self.ub_about(id, ub, place.pointer));
        }
        Ok(Value::Pointer(place.pointer))
    }

    /// An array as a pointer to its first element.
    pub(crate) fn decay(&mut self, of: ExprId) -> Eval<Value> {
        let e = self.program().exprs[of];
        if let ExprKind::Func(func) = e.kind {
            return Ok(Value::Pointer(Pointer::function(func)));
        }
        if self.program().types.is_function(e.ty) {
            // `*f` is the function again, and decays back to the pointer.
            if let ExprKind::Deref(inner) = e.kind {
                return self.value(inner);
            }
        }
        let place = self.place(of)?;
        Ok(self.pointer_to_first(e.ty, place))
    }

    /// A pointer to the first element of an array of the type at a place.
    fn pointer_to_first(&self, array: Ty, place: Place) -> Value {
        let Pointer { offset: low, high, .. } = place.pointer;
        let high = match self.program().types.element(array) {
            Some((_, Some(1..))) => high.min(low + self.program().types.size(array) as u32),
            _ => high,
        };
        Value::Pointer(Pointer { low, high: high.max(low), ..place.pointer })
    }

    /// The array at a place as a pointer to its first element.
    pub(crate) fn decayed(&self, id: ExprId, place: Place) -> Value {
        let p = self.program();
        let ExprKind::Decay(of) = p.exprs[id].kind else { unreachable!("a decay") };
        self.pointer_to_first(p.ty(of), place)
    }

    /// The object of a compound literal: made when first evaluated, initialised each time (C17 6.5.2.5p5).
    fn compound_place(&mut self, id: ExprId, var: VarId) -> Eval<Place> {
        let is_static = self.program().vars[var].storage.is_static();
        if !is_static {
            self.declare_auto(var)?;
            self.init_auto(id, var)?;
        }
        self.var_place(id, var)
    }

    /// Stores in a place, as an assignment does.
    #[inline]
    pub(crate) fn store(&mut self, id: ExprId, place: Place, ty: Ty, value: Value) -> Eval<()> {
        if let (Class::Int(t), Value::Int(v)) = (self.program().types.class(ty), value)
            && !ty.quals().is_volatile()
            && self.quick_write_at(&place, t, v)
        {
            return Ok(());
        }
        self.write(id, place, ty, value, Intent::Write)
    }
}

/// A field of the record at a place.
pub(crate) fn field_of(types: &Types, mut place: Place, record: Ty, field: u32) -> Place {
    let Some(id) = types.record(record) else { return place };
    let layout = types.layout(id);
    let at = layout.fields[field as usize];
    let Pointer { offset: start, high: end, .. } = place.pointer;
    let ty = types.records[id].fields[field as usize].ty;
    let size = if at.width > 0 {
        (u32::from(at.bit) + u32::from(at.width)).div_ceil(8)
    } else {
        types.size(ty) as u32
    };
    let low = start + at.offset as u32;
    // What follows the member in the record is not for it, unless it has no end of its own.
    let high = if types.is_flexible(ty) { end } else { end.min(low + size) };
    place.pointer = place.pointer.part(low, low, high);
    place.bit = at.bit;
    place.width = at.width;
    if types.records[id].kind == RecordKind::Union {
        let rest = (high, end.min(start + layout.size as u32).max(high));
        let outer = if place.rest[0].0 == place.rest[0].1 { rest } else { place.rest[1] };
        place.rest = [rest, outer];
    }
    place
}
