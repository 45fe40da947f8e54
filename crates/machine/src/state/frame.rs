//! A call under way: what the machine keeps of it beside its objects.

use crate::state::jumps::Jumps;
use crate::value::Value;
use ir::{ExprId, FuncId, Ty};

/// A call under way.
pub(crate) struct Frame {
    pub func: FuncId,
    /// Tells frames apart, for `va_list`s that outlive theirs.
    pub serial: u64,
    /// The arguments beyond the parameters, with their types.
    pub extra: Vec<(Value, Ty)>,
    /// How many lanes its callers hold, and what it returns.
    pub lanes: usize,
    pub jumps: Jumps,
    /// What `alloca` and arrays of variable length have made, with the calls that did.
    pub allocas: Vec<(ExprId, u32)>,
}
