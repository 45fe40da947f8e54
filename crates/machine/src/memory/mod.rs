//! Memory: objects made of bytes. Each byte has a mask that tells which of its bits have a value, and a tag
//! that tells whether it is part of a pointer; pointers live in a side table with their provenance.
//! Knows types only as labels: what an access means is [`crate::access`]'s.
//!
//! One arena holds every object, in size classes with free lists, so that memory grows with the objects
//! alive and not with the steps run.

pub mod addresses;
pub(crate) mod scalars;
pub(crate) mod sequence;

mod alias;
mod bytes;

use crate::ub::{Culprit, Death};
use crate::value::Pointer;
use ir::{Endian, ExprId, Id, Quals, Ty, Types, VarId};
use rustc_hash::FxHashMap;

/// Properties of an object that most objects do not have, as a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Traits(u8);

impl Traits {
    pub const NONE: Traits = Traits(0);
    /// Some scalar in it is const: writes look closer.
    pub const HAS_CONST: Traits = Traits(1);
    pub const HAS_VOLATILE: Traits = Traits(2);
    /// Effective types are kept byte by byte: allocated memory, and objects with unions.
    pub const TYPED_BY_STORES: Traits = Traits(4);
    pub const HEAP: Traits = Traits(8);
    pub const STRING: Traits = Traits(16);
    /// Some pointer in it is restrict: what is read from it is based on it.
    pub const HAS_RESTRICT: Traits = Traits(32);
    /// A value that has an array in it: it can be looked at, and not be modified (C17 6.2.4p8).
    pub const TEMPORARY: Traits = Traits(64);
    /// Something other than a member's store has given values to padding: the next store to a member takes them away.
    pub const PADDING_SET: Traits = Traits(128);

    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }
    /// Whether a read needs a closer look: it does not mind const.
    #[inline]
    pub const fn concern_reads(self) -> bool {
        self.0 & !(Traits::HAS_CONST.0 | Traits::TEMPORARY.0 | Traits::PADDING_SET.0) != 0
    }
    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
    pub const fn without(self, other: Traits) -> Traits {
        Traits(self.0 & !other.0)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub base: u32,
    pub size: u32,
    pub(crate) generation: u32,
    /// The declared type; `void` for allocated memory.
    pub ty: Ty,
    /// What the object is made of, if it is an array: the type without dimensions and qualifiers; `void` where types are kept
    /// byte by byte.
    pub leaf: Ty,
    /// What the object's address is known to be a multiple of.
    pub align: u32,
    /// The depth of calls at which it was made; zero for static and allocated ones.
    pub depth: u32,
    pub traits: Traits,
    class: u8,
    alive: bool,
    death: Death,
    pub origin: Culprit,
    /// How many stores to members have been made since padding was last looked for.
    stores: u32,
    /// The calls that made and freed allocated memory, for reports.
    made: Option<ExprId>,
    died: Option<ExprId>,
}

impl Object {
    /// Whether it is the same object, wherever it is kept.
    fn is_like(&self, other: &Object) -> bool {
        let looks = |o: &Object| (o.size, o.generation, o.ty, o.depth, o.traits, o.origin);
        looks(self) == looks(other)
    }
}

/// The effective type of a byte of allocated memory, or of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The scalar type of the last store; `void` for none.
    pub leaf: Ty,
    /// The record through which it was stored, and where that starts; `void` if it was not in one.
    pub whole: Ty,
    pub start: u32,
}

impl Stored {
    const NOTHING: Stored = Stored { leaf: Ty::VOID, whole: Ty::VOID, start: 0 };
}

/// Why bytes cannot be read as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadFault {
    /// Nothing was ever stored there.
    Empty,
    /// Some bits have a value and others have none.
    Partial,
    /// A pointer's bytes are read as numbers, or as another pointer's.
    PointerBytes,
}

/// The contents of an object.
pub struct Image {
    bytes: Box<[u8]>,
    known: Box<[u8]>,
    tags: Box<[u8]>,
    /// What the side table has for it.
    pointers: Box<[Pointer]>,
}

/// More memory than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

#[derive(Clone)]
pub struct Memory {
    endian: Endian,
    pointer_size: u32,
    pointer_tags: u64,
    limit: usize,
    bytes: Vec<u8>,
    known: Vec<u8>,
    tags: Vec<u8>,
    pointers: Vec<Pointer>,
    odd_pointers: FxHashMap<u32, Pointer>,
    objects: Vec<Object>,
    free_objects: FreeObjects,
    free_space: Vec<Vec<u32>>,
    /// What was last stored at each byte of an object, from the first such store on.
    effective: FxHashMap<u32, Box<[Stored]>>,
    /// The object that each variable names at present; zero for none.
    bindings: Vec<u32>,
    aliases: alias::Aliases,
}

/// The numbers of dead objects. A number is only taken again for what it stood for before, so that a dangling pointer
/// can always tell what it was to.
#[derive(Clone, Default)]
struct FreeObjects {
    vars: Vec<Vec<u32>>,
    heap: Vec<u32>,
    strings: Vec<u32>,
    temporaries: Vec<u32>,
}

impl FreeObjects {
    fn of(&mut self, origin: Culprit) -> &mut Vec<u32> {
        match origin {
            Culprit::Var(var) => {
                if self.vars.len() <= var.index() {
                    self.vars.resize_with(var.index() + 1, Vec::new);
                }
                &mut self.vars[var.index()]
            }
            Culprit::Heap => &mut self.heap,
            Culprit::StringLiteral => &mut self.strings,
            Culprit::Temporary => &mut self.temporaries,
        }
    }
}
const ALIGN: usize = 16;

impl Memory {
    pub fn new(endian: Endian, pointer_size: u64, limit: usize) -> Self {
        let tags = 0x0807_0605_0403_0201u64;
        let dummy = Object {
            base: 0,
            size: 0,
            generation: 0,
            ty: Ty::VOID,
            leaf: Ty::VOID,
            align: 1,
            depth: 0,
            traits: Traits::NONE,
            class: 0,
            alive: false,
            death: Death::ScopeLeft,
            origin: Culprit::Temporary,
            stores: 0,
            made: None,
            died: None,
        };
        Memory {
            endian,
            pointer_size: pointer_size as u32,
            pointer_tags: if pointer_size == 8 { tags } else { tags & ((1 << (pointer_size * 8)) - 1) },
            limit,
            bytes: vec![0; ALIGN],
            known: vec![0; ALIGN],
            tags: vec![0; ALIGN],
            pointers: vec![Pointer::NULL; ALIGN / pointer_size as usize],
            odd_pointers: FxHashMap::default(),
            objects: vec![dummy],
            free_objects: FreeObjects::default(),
            free_space: vec![Vec::new(); 33],
            effective: FxHashMap::default(),
            bindings: Vec::new(),
            aliases: alias::Aliases::default(),
        }
    }

    // --- objects ---

    /// A new object without a value.
    pub fn allocate(
        &mut self,
        size: u64,
        align: u64,
        ty: Ty,
        traits: Traits,
        origin: Culprit,
        depth: u32,
    ) -> Result<u32, Full> {
        let class = size_class(size);
        let base = match self.free_space[class as usize].pop() {
            Some(base) => {
                self.reset(base, size as usize);
                base
            }
            None => self.extend(class)?,
        };
        let index = self.free_objects.of(origin).pop().unwrap_or_else(|| {
            self.objects.push(self.objects[0]);
            (self.objects.len() - 1) as u32
        });
        let generation = alias::next_generation(self.objects[index as usize].generation);
        self.objects[index as usize] = Object {
            base,
            size: size as u32,
            generation,
            ty,
            leaf: Ty::VOID,
            align: align as u32,
            depth,
            traits,
            class,
            alive: true,
            death: Death::of(origin),
            origin,
            stores: 0,
            made: None,
            died: None,
        };
        Ok(index)
    }

    fn extend(&mut self, class: u8) -> Result<u32, Full> {
        let base = self.bytes.len();
        let end = base + (1usize << class);
        if end > self.limit {
            return Err(Full);
        }
        self.bytes.resize(end, 0);
        self.known.resize(end, 0);
        self.tags.resize(end, 0);
        self.pointers.resize(end / self.pointer_size as usize, Pointer::NULL);
        Ok(base as u32)
    }

    fn reset(&mut self, base: u32, len: usize) {
        let range = base as usize..base as usize + len;
        self.known[range.clone()].fill(0);
        self.tags[range].fill(0);
    }

    /// Ends an object's life; pointers to it dangle from now on.
    pub fn end(&mut self, index: u32, death: Death) {
        let object = self.objects[index as usize];
        debug_assert!(object.alive, "an object ends once");
        if object.traits.has(Traits::TYPED_BY_STORES) {
            self.effective.remove(&index);
        }
        let object = &mut self.objects[index as usize];
        object.alive = false;
        object.death = death;
        self.free_space[object.class as usize].push(object.base);
        self.free_objects.of(object.origin).push(index);
    }

    #[inline]
    pub fn object(&self, index: u32) -> &Object {
        &self.objects[index as usize]
    }

    pub fn pointer_size(&self) -> u32 {
        self.pointer_size
    }

    /// The object a pointer is to, if it is still alive. The pointer must be to an object.
    #[inline]
    pub fn alive(&self, pointer: Pointer) -> Result<&Object, Death> {
        let object = &self.objects[pointer.object as usize];
        if object.generation == pointer.generation && object.alive {
            Ok(object)
        } else {
            self.alive_as(pointer)
        }
    }

    pub fn is_alive(&self, index: u32, generation: u32) -> bool {
        let object = &self.objects[index as usize];
        object.alive && object.generation == generation
    }

    /// What a pointer is or was to.
    pub fn origin(&self, pointer: Pointer) -> Option<Culprit> {
        if !pointer.is_object() {
            return None;
        }
        Some(self.objects[pointer.object as usize].origin)
    }

    /// The calls that made and freed what a pointer is or was to.
    pub fn biography(&self, pointer: Pointer) -> (Option<ExprId>, Option<ExprId>) {
        if !pointer.is_object() {
            return (None, None);
        }
        let object = &self.objects[pointer.object as usize];
        let same = object.generation == self.plain(pointer).generation;
        if same { (object.made, object.died) } else { (None, None) }
    }

    /// Tells what the object is made of, for quick looks at effective types.
    pub fn set_leaf(&mut self, index: u32, leaf: Ty) {
        self.objects[index as usize].leaf = leaf;
    }

    /// The object has static storage from now on.
    pub fn make_static(&mut self, index: u32) {
        self.objects[index as usize].depth = 0;
    }

    /// Whether bytes of padding in the object may have values.
    pub fn set_padding(&mut self, index: u32, may_have_values: bool) {
        let traits = &mut self.objects[index as usize].traits;
        *traits = if may_have_values {
            traits.with(Traits::PADDING_SET)
        } else {
            traits.without(Traits::PADDING_SET)
        };
    }

    /// Counts a store to a member of an object whose padding may have values; true each time there were as many as it has
    /// bytes to look at, so that looking costs each of them no more than a little.
    pub fn is_time_to_look(&mut self, index: u32) -> bool {
        /// So many bytes are looked at in the time of a store.
        const AT_ONCE: u32 = 64;
        let object = &mut self.objects[index as usize];
        object.stores += 1;
        let is_time = object.stores >= object.size / AT_ONCE;
        object.stores *= u32::from(!is_time);
        is_time
    }

    pub fn made_by(&mut self, index: u32, call: ExprId) {
        self.objects[index as usize].made = Some(call);
    }

    /// Ends the life of allocated memory.
    pub fn free(&mut self, index: u32, call: ExprId) {
        self.end(index, Death::Freed);
        self.objects[index as usize].died = Some(call);
    }

    /// A pointer to the start of an object, which may reach all of it.
    #[inline]
    pub fn pointer_to(&self, index: u32) -> Pointer {
        let object = &self.objects[index as usize];
        Pointer { object: index, generation: object.generation, offset: 0, low: 0, high: object.size }
    }

    /// The object that the variable names at present.
    #[inline]
    pub fn bound(&self, var: VarId) -> Option<u32> {
        match self.bindings.get(var.index()) {
            Some(0) | None => None,
            Some(index) => Some(*index),
        }
    }

    /// Makes the variable name another object, and tells which it named before (zero for none).
    pub fn bind(&mut self, var: VarId, index: u32) -> u32 {
        if self.bindings.len() <= var.index() {
            self.bindings.resize(var.index() + 1, 0);
        }
        std::mem::replace(&mut self.bindings[var.index()], index)
    }

    /// How many bytes have ever been in use at once.
    pub fn footprint(&self) -> usize {
        self.bytes.len()
    }

    // --- comparing ---

    /// Whether the same objects live here, with the same contents. Where they are kept does not matter, nor what is left of dead ones.
    pub fn is_like(&self, other: &Memory) -> bool {
        let alive = |mem: &Memory, index: usize| mem.objects.get(index).is_some_and(|o| o.alive);
        let same = |index: usize| match (alive(self, index), alive(other, index)) {
            (true, true) => {
                self.objects[index].is_like(&other.objects[index]) && self.holds_like(other, index)
            }
            (false, false) => true,
            (true, false) | (false, true) => false,
        };
        (0..self.objects.len().max(other.objects.len())).all(same) && self.names_like(other)
    }

    /// Whether each variable names the same object.
    fn names_like(&self, other: &Memory) -> bool {
        let bound = |mem: &Memory, var: usize| mem.bindings.get(var).copied().unwrap_or(0);
        (0..self.bindings.len().max(other.bindings.len())).all(|var| bound(self, var) == bound(other, var))
    }

    fn holds_like(&self, other: &Memory, index: usize) -> bool {
        let (a, b) = (&self.objects[index], &other.objects[index]);
        let range = |o: &Object| o.base as usize..(o.base + o.size) as usize;
        let (at, there) = (range(a), range(b));
        let known = self.known[at.clone()] == other.known[there.clone()];
        let bytes = |(i, j): (usize, usize)| (self.bytes[i] ^ other.bytes[j]) & self.known[i] == 0;
        let tagged = self.tags[at.clone()].iter().filter(|tag| **tag != 0).count();
        if !known || self.tags[at.clone()] != other.tags[there.clone()] || !at.zip(there).all(bytes) {
            return false;
        }
        if tagged > 0 {
            let (own, others) = (self.whole_pointers(a.base, a.size), other.whole_pointers(b.base, b.size));
            // Pieces of pointers are not looked into.
            if own != others || own.len() * self.pointer_size as usize != tagged {
                return false;
            }
        }
        let number = index as u32;
        self.effective.get(&number) == other.effective.get(&number)
    }

    // --- effective types ---

    /// What was last stored at a byte, where that is kept.
    pub fn effective(&self, object: u32, offset: u32) -> Option<Stored> {
        self.effective.get(&object)?.get(offset as usize).copied().filter(|stored| *stored != Stored::NOTHING)
    }

    /// Gives bytes of an object an effective type, where that is kept.
    pub fn set_effective(&mut self, object: u32, offset: u32, size: u32, stored: Option<Stored>) {
        let range = offset as usize..(offset + size) as usize;
        match (self.effective.get_mut(&object), stored) {
            (Some(types), _) => types[range].fill(stored.unwrap_or(Stored::NOTHING)),
            (None, None) => {}
            (None, Some(stored)) => self.effective_of(object)[range].fill(stored),
        }
    }

    /// Copies effective types along with bytes (C17 6.5p6, the `memcpy` sentence).
    pub fn copy_effective(
        &mut self,
        to: Pointer,
        from: Pointer,
        size: u32,
        default: impl Fn(u32) -> Option<Stored>,
    ) {
        let by_stores = self.objects[from.object as usize].traits.has(Traits::TYPED_BY_STORES);
        let moved = |stored: Stored| match (stored.start + to.offset).checked_sub(from.offset) {
            Some(start) => Stored { start, ..stored },
            // Only a part of the record has come here.
            None => Stored { whole: Ty::VOID, start: 0, ..stored },
        };
        let types: Vec<Option<Stored>> = (0..size)
            .map(|i| {
                let at = from.offset + i;
                let stored = if by_stores { self.effective(from.object, at) } else { default(at) };
                stored.map(moved)
            })
            .collect();
        for (i, ty) in types.into_iter().enumerate() {
            self.set_effective(to.object, to.offset + i as u32, 1, ty);
        }
    }

    /// The types of an object's bytes, none at first.
    fn effective_of(&mut self, object: u32) -> &mut [Stored] {
        let size = self.objects[object as usize].size as usize;
        self.effective.entry(object).or_insert_with(|| vec![Stored::NOTHING; size].into())
    }
}

/// Log2 of the space that an object of the size gets.
fn size_class(size: u64) -> u8 {
    size.max(ALIGN as u64).next_power_of_two().trailing_zeros() as u8
}

/// Which looks an object of the type needs at each access, and what it is made of.
pub(crate) fn traits_of(types: &Types, ty: Ty) -> (Traits, Ty) {
    let mut inner = ty;
    while let Some((element, _)) = types.element(inner) {
        inner = element;
    }
    let quals = types.canonical(inner).quals();
    let layout = types.record(inner).and_then(|r| types.records[r].layout.as_ref());
    let mut traits = Traits::NONE;
    if quals.is_const() || layout.is_some_and(|l| l.has_const) {
        traits = traits.with(Traits::HAS_CONST);
    }
    if quals.is_volatile() || layout.is_some_and(|l| l.has_volatile) {
        traits = traits.with(Traits::HAS_VOLATILE);
    }
    if quals.has(Quals::RESTRICT) || layout.is_some_and(|l| l.has_restrict) {
        traits = traits.with(Traits::HAS_RESTRICT);
    }
    if layout.is_some_and(|l| l.has_union) {
        traits = traits.with(Traits::TYPED_BY_STORES);
    }
    (traits, types.canonical(inner).unqualified())
}

#[cfg(test)]
mod tests;
