//! The journal: what memory was before each change, while anybody may want to return to it.

use super::{Memory, Object};
use crate::value::Pointer;
use ir::{Id, Ty, VarId};

/// A moment to which memory can return.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

#[derive(Default)]
pub(super) struct Journal {
    /// How many marks are alive; nothing is recorded without one.
    pub(super) marks: usize,
    pub(super) log: Vec<Undo>,
    pub(super) saved: Vec<u8>,
}

pub(super) enum Undo {
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

impl Memory {
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

    pub(super) fn undo(&mut self, undo: Undo) {
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
    pub(super) fn save(&mut self, pos: u32, len: usize) {
        if self.journal.marks > 0 {
            self.record(pos, len);
        }
    }

    #[cold]
    pub(super) fn record(&mut self, pos: u32, len: usize) {
        let range = pos as usize..pos as usize + len;
        self.journal.saved.extend_from_slice(&self.bytes[range.clone()]);
        self.journal.saved.extend_from_slice(&self.known[range.clone()]);
        self.journal.saved.extend_from_slice(&self.tags[range]);
        self.journal.log.push(Undo::Bytes { pos, len: len as u32 });
    }

    pub(super) fn restore(&mut self, pos: usize, len: usize) {
        let start = self.journal.saved.len() - 3 * len;
        let saved = &self.journal.saved[start..];
        self.bytes[pos..pos + len].copy_from_slice(&saved[..len]);
        self.known[pos..pos + len].copy_from_slice(&saved[len..2 * len]);
        self.tags[pos..pos + len].copy_from_slice(&saved[2 * len..]);
        self.journal.saved.truncate(start);
    }
}

/// Takes an entry out of a free list. In a rollback it is near the end.
fn take_out(list: &mut Vec<u32>, entry: u32) {
    if let Some(at) = list.iter().rposition(|e| *e == entry) {
        list.remove(at);
    }
}
