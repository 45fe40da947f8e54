//! Who has accessed each byte while restrict pointers were under way, and when it was last modified. Kept only then.

use super::sets::{Began, Sets};
use crate::memory::Memory;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;

/// An access to some bytes of an object.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    pub object: u32,
    pub generation: u32,
    pub offset: u32,
    pub len: u32,
    /// What the lvalue's address is based on.
    pub set: u32,
    pub write: bool,
    pub now: Began,
}

/// What does not hold for a restrict pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
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

/// So many bytes are kept together: what a call costs must not depend on the size of the objects that it accesses a part of.
const PAGE: u32 = 32;

#[derive(Default)]
struct Page {
    generation: u32,
    cells: [Cell; PAGE as usize],
}

#[derive(Default)]
pub(crate) struct History {
    /// By object, and by which part of it.
    pages: FxHashMap<(u32, u32), Box<Page>>,
}

/// The pages that bytes of an object are in, each with where they are in it.
fn pages(offset: u32, len: u32) -> impl Iterator<Item = (u32, Range<usize>)> {
    let end = offset + len;
    (offset / PAGE..end.div_ceil(PAGE)).map(move |page| {
        let start = page * PAGE;
        let (from, to) = (offset.max(start), end.min(start + PAGE));
        (page, (from - start) as usize..(to - start) as usize)
    })
}

impl History {
    /// Takes note of an access, and tells what it breaks.
    pub fn note(&mut self, access: Access, sets: &mut Sets, mem: &Memory) -> Option<Broken> {
        let Access { object, generation, set, write, now, .. } = access;
        let mut broken = None;
        for (page, range) in pages(access.offset, access.len) {
            let page = self.pages.entry((object, page)).or_default();
            if page.generation != generation {
                **page = Page { generation, ..Page::default() };
            }
            for cell in &mut page.cells[range] {
                if write {
                    cell.modified = now;
                }
                if broken.is_none() && !(cell.is_only_for(set) && set == 0) {
                    broken = cell.broken(set, sets);
                }
                cell.see(set, now, sets, mem);
            }
        }
        broken
    }

    /// The same for an access that plainly breaks nothing, because nothing else has been there; false if it is not so plain.
    pub fn note_plainly(&mut self, access: Access, sets: &Sets) -> bool {
        let Access { object, generation, set, write, now, .. } = access;
        let (number, start) = (access.offset / PAGE, (access.offset % PAGE) as usize);
        let Some(page) = self.pages.get_mut(&(object, number)).filter(|p| p.generation == generation) else {
            return false;
        };
        let Some(cells) = page.cells.get_mut(start..start + access.len as usize) else { return false };
        let constant = sets.members(set).iter().any(|r| sets.get(*r).to_const);
        let plain = |cell: &Cell| cell.is_only_for(set) && (!constant || (!write && cell.modified == 0));
        if !cells.iter().all(plain) {
            return false;
        }
        for cell in cells {
            if write {
                cell.modified = now;
            }
            match cell.seen.first_mut() {
                Some(seen) => seen.at = now,
                None => cell.seen.push(Seen { set, at: now }),
            }
        }
        true
    }

    /// A restrict pointer counts as modified where what it leads to is modified.
    pub fn modify(
        &mut self,
        (object, generation, offset): (u32, u32, u32),
        len: u32,
        now: Began,
        sets: &Sets,
    ) -> Option<Broken> {
        pages(offset, len).find_map(|(page, range)| {
            let page = self.pages.get_mut(&(object, page)).filter(|p| p.generation == generation)?;
            page.cells[range].iter_mut().find_map(|cell| {
                if cell.is_only_for(0) {
                    return None;
                }
                cell.modified = now;
                cell.seen.iter().find_map(|seen| cell.broken(seen.set, sets))
            })
        })
    }

    pub fn forget(&mut self) {
        self.pages.clear();
    }

    /// Sets that have become others.
    pub fn sweep(&mut self, now: &mut impl FnMut(u32) -> u32) {
        for cell in self.pages.values_mut().flat_map(|page| &mut page.cells) {
            cell.seen.iter_mut().for_each(|seen| seen.set = now(seen.set));
            cell.merge();
        }
    }
}

impl Cell {
    /// Whether all accesses were through pointers that are based on the set.
    fn is_only_for(&self, set: u32) -> bool {
        self.seen.iter().all(|seen| seen.set == set)
    }

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
