//! Functions: what each costs, whom it calls, which of them share a type that pointers have.

use crate::state::access::Quiet;
use ir::{FuncId, Ty, VarId};

/// Functions of one type whose addresses are taken.
#[derive(Clone, Debug)]
pub struct Family {
    /// The canonical function type.
    pub ty: Ty,
    /// By their numbers among the grown functions.
    pub members: Vec<usize>,
    /// Functions that call through a pointer of this type.
    pub callers: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct FuncInfo {
    pub id: FuncId,
    /// Steps of its first call, once that is over.
    pub cost: Option<u64>,
    pub started: u64,
    /// The functions it calls, by their numbers.
    pub calls: Vec<usize>,
    /// The parameter that says how deep it may still call itself.
    pub depth_param: Option<VarId>,
    /// Calls in it that lead back to it.
    pub self_calls: u32,
    pub quiet: Quiet,
    /// The types of its variable arguments.
    pub variable: Vec<Ty>,
    /// It jumps over declarations, which can only be moved while there is one call of it.
    pub jumps: bool,
    /// It was called beside other calls in an expression, so that it may not get a counter of its own any more.
    pub within: bool,
}
