//! All that a run knows of restrict pointers; empty until it meets one.

use super::history::History;
use super::sets::{Began, PROGRAM, Sets};
use ir::{BlockId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many aliases are kept before those that nobody needs are looked for.
pub(super) const FEW_ALIASES: usize = 1 << 14;

/// All that is known of restrict pointers.
pub(crate) struct Restricts {
    pub(super) sets: Sets,
    pub(super) history: History,
    /// When the last block began.
    pub(super) clock: Began,
    /// When the blocks began that declare the variables that lead to restrict pointers, by their objects.
    pub(super) begun: FxHashMap<u32, Began>,
    /// Whether something static leads to a restrict pointer.
    pub(super) at_file_scope: bool,
    /// The blocks that declare something that leads to a restrict pointer; empty for programs that grow, where only parameters
    /// do.
    pub(super) declaring: FxHashSet<BlockId>,
    /// How many aliases there must be for the next sweep.
    pub(super) enough: usize,
    /// Variables that are no longer restrict, as if they never had been.
    pub(super) withdrawn: FxHashSet<VarId>,
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
