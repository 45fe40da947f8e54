//! Memory: objects made of bytes. Each byte has a mask that tells which of its bits have a value, and a tag
//! that tells whether it is part of a pointer; pointers live in a side table with their provenance.
//! Also the journal, which undoes all of it. Knows types only as labels: what an access means is [`crate::access`]'s.
//!
//! One arena holds every object, in size classes with free lists, so that memory grows with the objects
//! alive and not with the steps run.

use crate::ub::{Culprit, Death};
use crate::value::Pointer;
use ir::{Endian, ExprId, Id, Ty, VarId};
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

    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }
    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
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
    /// The calls that made and freed allocated memory, for reports.
    made: Option<ExprId>,
    died: Option<ExprId>,
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

/// The bytes of an object, and which of their bits have values.
pub struct Image {
    bytes: Box<[u8]>,
    known: Box<[u8]>,
}

/// More memory than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

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
    /// The type last stored at each byte of an object, from the first such store on; `void` for none.
    effective: FxHashMap<u32, Box<[Ty]>>,
    /// The object that each variable names at present; zero for none.
    bindings: Vec<u32>,
    journal: Journal,
}

/// The numbers of dead objects. A number is only taken again for what it stood for before, so that a dangling pointer
/// can always tell what it was to.
#[derive(Default)]
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

/// A moment to which memory can return.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

#[derive(Default)]
struct Journal {
    /// How many marks are alive; nothing is recorded without one.
    marks: usize,
    log: Vec<Undo>,
    saved: Vec<u8>,
}

enum Undo {
    /// `len` bytes at `pos`; their old contents, masks and tags are the last `3 * len` saved.
    Bytes {
        pos: u32,
        len: u32,
    },
    Pointer {
        pos: u32,
        old: Pointer,
    },
    Made(u32),
    Ended(u32, Object),
    Bound(VarId, u32),
    Effective {
        object: u32,
        from: u32,
        old: Box<[Ty]>,
    },
}

const ALIGN: usize = 16;
/// The tag of a byte that was part of a pointer and came here without the rest.
const TORN: u8 = 0xff;

impl Memory {
    pub fn new(endian: Endian, pointer_size: u64, limit: usize) -> Self {
        let tags = 0x0807_0605_0403_0201u64;
        let nobody = Object {
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
            objects: vec![nobody],
            free_objects: FreeObjects::default(),
            free_space: vec![Vec::new(); 33],
            effective: FxHashMap::default(),
            bindings: Vec::new(),
            journal: Journal::default(),
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
                self.save(base, size as usize);
                self.reset(base, size as usize);
                base
            }
            None => self.extend(class)?,
        };
        let index = self.free_objects.of(origin).pop().unwrap_or_else(|| {
            self.objects.push(self.objects[0]);
            (self.objects.len() - 1) as u32
        });
        let generation = self.objects[index as usize].generation.wrapping_add(1);
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
            made: None,
            died: None,
        };
        if self.journal.marks > 0 {
            self.journal.log.push(Undo::Made(index));
        }
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
        if self.journal.marks > 0 {
            // Undone in the other order: the object must be back before its types are.
            if object.traits.has(Traits::TYPED_BY_STORES) {
                self.save_effective(index, 0, object.size);
            }
            self.journal.log.push(Undo::Ended(index, object));
        }
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

    /// The object a pointer is to, if it is still alive. The pointer must be to an object.
    #[inline]
    pub fn alive(&self, pointer: Pointer) -> Result<&Object, Death> {
        let object = &self.objects[pointer.object as usize];
        if object.generation == pointer.generation && object.alive { Ok(object) } else { Err(object.death) }
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
        if object.generation == pointer.generation { (object.made, object.died) } else { (None, None) }
    }

    /// Tells what the object is made of, for quick looks at effective types.
    pub fn set_leaf(&mut self, index: u32, leaf: Ty) {
        self.objects[index as usize].leaf = leaf;
    }

    /// The object has static storage from now on.
    pub fn make_static(&mut self, index: u32) {
        self.objects[index as usize].depth = 0;
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
        let old = std::mem::replace(&mut self.bindings[var.index()], index);
        if self.journal.marks > 0 {
            self.journal.log.push(Undo::Bound(var, old));
        }
        old
    }

    /// How many bytes have ever been in use at once.
    pub fn footprint(&self) -> usize {
        self.bytes.len()
    }

    // --- reading ---

    /// An integer of up to eight bytes, zero-extended.
    #[inline]
    pub fn load(&self, pos: u32, size: u32) -> Result<u64, LoadFault> {
        let at = pos as usize;
        macro_rules! load {
            ($ty:ty, $n:literal) => {{
                let known: [u8; $n] = self.known[at..at + $n].try_into().expect("sliced to size");
                let tags: [u8; $n] = self.tags[at..at + $n].try_into().expect("sliced to size");
                if <$ty>::from_ne_bytes(known) != <$ty>::MAX || <$ty>::from_ne_bytes(tags) != 0 {
                    return Err(self.fault(pos, size));
                }
                let bytes: [u8; $n] = self.bytes[at..at + $n].try_into().expect("sliced to size");
                match self.endian {
                    Endian::Little => u64::from(<$ty>::from_le_bytes(bytes)),
                    Endian::Big => u64::from(<$ty>::from_be_bytes(bytes)),
                }
            }};
        }
        Ok(match size {
            1 => load!(u8, 1),
            2 => load!(u16, 2),
            4 => load!(u32, 4),
            8 => load!(u64, 8),
            _ => self.load_wide(pos, size)? as u64,
        })
    }

    /// A number of up to sixteen bytes, zero-extended.
    pub fn load_wide(&self, pos: u32, size: u32) -> Result<u128, LoadFault> {
        let range = pos as usize..(pos + size) as usize;
        if self.known[range.clone()].iter().any(|k| *k != 0xff) || self.tags[range].iter().any(|t| *t != 0) {
            return Err(self.fault(pos, size));
        }
        Ok(self.raw(pos, size))
    }

    /// The bytes as a number, whatever they are.
    fn raw(&self, pos: u32, size: u32) -> u128 {
        let bytes = &self.bytes[pos as usize..(pos + size) as usize];
        let fold = |sum: u128, b: &u8| sum << 8 | u128::from(*b);
        match self.endian {
            Endian::Little => bytes.iter().rev().fold(0, fold),
            Endian::Big => bytes.iter().fold(0, fold),
        }
    }

    fn fault(&self, pos: u32, size: u32) -> LoadFault {
        let range = pos as usize..(pos + size) as usize;
        if self.known[range.clone()].iter().all(|k| *k == 0) {
            LoadFault::Empty
        } else if self.known[range.clone()].iter().any(|k| *k != 0xff) {
            LoadFault::Partial
        } else {
            debug_assert!(self.tags[range].iter().any(|t| *t != 0));
            LoadFault::PointerBytes
        }
    }

    /// A pointer, as it was stored; bytes that are all zero are a null pointer.
    #[inline]
    pub fn load_pointer(&self, pos: u32) -> Result<Pointer, LoadFault> {
        if self.is_pointer(pos) {
            return Ok(self.pointer_at(pos));
        }
        let address = self.load(pos, self.pointer_size)?;
        Ok(if address == 0 { Pointer::NULL } else { Pointer::invalid(address as i64) })
    }

    /// Whether all bytes of one pointer are there.
    #[inline]
    fn is_pointer(&self, pos: u32) -> bool {
        let tags = &self.tags[pos as usize..][..self.pointer_size as usize];
        match <[u8; 8]>::try_from(tags) {
            Ok(tags) => u64::from_le_bytes(tags) == self.pointer_tags,
            Err(_) => tags.iter().enumerate().all(|(i, t)| usize::from(*t) == i + 1),
        }
    }

    #[inline]
    fn pointer_at(&self, pos: u32) -> Pointer {
        if pos.is_multiple_of(self.pointer_size) {
            self.pointers[(pos / self.pointer_size) as usize]
        } else {
            self.odd_pointers[&pos]
        }
    }

    /// A bit-field, not yet extended.
    pub fn load_bits(&self, pos: u32, bit: u8, width: u8) -> Result<u64, LoadFault> {
        let (size, shift) = self.bit_window(bit, width);
        let mask = bit_mask(width) << shift;
        let range = pos as usize..(pos + size) as usize;
        let known = fold_masks(self.endian, &self.known[range.clone()]) & mask;
        if known != mask {
            return Err(if known == 0 { LoadFault::Empty } else { LoadFault::Partial });
        }
        if self.tags[range].iter().any(|t| *t != 0) {
            return Err(LoadFault::PointerBytes);
        }
        Ok(((self.raw(pos, size) & mask) >> shift) as u64)
    }

    /// How many bytes a bit-field touches, and its distance from the number's least significant bit.
    fn bit_window(&self, bit: u8, width: u8) -> (u32, u32) {
        let size = (u32::from(bit) + u32::from(width)).div_ceil(8);
        let shift = match self.endian {
            Endian::Little => u32::from(bit),
            Endian::Big => size * 8 - u32::from(bit) - u32::from(width),
        };
        (size, shift)
    }

    /// Whether all bits in a range have values.
    pub fn is_known(&self, pos: u32, len: u32) -> bool {
        self.known[pos as usize..(pos + len) as usize].iter().all(|k| *k == 0xff)
    }

    // --- writing ---

    /// Stores the low bytes of a number.
    #[inline]
    pub fn store(&mut self, pos: u32, size: u32, value: u64) {
        self.save(pos, size as usize);
        let at = pos as usize;
        macro_rules! store {
            ($ty:ty, $n:literal) => {{
                let value = value as $ty;
                let bytes = match self.endian {
                    Endian::Little => value.to_le_bytes(),
                    Endian::Big => value.to_be_bytes(),
                };
                self.bytes[at..at + $n].copy_from_slice(&bytes);
                self.known[at..at + $n].copy_from_slice(&[0xff; $n]);
                self.tags[at..at + $n].copy_from_slice(&[0; $n]);
            }};
        }
        match size {
            1 => store!(u8, 1),
            2 => store!(u16, 2),
            4 => store!(u32, 4),
            8 => store!(u64, 8),
            _ => self.put_wide(pos, size, u128::from(value)),
        }
    }

    pub fn store_wide(&mut self, pos: u32, size: u32, value: u128) {
        self.save(pos, size as usize);
        self.put_wide(pos, size, value);
    }

    fn put_wide(&mut self, pos: u32, size: u32, value: u128) {
        let range = pos as usize..(pos + size) as usize;
        match self.endian {
            Endian::Little => {
                self.bytes[range.clone()].copy_from_slice(&value.to_le_bytes()[..size as usize]);
            }
            Endian::Big => {
                self.bytes[range.clone()].copy_from_slice(&value.to_be_bytes()[16 - size as usize..]);
            }
        }
        self.known[range.clone()].fill(0xff);
        self.tags[range].fill(0);
    }

    pub fn store_pointer(&mut self, pos: u32, pointer: Pointer) {
        let size = self.pointer_size;
        if pointer.is_null() || pointer.is_invalid() {
            let address = u64::from(pointer.generation) << 32 | u64::from(pointer.offset);
            return self.store(pos, size, address);
        }
        self.store(pos, size, 0);
        self.set_pointer(pos, pointer);
        self.tag_pointer(pos);
    }

    fn set_pointer(&mut self, pos: u32, pointer: Pointer) {
        let old = if pos.is_multiple_of(self.pointer_size) {
            std::mem::replace(&mut self.pointers[(pos / self.pointer_size) as usize], pointer)
        } else {
            self.odd_pointers.insert(pos, pointer).unwrap_or(Pointer::NULL)
        };
        if self.journal.marks > 0 {
            self.journal.log.push(Undo::Pointer { pos, old });
        }
    }

    pub fn store_bits(&mut self, pos: u32, bit: u8, width: u8, value: u64) {
        let (size, shift) = self.bit_window(bit, width);
        self.save(pos, size as usize);
        let mask = bit_mask(width) << shift;
        let raw = self.raw(pos, size) & !mask | (u128::from(value) << shift & mask);
        let range = pos as usize..(pos + size) as usize;
        let known = fold_masks(self.endian, &self.known[range.clone()]) | mask;
        for (i, at) in range.enumerate() {
            let shift = match self.endian {
                Endian::Little => 8 * i as u32,
                Endian::Big => 8 * (size - 1 - i as u32),
            };
            self.bytes[at] = (raw >> shift) as u8;
            self.known[at] = (known >> shift) as u8;
            self.tags[at] = 0;
        }
    }

    /// Copies bytes with all that is known of them; the ranges may overlap.
    pub fn copy(&mut self, to: u32, from: u32, len: u32) {
        if to == from || len == 0 {
            return;
        }
        self.save(to, len as usize);
        let tagged = self.tags[from as usize..(from + len) as usize].iter().any(|t| *t != 0);
        let moved = if tagged { self.whole_pointers(from, len) } else { Vec::new() };
        let range = from as usize..(from + len) as usize;
        self.bytes.copy_within(range.clone(), to as usize);
        self.known.copy_within(range.clone(), to as usize);
        self.tags.copy_within(range, to as usize);
        if tagged {
            self.tear(to, len);
        }
        for (i, pointer) in moved {
            self.set_pointer(to + i, pointer);
            self.tag_pointer(to + i);
        }
    }

    /// The pointers that lie in a range from their first byte to their last, with their distance from its start.
    fn whole_pointers(&self, from: u32, len: u32) -> Vec<(u32, Pointer)> {
        let last = (len + 1).saturating_sub(self.pointer_size);
        (0..last).filter(|i| self.is_pointer(from + i)).map(|i| (i, self.pointer_at(from + i))).collect()
    }

    /// Marks bytes of pointers as parts that belong to no whole; two halves of different pointers must not make one.
    fn tear(&mut self, pos: u32, len: u32) {
        let tags = &mut self.tags[pos as usize..(pos + len) as usize];
        tags.iter_mut().filter(|t| **t != 0).for_each(|t| *t = TORN);
    }

    fn tag_pointer(&mut self, pos: u32) {
        for i in 0..self.pointer_size {
            self.tags[(pos + i) as usize] = (i + 1) as u8;
        }
    }

    pub fn fill(&mut self, pos: u32, len: u32, byte: u8) {
        self.save(pos, len as usize);
        let range = pos as usize..(pos + len) as usize;
        self.bytes[range.clone()].fill(byte);
        self.known[range.clone()].fill(0xff);
        self.tags[range].fill(0);
    }

    /// Takes the value from all bits in a range.
    pub fn forget(&mut self, pos: u32, len: u32) {
        self.save(pos, len as usize);
        self.reset(pos, len as usize);
    }

    /// The contents of an object without pointers, to be put back another time.
    pub fn take_image(&self, index: u32) -> Image {
        let object = &self.objects[index as usize];
        let range = object.base as usize..(object.base + object.size) as usize;
        Image { bytes: self.bytes[range.clone()].into(), known: self.known[range].into() }
    }

    pub fn restore_image(&mut self, index: u32, image: &Image) {
        let object = self.objects[index as usize];
        self.save(object.base, object.size as usize);
        let range = object.base as usize..(object.base + object.size) as usize;
        self.bytes[range.clone()].copy_from_slice(&image.bytes);
        self.known[range.clone()].copy_from_slice(&image.known);
        self.tags[range].fill(0);
    }

    /// Gives the bits of a byte that have no value the value zero.
    pub fn give_zero(&mut self, pos: u32) {
        let known = self.known[pos as usize];
        if known != 0xff {
            self.save(pos, 1);
            self.bytes[pos as usize] &= known;
            self.known[pos as usize] = 0xff;
        }
    }

    /// Takes the value from some bits of a byte.
    pub fn forget_bits(&mut self, pos: u32, mask: u8) {
        if self.known[pos as usize] & mask != 0 {
            self.save(pos, 1);
            self.known[pos as usize] &= !mask;
        }
    }

    // --- effective types ---

    /// The type last stored at a byte, where that is kept.
    pub fn effective(&self, object: u32, offset: u32) -> Option<Ty> {
        self.effective.get(&object)?.get(offset as usize).copied().filter(|ty| *ty != Ty::VOID)
    }

    /// Gives bytes of an object an effective type, where that is kept.
    pub fn set_effective(&mut self, object: u32, offset: u32, size: u32, ty: Option<Ty>) {
        if self.journal.marks > 0 {
            self.save_effective(object, offset, size);
        }
        let range = offset as usize..(offset + size) as usize;
        match (self.effective.get_mut(&object), ty) {
            (Some(types), _) => types[range].fill(ty.unwrap_or(Ty::VOID)),
            (None, None) => {}
            (None, Some(ty)) => self.effective_of(object)[range].fill(ty),
        }
    }

    /// Copies effective types along with bytes (C17 6.5p6, the `memcpy` sentence).
    pub fn copy_effective(
        &mut self,
        to: Pointer,
        from: Pointer,
        size: u32,
        default: impl Fn(u32) -> Option<Ty>,
    ) {
        let by_stores = self.objects[from.object as usize].traits.has(Traits::TYPED_BY_STORES);
        let types: Vec<Option<Ty>> = (0..size)
            .map(|i| {
                let at = from.offset + i;
                if by_stores { self.effective(from.object, at) } else { default(at) }
            })
            .collect();
        for (i, ty) in types.into_iter().enumerate() {
            self.set_effective(to.object, to.offset + i as u32, 1, ty);
        }
    }

    fn save_effective(&mut self, object: u32, from: u32, size: u32) {
        let old = match self.effective.get(&object) {
            Some(types) => types[from as usize..(from + size) as usize].into(),
            None => vec![Ty::VOID; size as usize].into(),
        };
        self.journal.log.push(Undo::Effective { object, from, old });
    }

    /// The types of an object's bytes, none at first.
    fn effective_of(&mut self, object: u32) -> &mut [Ty] {
        let size = self.objects[object as usize].size as usize;
        self.effective.entry(object).or_insert_with(|| vec![Ty::VOID; size].into())
    }

    // --- the journal ---

    /// A moment to return to. Costs nothing by itself; writes are recorded until it is released.
    pub fn mark(&mut self) -> Mark {
        self.journal.marks += 1;
        Mark(self.journal.log.len())
    }

    /// Whether anybody may want to return to an earlier moment.
    pub fn is_marked(&self) -> bool {
        self.journal.marks > 0
    }

    /// Gives up a mark, keeping what was done since.
    pub fn release(&mut self, _mark: Mark) {
        self.journal.marks -= 1;
        if self.journal.marks == 0 {
            self.journal.log.clear();
            self.journal.saved.clear();
        }
    }

    /// Undoes everything since the mark, and releases it.
    pub fn rollback(&mut self, mark: Mark) {
        while self.journal.log.len() > mark.0 {
            let undo = self.journal.log.pop().expect("the log is longer than the mark");
            self.undo(undo);
        }
        self.release(mark);
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Bytes { pos, len } => self.restore(pos as usize, len as usize),
            Undo::Pointer { pos, old } => {
                if pos.is_multiple_of(self.pointer_size) {
                    self.pointers[(pos / self.pointer_size) as usize] = old;
                } else {
                    self.odd_pointers.insert(pos, old);
                }
            }
            Undo::Made(index) => {
                let object = &mut self.objects[index as usize];
                object.alive = false;
                self.free_space[object.class as usize].push(object.base);
                self.free_objects.of(object.origin).push(index);
                self.effective.remove(&index);
            }
            Undo::Ended(index, object) => {
                take_out(self.free_objects.of(object.origin), index);
                take_out(&mut self.free_space[object.class as usize], object.base);
                self.objects[index as usize] = object;
            }
            Undo::Bound(var, old) => self.bindings[var.index()] = old,
            Undo::Effective { object, from, old } => {
                let types = self.effective_of(object);
                types[from as usize..from as usize + old.len()].copy_from_slice(&old);
            }
        }
    }

    #[inline]
    fn save(&mut self, pos: u32, len: usize) {
        if self.journal.marks > 0 {
            self.record(pos, len);
        }
    }

    #[cold]
    fn record(&mut self, pos: u32, len: usize) {
        let range = pos as usize..pos as usize + len;
        self.journal.saved.extend_from_slice(&self.bytes[range.clone()]);
        self.journal.saved.extend_from_slice(&self.known[range.clone()]);
        self.journal.saved.extend_from_slice(&self.tags[range]);
        self.journal.log.push(Undo::Bytes { pos, len: len as u32 });
    }

    fn restore(&mut self, pos: usize, len: usize) {
        let start = self.journal.saved.len() - 3 * len;
        let saved = &self.journal.saved[start..];
        self.bytes[pos..pos + len].copy_from_slice(&saved[..len]);
        self.known[pos..pos + len].copy_from_slice(&saved[len..2 * len]);
        self.tags[pos..pos + len].copy_from_slice(&saved[2 * len..]);
        self.journal.saved.truncate(start);
    }
}

/// Log2 of the space that an object of the size gets.
fn size_class(size: u64) -> u8 {
    size.max(ALIGN as u64).next_power_of_two().trailing_zeros() as u8
}

fn bit_mask(width: u8) -> u128 {
    (1u128 << width) - 1
}

fn fold_masks(endian: Endian, masks: &[u8]) -> u128 {
    let fold = |sum: u128, b: &u8| sum << 8 | u128::from(*b);
    match endian {
        Endian::Little => masks.iter().rev().fold(0, fold),
        Endian::Big => masks.iter().fold(0, fold),
    }
}

/// Takes an entry out of a free list. In a rollback it is near the end.
fn take_out(list: &mut Vec<u32>, entry: u32) {
    if let Some(at) = list.iter().rposition(|e| *e == entry) {
        list.remove(at);
    }
}

#[cfg(test)]
mod tests;
