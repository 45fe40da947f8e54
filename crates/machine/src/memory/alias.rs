//! Pointers that are based on restrict pointers. Such a pointer has the number of an alias in place of its object's
//! generation: the alias knows the generation, and which restrict pointers it is based on. So it costs no room in a
//! pointer, and nothing at all where no pointer is restrict: only what does not have the generation of its object is looked
//! up here.

use super::{Memory, Object};
use crate::ub::Death;
use crate::value::Pointer;
use rustc_hash::FxHashMap;

/// Set in the generation of a pointer that is an alias.
const ALIAS: u32 = 1 << 31;

/// The number of a set of restrict pointers, see [`crate::access::restrict`]; zero for none.
pub type Basis = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Alias {
    object: u32,
    generation: u32,
    basis: Basis,
}

#[derive(Clone, Default)]
pub(super) struct Aliases {
    list: Vec<Alias>,
    numbers: FxHashMap<Alias, u32>,
    /// Numbers that can be taken again.
    free: Vec<u32>,
    /// Numbers that were given up in the last sweep: a value under evaluation may still have one.
    resting: Vec<u32>,
}

pub(super) fn next_generation(generation: u32) -> u32 {
    generation.wrapping_add(1) & !ALIAS
}

impl Memory {
    /// What [`Memory::alive`] says of a pointer that does not have its object's generation, or whose object is dead.
    #[cold]
    pub(super) fn alive_as(&self, pointer: Pointer) -> Result<&Object, Death> {
        let object = &self.objects[pointer.object as usize];
        let same = object.generation == self.plain(pointer).generation;
        if same && object.alive { Ok(object) } else { Err(object.death) }
    }

    fn alias(&self, pointer: Pointer) -> Option<Alias> {
        let is_alias = pointer.is_object() && pointer.generation & ALIAS != 0;
        is_alias.then(|| self.aliases.list[(pointer.generation & !ALIAS) as usize])
    }

    /// The pointer without what it is based on: two that are equal lead to the same place.
    #[inline]
    pub fn plain(&self, pointer: Pointer) -> Pointer {
        match self.alias(pointer) {
            Some(alias) => Pointer { generation: alias.generation, ..pointer },
            None => pointer,
        }
    }

    /// What the pointer is based on.
    #[inline]
    pub fn basis(&self, pointer: Pointer) -> Basis {
        self.alias(pointer).map_or(0, |alias| alias.basis)
    }

    /// The same pointer, based on something else.
    pub fn based(&mut self, pointer: Pointer, basis: Basis) -> Pointer {
        let pointer = self.plain(pointer);
        if basis == 0 || !pointer.is_object() {
            return pointer;
        }
        let alias = Alias { object: pointer.object, generation: pointer.generation, basis };
        let aliases = &mut self.aliases;
        let number = *aliases.numbers.entry(alias).or_insert_with(|| match aliases.free.pop() {
            Some(number) => {
                aliases.list[number as usize] = alias;
                number
            }
            None => {
                aliases.list.push(alias);
                (aliases.list.len() - 1) as u32
            }
        });
        Pointer { generation: number | ALIAS, ..pointer }
    }

    /// How many aliases there are.
    pub fn aliases(&self) -> usize {
        self.aliases.numbers.len()
    }

    /// How many pointers memory has room for.
    pub fn pointer_room(&self) -> usize {
        self.pointers.len()
    }

    /// Gives up the aliases of dead objects, and those whose basis is another one by now; pointers in memory follow.
    pub fn sweep_aliases(&mut self, now: &mut impl FnMut(Basis) -> Basis) {
        for slot in 0..self.pointers.len() {
            self.pointers[slot] = self.swept(self.pointers[slot], now);
        }
        let odd: Vec<(u32, Pointer)> = self.odd_pointers.iter().map(|(pos, p)| (*pos, *p)).collect();
        for (pos, pointer) in odd {
            let pointer = self.swept(pointer, now);
            self.odd_pointers.insert(pos, pointer);
        }
        let rested = std::mem::take(&mut self.aliases.resting);
        self.aliases.free.extend(rested);
        let kept: Vec<(Alias, u32)> = self.aliases.numbers.drain().collect();
        for (alias, number) in kept {
            let object = &self.objects[alias.object as usize];
            let alive = object.alive && object.generation == alias.generation;
            if alive && now(alias.basis) == alias.basis {
                self.aliases.numbers.insert(alias, number);
            } else {
                self.aliases.resting.push(number);
            }
        }
        // The order of a hash table must not decide which number comes next.
        self.aliases.resting.sort_unstable();
    }
    /// A pointer in memory after a sweep.
    fn swept(&mut self, pointer: Pointer, now: &mut impl FnMut(Basis) -> Basis) -> Pointer {
        match self.alias(pointer) {
            None => pointer,
            Some(alias) if self.alive(pointer).is_ok() => self.based(pointer, now(alias.basis)),
            Some(_) => self.plain(pointer),
        }
    }
}
