//! Who has accessed each byte while restrict pointers were under way, and when it was last modified. Kept only then.

use super::sets::{Began, Sets};
use crate::memory::Memory;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An access to some bytes of an object.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub object: u32,
    pub generation: u32,
    /// The object's size.
    pub size: u32,
    pub offset: u32,
    pub len: u32,
    /// What the lvalue's address is based on.
    pub set: u32,
    pub write: bool,
    pub now: Began,
}

/// What does not hold for a restrict pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// What it leads to was accessed in another way, and modified.
    Shared(u32),
    /// What it leads to is const for it, and was modified.
    Const(u32),
}

#[derive(Clone, Default)]
struct Cell {
    /// When the byte was last modified; zero for never.
    modified: Began,
    seen: SmallVec<[Seen; 1]>,
}

/// The last access through a pointer that is based on a set.
#[derive(Clone, Copy)]
struct Seen {
    set: u32,
    at: Began,
}

#[derive(Clone, Default)]
struct Cells {
    generation: u32,
    bytes: Vec<Cell>,
}

#[derive(Default)]
pub(super) struct History {
    objects: FxHashMap<u32, Cells>,
}

impl History {
    /// Takes note of an access, and tells what it breaks.
    pub fn note(&mut self, access: Access, sets: &mut Sets, mem: &Memory) -> Option<Broken> {
        let Access { object, generation, size, set, write, now, .. } = access;
        let cells = self.objects.entry(object).or_default();
        if cells.generation != generation || cells.bytes.len() < size as usize {
            *cells = Cells { generation, bytes: vec![Cell::default(); size as usize] };
        }
        let mut broken = None;
        for at in access.offset..access.offset + access.len {
            let cell = &mut cells.bytes[at as usize];
            if write {
                cell.modified = now;
            }
            let alone = cell.seen.is_empty() || (cell.seen.len() == 1 && cell.seen[0].set == set);
            if broken.is_none() && !(alone && set == 0) {
                broken = cell.broken(set, sets);
            }
            cell.see(set, now, sets, mem);
        }
        broken
    }

    /// A restrict pointer counts as modified where what it leads to is modified.
    pub fn modify(
        &mut self,
        (object, generation, offset): (u32, u32, u32),
        len: u32,
        now: Began,
        sets: &Sets,
    ) -> Option<Broken> {
        let cells = self.objects.get_mut(&object).filter(|cells| cells.generation == generation)?;
        for at in offset..offset + len {
            let Some(cell) = cells.bytes.get_mut(at as usize) else { break };
            if cell.seen.iter().all(|seen| seen.set == 0) {
                continue;
            }
            cell.modified = now;
            if let Some(broken) = cell.seen.iter().find_map(|seen| cell.broken(seen.set, sets)) {
                return Some(broken);
            }
        }
        None
    }

    pub fn forget(&mut self) {
        self.objects.clear();
    }

    /// Sets that have become others.
    pub fn sweep(&mut self, now: &mut impl FnMut(u32) -> u32) {
        for cell in self.objects.values_mut().flat_map(|cells| &mut cells.bytes) {
            cell.seen.iter_mut().for_each(|seen| seen.set = now(seen.set));
            cell.merge();
        }
    }
}

impl Cell {
    /// What an access through a pointer that is based on the set breaks (C17 6.7.3.1p4).
    fn broken(&self, set: u32, sets: &Sets) -> Option<Broken> {
        let concerned =
            |r: u32, at: Began| sets.began(r).is_some_and(|began| at >= began && self.modified >= began);
        let members = sets.members(set);
        let constant = members.iter().find(|r| sets.get(**r).to_const && concerned(**r, Began::MAX));
        if let Some(r) = constant {
            return Some(Broken::Const(*r));
        }
        self.seen.iter().filter(|seen| seen.set != set).find_map(|seen| {
            let others = sets.members(seen.set);
            let only = |a: &'_ [u32], b: &[u32]| {
                a.iter().copied().find(|r| !b.contains(r) && concerned(*r, seen.at))
            };
            only(members, others).or_else(|| only(others, members)).map(Broken::Shared)
        })
    }

    fn see(&mut self, set: u32, now: Began, sets: &mut Sets, mem: &Memory) {
        if let Some(seen) = self.seen.iter_mut().find(|seen| seen.set == set) {
            seen.at = now;
            return;
        }
        self.seen.push(Seen { set, at: now });
        if self.seen.len() >= 4 && self.seen.len().is_power_of_two() {
            self.seen.iter_mut().for_each(|seen| seen.set = sets.live(seen.set, mem));
            self.merge();
        }
    }

    /// One entry for each set.
    fn merge(&mut self) {
        let mut merged: SmallVec<[Seen; 1]> = SmallVec::new();
        for seen in &self.seen {
            match merged.iter_mut().find(|m| m.set == seen.set) {
                Some(m) => m.at = m.at.max(seen.at),
                None => merged.push(*seen),
            }
        }
        self.seen = merged;
    }
}
