//! Bytes and pointers in memory: reading, writing, copying, with the masks and tags that belong to them.

use super::{Image, LoadFault, Memory};
use crate::value::Pointer;
use ir::Endian;

/// The tag of a byte that was part of a pointer and came here without the rest.
const TORN: u8 = 0xff;

/// The tag of a byte that has been given a value, but an unknown one.
const DOUBTFUL: u8 = 0xfe;

impl Memory {
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
        let stored = self.tags[range.clone()].contains(&DOUBTFUL);
        if !stored && self.known[range.clone()].iter().all(|k| *k == 0) {
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

    /// Whether a pointer at the position has a place in the side table.
    pub fn holds_aligned(&self, pos: u32) -> bool {
        pos.is_multiple_of(self.pointer_size)
    }

    /// Whether all bytes of one pointer are there.
    #[inline]
    pub(super) fn is_pointer(&self, pos: u32) -> bool {
        let tags = &self.tags[pos as usize..][..self.pointer_size as usize];
        match <[u8; 8]>::try_from(tags) {
            Ok(tags) => u64::from_le_bytes(tags) == self.pointer_tags,
            Err(_) => tags.iter().enumerate().all(|(i, t)| usize::from(*t) == i + 1),
        }
    }

    #[inline]
    pub(super) fn pointer_at(&self, pos: u32) -> Pointer {
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

    /// A bit-field of any width, not yet extended.
    pub fn load_wide_bits(&self, pos: u32, bit: u8, width: u8) -> Result<u128, LoadFault> {
        if width <= 64 {
            return self.load_bits(pos, bit, width).map(u128::from);
        }
        // Each half is a field of its own.
        let (low, high) = self.halves(pos, bit, width);
        let (a, b) = (self.load_bits(low.0, low.1, 64), self.load_bits(high.0, high.1, width - 64));
        match (a, b) {
            (Ok(low), Ok(high)) => Ok(u128::from(high) << 64 | u128::from(low)),
            (Err(LoadFault::Empty), Err(LoadFault::Empty)) => Err(LoadFault::Empty),
            (Err(LoadFault::PointerBytes), _) | (_, Err(LoadFault::PointerBytes)) => {
                Err(LoadFault::PointerBytes)
            }
            _ => Err(LoadFault::Partial),
        }
    }

    pub fn store_wide_bits(&mut self, pos: u32, bit: u8, width: u8, value: u128) {
        if width <= 64 {
            return self.store_bits(pos, bit, width, value as u64);
        }
        let (low, high) = self.halves(pos, bit, width);
        self.store_bits(low.0, low.1, 64, value as u64);
        self.store_bits(high.0, high.1, width - 64, (value >> 64) as u64);
    }

    /// Where the lower 64 bits of a wide bit-field are, and where the others: byte and bit.
    fn halves(&self, pos: u32, bit: u8, width: u8) -> ((u32, u8), (u32, u8)) {
        let behind = |n: u32| (pos + (u32::from(bit) + n) / 8, ((u32::from(bit) + n) % 8) as u8);
        match self.endian {
            Endian::Little => (behind(0), behind(64)),
            Endian::Big => (behind(u32::from(width) - 64), behind(0)),
        }
    }

    /// A number of which all bits have a value but these, which have none.
    pub fn load_without(&self, pos: u32, size: u32, free: u128) -> Option<u128> {
        let range = pos as usize..(pos + size) as usize;
        let all = u128::MAX >> (128 - 8 * size);
        let known = fold_masks(self.endian, &self.known[range.clone()]);
        let whole = known == all & !free && self.tags[range].iter().all(|t| *t == 0);
        whole.then(|| self.raw(pos, size))
    }

    /// Takes the value from some bits of a number.
    pub fn forget_in_number(&mut self, pos: u32, size: u32, free: u128) {
        for i in 0..size {
            let shift = match self.endian {
                Endian::Little => 8 * i,
                Endian::Big => 8 * (size - 1 - i),
            };
            self.forget_bits(pos + i, (free >> shift) as u8);
        }
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
        if pos.is_multiple_of(self.pointer_size) {
            self.pointers[(pos / self.pointer_size) as usize] = pointer;
        } else {
            self.odd_pointers.insert(pos, pointer);
        }
    }

    pub fn store_bits(&mut self, pos: u32, bit: u8, width: u8, value: u64) {
        let (size, shift) = self.bit_window(bit, width);
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
    pub fn whole_pointers(&self, from: u32, len: u32) -> Vec<(u32, Pointer)> {
        let last = (len + 1).saturating_sub(self.pointer_size);
        (0..last).filter(|i| self.is_pointer(from + i)).map(|i| (i, self.pointer_at(from + i))).collect()
    }

    /// Whether a live object of a call less deep than this one holds a pointer to the object.
    pub fn is_pointed_to(&self, object: u32, depth: u32) -> bool {
        let outer = self.objects.iter().filter(|o| o.alive && o.depth < depth);
        outer.flat_map(|o| self.whole_pointers(o.base, o.size)).any(|(_, p)| p.object == object)
    }

    /// Marks bytes of pointers as parts that belong to no whole; two halves of different pointers must not make one.
    fn tear(&mut self, pos: u32, len: u32) {
        let tags = &mut self.tags[pos as usize..(pos + len) as usize];
        tags.iter_mut().filter(|t| **t != 0 && **t != DOUBTFUL).for_each(|t| *t = TORN);
    }

    fn tag_pointer(&mut self, pos: u32) {
        let size = self.pointer_size as usize;
        self.tags[pos as usize..][..size].copy_from_slice(&self.pointer_tags.to_le_bytes()[..size]);
    }

    pub fn fill(&mut self, pos: u32, len: u32, byte: u8) {
        let range = pos as usize..(pos + len) as usize;
        self.bytes[range.clone()].fill(byte);
        self.known[range.clone()].fill(0xff);
        self.tags[range].fill(0);
    }

    /// Takes the value from all bits in a range.
    pub fn forget(&mut self, pos: u32, len: u32) {
        self.reset(pos, len as usize);
    }

    /// The contents of an object, to be put back another time. Pointers are aligned in it.
    pub fn take_image(&self, index: u32) -> Image {
        let object = &self.objects[index as usize];
        let range = object.base as usize..(object.base + object.size) as usize;
        Image {
            pointers: self.pointers[self.pointer_slots(index)].into(),
            bytes: self.bytes[range.clone()].into(),
            known: self.known[range.clone()].into(),
            tags: self.tags[range].into(),
        }
    }

    pub fn restore_image(&mut self, index: u32, image: &Image) {
        let object = self.objects[index as usize];
        let range = object.base as usize..(object.base + object.size) as usize;
        let slots = self.pointer_slots(index);
        self.pointers[slots].copy_from_slice(&image.pointers);
        self.bytes[range.clone()].copy_from_slice(&image.bytes);
        self.known[range.clone()].copy_from_slice(&image.known);
        self.tags[range].copy_from_slice(&image.tags);
    }

    /// The part of the side table that belongs to an object.
    fn pointer_slots(&self, index: u32) -> std::ops::Range<usize> {
        let object = &self.objects[index as usize];
        let first = object.base / self.pointer_size;
        first as usize..(first + object.size / self.pointer_size) as usize
    }

    /// Gives the bits of a byte that have no value the value zero.
    pub fn give_zero(&mut self, pos: u32) {
        let known = self.known[pos as usize];
        if known != 0xff {
            self.bytes[pos as usize] &= known;
            self.known[pos as usize] = 0xff;
        }
    }

    /// A byte with the mask of its bits that have a value.
    pub fn byte_and_mask(&self, pos: u32) -> (u8, u8) {
        (self.bytes[pos as usize], self.known[pos as usize])
    }

    /// Gives a byte the value of another, of which only some bits are known.
    pub fn store_doubtful(&mut self, pos: u32, (byte, known): (u8, u8)) {
        self.bytes[pos as usize] = byte;
        self.known[pos as usize] = known;
        self.tags[pos as usize] = if known == 0 { DOUBTFUL } else { 0 };
    }

    /// Whether any of these bits of a byte has a value.
    pub fn knows_any(&self, pos: u32, mask: u8) -> bool {
        self.known[pos as usize] & mask != 0
    }

    /// Takes the value from some bits of a byte.
    pub fn forget_bits(&mut self, pos: u32, mask: u8) {
        if self.known[pos as usize] & mask != 0 {
            self.known[pos as usize] &= !mask;
        }
    }
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
