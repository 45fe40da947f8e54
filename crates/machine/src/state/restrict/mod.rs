//! All that a run knows of restrict pointers; empty until it meets one.

pub(crate) mod history;
pub(crate) mod sets;

use history::History;
use ir::{BlockId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use sets::{Began, PROGRAM, Sets};

/// So many aliases are kept before unused ones are looked for.
pub(crate) const FEW_ALIASES: usize = 1 << 14;

/// All that is known of restrict pointers.
pub(crate) struct Restricts {
    pub(crate) sets: Sets,
    pub(crate) history: History,
    /// When the last block began.
    pub(crate) clock: Began,
    /// When the blocks began that declare the variables that lead to restrict pointers, by their objects.
    pub(crate) begun: FxHashMap<u32, Began>,
    /// Whether something static leads to a restrict pointer.
    pub(crate) at_file_scope: bool,
    /// The blocks that declare something that leads to a restrict pointer; empty for programs that grow, where only parameters
    /// do.
    pub(crate) declaring: FxHashSet<BlockId>,
    /// How many aliases there must be for the next sweep.
    pub(crate) enough: usize,
    /// Variables that are no longer restrict, as if they never had been.
    pub(crate) withdrawn: FxHashSet<VarId>,
}

impl Default for Restricts {
    fn default() -> Self {
        Restricts {
            sets: Sets::default(),
            history: History::default(),
            clock: PROGRAM,
            begun: FxHashMap::default(),
            at_file_scope: false,
            declaring: FxHashSet::default(),
            enough: FEW_ALIASES,
            withdrawn: FxHashSet::default(),
        }
    }
}

impl Restricts {
    /// Whether a block is under way that leads to restrict pointers.
    #[inline]
    pub fn is_watching(&self) -> bool {
        self.at_file_scope || !self.sets.open.is_empty()
    }
}
