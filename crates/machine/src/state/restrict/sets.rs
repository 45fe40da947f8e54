//! Restrict pointers and sets of them. A pointer is *based* on every restrict pointer through which its value has come (C17
//! 6.7.3.1p3): the set of these has a number. Each restrict pointer is associated with the executions of the blocks
//! whose declarations lead to it.

use crate::memory::Memory;
use ir::VarId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The execution of a block, by when it began.
pub(crate) type Began = u64;

/// The block of `main`, with which pointers at file scope are associated.
pub(crate) const PROGRAM: Began = 1;

/// Where a restrict pointer is: its object, the object's generation, its offset.
pub(crate) type Spot = (u32, u32, u32);

pub(crate) struct Restricted {
    pub spot: Spot,
    /// The variable that it is, or is in.
    pub var: Option<VarId>,
    /// Whether it points to something const.
    pub to_const: bool,
    /// The executions of blocks that it is associated with.
    blocks: SmallVec<[Began; 2]>,
    /// The last pointer that was read from it, and what became of it.
    pub last: Option<(u32, u32, u32)>,
}

/// A block under way that declares something that leads to restrict pointers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub began: Began,
    /// The depth of its call, and how many marks of [`crate::bytecode`] there were.
    pub depth: u32,
    pub marks: usize,
}

pub(crate) struct Sets {
    pub open: Vec<Open>,
    restricted: Vec<Restricted>,
    numbers: FxHashMap<Spot, u32>,
    free: Vec<u32>,
    sets: Vec<Box<[u32]>>,
    set_numbers: FxHashMap<Box<[u32]>, u32>,
    free_sets: Vec<u32>,
}

impl Default for Sets {
    fn default() -> Self {
        Sets {
            open: Vec::new(),
            restricted: Vec::new(),
            numbers: FxHashMap::default(),
            free: Vec::new(),
            sets: vec![Box::new([])],
            set_numbers: FxHashMap::from_iter([(Box::default(), 0)]),
            free_sets: Vec::new(),
        }
    }
}

impl Sets {
    /// The restrict pointer at a place, if it is known as one.
    pub fn find(&self, spot: Spot) -> Option<u32> {
        self.numbers.get(&spot).copied()
    }

    /// The number of the restrict pointer at a place.
    pub fn restricted(&mut self, spot: Spot, var: Option<VarId>, to_const: bool) -> u32 {
        if let Some(number) = self.find(spot) {
            return number;
        }
        let new = Restricted { spot, var, to_const, blocks: SmallVec::new(), last: None };
        let number = match self.free.pop() {
            Some(number) => {
                self.restricted[number as usize] = new;
                number
            }
            None => {
                self.restricted.push(new);
                (self.restricted.len() - 1) as u32
            }
        };
        self.numbers.insert(spot, number);
        number
    }

    /// A restrict pointer is somewhere else from now on.
    pub fn relocate(&mut self, from: Spot, to: Spot) {
        if let Some(number) = self.numbers.remove(&from) {
            self.restricted[number as usize].spot = to;
            self.numbers.insert(to, number);
        }
    }

    pub fn get(&self, number: u32) -> &Restricted {
        &self.restricted[number as usize]
    }

    pub fn get_mut(&mut self, number: u32) -> &mut Restricted {
        &mut self.restricted[number as usize]
    }

    /// Associates a restrict pointer with a block under way.
    pub fn associate(&mut self, number: u32, block: Began) {
        if self.restricted[number as usize].blocks.contains(&block) {
            return;
        }
        let mut blocks = std::mem::take(&mut self.restricted[number as usize].blocks);
        blocks.retain(|b| self.is_running(*b));
        blocks.push(block);
        self.restricted[number as usize].blocks = blocks;
    }

    /// Nothing is asked of the pointers that a variable holds any more.
    pub fn release(&mut self, var: VarId) {
        for r in self.restricted.iter_mut().filter(|r| r.var == Some(var)) {
            r.blocks.clear();
        }
    }

    fn is_running(&self, block: Began) -> bool {
        block == PROGRAM || self.open.binary_search_by_key(&block, |open| open.began).is_ok()
    }

    /// When the longest block under way began that the restrict pointer is associated with.
    pub fn began(&self, number: u32) -> Option<Began> {
        self.restricted[number as usize].blocks.iter().copied().filter(|b| self.is_running(*b)).min()
    }

    // --- sets ---

    pub fn members(&self, set: u32) -> &[u32] {
        &self.sets[set as usize]
    }

    pub fn with(&mut self, set: u32, number: u32) -> u32 {
        if self.members(set).contains(&number) {
            return set;
        }
        let mut members = self.members(set).to_vec();
        members.push(number);
        members.sort_unstable();
        self.set(members)
    }

    fn set(&mut self, members: Vec<u32>) -> u32 {
        let members = members.into_boxed_slice();
        if let Some(set) = self.set_numbers.get(&members) {
            return *set;
        }
        let number = match self.free_sets.pop() {
            Some(number) => {
                self.sets[number as usize] = members.clone();
                number
            }
            None => {
                self.sets.push(members.clone());
                (self.sets.len() - 1) as u32
            }
        };
        self.set_numbers.insert(members, number);
        number
    }

    /// Whether something is asked of the restrict pointer, or may be: it is still there for other blocks to lead to.
    fn is_live(&self, number: u32, mem: &Memory) -> bool {
        let (object, generation, _) = self.get(number).spot;
        self.began(number).is_some() || mem.is_alive(object, generation)
    }

    /// The set without those of which nothing is asked any more.
    pub fn live(&mut self, set: u32, mem: &Memory) -> u32 {
        if self.members(set).iter().all(|r| self.is_live(*r, mem)) {
            return set;
        }
        let members = self.members(set).iter().copied().filter(|r| self.is_live(*r, mem)).collect();
        self.set(members)
    }

    /// The same for all sets.
    pub fn all_live(&mut self, mem: &Memory) -> Vec<u32> {
        (0..self.sets.len() as u32).map(|set| self.live(set, mem)).collect()
    }

    /// Gives up the restrict pointers, and the sets with them, that are not live. No pointer may have the number of such a set.
    pub fn sweep(&mut self, mem: &Memory) {
        let live: Vec<bool> = (0..self.restricted.len() as u32).map(|r| self.is_live(r, mem)).collect();
        self.restricted.iter_mut().for_each(|r| r.last = None);
        self.set_numbers.retain(|members, _| members.iter().all(|r| live[*r as usize]));
        self.numbers.retain(|_, r| live[*r as usize]);
        self.free = (0..live.len() as u32).rev().filter(|r| !live[*r as usize]).collect();
        let mut used = vec![false; self.sets.len()];
        self.set_numbers.values().for_each(|set| used[*set as usize] = true);
        self.free_sets = (0..used.len() as u32).rev().filter(|set| !used[*set as usize]).collect();
    }
}
