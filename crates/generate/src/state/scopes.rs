//! Variables and blocks: what is known of them besides what the program says.

use crate::state::access::GlobalRole;
use crate::state::operator_context::OperatorContext;
use ir::{BlockId, VarId};

#[derive(Clone, Copy, Debug)]
pub struct VarInfo {
    /// How deep the block is in which it lives: zero for static ones.
    pub level: u32,
    /// What a pointer is given lives at least as long as a block of this level.
    pub reach: u32,
    /// The deepest level of what it may hold for a while: beyond its reach, until the end of a block.
    pub holds: u32,
    /// Counts a loop, so that nothing else may write it.
    pub counter: bool,
    pub address_taken: bool,
    /// It is written within expressions, so that its address must not be taken.
    pub written_inside: bool,
    /// It can be read: it had a value when it was declared.
    pub local_index_bound: u32,
    /// A pointer that nothing writes but what it was made for.
    pub pinned: bool,
    /// The array that a pointer is always into.
    pub home: Option<VarId>,
    /// A jump may pass its declaration.
    pub skippable: bool,
    /// Its declaration has been moved to where its block begins.
    pub hoisted: bool,
    /// Whether it is read, written or both.
    pub part: GlobalRole,
    /// How inexact its floating values may be, once that is drawn.
    pub level_of_error: Option<u8>,
}

impl VarInfo {
    pub const fn at(level: u32) -> Self {
        VarInfo {
            level,
            reach: 0,
            holds: 0,
            counter: false,
            address_taken: false,
            written_inside: false,
            local_index_bound: 0,
            pinned: false,
            home: None,
            skippable: false,
            hoisted: false,
            part: GlobalRole::Mixed,
            level_of_error: None,
        }
    }
}

/// A variable that a loop of the block counts in, and what was known of it before.
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    pub block: BlockId,
    pub var: VarId,
    pub counter: bool,
    pub index_bound: u32,
}

/// What a block is the body of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Function,
    Loop,
    Case,
    Plain,
}

#[derive(Clone, Debug)]
pub struct BlockInfo {
    pub func: usize,
    pub parent: Option<BlockId>,
    pub role: Role,
    pub level: u32,
    pub vars: Vec<VarId>,
    /// How many of the parent's variables are declared before this block: it may be filled long after.
    pub outer_vars: usize,
    pub mult: u64,
    /// Pointers that hold addresses of this block's variables, and let go of them where it ends.
    pub resets: Vec<(VarId, VarId)>,
    /// How many iterations a loop around it is planned to have.
    pub trips: u64,
    /// Steps when it was made.
    pub started: u64,
    /// Statements it may still get; the entry function's body has no such limit.
    pub left: Option<u32>,
    /// Its expressions use the operators of one of YARPGen's contexts.
    pub context: Option<OperatorContext>,
    /// A label that stays at the end while the code grows that a jump to it passes.
    pub ahead: Option<Ahead>,
}

/// The label of a jump over code that is still to grow.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// How often the block had been entered when the jump was made: only while that is so, execution comes from before
    /// the label.
    pub entries: u32,
    /// Statements that it may still stay ahead of.
    pub left: u32,
}
