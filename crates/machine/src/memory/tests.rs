//! The journal: thousands of random operations, undone to random earlier moments, must give back what was there.

use super::*;
use ir::Id;
use std::collections::BTreeMap;

/// Everything that can be seen of memory.
#[derive(Debug, PartialEq)]
struct Snapshot {
    objects: BTreeMap<u32, ObjectShot>,
    bindings: Vec<u32>,
}

#[derive(Debug, PartialEq)]
struct ObjectShot {
    generation: u32,
    base: u32,
    bytes: Vec<(u8, u8, u8)>,
    pointers: Vec<(u32, Pointer)>,
    effective: Vec<Option<Ty>>,
}

fn snapshot(mem: &Memory) -> Snapshot {
    let alive = (0..mem.objects.len() as u32).filter(|i| mem.objects[*i as usize].alive);
    let mut bindings = mem.bindings.clone();
    while bindings.last() == Some(&0) {
        bindings.pop();
    }
    Snapshot { objects: alive.map(|i| (i, shot(mem, i))).collect(), bindings }
}

fn shot(mem: &Memory, index: u32) -> ObjectShot {
    let object = mem.object(index);
    let places = object.base..object.base + object.size;
    ObjectShot {
        generation: object.generation,
        base: object.base,
        bytes: places
            .clone()
            .map(|at| at as usize)
            // A bit without a value has no value, whatever the byte says.
            .map(|at| (mem.bytes[at] & mem.known[at], mem.known[at], mem.tags[at]))
            .collect(),
        pointers: places.filter_map(|at| mem.load_pointer_if_whole(at).map(|p| (at, p))).collect(),
        effective: (0..object.size).map(|i| mem.effective(index, i)).collect(),
    }
}

impl Memory {
    fn load_pointer_if_whole(&self, pos: u32) -> Option<Pointer> {
        let fits = (pos + self.pointer_size) as usize <= self.tags.len();
        (fits && self.is_pointer(pos)).then(|| self.pointer_at(pos))
    }
}

/// A small generator of numbers; tests need no better one.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

/// Memory, and what a program would know of it.
struct World {
    mem: Memory,
    numbers: Numbers,
}

impl World {
    fn live(&mut self) -> Option<u32> {
        let alive: Vec<u32> =
            (0..self.mem.objects.len() as u32).filter(|i| self.mem.objects[*i as usize].alive).collect();
        (!alive.is_empty()).then(|| alive[self.numbers.below(alive.len() as u32) as usize])
    }

    /// A range of some object.
    fn range(&mut self, most: u32) -> Option<(u32, u32, u32)> {
        let index = self.live()?;
        let Object { base, size, .. } = *self.mem.object(index);
        let len = (self.numbers.below(most) + 1).min(size);
        let offset = self.numbers.below(size - len + 1);
        Some((index, base + offset, len))
    }

    fn step(&mut self) {
        match self.numbers.below(10) {
            0 | 1 => self.make(),
            2 => self.kill(),
            3 => self.with_range(9, |w, _, pos, len| {
                let value = u64::from(w.numbers.below(u32::MAX)) * 77;
                w.mem.store(pos, len.next_power_of_two().min(len), value);
            }),
            4 => self.point(),
            5 => self.with_range(4, |w, _, pos, len| {
                let width = 1 + w.numbers.below(len * 8 - 7) as u8;
                let bit = w.numbers.below(8).min(len * 8 - u32::from(width)) as u8;
                w.mem.store_bits(pos, bit, width, u64::from(w.numbers.below(u32::MAX)));
            }),
            6 => self.copy(),
            7 => self.with_range(20, |w, _, pos, len| w.mem.forget(pos, len)),
            8 => self.with_range(20, |w, _, pos, len| w.mem.fill(pos, len, 0x5a)),
            _ => self.retype(),
        }
    }

    fn with_range(&mut self, most: u32, act: impl FnOnce(&mut World, u32, u32, u32)) {
        if let Some((index, pos, len)) = self.range(most) {
            act(self, index, pos, len);
        }
    }

    fn make(&mut self) {
        let var = VarId::from_index(self.numbers.below(6) as usize);
        let size = u64::from(1 + self.numbers.below(70));
        let heap = self.numbers.below(2) == 0;
        let (traits, origin) = if heap {
            (Traits::HEAP.with(Traits::TYPED_BY_STORES), Culprit::Heap)
        } else {
            (Traits::NONE, Culprit::Var(var))
        };
        let object = self.mem.allocate(size, 16, Ty::VOID, traits, origin, 0).expect("there is room");
        if !heap {
            self.mem.bind(var, object);
        }
    }

    fn kill(&mut self) {
        if let Some(index) = self.live() {
            for i in 0..6 {
                let var = VarId::from_index(i);
                if self.mem.bound(var) == Some(index) {
                    self.mem.bind(var, 0);
                }
            }
            let death = Death::of(self.mem.object(index).origin);
            self.mem.end(index, death);
        }
    }

    fn point(&mut self) {
        let Some(target) = self.live() else { return };
        let pointer = self.mem.pointer_to(target);
        let size = self.mem.pointer_size;
        if let Some((_, pos, len)) = self.range(size)
            && len == size
        {
            self.mem.store_pointer(pos, pointer);
        }
    }

    fn copy(&mut self) {
        if let (Some((_, to, n)), Some((_, from, m))) = (self.range(30), self.range(30)) {
            self.mem.copy(to, from, n.min(m));
        }
    }

    fn retype(&mut self) {
        if let Some((index, pos, len)) = self.range(8) {
            let object = *self.mem.object(index);
            if object.traits.has(Traits::TYPED_BY_STORES) {
                let ty = [None, Some(Ty::INT), Some(Ty::DOUBLE)][self.numbers.below(3) as usize];
                self.mem.set_effective(index, pos - object.base, len, ty);
            }
        }
    }

    /// Does things, sometimes inside checkpoints of their own that are kept or undone.
    fn act(&mut self, depth: u32) {
        for _ in 0..40 {
            self.step();
            if depth > 0 && self.numbers.below(8) == 0 {
                let before = snapshot(&self.mem);
                let mark = self.mem.mark();
                self.act(depth - 1);
                if self.numbers.below(3) == 0 {
                    self.mem.release(mark);
                } else {
                    self.mem.rollback(mark);
                    assert_eq!(snapshot(&self.mem), before);
                }
            }
        }
    }
}

#[test]
fn rollback_gives_back_what_was_there() {
    for (endian, pointer_size) in [(Endian::Little, 8), (Endian::Big, 4), (Endian::Little, 2)] {
        for seed in 0..60 {
            let mem = Memory::new(endian, pointer_size, 1 << 20);
            let mut world = World { mem, numbers: Numbers(seed) };
            world.act(3);
            assert!(!world.mem.is_marked());
            assert!(world.mem.journal.log.is_empty() && world.mem.journal.saved.is_empty());
        }
    }
}

#[test]
fn nothing_is_recorded_without_a_mark() {
    let mut world = World { mem: Memory::new(Endian::Little, 8, 1 << 20), numbers: Numbers(1) };
    for _ in 0..1000 {
        world.step();
    }
    assert!(world.mem.journal.log.is_empty() && world.mem.journal.saved.is_empty());
}

#[test]
fn a_number_keeps_its_meaning() {
    let mut mem = Memory::new(Endian::Little, 8, 1 << 20);
    let var = |i| Culprit::Var(VarId::from_index(i));
    let first = mem.allocate(4, 4, Ty::INT, Traits::NONE, var(0), 1).unwrap();
    let dangling = mem.pointer_to(first);
    mem.end(first, Death::ScopeLeft);
    let heap = mem.allocate(4, 16, Ty::VOID, Traits::HEAP, Culprit::Heap, 0).unwrap();
    let other = mem.allocate(4, 4, Ty::INT, Traits::NONE, var(1), 1).unwrap();
    assert!(first != heap && first != other);
    assert_eq!(mem.origin(dangling), Some(var(0)));
    assert_eq!(mem.alive(dangling).map(|_| ()), Err(Death::ScopeLeft));
    let again = mem.allocate(4, 4, Ty::INT, Traits::NONE, var(0), 1).unwrap();
    assert_eq!(again, first);
    assert!(mem.alive(dangling).is_err(), "the same number, but another object");
}
