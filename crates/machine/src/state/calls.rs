//! What calls under way keep of their variable arguments, and at which operands all orders are tried.

use ir::ExprId;
use rustc_hash::FxHashSet;

#[derive(Clone, Copy)]
pub(crate) struct VaList {
    /// The call whose arguments it is for.
    pub frame: u64,
    pub next: usize,
    pub started: bool,
    /// The call in which it was started, which has to end it, and where.
    pub owner: u64,
    pub start: ExprId,
    /// The object that `va_start` was given.
    pub home: VaPlace,
    /// The object through which it was used last, and at which depth of calls that was made.
    pub used: (VaPlace, u32),
}

/// The sites at which all orders are tried, and how many steps are left for it.
#[derive(Default)]
pub(crate) struct Orders {
    pub sites: FxHashSet<ExprId>,
    pub steps: u64,
}

/// Where a `va_list` object is: its number, generation and offset.
pub(crate) type VaPlace = (u32, u32, u32);
